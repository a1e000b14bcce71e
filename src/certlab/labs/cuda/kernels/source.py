"""A kernel's source, made into a function that can stop at a barrier.

`cuda.syncthreads()` becomes a `yield`, so that one thread of Python can take the part of
many threads of a GPU. Every loop counts its steps, so that none goes on for ever.
"""

import ast
import builtins
import inspect
import textwrap
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from certlab.errors import CourseError

Body = Callable[..., Generator[int, None, None]]


@dataclass(frozen=True)
class Source:
    """What a kernel is, read off its text.

    Attributes:
        parameters: names of its parameters, in order.
        lines: its text without decorators' influence, line by line.
        tree: its syntax, as it was written.
    """

    name: str
    parameters: tuple[str, ...]
    lines: tuple[str, ...]
    tree: ast.FunctionDef
    plain: Callable[..., Any]


def read(kernel: Callable[..., Any]) -> Source:
    """The source of a kernel, with or without `@cuda.jit` before it.

    Raises:
        CourseError: it is no function, or its text cannot be had.
    """
    plain = undecorated(kernel)
    try:
        text = textwrap.dedent(inspect.getsource(plain))
    except (OSError, TypeError) as error:
        raise CourseError(
            "The text of this kernel cannot be had; define it in a cell with def."
        ) from error
    tree = ast.parse(text).body[0]
    if not isinstance(tree, ast.FunctionDef):
        raise CourseError("A kernel is a function that begins with def.")
    names = tuple(one.arg for one in tree.args.args)
    return Source(tree.name, names, tuple(text.splitlines()), tree, plain)


def undecorated(kernel: Any) -> Callable[..., Any]:
    """The function under `@cuda.jit`: numba's compiler keeps it, and its simulator."""
    for name in ("py_func", "fn", "__wrapped__"):
        inner = getattr(kernel, name, None)
        if callable(inner):
            return undecorated(inner)
    if not callable(kernel):
        raise CourseError("A kernel is a function that begins with def.")
    plain: Callable[..., Any] = kernel
    return plain


def attempted(kernel: Callable[..., Any]) -> bool:
    """Whether there is more in it than a docstring and `pass`."""
    return any(
        not isinstance(one, ast.Pass)
        and not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))
        for one in read(kernel).tree.body
    )


def generator(source: Source, cuda: object) -> Body:
    """The kernel as a generator that yields its line at each barrier.

    Args:
        source: what `read` gave.
        cuda: what the name `cuda` stands for in it.
    """
    tree = ast.parse("\n".join(source.lines)).body[0]
    assert isinstance(tree, ast.FunctionDef)
    tree.decorator_list = []
    tree = _Barriers().visit(tree)
    never = ast.If(ast.Constant(False), [ast.Expr(ast.Yield(ast.Constant(0)))], [])
    tree.body.insert(0, never)  # a kernel without barriers is a generator too
    module = ast.fix_missing_locations(ast.Module([tree], []))
    closed = inspect.getclosurevars(source.plain).nonlocals
    space = {**source.plain.__globals__, **closed, "cuda": cuda}
    exec(compile(module, f"<kernel {source.name}>", "exec"), space)  # noqa: S102 -- the learner's own function, once more
    body: Body = space[source.name]
    return body


class _Barriers(ast.NodeTransformer):
    """Barriers to yields, names to shared arrays, a count of steps to loops."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if _is_call(node.value, "cuda.syncthreads"):
            return ast.copy_location(
                ast.Expr(ast.Yield(ast.Constant(node.lineno))), node
            )
        self.generic_visit(node)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        target, value = node.targets[0], node.value
        makes = _is_call(value, "cuda.shared.array") or _is_call(
            value, "cuda.local.array"
        )
        if makes and isinstance(target, ast.Name) and isinstance(value, ast.Call):
            value.keywords.append(ast.keyword("name", ast.Constant(target.id)))
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        return self._counted(node)

    def visit_While(self, node: ast.While) -> ast.AST:
        return self._counted(node)

    def _counted(self, node: ast.For | ast.While) -> ast.AST:
        self.generic_visit(node)
        step = ast.parse("cuda.step()").body[0]
        node.body.insert(0, ast.copy_location(step, node))
        return node


def _is_call(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == name


# What a kernel may call besides `cuda`: what numba-cuda compiles and one thread can do.
_CALLS = {"abs", "bool", "float", "int", "len", "max", "min", "range", "round"}


def cheats(source: Source, *, loops: bool) -> list[str]:
    """What in the text is not what one thread of a GPU does, a sentence each."""
    found = []
    for node in ast.walk(source.tree):
        if isinstance(node, ast.For | ast.While) and not loops:
            says = "every thread takes one element; no loop is needed"
        elif isinstance(
            node, ast.ListComp | ast.GeneratorExp | ast.DictComp | ast.SetComp
        ):
            says = "a comprehension walks a whole list; a thread takes its own elements"
        elif isinstance(node, ast.Slice):
            says = "a slice is many elements; a thread takes its own, one at a time"
        elif isinstance(node, ast.FunctionDef | ast.Lambda) and node is not source.tree:
            says = "a kernel defines no function"
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            says = _foreign(node.id, source)
        else:
            continue
        if says:
            found.append(f"line {node.lineno}: {says}.")
    return found


def _foreign(name: str, source: Source) -> str:
    own = {*source.parameters, "cuda", *_CALLS} | {
        one.id
        for one in ast.walk(source.tree)
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
    }
    if name in own:
        return ""
    value = source.plain.__globals__.get(name)
    if isinstance(value, int | float | str) or getattr(value, "__name__", "") == "math":
        return ""
    if name in ("float32", "float64", "int32", "int64"):  # what shared arrays hold
        return ""
    if value is None and not hasattr(builtins, name):
        return f"there is no {name}"
    return f"{name} is not for a kernel; use elements, arithmetic and cuda"
