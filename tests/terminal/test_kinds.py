"""Steps, pairs, gaps and command lines, typed in a terminal."""

from pathlib import Path

import pytest

from certlab.study.history import History
from certlab.study.session import Session
from certlab.terminal.drill import Drill
from tests.study.kinds import kinds

PAIRS = {"lgip": "profiles", "lgi": "instances", "cgi": "create", "cci": "compute"}


def drilled(item: str, tmp_path: Path, *lines: str) -> tuple[str, Session]:
    """Answer one item with these lines; everything that was printed."""
    session = Session(
        kinds(), History(tmp_path / "history.jsonl"), count=10_000, seed=0
    )
    session.questions = [one for one in session.questions if one.item == item]
    typed, said = iter(lines), []

    def ask(prompt: str) -> str:
        said.append(prompt)
        for line in typed:
            return line
        raise EOFError

    Drill(session, ask, said.append).run()
    return "\n".join(said), session


def order(session: Session) -> str:
    """The right order as digits of the steps as shown."""
    (question,) = session.questions
    ids = [step["id"] for step in question.show["steps"]]
    return " ".join(str(ids.index(id) + 1) for id in question.feedback["order"])


def pairs(session: Session) -> str:
    (question,) = session.questions
    right = [one["id"] for one in question.show["right"]]
    lefts = [one["id"] for one in question.show["left"]]
    letters = [chr(ord("a") + right.index(PAIRS[id])) for id in lefts]
    return " ".join(f"{n}{letter}" for n, letter in enumerate(letters, 1))


def fresh(item: str, tmp_path: Path) -> Session:
    session = Session(kinds(), History(tmp_path / "none.jsonl"), count=10_000, seed=0)
    session.questions = [one for one in session.questions if one.item == item]
    return session


@pytest.mark.parametrize(
    ("item", "line"),
    [
        ("mig-order-first-use", order),
        ("mig-match-options", pairs),
        ("cuda-cloze-partial-warp", "4; 28; 32"),
        ("mig-line-two-halves", "sudo nvidia-smi mig -cgi 9,9 -i 0 -C"),
    ],
)
def test_a_right_line(item: str, line: object, tmp_path: Path) -> None:
    typed = line(fresh(item, tmp_path)) if callable(line) else str(line)
    said, session = drilled(item, tmp_path, typed)
    assert "Right." in said
    (answer,) = session.history.read().answers
    assert (answer.item, answer.outcome) == (item, "correct")


@pytest.mark.parametrize(
    ("item", "line", "says"),
    [
        ("mig-order-first-use", "5 4 3 2 1", "is too early"),
        ("mig-match-options", "1a 2a 3a 4a", "of 4 pairs"),
        ("cuda-cloze-partial-warp", "3; 28; 32", "of 3 gaps"),
        ("mig-line-two-halves", "nvidia-smi mig -i 0 -cgi 9 -C", "9,9"),
    ],
)
def test_a_wrong_line_says_why_and_what_is_right(
    item: str, line: str, says: str, tmp_path: Path
) -> None:
    said, _ = drilled(item, tmp_path, line)
    assert "Wrong." in said
    assert says in said


@pytest.mark.parametrize(
    "item", ["mig-order-first-use", "mig-match-options", "cuda-cloze-partial-warp"]
)
def test_half_a_line_costs_nothing(item: str, tmp_path: Path) -> None:
    _, session = drilled(item, tmp_path, "1", "q")
    assert session.history.read().answers == ()


def test_the_situation_is_told_first(tmp_path: Path) -> None:
    said, _ = drilled("mig-line-two-halves", tmp_path, "q")
    assert said.index("Two services on one H100") < said.index("Write the line")
