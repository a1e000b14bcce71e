"""The queue to a class: nothing lost and nothing doubled, however the service fails."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from certlab.classroom.link import membership, queue
from certlab.classroom.link.queue import Queue
from certlab.classroom.link.service import AwayError, Service
from certlab.study.answers import Answer, new_ulid, stamp
from certlab.study.history import History
from tests.classroom.link.stand_in_service import TOKEN, StandIn

ABOUT = {"class": "c1", "joined": True}
Trial = Callable[[StandIn, Queue], Awaitable[None]]


def in_a_class(folder: Path, trial: Trial) -> None:
    """Run a trial with a service and a learner who has joined."""

    async def run() -> None:
        async with serving() as stand_in, queue_of(folder, stand_in) as own:
            own.take(ABOUT)
            await trial(stand_in, own)

    asyncio.run(run())


@asynccontextmanager
async def serving() -> AsyncIterator[StandIn]:
    stand_in = StandIn()
    stand_in.start()
    try:
        yield stand_in
    finally:
        await stand_in.stop()


@asynccontextmanager
async def queue_of(folder: Path, stand_in: StandIn) -> AsyncIterator[Queue]:
    service = Service(stand_in.address, TOKEN)
    try:
        yield Queue(History(folder / "history.jsonl"), service)
    finally:
        await service.close()


def answer(own: Queue, *items: str) -> list[str]:
    return [own.history.append(Answer(item, 1, "correct", 1.0)).ulid for item in items]


def kept(stand_in: StandIn) -> list[str]:
    return [row["item"] for row in stand_in.rows.values()]


def test_answers_from_the_join_on_are_sent_once(tmp_path: Path) -> None:
    History(tmp_path / "history.jsonl").append(Answer("before", 1, "correct", 1.0))

    async def trial(stand_in: StandIn, own: Queue) -> None:
        answer(own, "a", "b")
        assert own.told() == {"joined": True, "waiting": 2, "away": False}
        assert await own.send()
        answer(own, "c")
        assert await own.send()
        assert await own.send()
        assert kept(stand_in) == ["a", "b", "c"]
        assert stand_in.batches == [2, 1]
        assert own.told()["waiting"] == 0

    in_a_class(tmp_path, trial)


def test_only_graded_answers_that_stand_are_shared(tmp_path: Path) -> None:
    async def trial(stand_in: StandIn, own: Queue) -> None:
        (taken_back,) = answer(own, "taken-back")
        own.history.append(Answer("", 0, "undone", 0.0, response=taken_back))
        own.history.append(Answer("page", 0, "read", 0.0))
        own.history.append(Answer("guess", 1, "predicted", 0.0))
        own.history.append(Answer("task", 1, "wrong", 0.0, mode="exercise", device="d"))
        await own.send()
        (row,) = stand_in.rows.values()
        assert row.keys() == {
            *("ulid", "at", "item", "rev", "outcome", "score", "response", "exercise")
        }
        assert (row["item"], row["exercise"]) == ("task", "task")

    in_a_class(tmp_path, trial)


@pytest.mark.parametrize("failure", ["500", "lost", "all but one"])
def test_what_failed_is_sent_again_and_kept_once(tmp_path: Path, failure: str) -> None:
    async def trial(stand_in: StandIn, own: Queue) -> None:
        answer(own, "a", "b")
        stand_in.failures = [failure]
        with pytest.raises(AwayError):
            await own.send()
        answer(own, "c")
        assert own.told()["waiting"] == 3
        assert await own.send()
        assert kept(stand_in) == ["a", "b", "c"]
        assert own.told()["waiting"] == 0

    in_a_class(tmp_path, trial)


def test_a_stopped_queue_goes_on_from_its_file(tmp_path: Path) -> None:
    """As after a restart of the Jupyter server, with the file as old as one likes."""

    async def trial(stand_in: StandIn, own: Queue) -> None:
        answer(own, "a")
        older = membership.read(tmp_path)
        assert older
        await own.send()
        answer(own, "b")
        async with queue_of(tmp_path, stand_in) as after:
            assert after.told()["waiting"] == 1
            await after.send()
        assert stand_in.batches == [1, 1]
        membership.write(tmp_path, older)
        async with queue_of(tmp_path, stand_in) as after:
            await after.send()
        assert kept(stand_in) == ["a", "b"]

    in_a_class(tmp_path, trial)


def test_it_comes_back_by_itself_when_the_service_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "FIRST_WAIT", 0.01)
    monkeypatch.setattr(queue, "LONGEST_WAIT", 0.05)
    monkeypatch.setattr(queue, "LOOK_EVERY", 0.01)

    async def trial(stand_in: StandIn, own: Queue) -> None:
        task = asyncio.ensure_future(own.run())
        stand_in.failures = ["500", "lost", "500"]
        answer(own, "a")
        await holds(lambda: kept(stand_in) == ["a"] and not own.away)
        await stand_in.stop()
        answer(own, "b", "c")
        await holds(lambda: own.away)
        assert own.told() == {"joined": True, "waiting": 2, "away": True}
        stand_in.start()
        own.service.client.base_url = stand_in.address + "api/"  # type: ignore[assignment]  # it takes a text
        await holds(lambda: own.told() == {"joined": True, "waiting": 0, "away": False})
        assert kept(stand_in) == ["a", "b", "c"]
        assert not task.done()
        task.cancel()

    in_a_class(tmp_path, trial)


async def holds(what: Callable[[], bool]) -> None:
    while not what():
        await asyncio.sleep(0.01)


def test_many_answers_go_in_batches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "BATCH", 3)

    async def trial(stand_in: StandIn, own: Queue) -> None:
        stand_in.failures = ["", "500"]
        answer(own, *"abcdefgh")
        with pytest.raises(AwayError):
            await own.send()
        assert own.told()["waiting"] == 5
        await own.send()
        assert stand_in.batches == [3, 3, 3, 2]
        assert kept(stand_in) == list("abcdefgh")

    in_a_class(tmp_path, trial)


def test_a_row_that_is_refused_holds_up_no_other(tmp_path: Path) -> None:
    async def trial(stand_in: StandIn, own: Queue) -> None:
        said: list[str] = []
        own.note = said.append
        stand_in.refused = {"bad"}
        answer(own, "a", "b", "bad", "c", "d")
        assert await own.send()
        assert kept(stand_in) == ["a", "b", "c", "d"]
        assert own.told()["waiting"] == 0
        assert "bad" in said[0]

    in_a_class(tmp_path, trial)


def test_whoever_left_sends_nothing(tmp_path: Path) -> None:
    async def trial(stand_in: StandIn, own: Queue) -> None:
        own.left()
        answer(own, "private")
        assert await own.send()
        own.take(ABOUT)
        answer(own, "shared")
        await own.send()
        assert kept(stand_in) == ["shared"]

    in_a_class(tmp_path, trial)


@pytest.mark.parametrize("about", [{"class": "c1", "joined": False}, {"class": "c2"}])
def test_another_class_gets_none_of_this_ones_rows(
    tmp_path: Path, about: dict[str, object]
) -> None:
    async def trial(stand_in: StandIn, own: Queue) -> None:
        stand_in.about = {"joined": True, **about}
        answer(own, "a")
        assert not await own.send()
        assert not stand_in.rows

    in_a_class(tmp_path, trial)


def test_one_who_was_taken_out_meanwhile_is_asked_about_before_more_is_sent(
    tmp_path: Path,
) -> None:
    async def trial(stand_in: StandIn, own: Queue) -> None:
        answer(own, "a")
        await own.send()
        stand_in.about["joined"] = False
        answer(own, "b")
        assert not await own.send()
        assert not await own.send()
        assert own.told()["joined"] is False
        assert kept(stand_in) == ["a"]

    in_a_class(tmp_path, trial)


def test_a_join_whose_answer_was_lost_shares_from_the_question_on(
    tmp_path: Path,
) -> None:
    async def run() -> None:
        async with serving() as stand_in, queue_of(tmp_path, stand_in) as own:
            answer(own, "before")
            own.asks_to_join()
            answer(own, "between")
            assert own.told()["joined"] is False
            assert await own.send()
            assert not stand_in.rows
            own.take(ABOUT)
            await own.send()
            assert kept(stand_in) == ["between"]

    asyncio.run(run())


def test_a_history_that_was_replaced_shares_by_time(tmp_path: Path) -> None:
    """In another file the place means nothing, and older answers are not the class's."""
    other = History(tmp_path / "other" / "history.jsonl")
    other.append(Answer("older", 1, "correct", 1.0))

    async def trial(stand_in: StandIn, own: Queue) -> None:
        answer(own, "a")
        await own.send()
        other.append(Answer("newer", 1, "correct", 1.0))
        other.path.replace(own.history.path)
        await own.send()
        assert kept(stand_in) == ["a", "newer"]

    History(tmp_path / "history.jsonl").append(Answer("first", 1, "correct", 1.0))
    in_a_class(tmp_path, trial)


WHOLE = {"class_id": "c1", "joined": "2026-11-27T09:00:00+00:00", "place": "a:0"}


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", '{"class_id": 1}', '{"joined": "x"}', "[" * 100_000, "NaN"),
        json.dumps(WHOLE),  # which ulids the class has is not said
        json.dumps({**WHOLE, "acknowledged": [], "joined": "2026-11-27T09:00:00"}),
        json.dumps({**WHOLE, "acknowledged": [1]}),
        json.dumps({**WHOLE, "acknowledged": [], "start": 7}),
        json.dumps({**WHOLE, "acknowledged": [], "nickname": None}),
    ],
)
def test_a_file_that_cannot_be_read_is_no_membership(tmp_path: Path, text: str) -> None:
    (tmp_path / ".certlab").mkdir()
    (tmp_path / membership.FILE).write_text(text, "utf-8")
    assert membership.read(tmp_path) is None


def dated(item: str, at: datetime) -> Answer:
    return Answer(item, 1, "correct", 1.0, at=stamp(at), ulid=new_ulid(at))


def test_what_was_recorded_after_the_join_goes_whatever_its_clock_says(
    tmp_path: Path,
) -> None:
    """A page brings its own times, and a clock may be wrong by days or years."""
    now = datetime.now(UTC)
    off = [timedelta(hours=-11), timedelta(hours=-13), timedelta(days=-3)]
    off += [timedelta(days=-9000), timedelta(days=3), timedelta(days=9000)]

    async def trial(stand_in: StandIn, own: Queue) -> None:
        own.history.record([dated(str(one), now + one) for one in off])
        assert own.told()["waiting"] == len(off)
        assert await own.send()
        assert kept(stand_in) == [str(one) for one in off]
        assert own.told()["waiting"] == 0

    History(tmp_path / "history.jsonl").append(Answer("before", 1, "correct", 1.0))
    in_a_class(tmp_path, trial)


def test_a_history_that_was_cut_shares_by_time(tmp_path: Path) -> None:
    history = History(tmp_path / "history.jsonl")
    now = datetime.now(UTC)
    history.record([dated(name, now - timedelta(days=9)) for name in ("old", "older")])

    async def trial(stand_in: StandIn, own: Queue) -> None:
        lines = history.path.read_bytes().splitlines(keepends=True)
        with history.path.open("r+b") as file:
            file.truncate(len(lines[0]))
        answer(own, "new")
        assert await own.send()
        assert kept(stand_in) == ["new"]

    in_a_class(tmp_path, trial)


LOST = {"class": "c1", "database": "d2", "nickname": ""}


def with_a_database(folder: Path, trial: Trial) -> None:
    """A learner in a class that says which database it has."""
    about = {"class": "c1", "joined": True, "database": "d1", "nickname": "ada"}

    async def begun(stand_in: StandIn, own: Queue) -> None:
        stand_in.about = dict(about)
        own.take(about)
        answer(own, "a", "b")
        assert await own.send()
        assert kept(stand_in) == ["a", "b"]
        await trial(stand_in, own)

    History(folder / "history.jsonl").append(Answer("before", 1, "correct", 1.0))
    in_a_class(folder, begun)


def test_after_a_loss_of_the_database_all_since_the_join_comes_again(
    tmp_path: Path,
) -> None:
    async def trial(stand_in: StandIn, own: Queue) -> None:
        stand_in.rows.clear()
        stand_in.about = {**LOST, "joined": False}
        answer(own, "c")
        await own.send()  # its answer is that nobody has joined
        assert await own.send()
        assert stand_in.asked[-2:-1] == [("POST", "/services/class/api/join")]
        assert kept(stand_in) == ["a", "b", "c"]
        assert own.told() == {"joined": True, "waiting": 0, "away": False}

    with_a_database(tmp_path, trial)


def test_a_loss_is_found_when_nobody_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def trial(stand_in: StandIn, own: Queue) -> None:
        stand_in.rows.clear()
        stand_in.about = {**LOST, "joined": False}
        assert await own.send()  # it has looked a moment ago
        monkeypatch.setattr(queue, "LOOK_AT_CLASS", 0.0)
        assert await own.send()
        assert kept(stand_in) == ["a", "b"]

    with_a_database(tmp_path, trial)


def test_an_older_database_that_was_put_back_gets_what_it_lacks(tmp_path: Path) -> None:
    async def trial(stand_in: StandIn, own: Queue) -> None:
        stand_in.rows.popitem()
        stand_in.about = {**LOST, "joined": True}
        answer(own, "c")
        await own.send()
        assert await own.send()
        assert sorted(kept(stand_in)) == ["a", "b", "c"]

    with_a_database(tmp_path, trial)


def test_a_class_that_does_not_take_the_learner_again_is_away_and_loses_nothing(
    tmp_path: Path,
) -> None:
    async def trial(stand_in: StandIn, own: Queue) -> None:
        stand_in.rows.clear()
        stand_in.about = {**LOST, "joined": False}
        stand_in.full = True
        answer(own, "c")
        await own.send()
        with pytest.raises(AwayError, match="join on the class's page"):
            await own.send()
        assert own.told()["waiting"] == 1
        stand_in.about = {**LOST, "joined": True}  # by hand, under another name
        assert await own.send()
        assert kept(stand_in) == ["a", "b", "c"]

    with_a_database(tmp_path, trial)


def test_a_page_that_looks_after_a_loss_sees_that_one_has_joined_again(
    tmp_path: Path,
) -> None:
    async def trial(stand_in: StandIn, own: Queue) -> None:
        stand_in.about = {**LOST, "joined": False}
        assert (await own.settle({**LOST, "joined": False}))["joined"]
        stand_in.about["joined"] = False  # the instructor took the learner out
        taken_out = {**LOST, "joined": False}
        assert await own.settle(taken_out) is taken_out
        assert own.told()["joined"] is False

    with_a_database(tmp_path, trial)


def test_a_membership_of_before_databases_had_ids_goes_on(tmp_path: Path) -> None:
    async def trial(stand_in: StandIn, own: Queue) -> None:
        answer(own, "a")
        await own.send()
        path = tmp_path / membership.FILE
        told = json.loads(path.read_text("utf-8"))
        for name in ("start", "database", "nickname"):
            del told[name]
        path.write_text(json.dumps(told), "utf-8")
        stand_in.about = {**ABOUT, "database": "d1", "nickname": "ada"}
        answer(own, "b")
        async with queue_of(tmp_path, stand_in) as after:
            assert await after.send()
        assert stand_in.batches == [1, 1]
        member = membership.read(tmp_path)
        assert member
        assert (member.database, member.nickname) == ("d1", "ada")

    in_a_class(tmp_path, trial)


@pytest.mark.parametrize("place", ["a:" + "9" * 5000, "a:-1", "a:x", ":", "b:0", "a"])
def test_a_place_that_fits_nowhere_shares_by_time(tmp_path: Path, place: str) -> None:
    async def trial(stand_in: StandIn, own: Queue) -> None:
        answer(own, "a")
        member = membership.read(tmp_path)
        assert member
        membership.write(tmp_path, replace(member, place=place))
        assert await own.send()
        assert kept(stand_in) == ["a"]

    old = dated("old", datetime.now(UTC) - timedelta(days=9))
    History(tmp_path / "history.jsonl").record([old])
    in_a_class(tmp_path, trial)


@pytest.mark.parametrize(
    ("place", "end", "before"),
    [
        *(("a:0", "a:0", True), ("a:1", "a:2", True), ("a:2", "a:1", False)),
        *(("b:0", "a:1", False), ("a:" + "9" * 5000, "a:1", False), ("a:-1", "a:1", False)),
    ],
)  # fmt: skip
def test_which_place_lies_in_a_file(place: str, end: str, before: bool) -> None:
    assert queue._is_before(place, end) is before
