"""What is refused before anything is started, and what is said of what came back."""

import importlib.util
import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from certlab.compute.processor import Cpu
from certlab.course import Course
from certlab.errors import BackendError, RankError
from certlab.labs.distributed.real import ranks
from certlab.labs.distributed.real.ranks import job, limits, outcome
from certlab.servers import lifeline

SMALL = Cpu("a processor", 4, 16.0)


@pytest.fixture
def no_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("subprocess.Popen", lambda *_, **__: pytest.fail("started"))
    monkeypatch.setattr(limits, "cpu", lambda: SMALL)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"ranks": 0}, "1 rank or more, as a whole number, not 0"),
        ({"ranks": -2}, "not -2"),
        ({"ranks": 2.0}, r"not 2\.0"),
        ({"ranks": True}, "not True"),
        ({"ranks": 5000}, "5,000 ranks are too many for 4 cores and 16 GiB of memory"),
        ({"ranks": 54}, "take 53 at most"),
        ({"backend": "mpi"}, 'A backend is "gloo" or "nccl", not \'mpi\''),
        ({"threads": 0}, "1 thread or more, not 0"),
        ({"timeout": 0}, "more than 0 seconds, not 0"),
        ({"timeout": float("nan")}, "more than 0 seconds, not nan"),
    ],
)
def test_what_cannot_be_run_is_refused(
    no_start: None, given: dict[str, Any], says: str
) -> None:
    with pytest.raises(RankError, match=says):
        ranks.run(lambda _: 0, **given)


def test_cores_set_the_limit_where_memory_is_unknown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "cpu", lambda: Cpu("", 2, None))
    limits.check(32, None, 1, 1.0)
    with pytest.raises(RankError, match=r"for 2 cores: each is .* take 32 at most"):
        limits.check(33, None, 1, 1.0)


@pytest.mark.parametrize("name", ["torch", "cloudpickle"])
def test_a_missing_library_is_named(
    name: str, no_start: None, whole: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a command that brings it, whichever lab of the module runs."""
    real = importlib.util.find_spec
    monkeypatch.setattr(limits, "find_spec", lambda x: None if x == name else real(x))
    says = rf"^Ranks need {name}: {name} is not installed; run certlab lab prepare "
    for lab in (one for one in whole.labs.values() if one.module == "distributed"):
        monkeypatch.setenv("JPY_SESSION_NAME", lab.file)
        with pytest.raises(BackendError, match=says) as refused:
            ranks.run(lambda _: 0)
        prepared = str(refused.value).partition("prepare ")[2].split()[0].strip(".")
        of = [one for one in whole.labs.values() if prepared in (one.id, one.module)]
        assert name in {need for one in of for need in one.needs}


@pytest.mark.parametrize("system", ["emscripten", "win32"])
def test_a_system_without_processes_says_where_to_go(
    system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", system)
    with pytest.raises(BackendError, match="on Linux or macOS"):
        limits.check(2, None, 1, 1.0)


def test_what_cannot_be_pickled_is_refused(no_start: None) -> None:
    lock = threading.Lock()

    def holds(_: object) -> object:
        return lock

    with pytest.raises(
        RankError, match=r"^holds or its arguments cannot be sent .*lock"
    ):
        ranks.run(holds)
    with pytest.raises(RankError, match="cannot be sent"):
        ranks.run(lambda _, x: x, 2, (n for n in range(2)))


JOB = job.Job(3, "", 1, 30.0, 0.0)


def cause(folder: Path, *, late: bool = False) -> str:
    return str(outcome.failure(folder, JOB, late=late))


def raised(folder: Path, rank: int, at: float, **note: object) -> None:
    told = {"at": at, "type": "ValueError", "text": "", "frames": []} | note
    job.note(folder, f"error-{rank}", told)


def test_who_died_is_named_before_who_noticed(tmp_path: Path) -> None:
    broken = "[gloo/transport/tcp/pair.cc:553] Connection closed by peer"
    raised(tmp_path, 0, 1.0, type="RuntimeError", text=broken)
    raised(tmp_path, 2, 2.0, text="wrong")
    assert cause(tmp_path) == "Rank 2 of 3 raised ValueError: wrong."
    job.note(tmp_path, "failed", {"0": 1, "1": -15, "2": 1})
    assert cause(tmp_path) == "Rank 2 of 3 raised ValueError: wrong."
    job.note(tmp_path, "failed", {"0": 1, "1": 7, "2": 1})
    assert cause(tmp_path).startswith("Rank 1 of 3 ended with exit status 7 before")
    job.note(tmp_path, "failed", {"0": 1, "1": -11, "2": 1})
    assert cause(tmp_path) == "Rank 1 of 3 was killed by SIGSEGV before it answered."


def test_a_note_is_told_by_what_it_holds(tmp_path: Path) -> None:
    raised(tmp_path, 0, 1.0, sentence="There is no layer 7.")
    assert cause(tmp_path) == "Rank 0 of 3: There is no layer 7."
    raised(tmp_path, 0, 1.0, type="AssertionError")
    assert cause(tmp_path) == "Rank 0 of 3 raised AssertionError."
    raised(tmp_path, 0, 1.0, text="x" * 1000)
    assert len(cause(tmp_path)) < 400


def test_where_nobody_told_anything(tmp_path: Path) -> None:
    assert cause(tmp_path) == "torchrun did not start 3 ranks: it said nothing."
    (tmp_path / "log.txt").write_text("A\nRuntimeError: no port is free\n")
    assert cause(tmp_path).endswith("3 ranks: RuntimeError: no port is free.")
    (tmp_path / "answer-1.pickle").touch()
    assert cause(tmp_path, late=True).startswith(
        "Ranks 0 and 2 of 3 had not answered after 30 s"
    )
    job.note(tmp_path, "backend", {"name": "gloo"})
    assert cause(tmp_path).startswith("Rank 0 of 3 ended with exit status 0 before")
    job.note(tmp_path, "failed", {"2": -15})
    assert cause(tmp_path).startswith("Rank 2 of 3 was killed by SIGTERM")
    job.note(tmp_path, "refused", {"gpus": 1})
    assert "torch sees 1 GPU here" in cause(tmp_path)


def test_an_answer_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    for rank in range(2):
        (tmp_path / f"answer-{rank}.pickle").write_bytes(b"no pickle")
    with pytest.raises(RankError, match=r"^What rank 0 returned cannot be read here"):
        outcome.answers(tmp_path, 2)
    assert outcome.answers(tmp_path, 3) is None


def test_a_note_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    assert job.noted(tmp_path, "job") == {}
    JOB.write(tmp_path)
    assert job.read(tmp_path) == JOB
    assert [file.name for file in tmp_path.iterdir()] == ["job.json"]
    assert json.loads((tmp_path / "job.json").read_text())["ranks"] == 3


def test_who_comes_too_late_finds_no_list(tmp_path: Path) -> None:
    import os

    lifeline.open_list(tmp_path)
    lifeline.sweep(tmp_path)
    child = os.fork()
    if not child:
        lifeline.sign(tmp_path)
        time.sleep(60)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 1
