"""Load on a model, as perf_analyzer makes it: so many clients, each with one request at a time.

Every client sends its next request when it has the answer to its last one. One thread
serves them all, so that the measuring takes little of the processor that is measured.
"""

import json
import selectors
import socket
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from certlab.errors import ServerError

_END = b"\r\n\r\n"


@dataclass(frozen=True)
class Load:
    """What a load has shown.

    Attributes:
        clients: how many asked at a time.
        rate: answers a second.
        p50: milliseconds from a request to its answer, the median.
        p95: the same, which 95 % keep below.
        failed: answers that were no success, by status.
        says: the server's words in one of those.
    """

    clients: int
    rate: float
    p50: float
    p95: float
    failed: dict[int, int]
    says: str = ""


def ask_all(
    http: str, model: str, rows: Sequence[Sequence[float]], *, name: str = "INPUT"
) -> bytes:
    """A request in the protocol's JSON: one input of FP32, a row an example."""
    flat = [x for row in rows for x in row]
    shape = [len(rows), len(rows[0])]
    tensor = {"name": name, "shape": shape, "datatype": "FP32", "data": flat}
    body = json.dumps({"inputs": [tensor]}).encode()
    path = f"/v2/models/{model}/infer"
    head = f"POST {path} HTTP/1.1\r\nHost: {urlsplit(http).netloc}\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def measure(
    http: str, request: bytes, *, clients: int, seconds: float, warm: float = 0.3
) -> Load:
    """Keep so many requests under way for a while.

    Args:
        http: base of the server's addresses.
        request: what each client sends, from `ask_all`.
        clients: requests under way at a time.
        seconds: how long answers are counted.
        warm: seconds before, which are not counted.

    Raises:
        ServerError: the server closed a connection.
    """
    where = urlsplit(http)
    asking = _Asking((where.hostname or "", where.port or 0), request, clients)
    try:
        asking.run(time.perf_counter() + warm)
        asking.times.clear()
        asking.failed.clear()
        asking.says = ""
        began = time.perf_counter()
        asking.run(began + seconds)
        took = time.perf_counter() - began
    finally:
        asking.close()
    times = sorted(asking.times) or [0.0]
    p95 = times[min(len(times) - 1, int(0.95 * len(times)))]
    rate = len(asking.times) / took
    p50 = statistics.median(times)
    return Load(clients, rate, 1e3 * p50, 1e3 * p95, dict(asking.failed), asking.says)


def take(http: str, request: bytes, *, clients: int, answers: int) -> None:
    """Ask with so many clients until so many answers have come.

    Raises:
        ServerError: the server closed a connection, or refused a request.
    """
    where = urlsplit(http)
    asking = _Asking((where.hostname or "", where.port or 0), request, clients)
    try:
        while len(asking.times) < answers:
            asking.run(time.perf_counter() + 0.01)
            if asking.failed:
                raise ServerError(f"Triton refused a request: {asking.says}")
    finally:
        asking.close()


class _Asking:
    """Connections, each with one request under way."""

    def __init__(self, at: tuple[str, int], request: bytes, clients: int) -> None:
        self.request = request
        self.times: list[float] = []
        self.failed: dict[int, int] = {}
        self.says = ""
        self._select = selectors.DefaultSelector()
        for _ in range(clients):
            one = socket.create_connection(at, timeout=30)
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._select.register(one, selectors.EVENT_READ, [0.0, b""])
        for key in self._select.get_map().values():
            self._send(key)

    def run(self, until: float) -> None:
        """Ask until a time of perf_counter."""
        while time.perf_counter() < until:
            for key, _ in self._select.select(timeout=0.05):
                self._receive(key)

    def close(self) -> None:
        """Close all connections."""
        for key in list(self._select.get_map().values()):
            if isinstance(key.fileobj, socket.socket):
                key.fileobj.close()
        self._select.close()

    def _send(self, key: selectors.SelectorKey) -> None:
        assert isinstance(key.fileobj, socket.socket)
        key.data[:] = [time.perf_counter(), b""]
        key.fileobj.sendall(self.request)

    def _receive(self, key: selectors.SelectorKey) -> None:
        assert isinstance(key.fileobj, socket.socket)
        got = key.fileobj.recv(65536)
        if not got:
            raise ServerError("Triton closed a connection; its log says why.")
        began, text = key.data[0], key.data[1] + got
        key.data[1] = text
        head, found, body = text.partition(_END)
        if not found or len(body) < _length(head):
            return
        status = int(head.split(b" ", 2)[1])
        if status == 200:
            self.times.append(time.perf_counter() - began)
        else:
            self.failed[status] = self.failed.get(status, 0) + 1
            self.says = body.decode(errors="replace")
        self._send(key)


def _length(head: bytes) -> int:
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length":
            return int(value)
    return 0
