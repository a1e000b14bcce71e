"""What came of a run: an answer from every rank, or the one sentence that says why not."""

import linecache
import pickle
import signal
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from certlab.errors import RankError
from certlab.labs.distributed.real.ranks import job
from certlab.servers.guardian import LOG

_LONGEST = 300  # letters of an error's text in the sentence


def answers(folder: Path, size: int) -> list[Any] | None:
    """What each rank returned, in rank order; None where one is missing.

    Raises:
        RankError: an answer cannot be read here.
    """
    files = [folder / f"answer-{rank}.pickle" for rank in range(size)]
    if not all(file.exists() for file in files):
        return None
    found = []
    for rank, file in enumerate(files):
        try:
            found.append(pickle.loads(file.read_bytes()))
        except Exception as error:
            raise RankError(
                f"What rank {rank} returned cannot be read here "
                f"({type(error).__name__}: {error}); return numbers, lists or tensors.",
                rank,
            ) from error
    return found


def any_error(folder: Path) -> bool:
    """Whether a rank has told of an error already."""
    return any(folder.glob("error-*.json"))


def printed(folder: Path, size: int, name: str) -> dict[int, str]:
    """What ranks wrote to "stdout" or "stderr", those that wrote anything."""
    found = {}
    for rank in range(size):
        for file in folder.glob(f"logs/*/attempt_0/{rank}/{name}.log"):
            if text := file.read_text("utf-8", errors="replace"):
                found[rank] = text
    return found


def failure(folder: Path, one: job.Job, *, late: bool) -> RankError:
    """The first cause, as far as it can be told from its consequences.

    A rank that dies breaks the connections of all others, which then raise. So what died
    by a signal comes first, then what ended without a word, then the earliest to raise.
    """
    size = one.ranks
    told = {
        rank: note
        for rank in range(size)
        if (note := job.noted(folder, f"error-{rank}"))
    }
    output = printed(folder, size, "stdout")
    for rank, text in printed(folder, size, "stderr").items():
        output[rank] = output.get(rank, "") + text
    says, guilty = _cause(folder, one, told, late=late)
    trace = _trace(told[guilty]) if guilty in told else []
    return RankError(says, guilty, output, trace)


def _cause(
    folder: Path, one: job.Job, told: Mapping[int, Mapping[str, Any]], *, late: bool
) -> tuple[str, int | None]:
    size = one.ranks
    if refused := job.noted(folder, "refused"):
        return _no_gpus(size, refused["gpus"]), None
    codes = {int(rank): code for rank, code in job.noted(folder, "failed").items()}
    silent = {rank: code for rank, code in codes.items() if rank not in told}
    # torchrun itself ends the others by SIGTERM.
    for rank, code in silent.items():
        if code < 0 and -code != signal.SIGTERM:
            return _killed(rank, size, -code), rank
    for rank, code in silent.items():
        if code > 0:
            return _ended(rank, size, code), rank
    if told:
        own = {rank: note for rank, note in told.items() if not _echo(note)} or told
        first = min(own, key=lambda each: own[each]["at"])
        return _raised(first, size, told[first]), first
    for rank, code in silent.items():
        return _killed(rank, size, -code), rank
    missing = [n for n in range(size) if not (folder / f"answer-{n}.pickle").exists()]
    if late:
        return _late(missing, one), None
    if (folder / "backend.json").exists() and len(missing) < size:
        return _ended(missing[0], size, 0), missing[0]
    return f"torchrun did not start {size} ranks: {_last(folder)}.", None


def _echo(note: Mapping[str, Any]) -> bool:
    """Whether an error only says that another rank has gone."""
    kinds = ("DistBackendError", "DistNetworkError", "DistStoreError")
    return note["type"] in kinds or "gloo/transport" in note["text"]


def _no_gpus(size: int, found: int) -> str:
    has = "no GPU" if not found else f"{found} GPU{'s' * (found > 1)}"
    return (
        f"nccl needs a GPU for each of {size} ranks, and torch sees {has} here; leave "
        'backend out, or take "gloo".'
    )


def _killed(rank: int, size: int, number: int) -> str:
    try:
        name = signal.Signals(number).name
    except ValueError:
        name = f"signal {number}"
    hint = ""
    if number == signal.SIGKILL:
        hint = ": a system out of memory does that; try fewer ranks or less data"
    return f"Rank {rank} of {size} was killed by {name} before it answered{hint}."


def _ended(rank: int, size: int, code: int) -> str:
    return (
        f"Rank {rank} of {size} ended with exit status {code} before it answered; look at "
        "what ends the process in your function."
    )


def _raised(rank: int, size: int, note: Mapping[str, Any]) -> str:
    if "exit" in note:
        return (
            f"Rank {rank} of {size} called sys.exit({note['exit']}) before it answered; "
            "return from the function instead."
        )
    if "returned" in note:
        return (
            f"Rank {rank} of {size} returned a {note['returned']}, which cannot be sent "
            f"back ({_short(note['text'])}); return numbers, lists or tensors."
        )
    if "sentence" in note:
        return f"Rank {rank} of {size}: {note['sentence']}"
    text = f": {_short(note['text'])}" if note["text"] else ""
    return f"Rank {rank} of {size} raised {note['type']}{text}."


def _late(missing: list[int], one: job.Job) -> str:
    names = [str(rank) for rank in missing]
    who = f"Rank {names[0]}" if len(names) == 1 else f"Ranks {_and(names)}"
    return (
        f"{who} of {one.ranks} had not answered after {one.seconds:g} s, and the run was "
        "ended; see that every rank calls the same collectives in the same order, or give "
        "a longer timeout."
    )


def _and(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _short(text: str) -> str:
    text = text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
    return text.rstrip(".")


def _last(folder: Path) -> str:
    """The last line that torchrun wrote."""
    try:
        text = (folder / LOG).read_text("utf-8", errors="replace")
    except OSError:
        text = ""
    lines = text.strip().splitlines() or ["it said nothing"]
    return _short(lines[-1].strip())


def _trace(note: Mapping[str, Any]) -> list[str]:
    """The rank's stack; lines of a notebook are known only here."""
    frames = [
        traceback.FrameSummary(file, line, name) for file, line, name in note["frames"]
    ]
    linecache.checkcache()
    text = "".join(traceback.StackSummary.from_list(frames).format())
    return text.splitlines()
