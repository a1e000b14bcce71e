"""What may stand on a sheet: a number of a graded fact, and no other."""

from dataclasses import replace

import pytest

from certlab.course import Course
from certlab.errors import ContentError
from certlab.sheets.gate import Gate


@pytest.mark.parametrize(
    "text",
    [
        "A warp is {fact:warp.threads}.",
        "Two warps are {calc:2*fact(warp.threads)|threads}.",
        "An H100 and an A100-80GB are names, as NVLink5 is.",
        "`nvidia-smi -i 3` is a line to type.",
        "One of several, and twice as much.",
        "A [warp](module:small#warps-2) is {fact:warp.threads|value}.",
        "The RTX PRO 6000 is called so by a fact.",
    ],
)
def test_a_text_without_a_number_of_its_own_passes(course: Course, text: str) -> None:
    assert Gate(with_a_named_card(course)).passes(text)


@pytest.mark.parametrize(
    "text",
    [
        "A warp is 32 threads.",
        "A warp is 32.",
        "From 16 to {fact:warp.threads}.",
        "Pruned to 2:4.",
        "It takes 3.5× as long.",
        "It ends at `3.4e38`.",
        "From driver R570 on.",
        "The RTX PRO 5000 is in no fact.",
        "A half is ½.",
    ],
)
def test_a_number_of_its_own_is_held_back(course: Course, text: str) -> None:
    assert not Gate(with_a_named_card(course)).passes(text)


def test_what_nobody_may_be_asked_is_held_back(course: Course) -> None:
    warp = course.facts["warp.threads"]
    for tier in "CD":
        facts = {**course.facts, warp.id: replace(warp, tier=tier)}
        gate = Gate(replace(course, facts=facts))
        assert not gate.passes("A warp is {fact:warp.threads}.")
        assert not gate.passes("Two are {calc:2*fact(warp.threads)}.")


@pytest.mark.parametrize(
    "text",
    ["The table above says why.", "The next page tells more.", "See this section."],
)
def test_what_leans_on_its_page_is_held_back(course: Course, text: str) -> None:
    assert not Gate(course).passes(text)


def test_what_a_line_does_may_repeat_its_numbers_and_no_others(course: Course) -> None:
    gate = Gate(course)
    assert gate.passes("Show GPU 3.", "nvidia-smi -i 3")
    assert not gate.passes("Show GPU 4.", "nvidia-smi -i 3")
    assert not gate.passes("Show GPU 3 of 33.", "nvidia-smi -i 3")


def test_filling_in_leaves_out_links(course: Course) -> None:
    text = "A [warp](module:small#warps) is *always* {fact:warp.threads}."
    assert Gate(course).filled(text, "here") == "A warp is *always* 32 threads."


def test_a_fact_that_is_gone_is_named_with_its_place(course: Course) -> None:
    gate = Gate(replace(course, facts={}))
    with pytest.raises(ContentError) as caught:
        gate.through("A warp is {fact:warp.threads}.", "quizzes/small.toml, small-card")
    says = str(caught.value)
    assert "small-card" in says
    assert "warp.threads" in says


def with_a_named_card(course: Course) -> Course:
    """A fact that names a card which ends in a number."""
    card = replace(course.facts["card.bandwidth"], what="Bandwidth of the RTX PRO 6000")
    return replace(course, facts={**course.facts, card.id: card})
