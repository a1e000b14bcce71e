"""In CI a test that is skipped fails the run, unless tests/skips.toml says why.

On a developer's machine a skip is only shown.
"""

import os
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

import pytest

LIST = Path(__file__).with_name("skips.toml")


@dataclass(frozen=True)
class Allowed:
    """A skip that may happen in CI.

    Attributes:
        test: a pattern for the test's id, as fnmatch reads it.
        says: how the skip's own reason begins.
        why: why CI cannot run it.
    """

    test: str
    says: str
    why: str

    def covers(self, test: str, reason: str) -> bool:
        return fnmatch(test, self.test) and reason.startswith(self.says)


def read(path: Path = LIST) -> list[Allowed]:
    """The list; an entry that lacks a part is a TypeError."""
    rows = tomllib.loads(path.read_text("utf-8")).get("skip", [])
    return [Allowed(**row) for row in rows]


@dataclass(eq=False)  # pytest keeps plugins in sets
class SkipGate:
    """Collects the skips of a run, and fails it for those not on the list."""

    allowed: list[Allowed]
    refused: list[tuple[str, str]] = field(default_factory=list)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped and not hasattr(report, "wasxfail"):
            self.note(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.skipped:
            self.note(report)

    def note(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        where = report.longrepr
        reason = str(where[2] if isinstance(where, tuple) else where)
        reason = reason.removeprefix("Skipped: ")
        if not any(one.covers(report.nodeid, reason) for one in self.allowed):
            self.refused.append((report.nodeid, reason))

    @pytest.hookimpl(wrapper=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Iterator[None]:
        if self.refused and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        return (yield)

    def pytest_terminal_summary(
        self, terminalreporter: pytest.TerminalReporter
    ) -> None:
        if not self.refused:
            return
        terminalreporter.section("skips that CI does not allow")
        for test, reason in self.refused:
            terminalreporter.line(f"{test}: {reason}")
        terminalreporter.line(f"Make them run, or enter them in {LIST.name} with why.")


def pytest_configure(config: pytest.Config) -> None:
    if os.environ.get("CI"):
        config.pluginmanager.register(SkipGate(read()), "skip-gate")
