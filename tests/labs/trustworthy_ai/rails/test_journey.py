"""A message's way through five rails: as NeMo Guardrails itself had it, and the same on the page."""

import json
from importlib.util import module_from_spec, spec_from_file_location
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from certlab.labs.trustworthy_ai import page
from certlab.labs.trustworthy_ai.rails import hidden, lines
from certlab.labs.trustworthy_ai.rails.journey import (
    MESSAGES,
    Settings,
    journey,
)
from tests.page_rules import called
from tests.real_course import whole

RULES = "labs/trustworthy_ai/static/fiverails/fiverails.js"
RECORDED: dict[str, Any] = json.loads(
    (Path(__file__).parents[3] / "vectors" / "rails" / "turns.json").read_text("utf-8")
)


def settings(bits: str) -> Settings:
    return Settings(
        **{
            name: bit == "1"
            for name, bit in zip(RECORDED["switches"], bits, strict=True)
        }
    )


EVERY = ["".join(bits) for bits in product("01", repeat=7)]


def test_every_setting_was_recorded_of_the_bank_of_the_lab() -> None:
    spec = spec_from_file_location("record", Path(__file__).with_name("record.py"))
    assert spec
    assert spec.loader
    record = module_from_spec(spec)
    spec.loader.exec_module(record)
    assert RECORDED["bank"] == record.digest(), (
        "the lab's bank changed; record it again"
    )
    assert RECORDED["messages"] == list(MESSAGES)
    assert sorted(RECORDED["turns"]) == EVERY


@pytest.mark.parametrize("message", MESSAGES)
def test_a_journey_ends_as_the_library_had_it(message: str) -> None:
    for bits, turns in RECORDED["turns"].items():
        text, calls = turns[MESSAGES.index(message)]
        ours = journey(message, settings(bits))
        assert (ours.text, ours.calls) == (RECORDED["texts"][text], calls), bits


def test_every_rail_stops_or_changes_something_and_lets_something_pass() -> None:
    seen = {
        (stop.place, stop.state)
        for message in MESSAGES
        for bits in EVERY
        for stop in journey(message, settings(bits)).stops
    }
    for rail in ("input", "dialog", "execution", "output"):
        assert {(rail, "passed"), (rail, "stopped"), (rail, "off")} <= seen
    assert {("retrieval", "passed"), ("retrieval", "changed")} <= seen


def test_the_page_decides_as_python_does() -> None:
    typed = [
        *MESSAGES,
        *hidden.ATTACKS,
        *hidden.HARMLESS,
        *(line for own in lines.TOPICS.values() for line in own[::5]),
        "?!",
        "Transfer 501 euros and 50 cents",
        "How are MISSES dressed?",
    ]
    some = ["1111111", "1111101", "1111110", "0000011", "0101011", "1011001"]
    begin = page.BEGINS["fiverails"](whole(), {})
    (found,) = called(
        RULES, "journeys", [[begin, typed, [settings(bits).__dict__ for bits in some]]]
    )
    for message, on_page in zip(typed, found, strict=True):
        for bits, one in zip(some, on_page, strict=True):
            ours = journey(message, settings(bits))
            assert one["text"] == ours.text, (message, bits)
            assert [
                (stop["place"], stop["state"], tuple(stop["about"]))
                for stop in one["stops"]
            ] == [(stop.place, stop.state, stop.about) for stop in ours.stops]


def test_a_figure_begins_with_a_message_and_refuses_others() -> None:
    from certlab.errors import CourseError

    assert page.BEGINS["fiverails"](whole(), {"message": "6"})["first"] == 6
    with pytest.raises(CourseError, match="message=99 is none of 0, 1"):
        page.BEGINS["fiverails"](whole(), {"message": "99"})
    with pytest.raises(CourseError, match="no setting size"):
        page.BEGINS["fiverails"](whole(), {"size": "1"})
