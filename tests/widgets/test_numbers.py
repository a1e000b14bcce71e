"""The Python side of the bits: what a message does, and what is said of it."""

import math
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from certlab import widgets
from certlab.labs.gpu_architecture import numbers
from certlab.labs.gpu_architecture.widgets.numbers import NumberBits


def ask(widget: NumberBits, type: str, **message: Any) -> None:
    """A message as the browser sends it."""
    widget._handle_custom_msg({"type": type, **message}, [])


@pytest.fixture
def bits() -> NumberBits:
    return widgets.number_bits("fp8-e4m3", 0.395)


def test_a_value_is_rounded_to_the_format(bits: NumberBits) -> None:
    assert (bits.code, bits.value) == (0x2D, 0.40625)
    assert [group["bits"] for group in bits.shown["groups"]] == ["0", "0101", "101"]
    assert [group["first"] for group in bits.shown["groups"]] == [7, 3, 0]
    assert bits.shown["sum"] == "2^(5 − 7) × (1 + 5/8)"
    assert bits.shown["next"] == "The next larger number is 0.4375."


@pytest.mark.parametrize("bit", range(8))
def test_a_flip_turns_one_bit_and_back(bits: NumberBits, bit: int) -> None:
    before = bits.code
    ask(bits, "flip", bit=bit)
    assert bits.code == before ^ (1 << bit)
    ask(bits, "flip", bit=bit)
    assert bits.code == before


def test_what_happened_is_said_each_time(bits: NumberBits) -> None:
    ask(bits, "flip", bit=7)
    assert bits.said["text"] == "FP8 E4M3 1 0101 101 is −0.40625: a normal number."
    first = bits.said["n"]
    ask(bits, "put", value="1000")
    assert bits.said["text"].startswith("1000 is too large. FP8 E4M3 0 1111 111 is NaN")
    assert bits.said["n"] > first


def test_steps_stay_within_the_sign(bits: NumberBits) -> None:
    bits.put(-448.0)
    ask(bits, "step", by=1)
    assert math.isnan(bits.value)
    ask(bits, "step", by=1)
    assert (bits.value, math.copysign(1, bits.value)) == (0.0, -1.0)
    ask(bits, "step", by=-1)
    assert math.isnan(bits.value)


def test_another_format_takes_the_value_along(bits: NumberBits) -> None:
    ask(bits, "put", value="0.3")
    ask(bits, "choose", format="fp4-e2m1")
    assert bits.value == 0.5
    assert bits.said["text"].startswith("0.3125 is rounded to 0.5.")


@pytest.mark.parametrize(
    ("type", "message", "says"),
    [
        ("put", {"value": "a lot"}, "a lot is not a number; write 0.1, 1e-3 or inf."),
        ("put", {"value": " "}, "“” is not a number"),
        ("choose", {"format": "fp9"}, "There is no format fp9"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    bits: NumberBits, type: str, message: dict[str, str], says: str
) -> None:
    ask(bits, type, **message)
    assert says in bits.refusal["text"]
    assert bits.code == 0x2D
    ask(bits, "flip", bit=0)
    assert bits.refusal == {}


def test_nan_stays_where_there_is_one(bits: NumberBits) -> None:
    ask(bits, "put", value="nan")
    ask(bits, "choose", format="fp4-e2m1")
    assert "has no code for NaN" in bits.refusal["text"]
    assert bits.format.id == "fp8-e4m3"
    ask(bits, "choose", format="fp16")
    assert bits.shown["value"] == "NaN"


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"type": "flip", "bit": 8},
        {"type": "flip", "bit": "1"},
        {"type": "step", "by": None},
        {"type": "put", "value": 3},
        {"type": "choose"},
    ],
)
def test_a_message_that_makes_no_sense_breaks_nothing(
    bits: NumberBits, message: dict[str, Any]
) -> None:
    bits._handle_custom_msg(message, [])
    assert bits.code == 0x2D


def test_the_output_of_a_notebook_is_the_same_in_every_run() -> None:
    def bundle() -> dict[str, Any]:
        found = widgets.number_bits("bf16", 0.395)._repr_mimebundle_()
        assert found is not None
        return {key: found[0][key] for key in ("text/plain", "image/svg+xml")}

    assert bundle() == bundle()
    assert bundle()["text/plain"] == (
        "NumberBits: BF16 0 01111101 1001010 is 0.39453125: a normal number."
    )
    ET.fromstring(bundle()["image/svg+xml"])


@pytest.mark.parametrize("format", numbers.FORMATS)
def test_every_format_can_be_shown(format: str) -> None:
    made = widgets.number_bits(format, 1.5)
    shown = "".join(group["bits"] for group in made.shown["groups"])
    assert int(shown, 2) == made.code
