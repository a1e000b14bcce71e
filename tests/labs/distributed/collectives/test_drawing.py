"""A step drawn and told: marks where the data are, arrows in the sender's colour."""

from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from certlab.drawing.marks import COLOURS
from certlab.labs.distributed import collectives
from certlab.labs.distributed.collectives import Account, Collective, Link

SVG = "{http://www.w3.org/2000/svg}"
LINK = Link("a link", 936.25e-9, 400e9)


def done(kind: str, algorithm: str, ranks: int) -> Account:
    return collectives.account(Collective(kind, algorithm, ranks, 2**28, LINK))


def test_a_step_in_words() -> None:
    ring = done("all-reduce", "ring", 4)
    assert collectives.step_words(ring, 2) == (
        "Step 2 of 6, reduce-scatter: rank 0 sends chunk 3 to rank 1, rank 1 sends "
        "chunk 0 to rank 2, rank 2 sends chunk 1 to rank 3, rank 3 sends chunk 2 to "
        "rank 0. The largest message has 64 MiB, and the step takes 168.7 µs."
    )
    assert collectives.words(ring) == (
        "all-reduce of 256 MiB over 4 ranks, by the algorithm ring, takes 1,012.3 µs "
        "in 6 steps. The busiest rank sends 384 MiB. The algorithm bandwidth is "
        "265.2 GB/s and the bus bandwidth is 397.8 "
        "GB/s."
    )
    assert collectives.step_words(ring, 0).startswith("Before the first step")


def test_other_words() -> None:
    assert "chunks 4–7 to rank 4, rank 1 sends chunks" in collectives.step_words(
        done("all-reduce", "halving-doubling", 8), 1
    )
    assert "the switch sends chunk 1 to rank 1" in collectives.step_words(
        done("reduce-scatter", "in-switch", 2), 1
    )
    assert "rank 0 sends 1 chunk to rank 2" in collectives.step_words(
        done("all-to-all", "direct", 4), 2
    )
    assert ": 64 messages." in collectives.step_words(done("all-reduce", "ring", 64), 2)
    assert collectives.words(done("broadcast", "tree", 1)) == (
        "One rank has nothing to send."
    )


@pytest.mark.parametrize(
    ("kind", "algorithm"),
    [(kind, one) for kind, all_ in collectives.PLANS.items() for one in all_],
)
@pytest.mark.parametrize("ranks", [1, 2, 4, 8])
def test_every_step_is_drawn(kind: str, algorithm: str, ranks: int) -> None:
    account = done(kind, algorithm, ranks)
    for step in range(len(account.steps) + 2):
        root = ET.fromstring(collectives.draw.svg(account, step))
        assert root.attrib["role"] == "img"
        assert root.findtext(f"{SVG}title", "").startswith(kind)
        *_, width, height = map(float, root.attrib["viewBox"].split())
        paper = next(one for one in root if one.tag == f"{SVG}rect")
        assert float(paper.attrib["width"]) == width
        for one in root.iter(f"{SVG}text"):
            assert 0 <= float(one.attrib["x"]) <= width
            assert 0 <= float(one.attrib["y"]) <= height


def test_an_arrow_has_the_sender_s_colour() -> None:
    ring = done("all-reduce", "ring", 4)
    root = ET.fromstring(collectives.draw.svg(ring, 2))
    assert root.findtext(f"{SVG}desc") == collectives.step_words(ring, 2)
    lines = [one for one in root.iter(f"{SVG}path") if one.attrib["fill"] == "none"]
    assert [one.attrib["stroke"] for one in lines] == list(COLOURS[:4])


def test_marks_are_what_every_rank_holds() -> None:
    """Ones, pluses and zeros as the contributions have them."""
    root = ET.fromstring(collectives.draw.svg(done("all-reduce", "ring", 4), 2))
    cells = [one.text for one in root.iter(f"{SVG}text")]
    assert cells.count("1") == 4 * 5  # own column of four, and one more
    assert cells.count("+") == 4 * 2
    assert cells.count("0") == 4 * 9
    hatched = [
        one
        for one in root.iter(f"{SVG}rect")
        if one.attrib["fill"] == "url(#sim-hatch)"
    ]
    assert len(hatched) == 8


def test_progress_stands_in_the_panel() -> None:
    root = ET.fromstring(collectives.draw.svg(done("all-reduce", "ring", 4), 2))
    says = {one.text for one in root.iter(f"{SVG}text")}
    assert {"128 MiB of 384 MiB", "337.4 µs of 1,012.3 µs", "After step 2 of 6"} <= says


def test_the_report_lists_messages_and_links() -> None:
    ring = done("all-reduce", "ring", 4)
    told = collectives.report.state(ring)
    assert len(told["steps"]) == 6
    assert told["links"][0] == {"source": 0, "target": 1, "bytes": 384 * 2**20}
    row = collectives.report.step_row(ring, 2)
    assert row["messages"][0]["chunks"] == [3]
    switch = collectives.report.step_row(done("all-reduce", "in-switch", 2), 1)
    assert switch["messages"][0]["target"] == "switch"
    assert "links" not in collectives.report.state(done("all-reduce", "ring", 65))


def test_the_curves_cross_where_the_mock_up_s_do() -> None:
    root = ET.fromstring(collectives.curves(4, LINK, ("ring", "tree")))
    says = [one.text for one in root.iter(f"{SVG}text")]
    assert {"crossover", "292.6 KiB, 6.741 µs", "ring", "tree"} <= set(says)
    assert root.findtext(f"{SVG}desc") == (
        "Over 4 ranks, tree is faster below 292.6 KiB and ring is faster above it. "
        "At that size both take 6.741 µs."
    )
    (circle,) = (one for one in root.iter(f"{SVG}circle") if one.attrib["r"] == "4")
    # On the axis of 1 KiB to 1 GiB in 480 px, from 72 on.
    assert float(circle.attrib["cx"]) == pytest.approx(72 + 480 * 8.1927 / 20, abs=0.05)
    for one in root.iter(f"{SVG}path"):
        assert "nan" not in one.attrib["d"]


def test_curves_that_do_not_cross() -> None:
    assert collectives.curves_words(4, LINK, ("ring", "halving-doubling")) == (
        "ring and halving-doubling over 4 ranks do not cross."
    )
    alone = ET.fromstring(collectives.curves(4, LINK, ("ring",)))
    assert not [one for one in alone.iter(f"{SVG}circle") if one.attrib["r"] == "4"]


def test_names_of_curves_do_not_lie_on_each_other() -> None:
    names = ("ring", "tree", "halving-doubling", "in-switch")
    root = ET.fromstring(collectives.curves(64, LINK, names))
    places = sorted(
        float(one.attrib["y"]) for one in root.iter(f"{SVG}text") if one.text in names
    )
    assert len(places) == 4
    assert all(after - before >= 13 for before, after in pairwise(places))
