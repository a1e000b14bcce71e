"""A GPU drawn and told: the mock-up's sentence, slices where they stand."""

from xml.etree import ElementTree as ET

import pytest

from certlab.labs import mig
from certlab.labs.mig.partitions import Mig
from certlab.labs.mig.summary import stranded

SVG = "{http://www.w3.org/2000/svg}"


def built(table: Mig, *wanted: str) -> mig.Gpu:
    gpu = mig.Gpu(table)
    for one in wanted:
        gpu = mig.report.placed(gpu, one)
    return gpu


WORDS = [
    (
        ("3g.40gb:0", "2g.20gb:4", "1g.10gb:6"),
        (
            "3 instances. 108 of 132 SMs and 68.87 of 79.25 GiB are in use. Nothing "
            "more fits: 1 compute slice and 1 memory slice are stranded."
        ),
    ),
    (
        ("2g.20gb:2", "3g.40gb:4"),
        (
            "2 instances. 92 of 132 SMs and 59.12 of 79.25 GiB are in use. One more of "
            "these fits: 2g.20gb at 0; 1g.20gb at 0; 1g.10gb at 0 or 1."
        ),
    ),
    (
        ("7g.80gb",),
        "1 instance. 132 of 132 SMs and 79.25 of 79.25 GiB are in use. Nothing more fits.",
    ),
    (
        ("1g.10gb",) * 7,
        (
            "7 instances. 112 of 132 SMs and 68.25 of 79.25 GiB are in use. Nothing "
            "more fits: 1 memory slice is stranded."
        ),
    ),
]


@pytest.mark.parametrize(("wanted", "says"), WORDS)
def test_in_words(wanted: tuple[str, ...], says: str, tables: dict[str, Mig]) -> None:
    assert mig.draw.words(built(tables["h100-80gb"], *wanted)) == says


def test_an_empty_gpu_in_words(tables: dict[str, Mig]) -> None:
    assert mig.draw.words(mig.Gpu(tables["a30-24gb"])) == (
        "No instances. One more of these fits: 4g.24gb at 0; 2g.12gb at 0 or 2; 1g.6gb "
        "at 0, 1, 2 or 3."
    )


def test_no_sums_over_numbers_nobody_has_printed(tables: dict[str, Mig]) -> None:
    assert mig.draw.words(built(tables["b200-180gb"], "7g.180gb")) == (
        "1 instance. Nothing more fits."
    )


def test_stranded_slices(tables: dict[str, Mig]) -> None:
    board = built(tables["h100-80gb"], "3g.40gb:0", "2g.20gb:4", "1g.10gb:6")
    assert stranded(board) == ({3}, {7})
    assert stranded(mig.Gpu(tables["h100-80gb"])) == (set(), set())


@pytest.mark.parametrize(
    ("table", "wanted"),
    [
        ("h100-80gb", ("3g.40gb:0", "2g.20gb:4", "1g.10gb:6")),
        ("h100-80gb", ()),
        ("a100-40gb", ("1g.5gb+me", "1g.10gb:0")),
        ("a30-24gb", ("1g.6gb", "2g.12gb+me:2")),
        ("rtx-pro-6000-96gb", ("1g.24gb+me.all", "2g.48gb-me")),
        ("gb200-186gb", ("3g.93gb",)),
    ],
)
def test_the_drawing(
    table: str, wanted: tuple[str, ...], tables: dict[str, Mig]
) -> None:
    board = built(tables[table], *wanted)
    root = ET.fromstring(mig.draw.svg(board))
    assert root.attrib["role"] == "img"
    assert root.findtext(f"{SVG}desc") == mig.draw.words(board)
    first = next(one for one in root if one.tag == f"{SVG}rect")
    assert first.attrib["fill"] == "var(--cl-paper, #ffffff)"
    *_, width, height = map(float, root.attrib["viewBox"].split())
    assert (first.attrib["width"], first.attrib["height"]) == (
        f"{width:g}",
        f"{height:g}",
    )
    texts = [one.text for one in root.iter(f"{SVG}text")]
    for one in board.instances:
        assert mig_name(one) in texts
    marks = [one for one in root.iter(f"{SVG}path") if "stroke" in one.attrib]
    assert len(marks) == len(board.instances)


def mig_name(one: mig.Instance) -> str:
    return one.name.split("+")[0].split("-")[0]


def test_an_instance_stands_where_its_slices_are(tables: dict[str, Mig]) -> None:
    board = built(tables["h100-80gb"], "3g.40gb:4")
    (mark,) = (
        one.attrib["d"]
        for one in ET.fromstring(mig.draw.svg(board)).iter(f"{SVG}path")
        if "stroke" in one.attrib
    )
    # A slice is 64 wide, the grid begins at 104: 3 compute slices, 4 memory slices.
    left, compute, memory = 104 + 4 * 64, 104 + 7 * 64, 104 + 8 * 64
    assert mark == f"M{left + 2} 22H{compute - 2}V66H{memory - 2}V106H{left + 2}Z"


def test_parts_of_an_instance_are_drawn_in_it(tables: dict[str, Mig]) -> None:
    gpu, instance = mig.Gpu(tables["a100-80gb"]).create("3g.40gb")
    for name in ("1c.3g.40gb", "2c.3g.40gb"):
        gpu, _ = gpu.create_compute(instance.id, name)
    texts = [one.text for one in ET.fromstring(mig.draw.svg(gpu)).iter(f"{SVG}text")]
    assert {"1c", "2c"} <= set(texts)
    assert "42 SMs" not in texts
