"""What a Python file imports, read from its text: nothing is run."""

import ast
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple


class Import(NamedTuple):
    """One name that a file imports.

    Attributes:
        nested: whether it stands inside a function, and so is imported when that is called.
        module: the module in full, with its dots where it is a relative one.
        name: what is taken from it, "" in `import module`.
    """

    nested: bool
    module: str
    name: str = ""


@cache
def imported(text: str) -> frozenset[Import]:
    """The imports of a file, by its text."""
    return imports_of(ast.parse(text))


def imports_of(tree: ast.Module) -> frozenset[Import]:
    """The imports of a file that is parsed already."""
    return frozenset(_below(tree, nested=False))


def _below(node: ast.AST, *, nested: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from (Import(nested, alias.name) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            module = "." * child.level + (child.module or "")
            yield from (Import(nested, module, alias.name) for alias in child.names)
        else:
            deeper = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
            yield from _below(child, nested=nested or deeper)
