"""The Python side of the board: it decides, remembers, and says the same in every run."""

import xml.etree.ElementTree as ET
from collections.abc import Callable
from typing import Any

import pytest

from certlab import widgets
from certlab.errors import CourseError
from certlab.labs import mig
from certlab.labs.mig.widgets.board import MigBoard


@pytest.fixture
def two() -> MigBoard:
    """Two GPUs, the first as full as the mock-up's."""
    made = widgets.mig_board(count=2)
    made.place("3g.40gb", 0)
    made.place("2g.20gb", 4)
    made.place("1g.10gb", 6)
    return made


def ask(widget: MigBoard, type: str, **message: Any) -> None:
    """A message as the browser sends it."""
    widget._handle_custom_msg({"type": type, **message}, [])


def at(widget: MigBoard, name: str) -> int:
    return [one["name"] for one in widget.table["profiles"]].index(name)


def test_layouts_are_what_stands(two: MigBoard) -> None:
    assert two.layouts == [[("3g.40gb", 0), ("2g.20gb", 4), ("1g.10gb", 6)], []]


def test_an_instance_has_its_compute_instance(two: MigBoard) -> None:
    assert all(len(one.computes) == 1 for one in two.gpus[0].instances)
    assert two.shown[0]["lines"] == ["nvidia-smi mig -i 0 -cgi 9:0,14:4,19:6 -C"]


def test_without_a_start_the_driver_chooses() -> None:
    made = widgets.mig_board()
    ask(made, "place", gpu=0, profile=at(made, "3g.40gb"), start=None)
    expected, instance = mig.Gpu(made.gpus[0].table).create("3g.40gb")
    assert made.layouts == [[("3g.40gb", instance.start)]]
    assert expected.instances[0].id == made.gpus[0].instances[0].id


def test_a_refusal_is_shown_and_changes_nothing(two: MigBoard) -> None:
    before = two.layouts
    ask(two, "place", gpu=0, profile=at(two, "3g.40gb"), start=None)
    assert two.layouts == before
    assert two.refusal["gpu"] == 0
    for word in ("3g.40gb", "instance 5", "Nothing was changed", "would make room at"):
        assert word in two.refusal["text"]
    start = two.refusal["start"]
    assert f"at {start}–{start + 3}" in two.refusal["text"]


def test_the_same_refusal_twice_is_two_refusals(two: MigBoard) -> None:
    ask(two, "place", gpu=0, profile=0, start=None)
    first = two.refusal
    ask(two, "place", gpu=0, profile=0, start=None)
    assert two.refusal["text"] == first["text"]
    assert two.refusal["n"] != first["n"]


def test_a_change_takes_the_refusal_away(two: MigBoard) -> None:
    ask(two, "place", gpu=0, profile=0, start=None)
    ask(two, "remove", gpu=0, id=two.gpus[0].instances[0].id)
    assert two.refusal == {}


def test_from_python_a_refusal_is_raised(two: MigBoard) -> None:
    with pytest.raises(mig.Refusal, match="Nothing was changed"):
        two.place("3g.40gb")


def test_a_start_that_is_none_is_refused_in_words() -> None:
    made = widgets.mig_board()
    ask(made, "place", gpu=0, profile=at(made, "2g.20gb"), start=6)
    assert "cannot start at memory slice 6" in made.refusal["text"]
    assert made.refusal["start"] is None


def test_a_move_to_another_gpu(two: MigBoard) -> None:
    ask(two, "move", gpu=0, id=5, to=1, start=2)
    assert two.layouts == [[("3g.40gb", 0), ("1g.10gb", 6)], [("2g.20gb", 2)]]


def test_an_instance_is_not_in_the_way_of_its_own_move(two: MigBoard) -> None:
    two.remove(5)
    two.remove(13)
    two.move(1, 4)
    assert two.layouts[0] == [("3g.40gb", 4)]


def test_a_move_that_is_refused_changes_nothing(two: MigBoard) -> None:
    before = two.layouts
    ask(two, "move", gpu=0, id=13, to=0, start=0)
    assert two.layouts == before
    assert "Nothing was changed" in two.refusal["text"]


def test_undo_goes_back_one_change_at_a_time(two: MigBoard) -> None:
    ask(two, "clear")
    assert two.layouts == [[], []]
    ask(two, "undo")
    assert len(two.layouts[0]) == 3
    ask(two, "undo")
    assert two.layouts[0] == [("3g.40gb", 0), ("2g.20gb", 4)]


def test_undo_with_nothing_to_undo_does_nothing() -> None:
    made = widgets.mig_board()
    made.undo()
    assert not made.undoable


def test_a_line_prints_what_the_tool_prints(two: MigBoard) -> None:
    line = "nvidia-smi mig -i 1 -cgi 9,14 -C"
    expected = mig.run(two.gpus, line)
    ask(two, "run", gpu=1, line=f"sudo {line}")
    assert two.output == {"gpu": 1, "text": expected.text, "code": 0, "why": ""}
    assert two.gpus == expected.gpus


def test_lines_stop_at_the_first_that_fails(two: MigBoard) -> None:
    text = two.run(
        "nvidia-smi mig -i 0 \\\n  -cgi 9 -C\nnvidia-smi mig -i 1 -cgi 9 -C\n"
    )
    assert "Insufficient Resources" in text
    assert two.output["code"] == 23
    assert two.layouts[1] == []


def test_a_line_that_cannot_be_read_says_why(two: MigBoard) -> None:
    two.run("nvidia-smi mig --make-it-so")
    assert two.output["text"] == ""
    assert "--make-it-so" in two.output["why"]
    assert two.output["code"]


def test_an_instance_without_compute_instance_is_told_apart() -> None:
    made = widgets.mig_board()
    made.run("nvidia-smi mig -cgi 9:4 -i 0")
    assert made.shown[0]["at"][0][3] == "none"
    made.remove(2)
    assert made.layouts == [[]]


def test_a_goal_is_reached_on_whichever_gpus() -> None:
    made = widgets.mig_board(count=2, goal=["3g.40gb", "3g.40gb", "1g.10gb"])
    assert not made.done
    made.place("3g.40gb")
    made.place("1g.10gb")
    assert [row["done"] for row in made.goal["wanted"]] == [True, False, True]
    made.place("3g.40gb", gpu=1)
    assert made.done
    assert made.said["text"].count("Goal reached.") == 1
    made.undo()
    assert not made.done


def test_with_a_goal_the_gpu_stays_what_it_is() -> None:
    made = widgets.mig_board(goal=["3g.40gb"])
    ask(made, "setup", gpu="a30-24gb")
    assert made.table["id"] == "h100-80gb"


def test_another_gpu_begins_empty_and_more_keep_what_stands(two: MigBoard) -> None:
    ask(two, "setup", count=3)
    assert [len(one) for one in two.layouts] == [3, 0, 0]
    ask(two, "setup", gpu="a30-24gb")
    assert two.layouts == [[], [], []]
    assert two.table["id"] == "a30-24gb"
    ask(two, "undo")
    assert two.table["id"] == "h100-80gb"
    assert len(two.layouts[0]) == 3


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: widgets.mig_board("h100"), "There is no GPU h100"),
        (lambda: widgets.mig_board(count=9), "1 to 8"),
        (lambda: widgets.mig_board(goal=["5g.50gb"]), "5g.50gb"),
        (lambda: widgets.mig_board().place("1g.10gb", gpu=1), "no GPU 1"),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(
    make: Callable[[], object], says: str
) -> None:
    with pytest.raises(CourseError, match=says):
        make()


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"type": "place", "gpu": 7, "profile": 0},
        {"type": "place", "gpu": 0, "profile": 99, "start": "x"},
        {"type": "place", "gpu": "0"},
        {"type": "remove", "gpu": 0, "id": 99},
        {"type": "move", "gpu": 9, "id": 1, "to": 0, "start": 0},
        {"type": "move", "gpu": 0, "id": 99, "to": 0, "start": 0},
        {"type": "setup", "gpu": ["x"], "count": 0},
        {"type": "run", "gpu": 0, "line": ""},
    ],
)
def test_a_message_that_makes_no_sense_breaks_nothing(
    two: MigBoard, message: dict[str, Any]
) -> None:
    before = two.layouts
    two._handle_custom_msg(message, [])
    assert two.layouts == before


def test_the_output_of_a_notebook_is_the_same_in_every_run() -> None:
    def bundle() -> dict[str, Any]:
        made = widgets.mig_board(count=2)
        made.place("3g.40gb", 4)
        found = made._repr_mimebundle_()
        assert found is not None
        return {key: found[0][key] for key in ("text/plain", "image/svg+xml")}

    assert bundle() == bundle()
    text = bundle()["text/plain"]
    assert text.startswith("MigBoard: 2 × H100 80 GB\nGPU 0: 1 instance.")
    root = ET.fromstring(bundle()["image/svg+xml"])
    assert len(root.findall("{http://www.w3.org/2000/svg}svg")) == 2


def test_one_gpu_is_drawn_as_the_simulator_draws_it() -> None:
    made = widgets.mig_board()
    bundle = made._repr_mimebundle_()
    assert bundle is not None
    assert bundle[0]["image/svg+xml"] == mig.draw.svg(made.gpus[0])
