"""Where a lab asks Triton: the real one, or what it answered when the lab was recorded.

A recorded reply is found by what is asked, so the same cells run on every system.
"""

import json
import os
import subprocess
import textwrap
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from certlab.errors import ServerError
from certlab.labs.triton import metrics
from certlab.labs.triton.environment import ENVIRONMENT
from certlab.labs.triton.real import load, server

_RECORDINGS = Path(__file__).with_name("recorded")
_RECORD = (
    "CERTLAB_RECORD_TRITON"  # a folder: what the lab is told is also written there
)
_SECONDS = 120
_STILL = 0.25  # seconds without a change, after which nothing is left to be counted


class Desk:
    """One lab's server, live or recorded.

    Attributes:
        says: which of the two, in one sentence.
        live: whether there is a server.
        last: what was printed last.
    """

    def __init__(self, lab: str) -> None:
        self.live = not ENVIRONMENT.lacks
        self.last = ""
        self.triton: server.Triton | None = None
        self._lab = lab
        self._heard: dict[str, list[Any]] = {}
        self._asked: dict[str, int] = {}
        if self.live:
            self.says = "Triton 2.51.0 runs here, on the processor."
        else:
            path = _RECORDINGS / f"{lab}.json"
            self._heard = json.loads(path.read_text("utf-8"))
            self.says = f"Recorded, on 23 November 2026: {ENVIRONMENT.lacks}"

    def start(self, repository: Path, *options: str) -> None:
        """Start the server anew on a repository; print what it says of its models."""
        self.stop()

        def begin() -> str:
            self.triton = server.start(repository, options)
            return self._index()

        self._show(f"start {' '.join(options)}", begin)

    def stop(self) -> None:
        """End the server."""
        if self.triton is not None:
            self.triton.stop()
            self.triton = None

    def get(self, path: str) -> None:
        """Ask an address and print what comes back."""
        print(f"GET {path}")  # noqa: T201 - a cell shows it
        self._show(f"GET {path}", lambda: self._http(path))

    def post(self, path: str, body: object = None) -> None:
        """Send JSON to an address and print what comes back."""
        text = json.dumps(body or {})
        print(f"POST {path}")  # noqa: T201 - a cell shows it
        self._show(f"POST {path} {text}", lambda: self._http(path, text))

    def client(self, program: str) -> None:
        """Run a program in Triton's own environment, which has tritonclient; print its output.

        It finds HTTP and GRPC, the addresses as host and port.
        """
        code = textwrap.dedent(program)
        self._show(f"client {code}", lambda: self._run(code))

    def measure(self, model: str, clients: int, seconds: float = 0.8) -> load.Load:
        """Keep so many requests under way, each with 16 numbers."""

        def now() -> dict[str, Any]:
            http = self._running().http
            request = load.ask_all(http, model, [[0.1] * 16])
            return asdict(load.measure(http, request, clients=clients, seconds=seconds))

        found = self._reply(f"measure {model} {clients}", now)
        failed = {int(status): n for status, n in found["failed"].items()}
        return load.Load(**(found | {"failed": failed}))

    def metrics(self) -> dict[metrics.Key, float]:
        """The metrics as they stand, by name and labels."""
        return metrics.read(self._reply("metrics", self._settled))

    def _settled(self) -> str:
        """The counters when they stand still: Triton counts after it has answered."""
        end, before = time.monotonic() + _SECONDS, ""
        while (found := self._counters()) != before and time.monotonic() < end:
            before = found
            time.sleep(_STILL)
        return found

    def _counters(self) -> str:
        with urllib.request.urlopen(self._running().metrics) as answer:
            return "\n".join(
                line
                for line in answer.read().decode().splitlines()
                if line.startswith(("nv_inference", "nv_cache"))
            )

    def _show(self, asked: str, now: Callable[[], str]) -> None:
        self.last = self._reply(asked, now)
        print(self.last)  # noqa: T201 - a cell shows it

    def _reply(self, asked: str, now: Callable[[], Any]) -> Any:
        if self.live:
            found = now()
            if folder := os.environ.get(_RECORD):
                self._heard.setdefault(asked, []).append(found)
                Path(folder, f"{self._lab}.json").write_text(
                    json.dumps(self._heard, indent=1) + "\n", "utf-8"
                )
            return found
        if asked not in self._heard:
            raise ServerError(
                "This was not asked when the lab was recorded, and there is no Triton here "
                f"to ask: {ENVIRONMENT.lacks}"
            )
        turn = self._asked[asked] = self._asked.get(asked, -1) + 1
        return self._heard[asked][min(turn, len(self._heard[asked]) - 1)]

    def _running(self) -> server.Triton:
        if self.triton is None:
            raise ServerError("No Triton runs; start it with desk.start(repository).")
        self.triton.process.check()
        return self.triton

    def _http(self, path: str, body: str | None = None) -> str:
        request = urllib.request.Request(
            self._running().http + path, body.encode() if body is not None else None
        )
        try:
            with urllib.request.urlopen(request, timeout=_SECONDS) as answer:
                return f"{answer.status} {answer.read().decode()}".strip()
        except urllib.error.HTTPError as error:
            return f"{error.code} {error.read().decode()}".strip()

    def _index(self) -> str:
        rows = json.loads(self._http("/v2/repository/index", "{}").partition(" ")[2])
        return "\n".join(_row(one) for one in sorted(rows, key=_order)) or "no models"

    def _run(self, code: str) -> str:
        triton = self._running()
        head = (
            f"HTTP, GRPC = {triton.http.removeprefix('http://')!r}, {triton.grpc!r}\n"
        )
        run = subprocess.run(
            [str(ENVIRONMENT.python), "-c", head + code],
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
            env={"PATH": "/usr/bin:/bin"},
        )
        last = run.stderr.strip().splitlines()[-1:]
        return "\n".join(
            [run.stdout.strip(), *(last if run.returncode else [])]
        ).strip()


def _order(row: dict[str, str]) -> tuple[str, str]:
    return row["name"], row.get("version", "")


def _row(row: dict[str, str]) -> str:
    said = f"  {reason}" if (reason := row.get("reason", "")) else ""
    return f"{row['name']:12} {row.get('version', ''):3} {row.get('state', 'not loaded')}{said}"


def write(repository: Path, model: str, files: Iterable[tuple[str, str]]) -> None:
    """Write a model's files, by their paths in its folder."""
    for path, text in files:
        target = repository / model / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(textwrap.dedent(text).lstrip("\n"), "utf-8")
