"""Rooflines drawn: where they bend, which mark is a limit, how a memory's name is turned."""

from matplotlib.figure import Figure

from certlab.compute import chart
from certlab.labs.gpu_architecture.real.roofs import roofs
from certlab.labs.gpu_architecture.roofline import Roof

WORDS = "Rates rise along the slope of a memory and stay at a peak, for two machines."


def test_roofs_bend_at_their_ridges_and_are_limits() -> None:
    axes = Figure().subplots()
    one, two = Roof(100e9, 10e9), Roof(400e9, 20e9)
    slopes = {"5 GB/s, one core": 5e9}
    roofs(
        axes,
        {"one, 100": one, "two, 400": two},
        x=(1, 1000),
        y=(1, 1000),
        unit=("GFLOP/s", 1e9),
        slopes=slopes,
        ridges=True,
    )
    first, mark, second, _mark, slope = axes.lines
    assert first.get_xydata().tolist() == [[1, 10], [10, 100], [1000, 100]]
    assert second.get_xydata().tolist() == [[1, 20], [20, 400], [1000, 400]]
    assert mark.get_xydata().tolist() == [[10, 100]]
    assert slope.get_xydata().tolist() == [[1, 5], [80, 400]]
    assert {one.get_gid() for one in (first, second, slope)} == {chart.LIMIT}
    turned = next(one for one in axes.texts if one.get_text() in slopes)
    assert 20 < turned.get_rotation() < 70
    chart.point_labels(axes, {"a kernel": (50, 50)})
    axes.set_title("Roofs")
    assert ">one, 100</text>" in chart.picture(axes.figure, WORDS).svg
