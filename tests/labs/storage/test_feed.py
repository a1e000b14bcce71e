"""A loader, held against what must hold for any times."""

import random

import pytest

from certlab.errors import Refusal
from certlab.labs.storage import Feed, feed
from certlab.labs.storage.feed import svg, words


@pytest.mark.parametrize("seed", range(60))
def test_the_slowest_part_sets_the_pace(seed: int) -> None:
    draw = random.Random(seed)
    given = Feed(
        compute=draw.uniform(0.01, 0.3),
        fetch=draw.uniform(0.01, 0.2),
        decode=draw.uniform(0, 0.5),
        workers=draw.randint(1, 8),
    )
    pace = max(given.compute, given.fetch, (given.fetch + given.decode) / given.workers)
    assert feed(given, 4000).every == pytest.approx(pace, rel=0.01)


def test_without_workers_reading_and_computing_take_turns() -> None:
    fed = feed(Feed(compute=0.1, fetch=0.1, decode=0.2))
    assert fed.every == pytest.approx(0.4)
    assert fed.idle == pytest.approx(0.75)


@pytest.mark.parametrize(("workers", "idle"), [(1, 2 / 3), (2, 1 / 3), (3, 0)])
def test_workers_that_read_ahead_share_the_reading(workers: int, idle: float) -> None:
    given = Feed(compute=0.1, fetch=0.0, decode=0.3, workers=workers)
    assert feed(given).idle == pytest.approx(idle, abs=0.01)


def test_a_batch_is_never_computed_before_it_was_read_nor_two_at_once() -> None:
    fed = feed(Feed(0.05, 0.02, 0.1, workers=3, prefetch=1, late=7, by=0.3))
    for (_, begin, done), step in zip(fed.reads, fed.steps, strict=True):
        assert begin <= done <= step
    for first, then in zip(fed.steps, fed.steps[1:], strict=False):
        assert then >= first + 0.05 - 1e-9


def test_no_worker_reads_further_ahead_than_its_places() -> None:
    given = Feed(0.2, 0.01, 0.0, workers=2, prefetch=3)
    fed = feed(given)
    for batch in range(6, 100):
        assert fed.reads[batch][1] >= fed.steps[batch - 6]


def test_prefetch_evens_out_a_storage_that_is_late_sometimes() -> None:
    one, many = (
        feed(Feed(0.1, 0.05, 0.0, workers=1, prefetch=n, late=10, by=0.4)).idle
        for n in (1, 8)
    )
    assert many < 0.02 < one


@pytest.mark.parametrize(
    "given",
    [
        Feed(0, 0.1),
        Feed(0.1, -1),
        Feed(0.1, 0.1, workers=-1),
        Feed(0.1, 0.1, workers=1, prefetch=0),
    ],
)
def test_what_cannot_be_is_refused(given: Feed) -> None:
    with pytest.raises(Refusal):
        feed(given)


def test_one_batch_has_no_pace() -> None:
    with pytest.raises(Refusal):
        feed(Feed(0.1, 0.1), 1)


def test_the_picture_says_in_words_what_it_shows() -> None:
    fed = feed(Feed(0.1, 0.1, 0.2, workers=2))
    assert f"<desc>{words(fed)}</desc>" in svg(fed)
