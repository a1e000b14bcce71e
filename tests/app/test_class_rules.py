"""What the class's pages reckon: events out of a stream, and who comes first in the heat map."""

from typing import Any

import pytest

from tests.page_rules import called

STREAM = "classroom/static/stream.js"
ROWS = "classroom/static/instructor/heat_rows.js"


@pytest.mark.parametrize(
    ("text", "events", "rest"),
    [
        (": here\n\n", [], ""),
        ("event: map\ndata: 1\n\ndata: 2", [{"event": "map", "data": "1"}], "data: 2"),
        ("id: 3\r\ndata:a\r\ndata: b\r\n\r\n", [{"event": "message", "data": "a\nb"}], ""),
        ("retry: 2000\n\nevent: state\ndata: {}\n\n", [{"event": "state", "data": "{}"}], ""),
    ],
)  # fmt: skip
def test_events_are_read_as_they_come(
    text: str, events: list[dict[str, str]], rest: str
) -> None:
    assert called(STREAM, "readEvents", [[text]]) == [{"events": events, "rest": rest}]


def test_a_cell_says_the_share_right_and_of_how_many() -> None:
    cells: list[list[Any]] = [[[0, 0]], [[3, 2]], [[10, 1]], [[4, 4]]]
    assert called(ROWS, "cellText", cells) == ["–", "67 %\nof 3", "10 %\nof 10", "100 %\nof 4"]  # fmt: skip
    assert called(ROWS, "shadeOf", cells) == ["0", "3", "1", "4"]


def test_one_wrong_answer_weighs_less_than_ten() -> None:
    one, ten, none = called(ROWS, "smoothed", [[[1, 0]], [[10, 0]], [[0, 0]]])
    assert ten < one < none


def test_a_row_on_its_way_is_no_news_and_one_that_stays_is() -> None:
    cases: list[list[Any]] = [
        [{"waiting": 1, "away": False}, 3_000],
        [{"waiting": 1, "away": False}, 10_000],
        [{"waiting": 1, "away": True}, 0],
        [{"waiting": 0, "away": True}, 10_000],
        [None, 10_000],
    ]
    found = called("classroom/static/class_model.js", "isLate", cases)
    assert found == [False, True, True, False, False]
