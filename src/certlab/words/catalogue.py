"""Catalogues: gettext's .po files, read strictly and written in one form.

https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html says what they are. This
reader is plain Python, for a browser has no more; a test holds it equal to Babel's.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from certlab.errors import ContentError

# Which form counts as many, by a header's Plural-Forms; words.js has the same rules.
PLURALS: dict[str, Callable[[int], int]] = {
    "nplurals=1; plural=0;": lambda _: 0,
    "nplurals=2; plural=(n != 1);": lambda n: int(n != 1),
    "nplurals=2; plural=(n > 1);": lambda n: int(n > 1),
}
_ENGLISH = "nplurals=2; plural=(n != 1);"
_FIELD = re.compile(
    r'(?:(msgid|msgid_plural|msgstr|msgstr\[\d\]) )?"((?:[^"\\]|\\[\\"nt])*)"'
)
_ESCAPES = {"\\\\": "\\", '\\"': '"', "\\n": "\n", "\\t": "\t"}
_ESCAPED = re.compile("|".join(map(re.escape, _ESCAPES)))
_SIGNS = {sign: escape for escape, sign in _ESCAPES.items()}
_SIGN = re.compile(r'[\\"\n\t]')


@dataclass(frozen=True)
class Entry:
    """One message and what it is in another language.

    Attributes:
        plural: the English for many, "" where nothing is counted.
        forms: the translation, or one for each plural form; "" while there is none.
        places: files that say it.
        notes: what translators wrote beside it, a line each.
        fuzzy: the forms of the message that this one was before its English changed; they
            wait for a translator, and nobody is shown them.
    """

    id: str
    plural: str
    forms: tuple[str, ...]
    places: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    fuzzy: tuple[str, ...] = ()


@dataclass(frozen=True)
class Catalogue:
    """The messages of one language, by their English; `plurals` is one of `PLURALS`."""

    plurals: str = _ENGLISH
    entries: dict[str, Entry] = field(default_factory=dict)
    head: Entry = Entry("", "", ("",))


def read_catalogue(path: Path) -> Catalogue:
    """The catalogue in a file named after its language.

    Raises:
        ContentError: it is not written as a .po file is, or not for this language.
    """
    entries: dict[str, Entry] = {}
    for number, lines in _blocks(path.read_text("utf-8")):
        try:
            entry = _entry(lines)
        except ValueError as error:
            says = f"the entry at line {number} cannot be used: {error}."
            raise ContentError(f"{path.name}: {says}") from error
        if entry.id in entries:
            says = f'line {number}: "{entry.id}" is there twice; keep one.'
            raise ContentError(f"{path.name}, {says}")
        entries[entry.id] = entry
    head = entries.pop("", Entry("", "", ("",)))
    try:
        plurals = _checked(head, path.stem, entries)
    except ValueError as error:
        raise ContentError(f"{path.name}: {error}.") from error
    return Catalogue(plurals, entries, head)


def _blocks(text: str) -> Iterator[tuple[int, list[str]]]:
    """Lines between blank ones, with the number of the first; without what is obsolete."""
    lines: list[str] = []
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if line.strip():
            lines.append(line)
        elif lines:
            kept = [one for one in lines if not one.startswith("#~")]
            if kept:
                yield number - len(lines), kept
            lines = []


def _entry(lines: list[str]) -> Entry:
    notes = [line for line in lines if line.startswith("#")]
    is_fuzzy = any("fuzzy" in line for line in notes if line.startswith("#,"))
    found: dict[str, str] = {}
    name = ""
    for line in lines[len(notes) :]:
        match = _FIELD.fullmatch(line)
        if match is None or not (match[1] or name) or match[1] in found:
            raise ValueError(f"{line} does not belong there")
        name = match[1] or name
        text = _ESCAPED.sub(lambda one: _ESCAPES[one[0]], match[2])
        found[name] = found.get(name, "") + text
    id, many = found.pop("msgid", None), found.pop("msgid_plural", "")
    wanted = [f"msgstr[{n}]" for n in range(len(found))] if many else ["msgstr"]
    if id is None or not found or list(found) != wanted:
        raise ValueError("it needs a msgid, and its msgstr or all forms of it")
    places = " ".join(one[2:] for one in notes if one.startswith("#:")).split()
    own = tuple(one for one in notes if one == "#" or one.startswith("# "))
    forms = tuple(found.values())
    if is_fuzzy and id:  # the head holds for all, however msginit marks it
        return Entry(id, many, ("",) * len(forms), tuple(places), own, forms)
    return Entry(id, many, forms, tuple(places), own)


def _checked(head: Entry, lang: str, entries: dict[str, Entry]) -> str:
    """The plural rule of a catalogue that is whole."""
    lines = head.forms[0].splitlines()
    values = dict(line.split(": ", 1) for line in lines if ": " in line)
    if values.get("Language") != lang:
        raise ValueError(f'its head must say "Language: {lang}"')
    if values.get("Content-Type") != "text/plain; charset=UTF-8":
        raise ValueError('its head must say "Content-Type: text/plain; charset=UTF-8"')
    plurals = values.get("Plural-Forms", "")
    if plurals not in PLURALS:
        known = " or ".join(f'"{one}"' for one in PLURALS)
        raise ValueError(f"its head must say Plural-Forms: {known}")
    many = int(plurals.removeprefix("nplurals=")[0])
    for entry in entries.values():
        if entry.plural and len(entry.forms) != many:
            raise ValueError(f'"{entry.id}" needs {many} plural forms')
    return plurals


def catalogue_text(catalogue: Catalogue) -> str:
    """The catalogue as a file: its head, then entries in their order."""
    return "\n".join(map(_written, [catalogue.head, *catalogue.entries.values()]))


def _written(entry: Entry) -> str:
    many = [f"msgid_plural {_quoted(entry.plural)}"] if entry.plural else []
    names = [f"msgstr[{n}]" if many else "msgstr" for n in range(len(entry.forms))]
    forms = zip(names, entry.fuzzy or entry.forms, strict=True)
    lines = [
        *entry.notes,
        *(f"#: {place}" for place in entry.places),
        *(["#, fuzzy"] if entry.fuzzy else []),
        f"msgid {_quoted(entry.id)}",
        *many,
        *(f"{name} {_quoted(form)}" for name, form in forms),
    ]
    return "\n".join([*lines, ""])


def _quoted(text: str) -> str:
    """In quotes; a text of several lines has one below the other."""
    parts = text.splitlines(keepends=True)
    if len(parts) > 1:
        return "\n".join(['""', *map(_quoted, parts)])
    return f'"{_SIGN.sub(lambda one: _SIGNS[one[0]], text)}"'
