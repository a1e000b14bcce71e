"""Charts: their look, what `picture` refuses, and that they follow the reader's theme."""

import io
import re
from typing import Any
from xml.etree import ElementTree as ET

import matplotlib as mpl
import pytest
from IPython.core.formatters import DisplayFormatter
from IPython.core.interactiveshell import InteractiveShell
from matplotlib.figure import Figure

from certlab.app.pages.drawings import inline_svg
from certlab.compute import chart
from certlab.compute.chart import labels, style
from certlab.compute.chart.theme import themed

WORDS = "Sizes run to the right and rates upwards, and the line ends below its limit."
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def axes() -> Any:
    """A chart that lacks nothing."""
    with mpl.rc_context(chart.STYLE):
        axes = Figure().subplots()
        axes.plot([1, 10], [1, 4], marker="o")
        axes.set(title="Rates & sizes", xlabel="size (MiB)", ylabel="rate (GB/s)")
        chart.limit(axes, "at most 5 GB/s", y=5)
        yield axes


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


def test_labels_of_near_points_cover_nothing() -> None:
    axes = Figure().subplots()
    axes.set(xlim=(0, 100), ylim=(0, 100))
    points = {f"point {n}": (50.0, 50.0 + n) for n in range(4)}
    chart.point_labels(axes, points)
    places = {one.get_position() for one in axes.texts}
    assert len(places) > 1  # not all to the right of their point
    scale = 72 / axes.figure.dpi
    boxes = []
    for one in axes.texts:
        x, y = (float(v) * scale for v in axes.transData.transform(one.xy))
        across, up = one.get_position()
        begin = {"left": 0, "right": -1, "center": -0.5}[one.get_ha()]
        width = labels._LETTER * len(one.get_text())
        left = x + across + begin * width
        boxes.append((left, y + up, left + width, y + up + 10))
    for n, a in enumerate(boxes):
        for b in boxes[:n]:
            apart = a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3]
            assert apart, (a, b)


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


def test_a_picture_says_what_it_shows_and_is_inline_first(axes: Any) -> None:
    found = chart.picture(axes.figure, WORDS)
    data, _metadata = DisplayFormatter().format(found)
    assert data["text/plain"] == repr(found) == WORDS
    assert data["text/html"] == data["image/svg+xml"] == found.svg
    root = ET.fromstring(found.svg)
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Rates & sizes"
    assert root.findtext(f"{SVG}desc") == WORDS
    texts = {one.text for one in root.iter(f"{SVG}text")}
    assert {"size (MiB)", "rate (GB/s)", "at most 5 GB/s"} <= texts


def test_its_ink_and_paper_are_the_themes(axes: Any) -> None:
    axes.grid(True)
    root = ET.fromstring(chart.picture(axes.figure, WORDS).svg)
    drawn = [one.get("style", "") for one in root.iter() if one is not root]
    for colour in (style.INK, style.QUIET, style.LINE, style.PAPER):
        assert not [one for one in drawn if colour in one], colour
    for name in ("currentColor", "var(--quiet)", "var(--line)", "var(--paper)"):
        assert [one for one in drawn if name in one], name
    own = set(re.findall(r"--(\w+): ", root.get("style", "")))
    assert set(re.findall(r"var\(--(\w+)\)", " ".join(drawn))) <= own


def test_a_picture_keeps_its_hands_off_the_page_around(axes: Any) -> None:
    svg = chart.picture(axes.figure, WORDS).svg
    assert "<style" not in svg
    assert "<metadata" not in svg
    other = Figure()
    part = other.subplots()
    part.plot([1, 2], [3, 4])
    part.set(title="Another", xlabel="size (MiB)", ylabel="rate (GB/s)")
    both = svg + chart.picture(other, WORDS, no_limit="drawn for a test").svg
    ids = re.findall(r'\sid="([^"]+)"', both)
    assert len(ids) == len(set(ids)) > 2
    used = re.findall(r'url\(#([^)]+)\)|href="#([^"]+)"', both)
    assert {one for pair in used for one in pair if one} == set(ids)


def test_the_site_takes_a_picture_as_it_is(axes: Any) -> None:
    inline = inline_svg(chart.picture(axes.figure, WORDS).svg, "cell-1")
    assert "<desc>" in inline
    assert "var(--cl-ink" in inline


def test_the_same_chart_is_the_same_text(axes: Any) -> None:
    first = chart.picture(axes.figure, WORDS).svg
    assert chart.picture(axes.figure, WORDS).svg == first


@pytest.mark.parametrize(
    ("part", "value", "says"),
    [
        ("xlabel", "", "the x axis says ''"),
        ("xlabel", "size", "the x axis says 'size'"),
        ("ylabel", "GB/s", "the y axis says 'GB/s'"),
        ("ylabel", "(GB/s)", "end it with its unit"),
        ("title", "", "needs a title"),
    ],
)
def test_a_chart_without_a_unit_or_a_title_is_refused(
    axes: Any, part: str, value: str, says: str
) -> None:
    axes.set(**{part: value})
    axes.set_title("", loc="left") if part == "title" else None
    with pytest.raises(ValueError, match=re.escape(says)):
        chart.picture(axes.figure, WORDS)


@pytest.mark.parametrize("words", ["", "A chart.", WORDS.rstrip(".")])
def test_a_chart_without_words_is_refused(axes: Any, words: str) -> None:
    with pytest.raises(ValueError, match="say in a sentence or more"):
        chart.picture(axes.figure, words)


def test_a_chart_without_a_limit_needs_a_reason(axes: Any) -> None:
    for line in list(axes.lines):
        if line.get_gid() == chart.LIMIT:
            line.remove()
    with pytest.raises(ValueError, match="draw what limits it"):
        chart.picture(axes.figure, WORDS)
    assert chart.picture(axes.figure, WORDS, no_limit="a loss has none").svg


def test_an_axis_of_names_needs_no_unit() -> None:
    axes = Figure().subplots()
    axes.barh(["one kernel", "another"], [1, 2])
    axes.set(title="Two kernels", xlabel="time (ms)")
    chart.limit(axes, "launch", x=0.5)
    assert "another" in chart.picture(axes.figure, WORDS).svg


def test_a_limit_is_a_line_with_a_label(axes: Any) -> None:
    chart.limit(axes, "cache, 2 MiB", x=2)
    svg = chart.picture(axes.figure, WORDS).svg
    assert svg.count('class="limit"') == 2
    assert ">cache, 2 MiB</text>" in svg
    for wrong in ({}, {"x": 1.0, "y": 1.0}):
        with pytest.raises(ValueError, match="needs x or y"):
            chart.limit(axes, "nothing", **wrong)


def test_numbers_of_a_logarithmic_axis_are_plain() -> None:
    axes = Figure().subplots()
    axes.plot([1, 2_000], [0.01, 3])
    axes.set(xscale="log", yscale="log", title="T", xlabel="n (rows)", ylabel="t (s)")
    chart.plain_numbers(axes.xaxis)
    chart.plain_numbers(axes.yaxis)
    svg = chart.picture(axes.figure, WORDS, no_limit="drawn for a test").svg
    assert ">1,000</text>" in svg
    assert ">0.01</text>" in svg
    assert "tspan" not in svg


def test_numbers_of_a_short_logarithmic_axis_are_more() -> None:
    axes = Figure().subplots()
    axes.plot([1, 2], [0.9, 9])
    axes.set(xscale="log", yscale="log")
    chart.plain_numbers(axes.yaxis)
    assert {1, 2, 5} <= set(axes.get_yticks())


def test_sizes_in_bytes_are_written_in_binary_units() -> None:
    axes = Figure().subplots()
    axes.set(xscale="log", xlim=(2**10, 2**31))
    chart.byte_sizes(axes.xaxis)
    texts = [one.get_text() for one in axes.get_xticklabels()]
    assert texts[:2] == ["4 KiB", "32 KiB"]
    assert texts[-1] == "1 GiB"


def test_another_programs_drawing_is_not_taken() -> None:
    with pytest.raises(ValueError, match="not saved by matplotlib"):
        themed("<svg></svg>", "a", "b")
