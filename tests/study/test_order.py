"""Orders: every order that breaks no rule is right, and a wrong one says why."""

import itertools
from typing import Any

import pytest

from certlab.study.grading import grade
from certlab.study.kinds.order import placed
from certlab.study.questions import Question, compile_item
from tests.study.kinds import kinds

DOWN = "mig-order-tear-down"


def ask(id: str, seed: int = 0) -> Question:
    return compile_item(kinds(), kinds().items[id], seed)


def test_all_orders_of_the_graph_are_right_and_no_others() -> None:
    key = ask(DOWN).key
    right = [
        order
        for order in itertools.permutations(key["options"])
        if grade(key, list(order)).outcome == "correct"
    ]
    # Two chains of two in any mixture, 4 over 2, and the mode last.
    assert len(right) == 6
    assert {order[-1] for order in right} == {"mode"}
    for a, b in (("dci-two", "dgi-two"), ("dci-three", "dgi-three")):
        assert all(order.index(a) < order.index(b) for order in right)


def test_without_a_graph_there_is_one_right_order() -> None:
    key = ask("mig-order-first-use").key
    orders = itertools.permutations(key["options"])
    right = [one for one in orders if grade(key, list(one)).outcome == "correct"]
    assert right == [("mode", "gi", "ci", "uuid", "run")]


@pytest.mark.parametrize("id", [DOWN, "mig-order-first-use", "cuda-order-program"])
def test_the_shown_order_is_never_right_and_depends_on_the_seed(id: str) -> None:
    shown = [ask(id, seed).key["options"] for seed in range(100)]
    after = ask(id).key["after"]
    assert not any(all(placed(after, one).values()) for one in shown)
    assert len({tuple(one) for one in shown}) > 20
    steps = [
        [step["id"] for step in ask(id, seed).show["steps"]] for seed in range(100)
    ]
    assert steps == shown


@pytest.mark.parametrize("seed", range(4))
def test_an_order_that_nobody_touched_costs_nothing(seed: int) -> None:
    key = ask(DOWN, seed).key
    verdict = grade(key, key["options"])
    assert (verdict.outcome, verdict.score) == ("invalid", 0)
    assert "move one" in verdict.say


def test_the_first_step_that_stands_too_early_is_named_with_its_reason() -> None:
    order = ["dci-two", "dgi-three", "mode", "dgi-two", "dci-three"]
    verdict = grade(ask(DOWN).key, order)
    assert verdict.say == (
        '"`nvidia-smi mig -i 0 -dgi -gi 3`" is too early, because '
        '"`nvidia-smi mig -i 0 -dci -gi 3`" '
        "comes before it. A GPU instance is in use as long as a compute instance is in it."
    )
    assert verdict.parts == {
        "dci-two": True,
        "dgi-three": False,
        "mode": False,
        "dgi-two": True,
        "dci-three": True,
    }


def test_the_order_shown_afterwards_is_the_files_where_that_is_right() -> None:
    assert ask(DOWN).feedback["order"] == [
        "dci-two",
        "dci-three",
        "dgi-two",
        "dgi-three",
        "mode",
    ]


AFTER: dict[str, list[str]] = {"a": [], "b": ["a"], "c": []}
PLACES: list[tuple[str, Any]] = [
    ("abc", [True, True, True]),
    ("cab", [True, True, True]),
    ("bac", [False, True, True]),
    ("cba", [True, False, True]),
]


@pytest.mark.parametrize(("order", "wanted"), PLACES)
def test_a_step_is_placed_when_all_it_needs_came_before(
    order: str, wanted: list[bool]
) -> None:
    assert list(placed(AFTER, list(order)).values()) == wanted
