"""The fabric of the page counts and says what the simulator does."""

import json
import random
import re
from typing import Any

import pytest

from certlab.course.render import render_figure
from certlab.errors import CourseError
from certlab.labs.systems import fabric, page
from certlab.words import ENGLISH
from tests.page_rules import begun, called
from tests.real_course import whole

RULES = "labs/systems/static/fabric/fabric.js"


def every() -> list[fabric.Fabric]:
    """Fabrics of two tiers as a page can ask for them."""
    draw, made = random.Random(3), []
    for down in page.DOWNS:
        for systems in {
            1,
            down,
            4 * down,
            *(draw.randint(1, 4 * down) for _ in range(25)),
        }:
            whole_one = fabric.Fabric(systems=systems, systems_per_leaf=down)
            failed = draw.randrange(fabric.build(whole_one).fan)
            made.append(
                fabric.Fabric(
                    systems=systems, systems_per_leaf=down, failed_spines=failed
                )
            )
    return made


def _asked(one: fabric.Fabric) -> dict[str, Any]:
    return {
        "systems": one.systems,
        "rails": one.rails,
        "ports": one.leaf_ports,
        "down": one.systems_per_leaf,
        "gbit": one.port_gbit_per_s,
        "failed": one.failed_spines,
    }


def test_a_page_counts_as_the_simulator() -> None:
    fabrics = every()
    made = called(RULES, "fabricOf", [[_asked(one)] for one in fabrics])
    says = called(RULES, "fabricWords", [[one] for one in made])
    for one, counted, said in zip(fabrics, made, says, strict=True):
        state = fabric.report.state(fabric.build(one))
        assert ENGLISH.say(state.pop("words")) == said
        wanted = {
            "units": "units",
            "leaves": "leaves",
            "spines": "spines",
            "systemCables": "system_cables",
            "spineCables": "spine_cables",
            "left": "uplinks_left",
            "rate": "gbit_per_rail_over_the_spine",
        }
        assert {key: counted[key] for key in wanted} == {
            key: pytest.approx(state[name]) for key, name in wanted.items()
        }


def test_the_figure_is_what_the_simulator_draws() -> None:
    figure = whole().figures["systems-fabric"]
    settings = json.loads(json.dumps(page.BEGINS["fabric"](whole(), figure.live[1])))
    one = fabric.Fabric(
        systems=settings["systems"],
        systems_per_leaf=settings["down"],
        failed_spines=settings["failed"],
    )
    drawn = fabric.draw.svg(fabric.build(one))
    svg = render_figure(whole(), figure)
    assert re.sub(' data-live="[^"]*"', "", svg).strip() == drawn


@pytest.mark.parametrize(
    "says", ["fabric down=20", "fabric systems=0", "fabric systems=500", "fabric a=1"]
)
def test_what_cannot_begin_is_refused(says: str) -> None:
    with pytest.raises(CourseError):
        begun(says)
