"""Recall by objective: said only where enough was answered."""

from datetime import UTC, datetime, timedelta

from certlab.course import Course
from certlab.study.answers import Answer, new_ulid, stamp
from certlab.study.memory import fold
from certlab.study.objective_recall import LEAST, recall_by_objective

NOW = datetime(2026, 11, 21, 18, tzinfo=UTC)


def test_few_answers_say_nothing_and_more_say_their_mean(whole: Course) -> None:
    items = [one.id for one in whole.items.values() if one.objective == "ncp-aii.2.2"]
    at = NOW - timedelta(days=2)
    rows = [
        Answer(id, 1, "correct", 1, at=stamp(at), ulid=new_ulid(at)) for id in items
    ]
    for count in (LEAST - 1, LEAST):
        memories = fold(rows[:count])
        table = recall_by_objective(whole, "ncp-aii", memories, NOW)
        cell = next(
            one for row in table for one in row.cells if one.objective == "ncp-aii.2.2"
        )
        assert (cell.answered, cell.page) == (count, "mig")
        assert cell.items >= len(items)
        if count < LEAST:
            assert cell.recall is None
        else:
            wanted = sum(one.recall(NOW) for one in memories.values()) / count
            assert cell.recall == wanted


def test_every_objective_has_its_cell(whole: Course) -> None:
    for id, exam in whole.certifications.items():
        table = recall_by_objective(whole, id, {}, NOW)
        assert [row.domain for row in table] == [one.number for one in exam.domains]
        found = [one.objective for row in table for one in row.cells]
        assert found == [one.id for part in exam.domains for one in part.objectives]
        assert all(one.recall is None for row in table for one in row.cells)
