"""Which script may import which, and what nothing imports."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from certlab.app.esm import SOURCE
from certlab.classroom.handlers import SCRIPTS
from tests.parsed_scripts import ROOT, Script, folder_of, name_of, scripts

# Two floors of the app: every folder may use the ground, and the roof uses every idea.
GROUND = {"app", "app/drawing", "app/simulator", "app/theme"}
# Idea: the ideas it may use, each of an earlier row.
IDEAS: dict[str, set[str]] = {
    "app/grading": set(),
    "app/memory": set(),
    "app/question": {"app/grading"},
    "app/store": {"app/memory"},
    "planner": {"app/memory", "app/store"},
    "app/deck": {"app/grading", "app/memory", "app/question"},
    "app/exam": {
        *("app/grading", "app/memory", "app/question", "app/store"),
        "app/deck",
    },
    "day": {
        *("app/memory", "app/question", "app/store"),
        *("planner", "app/deck", "app/exam"),
    },
    "app/own_decks": {
        *("app/grading", "app/question", "app/store", "app/deck"),
    },
    "app/prediction": {"app/grading"},
    "app/search": set(),
}
ROOF = ("app/site", "app/notebook")
# What stands above the app, and what it uses of the ideas.
ABOVE: dict[str, set[str]] = {
    "classroom": {"app/grading", "app/question", "app/store"},
    "labs": set(),
    "site/lite": {"app/store"},
}
# What JupyterLab and Sphinx load, without the folder of the app's scripts.
ALONE = ("app/labextension/certlab", "app/pages/sphinx")
LAYERS: dict[str, set[str]] = {
    **{folder: GROUND | ideas for folder, ideas in (IDEAS | ABOVE).items()},
    **{folder: GROUND | IDEAS.keys() | set(ROOF) for folder in ROOF},
    **dict.fromkeys(GROUND, GROUND),
    **{folder: set() for folder in ALONE},
}


def imports(path: Path, script: Script) -> Iterator[Path]:
    for target, _ in script.imports:
        yield target


def test_a_script_imports_only_what_its_folder_may() -> None:
    found = [
        f"{name_of(path)} imports {name_of(target)}"
        for path, script in scripts().items()
        for target in imports(path, script)
        if not may_import(path, target)
    ]
    assert found == []


def may_import(path: Path, target: Path) -> bool:
    own, other = folder_of(path), folder_of(target)
    if own == other == "labs":  # a wing imports no other wing
        return path.relative_to(SOURCE).parts[1] == target.relative_to(SOURCE).parts[1]
    return own == other or other in LAYERS[own]


def test_every_folder_of_scripts_has_its_row_and_uses_only_rows_above() -> None:
    assert {folder_of(path) for path in scripts()} <= LAYERS.keys()
    rows = [*IDEAS]
    for place, folder in enumerate(rows):
        assert IDEAS[folder] <= {*rows[:place]}, folder


def test_no_scripts_import_each_other_in_a_circle() -> None:
    done: set[Path] = set()

    def follow(path: Path, way: tuple[Path, ...]) -> None:
        assert path not in way, " -> ".join(map(name_of, (*way, path)))
        if path not in done and path in scripts():
            for target in imports(path, scripts()[path]):
                follow(target, (*way, path))
            done.add(path)

    for path in scripts():
        follow(path, ())


def test_what_is_imported_is_there() -> None:
    found = {
        f"{name_of(path)}: {target}"
        for path, script in scripts().items()
        for target in imports(path, script)
        if not target.is_file()
    }
    assert found == set()


def test_every_export_is_taken_by_another_file() -> None:
    found = [
        f"{name_of(path)} exports {name}, which nothing takes"
        for path, script in scripts().items()
        for name in script.exports
        if not is_taken(path, name)
    ]
    assert found == []


def is_taken(path: Path, name: str) -> bool:
    """By a script, by whoever is told its address, or by a test."""
    for other, script in scripts().items():
        for target, names in script.imports:
            if target == path != other and name in (
                script.taken if names is None else names
            ):
                return True
    if is_told_by_address(path) and (name == "default" or name in taken_by_address()):
        return True
    word = re.compile(rf"\b{re.escape(name)}\b")
    return any(path.name in text and word.search(text) for text in texts_of_tests())


def is_told_by_address(path: Path) -> bool:
    """A widget of a page, what draws the class, and what a notebook shows."""
    return (
        path.name in ("page.js", "widget.js")
        or name_of(path) in SCRIPTS.values()
        or folder_of(path) == "app/notebook"
    )


def taken_by_address() -> set[str]:
    every = (script.taken for script in scripts().values() if script.by_address)
    return set().union(*every)


@cache
def texts_of_tests() -> tuple[str, ...]:
    """The texts of all tests but this one, whose tables name files too."""
    return tuple(
        path.read_text("utf-8")
        for path in (ROOT / "tests").rglob("*.*")
        if path.suffix in (".py", ".js", ".mjs", ".html") and path != Path(__file__)
    )


def test_the_app_names_nothing_of_the_class() -> None:
    """A header says whether there is a class, and what draws it."""
    found = [
        name_of(path)
        for folder in ("app", "day", "planner", "site", "widgets")
        for pattern in ("*.py", "*.js")
        for path in (SOURCE / folder).rglob(pattern)
        if "classroom/static" in path.read_text("utf-8")
    ]
    assert found == []
