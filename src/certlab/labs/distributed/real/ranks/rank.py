"""One rank: joins the group, calls the function, leaves its answer or what went wrong.

torchrun ... -m certlab.labs.distributed.real.ranks.rank FOLDER
"""

import faulthandler
import os
import sys
import time
import traceback
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

from certlab.errors import CourseError
from certlab.labs.distributed.real.ranks import job
from certlab.labs.distributed.real.ranks.info import RankInfo
from certlab.servers import lifeline

_EARLY, _LONGER = 2.0, 30.0  # seconds


def main() -> None:
    """Run this rank's part and end, whatever threads the function left behind."""
    folder, number = Path(sys.argv[1]), int(os.environ["RANK"])
    lifeline.sign(folder)
    one = job.read(folder)
    # Where a rank hangs is told before the run is given up, early enough to be written.
    early = min(_EARLY, one.seconds / 4)
    faulthandler.dump_traceback_later(max(one.until - time.time() - early, 0.1))
    status = 1
    try:
        _answer(folder, number, one)
        status = 0
    except BaseException as error:  # noqa: BLE001 - sys.exit too is to be told of
        job.note(folder, f"error-{number}", _told(error))
        traceback.print_exc()
    finally:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def _answer(folder: Path, number: int, one: job.Job) -> None:
    import cloudpickle  # type: ignore[import-untyped]  # it has no types
    import torch
    from torch import distributed

    torch.set_num_threads(one.threads)
    info = _joined(folder, number, one)
    with (folder / job.CALL).open("rb") as file:
        function, arguments = cloudpickle.load(file)
    result = function(info, *arguments)
    try:
        content = cloudpickle.dumps(result)
    except Exception as error:
        raise _NotSent(type(result).__name__, error) from error
    job.leave(folder, f"answer-{number}.pickle", content)
    # Who leaves while another still talks to it would be taken for dead.
    with suppress(Exception):
        if distributed.is_initialized():
            distributed.barrier()
            distributed.destroy_process_group()


def _joined(folder: Path, number: int, one: job.Job) -> RankInfo:
    import torch
    from torch import distributed

    backend = job.noted(folder, "backend")["name"]
    # Longer than the run, whose end names the ranks; only where nobody ends it, it counts.
    wait = timedelta(seconds=max(one.until - time.time(), 0.0) + _LONGER)
    if backend == "nccl":
        device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
        torch.cuda.set_device(device)
        # gloo as well, for tensors that stay on the host.
        distributed.init_process_group(
            "cpu:gloo,cuda:nccl", timeout=wait, device_id=device
        )
    else:
        device = torch.device("cpu")
        distributed.init_process_group(backend, timeout=wait)
    return RankInfo(number, one.ranks, device, backend)


class _NotSent(Exception):
    """What a rank returned cannot be pickled."""

    def __init__(self, kind: str, error: Exception) -> None:
        super().__init__(kind, str(error))
        self.kind = kind


def _told(error: BaseException) -> dict[str, Any]:
    """An error as a note: its frames without those of this file."""
    first, _, _ = (str(error).strip() or "").partition("\n")
    frames = [
        (frame.filename, frame.lineno, frame.name)
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename != __file__
    ]
    found = {"at": time.time(), "type": type(error).__name__, "text": first}
    if isinstance(error, SystemExit):
        found |= {"exit": str(error.code if error.code is not None else 0)}
    if isinstance(error, CourseError):
        found |= {"sentence": str(error)}
    if isinstance(error, _NotSent):
        found |= {"returned": error.kind, "text": str(error.__cause__).split("\n")[0]}
    return found | {"frames": frames}


if __name__ == "__main__":
    main()
