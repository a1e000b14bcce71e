"""What goes wrong with worker processes, each told in one sentence."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from certlab.errors import BackendError


@contextmanager
def told(port: int = 0) -> Iterator[None]:
    """Turn what Dask raises into a sentence, where we know what it means.

    Args:
        port: the scheduler's, where one was asked for.

    Raises:
        BackendError: a worker was killed, the port is taken, or nothing started.
    """
    from dask.utils import key_split
    from distributed.scheduler import KilledWorker

    try:
        yield
    except KilledWorker as error:
        raise BackendError(
            f"The task {key_split(error.task)} ended its worker {error.allowed_failures + 1} "
            "times, most likely for want of memory; make the partitions smaller, or give "
            "each worker more."
        ) from error
    except (OSError, RuntimeError, TimeoutError) as error:
        if taken(error):
            raise BackendError(
                f"Port {port} of this machine is taken; end what listens there, or leave "
                "the port out and a free one is found."
            ) from error
        if isinstance(error, TimeoutError) or "failed to start" in str(error):
            last = str(error).strip().splitlines()[-1:] or [type(error).__name__]
            raise BackendError(
                f"The workers did not start ({last[0].rstrip('. ')}); close other "
                "clusters and kernels, and start them again."
            ) from error
        raise


def taken(error: BaseException | None) -> bool:
    """Whether an error, or what caused it, says that a port is in use."""
    while error is not None:
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            return True
        if "address already in use" in str(error).lower():
            return True
        error = error.__cause__ or error.__context__
    return False
