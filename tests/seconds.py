"""Processor seconds of each test file: pytest --record-seconds=FILE writes them there.

Browsers and kernels count with the file that has them. A process that is ended before
anybody waits for it is counted by nobody, so all descendants are looked at once a second.
"""

import json
import os
import threading
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
Spent = tuple[
    float, float, float
]  # by this process, by children it waited for, as seen


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--record-seconds", metavar="FILE", help="write each file's processor seconds"
    )


def pytest_configure(config: pytest.Config) -> None:
    if to := config.getoption("--record-seconds"):
        config.pluginmanager.register(Recorder(config, Path(to)), "recorded-seconds")


class Descendants:
    """What the processes below this one have used, also those that are gone."""

    def __init__(self) -> None:
        self.ticks: dict[tuple[str, str], int] = {}
        self.lock = threading.Lock()

    def look(self) -> None:
        """Read how far each of them is; nothing where there is no /proc."""
        above, rows = {}, {}
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                # The name in brackets may hold anything.
                row = path.read_text("utf-8", "replace").rpartition(")")[2].split()
            except OSError:  # it has just ended
                continue
            pid = path.parent.name
            above[pid], rows[pid] = row[1], (row[19], int(row[11]) + int(row[12]))
        me = str(os.getpid())
        with self.lock:
            for pid, (began, ticks) in rows.items():
                if (pid, began) in self.ticks or _is_below(pid, me, above):
                    self.ticks[pid, began] = ticks

    @property
    def seconds(self) -> float:
        with self.lock:
            return sum(self.ticks.values()) / TICKS


def _is_below(pid: str, me: str, above: dict[str, str]) -> bool:
    while pid in above:
        pid = above[pid]
        if pid == me:
            return True
    return False


class Recorder:
    """Adds up each file's, in every process of the run."""

    def __init__(self, config: pytest.Config, to: Path) -> None:
        self.config, self.to = config, to
        self.files: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
        self.below = Descendants()
        self.over = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        while not self.over.wait(1):
            self.below.look()

    def _spent(self) -> Spent:
        now = os.times()
        waited = now.children_user + now.children_system
        return now.user + now.system, waited, self.below.seconds

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        before = self._spent()
        result = yield
        file = self.files[item.nodeid.partition("::")[0]]
        for n, (now, then) in enumerate(zip(self._spent(), before, strict=True)):
            file[n] += now - then
        return result

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_teardown(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> None:
        if nextitem is None or nextitem.path != item.path:
            self.below.look()  # before a file's browser is ended

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """A process of the run is done: its files are added to those of the others."""
        for file, parts in getattr(node, "workeroutput", {}).get("seconds", {}).items():
            self.files[file] = [
                a + b for a, b in zip(self.files[file], parts, strict=True)
            ]

    def pytest_sessionfinish(self) -> None:
        self.over.set()
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["seconds"] = dict(self.files)

    def pytest_unconfigure(self) -> None:
        if hasattr(self.config, "workeroutput") or not self.files:
            return
        rows = {
            file: round(own + max(waited, seen), 2)
            for file, (own, waited, seen) in sorted(self.files.items())
        }
        self.to.parent.mkdir(parents=True, exist_ok=True)
        self.to.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")
