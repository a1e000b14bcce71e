"""The messages that the code says, found by Babel; it comes with JupyterLab."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from certlab.words.catalogue import Catalogue, Entry

SOURCE = Path(__file__).parents[1]
# What takes a message, by language; a pair are the places of one and many.
KEYWORDS: dict[str, dict[str, tuple[int, ...] | None]] = {
    "python": {"_": None, "ngettext": (1, 2), "Sentence": None, "plural": (1, 2)},
    "javascript": {"t": None, "tn": (1, 2), "tparts": None},
}
_FILES = {"python": "*.py", "javascript": "*.js"}


def messages(source: Path = SOURCE) -> dict[str, Entry]:
    """Every message below a folder, by its English, with the files that say it.

    Raises:
        ValueError: one message is counted in one place and not in another.
    """
    found: dict[str, Entry] = {}
    for place, one, many in _said(source):
        there = found.setdefault(one, Entry(one, many, ()))
        if there.plural != many:
            raise ValueError(f'{place}: "{one}" is counted otherwise elsewhere')
        if place not in there.places:
            found[one] = replace(there, places=(*there.places, place))
    return found


def _said(source: Path) -> Iterator[tuple[str, str, str]]:
    """Place, message and its plural, "" where nothing is counted."""
    from babel.messages.extract import extract_from_file

    for kind, pattern in _FILES.items():
        for path in sorted(source.rglob(pattern)):
            place = path.relative_to(source).as_posix()
            if place.startswith("_course/"):  # of a wheel
                continue
            for _, said, *_ in extract_from_file(kind, path, KEYWORDS[kind]):
                one, many = said if isinstance(said, tuple) else (said, "")
                yield place, one, many


def updated(catalogue: Catalogue, said: dict[str, Entry]) -> Catalogue:
    """The catalogue with what is said now: what it has stays, what is new is untranslated."""
    forms = int(catalogue.plurals.removeprefix("nplurals=")[0])
    entries = {}
    for id, entry in said.items():
        there = catalogue.entries.get(id)
        kept = there if there and there.plural == entry.plural else None
        blank = ("",) * (forms if entry.plural else 1)
        entries[id] = replace(
            entry,
            forms=kept.forms if kept else blank,
            notes=there.notes if there else (),
        )
    return replace(catalogue, entries=entries)
