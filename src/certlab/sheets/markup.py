"""A sheet as HTML: of tags that a page of ours may hold, so that page and file are one."""

import re
from collections.abc import Iterable, Iterator
from html import escape

from certlab.course.markup import html
from certlab.sheets.rows import (
    Ask,
    Card,
    Command,
    Renamed,
    Row,
    Run,
    Section,
    Sheet,
    Table,
    Trap,
)
from certlab.words import Words, text

# How a card of ours says what helps to remember, and where that fails.
_HOOK = re.compile(r"(?:As a hook: |Hook: )((?:`[^`]*`|[^`])*?\.)(?=\s|$)")
_FAILS = re.compile(r"((?:It|The rule|The order)(?: seems to)? fails?\b.*)$")


def body(sheet: Sheet) -> str:
    """Everything below the title, as one line of HTML: Markdown takes a blank line for an end."""
    words = text(sheet.lang)
    notes = " · ".join((sheet.over, *sheet.notes))
    parts = "".join(_section(one, words) for one in sheet.sections)
    foot = "".join(f"<span>{escape(one)}</span> " for one in sheet.foot)
    return (
        f'<div class="sheet"><p class="sheet-over">{escape(notes)}</p>'
        f'<div class="sheet-parts">{parts}<p class="sheet-foot">{foot.strip()}</p></div></div>'
    )


def _section(section: Section, words: Words) -> str:
    weight = bar = ""
    if section.weight:
        weight = f'<span class="sheet-weight">{section.weight} %</span>'
        bar = (
            '<svg class="sheet-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">'
            f'<rect width="{section.weight}" height="1"/></svg>'
        )
    rows = "".join(_groups(section.rows, words))
    title = f"<h2>{html(section.title)}{weight}</h2>"
    return f'<div class="sheet-part">{title}{bar}{rows}</div>'


def _groups(rows: Iterable[Row], words: Words) -> Iterator[str]:
    """Rows, those of one kind that follow each other in one list or table."""
    group: list[Row] = []
    for row in (*rows, None):
        if group and (row is None or row.kind != group[0].kind or row.kind == "table"):
            yield _group(group, words)
            group = []
        if row:
            group.append(row)


def _group(rows: list[Row], words: Words) -> str:
    first = rows[0]
    if isinstance(first, Table):
        return _table(first)
    tag = {"run": "tr", "renamed": "tr", "ask": "li"}.get(first.kind, "div")
    inside = "".join(f"<{tag}>{_row(one)}</{tag}>" for one in rows)
    if isinstance(first, Renamed):
        heads = (words("Exam era"), words("Current"))
        head = "".join(f'<th scope="col">{escape(one)}</th>' for one in heads)
        inside = f"<thead><tr>{head}</tr></thead><tbody>{inside}</tbody>"
    if isinstance(first, Run):
        inside = f"<tbody>{inside}</tbody>"
    outer = {"tr": "table", "li": "ul"}.get(tag, "div")
    return f'<{outer} class="sheet-{first.kind}s">{inside}</{outer}>'


def _row(row: Row) -> str:
    match row:
        case Run():
            pairs = "".join(
                f"<span>{_name(name)}<strong>{html(value)}</strong></span> "
                for name, value in row.pairs
            )
            return f'<th scope="row">{html(row.label)}</th><td>{pairs.strip()}</td>'
        case Renamed():
            return f"<td>{html(row.was)}</td><td>{html(row.now)}</td>"
        case Command():
            line = f"<code>{escape(row.line, quote=False)}</code>"
            return f"<p>{line}</p><p>{html(row.does)}</p>"
        case Card():
            return f"<p><strong>{html(row.front)}</strong></p><p>{_back(row.back)}</p>"
        case Trap():
            says = f'<p class="sheet-said">{html(row.says)}</p>'
            return f'{says}<p class="sheet-holds">{html(row.holds)}</p>'
        case Ask():
            return html(row.text)
    raise TypeError(f"{type(row).__name__} is no row of a list.")


def _table(table: Table) -> str:
    right = ' class="sheet-n"'
    numbers = [
        all(re.match(r"[\d–-]", row[n]) or not row[n] for row in table.cells)
        for n in range(len(table.heads))
    ]

    def cells(row: Iterable[str]) -> str:
        return "".join(
            f'<th scope="row">{html(cell)}</th>'
            if n == 0
            else f"<td{right * numbers[n]}>{html(cell)}</td>"
            for n, cell in enumerate(row)
        )

    head = "".join(
        f'<th scope="col"{right * number}>{html(one)}</th>' if one else "<td></td>"
        for one, number in zip(table.heads, numbers, strict=False)
    )
    rows = "".join(f"<tr>{cells(row)}</tr>" for row in table.cells)
    title = f"<h3>{html(table.title)}</h3>" if table.title else ""
    return (
        f'<div class="sheet-table">{title}<div class="sheet-scroll" tabindex="0"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div></div>"
    )


def _name(name: str) -> str:
    return f"<small>{html(name)}</small> " if name else ""


def _back(back: str) -> str:
    """The back, with the hook and where it fails told apart."""
    told, fails = (*_FAILS.split(back, maxsplit=1), "")[:2]
    found = [
        f'<span class="sheet-hook">{html(_sentence(piece))}</span>'
        if n % 2  # what a group of the pattern matched
        else html(piece.strip())
        for n, piece in enumerate(_HOOK.split(told))
    ]
    if fails:
        found.append(f'<span class="sheet-fails">{html(fails)}</span>')
    return " ".join(filter(None, found))


def _sentence(hook: str) -> str:
    """A hook as a sentence of its own, without the quotation marks around all of it."""
    inside = hook.rstrip(".").strip('"“”')
    return f"{inside[:1].upper()}{inside[1:]}."
