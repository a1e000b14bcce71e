"""Which package may import which, and what the pure ones do without."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import certlab

SOURCE = Path(certlab.__file__).parent

# Package: (what it may import from certlab, third parties at import).
LAYERS: dict[str, tuple[set[str], set[str]]] = {
    "errors": (set(), set()),
    "words": (set(), set()),
    "course": ({"errors"}, set()),
    "study": ({"errors", "course"}, {"fsrs"}),
    "sim": ({"errors", "course"}, set()),
    "checkers": ({"errors", "course", "sim"}, set()),
    # Policies against simulated learners: it measures `study`, which must not know it.
    "simulate": ({"errors", "study"}, set()),
    "formats": ({"errors", "course", "study", "sim"}, set()),
    "compute": ({"errors"}, set()),
    "servers": ({"errors"}, set()),
    "widgets": (
        {"errors", "course", "study", "sim"},
        {"anywidget", "traitlets", "ipywidgets"},
    ),
    "terminal": ({"errors", "course", "study"}, {"textual"}),
    "site": ({"errors", "course", "study", "sim"}, set()),
    "bench": ({"errors", "course", "study", "sim", "compute"}, set()),
    "cli": (set(), {"typer"}),  # the verbs import what they need when called
}
FOR_ALL = ("errors", "words", "__version__")
PURE = (
    "certlab.words",
    "certlab.course",
    "certlab.study",
    "certlab.sim",
    "certlab.checkers",
    "certlab.simulate",
)
HEAVY = ("numpy", "pandas", "yaml", "torch", "IPython", "traitlets", "typer", "textual")
# Where a library that is not installed for everybody may be imported in a function.
LAZY = {
    *("compute", "servers", "cli", "bench", "study", "widgets", "formats", "site"),
    "words",
    "simulate",  # somebody's own learner or policy, by its module's name
    "course",  # docutils, which only `certlab check --fix` needs, for a new formula
}


def package_of(path: Path) -> str:
    first = path.relative_to(SOURCE).parts[0]
    return first.removesuffix(".py")


def imports(tree: ast.AST, *, nested: bool) -> set[str]:
    """Modules imported at the top of a file, or only inside functions."""
    inside = {
        node
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
    }
    found = set()
    for node in ast.walk(tree):
        if (node in inside) is not nested:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "write imports in full"
            names = {alias.name for alias in node.names}
            whole = node.module == "certlab"
            found |= {f"certlab.{name}" for name in names} if whole else {node.module}
    return {name for name in found if name}


FILES = sorted(path for path in SOURCE.rglob("*.py") if "_course" not in path.parts)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_file_imports_only_what_its_layer_may(path: Path) -> None:
    package = package_of(path)
    if package in ("__init__", "__main__"):
        return
    ours, others = LAYERS[package]
    tree = ast.parse(path.read_text("utf-8"))
    for name in imports(tree, nested=False):
        head, *rest = name.split(".")
        if head == "certlab":
            wanted = rest[0] if rest else "__init__"
            assert wanted in ours | {package, *FOR_ALL}, name
        else:
            assert head in others | set(sys.stdlib_module_names), name
    if package not in LAZY:
        assert all(
            name.split(".")[0] in sys.stdlib_module_names
            for name in imports(tree, nested=True)
        )


def test_every_package_has_its_layer() -> None:
    packages = {package_of(path) for path in FILES} - {"__init__", "__main__"}
    assert packages == LAYERS.keys()


@pytest.mark.parametrize("name", PURE)
def test_a_pure_package_imports_no_heavy_library(name: str) -> None:
    code = (
        f"import pkgutil, importlib, sys, {name} as package\n"
        "for one in pkgutil.walk_packages(package.__path__, package.__name__ + '.'):\n"
        "    importlib.import_module(one.name)\n"
        f"print(*[name for name in {HEAVY!r} if name in sys.modules])"
    )
    run = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == ""


def test_no_module_is_a_drawer_for_everything() -> None:
    drawers = {"utils", "helpers", "common", "core", "base", "misc"}
    assert not [path for path in FILES if path.stem in drawers]


@pytest.mark.parametrize("part", ["content", "quizzes", "labs"])
def test_the_course_holds_no_python_modules(part: str) -> None:
    assert not list((SOURCE.parents[1] / part).rglob("*.py"))
