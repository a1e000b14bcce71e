"""The board of a page does, says and refuses what the board of a notebook does."""

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from certlab.course.render import render_figure
from certlab.errors import CourseError
from certlab.labs import mig
from certlab.labs.mig import page
from certlab.labs.mig.widgets.board import MigBoard
from certlab.words import text
from tests.page_rules import begun, walked
from tests.real_course import whole

MODEL = "labs/mig/static/board/model.js"
TRAITS = ("shown", "refusal", "said", "goal", "undoable", "choices", "table")
TABLES = mig.tables(whole())
STORED = page.files(whole())["boards.json"]
GOAL = ["3g.40gb", "2g.20gb", "1g.10gb", "1g.10gb"]


def steps(board: MigBoard, draw: random.Random, count: int) -> Iterator[dict[str, Any]]:
    """Messages as somebody sends them who tries everything; the board follows them."""
    for _ in range(count):
        gpu, to = (draw.randrange(len(board.gpus)) for _ in range(2))
        profile = draw.randrange(len(board.table["profiles"]))
        start = draw.choice([None, None, draw.randrange(8)])
        ids = [one.id for one in board.gpus[gpu].instances]
        place = {"type": "place", "gpu": gpu, "profile": profile, "start": start}
        ways = [place] * 6 + [{"type": "undo"}]
        if ids:
            one = {"gpu": gpu, "id": draw.choice(ids)}
            ways += [{"type": "remove", **one}] * 2
            ways += [{"type": "move", **one, "to": to, "start": draw.randrange(8)}] * 2
        if board.choices and draw.random() < 0.05:
            other = draw.choice([*TABLES])
            ways = [{"type": "setup", "count": draw.randrange(10)}, {"type": "clear"}]
            ways += [{"type": "setup", "gpu": other}]
        message = draw.choice(ways)
        yield message
        board._handle_custom_msg(message, [])


@pytest.mark.parametrize(
    ("gpu", "goal", "lang"),
    [*((gpu, [], "en") for gpu in TABLES), ("h100-80gb", GOAL, "zh_TW")],
)
def test_a_page_s_board_is_the_notebook_s(gpu: str, goal: list[str], lang: str) -> None:
    begin = {"gpu": gpu, "count": 2, "goal": goal, "first": []}
    board = MigBoard(TABLES, gpu, 2, goal, lang)
    messages, wanted = [], [_state(board)]
    for message in steps(board, random.Random(gpu), 120):
        if messages:
            wanted.append(_state(board))
        messages.append(message)
    wanted.append(_state(board))
    given = [STORED, begin]
    states = walked(MODEL, "BoardModel", given, messages, TRAITS, text(lang))
    for at, (state, there) in enumerate(zip(states, wanted, strict=True)):
        for table in (state["table"], there["table"]):
            for one in table["profiles"]:
                one.pop("last", None)
            table.pop("unsure", None)
        for one in (state, there):
            for key in ("refusal", "said"):
                one[key].pop("n", None)
        assert state == there, messages[at - 1] if at else None


def _state(board: MigBoard) -> dict[str, Any]:
    state: dict[str, Any] = json.loads(
        json.dumps({n: getattr(board, n) for n in TRAITS})
    )
    return state


def test_a_figure_says_which_board() -> None:
    assert begun("board goal=3g.40gb,1g.10gb") == {
        "gpu": "h100-80gb",
        "count": 1,
        "goal": ["3g.40gb", "1g.10gb"],
        "first": [],
    }
    stood = begun("board gpu=a100-40gb place=1g.5gb,2g.10gb")["first"]
    profiles = STORED["a100-40gb"]["profiles"]
    assert [(profiles[n]["name"], at) for _, n, at in stood] == [
        ("1g.5gb", 6),
        ("2g.10gb", 4),
    ]


def test_the_figures_are_what_the_simulator_draws() -> None:
    figure = whole().figures["mig-board"]
    settings = figure.live[1]
    gpu = mig.Gpu(TABLES[settings["gpu"]])
    drawn = mig.draw.svg(mig.report.placed(gpu, settings["place"]))
    assert _marks(render_figure(whole(), figure)) == _marks(drawn)


def _marks(svg: str) -> list[str]:
    """What is drawn, without the root, the title and the size that no fact has."""
    return [
        line
        for line in svg.splitlines()
        if not re.search("<svg |<title>|GB each</text>", line)
    ]


@pytest.mark.parametrize(
    "says", ["board gpu=abacus", "board count=9", "board goal=9g", "board colour=red"]
)
def test_what_cannot_begin_is_refused(says: str) -> None:
    with pytest.raises(CourseError):
        begun(says)


def test_the_tables_are_small_enough_for_a_page() -> None:
    assert len(json.dumps(STORED)) < 60_000
