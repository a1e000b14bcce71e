"""Stages in a row: replaced, broken, raising, and what they hold given back."""

from collections.abc import Iterator
from typing import Any

import pytest

from certlab.errors import Refusal, ServerError
from certlab.labs.mlops.pipeline.line import HOLDS, NOTHING, Line, Stage


class Held:
    """What a stage holds until it is given back."""

    def __init__(self) -> None:
        self.ended = 0

    def stop(self) -> None:
        self.ended += 1


def even(made: Any, _: Any) -> Iterator[str]:
    if made % 2:
        yield f"{made} is odd; double it."


def small() -> Line:
    return Line(
        [
            Stage("double", lambda x: 2 * x, lambda f, made: f(made["raw"]), even),
            Stage(
                "hold",
                lambda _: Held(),
                lambda f, made: f(made["double"]),
                lambda _, made: iter(["too much."] if made["double"] > 100 else []),
                lambda held: held.stop(),
            ),
            Stage("last", lambda x: x, lambda f, made: f(made["double"]), even),
        ]
    )


def test_a_line_runs_and_times_each_stage() -> None:
    done = small().run(3)
    assert done.made["double"] == done.made["last"] == 6
    assert [*done.seconds] == ["double", "hold", "last"]


def test_a_replaced_stage_that_breaks_its_contract_is_told_by_name() -> None:
    with pytest.raises(Refusal, match=r"^double: 3 is odd; double it\.$"):
        small().run(3, double=lambda x: x)
    line = small()
    done = line.run(3)
    assert line.attempt("double", lambda x: x, done) == "double: 3 is odd; double it."
    assert line.attempt("double", lambda x: 4 * x, done) == HOLDS
    assert done.made["double"] == 6


def test_an_unknown_stage_is_refused_with_the_names() -> None:
    line = small()
    with pytest.raises(Refusal, match="replace one of double, hold, last"):
        line.run(3, triple=lambda x: 3 * x)
    with pytest.raises(Refusal, match="There is no stage triple"):
        line.attempt("triple", lambda x: x, line.run(3))


def test_whatever_a_stage_raises_or_forgets_is_one_sentence() -> None:
    line = small()
    done = line.run(3)

    def raises(_: int) -> int:
        raise KeyError("radius")

    found = line.attempt("double", raises, done)
    assert found.startswith("double: it raised KeyError: 'radius'; ")
    assert "\n" not in found
    assert line.attempt("double", lambda _: None, done) == f"double: {NOTHING}"
    assert line.attempt("double", lambda _: "six", done).startswith(
        "double: what it hands on cannot be read, TypeError"
    )


def test_an_error_that_names_another_stage_keeps_that_name() -> None:
    line = small()
    done = line.run(3)

    def server_is_gone(_: int) -> int:
        raise ServerError("hold: it is gone.")

    def plain(_: int) -> int:
        raise ServerError("no room.")

    assert line.attempt("last", server_is_gone, done) == "hold: it is gone."
    assert line.attempt("last", plain, done) == "last: no room."


def test_what_a_run_holds_is_given_back_where_a_later_stage_fails() -> None:
    held = Held()
    with pytest.raises(Refusal, match=r"^last: "):
        small().run(3, hold=lambda _: held, last=lambda _: 1)
    assert held.ended == 1


def test_an_attempt_gives_back_its_own_and_leaves_that_of_the_run() -> None:
    line, held = small(), Held()
    done = line.run(3)
    assert line.attempt("hold", lambda _: held, done) == HOLDS
    assert (held.ended, done.made["hold"].ended) == (1, 0)
    assert line.attempt("hold", lambda _: done.made["hold"], done) == HOLDS
    assert done.made["hold"].ended == 0
    line.end(done)
    assert done.made["hold"].ended == 1
    assert line.attempt("hold", lambda _: "no such thing", done) == HOLDS
