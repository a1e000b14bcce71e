"""Which package may import which, and what the pure ones do without."""

import ast
import io
import subprocess
import sys
import tokenize
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

import certlab
from certlab.module_parts import level
from tools.imports import imports_of

SOURCE = Path(certlab.__file__).parent

# Package: (what it may import from certlab, third parties at import).
LAYERS: dict[str, tuple[set[str], set[str]]] = {
    "errors": (set(), set()),
    "finding": (set(), set()),
    "near_names": (set(), set()),
    "whole_file": (set(), set()),
    "cache_folder": (set(), set()),
    "words": (set(), set()),
    "module_parts": ({"labs"}, set()),  # the folder of the wings, none of them
    "course": ({"errors", "module_parts"}, set()),
    "drawing": ({"errors", "course"}, set()),
    "sheets": ({"errors", "course"}, set()),
    "study": ({"errors", "course"}, {"fsrs"}),
    "planner": ({"errors", "course", "study"}, set()),
    "readiness": ({"errors", "course", "study", "planner"}, set()),
    "day": ({"errors", "course", "study", "planner", "readiness"}, set()),
    # A question answered; what stems words makes the index, where the pages are built.
    "search": ({"errors"}, {"snowballstemmer"}),
    "formats": ({"errors", "course", "study"}, set()),
    "templates": ({"errors", "course"}, set()),  # a lab and a course to begin from
    # Jupyter loads app/server, and nothing of ours imports it.
    "app": (
        {
            *("errors", "course", "drawing", "search", "sheets", "study", "day"),
            "module_parts",
        },
        {"jupyter_client", "jupyter_server", "tornado"},
    ),
    "compute": ({"errors"}, set()),
    "servers": ({"errors"}, set()),
    "widgets": (
        {"errors", "course", "study", "day", "module_parts", "app"},
        {"anywidget", "traitlets", "ipywidgets"},
    ),
    "bench": ({"errors", "course", "study", "compute", "module_parts"}, set()),
    "labs": (
        {
            "errors",
            "app",
            "course",
            "drawing",
            "study",
            "compute",
            "servers",
            "formats",
            "widgets",
        },
        {"anywidget", "traitlets"},
    ),
    "console": ({"errors", "course"}, {"typer"}),
    "terminal": (
        {"errors", "course", "search", "study", "planner", "readiness", "day"},
        {"textual"},
    ),
    "site": ({"errors", "app", "course", "study", "drawing", "module_parts"}, set()),
    # Found by name, as a wing is. What its folders import at their top is in CLASSROOM.
    "classroom": (
        {
            *("errors", "app", "console", "course", "servers", "site", "study"),
            *("terminal", "module_parts"),
        },
        set(),
    ),
    # The verbs import what they need when called.
    "cli": ({"console", "module_parts"}, {"typer"}),
}
# What only a class needs, and so the extra `class` installs, at the top of its files.
CLASSROOM: dict[str, set[str]] = {
    "handlers": {"jupyter_server", "tornado"},
    "hub": {"jupyterhub", "tornado", "traitlets"},
    "link": {"httpx", "jupyter_server", "tornado"},
    "plan": {"typer"},
    "service": {
        *("alembic", "jupyterhub", "sqlalchemy", "starlette", "tornado", "uvicorn"),
    },
    "verbs": {"typer"},
}
FOR_ALL = (
    *("cache_folder", "errors", "finding", "near_names", "whole_file", "words"),
    "__version__",
)
PURE = ("words", "course", "study", "planner", "readiness", "day", "drawing")
HEAVY = ("numpy", "pandas", "yaml", "torch", "IPython", "traitlets", "typer", "textual")
# Where a library that is not installed for everybody may be imported in a function.
LAZY = {
    *(
        "app",
        "compute",
        "servers",
        "cli",
        "bench",
        "study",
        "widgets",
        "formats",
        "site",
    ),
    "classroom",
    "words",
    "course",  # docutils, which only `certlab check --fix` needs, for a new formula
}
# What a module brings for the engine to find, and its folder for what is not pure.
PARTS = {"verbs", "widgets", "contest", "page", "handlers", "environment", "gates"}
REAL = "real"
# Wing: the wings it may import, and why.
BETWEEN: dict[str, dict[str, str]] = {
    "fine_tuning": {"nemo": "it tunes the tiny GPT, on the stories that nemo makes"},
    "llm_inference": {"nemo": "it serves the tiny GPT and quantises its weights"},
    "mlops": {
        "tensorrt": "the line from raw rows to a service exports and quantises as its labs do",
        "triton": "and serves on the same server, whose configuration is checked first",
        "operations": "and fetches a page of metrics",
    },
    "nim": {
        "containers": "the line that starts a NIM is first one of any container",
        "nemo": "it serves the tiny GPT",
        "llm_inference": "with its paged cache and its passes of many requests",
    },
}
# Wing: what its folder `real` is there for as a whole. These files import it at their top,
# because a network written inside a function is hard to read, and only a lab imports them.
AT_THE_TOP: dict[str, set[str]] = {
    "fine_tuning": {"torch"},
    "llm_inference": {"torch"},
    "nemo": {"torch"},
    # A web application is made of its classes, and only the server's process imports it.
    "nim": {"prometheus_client", "pydantic", "starlette", "torch", "uvicorn"},
    "omniverse": {"numpy", "torch"},
}

# Lines of Python without blank lines, comments and docstrings: those of 2026-11-27 and 5 % more.
# A change that needs more raises a number once, in a commit of its own that says what it
# costs, what was taken out for it, and why it belongs there. docs/decisions/budgets.md has
# the days on which they changed.
BUDGETS = {
    "app": 4632,
    "bench": 824,
    "classroom": 6880,
    "cli": 1858,
    "compute": 1162,
    "console": 336,
    "course": 6902,
    "day": 2426,
    "drawing": 132,
    "formats": 2638,
    "planner": 1531,
    "readiness": 616,
    "search": 680,
    "servers": 709,
    "sheets": 1035,
    "site": 1430,
    "study": 5318,
    "templates": 157,
    "terminal": 3380,
    "widgets": 612,
    "words": 449,
}
A_LAB = 600  # lines of Python in a wing for each of its labs
# Wings that were larger when the limit came (2026-11-22), with their lines of 2026-11-27 and
# 5 % more. Of `distributed` 2,740 read shell scripts as bash does.
GROWN = {"distributed": 10446, "mig": 3295, "rapids": 3913, "systems": 2594}
# The machine that one can break is a world and no lab: its own number, whatever labs there are.
# Lab 10 has the first 600 of it. Captures, scenarios and goldens are data.
GROWN["operations"] = 7300
A_FILE, A_FUNCTION = 300, 60  # lines; of a function without its signature and docstring


def package_of(path: Path) -> str:
    """The package whose rules hold for a file."""
    return level(path.relative_to(SOURCE).as_posix())


def imports(path: Path, *, nested: bool) -> set[str]:
    """Modules imported at the top of a file, or only inside functions."""
    return {name for inside, name in _imports(path) if inside is nested}


@cache
def text_of(path: Path) -> str:
    return path.read_text("utf-8")


@cache
def parsed(path: Path) -> ast.Module:
    """A file's tree; many laws look at it, and none changes it."""
    return ast.parse(text_of(path))


@pytest.fixture(scope="module", autouse=True)
def _forgotten() -> Iterator[None]:
    """The trees of a thousand files are not carried along by all tests that follow."""
    yield
    parsed.cache_clear()


@cache
def _imports(path: Path) -> frozenset[tuple[bool, str]]:
    found = set()
    for nested, module, name in imports_of(parsed(path)):
        assert not module.startswith("."), "write imports in full"
        found.add(
            (nested, f"certlab.{name}" if module == "certlab" and name else module)
        )
    return frozenset(found)


FILES = sorted(path for path in SOURCE.rglob("*.py") if "_course" not in path.parts)
WINGS = sorted(path.parent for path in (SOURCE / "labs").glob("*/__init__.py"))


def is_real(path: Path) -> bool:
    return REAL in path.relative_to(SOURCE).parts


# A law that holds for every file is one test that names all that break it: a test for each
# file would cost more than its look at it.


def test_a_file_imports_only_what_its_layer_may() -> None:
    hold(_imported_too_much)


def hold(law: Callable[[Path], Iterable[str]]) -> None:
    """Hold every file against a law, and name all that break it."""
    found = [
        f"{path.relative_to(SOURCE)} {says}" for path in FILES for says in law(path)
    ]
    assert not found, "\n".join(found)


def _imported_too_much(path: Path) -> Iterator[str]:
    package = package_of(path)
    if package in ("__init__", "__main__"):
        return
    ours, others = LAYERS[package]
    if package == "labs":
        others = _of_a_wing(path)
        ours = ours | ({"console"} if "typer" in others else set())
        if is_real(path):
            others = others | AT_THE_TOP.get(path.relative_to(SOURCE).parts[1], set())
    if package == "classroom":
        part = _part_of_the_classroom(path)
        others = CLASSROOM.get(part, set())
        ours = ours | ({"labs"} if part == "plan" else set())
    for name in sorted(imports(path, nested=False)):
        head, *rest = name.split(".")
        if head == "certlab":
            wanted = level("/".join(rest)) if rest else "__init__"
            if wanted not in ours | {package, *FOR_ALL}:
                yield f"imports {name}"
        elif head not in others | set(sys.stdlib_module_names):
            yield f"imports {name}"
    if package not in LAZY and not is_real(path):
        for name in sorted(imports(path, nested=True)):
            if name.split(".")[0] not in {"certlab", *sys.stdlib_module_names}:
                yield f"imports {name} in a function"


def _part_of_the_classroom(path: Path) -> str:
    """Its folder or file: "service", "verbs"."""
    return path.relative_to(SOURCE / "classroom").with_suffix("").parts[0]


def _of_a_wing(path: Path) -> set[str]:
    """Third parties that a file of a wing may import at its top."""
    part = path.relative_to(SOURCE / "labs").with_suffix("").parts[1:2]
    others = {
        "verbs": {"typer"},
        "widgets": {"anywidget", "traitlets"},
        # A page of the app asks the server that serves it.
        "handlers": {"jupyter_server", "tornado"},
    }
    return others.get(part[0] if part else "", set())


def test_only_a_wing_names_a_wing_and_only_itself() -> None:
    hold(_other_wings)


def _other_wings(path: Path) -> Iterator[str]:
    own = path.relative_to(SOURCE).parts[1] if package_of(path) == "labs" else ""
    if package_of(path) == "classroom" and _part_of_the_classroom(path) == "plan":
        own = "mig"  # its layouts of a GPU are what a plan hands out
    named = {
        name.split(".")[2]
        for nested in (False, True)
        for name in imports(path, nested=nested)
        if name.startswith("certlab.labs.")
    }
    for wing in sorted(named - {own, *BETWEEN.get(own, {})}):
        yield f"names {wing}"


@pytest.mark.parametrize("wing", WINGS, ids=lambda wing: wing.name)
def test_what_is_not_pure_in_a_wing_stands_in_its_folder_for_that(wing: Path) -> None:
    for path in (path for path in wing.rglob("*.py") if not is_real(path)):
        for nested in (False, True):
            found = {name.split(".")[0] for name in imports(path, nested=nested)}
            assert found <= {"certlab", *_of_a_wing(path), *sys.stdlib_module_names}


def test_a_process_of_ours_takes_no_module_from_the_folder_it_is_started_in() -> None:
    """`python -m` looks there first, and a learner's folder may be somebody else's.

    What a lab starts is started in a notebook whose cells the learner runs.
    """
    found = []
    for path in (path for path in FILES if package_of(path) != "labs"):
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.List | ast.Tuple):
                words = [getattr(one, "value", None) for one in node.elts]
                places = [place for place, one in enumerate(words) if one == "-m"]
                if any(place and words[place - 1] != "-P" for place in places):
                    found.append(f"{path}: {ast.unparse(node)}")
    assert found == []


def test_every_package_has_its_layer() -> None:
    packages = {package_of(path) for path in FILES} - {"__init__", "__main__"}
    assert packages == LAYERS.keys()


def lines(folder: Path) -> int:
    """Lines of Python under a folder, without blank lines, comments and docstrings."""
    return sum(map(_lines, folder.rglob("*.py")))


@cache
def _lines(path: Path) -> int:
    told: set[int] = set()
    for node in ast.walk(parsed(path)):
        if (
            isinstance(
                node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
            )
            and ast.get_docstring(node, clean=False) is not None
        ):
            first = node.body[0]
            told |= set(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    code: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text_of(path)).readline):
        if token.type not in NO_CODE:
            code |= set(range(token.start[0], token.end[0] + 1))
    return len(code - told)


NO_CODE = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE),
    *(tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER),
}


@pytest.mark.parametrize("package", BUDGETS)
def test_a_package_keeps_within_its_lines(package: str) -> None:
    more = lines(SOURCE / package) - BUDGETS[package]
    assert more <= 0, f"{package} has {more} lines too many. {_grown(package)}"


def _grown(package: str) -> str:
    """Where it grew since its number was set, as far as the history of git is there."""
    git = ["git", "-C", str(SOURCE.parents[1])]
    number = f'"{package}": {BUDGETS[package]},'
    words = [*git, "log", "-1", "--format=%H", "-S", number, "--", __file__]
    set_at = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    if not set_at:
        return ""
    words = [*git, "diff", "--numstat", set_at.strip(), "--", str(SOURCE / package)]
    rows = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    changes = (row.split("\t") for row in rows.splitlines() if row.endswith(".py"))
    grown = sorted(((int(new) - int(old), file) for new, old, file in changes))[::-1]
    return "Since it was set: " + ", ".join(f"{n:+} {file}" for n, file in grown[:8])


def test_no_file_and_no_function_is_too_long() -> None:
    hold(_too_long)


def _too_long(path: Path) -> Iterator[str]:
    length = text_of(path).count("\n")
    if length > A_FILE:
        yield f"has {length} lines"
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            told = ast.get_docstring(node, clean=False) is not None
            first = node.body[1:][0] if told and node.body[1:] else node.body[0]
            length = (node.end_lineno or 0) - first.lineno + 1
            if length > A_FUNCTION:
                yield f"{node.name} has {length} lines"


def test_every_package_of_the_engine_has_its_number() -> None:
    folders = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    assert folders - {"labs"} == BUDGETS.keys()


@pytest.mark.parametrize("wing", WINGS, ids=lambda wing: wing.name)
def test_a_wing_keeps_within_the_lines_of_its_labs(wing: Path) -> None:
    labs = SOURCE.parents[1] / "labs" / wing.name.replace("_", "-")
    most = A_LAB * len(list(labs.glob("*.ipynb")))
    assert lines(wing) <= GROWN.get(wing.name, most)


@pytest.mark.parametrize("wing", WINGS, ids=lambda wing: wing.name)
def test_a_wing_is_named_as_its_module(wing: Path) -> None:
    modules = SOURCE.parents[1] / "content" / "modules"
    slug = wing.name.replace("_", "-")
    assert (modules / f"{slug}.md").exists() or (modules / slug).is_dir()


def pure_modules() -> list[str]:
    """What must import without the heavy libraries, and so in a browser."""
    wings = [
        f"certlab.labs.{wing.name}.{entry.removesuffix('.py')}"
        for wing in WINGS
        for entry in sorted(path.name for path in wing.iterdir())
        if entry.removesuffix(".py") not in {REAL, *PARTS, "__init__", "static"}
        and (entry.endswith(".py") or (wing / entry / "__init__.py").exists())
    ]
    return [*(f"certlab.{name}" for name in PURE), *wings]


def test_pure_packages_import_no_heavy_library() -> None:
    names = [path.relative_to(SOURCE).with_suffix("").as_posix() for path in FILES]
    elsewhere = {
        f"certlab/{name}" for name in names if level(name) != name.split("/")[0]
    }
    code = (
        "import pkgutil, importlib, sys\n"
        f"sys.path.insert(0, {str(SOURCE.parent)!r})\n"  # this checkout's
        f"for name in {pure_modules()!r}:\n"
        "    package = importlib.import_module(name)\n"
        "    for one in pkgutil.walk_packages(\n"
        "        getattr(package, '__path__', []), name + '.'\n"
        "    ):\n"
        f"        if one.name.replace('.', '/') not in {elsewhere!r}:\n"
        "            importlib.import_module(one.name)\n"
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
