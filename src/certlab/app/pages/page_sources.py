"""The facts of a page and their sources, folded: there may be more of both than text."""

import html
import re

from certlab.app.pages.addresses import in_english
from certlab.words import ENGLISH, Words

_TABLE = re.compile(r"(^\|.*\n)+", re.MULTILINE)
_CITED = re.compile(r"(?<=\| )\d+(?:, \d+)*(?= \|$)", re.MULTILINE)
_SOURCE = re.compile(r"^(\d+)\. (.*?)(?:<(\S+)>)?$", re.MULTILINE)


def evidence(facts: str, words: Words) -> list[str]:
    """Facts and sources; they are named in English on every page.

    Args:
        facts: them as certlab.course.render writes them, below their heading.
        words: those of the page's language.
    """
    title, body = "## " + words("Facts and sources"), _folded(facts)
    if words.lang == ENGLISH.lang:
        return [f"{title}\n{body}"]
    says = words("The names of facts and sources are in English.")
    return [title, says, f"<div{in_english(words)}>\n\n{body}\n\n</div>"]


def _folded(facts: str) -> str:
    """The table opens on demand, as do the sources; what it cites leads to them."""
    table = _TABLE.search(facts)
    if table is None:
        return _with_sources(facts.strip())
    rows = _CITED.sub(_links, table.group().strip())
    count = rows.count("\n") - 1
    fold = (
        f"<details>\n<summary>Facts on this page: {count}</summary>\n\n"
        f"{rows}\n\n</details>"
    )
    after = _with_sources(facts[table.end() :].strip())
    return f"{facts[: table.start()].strip()}\n\n{fold}\n\n{after}".strip()


def _links(cited: re.Match[str]) -> str:
    numbers = cited.group().split(", ")
    return ", ".join(f'<a href="#source-{n}">{n}</a>' for n in numbers)


def _with_sources(text: str) -> str:
    """A text whose numbered lines are one list; shell.js opens it for who jumps there."""
    found = [*_SOURCE.finditer(text)]
    if not found:
        return text
    rows = "\n".join(map(_source, found))
    n = len(found)
    says = f"{n} sources" if n > 1 else "1 source"
    fold = f"<details>\n<summary>{says}</summary>\n<ol>\n{rows}\n</ol>\n</details>"
    return f"{text[: found[0].start()]}{fold}{text[found[-1].end() :]}"


def _source(found: re.Match[str]) -> str:
    number, says, address = found.groups()
    link = ""
    if address:
        shown = html.escape(address)
        link = f'<a href="{shown}">{shown}</a>'
    return f'<li id="source-{number}">{html.escape(says)}{link}</li>'
