"""Drafts: what is taken in, what is refused, and the bank that is written of them."""

import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certlab.course.banks import read_bank
from certlab.course.problems import Problem
from certlab.course.table import valid_id
from certlab.errors import ContentError
from certlab.formats import drafts
from certlab.formats.draft_bank import bank_text, item_id, slug
from certlab.formats.drafts import (
    Back,
    Blank,
    Choices,
    Draft,
    Gaps,
    Number,
    Option,
    Pairs,
    Reading,
    Trap,
)

YES_NO = Choices((Option("Yes", True, "So it is."), Option("No", False)))
unhurried = settings(max_examples=200)


def kept(*found: Draft) -> Reading:
    reading = Reading("quiz.txt")
    for one in found:
        reading.keep(one)
    return reading


def items(reading: Reading, *sources: str) -> tuple[list[Any], list[Problem]]:
    problems: list[Problem] = []
    text = bank_text(reading, "mig", "nca-aiio.1.6", sources)
    return read_bank(text, "bank.toml", problems), problems


def refusal(ask: str, body: Any) -> str:
    reading = kept(Draft("line 1", ask, body))
    assert not reading.drafts
    (note,) = reading.notes
    assert note.lost
    return note.says


def test_every_kind_becomes_an_item_of_the_bank() -> None:
    two = Choices((Option("A", True), Option("B", True), Option("C", False)), "net")
    reading = kept(
        Draft("line 1", "Does it fit?", YES_NO, "It is small."),
        Draft("line 2", "Which two?", two),
        Draft("line 3", "How many?", Number("7", 0.01, (Trap("8", "Memory slices."),))),
        Draft("line 4", "Match.", Pairs((("a", "x"), ("b", "x")), ("y",))),
        Draft("line 5", "Fill.", Gaps(("It has ", Blank(("32", "thirty-two")), "."))),
        Draft("line 6", "A warp?", Back("32 threads"), about="tags: gpu"),
    )
    found, problems = items(reading, "mig-guide-start")
    assert [item.kind for item in found] == [
        "single", "multi", "numeric", "match", "cloze", "card",
    ]  # fmt: skip
    assert {item.status for item in found} == {"draft"}
    assert {item.objective for item in found} == {"nca-aiio.1.6"}
    assert found[0].explain == "It is small."
    assert found[0].body.options[0].why == "So it is."
    assert found[1].body.score == "net"
    assert found[2].body.traps[0].why == "Memory slices."
    assert found[3].body.pairs == {"a": "x", "b": "x"}
    assert found[4].body.text == "It has {{gap-1}}."
    assert found[5].body.back == "32 threads"
    # Only reasons are missing: nobody but an author can give them.
    assert {one.says.split(";")[0] for one in problems} == {
        "option no has no reason",
        *(f"option {one} has no reason" for one in "abc"),
        *(f"entry {one} has no reason" for one in "ab"),
        "blank gap-1 has no reason",
    }


def test_without_a_source_the_check_asks_for_one() -> None:
    _, problems = items(kept(Draft("line 1", "Does it fit?", Back("Yes"))))
    assert [one.says for one in problems] == ["sources is empty."]


def test_an_id_holds_module_words_and_a_digest_and_survives_new_reasons() -> None:
    plain = Choices((Option("No", False, "Because."), Option("Yes", True)))
    first = item_id("mig", Draft("line 1", "Does **it** fit, at last, today?", YES_NO))
    again = item_id("mig", Draft("line 9", "Does **it** fit, at last, today?", plain))
    assert first == again
    assert first.startswith("mig-does-it-fit-at-last-")
    other = Choices((Option("Yes", True), Option("Never", False)))
    assert item_id("mig", Draft("", "Does **it** fit, at last, today?", other)) != first
    exact, near = (Draft("", "How many?", Number("7", share)) for share in (0.0, 0.1))
    assert item_id("mig", exact) != item_id("mig", near)


def test_a_question_without_latin_letters_has_an_id_too() -> None:
    assert valid_id(item_id("mig", Draft("line 1", "為什麼？", Back("因為"))))
    assert slug("Ein Gerät für 7") == "ein-gerat-fur-7"


def test_options_that_begin_alike_have_ids_of_their_own() -> None:
    options = (
        "The same words, one",
        "The same words, two",
        "The same words 2",
        "？",
        "！",
    )
    parts = tuple(Option(text, not n, "Why.") for n, text in enumerate(options))
    (item,), problems = items(kept(Draft("line 1", "So?", Choices(parts))), "guide")
    assert not problems
    assert [one.id for one in item.body.options] == [
        "the-same-words",
        "the-same-words-2",
        "the-same-words-3",
        "option-4",
        "option-5",
    ]


def test_the_same_question_twice_is_written_once_and_said() -> None:
    one = Draft("line 1", "Does it fit?", YES_NO)
    reading = kept(one, Draft("line 8", "Does it fit?", YES_NO))
    found, _ = items(reading)
    assert len(found) == 1
    assert [(n.where, n.says) for n in reading.notes] == [
        ("line 8", "it is the same as line 1.")
    ]


@pytest.mark.parametrize(
    ("ask", "body", "says"),
    [
        (" ", YES_NO, "it asks nothing."),
        ("?", Choices((Option("A", True),)), "it has fewer than two options."),
        (
            "?",
            Choices((Option("A", False), Option("B", False))),
            "no option is correct.",
        ),
        ("?", Choices((Option("A", True), Option(" ", False))), "an option is empty."),
        (
            "?",
            Choices((Option("A", True), Option("A", False))),
            "two options are the same.",
        ),
        ("?", Back(" "), "the card has no back."),
        ("?", Gaps(("text",)), "a gap has no answer."),
        ("?", Gaps((Blank(()),)), "a gap has no answer."),
        (
            "?",
            Pairs((("a", "x"), ("b", "x"))),
            "a match needs two different entries on each side.",
        ),
        (
            "?",
            Pairs((("a", "x"), ("a", "y"))),
            "two entries on the left are the same, or an entry is empty.",
        ),
        ("?" * 20_001, YES_NO, "a text is longer than 20,000 characters."),
        (
            "?",
            Choices(tuple(Option(str(n), not n) for n in range(61))),
            "it has more than 60 parts.",
        ),
    ],
)
def test_what_can_be_no_item_is_refused(ask: str, body: Any, says: str) -> None:
    assert refusal(ask, body) == says


def test_too_many_questions_are_refused_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(drafts, "MOST_QUESTIONS", 2)
    with pytest.raises(ContentError, match=r"quiz.txt: holds more than 2 questions"):
        kept(*(Draft("", f"Is it {n}?", YES_NO) for n in range(3)))


def test_what_certlab_would_fill_in_is_kept_as_text_and_said() -> None:
    reading = kept(
        Draft("line 1", "Is {fact:warp.threads} {calc:9**9} right?", YES_NO),
        Draft("line 2", "Fill.", Gaps(("A {{mark}} and ", Blank(("x",))))),
    )
    assert reading.drafts[0].ask == "Is { fact:warp.threads} { calc:9**9} right?"
    assert [n.where for n in reading.notes] == ["line 1", "line 2"]
    found, problems = items(reading, "guide")
    assert found[1].body.text == "A { {mark}} and {{gap-1}}"
    assert not [one for one in problems if "gap}}" in one.says]


def test_a_note_is_never_longer_than_a_few_lines() -> None:
    reading = Reading("quiz.txt")
    reading.note("question 1", "x" * 1000 + "\x1b[31m")
    assert len(reading.notes[0].says) == 200


texts = st.text(min_size=1, max_size=30).filter(lambda text: text.strip())


@unhurried
@given(ask=texts, options=st.lists(texts, min_size=2, max_size=5), explain=st.text())
def test_any_text_comes_out_of_the_bank_as_it_went_in(
    ask: str, options: list[str], explain: str
) -> None:
    parts = [Option(text, not n, text) for n, text in enumerate(options)]
    reading = kept(Draft("line\n1", ask, Choices(tuple(parts)), explain, "a\nb"))
    data = tomllib.loads(bank_text(reading, "mig", "nca-aiio.1.6"))
    for draft, row in zip(reading.drafts, data.get("item", []), strict=True):
        assert row["ask"] == draft.ask
        assert [one["text"] for one in row["option"]] == [
            one.text for one in draft.body.parts
        ]
        assert row.get("explain", "") == draft.explain
        ids = [one["id"] for one in row["option"]]
        assert len(set(ids)) == len(ids)
        assert all(map(valid_id, [row["id"], *ids]))
