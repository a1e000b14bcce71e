"""`$(( … ))`: whole numbers, as far as they are known."""

import ast
import re
from collections.abc import Callable

from certlab.labs.distributed.launching.shell.variables import Variables

_LONGEST = 200  # characters of a sum; a job script's are shorter
_NAME = re.compile(r"\$?\{?\b([A-Za-z_]\w*)\b\}?|\$\{?#\}?|\$\d", re.ASCII)
_SUMS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: int.__add__,
    ast.Sub: int.__sub__,
    ast.Mult: int.__mul__,
    ast.Div: lambda a, b: abs(a) // abs(b) * (1 if a * b >= 0 else -1),
    ast.Mod: lambda a, b: abs(a) % abs(b) * (1 if a >= 0 else -1),
}
_TESTS: dict[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Eq: int.__eq__,
    ast.NotEq: int.__ne__,
    ast.Lt: int.__lt__,
    ast.LtE: int.__le__,
    ast.Gt: int.__gt__,
    ast.GtE: int.__ge__,
}


def evaluate(text: str, have: Variables) -> int | None:
    """What a sum comes to; None where something in it is not known."""

    def value(found: re.Match[str]) -> str:
        told = have.scalar(found[1]) if found[1] else None
        return told if told is not None and number(told) is not None else "x"

    if len(text) > _LONGEST or "\0" in text:
        return None
    told = _NAME.sub(value, text).strip()
    if re.search(r"\d[A-Za-z_.]", told):
        return None  # another base, or no number at all
    try:
        return _value(ast.parse(told, mode="eval").body)
    except (SyntaxError, ValueError, ZeroDivisionError, RecursionError, MemoryError):
        return None


def number(text: str) -> int | None:
    """A whole number as bash reads it in a sum, without other bases."""
    found = re.fullmatch(r"-?(?:0|[1-9]\d{0,17})", text.strip(), re.ASCII)
    return int(found[0]) if found else None


def _value(node: ast.expr) -> int:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_value(node.operand)
    if isinstance(node, ast.BinOp) and type(node.op) in _SUMS:
        return _SUMS[type(node.op)](_value(node.left), _value(node.right))
    if (
        isinstance(node, ast.Compare)
        and len(node.ops) == 1
        and type(node.ops[0]) in _TESTS
    ):
        test = _TESTS[type(node.ops[0])]
        return int(test(_value(node.left), _value(node.comparators[0])))
    raise ValueError
