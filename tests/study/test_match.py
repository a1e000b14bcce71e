"""Matches: the right side shuffled, each left entry graded by itself."""

from certlab.course import gates
from certlab.study.grading import grade
from certlab.study.questions import Question, compile_item
from tests.study.kinds import kinds

MESSAGES = "mig-match-messages"


def ask(id: str, seed: int = 0) -> Question:
    return compile_item(kinds(), kinds().items[id], seed)


def test_the_right_side_is_shuffled_and_the_left_is_not() -> None:
    questions = [ask(MESSAGES, seed) for seed in range(60)]
    rights = {tuple(row["id"] for row in one.show["right"]) for one in questions}
    lefts = {tuple(row["id"] for row in one.show["left"]) for one in questions}
    assert len(rights) > 30
    assert lefts == {("none", "room", "argument", "destroy")}


def test_the_history_gets_the_right_side_as_shown() -> None:
    question = ask(MESSAGES, 3)
    assert question.key["options"] == [row["id"] for row in question.show["right"]]


def test_distractors_are_offered() -> None:
    question = ask(MESSAGES)
    offered = {row["id"] for row in question.show["right"]}
    assert offered - set(question.feedback["pairs"].values()) == {"toolkit"}


def test_a_distractor_is_not_among_the_texts_that_must_be_true() -> None:
    true = gates.texts(kinds().items[MESSAGES]).keys()
    assert {"right.mode", "left.none", "whys.none"} <= true
    assert "right.toolkit" not in true


def test_each_left_entry_is_graded() -> None:
    response = {
        "none": "mode",
        "room": "compute",
        "argument": "profiles",
        "destroy": "layout",
    }
    verdict = grade(ask(MESSAGES).key, response)
    assert (verdict.outcome, verdict.score) == ("wrong", 0.5)
    assert verdict.parts == {
        "none": True,
        "room": False,
        "argument": True,
        "destroy": False,
    }
    assert verdict.say == "Right: 2 of 4 pairs."


def test_nothing_is_scored_in_part_unless_the_item_says_so() -> None:
    response = {
        "lgip": "profiles",
        "lgi": "instances",
        "cgi": "create",
        "cci": "placements",
    }
    assert grade(ask("mig-match-options").key, response).score == 0
