"""How long the package's scripts and their functions are, and how many lines a folder has."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from certlab.app.esm import SOURCE
from tests.parsed_scripts import folder_of, name_of, scripts

# Lines of code: formatted, without blank lines and comments. Those of 2026-11-27 and 5 % more;
# docs/decisions/budgets.md has the days on which they changed.
BUDGETS: dict[str, int] = {
    "app": 537,
    "app/deck": 1062,
    "app/drawing": 111,
    "app/exam": 2470,
    "app/grading": 1057,
    "app/labextension/certlab": 2510,
    "app/memory": 368,
    "app/notebook": 316,
    "app/own_decks": 690,
    "app/pages/sphinx": 112,
    "app/prediction": 352,
    "app/question": 708,
    "app/search": 640,
    "app/simulator": 312,
    "app/site": 1245,
    "app/store": 938,
    "classroom": 2949,
    "day": 4522,
    "planner": 50,
    "site/lite": 275,
}
# The same of a widget, and the widgets that were larger when the limit came (2026-11-22).
A_WIDGET = 400
# On a page there is no Python, so the board decides there itself: 420 more (2026-11-23).
GROWN_WIDGETS = {"board": 1990, "collective": 1460, "node": 840, "schedule": 1060}

A_FILE, A_FUNCTION = 300, 60
# What was longer when the limit came (2026-11-27): the file, or the file and a function,
# and its lines on that day. A number only goes down, and its row goes with the excess.
LONGER: dict[tuple[str, ...], int] = {}


def lengths() -> Iterator[tuple[tuple[str, ...], int, int]]:
    """What has a length, its lines and how many it may have."""
    for path, script in scripts().items():
        name = name_of(path)
        yield (name,), script.lines, A_FILE
        functions: dict[str, int] = {}
        for function, _, lines in script.functions:
            functions[function] = max(lines, functions.get(function, 0))
        for function, lines in functions.items():
            yield (name, function), lines, A_FUNCTION


def test_no_file_and_no_function_is_too_long() -> None:
    found = [
        f"{' '.join(what)}: {lines} lines, where {LONGER.get(what, most)} are allowed"
        for what, lines, most in lengths()
        if lines > LONGER.get(what, most)
    ]
    assert found == []


def test_what_is_no_longer_too_long_has_no_row() -> None:
    over = {what for what, lines, most in lengths() if lines > most}
    assert LONGER.keys() - over == set(), "take these rows out of LONGER"


def code(folder: str) -> int:
    return sum(one.code for path, one in scripts().items() if folder_of(path) == folder)


@pytest.mark.parametrize("folder", BUDGETS)
def test_a_folder_keeps_within_its_lines(folder: str) -> None:
    assert code(folder) <= BUDGETS[folder]


def test_every_folder_of_scripts_has_its_number() -> None:
    assert {folder_of(path) for path in scripts()} - {"labs"} == BUDGETS.keys()


WIDGETS = sorted(path for path in (SOURCE / "labs").glob("*/static/*") if path.is_dir())


@pytest.mark.parametrize("folder", WIDGETS, ids=lambda folder: folder.name)
def test_a_widget_keeps_within_its_lines(folder: Path) -> None:
    lines = sum(one.code for path, one in scripts().items() if folder in path.parents)
    assert lines <= GROWN_WIDGETS.get(folder.name, A_WIDGET)
