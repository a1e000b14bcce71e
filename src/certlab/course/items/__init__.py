"""Items: everything a learner can be asked, as it stands in a bank.

One file a kind. An item is the fields all kinds share and a body of its kind.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from certlab.course.items import (
    card,
    choice,
    cloze,
    command,
    match,
    numeric,
    order,
    scenario,
)
from certlab.course.items.body import Body, Name, Tell
from certlab.course.problems import Problem
from certlab.course.table import Table, valid_id
from certlab.course.template import facts_named


@dataclass(frozen=True)
class Kind:
    """A kind of item: the class of its body, and what reads one from a bank."""

    body: type[Body]
    read: Callable[[Table], Body]


# What else a kind consists of, tests/test_parts_of_a_kind.py lists.
KINDS: dict[str, Kind] = {
    "single": Kind(choice.Choice, choice.read_single),
    "multi": Kind(choice.Choice, choice.read_multi),
    "numeric": Kind(numeric.Numeric, numeric.read),
    "order": Kind(order.Order, order.read),
    "match": Kind(match.Match, match.read),
    "cloze": Kind(cloze.Cloze, cloze.read),
    "command": Kind(command.Command, command.read),
    "card": Kind(card.Card, card.read),
    "scenario": Kind(scenario.Scenario, scenario.read),
}
# Those that a learner is asked, and of these those that are graded.
ASKABLE = tuple(name for name, kind in KINDS.items() if kind.body.asked)
GRADED_KINDS = tuple(name for name in ASKABLE if KINDS[name].body.graded)
LEVELS = ("recall", "apply", "analyse")
POOLS = ("practice", "exam")
STATUSES = ("draft", "reviewed", "retired")


@dataclass(frozen=True)
class Test:
    """An answer and what must come of it, in every variant with these given values.

    Attributes:
        score: what it is worth, from 0 to 1, to two digits; None to leave it open.
        say: words that the verdict must hold, as a trap's reason does; "" for any.
    """

    answer: object
    outcome: str
    given: dict[str, int | float]
    score: float | None
    say: str


@dataclass(frozen=True)
class Item:
    """One question or card.

    Attributes:
        id: permanent; a learner's history hangs on it.
        rev: goes up with every edit.
        reset: answers to revisions before this one no longer count; 0 for none.
        objective: the objective it counts for; `also` lists others it serves.
        pool: "practice", or "exam" when it is kept for mock exams.
        ask: the question, or a card's front; inline Markdown.
        section: anchor of the module page's section that teaches it.
        seconds: what a prepared learner takes; 0 when nobody said.
        enemies: items never asked in the same exam.
    """

    id: str
    rev: int
    kind: str
    module: str
    objective: str
    also: tuple[str, ...]
    level: str
    pool: str
    ask: str
    body: Body
    explain: str
    section: str
    sources: tuple[str, ...]
    exam_era: str
    current: str
    seconds: int
    enemies: tuple[str, ...]
    status: str
    review_by: date | None
    lang: str
    reset: int
    tests: tuple[Test, ...]
    file: str

    def retold(self, tell: Tell) -> "Item":
        """The item with what `tell` gives for each text; an empty one stays empty."""

        def other(text: str, *name: str) -> str:
            return tell(text, *name) if text else text

        return replace(
            self,
            ask=other(self.ask, "ask"),
            explain=other(self.explain, "explain"),
            exam_era=other(self.exam_era, "exam_era"),
            current=other(self.current, "current"),
            body=self.body.retold(other),
        )

    @property
    def texts(self) -> dict[Name, str]:
        """Every text that a learner reads and a translation replaces; none is empty."""
        found: dict[Name, str] = {}

        def note(text: str, *name: str) -> str:
            if text:
                found[name] = text
            return text

        for name in ("ask", "explain", "exam_era", "current"):
            note(getattr(self, name), name)
        self.body.retold(note)
        return found

    @cached_property
    def facts(self) -> tuple[str, ...]:
        """Ids of the facts that it names anywhere, in its texts and its formulas."""
        body = self.body
        formulas = [f"{{calc:{one}}}" for one in body.formulas]
        named = [*self.texts.values(), *body.verbatim.values(), *formulas]
        return facts_named("\n".join(named))


def read_item(
    data: dict[str, object], module: str, file: str, problems: list[Problem]
) -> Item | None:
    """One `[[item]]` table; None, with a problem, when its kind is unknown."""
    table = Table(data, file, problems, str(data.get("id", "")))
    kind = table.choice("kind", KINDS)
    if kind not in KINDS:
        return None
    id = table.text("id")
    if not valid_id(id):
        table.problem("an id is lower-case words joined by hyphens.")
    item = Item(
        id=id,
        rev=table.integer("rev"),
        kind=kind,
        module=module,
        objective=table.text("objective"),
        also=table.texts("also"),
        level=table.choice("level", LEVELS),
        pool=table.choice("pool", POOLS),
        ask=table.text("ask"),
        body=KINDS[kind].read(table),
        explain=table.text("explain", ""),
        section=table.text("section", ""),
        sources=table.texts("sources", need=True),
        exam_era=table.text("exam_era", ""),
        current=table.text("current", ""),
        seconds=table.integer("seconds", 0),
        enemies=table.texts("enemies"),
        status=table.choice("status", STATUSES, "reviewed"),
        review_by=table.day("review_by"),
        lang=table.text("lang", "en"),
        reset=table.integer("reset", 0),
        tests=tuple(_test(one) for one in table.tables("tests")),
        file=file,
    )
    table.done()
    return item


def _test(table: Table) -> Test:
    given = table.table("given").data
    if not all(type(one) in (int, float) for one in given.values()):
        table.problem("a test's given are numbers by the names of the givens.")
        given = {}
    outcome = table.choice("outcome", ("correct", "wrong", "invalid"))
    score = table.number("score") if table.has("score") else None
    test = Test(table.any("answer"), outcome, given, score, table.text("say", ""))
    if score is not None and not 0 <= score <= 1:
        table.problem(f"a test's score is {score}; it is from 0 to 1.")
    table.done()
    return test
