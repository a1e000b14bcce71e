"""Schedules drawn and told."""

from xml.etree import ElementTree as ET

import pytest

from certlab.labs.distributed import pipeline
from certlab.labs.distributed.pipeline import Pipeline, Refusal, Run
from certlab.words import Sentence

SVG = "{http://www.w3.org/2000/svg}"


def three() -> list[Run]:
    """The mock-up's runs."""
    names = (("gpipe", 1), ("1f1b", 1), ("interleaved", 2))
    return [
        pipeline.run(Pipeline(schedule=name, stages=4, micro_batches=8, chunks=chunks))
        for name, chunks in names
    ]


def test_in_words() -> None:
    assert pipeline.words(
        pipeline.run(
            Pipeline(schedule="interleaved", stages=4, micro_batches=8, chunks=2)
        )
    ) == (
        "interleaved, v = 2, with 4 stages and 8 micro-batches, takes 28.5 t, and each "
        "stage works for 24 t of it. The bubble is 15.8 % of the total time and 18.8 "
        "% of the ideal time. At its peak a stage keeps the activations of this many "
        "micro-batches, by stage: 5.5, 4.5, 3.5, 2.5."
    )
    assert pipeline.words(
        pipeline.run(Pipeline(schedule="1f1b", stages=16, micro_batches=64))
    ).endswith("by stage: 16 at most, 1 at least.")


def test_the_drawing_has_the_mock_up_s_figures() -> None:
    root = ET.fromstring(pipeline.draw.svg(three(), follow=2))
    says = [one.text for one in root.iter(f"{SVG}text")]
    for text in ("33 t", "28.5 t", "27.3 %", "37.5 %", "3 / 11", "3 / 8", "15.8 %"):
        assert text in says
    assert {"18.8 %", "3 / 19", "3 / 16", "5.5", "24 t: no bubble"} <= set(says)
    assert says.count("of total") == says.count("of ideal") == 3
    *_, width, height = map(float, root.attrib["viewBox"].split())
    for one in root.iter(f"{SVG}text"):
        assert 0 <= float(one.attrib["x"]) <= width
        assert 0 <= float(one.attrib["y"]) <= height


def test_what_is_followed_is_outlined_everywhere() -> None:
    runs = three()
    drawn = [pipeline.draw.svg(runs, follow=one) for one in (None, 2)]
    outlines = [
        sum(
            rect.attrib.get("stroke-width") == "2"
            for rect in ET.fromstring(one).iter(f"{SVG}rect")
        )
        for one in drawn
    ]
    assert outlines == [0, 4 * (2 + 2 + 4)]


def test_spans_stand_where_their_time_is() -> None:
    """760 px for 33 t from 72 on: the mock-up's GPipe, stage 3, first backward at 11 t."""
    root = ET.fromstring(pipeline.draw.svg(three()[:1]))
    hatched = [
        (float(one.attrib["x"]), float(one.attrib["width"]))
        for one in root.iter(f"{SVG}rect")
        if one.attrib["fill"] == "url(#sim-hatch)"
    ]
    scale = 760 / 33
    assert any(
        abs(x - (72 + 11 * scale)) < 0.01 and abs(width - 2 * scale) < 0.01
        for x, width in hatched
    )
    dots = [
        float(one.attrib["width"])
        for one in root.iter(f"{SVG}rect")
        if one.attrib["fill"] == "url(#sim-idle)"
    ]
    # Four stages wait 9 t each; the key's sample is 24 px.
    assert sum(dots) - 24 == pytest.approx(4 * 9 * scale, abs=0.1)


def test_a_formula_that_does_not_hold_is_not_drawn() -> None:
    run = pipeline.run(Pipeline(schedule="zb-h1", stages=4, micro_batches=2))
    assert not pipeline.formula_holds(run)
    says = [
        one.text for one in ET.fromstring(pipeline.draw.svg([run])).iter(f"{SVG}text")
    ]
    assert not [text for text in says if text and " / " in text]


def test_the_report() -> None:
    told = pipeline.report.state(
        pipeline.run(Pipeline(schedule="zb-h1", stages=2, micro_batches=2)), spans=True
    )
    assert told["formula_of_ideal"] == "(p − 1)(F + B − W) / (m (F + B + W))"
    assert told["spans"][1][0] == {
        "kind": "F",
        "micro": 0,
        "chunk": 0,
        "start": 1.0,
        "end": 2.0,
    }
    assert "spans" not in pipeline.report.state(
        pipeline.run(Pipeline(schedule="gpipe", stages=2, micro_batches=2))
    )


REFUSED: list[tuple[dict[str, object], str]] = [
    (
        {"schedule": "dualpipe"},
        (
            "There is no schedule dualpipe; choose one of naive, gpipe, 1f1b, "
            "interleaved, zb-h1."
        ),
    ),
    (
        {"chunks": 2},
        "1f1b has one model chunk in each stage, not 2; use interleaved for more.",
    ),
    (
        {"schedule": "interleaved"},
        (
            "interleaved needs at least two model chunks in each stage, not 1; use "
            "1f1b "
            "for one."
        ),
    ),
    (
        {"schedule": "interleaved", "chunks": 2, "micro_batches": 10},
        (
            "interleaved works in rounds with one micro-batch for each stage, but 10 "
            "micro-batches are not a multiple of 4 stages; use 8 or 12 of them."
        ),
    ),
    (
        {"schedule": "interleaved", "chunks": 2, "micro_batches": 3},
        (
            "interleaved works in rounds with one micro-batch for each stage, but 3 "
            "micro-batches are fewer than 4 stages; use 4 of them."
        ),
    ),
    (
        {"stages": 0},
        "A pipeline needs at least one stage and one micro-batch, not 0 and 8.",
    ),
    ({"forward": 0}, "Each piece of work takes time; give more than 0."),
    (
        {"weight_share": 2},
        "The part of the activations that W still needs is a share from 0 to 1, not 2.",
    ),
    (
        {"stages": 1000, "micro_batches": 1_000_000},
        (
            "1,000 stages and 1,000,000 micro-batches make 2,000,000,000 pieces of "
            "work, but at most 4,000,000 can be simulated; use fewer stages or "
            "micro-batches."
        ),
    ),
]


@pytest.mark.parametrize(("changes", "says"), REFUSED)
def test_a_refusal_is_one_sentence(changes: dict[str, object], says: str) -> None:
    config = {"schedule": "1f1b", "stages": 4, "micro_batches": 8} | changes
    with pytest.raises(Refusal) as told:
        Pipeline(**config)  # type: ignore[arg-type]  # a table of changes has no types
    assert str(told.value) == says
    assert isinstance(told.value.says, Sentence)


def test_too_much_to_draw() -> None:
    run = pipeline.run(Pipeline(schedule="gpipe", stages=8, micro_batches=256))
    with pytest.raises(Refusal, match="at most 4,000 pieces of work, not 4,096;"):
        pipeline.draw.svg([run])
