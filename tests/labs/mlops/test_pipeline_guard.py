"""The raw log's dirt, the guard, and what the dashboard counts and draws."""

from xml.etree import ElementTree as ET

import pytest

from certlab.labs.mlops.pipeline import dashboard, dirt, guard
from certlab.labs.mlops.pipeline.dashboard import Shown

ROWS = [[float(n + m) for m in range(1, 11)] for n in range(400)]
LABELS = [n % 2 for n in range(400)]
LIMITS = dict.fromkeys(dirt.MEASURES, (1.0, 3.0))
GOOD: dict[str, object] = dict.fromkeys(dirt.MEASURES, 2.0)


def lines(seed: int = 0) -> list[list[str]]:
    return [
        line.split(",") for line in dirt.raw_csv(ROWS, LABELS, seed).splitlines()[1:]
    ]


def test_the_same_seed_makes_the_same_log_and_another_one_another() -> None:
    assert lines() == lines()
    assert lines() != lines(1)


def test_the_south_counts_in_thousandths_and_an_area_in_their_square() -> None:
    places = [dirt.RAW.index(name) for name in ("radius", "area", "texture")]
    for line in lines():
        number = int(line[0][1:])
        factor = 1000 if line[2] == dirt.THOUSANDTHS else 1
        wanted = [
            ROWS[number][0] * factor,
            ROWS[number][3] * factor**2,
            ROWS[number][1],
        ]
        for place, value in zip(places, wanted, strict=True):
            assert line[place] == dirt.MISSING or float(line[place]) == pytest.approx(
                value
            )


def test_each_kind_of_dirt_is_there_and_most_rows_are_good() -> None:
    found = lines()
    patients = [line[0] for line in found]
    assert len(patients) > len(set(patients)) == len(ROWS)
    assert any(dirt.MISSING in line for line in found)
    assert any(line[-2] == "" for line in found)
    assert len({line[-2] for line in found}) > 4
    assert sum(dirt.MISSING in line for line in found) < 0.1 * len(found)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({}, []),
        ({"radius": 1.0}, []),
        ({"radius": 3.0}, []),
        ({"radius": 3.5}, ["radius out of range"]),
        ({"radius": float("nan")}, ["no radius"]),
        ({"radius": None}, ["no radius"]),
        ({"radius": "2"}, ["no radius"]),
        ({"surgery": 1}, ["unknown surgery"]),
    ],
)
def test_reasons(changed: dict[str, object], says: list[str]) -> None:
    assert guard.reasons(GOOD | changed, LIMITS) == says


def test_every_request_that_is_known_to_be_wrong_has_a_reason() -> None:
    for what, request in guard.wrong_requests(LIMITS).items():
        assert guard.reasons(request, LIMITS), what


def test_a_model_that_is_not_sure_hands_over_to_a_person() -> None:
    became = [guard.decide("p0", chance, 1).became for chance in (0.2, 0.3, 0.5, 0.8)]
    assert became == ["answered", "unsure", "unsure", "answered"]
    assert str(guard.decide("p0", 0.9, 1)) == "answered, malignant"
    assert str(guard.Decision("p0", "refused", ("no radius", "no area"))) == (
        "refused for no radius (and 1 more)"
    )


@pytest.mark.parametrize(("chance", "place"), [(0.0, 0), (0.1, 0), (0.11, 1), (1.0, 9)])
def test_a_chance_is_counted_in_the_bucket_up_to_its_edge(
    chance: float, place: int
) -> None:
    assert dashboard.bucket(chance) == place


@pytest.mark.parametrize(
    "shown",
    [
        Shown(
            {"as sent": {"answered": 7, "refused": 3}, "cleaned": {"unsure": 1}},
            {"radius out of range": 3},
            [5, 0, 0, 0, 0, 0, 1, 0, 0, 2],
            ["Triton: 9 requests"],
            6,
        ),
        Shown({"as sent": {}}, {}, [0] * 10, [], None),
    ],
)
def test_the_dashboard_is_drawn_whatever_was_counted(shown: Shown) -> None:
    root = ET.fromstring(dashboard.svg(shown))
    texts = {one.text for one in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {*shown.rounds, *shown.reasons, *shown.server} <= texts
    width = float(root.attrib["viewBox"].split()[2])
    for one in root.iter("{http://www.w3.org/2000/svg}rect"):
        assert float(one.get("x", 0)) + float(one.get("width", 0)) <= width
