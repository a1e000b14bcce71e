"""A command line to write. It is read, never run."""

from typing import Any

from textual.app import ComposeResult
from textual.widgets import Static

from certlab.terminal.screens.controls import Controls, Entry, Field


class CommandLine(Controls):
    """One line to write in."""

    def compose(self) -> ComposeResult:
        _ = self.words
        says = _("Your command; it is read, not run")
        yield Static(says, classes="muted")
        yield Entry("$", Field(self.kept if isinstance(self.kept, str) else ""))

    def read(self) -> Any:
        return self.query_one(Field).value
