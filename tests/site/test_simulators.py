"""Figures that a page makes simulators of: what the page says, and what it refuses."""

import html
import json
import re
from dataclasses import replace
from typing import Any

import pytest

from certlab.app.page_widgets import files
from certlab.app.pages.sources import sources
from certlab.course import Course
from certlab.errors import SiteError
from certlab.labs.distributed.page import RANKS
from certlab.labs.distributed.widgets import collective, schedule


@pytest.fixture
def live(course: Course, whole: Course) -> Any:
    """The small page with its figure live, as Markdown."""

    def made(says: str) -> str:
        (id,) = course.figures
        figure = course.figures[id]
        svg = figure.svg.replace("<svg ", f'<svg data-live="{says}" ', 1)
        facts = {
            **course.facts,
            **{k: v for k, v in whole.facts.items() if "link" in k},
        }
        figures = {id: replace(figure, svg=svg)}
        known = {**course.sources, **whole.sources}
        changed = replace(course, figures=figures, facts=facts, sources=known)
        return sources(changed, "_static/x", {})["modules/small.md"]

    return made


def begun(text: str) -> dict[str, Any]:
    """What the widget of the page begins with."""
    found = re.search(r'data-begin="([^"]*)"', text)
    assert found is not None
    told: dict[str, Any] = json.loads(html.unescape(found.group(1)))
    return told


def test_a_live_figure_stands_below_the_place_of_its_widget(live: Any) -> None:
    text = live("collective algorithm=tree ranks=8 step=3")
    place = text.index('<div class="certlab" data-certlab="collective"')
    after = text.index('"></div>\n<div class="scroll"', place)
    assert after < text.index("<svg", place) < text.index("<figcaption", place)
    figure = text[text.index("<figure") : text.index("</figure>")]
    assert figure.count("<div") == figure.count("</div>") == 2
    assert begun(text) == {
        **collective(algorithm="tree", ranks=8).asked,
        "step": 3,
    }


def test_schedules_begin_as_the_widget_of_a_notebook_does(live: Any) -> None:
    wanted = schedule("1f1b", "zb-h1", stages=2, micro_batches=6).asked
    text = live("schedule schedules=1f1b,zb-h1 stages=2 micro_batches=6 follow=1")
    assert begun(text) == {**wanted, "follow": 1}
    assert begun(live("schedule")) == {**schedule().asked, "follow": -1}


@pytest.mark.parametrize(
    ("asks", "says"),
    [
        ("collective ranks=12", "no plan of 12 ranks on a page"),
        ("collective ranks=many", "invalid literal"),
        ("collective algorithm=halving-doubling ranks=6", "use 4 or 8 ranks"),
        ("collective link=avian", "There is no link avian"),
        ("collective colour=red", "There is no setting colour"),
        ("schedule micro_batches=9", "use 8 or 12"),
        ("schedule schedules=dance", "There is no schedule dance"),
    ],
)
def test_what_cannot_begin_stops_the_build(live: Any, asks: str, says: str) -> None:
    with pytest.raises(SiteError, match=says):
        live(asks)


def test_a_figure_that_is_not_live_stays_a_figure(course: Course) -> None:
    text = sources(course, "_static/x", {})["modules/small.md"]
    assert "<figure" in text
    assert "data-begin=" not in text


def test_the_plans_of_a_page_are_those_of_a_notebook(course: Course) -> None:
    stored = files(course)["plans.json"]
    assert {plan["ranks"] for plan in stored.values()} == {*RANKS}
    for kind, name, ranks in (("all-to-all", "ring", 5), ("broadcast", "tree", 16)):
        made = collective(kind, name, ranks, ranks * 1000)
        assert stored[f"{kind}/{name}/{ranks}"] == made.plan
    assert len(json.dumps(stored)) < 150_000
