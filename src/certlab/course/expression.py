"""Small arithmetic in an item: parsed and walked, never `eval`.

Numbers, names, + - * / // % **, min, max, ceil, floor, round, log2, and `fact(ID)`.
"""

import ast
import math
import operator
import re
import sys
from collections.abc import Callable, Mapping
from typing import Any

Number = int | float

_OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}
_FUNCTIONS: dict[str, Callable[..., Number]] = {
    "min": min,
    "max": max,
    "ceil": math.ceil,
    "floor": math.floor,
    "round": round,
    "log2": math.log2,
}
_FACT = re.compile(r"fact\(\s*([a-z0-9][a-z0-9._-]*)\s*\)")
# A bank may be anybody's, so its arithmetic is small by construction: what is longer, or
# would come to more than a float can hold, is refused before it is worked out.
LONGEST = 500  # characters
MOST_PARTS = 200  # numbers, names and operations
_BITS = sys.float_info.max_exp - 1


class ExpressionError(ValueError):
    """The expression is not arithmetic, or a value is missing."""


def facts_in(text: str) -> tuple[str, ...]:
    """Ids of the facts an expression reads."""
    return tuple(_FACT.findall(text))


def names_in(text: str) -> frozenset[str]:
    """Names an expression reads, without facts and functions.

    Raises:
        ExpressionError: it is not arithmetic.
    """
    tree, facts = _parse(text)
    found = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return frozenset(found - _FUNCTIONS.keys() - facts.keys())


def evaluate(
    text: str, values: Mapping[str, Number], facts: Mapping[str, Number] | None = None
) -> Number:
    """The value of an expression.

    Args:
        text: the expression.
        values: what its names stand for.
        facts: value by fact id, for `fact(ID)`.

    Raises:
        ExpressionError: not arithmetic, an unknown name or fact, or no finite value.
    """
    tree, wanted = _parse(text)
    facts = {} if facts is None else facts
    missing = [name for name in wanted.values() if name not in facts]
    if missing:
        raise ExpressionError(f"no numeric fact {missing[0]}")
    known = dict(values) | {name: facts[id] for name, id in wanted.items()}
    try:
        value = _walk(tree, known)
        finite = not isinstance(value, complex) and math.isfinite(value)
    except (ArithmeticError, ValueError, TypeError) as error:
        raise ExpressionError(f"{text!r} has no value: {error}") from error
    if not finite:
        raise ExpressionError(f"{text!r} has no finite value")
    return value


def _parse(text: str) -> tuple[ast.expr, dict[str, str]]:
    facts: dict[str, str] = {}
    if len(text) > LONGEST:
        raise ExpressionError(
            f"{text[:20]!r}... has {len(text)} characters, and arithmetic has at most {LONGEST}"
        )

    def name(match: re.Match[str]) -> str:
        facts[f"_fact_{len(facts)}"] = match.group(1)
        return f"_fact_{len(facts) - 1}"

    try:
        tree = ast.parse(_FACT.sub(name, text).strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ExpressionError(f"{text!r} is not arithmetic") from error
    if sum(isinstance(node, ast.expr) for node in ast.walk(tree)) > MOST_PARTS:
        raise ExpressionError(f"{text!r} has more than {MOST_PARTS} parts")
    _validate(tree)
    return tree, facts


def _validate(node: ast.expr) -> None:
    """Refuse whatever is not arithmetic, before any of it is worked out."""
    match node:
        case ast.Constant(value=int() | float() as value) if type(value) is not bool:
            return None
        case ast.Name():
            return None
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _validate(operand)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            _validate(left)
            return _validate(right)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if (
            name in _FUNCTIONS
        ):
            for arg in args:
                _validate(arg)
            return None
    raise ExpressionError(f"{ast.unparse(node)!r} is not allowed in arithmetic")


def _walk(node: ast.expr, values: Mapping[str, Number]) -> Number:
    """The value of a tree that `_validate` has let through."""
    value: Number
    match node:
        case ast.Constant(value=int() | float() as value):
            pass
        case ast.Name(id=name):
            if name not in values:
                raise ExpressionError(f"unknown name {name!r}")
            value = values[name]
        case ast.UnaryOp(operand=operand):
            value = -_walk(operand, values)
        case ast.BinOp(left=left, op=op, right=right):
            a, b = _walk(left, values), _walk(right, values)
            if isinstance(op, ast.Pow) and isinstance(a, int) and abs(a) > 1:
                _refuse_long(math.log2(abs(a)) * abs(b))
            value = _OPERATORS[type(op)](a, b)
        case ast.Call(func=ast.Name(id=name), args=args):
            given = [_walk(arg, values) for arg in args]
            if (
                name == "round"
            ):  # to 10**9 digits before the point it would not come back
                _refuse_long(*map(abs, given[1:]))
            value = _FUNCTIONS[name](*given)
        case _:
            raise AssertionError(node)
    if isinstance(value, int):  # a float has no more than 53 bits, however large it is
        _refuse_long(value.bit_length())
    return value


def _refuse_long(*bits: Number) -> None:
    if any(one > _BITS for one in bits):
        raise OverflowError(f"a number of more than {_BITS} bits is refused")
