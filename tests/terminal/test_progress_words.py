"""How one stands, in lines: figures that are the estimate's, aligned, in both languages."""

from dataclasses import replace
from datetime import timedelta

import pytest

from benchmarks.readiness.courses import EXAM
from certlab.day.plain.progress_words import progress_lines, standing
from certlab.planner.reasons import covers
from certlab.readiness import Readiness, Score, readiness
from certlab.study.standing import Standing
from certlab.terminal.paragraphs import columns
from certlab.words import ENGLISH, Words, text
from tests.readiness.histories import NOW, answers, exam, items

COURSE = exam(60, 40)
PLAN = Score(0.7, 0.6, 0.8)
COVERS = covers(COURSE, EXAM)
ROWS = [(id, n % 4 > 0, 3.0) for domain in (1, 2) for n, id in enumerate(items(domain))]


@pytest.fixture(scope="module")
def both() -> tuple[Readiness, Readiness]:
    rows = answers(ROWS)
    day = NOW.date() + timedelta(20)
    return (
        readiness(Standing(COURSE, rows), EXAM, None, NOW),
        readiness(Standing(COURSE, rows), EXAM, day, NOW),
    )


def test_the_score_stands_with_its_interval_today_and_on_the_day(
    both: tuple[Readiness, Readiness],
) -> None:
    now, ahead = both
    assert now.enough
    assert ahead.enough
    head, covers, kept, today, later = standing(now, ahead, PLAN, COVERS, ENGLISH)
    assert head == "Expected score, with 80 % interval"
    assert covers == f"  {COVERS}"
    for line, found in ((kept, PLAN), (today, now), (later, ahead)):
        figures = [round(100 * one) for one in (found.mean, found.low, found.high)]
        assert line.endswith("{} %  {} to {} %".format(*figures))
    assert today.startswith("  If it were today")
    assert ", if you study nothing more" in later
    assert ", with this plan " in kept
    assert len(kept) == len(today) == len(later)
    alone = [*standing(now, now, None, COVERS, ENGLISH)]
    assert len(alone) == 3  # no exam planned: one score


def test_a_plan_has_its_score_before_there_is_enough_to_say_today() -> None:
    few = readiness(Standing(COURSE, answers(ROWS[:7])), EXAM, None, NOW)
    _, _, kept, lacks = standing(few, few, PLAN, COVERS, ENGLISH)
    assert kept.endswith("70 %  60 to 80 %")
    assert lacks.startswith("  Not enough data for domain 2")


def test_a_row_of_zeros_is_not_shown(both: tuple[Readiness, Readiness]) -> None:
    now, ahead = both
    hopeless = replace(ahead, curve=tuple((cut, 0.004) for cut, _ in ahead.curve))
    lines = [*progress_lines(now, hopeless, PLAN, COVERS, "NVIDIA", ENGLISH)]
    assert not any(line.startswith("Chance to pass") for line in lines)


def test_a_chance_that_is_small_everywhere_is_one_line(
    both: tuple[Readiness, Readiness],
) -> None:
    now, ahead = both
    slim = replace(ahead, curve=tuple((c, 0.04 - c / 2500) for c, _ in ahead.curve))
    lines = [*progress_lines(now, slim, PLAN, COVERS, "NVIDIA", ENGLISH)]
    assert not any("pass mark is" in line for line in lines)
    said = " ".join(" ".join(lines).split())
    assert "2 % at most, whatever the pass mark from 60 to 80 %" in said
    wider = replace(ahead, curve=tuple((c, 0.1) for c, _ in ahead.curve))
    lines = [*progress_lines(now, wider, PLAN, COVERS, "NVIDIA", ENGLISH)]
    assert any("pass mark is" in line for line in lines)


def test_the_chances_and_the_domains_are_columns(
    both: tuple[Readiness, Readiness],
) -> None:
    lines = [*progress_lines(*both, PLAN, COVERS, "NVIDIA", ENGLISH)]
    marks, chances = (
        line.split()[-10:]
        for line in lines
        if line.startswith(("  If the pass mark", "  Chance"))
    )
    assert marks[::2] == ["60", "65", "70", "75", "80"]
    curve = dict(both[1].curve)
    assert [int(one) for one in chances[::2]] == [
        int(100 * curve[cut] + 0.5) for cut in range(60, 81, 5)
    ]
    assert "NVIDIA publishes no pass mark." in lines
    nobody = [*progress_lines(*both, PLAN, COVERS, "", ENGLISH)]
    assert [line for line in lines if line not in nobody] == [
        "NVIDIA publishes no pass mark."
    ]
    says = next(line for line in lines if line.startswith("Chance to pass"))
    assert says.endswith(", if you study nothing more")
    now, _ = both
    alone = [*progress_lines(now, now, None, COVERS, "NVIDIA", ENGLISH)]
    assert sum("nothing more is studied" in line for line in alone) == 0
    head = next(n for n, line in enumerate(lines) if line.startswith("Domain"))
    rows = lines[head : head + 3]
    assert len({len(row) for row in rows}) == 1
    for row, one in zip(rows[1:], both[1].domains, strict=True):
        assert f"{one.weight} %" in row
        assert f" {one.fresh} " in row
        assert row.endswith(f"{round(100 * one.low)} to {round(100 * one.high)} %")


@pytest.mark.parametrize("words", [ENGLISH, text("zh_TW")])
def test_no_line_is_wider_than_a_terminal(
    both: tuple[Readiness, Readiness], words: Words
) -> None:
    few = readiness(Standing(COURSE, answers(ROWS[:7])), EXAM, None, NOW)
    lacking = [*progress_lines(few, few, PLAN, COVERS, "NVIDIA", words)]
    for line in [*progress_lines(*both, PLAN, COVERS, "NVIDIA", words), *lacking]:
        assert columns(line) <= 80, line
    says = words.ngettext(
        "Not enough data for domain {list}: fewer than {fresh} first answers.",
        "Not enough data for domains {list}: fewer than {fresh} first answers each.",
        1,
        list="2",
        fresh=5,
    )
    assert says in "".join(lacking)
