"""A run of the tests leaves no new file in the checkout; one that does fails, with its names.

Such a file is committed one day with the rest. Without git nothing is looked at.
"""

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest


def untracked(root: Path) -> set[str] | None:
    """The files that git neither has nor ignores; None where it cannot say."""
    words = ["git", "ls-files", "--others", "--exclude-standard", "-z"]
    try:
        done = subprocess.run(words, cwd=root, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return set(done.stdout.decode("utf-8", "replace").split("\0")) - {""}


@dataclass(eq=False)  # pytest keeps plugins in sets
class CheckoutGate:
    """Knows what lay there before, and fails the run for what came to it."""

    root: Path
    before: set[str]
    left: list[str] = field(default_factory=list)

    @pytest.hookimpl(wrapper=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Iterator[None]:
        self.left = sorted((untracked(self.root) or set()) - self.before)
        if self.left and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        return (yield)

    def pytest_terminal_summary(
        self, terminalreporter: pytest.TerminalReporter
    ) -> None:
        if not self.left:
            return
        terminalreporter.section("files that the run has left in the checkout")
        for name in self.left:
            terminalreporter.line(name)
        terminalreporter.line(
            "Let the test write into its own folder (tmp_path), and remove them; those that you "
            "put there yourself meanwhile are yours."
        )


def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput"):
        return  # a worker of xdist; whoever started it looks
    before = untracked(config.rootpath)
    if before is not None:
        config.pluginmanager.register(
            CheckoutGate(config.rootpath, before), "checkout-gate"
        )
