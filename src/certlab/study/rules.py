"""The rules of each kind of question: how it is compiled, graded, and its tests checked."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from certlab.course.items import Item
from certlab.study.kinds.asking import Asking
from certlab.study.kinds.card import compile_card, grade_card
from certlab.study.kinds.choice import compile_choice, grade_multi, grade_single
from certlab.study.kinds.cloze import compile_cloze, grade_cloze
from certlab.study.kinds.command import grade_command
from certlab.study.kinds.command_key import compile_command
from certlab.study.kinds.command_tests import command_faults
from certlab.study.kinds.match import compile_match, grade_match
from certlab.study.kinds.numeric import compile_numeric, grade_numeric, numeric_faults
from certlab.study.kinds.order import compile_order, grade_order
from certlab.study.verdicts import Parts, Verdict

Compile = Callable[[Any, Asking], Parts]
Grade = Callable[[dict[str, Any], Any], Verdict]
Faults = Callable[[Item, Sequence[Parts]], Iterator[str]]


def _no_faults(_item: Item, _askings: Sequence[Parts]) -> Iterator[str]:
    yield from ()


@dataclass(frozen=True)
class Rules:
    """What a kind does.

    Attributes:
        compile: a body of that kind and one asking, to what is shown, the key, the feedback.
        grade: a key and a response to a verdict; it needs no course.
        faults: what else is wrong with an item that compiles, seen over its askings.
    """

    compile: Compile
    grade: Grade
    faults: Faults = _no_faults


RULES: dict[str, Rules] = {
    "single": Rules(compile_choice, grade_single),
    "multi": Rules(compile_choice, grade_multi),
    "numeric": Rules(compile_numeric, grade_numeric, numeric_faults),
    "order": Rules(compile_order, grade_order),
    "match": Rules(compile_match, grade_match),
    "cloze": Rules(compile_cloze, grade_cloze),
    "command": Rules(compile_command, grade_command, command_faults),
    "card": Rules(compile_card, grade_card),
}
