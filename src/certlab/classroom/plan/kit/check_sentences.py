"""What a check can say of an answer that is not right, read from its cell."""

import ast
import re

from certlab.course.prediction_cells import words

ENOUGH = 4  # words that say something where the values are left out
_ENDS = (".", "!", "?", "。")


def sentences(code: str) -> tuple[str, ...]:
    """The sentences in a cell's code, in their order, each once.

    Those with places for values count only where there is no other, and only where enough
    words are left.
    """
    found = _Texts()
    try:
        found.visit(ast.parse(code))
    except SyntaxError:
        return ()
    return tuple(dict.fromkeys(found.plain or found.filled))


class _Texts(ast.NodeVisitor):
    """Collects texts that are sentences; docstrings are none of the check's."""

    def __init__(self) -> None:
        self.plain: list[str] = []
        self.filled: list[str] = []

    def visit_Expr(self, node: ast.Expr) -> None:
        """Skip a docstring."""
        if not isinstance(node.value, ast.Constant):
            self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Note a sentence."""
        self._note(self.plain, words(node))

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Note a sentence with places for values."""
        if len(re.findall(r"\w+", words(node))) >= ENOUGH:
            self._note(self.filled, words(node))

    def _note(self, found: list[str], text: str) -> None:
        if " " in text and "\n" not in text and text.endswith(_ENDS):
            found.append(text)
