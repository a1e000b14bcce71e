"""Where a page's Markdown is running text, and not a heading, a cell, code or HTML."""

from bisect import bisect_right
from itertools import accumulate


class Prose:
    """The paragraphs of a text, which stand in lists and quotations too."""

    def __init__(self, text: str) -> None:
        from markdown_it import MarkdownIt  # who builds no pages may not have it

        lengths = (len(line) + 1 for line in text.split("\n"))
        self._lines = [0, *accumulate(lengths)]
        self._inside: set[int] = set()
        for token in MarkdownIt("commonmark").enable("table").parse(text):
            if token.type == "paragraph_open" and token.map:
                self._inside.update(range(*token.map))

    def __contains__(self, place: object) -> bool:
        """Whether the character at a place is one of theirs."""
        if not isinstance(place, int):
            return False
        return bisect_right(self._lines, place) - 1 in self._inside
