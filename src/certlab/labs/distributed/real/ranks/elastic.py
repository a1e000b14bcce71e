"""torchrun on one machine, with its report of who failed left where the notebook looks.

The same as `torchrun --standalone --nproc-per-node N -m certlab.labs.distributed.real.ranks.rank`, but
that the exit status of each rank is kept as a number and not only in a text, and that
ranks without a GPU are forked.

    python -m certlab.labs.distributed.real.ranks.elastic FOLDER
"""

import socket
import sys
from pathlib import Path

from certlab.labs.distributed.real.ranks import forked, job
from certlab.servers import lifeline


def main() -> None:
    """Launch the ranks and wait for them."""
    folder = Path(sys.argv[1])
    lifeline.sign(folder)
    one = job.read(folder)

    import torch
    from torch.distributed import run
    from torch.distributed.elastic.multiprocessing.errors import ChildFailedError

    found = torch.cuda.device_count() if torch.cuda.is_available() else 0
    if one.backend == "nccl" and found < one.ranks:
        job.note(folder, "refused", {"gpus": found})
        return
    backend = one.backend or ("nccl" if found >= one.ranks else "gloo")
    job.note(folder, "backend", {"name": backend})
    if not found and sys.platform == "linux":
        forked.fork_ranks(one.modules)
    # torchrun asks for this machine's full name, which may wait for a network's answer.
    socket.getfqdn = lambda name="": "localhost"  # noqa: ARG005 - called by name too
    try:
        run.run(run.parse_args(_options(folder, one.ranks)))
    except ChildFailedError as error:
        codes = {str(rank): each.exitcode for rank, each in error.failures.items()}
        job.note(folder, "failed", codes)


def _options(folder: Path, ranks: int) -> list[str]:
    return [
        # What --standalone stands for, with an address in place of the name "localhost".
        "--rdzv-backend=c10d",
        "--rdzv-endpoint=127.0.0.1:0",
        f"--rdzv-id={folder.name}",
        "--local-addr=127.0.0.1",
        f"--nproc-per-node={ranks}",
        "--max-restarts=0",
        "--monitor-interval=0.1",
        "--redirects=3",
        f"--log-dir={folder / 'logs'}",
        *("-m", "certlab.labs.distributed.real.ranks.rank"),
        str(folder),
    ]


if __name__ == "__main__":
    main()
