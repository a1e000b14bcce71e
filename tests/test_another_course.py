"""A course of somebody else, about knots, goes through every verb that a course meets."""

from pathlib import Path

import pytest

from certlab.app.assets import write_assets
from certlab.app.pages import output as pages
from certlab.course import ledger, load
from tests.command_line import certlab

EXAM = "ABLE-1"
KNOTS = {
    "content/facts/knots.toml": """
[[source]]
id = "seamanship"
title = "A manual of seamanship"
address = "https://example.org/seamanship"
publisher = "A sailing school"
opened = 2026-11-21

[[fact]]
id = "round-turn.turns"
what = "Turns of the rope in a round turn"
value = 2
tier = "A"
sources = ["seamanship"]
""",
    "content/certifications/able-1.toml": """
code = "ABLE-1"
name = "Able seaman"
level = "associate"
price_usd = 40
questions = [2, 2]
minutes = 10
verified = 2026-09-29
tier = "B"
sources = ["seamanship"]
page = "example.org"

[[domain]]
number = 1
name = "Knots"
weight = 100

[[domain.objective]]
id = "able-1.1.1"
title = "Tie and name knots"
official = false
""",
    "content/modules/knots.md": """+++
title = "Knots"
short = "Knots"
objectives = ["able-1.1.1"]
minutes = 5
sources = ["seamanship"]
+++

## Hitches

A round turn and two half hitches holds a boat on a ring: the rope goes around it
{fact:round-turn.turns} times, so that it bears the pull before anything is tied.
""",
}
ITEM = """
[[item]]
id = "{id}"
rev = 1
kind = "single"
objective = "able-1.1.1"
level = "recall"
pool = "{pool}"
ask = "{ask}"
section = "hitches"
sources = ["seamanship"]
explain = "The manual says so."
option = [
  {{ id = "right", text = "{right}", correct = true, why = "That is what it is made for." }},
  {{ id = "reef", text = "A reef knot", why = "It joins two ends, and slips under a load." }},
  {{ id = "eight", text = "A figure of eight", why = "It stops a rope from running out." }},
]
"""
ASKED = (
    ("practice", "Which knot makes a loop that does not slip?", "A bowline"),
    ("practice", "Which knot makes a rope fast on a cleat?", "A cleat hitch"),
    ("exam", "Which knot ties a fender to a rail?", "A clove hitch"),
    ("exam", "Which knot joins ropes of unlike thickness?", "A sheet bend"),
)


@pytest.fixture
def knots(tmp_path: Path) -> Path:
    """The folder of the course."""
    root = tmp_path / "knots-course"
    items = (
        ITEM.format(id=f"knots-{n}", pool=pool, ask=ask, right=right)
        for n, (pool, ask, right) in enumerate(ASKED)
    )
    bank = 'module = "knots"\n' + "".join(items)
    for name, text in {**KNOTS, "quizzes/knots.toml": bank}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    (root / "labs").mkdir()
    ledger.enter(load(root))
    return root


def test_it_is_checked(knots: Path) -> None:
    run = certlab("--course", str(knots), "check")
    assert (run.returncode, run.stderr) == (0, ""), run.stdout
    assert "knots" in run.stdout


def test_its_questions_are_asked(knots: Path) -> None:
    lines = "1\n" * 12
    run = certlab("drill", "--plain", lines=lines, CERTLAB_COURSE=str(knots))
    assert run.returncode == 0, run.stderr
    assert "Which knot" in run.stdout


def test_its_exam_is_sat(knots: Path) -> None:
    run = certlab("--course", str(knots), "exam", EXAM, "--plain", lines="1\n" * 12)
    assert run.returncode == 0, run.stderr
    assert "Which knot" in run.stdout


def test_its_pages_are_built(knots: Path, tmp_path: Path) -> None:
    course, site = load(knots), tmp_path / "site"
    site.mkdir()
    pages.write_pages(course, site, write_assets(course, site), {})
    page = (site / "modules" / "knots.html").read_text("utf-8")
    assert "around it 2 times" in " ".join(page.split())


@pytest.mark.parametrize(
    ("name", "says"),
    [("nowhere", "there is no such folder"), ("", "this is not a course")],
)
def test_what_is_no_course_is_one_sentence(
    tmp_path: Path, name: str, says: str
) -> None:
    run = certlab("--course", str(tmp_path / name), "check")
    assert run.returncode == 1
    assert says in run.stderr
    assert run.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "words", [("sim", "memory"), ("sim", "collective"), ("read", "env"), ("sim", "mig")]
)
def test_a_verb_of_a_module_that_it_lacks_is_one_sentence(
    knots: Path, words: tuple[str, ...]
) -> None:
    run = certlab("--course", str(knots), *words)
    assert run.returncode == 1
    assert (
        f"whose facts certlab {' '.join(words[: 1 + (words[0] == 'sim')])} takes"
        in run.stderr
    )
    assert run.stderr.count("\n") == 1


def test_a_course_that_has_nothing_yet_is_checked(tmp_path: Path) -> None:
    for part in ("content/modules", "quizzes", "labs"):
        (tmp_path / part).mkdir(parents=True)
    done = certlab("--course", str(tmp_path), "check", "--coverage")
    assert (done.returncode, done.stderr) == (0, "")
