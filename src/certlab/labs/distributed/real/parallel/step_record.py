"""One step watched: what a rank holds at its moments, what it calls, what it sends."""

from typing import Any, Self

from certlab.labs.distributed.real.parallel.sharded_state import RankBytes, rank_bytes
from certlab.labs.distributed.real.parallel.traffic import Call, sent, traffic


class Watch:
    """Entered for one step: looking at every operation makes a step several times as long.

    Attributes:
        held: bytes by the moment's name.
        calls: collectives of the step.
        sent: bytes that left the TCP sockets; None where nobody counts.
    """

    def __init__(self, model: Any, optimizer: Any) -> None:
        self.held: dict[str, RankBytes] = {}
        self.calls: tuple[Call, ...] = ()
        self.sent: int | None = None
        self._model, self._optimizer = model, optimizer
        self._shards = [*model.parameters()]
        self._before: int | None = None
        self._seen: Any = None

    def __enter__(self) -> Self:
        self._before, self._seen = _sent(), traffic()
        self._seen.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._seen.__exit__(*error)
        self.calls, after = tuple(self._seen.calls), _sent()
        if after is not None and self._before is not None:
            self.sent = after - self._before

    def moment(self, name: str, phase: str) -> None:
        """Count what is held now; calls from here on belong to `phase`.

        Before it is entered that is nothing.
        """
        if self._seen is None:
            return
        self.held[name] = rank_bytes(self._model, self._optimizer, self._shards)
        self._seen.phase = phase


def _sent() -> int | None:
    """Bytes over TCP, where it is Gloo that sends: NCCL's sockets only say hello."""
    from torch import distributed

    gloo = distributed.is_initialized() and distributed.get_backend() == "gloo"
    return sent() if gloo else None
