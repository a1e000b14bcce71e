"""The glossary: what the pages' words mean, one file of terms a module."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from certlab.course.facts import Fact
from certlab.course.pages import LINK
from certlab.course.problems import Problem
from certlab.course.table import Table, valid_id
from certlab.course.template import PLACEHOLDER, Values, fill
from certlab.course.toml_file import read_rows

_UNREAD = re.compile(r"\]\([^)]*\)|\{[^}]*\}")  # where a link leads, and placeholders


@dataclass(frozen=True)
class Term:
    """One word that a module's page teaches, with its definition.

    Attributes:
        id: permanent, of the whole course and not of a module: a term may move.
        term: the word as it stands within a sentence, "compute instance".
        also: its other spellings and abbreviations, "CI".
        text: the definition, inline Markdown with `{fact:ID}` placeholders.
        module: slug of the page that teaches it, from the name of the file.
        section: anchor on that page.
        exam_era: what exams still call it, where it was renamed, else "".
        current: what it is called today, where it was renamed, else "".
        sources: what the definition rests on beside the facts it names.
    """

    id: str
    term: str
    also: tuple[str, ...]
    text: str
    module: str
    section: str
    exam_era: str
    current: str
    sources: tuple[str, ...]
    file: str

    @property
    def spellings(self) -> tuple[str, ...]:
        """Every way to write it, the term itself first."""
        return (self.term, *self.also)

    def shown(self, facts: Mapping[str, Fact]) -> str:
        """The definition as a reader sees it, still inline Markdown.

        Raises:
            TemplateError: it names a fact that is not there.
        """
        return fill(self.text, Values(facts))

    def is_said_in(self, text: str) -> bool:
        """Whether a text has all words of one spelling, each perhaps with an ending."""
        return any(
            all(
                re.search(rf"(?<!\w){re.escape(word)}", text, re.IGNORECASE)
                for word in folded(spelling).split()
            )
            for spelling in self.spellings
        )

    def times_in(self, text: str) -> int:
        """How often a text says it, as one phrase; capitals only in capitals."""
        spellings = sorted(self.spellings, key=len, reverse=True)
        phrases = (
            ("" if one.isupper() else "(?i:")
            + r"[\s-]+".join(map(re.escape, re.split(r"[\s-]+", one.strip())))
            + ("" if one.isupper() else ")")
            for one in spellings
        )
        said = rf"(?<![\w-])(?:{'|'.join(phrases)})s?(?![\w-])"
        return len(re.findall(said, _UNREAD.sub("", text)))


def folded(spelling: str) -> str:
    """A spelling without what does not tell two words apart: case, hyphens, spaces."""
    return " ".join(re.split(r"[\s-]+", spelling.strip())).casefold()


def is_name(spelling: str) -> bool:
    """Whether it can mean one thing only: an abbreviation, a product, two words."""
    return " " in spelling or spelling[1:] != spelling[1:].lower()


def alphabetical(term: Term) -> tuple[str, str]:
    """The key that puts terms in the order of a dictionary."""
    return re.sub(r"[^\w ]", "", folded(term.term)), term.id


def read_terms(path: Path, file: str, problems: list[Problem]) -> list[Term]:
    """The `[[term]]` tables of one file of content/glossary, in the file's order."""
    return [
        _read_term(row, path.stem) for row in read_rows(path, file, "term", problems)
    ]


def _read_term(table: Table, module: str) -> Term:
    table.id = str(table.data.get("id", ""))
    term = Term(
        id=table.text("id"),
        term=table.text("term"),
        also=table.texts("also"),
        text=table.text("text"),
        module=module,
        section=table.text("section"),
        exam_era=table.text("exam_era", ""),
        current=table.text("current", ""),
        sources=table.texts("sources"),
        file=table.file,
    )
    if not valid_id(term.id):
        table.problem("an id is lower-case words joined by hyphens.")
    if not all(folded(one) for one in term.also):
        table.problem("also contains an empty spelling.")
    if bool(term.exam_era) != bool(term.current):
        table.problem("exam_era and current come together; give both or neither.")
    if PLACEHOLDER.search(term.exam_era + term.current):
        table.problem("exam_era and current are names; they take no placeholder.")
    kinds = {kind for kind, _, _ in PLACEHOLDER.findall(term.text)}
    if kinds - {"fact"}:
        table.problem("a definition takes {fact:ID} and no other placeholder.")
    if LINK.search(term.text):
        table.problem("a definition has no link; its section says where to read on.")
    if "fact" not in kinds and not term.sources:
        table.problem("rests on nothing; name a fact in the text, or sources.")
    table.done()
    return term
