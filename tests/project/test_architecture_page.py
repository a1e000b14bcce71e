"""The drawing of docs/architecture.md is what the tables of the architecture's tests allow."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from tests.test_architecture import FOR_ALL, LAYERS, PURE
from tests.test_browser_architecture import ABOVE, GROUND, IDEAS, ROOF

PAGE = Path(__file__).parents[2] / "docs" / "architecture.md"
Arrows = Mapping[str, set[str]]


def read() -> str:
    return PAGE.read_text("utf-8")


def drawing() -> str:
    (found,) = re.findall(r"^```mermaid\n(.*?)^```", read(), re.DOTALL | re.MULTILINE)
    return str(found)


def allowed() -> Arrows:
    """What a package may import, without what all of them may.

    `module_parts` looks into the folder of the wings and imports none of them.
    """
    rows = {
        package: set(ours).difference(FOR_ALL)
        for package, (ours, _) in LAYERS.items()
        if package not in FOR_ALL
    }
    return rows | {"module_parts": rows["module_parts"] - {"labs"}}


def reduced(arrows: Arrows) -> dict[str, set[str]]:
    """The arrows that do not follow from others."""

    @cache
    def below(name: str) -> frozenset[str]:
        return frozenset(arrows[name]).union(*map(below, arrows[name]))

    return {
        name: {one for one in ends if not any(one in below(other) for other in ends)}
        for name, ends in arrows.items()
    }


def test_each_arrow_that_follows_from_no_other_is_drawn_and_no_more() -> None:
    drawn = re.findall(r"^ *(\w+ --> \w+)$", drawing(), re.MULTILINE)
    wanted = {
        f"{one} --> {end}" for one, ends in reduced(allowed()).items() for end in ends
    }
    assert {*drawn} == wanted
    assert len(drawn) == len(wanted)


def test_each_package_is_drawn() -> None:
    nodes = re.findall(r'^ *(\w+)\["', drawing(), re.MULTILINE)
    assert sorted(nodes) == sorted([*allowed(), "all"])


def test_each_package_is_called_by_its_name() -> None:
    names = dict(
        re.findall(r'^ *(\w+)\["(.*?)(?:<br/>.*?)?"\]', drawing(), re.MULTILINE)
    )
    for_all = names.pop("all").removeprefix("for all: ").split(", ")
    assert sorted(for_all) == sorted({*FOR_ALL} - {"__version__"})
    assert all(label == package for package, label in names.items())


def test_the_pure_ones_have_their_border() -> None:
    marked = re.findall(r'^ *(\w+)\[".*"\]:::pure$', drawing(), re.MULTILINE)
    assert sorted(marked) == sorted({*PURE} - {*FOR_ALL})
    assert "as `words` is" in read()  # which the box of all holds


def test_the_table_of_browser_code_is_the_one_that_holds() -> None:
    rows = re.findall(r"^\| `([\w/]+)` \| (.*?) ?\|$", read(), re.MULTILINE)
    table = {name: {*re.findall(r"`([\w/]+)`", ends)} for name, ends in rows}
    assert [name for name, _ in rows] == [*IDEAS]
    assert table == reduced(IDEAS)


def test_ground_roof_and_top_are_named() -> None:
    for word, folders in (("ground", GROUND), ("roof", ROOF), ("top", ABOVE)):
        (told,) = re.findall(
            rf"The {word}, which .*?, is\s(.*?)\.\s", read(), re.DOTALL
        )
        assert sorted(re.findall(r"`([\w/]+)`", told)) == sorted(folders)


def test_it_is_read_in_a_few_minutes() -> None:
    assert len(read().encode()) <= 6_000
