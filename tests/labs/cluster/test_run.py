"""Runs of a cluster, held against what must hold for any of them, and worked by hand."""

import random
from itertools import combinations

import pytest

from certlab.errors import Refusal
from certlab.labs.cluster import Job, Rules, Work, draw, run
from certlab.labs.cluster.run import without_limits

QUOTA = {"A": 4, "B": 4, "C": 4}
RULES = [
    Rules(),
    Rules(backfill=True),
    Rules(quota=QUOTA),
    Rules(quota=QUOTA, backfill=True),
    Rules(quota=QUOTA, lend=True),
    Rules(quota=QUOTA, lend=True, backfill=True, checkpoint=2),
]


def drawn(seed: int) -> list[Job]:
    choose = random.Random(seed)
    return [
        Job(
            f"{n}",
            choose.choice("ABC"),
            choose.randint(1, 8),
            choose.randint(1, 6),
            choose.randint(0, 10),
            kept=choose.random() < 0.2,
        )
        for n in range(12)
    ]


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("seed", range(15))
def test_no_gpu_has_two_jobs_and_every_job_gets_its_hours(
    seed: int, rules: Rules
) -> None:
    jobs = drawn(seed)
    work = run(12, jobs, rules)
    for one, other in combinations(work.spans, 2):
        if set(one.gpus) & set(other.gpus):
            assert one.stop <= other.start or other.stop <= one.start
    of = {one.name: one for one in jobs}
    for span in work.spans:
        job = of[span.job]
        assert len(span.gpus) == job.gpus
        assert span.start >= job.at
        assert not (job.kept and span.state == "pre-empted")
    wanted = sum(of[name].gpus * of[name].hours for name in of.keys() - {*work.stuck})
    ran = sum(len(one.gpus) * (one.stop - one.start) for one in work.spans)
    assert ran == wanted + work.lost
    assert 0 <= work.used <= 1


@pytest.mark.parametrize("seed", range(15))
def test_backfill_delays_no_job_in_front(seed: int) -> None:
    """Of two jobs submitted at once, the first waits no longer for what passes it."""
    jobs = [Job(one.name, one.team, one.gpus, one.hours) for one in drawn(seed)]
    strict, filled = run(12, jobs), run(12, jobs, Rules(backfill=True))
    held_up = next(
        one for one in jobs if strict.first(one.name) != 0
    )  # the first that had to wait
    assert filled.first(held_up.name) <= strict.first(held_up.name)
    assert filled.hours <= strict.hours + max(one.hours for one in jobs)


def hours(work: Work, *names: str) -> list[tuple[int | None, int | None]]:
    return [(work.first(name), work.done(name)) for name in names]


def test_backfill_goes_by_time_limits() -> None:
    jobs = [
        Job("a", "A", 6, 3),
        Job("b", "B", 8, 2),
        Job("c", "C", 2, 2, at=1),
        Job("d", "C", 2, 5, at=1),
    ]
    work = run(8, jobs, Rules(backfill=True))
    assert hours(work, "a", "b", "c", "d") == [(0, 3), (3, 5), (1, 3), (5, 10)]
    late = run(8, without_limits(jobs, 72), Rules(backfill=True))
    assert late.first("c") == 5  # nobody knows that it is short


def test_what_is_lent_is_reclaimed_and_without_checkpoints_lost() -> None:
    jobs = [Job("long", "A", 8, 10), Job("c", "C", 4, 6), Job("b", "B", 4, 3, at=4)]
    lend = run(12, jobs, Rules(quota=QUOTA, lend=True))
    assert lend.first("b") == 4
    assert lend.lost == 4 * 8
    saved = run(12, jobs, Rules(quota=QUOTA, lend=True, checkpoint=3))
    assert saved.lost == 1 * 8
    assert saved.hours < lend.hours
    fixed = run(12, jobs, Rules(quota=QUOTA))
    assert fixed.stuck == ("long",)


def test_without_gangs_two_jobs_hold_what_the_other_needs() -> None:
    jobs = [Job("x", "A", 8, 2), Job("y", "B", 8, 2)]
    apart = run(8, jobs, Rules(gang=False))
    assert (apart.stuck, apart.used) == (("x", "y"), 0)
    assert run(8, jobs).stuck == ()


def test_what_must_not_be_pre_empted_stays_within_its_quota() -> None:
    books = [Job(f"book{n}", "A", 1, 20, kept=True) for n in range(5)]
    work = run(12, books, Rules(quota=QUOTA, lend=True))
    assert [work.first(one.name) for one in books] == [0, 0, 0, 0, 20]


def test_a_job_is_ended_at_its_limit() -> None:
    work = run(8, [Job("a", "A", 2, 5, limit=3)])
    assert (work.spans[0].state, work.lost, work.done("a")) == ("ended", 6, None)


@pytest.mark.parametrize(
    ("jobs", "rules", "says"),
    [
        ([Job("a", "A", 0, 1)], None, "Job a needs a GPU"),
        ([Job("a", "A", 1, 0)], None, "Job a needs a GPU"),
        ([Job("a", "A", 1, 1), Job("a", "B", 1, 1)], None, "the same name"),
        ([Job("a", "D", 1, 1)], Rules(quota=QUOTA), "Team D has no quota"),
        ([Job("a", "A", 1, 1)], Rules(quota={"A": 9}), "promise 9 GPUs"),
    ],
)
def test_what_cannot_run_is_refused(
    jobs: list[Job], rules: Rules | None, says: str
) -> None:
    with pytest.raises(Refusal, match=says):
        run(8, jobs, rules)


def test_a_picture_says_what_the_words_say() -> None:
    jobs = [Job("x", "A", 8, 2), Job("y", "B", 8, 2)]
    work = run(8, jobs, Rules(gang=False))
    assert "y (B): " in draw.words(work, jobs)
    assert "waits for ever" in draw.svg(work, jobs, "Two jobs")
