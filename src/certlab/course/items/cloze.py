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
true`; runs of spaces are one, full-width letters are plain ones, typographic dashes and
quotes are those of a keyboard, and quotes around the whole and an article in front are
left out, and so is "to". What the text has next to a gap, with no space between, may be
typed once more: the = in {{key}}=64. Where all accepted texts are numbers, numbers are
compared, 1,024 with 1024, also in words up to ninety-nine, as fractions and as powers;
`text = true` prevents it, for versions. With score "each" a right gap gives its share
of the score; with "all", the default, only all gaps together give anything. A test's
answer is a table of texts by gap.
"""

import re
from dataclasses import dataclass

from certlab.course.items.scores import PARTS
from certlab.course.table import Table

GAP = re.compile(r"\{\{([a-z0-9-]+)\}\}")


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
class Cloze:
    """A text with `{{gap}}` marks, and the gaps."""

    text: str
    blanks: tuple[Blank, ...]
    score: str

    @property
    def texts(self) -> dict[str, str]:
        """What a learner reads, by a name for each."""
        found = {"text": self.text}
        for one in self.blanks:
            found |= {
                f"{one.id}.accept": " ".join(one.accept),
                f"{one.id}.why": one.why,
            }
        return found


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
