"""Texts with gaps to fill in.

```toml
kind = "cloze"
ask = "Fill the gaps."
text = "A warp has {{size}} threads. Lanes on different paths are called {{word}}."
blank = [
  { id = "size", accept = ["{fact:warp.threads|value}"], why = "Of every GPU so far." },
  { id = "word", accept = ["divergent", "diverged"], why = "They part at a branch." },
]
score = "each"                                                 # optional, or "all"
tests = [{ answer = { size = "32", word = "Divergent" }, outcome = "correct" }]
```

A filled gap is compared with each accepted text. Capitals count only with `case =
true`, and so does an article or "to" in front, which are else left out; runs of spaces are
one, full-width letters are plain ones, typographic dashes and quotes are those of a
keyboard, and quotes around the whole are left out. What the text has next to a gap, with no space between, may be
typed once more: the = in {{key}}=64. Where all accepted texts are numbers, numbers are
compared, 1,024 with 1024, also in words up to ninety-nine, as fractions and as powers;
`text = true` prevents it, for versions. With score "each" a right gap gives its share
of the score; with "all", the default, only all gaps together give anything. A test's
answer is a table of texts by gap.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from certlab.course.items.body import Body, Tell
from certlab.course.items.scores import PARTS
from certlab.course.table import Table
from certlab.course.template import GAP, Values, fill, fill_each


@dataclass(frozen=True)
class Blank:
    """One gap.

    Attributes:
        accept: what is right in it; the first is shown as the answer.
        case: capitals matter.
        text: numbers are compared as texts, "9.0" is not "9".
    """

    id: str
    accept: tuple[str, ...]
    case: bool
    text: bool
    why: str


@dataclass(frozen=True)
class Cloze(Body):
    """A text with `{{gap}}` marks, and the gaps."""

    text: str
    blanks: tuple[Blank, ...]
    score: str

    typed: ClassVar[bool] = True

    def key(self, values: Values) -> dict[str, list[Any]]:
        """What is accepted in each gap, and how it is compared."""
        return {
            one.id: [sorted({*fill_each(one.accept, values)}), one.case, one.text]
            for one in self.blanks
        }

    def retold(self, tell: Tell) -> Self:
        """With another text and reasons; the gaps keep the words they accept."""
        return replace(
            self,
            text=tell(self.text, "text"),
            blanks=tuple(
                replace(one, why=tell(one.why, "blank", one.id)) for one in self.blanks
            ),
        )

    def example(self, values: Values) -> dict[str, str]:
        """The first accepted text of each gap."""
        return {one.id: fill(one.accept[0], values) for one in self.blanks}

    @property
    def stem(self) -> tuple[str, ...]:
        """The text without its gaps."""
        return (GAP.sub(" ", self.text),)

    @property
    def answer_words(self) -> str:
        """The first accepted text of each gap."""
        return " ".join(one.accept[0] for one in self.blanks)

    @property
    def verbatim(self) -> dict[str, str]:
        """What is accepted, by gap; a translation only adds to it."""
        return {f"blank.{one.id}.accept": " ".join(one.accept) for one in self.blanks}

    @property
    def gaps(self) -> tuple[str, ...]:
        """All of them."""
        return tuple(one.id for one in self.blanks)

    def accepting(self, words: Mapping[str, tuple[str, ...]]) -> Self:
        """With a language's words in front, so that they are shown as the answer."""
        return replace(
            self,
            blanks=tuple(
                replace(one, accept=(*words.get(one.id, ()), *one.accept))
                for one in self.blanks
            ),
        )


def read(table: Table) -> Cloze:
    """The body of a cloze item."""
    text = table.text("text")
    blanks = tuple(_blank(one) for one in table.tables("blank", need=True))
    if sorted(GAP.findall(text)) != sorted(blank.id for blank in blanks):
        table.problem("each {{gap}} of the text needs one blank, and no more.")
    if any(part.count("`") % 2 or part.count("**") % 2 for part in GAP.split(text)):
        table.problem("a {{gap}} is inside code or bold text; end that before it.")
    return Cloze(text, blanks, table.choice("score", PARTS, "all"))


def _blank(table: Table) -> Blank:
    blank = Blank(
        id=table.text("id"),
        accept=table.texts("accept", need=True),
        case=table.flag("case"),
        text=table.flag("text"),
        why=table.text("why", ""),
    )
    if not all(one.strip() for one in blank.accept):
        table.problem(f"blank {blank.id} accepts an empty text.")
    if not blank.why.strip():
        table.problem(f"blank {blank.id} has no reason; add why = a text.")
    table.done()
    return blank
