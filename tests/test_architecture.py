"""Which package may import which, and what the pure ones do without."""

import ast
import io
import subprocess
import sys
import tokenize
from functools import cache
from pathlib import Path

import pytest

import certlab
from certlab.module_parts import level
from tools.imports import imported

SOURCE = Path(certlab.__file__).parent

# Package: (what it may import from certlab, third parties at import).
LAYERS: dict[str, tuple[set[str], set[str]]] = {
    "errors": (set(), set()),
    "finding": (set(), set()),
    "whole_file": (set(), set()),
    "words": (set(), set()),
    "module_parts": ({"labs"}, set()),  # the folder of the wings, none of them
    "course": ({"errors", "module_parts"}, set()),
    "drawing": ({"errors", "course"}, set()),
    "study": ({"errors", "course"}, {"fsrs"}),
    "planner": ({"errors", "course", "study"}, set()),
    "readiness": ({"errors", "course", "study", "planner"}, set()),
    "day": ({"errors", "course", "study", "planner", "readiness"}, set()),
    "formats": ({"errors", "course", "study"}, set()),
    # Jupyter loads app/server, and nothing of ours imports it.
    "app": (
        {"errors", "course", "drawing", "study", "day", "module_parts"},
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
        {"errors", "course", "study", "planner", "readiness", "day"},
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
FOR_ALL = ("errors", "finding", "whole_file", "words", "__version__")
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
PARTS = {"verbs", "widgets", "contest", "page", "environment", "gates"}
REAL = "real"
# Wing: the wings it may import, and why.
BETWEEN: dict[str, dict[str, str]] = {
    "fine_tuning": {"nemo": "it tunes the tiny GPT, on the stories that nemo makes"},
    "llm_inference": {"nemo": "it serves the tiny GPT and quantises its weights"},
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
}

# Lines of Python without blank lines, comments and docstrings. A number goes up only with
# a dated reason in CONTRIBUTING's decisions. 2026-11-23, a learner's own decks: `study` has
# 110 more to read them and to choose what is due, `formats` 150 for Anki packages and to
# bring a deck up to date, `cli` 75 for `import --mine` and `drill --mine`, `terminal`
# 5 to say whose card it is. Predictions in labs: `widgets` has 170 for what is predicted
# and the comparison with it, `course` 40 for their ids and for a learner's copy of a lab,
# in which nothing below a prediction shows what comes out. Search: `app` has 130 more for
# what the search of the pages looks through, in the place of Sphinx's index. Groups: `course`
# has 45 and `app` 15 for the modules in the order in which one learns them. Checks in labs:
# `study` 20 for what a check's card is drawn from, and for a loop that was stopped; `cli` 20
# for `lab prepare`, which installs what a lab needs.
# 2026-11-23, servers of labs: `servers` has 115 more to start, watch and end one, and for an
# environment of its own with hashes, and `cli` 10 so that `lab prepare` takes a module,
# and 10 so that it takes a server's name and that doctor says what each server lacks.
# The question after a section: `course` has 45, for which it is, and `app` 25.
# `site` 10 for labs that need a library in cells only that a browser leaves out.
# `course` 20 for two rules of `certlab check`: the cell below a prediction compares it, and a
# quotation of a page is one of the boxes.
# `app` 30 for a class: the instructor's page, how a page learns of a class, the labs' titles.
# `course` 20 to read itself once while its files stay as they are, and to look up a fact only
# when an expression asks for it.
# 2026-11-27: `course` 40 for what a stored output tells of the machine it was made on, 75
# for what an exam's path that names sections cuts off from them, 15 so that nothing is asked
# of a section before its first paragraph, and 40 so that a version of a product has one home.
# The same day, lines that are typed: `course` 67 for the table of how programs read their
# options and for commands that are right as well, `study` 139 to read a line by that table, to
# see what a shell would replace, and to want tests of each kind of an item.
# A paper by objective: `study` has 151 more to draw by objective, to say what a paper lacks
# and when no score can be said; `course` 16 for an exam's shares, other codes and the time of
# its questions; `terminal` 21, `app` 11 and `cli` 6 to say so.
# Numbers and gaps as people write them: `study` 237, `course` 41 for givens in a row. What a
# learner's machine may lack or get wrong: `console` 125 for signs that it cannot print and for
# negative arguments, `course` 60 for where a workspace may be, `study` 45 for clocks and locks,
# `servers` 10 for a home that cannot be written, `formats` 80 for others' questions and UTF-16.
# What strangers wrote: `console` has 70 more and `cli` 2 so that no verb prints an order to the
# terminal, or takes a number without an end.
# `formats` has 115 more to read YAML of strangers, and `distributed` 127 to name each field of a
# manifest that is of another kind, and to bound what a script grows to; 25 to say which counts and braces it did not read.
# What comes from strangers: `app` 56 for the start notebook's own address on the server, so that
# no kernel is asked, and for how a kernel is started, and 17 so that a cell still finds what lies
# beside its notebook; `course` 5, also for what never ends in the place of a file.
# A row of a history is held to its form by whoever reads it: `study` 175 and `words` 4;
# `app` 19 so that one bad row of a page keeps no good one out, and no request is our error.
# A history that is checked, repaired and copied: `study` 241 and `cli` 145.
# The class's Hub, `classroom` 175: a keeper that starts it again after a crash, whose connection
# a forwarded address came by, what is handed on to other accounts, files closed to them.
# `classroom` has 74 more for the fence between learners' browsers and a name for each server,
# `app` 9 for the word in the address of a frame; 19 so that a hook of the settings and the fence's
# cookie both have their turn, and for a class that an earlier version started; 36 so that a nickname
# is not that of a browser which had it before, and two who share one both come back; 2 for half signs; 7 to say
# why the service does not start, and for names that no server can stand below.
A_LAB = 600
BUDGETS = {
    "app": 2656,
    "bench": 790,
    "classroom": 5326,
    "cli": 1347,
    "compute": 2000,
    "console": 320,
    "course": 5614,
    "day": 1120,
    "drawing": 800,
    "formats": 2513,
    "planner": 1192,
    "readiness": 586,
    "servers": 625,
    "site": 1230,
    "study": 4361,
    "terminal": 3156,
    "widgets": 550,
    "words": 414,
}
# Wings that were larger than 600 lines a lab when the limit came (2026-11-22), with the
# verbs and tables that the engine had of them. `distributed` has 70 more since 2026-11-23:
# ranks are forked from torchrun, which makes a launch cost a third.
# Since then a wing also says what the pictures of its page begin with (its `page.py`): mig,
# rapids and systems, which had no room, have 30 more each. 2026-11-27: systems has 255 more,
# to read logs out of frames and JSON and pastes of several outputs, and to say what was not read;
# mig 125, for a compute slice's second revision, bus ids, and lines that a shell joins;
# distributed 2,743, for a reader of shell scripts that splits, quotes and branches as bash does.
GROWN = {"distributed": 9955, "mig": 3138, "rapids": 3730, "systems": 2490}


def package_of(path: Path) -> str:
    """The package whose rules hold for a file."""
    return level(path.relative_to(SOURCE).as_posix())


def imports(path: Path, *, nested: bool) -> set[str]:
    """Modules imported at the top of a file, or only inside functions."""
    return {name for inside, name in _imports(path) if inside is nested}


@cache
def _imports(path: Path) -> frozenset[tuple[bool, str]]:
    found = set()
    for nested, module, name in imported(path.read_text("utf-8")):
        assert not module.startswith("."), "write imports in full"
        found.add(
            (nested, f"certlab.{name}" if module == "certlab" and name else module)
        )
    return frozenset(found)


FILES = sorted(path for path in SOURCE.rglob("*.py") if "_course" not in path.parts)
WINGS = sorted(path.parent for path in (SOURCE / "labs").glob("*/__init__.py"))


def is_real(path: Path) -> bool:
    return REAL in path.relative_to(SOURCE).parts


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_file_imports_only_what_its_layer_may(path: Path) -> None:
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
    for name in imports(path, nested=False):
        head, *rest = name.split(".")
        if head == "certlab":
            wanted = level("/".join(rest)) if rest else "__init__"
            assert wanted in ours | {package, *FOR_ALL}, name
        else:
            assert head in others | set(sys.stdlib_module_names), name
    if package not in LAZY and not is_real(path):
        assert all(
            name.split(".")[0] in {"certlab", *sys.stdlib_module_names}
            for name in imports(path, nested=True)
        )


def _part_of_the_classroom(path: Path) -> str:
    """Its folder or file: "service", "verbs"."""
    return path.relative_to(SOURCE / "classroom").with_suffix("").parts[0]


def _of_a_wing(path: Path) -> set[str]:
    """Third parties that a file of a wing may import at its top."""
    part = path.relative_to(SOURCE / "labs").with_suffix("").parts[1:2]
    return {"verbs": {"typer"}, "widgets": {"anywidget", "traitlets"}}.get(
        part[0] if part else "", set()
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_only_a_wing_names_a_wing_and_only_itself(path: Path) -> None:
    own = path.relative_to(SOURCE).parts[1] if package_of(path) == "labs" else ""
    if package_of(path) == "classroom" and _part_of_the_classroom(path) == "plan":
        own = "mig"  # its layouts of a GPU are what a plan hands out
    named = {
        name.split(".")[2]
        for nested in (False, True)
        for name in imports(path, nested=nested)
        if name.startswith("certlab.labs.")
    }
    assert named <= {own, *BETWEEN.get(own, {})}


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
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
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
    text = path.read_text("utf-8")
    told: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if (
            isinstance(
                node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
            )
            and ast.get_docstring(node, clean=False) is not None
        ):
            first = node.body[0]
            told |= set(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    code: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in NO_CODE:
            code |= set(range(token.start[0], token.end[0] + 1))
    return len(code - told)


NO_CODE = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE),
    *(tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER),
}


@pytest.mark.parametrize("package", BUDGETS)
def test_a_package_keeps_within_its_lines(package: str) -> None:
    assert lines(SOURCE / package) <= BUDGETS[package]


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
