"""A chain of operations as a picture: one row for each level, one box for each operation."""

from collections.abc import Mapping, Sequence

from certlab.drawing.marks import mark, path, picture, text

_LEFT, _WIDE, _ROW, _BOX = 150, 720, 52, 26
_SHORT = {"BatchNormalization": "BN", "ReorderInput": "in", "ReorderOutput": "out"}


def chains(rows: Mapping[str, Sequence[str]], title: str) -> str:
    """Operations by level, from left to right in the order in which they run."""
    kinds = list(dict.fromkeys(one for row in rows.values() for one in row))
    most = max(map(len, rows.values()))
    step = (_WIDE - _LEFT - 8) / most
    marks = []
    for n, (name, row) in enumerate(rows.items()):
        y = 16 + n * _ROW
        marks.append(text(_LEFT - 14, y + 17, name, at="end"))
        for place, one in enumerate(row):
            x = _LEFT + place * step
            if place:
                marks.append(path(f"M{x - 6:g} {y + _BOX / 2:g}H{x:g}"))
            marks.append(mark(x, y, step - 6, _BOX, kinds.index(one)))
            says = _SHORT.get(one, one)
            small = len(says) * 7 > step - 8
            label = says[: int((step - 6) // 6)] if small else says
            marks.append(
                text(x + (step - 6) / 2, y + 17, label, at="middle", small=small)
            )
    return picture(_WIDE, 16 + len(rows) * _ROW, title, in_words(rows), marks)


def in_words(rows: Mapping[str, Sequence[str]]) -> str:
    """The same in a sentence a level."""
    return " ".join(f"{name}: {', then '.join(row)}." for name, row in rows.items())
