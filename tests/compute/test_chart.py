"""Charts: every setting is one matplotlib knows, and they are SVG without a date."""

import io

import matplotlib as mpl
import pytest
from IPython.core.interactiveshell import InteractiveShell
from matplotlib.figure import Figure

from certlab.compute import chart


def test_the_style_is_valid_and_drawn_text_stays_text() -> None:
    with mpl.rc_context(chart.STYLE):
        figure = Figure()
        figure.subplots().set_xlabel("matrix size")
        drawn = io.StringIO()
        figure.savefig(drawn, format="svg", metadata={"Date": None})
    assert ">matrix size</text>" in drawn.getvalue()
    assert "dc:date" not in drawn.getvalue()


def test_colours_are_the_palette() -> None:
    with mpl.rc_context(chart.STYLE):
        cycle = mpl.rcParams["axes.prop_cycle"].by_key()["color"]
    assert tuple(cycle) == chart.COLOURS


@pytest.mark.parametrize("scale", ["linear", "log"])
def test_labels_of_near_lines_are_pushed_apart(scale: str) -> None:
    axes = Figure().subplots()
    axes.plot([1, 10], [100, 100])
    axes.plot([1, 10], [1, 300])
    axes.set_yscale(scale)
    chart.end_labels(axes, {"c": 299.0, "b": 300.0, "a": 2.0})
    apart = {one.get_text(): one.get_position()[1] for one in axes.texts}
    assert list(apart) == ["a", "c", "b"]
    assert apart["a"] == apart["c"] == pytest.approx(0)
    assert apart["b"] == pytest.approx(16, abs=1)


def test_a_notebook_draws_svg_after_use(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr("IPython.core.getipython.get_ipython", lambda: InteractiveShell)
    monkeypatch.setattr(
        "matplotlib_inline.backend_inline.set_matplotlib_formats",
        lambda *formats, **named: asked.append((formats, named)),
    )
    with mpl.rc_context():
        chart.use()
    assert asked == [(("svg",), {"metadata": {"Date": None}})]
