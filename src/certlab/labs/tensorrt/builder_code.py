"""What is wrong with a Python script that builds or runs an engine, for one version.

Names were read in python/src of NVIDIA/TensorRT at tags from 8.0.1 to v11.1: a name was
there up to the last tag whose bindings have it.
"""

import ast
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

from certlab.finding import Finding
from certlab.labs.tensorrt.finding import (
    NEWEST,
    came,
    fault,
    first_without,
    gone,
    version,
)

_NAMES = tomllib.loads(Path(__file__).with_name("python_names.toml").read_text("utf-8"))
_HELPER = "allocate_buffers"


def check_code(code: str, at: str = NEWEST) -> list[Finding]:
    """What that version lacks, and what every version lets pass unseen, by line.

    Raises:
        Refusal: `at` is no version that was read.
    """
    now = version(at)
    try:
        tree = ast.parse(code)
    except SyntaxError as error:
        return [fault(f"line {error.lineno}", f"this is no Python: {error.msg}.")]
    nodes = sorted(
        (one for one in ast.walk(tree) if isinstance(one, ast.expr | ast.stmt)),
        key=lambda one: (one.lineno, one.col_offset),
    )
    found = [one for node in nodes for one in _each(node, at, now)]
    return [*found, *_whole(nodes, now)]


def _each(node: ast.AST, at: str, now: tuple[int, int]) -> Iterator[Finding]:
    if isinstance(node, ast.Attribute) and node.attr in _NAMES and _is_meant(node):
        one = _NAMES[node.attr]
        first, last = one["first"], one.get("last", "")
        where = f"line {node.lineno}"
        if gone(last, now):
            since = f"is gone since TensorRT {first_without(last)}"
            yield fault(where, f"{node.attr} {since}; {one['instead']}.")
        elif not came(first, now):
            says = f"TensorRT {at} does not have {node.attr}; it came with {first}."
            yield fault(where, says)
    if isinstance(node, ast.Call):
        yield from _arguments(node)
    if isinstance(node, ast.Expr) and _calls(node.value) == "parse":
        yield fault(
            f"line {node.lineno}",
            "parse says whether it worked; ask it, and print get_error if not.",
        )


def _arguments(node: ast.Call) -> Iterator[Finding]:
    """Calls that the bindings refuse by their arguments (python/src/infer/pyCore.cpp)."""
    where, name = f"line {node.lineno}", _calls(node)
    first = node.args[0] if node.args else None
    named = isinstance(first, ast.Constant) and isinstance(first.value, str)
    if name == "deserialize_cuda_engine" and named:
        yield fault(where, f"{name} wants the bytes of the file, and no path.")
    if name == "set_shape" and named:
        given = dict(zip(("min", "opt", "max"), node.args[1:], strict=False))
        given |= {one.arg: one.value for one in node.keywords if one.arg}
        shapes = [given.get(one) for one in ("min", "opt", "max")]
        if None in shapes:
            yield fault(where, "set_shape wants three shapes: min, opt and max.")
            return
        try:
            sizes = [ast.literal_eval(one) for one in shapes if one]
            ascend = all(a <= b <= c for a, b, c in zip(*sizes, strict=True))
        except (ValueError, TypeError):  # variables, or shapes of another length
            return
        if not ascend:
            yield fault(where, "min, opt and max of set_shape ascend.")


def _is_meant(node: ast.Attribute) -> bool:
    behind = _NAMES[node.attr].get("behind")
    if behind:
        return isinstance(node.value, ast.Attribute) and node.value.attr == behind
    if node.attr == "precision":  # of a layer it is set; elsewhere it may be anything
        return isinstance(node.ctx, ast.Store)
    return True


def _calls(node: ast.AST) -> str:
    """The name that a call calls; "" if it is none."""
    if not isinstance(node, ast.Call):
        return ""
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _whole(
    nodes: Sequence[ast.expr | ast.stmt], now: tuple[int, int]
) -> Iterator[Finding]:
    """What only the script as a whole shows."""
    names = {one.id for one in nodes if isinstance(one, ast.Name)}
    names |= {one.attr for one in nodes if isinstance(one, ast.Attribute)}
    defined = {one.name for one in nodes if isinstance(one, ast.FunctionDef)}
    for one in nodes:
        if isinstance(one, ast.ImportFrom):
            defined |= {alias.asname or alias.name for alias in one.names}
    calls = {_calls(one) for one in nodes}
    own = any(isinstance(one, ast.Attribute) and one.attr == _HELPER for one in nodes)
    if _HELPER in calls and _HELPER not in defined and not own:
        yield fault(
            "the script",
            f"{_HELPER} is a helper of NVIDIA's samples and no part of TensorRT; copy "
            "it, or allocate by yourself.",
        )
    if (
        "create_optimization_profile" in calls
        and "add_optimization_profile" not in names
    ):
        yield fault(
            "the script",
            "the profile is in no configuration; call add_optimization_profile.",
        )
    if "execute_async_v3" in calls and "set_tensor_address" not in calls:
        yield fault(
            "the script",
            "execute_async_v3 reads addresses that nobody has set; call "
            "set_tensor_address for each input and output.",
        )
    if now < (10, 0) and "OnnxParser" in names and "EXPLICIT_BATCH" not in names:
        yield fault(
            "the script",
            "before TensorRT 10 the ONNX parser wants a network with EXPLICIT_BATCH.",
        )
