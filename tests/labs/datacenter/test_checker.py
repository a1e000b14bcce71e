"""Plans of racks: each `bad-*` breaks a rule and is told so, each `good-*` breaks none.

A file of tests/vectors/racks is a plan. Its head says what it is, and for a bad one, after
`# say:`, words of the sentence that it must get.
"""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from certlab.labs.datacenter.checker import check
from certlab.labs.datacenter.plan import Plan, read
from certlab.labs.datacenter.systems import systems
from tests.real_course import whole

FOLDER = Path(__file__).parents[2] / "vectors" / "racks"
BAD, GOOD = sorted(FOLDER.glob("bad-*.toml")), sorted(FOLDER.glob("good-*.toml"))


def plan(path: Path) -> Any:
    """The plan of a file, as a learner would write it."""
    return tomllib.loads(path.read_text("utf-8"))


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_mistake_gets_its_sentence(path: Path) -> None:
    says = re.search(r"^# say: (.+)$", path.read_text("utf-8"), re.MULTILINE)
    assert says is not None
    findings = [one.says for one in check(plan(path), whole().facts)]
    assert any(says[1] in one for one in findings), findings
    assert all(one.endswith(".") and "\n" not in one for one in findings)


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_a_good_plan_passes(path: Path) -> None:
    assert not check(plan(path), whole().facts)


def test_there_are_plans_enough() -> None:
    assert len(BAD) >= 20
    assert len(GOOD) >= 10


@pytest.mark.parametrize("written", [None, [], "four systems", {"feeds": ["UPS A"]}])
def test_what_is_no_table_is_refused(written: Any) -> None:
    (finding,) = check(written, whole().facts)
    assert finding.rule in ("not-a-table", "no-feeds", "missing")


def test_a_circuit_gives_what_the_page_works_out() -> None:
    four = read(plan(FOLDER / "good-four-h100.toml"), systems(whole().facts))
    assert isinstance(four, Plan)
    assert four.feeds[0].kw == pytest.approx(21.85, abs=0.01)
    assert four.kw == pytest.approx(40.8)
