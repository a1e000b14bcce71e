"""Gaps: the text in pieces, and what counts as the same."""

from dataclasses import replace

import pytest

from certlab.course.items.cloze import Cloze
from certlab.study.grading import grade
from certlab.study.questions import Question, compile_item
from certlab.study.typed_text import parse_number, plain, trim
from tests.study.kinds import kinds


def ask(id: str) -> Question:
    return compile_item(kinds(), kinds().items[id], 0)


def test_the_text_comes_in_pieces_with_its_gaps() -> None:
    assert ask("cuda-cloze-partial-warp").show["text"] == [
        "A block of 100 threads is cut into ",
        {"gap": "warps"},
        " warps. In the last one, ",
        {"gap": "idle"},
        " of ",
        {"gap": "size"},
        " lanes have nothing to do.",
    ]


def test_gaps_that_take_numbers_are_known_before_the_answer() -> None:
    numbers = ask("cuda-cloze-partial-warp").show["gaps"]
    assert numbers == [{"id": id, "number": True} for id in ("warps", "idle", "size")]
    # 9.0 is a version there, and is compared as a text.
    assert not any(gap["number"] for gap in ask("cuda-cloze-binaries").show["gaps"])


def test_each_gap_is_graded_and_all_accepted_texts_are_told() -> None:
    question = ask("mig-cloze-name")
    response = {"thing": "ci", "slices": "memory", "memory": "GPU  Memory"}
    verdict = grade(question.key, response)
    assert verdict.parts == {"thing": True, "slices": False, "memory": True}
    assert (verdict.outcome, verdict.score) == ("wrong", 0)
    accepted = question.feedback["accepted"]["thing"]
    assert accepted[:3] == ["compute instance", "CI", "MIG device"]


def test_a_share_is_scored_where_the_item_says_so() -> None:
    key = ask("cuda-cloze-partial-warp").key
    verdict = grade(key, {"warps": "4", "idle": "27", "size": "32"})
    assert (verdict.outcome, verdict.score) == ("wrong", 2 / 3)


def test_what_the_text_has_next_to_a_gap_may_be_typed_too() -> None:
    item = kinds().items["mig-cloze-name"]
    assert isinstance(item.body, Cloze)
    text = "`a(x=2` {{thing}}`=`{{slices}}, at /v1/{{memory}}"
    body = replace(item.body, text=text)
    gaps = compile_item(kinds(), replace(item, body=body), 0).key["gaps"]
    signs = [(gap["before"], gap["behind"]) for gap in gaps]
    assert signs == [("", "="), ("=", ","), ("/v1/", "")]


PLAIN = [
    ("  a\t b\u00a0c \n", "a b c"),
    ("\ufeffa\x85", "a"),
    ("a–b—c−d‑e", "a-b-c-d-e"),
    ("“a” ‘b’ 5′ 6″", "\"a\" 'b' 5' 6\""),
    ("ＭＩＧ　３２", "MIG 32"),
    ("e\u0301", "é"),
]


@pytest.mark.parametrize(("typed", "wanted"), PLAIN)
def test_a_text_as_a_keyboard_would_have_typed_it(typed: str, wanted: str) -> None:
    assert plain(typed) == wanted


def test_white_space_is_cut_off_and_nothing_else() -> None:
    assert trim("\u2003\x1c a b \u3000") == "a b"
    assert trim("\u200ba") == "\u200ba"
    assert parse_number("\u00a01,024\ufeff") == 1024
