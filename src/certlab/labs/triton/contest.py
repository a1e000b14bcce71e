"""The contest of Triton: the same requests one by one and in dynamic batches."""

from certlab.compute.contest import Contest, Prepared, Side
from certlab.labs.triton.environment import ENVIRONMENT

_CLIENTS, _ANSWERS = 32, 320
_SIZE = f"{_ANSWERS} requests of {_CLIENTS} clients"


def contests() -> list[Contest]:
    """Throughput of the recurrent model with dynamic batching against without."""
    return [
        Contest(
            id="triton-batching",
            what=f"answer {_ANSWERS} requests of {_CLIENTS} clients with a recurrent network",
            old=_side("one by one"),
            new=_side("dynamic batches"),
            make=_make,
        )
    ]


def _side(engine: str) -> Side:
    name = f"Triton, {engine}"
    return Side(
        name=name, engine=engine, device="cpu", dtype="float32", threads=1, size=_SIZE
    )


def _make() -> Prepared:
    from certlab.errors import BackendError
    from certlab.labs.triton.real import served_twice

    if lacks := ENVIRONMENT.lacks:
        raise BackendError(lacks)
    return served_twice.prepare(_CLIENTS, _ANSWERS)
