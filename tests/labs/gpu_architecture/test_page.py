"""The pictures of the page reckon as the simulators do."""

import math
import random
import re
from typing import Any

import pytest

from certlab.course.figures import Figure
from certlab.errors import CourseError
from certlab.labs.gpu_architecture import numbers
from certlab.labs.gpu_architecture.roofline import Roof, Work
from certlab.labs.gpu_architecture.widgets.numbers import NumberBits
from certlab.words import text
from tests.page_rules import begun, called, walked
from tests.real_course import whole

STATIC = "labs/gpu_architecture/static"
TRAITS = ("shown", "refusal", "said", "choices")


def test_a_page_s_roof_is_the_simulator_s() -> None:
    draw = random.Random(5)
    roofs = [Roof(draw.uniform(1, 1e4), draw.uniform(0.1, 10)) for _ in range(200)]
    roofs += [Roof(8.0, 2.0)]
    for roof, (wanted, side) in zip(
        roofs,
        zip(
            called(
                f"{STATIC}/roofline/roof.js",
                "reached",
                [[_js(one), 4] for one in roofs],
            ),
            called(
                f"{STATIC}/roofline/roof.js", "side", [[_js(one), 4] for one in roofs]
            ),
            strict=True,
        ),
        strict=True,
    ):
        assert (wanted, side) == (roof.at(4), roof.side(Work(4, 1)))


def _js(roof: Roof) -> dict[str, float]:
    return {"peak": roof.peak, "bandwidth": roof.bandwidth}


def test_the_roofline_begins_with_what_the_data_sheets_say() -> None:
    facts, begin = whole().facts, begun("roofline gpu=b200 format=fp4")
    (b200,) = (one for one in begin["gpus"] if one["id"] == "b200")
    rates = {id: rate for id, _, rate, _ in b200["peaks"]}
    assert b200["bandwidth"] == facts["b200.memory_bandwidth"].value
    assert rates["fp4"] == facts["b200.fp4_dense"].value
    assert {str(each) for *_, each in b200["peaks"]} <= begin["works"].keys()
    (l4,) = (one for one in begin["gpus"] if one["id"] == "l4")
    assert l4["bandwidth"] == pytest.approx(facts["l4.memory_bandwidth"].value / 1000)


@pytest.mark.parametrize(
    "says",
    [
        "roofline gpu=a100-80gb format=fp8",
        "roofline gpu=abacus",
        "roofline colour=red",
        "numberbits format=fp5",
        "numberbits size=2",
    ],
)
def test_what_cannot_begin_is_refused(says: str) -> None:
    with pytest.raises(CourseError):
        begun(says)


@pytest.mark.parametrize(
    ("format", "lang"), [*((one, "en") for one in numbers.FORMATS), ("fp16", "zh_TW")]
)
def test_a_page_s_bits_are_the_widget_s(format: str, lang: str) -> None:
    draw = random.Random(format)
    begin = begun(f"numberbits format={format} value=0.395")
    widget = NumberBits(format, 0.395, lang)
    messages = [*_messages(draw, 150)]
    states = walked(
        f"{STATIC}/numberbits/model.js",
        "BitsModel",
        [begin],
        messages,
        TRAITS,
        text(lang),
    )
    assert states[0]["shown"] == widget.shown
    for message, state in zip(messages, states[1:], strict=True):
        widget._handle_custom_msg(message, [])
        assert state["shown"] == widget.shown, message
        assert state["refusal"].get("text") == widget.refusal.get("text"), message
        assert state["said"].get("text") == widget.said.get("text"), message
    assert states[-1]["choices"] == widget.choices


TYPED = (
    "inf",
    "-inf",
    "nan",
    "",
    "0.1",
    "-0",
    "1e-3",
    "1,024",
    "−2.5",
    "65520",
    "1e40",
)


def _messages(draw: random.Random, count: int) -> Any:
    for _ in range(count):
        yield draw.choice(
            [
                {"type": "flip", "bit": draw.randrange(4)},
                {"type": "flip", "bit": draw.randrange(4)},
                {"type": "step", "by": draw.choice([1, -1])},
                {"type": "put", "value": draw.choice(TYPED)},
                {"type": "put", "value": repr(draw.lognormvariate(0, 20))},
                {"type": "put", "value": repr(-draw.random())},
                {"type": "choose", "format": draw.choice([*numbers.FORMATS])},
            ]
        )


def test_the_figures_are_what_the_simulators_draw() -> None:
    figures, facts = whole().figures, whole().facts
    bits, format = figures["gpu-architecture-bits"], numbers.format_of("fp8-e4m3")
    drawn = numbers.draw.svg(format, numbers.encode(format, 0.395))
    assert bits.svg.replace(f' data-live="{_live(bits)}"', "").strip() == drawn
    roofline = figures["gpu-architecture-roofline"].svg
    wide = (600 - 72) / 16  # pixels of a power of two, from 1/8
    for id in ("fp16_dense", "fp32_peak"):
        found = re.search(rf'id="roofline-{id}" d="M.* .*L([\d.]+) ', roofline)
        assert found is not None
        roof = Roof(
            facts[f"h100-sxm5.{id}"].value, facts["h100-sxm5.memory_bandwidth"].value
        )
        at = 72 + wide * (3 + math.log2(roof.ridge))
        assert float(found.group(1)) == pytest.approx(at, abs=0.06)


@pytest.mark.parametrize("name", ["distances", "distances.narrow"])
def test_the_bars_of_distances_are_as_long_as_the_facts_say(name: str) -> None:
    drawn = whole().figures[f"gpu-architecture-{name}"].svg
    bars = re.findall(r'<rect x="\d+" y="\d+" width="([\d.]+)"', drawn)
    facts = [
        whole().facts[f"a100.{memory}_latency"].value
        for memory in ("shared_memory", "l2", "global_memory")
    ]
    scale = float(bars[-1]) / facts[-1]
    assert [float(bar) for bar in bars] == pytest.approx(
        [fact * scale for fact in facts], abs=0.1
    )


def _live(figure: Figure) -> str:
    name, settings = figure.live
    return " ".join([name, *(f"{key}={value}" for key, value in settings.items())])
