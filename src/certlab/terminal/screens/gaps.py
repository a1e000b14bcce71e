"""A text with gaps to fill in."""

from typing import Any

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from certlab.terminal.screens.controls import Controls, Entry, Field, Show
from certlab.terminal.screens.markdown import from_markdown, joined


def filled(show: Show, gaps: dict[str, Content]) -> Content:
    """The text with something in each gap."""
    return joined(
        *(
            _spaced(piece) if isinstance(piece, str) else gaps[piece["gap"]]
            for piece in show["text"]
        )
    )


def _spaced(piece: str) -> Content:
    """A piece with the spaces at its ends, which reading its marks takes away."""
    before = " " if piece[:1].isspace() else ""
    after = " " if piece.strip() and piece[-1:].isspace() else ""
    return joined(before, from_markdown(piece), after)


class Gaps(Controls):
    """The text with its gaps numbered, and a field for each."""

    def compose(self) -> ComposeResult:
        kept = self.kept if isinstance(self.kept, dict) else {}
        ids = [gap["id"] for gap in self.show["gaps"]]
        numbers = {
            id: Content.assemble((f"[{number}]", "bold $cl-accent"))
            for number, id in enumerate(ids, 1)
        }
        yield Static(filled(self.show, numbers), classes="gap")
        words = self.words
        for number, id in enumerate(ids, 1):
            yield Entry(words("Gap {n}", n=number), Field(str(kept.get(id, ""))))

    def read(self) -> Any:
        ids = [gap["id"] for gap in self.show["gaps"]]
        values = [field.value for field in self.query(Field)]
        return dict(zip(ids, values, strict=True))
