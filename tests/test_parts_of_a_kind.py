"""What a kind of question consists of: each place that has to know a kind.

A new kind begins as a class of `course/items/body.py: Body` in a file of its own, with a row in
`course/items/__init__.py: KINDS`. What else it needs, `PARTS` lists, and the test names what
is missing. The verbs of a body are held by its being an abstract class, the options of a kind
in each export by `tests/formats/test_every_option.py`.
"""

import ast
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from inspect import isabstract
from itertools import chain
from pathlib import Path

import pytest

import certlab
from certlab.course.items import ASKABLE, GRADED_KINDS, KINDS
from certlab.study.questions import compile_item
from tests.formats.askable import kinds
from tests.varied import ITEMS, varied

SOURCE = Path(certlab.__file__).parent
VECTORS = "tests/vectors/grading.json"
CHOICES = {"single", "multi"}


@dataclass(frozen=True)
class Part:
    """A place that names kinds.

    Attributes:
        what: what a kind without it cannot do.
        file: from src/certlab, or from the checkout.
        place: a table or a function in that file.
        free: kinds for which this place has nothing to do.
        cards: whether it has to know kinds that are not graded, too.
    """

    what: str
    file: str
    place: str
    free: frozenset[str] = frozenset()
    cards: bool = True

    @property
    def needs(self) -> set[str]:
        """The kinds that have to stand here."""
        return {*(ASKABLE if self.cards else GRADED_KINDS)} - self.free


def part(what: str, file: str, place: str, *free: str, cards: bool = True) -> Part:
    return Part(what, file, place, frozenset(free), cards)


# A card is drawn by faces of its own, and says by itself what is right.
PARTS = (
    part("is not compiled and graded", "study/rules.py", "RULES"),
    part("is not graded in browsers", "app/static/grading/grading.js", "GRADERS"),
    part("has no refusals in browsers", "app/static/grading/grading.js", "REFUSALS"),
    part(
        "is not drawn in browsers",
        "app/static/question/question.js",
        "CONTROLS",
        cards=False,
    ),
    part(
        "is not drawn after its answer",
        "app/static/question/answered.js",
        "AFTER",
        *CHOICES,  # `drawAfterOf` draws whatever has options
        "numeric",
        cards=False,
    ),
    part(
        "has no controls in the terminal",
        "terminal/screens/kinds.py",
        "CONTROLS",
        cards=False,
    ),
    part(
        "is not shown after its answer in the terminal",
        "terminal/screens/feedback.py",
        "_TOLD",
        cards=False,
    ),
    part("has no line that asks for it", "terminal/typed_response.py", "_asks"),
    part("cannot be answered on a line", "terminal/typed_response.py", "_READERS"),
    part(
        "has no right answer on lines",
        "terminal/question_lines.py",
        "_solution",
        *CHOICES,  # each option says whether it is right
        "numeric",  # its working says it
        "card",
    ),
    part("is not shown on pages", "app/pages/questions.py", "_shown", cards=False),
    part("is not answered on pages", "app/pages/questions.py", "_answer", cards=False),
    part("has no answer on paper", "study/answer_sheet.py", "answers"),
    part("is neither in GIFT nor lost", "formats/gift_export.py", "_answers _CANNOT"),
    part("has no response in QTI", "formats/qti_items.py", "_declarations _CANNOT"),
    part("has no control in QTI", "formats/qti_items.py", "_interaction _CANNOT"),
    part(
        "has no score in QTI",
        "formats/qti_processing.py",
        "processing",
        *("card", "command"),  # qti_items.py refuses them
    ),
    part("has no loss in Anki", "formats/apkg.py", "_LOSSES", cards=False),
    part("is not counted in a class", "classroom/service/tally.py", "_names"),
    part("has no vectors that hold both graders equal", VECTORS, ""),
)


def named(one: Part) -> set[str]:
    """The kinds that a place names: the keys of a table, the cases of a function."""
    found: set[str] = set()
    for place in one.place.split() or [""]:
        found |= _named(one.file, place)
    return found


@cache
def _named(file: str, place: str) -> set[str]:
    path = SOURCE / file if (SOURCE / file).exists() else SOURCE.parents[1] / file
    text = path.read_text("utf-8")
    if path.suffix == ".json":
        return {one["kind"] for one in json.loads(text)["keys"].values()}
    if path.suffix == ".js":
        block = re.search(
            rf"^const {place} = \{{\n(.*?)^\}};", text, re.MULTILINE | re.DOTALL
        )
        return (
            set(re.findall(r"^  (\w+)[:(,]", block[1], re.MULTILINE))
            if block
            else set()
        )
    for node in ast.parse(text).body:
        match node:
            case ast.FunctionDef(name=name) if name == place:
                cases = (
                    one for one in ast.walk(node) if isinstance(one, ast.MatchValue)
                )
                return _texts([one.value for one in cases])
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=ast.Dict(keys=keys))
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.Dict(keys=keys))
            ) if name == place:
                return _texts(keys)
    return set()


def _texts(nodes: Sequence[ast.expr | None]) -> set[str]:
    values = [one.value for one in nodes if isinstance(one, ast.Constant)]
    return {one for one in values if isinstance(one, str)}


@pytest.mark.parametrize("one", PARTS, ids=lambda one: f"{one.file} {one.place}")
def test_a_kind_has_each_of_its_parts(one: Part) -> None:
    for kind in sorted(one.needs - named(one)):
        pytest.fail(f"A {kind} {one.what}; add it to {one.place} of {one.file}.")


@pytest.mark.parametrize("one", PARTS, ids=lambda one: f"{one.file} {one.place}")
def test_a_place_that_is_free_of_a_kind_does_not_name_it(one: Part) -> None:
    """Else `free` would excuse what is not so."""
    assert not one.free & named(one)
    assert "sketch" not in named(one)  # a kind that nobody has written


@pytest.mark.parametrize("kind", KINDS)
def test_a_body_has_every_verb(kind: str) -> None:
    body = KINDS[kind].body
    assert not isabstract(body), f"{kind}: {', '.join(body.__abstractmethods__)}"


BODIES = {one.body.__module__ for one in KINDS.values()}
COURSE = sorted(
    path for path in SOURCE.glob("course/**/*.py") if path.parent.name != "items"
)


@pytest.mark.parametrize("path", COURSE, ids=str)
def test_the_course_names_no_kind_but_asks_the_body(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.ImportFrom(module=module):
                assert module not in BODIES, f"{module}: ask a verb of the body"
            case ast.Compare(left=ast.Attribute(attr="kind"), comparators=values):
                kinds = {*KINDS} & {one for value in values for one in _inside(value)}
                assert not kinds, f"line {node.lineno} asks for {kinds}"


def _inside(value: ast.expr) -> set[str]:
    return _texts([one for one in ast.walk(value) if isinstance(one, ast.expr)])


BY_ID = {"texts", "whys", "after", "pairs", "factors", "env"}  # their names are ids


@pytest.mark.parametrize("id", [id for id, one in ITEMS.items() if one.body.asked])
def test_what_a_key_holds_stands_in_the_vectors(id: str) -> None:
    """A rule that only one of both graders knows would else be seen by nobody.

    Also of an option that a key holds only where it is set.
    """
    item = ITEMS[id]
    items = [item, *(changed for _, changed in varied(id))]
    keys = json.loads((SOURCE.parents[1] / VECTORS).read_text("utf-8"))["keys"]
    known = {
        name
        for key in keys.values()
        if key["kind"] == item.kind
        for name in _names(key)
    }
    names = (_names(compile_item(kinds(), one, 0).key) for one in items)
    lacking = {*chain.from_iterable(names)} - known
    assert not lacking, f"add a {item.kind} with {sorted(lacking)} to the vectors"


def _names(value: object, above: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for name, one in value.items():
            yield f"{above}{name}"
            yield from () if name in BY_ID else _names(one, f"{above}{name}.")
    elif isinstance(value, list):
        for one in value:
            yield from _names(one, above)
