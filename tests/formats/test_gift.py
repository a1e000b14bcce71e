"""GIFT in: each form of question, escapes, weights, and what does not fit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certlab.formats.drafts import (
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
from certlab.formats.gift import read


def one(text: str) -> Draft:
    reading = read(text)
    assert not [note for note in reading.notes if note.lost]
    (draft,) = reading.drafts
    return draft


def notes(text: str) -> list[str]:
    return [note.says for note in read(text).notes]


def refused(text: str) -> str:
    reading = read(text)
    assert not reading.drafts
    (note,) = reading.notes
    assert note.lost
    return note.says


def test_a_choice_with_name_feedback_and_category() -> None:
    draft = one(
        "// a comment\n$CATEGORY: $course$/GPUs\n\n"
        "::Warp size::How many threads has a warp? {\n"
        "  ~16 # Half of it.\n  =32 # On every GPU so far.\n  // not shown\n  ~64\n"
        "####It has not changed.\n}\n"
    )
    assert draft.where == "line 4"
    assert (draft.ask, draft.kind) == ("How many threads has a warp?", "single")
    assert draft.body == Choices(
        (
            Option("16", False, "Half of it."),
            Option("32", True, "On every GPU so far."),
            Option("64", False),
        )
    )
    assert draft.explain == "It has not changed."
    assert draft.about == "category: $course$/GPUs; title: Warp size"


@pytest.mark.parametrize(
    ("weights", "score"),
    [
        (("%50%", "%50%", ""), "each"),
        (("%50%", "%50%", "%-50%"), "net"),
        (("%50%", "%50%", "%-100%"), "all"),
        (("%33.33333%", "%66.66667%", ""), "each"),
    ],
)
def test_weighted_options_are_a_multi(weights: tuple[str, ...], score: str) -> None:
    options = "".join(f" ~{w}{text}" for w, text in zip(weights, "ABC", strict=True))
    draft = one(f"Which two? {{{options} }}")
    assert draft.kind == "multi"
    assert isinstance(draft.body, Choices)
    assert [o.correct for o in draft.body.parts] == [True, True, False]
    assert draft.body.score == score


def test_weights_that_are_not_kept_are_said() -> None:
    assert notes("A? {~%30%A ~%60%B ~C}") == [
        "right options of different weight now count alike.",
        "the right options together were not worth 100 %; now they are.",
    ]
    assert notes("A? {=A ~%50%B}") == [
        "part of the credit for a wrong option is left out."
    ]


def test_true_and_false() -> None:
    draft = one("MIG cuts memory into eighths.{T#It does.#Right.}")
    assert draft.body == Choices(
        (Option("True", True, "Right."), Option("False", False, "It does."))
    )
    assert one("MIG has nine.{FALSE}").body == Choices(
        (Option("True", False), Option("False", True))
    )


def test_short_answers_are_a_gap() -> None:
    draft = one("What are 32 threads? {=warp#Yes. =a warp#Yes.}")
    assert draft.ask == "What are 32 threads?"
    assert draft.body == Gaps((Blank(("warp", "a warp"), "Yes."),))


def test_a_missing_word_leaves_its_gap_in_the_text() -> None:
    draft = one("A group of 32 threads is a {=warp}, so to say.")
    assert draft.ask == "Fill the gap."
    assert draft.body == Gaps(
        ("A group of 32 threads is a ", Blank(("warp",)), ", so to say.")
    )
    assert one("{=Warps} run.").body == Gaps((Blank(("Warps",)), " run."))
    assert one("A {~row =warp} runs.").ask == "A [...] runs."


@pytest.mark.parametrize(
    ("inside", "number"),
    [
        ("#7", Number("7", 0)),
        ("#3.35:0.067", Number("3.35", 0.02)),
        ("#90..110", Number("100", 0.1)),
        ("#3.141..3.142", Number("3.1415", 0.000159159637116)),
        ("#-0.3..-0.1", Number("-0.2", 0.5)),
        ("#-0.5", Number("-0.5", 0)),
        ("#=007", Number("7", 0)),
        (
            "# =%100%8:0 =%0%7:0#A slice less.",
            Number("8", 0, (Trap("7", "A slice less."),)),
        ),
    ],
)
def test_numbers(inside: str, number: Number) -> None:
    assert one(f"How many? {{{inside}}}").body == number


def test_pairs_and_distractors() -> None:
    draft = one("Match. {=nsys -> Timeline =ncu -> Kernel = -> Races}")
    assert draft.body == Pairs((("nsys", "Timeline"), ("ncu", "Kernel")), ("Races",))


def test_escapes_mean_the_signs() -> None:
    draft = one(r"What is \{a\} \= \~b\: \#1\\n,\nreally? {=\=1 ~C\:\\new}")
    assert draft.ask == "What is {a} = ~b: #1\\n,\nreally?"
    assert isinstance(draft.body, Choices)
    assert [o.text for o in draft.body.parts] == ["=1", "C:\\new"]


def test_formats_of_texts() -> None:
    draft = one("[html]Is <b>1 &lt; 2</b><br>true? {=[plain]<b>Yes</b> ~No&amp;}")
    assert draft.ask == "Is **1 < 2**\ntrue?"
    assert isinstance(draft.body, Choices)
    assert [o.text for o in draft.body.parts] == ["<b>Yes</b>", "No&"]
    assert notes("[html]<script>f()</script>? {=A ~B}") == [
        "<script> stays in the text as it is written."
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Only a text.", "it asks for no answer; Moodle calls it a description."),
        ("Why? {}", "it asks for an essay, which nothing here can grade."),
        ("So? {=A ~B", "its braces do not match; escape those of the text as \\{."),
        ("So? {=A ~B} and {=C}", "its braces do not match; escape those"),
        ("So? {=A =B ~C}", "2 options are right and one of them is enough"),
        ("So? {~A ~B}", "no option is correct."),
        ("So? {#many}", "a number of it cannot be read."),
        ("So? {#1e999}", "a number of it cannot be read."),
        ("So? {#0:1}", "its tolerance is larger than the answer itself."),
        ("So? {=%50%A}", "no answer is worth 100 %."),
        ("So? {=A -> 1 =B}", "one of its pairs has no arrow ->."),
        ("{=A ~B}", "it asks nothing."),
        ("So? {" + "~A" * 61 + "}", "it has more than 60 parts."),
        ("So? {=" + "A" * 20_001 + " ~B}", "it is longer than 20,000 characters."),
    ],
)
def test_what_does_not_fit_is_refused(text: str, says: str) -> None:
    assert refused(text).startswith(says)


def test_what_is_left_out_of_a_question_is_said() -> None:
    assert notes("So? {=A* =%50%B#Nearly.}") == [
        "answers worth less than 100 % are left out, with their feedback.",
        "a * in an answer is now a star; Moodle takes it for any text.",
    ]
    assert notes("So? {#=5:1#Good. =%50%7:0 =8 ~#Other.}") == [
        "the feedback for any other number is left out.",
        "of several right numbers only the first is taken.",
        "part of the credit for a near number is left out.",
        "the feedback for the right number is left out.",
    ]


def test_a_broken_question_leaves_the_others() -> None:
    reading = read("So? {=A\n\nAnd? {=A ~B}\n\nOnly a text.\n")
    assert [draft.where for draft in reading.drafts] == ["line 3"]
    assert [note.where for note in reading.notes] == ["line 1", "line 5"]


@given(st.text(alphabet=st.sampled_from(list("ab :=~#{}%->\\n\n[]TF$/1."))))
def test_any_text_is_read_or_refused(text: str) -> None:
    reading: Reading = read(text)
    blocks = [one for one in text.split("\n\n") if one.strip()]
    assert len(reading.drafts) <= len(blocks)
