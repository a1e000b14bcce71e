"""A scene of .usda texts, composed by OpenUSD: what came out, by which arc, and what is amiss."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from certlab.errors import Refusal
from certlab.labs.omniverse.arcs import NAMES, Opinion
from certlab.labs.omniverse.real import problems

_PLACE = re.compile(r"'[^']*?:(\d+):\d+: (.*?)(?: at '| in <|'\n|$)")


class Scene:
    """Texts, composed in a folder of their own that is gone afterwards, and their stage.

    Args:
        files: .usda texts by the names by which they call each other.
        root: the one that is opened; the first when "".
        loaded: with its payloads.

    Raises:
        Refusal: one of the texts cannot be read; nothing is composed then.
    """

    def __init__(
        self, files: Mapping[str, str], root: str = "", *, loaded: bool = True
    ) -> None:
        from pxr import Usd, UsdUtils

        self.files = dict(files)
        self.root = root or next(iter(files))
        for name, text in files.items():
            _read(name, text)
        hushed = (
            UsdUtils.CoalescingDiagnosticDelegate()
        )  # else it prints to the notebook
        load = Usd.Stage.LoadAll if loaded else Usd.Stage.LoadNone
        with TemporaryDirectory(
            prefix="certlab-scene-", ignore_cleanup_errors=True
        ) as folder:
            for name, text in files.items():
                Path(folder, name).write_text(text, "utf-8")
            self.stage = Usd.Stage.Open(str(Path(folder, self.root)), load)
            self.problems = list(problems.of(self.stage))
        hushed.TakeUncoalescedDiagnostics()

    def value(self, path: str, attribute: str) -> Any:
        """What the stage shows; None where nobody says anything.

        Raises:
            Refusal: there is no such prim.
        """
        found = self._prim(path).GetAttribute(attribute)
        return found.Get() if found else None

    def opinions(self, path: str, attribute: str) -> list[Opinion]:
        """All that layers say of an attribute, the strongest first.

        Raises:
            Refusal: there is no such prim.
        """
        from pxr import Usd

        prim = self._prim(path)
        arcs = dict(_arcs(prim.GetPrimIndex().rootNode, ""))
        found = prim.GetAttribute(attribute)
        stack = found.GetPropertyStack(Usd.TimeCode.Default()) if found else []
        return [
            Opinion(
                arcs.get((one.layer.identifier, one.owner.path), "L"),
                Path(one.layer.realPath or one.layer.identifier).name,
                str(one.owner.path),
                one.default,
            )
            for one in stack
        ]

    def prims(self) -> list[str]:
        """Paths of all prims that are there, loaded or not, from the top down."""
        from pxr import Usd

        there = Usd.PrimIsActive & Usd.PrimIsDefined & ~Usd.PrimIsAbstract
        return [str(one.GetPath()) for one in self.stage.Traverse(there)]

    def table(self, *paths: str, only: str = "") -> str:
        """Each attribute of prims with its opinions: the first is its value, × the others.

        Args:
            paths: prims; all when there are none.
            only: an attribute; all that somebody speaks of when "".
        """
        rows: list[list[str]] = []
        for path in paths or self.prims():
            names = [one.GetName() for one in self._prim(path).GetAuthoredAttributes()]
            names = [one for one in names if only in ("", one)]
            rows += [[path, "", "", ""]] if names else []
            for name in names:
                for n, one in enumerate(self.opinions(path, name)):
                    value = "× " * bool(n) + _shown(one.value)
                    where = f"{one.layer} {one.path}"
                    rows.append(
                        ["" if n else f"  {name}", value, words(one.arcs), where]
                    )
        inner = [row for row in rows if row[1]]
        wide = [max((len(row[n]) for row in inner), default=0) for n in range(3)]
        lines = (
            "  ".join([*map(str.ljust, row[:3], wide), row[3]]).rstrip() for row in rows
        )
        return "\n".join(lines)

    def _prim(self, path: str) -> Any:
        prim = self.stage.GetPrimAtPath(path)
        if not prim:
            known = ", ".join(self.prims()[:12])
            raise Refusal(f"{self.root} has no prim {path}; it has {known}.")
        return prim


def words(arcs: str) -> str:
    """Letters as words: "RV" is "references, variant"."""
    return ", ".join(NAMES[letter] for letter in arcs)


def _read(name: str, text: str) -> None:
    """Whether it is a text that OpenUSD reads."""
    from pxr import Sdf, Tf

    if Path(name).name != name or not name.endswith(".usda"):
        raise Refusal(f"{name}: a name ends in .usda, and has no folder.")
    try:
        Sdf.Layer.CreateAnonymous(".usda").ImportFromString(text)
    except (Tf.ErrorException, UnicodeError) as error:
        found = _PLACE.search(str(error))
        line, says = found.groups() if found else ("1", "it cannot be read")
        if not text.startswith("#usda"):
            line, says = "1", "the first line is #usda 1.0"
        told = f"{name}, line {line}: {says.strip()}; nothing was composed. Correct the text."
        raise Refusal(told) from None


def _arcs(node: Any, letters: str) -> Iterator[tuple[tuple[str, Any], str]]:
    """The arcs that lead to each place of a prim, by layer and path."""
    for layer in node.layerStack.layers:
        yield (layer.identifier, node.path), letters or "L"
    for one in reversed(node.children):  # the strongest comes last, and stays
        name = one.arcType.displayName
        yield from _arcs(
            one, letters + ("E" if name == "relocate" else name[0].upper())
        )


def _shown(value: Any) -> str:
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 32 else f"{text[:29]}..."
