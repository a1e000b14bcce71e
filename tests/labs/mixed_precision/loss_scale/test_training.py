"""What the small network shows: laws that hold whatever the numbers are."""

import math
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from certlab.course import Course
from certlab.labs.mixed_precision.loss_scale import (
    BF16,
    FORMATS,
    FP16,
    FP32,
    Format,
    Network,
    Scaler,
    Spectrum,
    Training,
    draw,
)
from certlab.labs.mixed_precision.loss_scale.network import Sample

SVG = "{http://www.w3.org/2000/svg}"


def loss(network: Network, samples: list[Sample]) -> float:
    """Worked out anew, sample by sample."""
    total = 0.0
    for inputs, wanted in samples:
        values = list(inputs)
        for n, layer in enumerate(network.layers):
            values = [
                sum(a * b for a, b in zip(row, values, strict=True)) for row in layer
            ]
            if n + 1 < len(network.layers):
                values = [max(0.0, one) for one in values]
        total += (values[0] - wanted) ** 2
    return total / len(samples)


def test_gradients_are_those_of_finite_differences() -> None:
    training = Training(sizes=(3, 5, 4, 1))
    network, samples = training.network(), training.samples()
    exact = Format("exact", list, math.inf, -1000, -1000)
    found = network.run(samples, exact, 1.0)
    assert found.loss == pytest.approx(loss(network, samples))
    tiny, checked = 1e-6, 0
    for layer, slopes in zip(network.layers, found.gradients, strict=True):
        for row, slope in zip(layer, slopes, strict=True):
            for n in range(len(row)):
                row[n] += tiny
                high = loss(network, samples)
                row[n] -= 2 * tiny
                low = loss(network, samples)
                row[n] += tiny
                assert slope[n] == pytest.approx((high - low) / (2 * tiny), abs=1e-6)
                checked += 1
    assert checked == 3 * 5 + 5 * 4 + 4


@pytest.mark.parametrize("format", FORMATS)
def test_a_scale_that_is_a_power_of_two_costs_nothing(format: Format) -> None:
    """Where nothing is lost, scaled gradients are the same, bit by bit."""
    plain = Training(format=format, steps=5).run()
    scaled = Training(format=format, steps=5, scale=1024.0).run()
    if format is FP16:  # its plain gradients lie partly below full precision
        assert plain.gradients == pytest.approx(scaled.gradients, abs=2.0**-24)
    else:
        assert plain.gradients == scaled.gradients


def test_a_weight_on_the_loss_changes_nothing_in_fp32() -> None:
    whole, tiny = Training(steps=30).run(), Training(weight=2.0**-20, steps=30).run()
    for one, other in zip(whole.steps, tiny.steps, strict=True):
        assert other.loss == pytest.approx(one.loss, rel=1e-3)
        assert other.peak == pytest.approx(one.peak * 2.0**-20, rel=1e-3)


def test_tiny_gradients_stop_fp16_and_a_scale_mends_it() -> None:
    end = {
        "FP32": Training(weight=1e-6).run(),
        "BF16": Training(weight=1e-6, format=BF16).run(),
        "FP16": Training(weight=1e-6, format=FP16).run(),
        "scaled": Training(weight=1e-6, format=FP16, scaler=Scaler()).run(),
    }
    last = {name: run.steps[-1] for name, run in end.items()}
    assert last["FP16"].zeros > 0.9
    assert last["scaled"].zeros < 0.5  # ReLU's own
    assert last["FP16"].loss > 10 * last["FP32"].loss
    for name in ("BF16", "scaled"):
        assert last[name].loss < 2 * last["FP32"].loss
    assert end["scaled"].skipped == 0


def test_a_skipped_step_changes_no_weight() -> None:
    run = Training(format=FP16, scale=2.0**40, steps=4).run()
    assert run.skipped == 4
    assert len({one.loss for one in run.steps}) == 1
    assert all(math.isinf(one.peak) for one in run.steps)


def test_the_scaler_finds_a_scale_that_fits() -> None:
    start = Scaler(scale=2.0**24, interval=15)
    run = Training(format=FP16, scaler=start).run()
    assert run.skipped >= 2
    for before, after in pairwise(run.steps):
        assert after.scale in {before.scale / 2, before.scale, before.scale * 2}
        assert (after.scale < before.scale) == before.overflow
    for one in run.steps:
        if not one.overflow:
            assert one.scale <= one.limit(FP16) * 1.001
    assert run.scaler is not None
    assert run.scaler.scale == run.steps[-1].scale


def test_a_spectrum_counts_each_gradient_once() -> None:
    one = Spectrum.of([0.0, -3.0, 2.0**-30, 2.0**-20, 1e5])
    assert one.zeros == 1
    assert dict(one.counts()) == {-30: 1, -20: 1, 1: 1, 16: 1}
    assert dict(one.counts(4.0)) == {-28: 1, -18: 1, 3: 1, 18: 1}
    shares = (one.lost(), one.blurred(), one.overflow())
    assert shares == (0.25, 0.25, 0.25)
    assert one.lost(format=BF16) == one.overflow(format=BF16) == 0


def test_pictures_say_in_words_what_they_show() -> None:
    one = Spectrum.of(Training(weight=1e-5, steps=10).run().gradients)
    root = ET.fromstring(draw.spectrum(one))
    described = root.findtext(f"{SVG}desc") or ""
    gone = sum(value <= 2.0**-25 for value in one.values)
    assert f"makes {gone} zero" in described
    assert 0 < gone < len(one.values)
    bars = [r for r in root.iter(f"{SVG}rect") if r.get("fill") == "url(#sim-hatch)"]
    lost = {e for e in one.counts() if e < FP16.smallest - 1}
    assert len(bars) == len(lost) > 0
    run = Training(format=FP16, scaler=Scaler(scale=2.0**24, interval=15)).run()
    drawn = ET.fromstring(draw.course(run.steps))
    crosses = [
        p for p in drawn.iter(f"{SVG}path") if "l8 8m0 -8l-8 8" in p.get("d", "")
    ]
    assert len(crosses) == run.skipped + 1  # and the one that explains them
    assert f"{run.skipped} of 150 steps" in (drawn.findtext(f"{SVG}desc") or "")


@pytest.mark.parametrize("name", ["spectrum", "scale"])
def test_the_pages_figures_are_drawn_by_this(name: str, whole: Course) -> None:
    if name == "spectrum":
        early = Training(weight=1e-5, steps=10).run().gradients
        drawn = draw.spectrum(Spectrum.of(early))
    else:
        start = Scaler(scale=2.0**24, interval=15)
        steps = Training(format=FP16, scaler=start).run().steps
        skipped = [n for n, one in enumerate(steps) if one.overflow]
        assert skipped == [*range(8), 68, 114]  # "eight times" and "twice" on the page
        drawn = draw.course(steps)
    path = whole.root / f"content/figures/mixed-precision-{name}.svg"
    live = ' data-live="lossscale first=24 interval=15"'
    assert path.read_text("utf-8").replace(live, "") == drawn + "\n"


def test_formats_end_where_they_say() -> None:
    for one in FORMATS:
        above, half = one.largest * 1.01, 2.0 ** (one.smallest - 1)
        assert one.round([one.largest, -one.largest]) == [one.largest, -one.largest]
        if one is not FP32 and one is not BF16:
            assert one.round([above]) == [math.inf]
        assert one.round([2.0**one.smallest, half]) == [2.0**one.smallest, 0.0]
        assert one.round([half * 1.001]) == [2.0**one.smallest]
        assert math.isnan(one.round([math.nan])[0])
        assert one.round([math.inf, -math.inf]) == [math.inf, -math.inf]
