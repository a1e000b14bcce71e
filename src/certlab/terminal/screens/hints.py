"""What the keys do: the lines at the foot of a page."""

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

Hint = tuple[str, str]  # a key, and what it does
BETWEEN = Content("   ")


class Hints(Widget):
    """Keys in as many lines as they need; none is torn from what it does."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[Hint] = []

    def show(self, hints: list[Hint]) -> None:
        self.shown = hints
        self.refresh(layout=True)

    def get_content_height(self, _container: Size, _viewport: Size, width: int) -> int:
        return len(self._lines(width))

    def render(self) -> Content:
        return Content("\n").join(self._lines(self.content_size.width))

    def _lines(self, width: int) -> list[Content]:
        lines: list[Content] = []
        for key, does in self.shown:
            hint = Content.assemble((key, "bold $cl-ink"), f" {does}")
            longer = BETWEEN.join([lines[-1], hint]) if lines else hint
            if longer.cell_length <= width:
                lines[-1:] = [longer]
            else:
                lines.append(hint)
        return lines
