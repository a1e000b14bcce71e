"""The messages that the code says, found where they are written out."""

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

from certlab.words.catalogue import Catalogue, Entry, read_catalogue
from certlab.words.language import HERE

SOURCE = Path(__file__).parents[1]
# What takes a message, by the end of a file's name; True where it counts one and many.
KEYWORDS = {
    "py": {
        "words": False,
        "Sentence": False,
        "ngettext": True,
        "plural": True,
    },
    "js": {"t": False, "tparts": False, "tn": True},
}
_QUOTED = r"""(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')"""
_TEXT = rf"{_QUOTED}(?:[\s+]*{_QUOTED})*"  # JavaScript adds texts, Python joins them
_CALLS = {
    kind: re.compile(
        rf"(?<![{'.' * (kind == 'js')}\w])({'|'.join(names)})\(\s*({_TEXT})(?:\s*,\s*({_TEXT}))?"
    )
    for kind, names in KEYWORDS.items()
}


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
    for kind, call in _CALLS.items():
        for path in sorted(source.rglob(f"*.{kind}")):
            place = path.relative_to(source).as_posix()
            # What a wheel carries, and examples.
            if place.startswith(("_course/", "_pages/", "words/__init__")):
                continue
            for name, one, many in call.findall(path.read_text("utf-8")):
                yield place, _text(one), _text(many) * KEYWORDS[kind][name]


def _text(written: str) -> str:
    """What literals in a row stand for."""
    return "".join(map(ast.literal_eval, re.findall(_QUOTED, written)))


def untranslated() -> dict[str, int]:
    """How many messages each language says in English still."""
    said = messages()
    return {
        path.stem: sum(
            not all(entry.forms)
            for entry in updated(read_catalogue(path), said).entries.values()
        )
        for path in sorted(HERE.glob("*.po"))
    }


def updated(catalogue: Catalogue, said: dict[str, Entry]) -> Catalogue:
    """The catalogue with what is said now: what it has stays, what is new is untranslated.

    Where a message is like one that nobody says any more, the translation of that one waits
    beside it, marked as fuzzy.
    """
    forms = int(catalogue.plurals.removeprefix("nplurals=")[0])
    gone = [id for id in catalogue.entries if id not in said]
    entries = {}
    for id, entry in said.items():
        blank = ("",) * (forms if entry.plural else 1)
        there = catalogue.entries.get(id)
        if there and there.plural == entry.plural:
            entries[id] = replace(there, places=entry.places)
            continue
        near = [id] if there else get_close_matches(id, gone, n=1)
        old = catalogue.entries[near[0]] if near else Entry(id, "", ())
        translated = old.fuzzy or (old.forms if any(old.forms) else ())
        fits = len(translated) == len(blank)
        entries[id] = replace(
            entry,
            forms=blank,
            notes=old.notes if there or fits else (),
            fuzzy=translated if fits else (),
        )
    return replace(catalogue, entries=entries)
