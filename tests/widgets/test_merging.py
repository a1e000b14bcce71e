"""A browser merges histories as Python does: the same rows, sentences, memory and reports."""

import json
import random
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from certlab.course import Course
from certlab.study.answers import from_line
from certlab.study.bank import compile_bank
from certlab.study.exams import blueprint, reports
from certlab.study.history import FILE, History
from certlab.study.memory import fold
from tests.study.histories import Seconds, drilled, sat
from tests.widgets.test_stored_rules import run

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="no node")
BAD = [
    '{"schema": 1, "it',
    "[]",
    '{"schema": 2}',
    "\0",
    "",
    "\ufeff",
    "\ufeff" * 2,
    "\xa0",
]
CASES = 25


@pytest.fixture(scope="module")
def cases(fixed: Course, tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    """Texts to merge one after the other: parts of one history, with bad lines between."""
    history, now = History(tmp_path_factory.mktemp("all") / FILE), Seconds()
    for code in ("NCA-AIIO", "NCP-AIO"):
        drilled(fixed, history, now)
        sat(fixed, history, now, code)
    lines, dice = history.path.read_text("utf-8").splitlines(), random.Random(5)

    def text() -> str:
        some = dice.choices(lines, k=dice.randrange(1, 2 * len(lines)))
        some.insert(dice.randrange(len(some)), dice.choice(BAD))
        first = dice.randrange(len(some))
        some[first] = dice.choice(["", "\ufeff"]) + some[first]
        return dice.choice(["", "\ufeff"]) + dice.choice(["\n", "\r\n"]).join(some)

    # Nobody writes two rows of one ulid that differ; if somebody does, the first stays.
    differ = "\n".join([lines[0], lines[0].replace('"score": 1.0', '"score": 0.5')])
    alone = [[one] for one in (*BAD, differ)]
    return [[text() for _ in range(dice.randrange(1, 5))] for _ in range(CASES)] + alone


@pytest.fixture(scope="module")
def browser(whole: Course, cases: list[list[str]]) -> list[dict[str, Any]]:
    plans = [asdict(blueprint(whole, one)) for one in whole.certifications]
    banks = [compile_bank(whole, module, exams=True) for module in whole.modules]
    given = {"cases": cases, "plans": plans, "banks": banks}
    found: list[dict[str, Any]] = run("merge_run.mjs", {**given, "resets": {}})
    return found


def test_a_browser_merges_as_python_does(
    whole: Course, cases: list[list[str]], browser: list[dict[str, Any]], tmp_path: Path
) -> None:
    compared = 0
    for number, (texts, found) in enumerate(zip(cases, browser, strict=True)):
        history = History(tmp_path / f"{number}" / FILE)
        merged = [json.loads(json.dumps(asdict(history.merge(one)))) for one in texts]
        assert found["merged"] == merged
        log = history.read()
        assert tuple(map(from_line, found["lines"].splitlines())) == log.rows
        assert found["answers"] == [row.ulid for row in log.answers]
        memories = fold(log.answers)
        assert found["known"].keys() == memories.keys()
        for item, memory in memories.items():
            other = found["known"][item]
            assert other["due"] == pytest.approx(memory.due.timestamp() * 1000)
            assert (other["answers"], other["last"]) == (memory.answers, memory.last)
        ours = [
            json.loads(json.dumps(one.as_dict())) for one in reports(whole, history)
        ]
        theirs = found["reports"]
        for name in ("sitting", "ended", "percent", "minutes", "rows", "paper"):
            assert [one[name] for one in theirs] == [one[name] for one in ours], name
        compared += len(ours)
    assert compared > CASES / 2


def test_the_order_of_merging_changes_nothing_in_a_browser(
    whole: Course, cases: list[list[str]], browser: list[dict[str, Any]]
) -> None:
    plans = [asdict(blueprint(whole, one)) for one in whole.certifications]
    banks = [compile_bank(whole, module, exams=True) for module in whole.modules]
    turned = [list(reversed(texts)) for texts in cases]
    given = {"cases": turned, "plans": plans, "banks": banks, "resets": {}}
    for one, other in zip(browser, run("merge_run.mjs", given), strict=True):
        for name in ("lines", "answers", "known", "reports"):
            assert one[name] == other[name]
