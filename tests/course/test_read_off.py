"""No prediction can be read off: what a learner has before it does not say how it turns out."""

import json
from pathlib import Path
from typing import Any

import pytest

from certlab.course import load
from certlab.course.quality.read_off import predictions_are_not_read_off, seen

ASK = "How many handshakes do ten guests make?"
OPTIONS = '("they are refused", "they wait in the queue")'


def cell(id: str, words: str, *outputs: str, **metadata: Any) -> dict[str, Any]:
    """A code cell that shows texts, or with a title or a mark a text."""
    kind = "markdown" if metadata.pop("text", False) else "code"
    made = {"id": id, "cell_type": kind, "source": words, "metadata": metadata}
    data = [
        {"output_type": "execute_result", "metadata": {}, "data": {"text/plain": one}}
        for one in outputs
    ]
    return made | ({"outputs": data, "execution_count": 1} if kind == "code" else {})


def text(id: str, words: str, **metadata: Any) -> dict[str, Any]:
    return cell(id, words, text=True, **metadata)


def asks(code: str = "", **marks: Any) -> dict[str, Any]:
    source = f'guess = prediction("small-guess", "{ASK}"{code})\nguess'
    says = f"Prediction: {ASK}\nno prediction yet"
    return cell("ask", source, says, certlab={"prediction": "small-guess", **marks})


def measures(
    came_out: str, why: str = "", first: str = "found = count()\n"
) -> dict[str, Any]:
    says = f"no prediction yet\nmeasured {came_out}"
    return cell("measure", f'{first}guess.compare(found, why="{why}")', says)


def lab(root: Path, *cells: dict[str, Any]) -> list[str]:
    """What is wrong with a lab of these cells."""
    path = root / "labs/small/10_try.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    about = {"title": "Try it", "paths": ["C"]}
    notebook = {"cells": list(cells), "metadata": {"certlab": about}}
    path.write_text(json.dumps(notebook), "utf-8")
    return [one.says for one in predictions_are_not_read_off(load(root))]


WHY = "Everybody shakes hands with each guest who came before them."
NUMBER = (asks(', unit="shakes"'), measures("1,045.4 shakes", WHY))
SMALL = (asks(', unit="shakes"'), measures("8 shakes"))
CHOSEN = (asks(f", options={OPTIONS}"), measures("they are refused"))
GONE_ON = cell("go-on", "assert found == 1045")

AGAIN = (
    cell(
        "again",
        'again = prediction("small-again", "And now?")\nagain',
        "Prediction: And now?\nno prediction yet",
        certlab={"prediction": "small-again"},
    ),
    cell("more", "now = 3\nagain.compare(now)", "no prediction yet\nmeasured 3"),
)


def part(role: str, source: str = "1", **marks: Any) -> dict[str, Any]:
    mark = {"exercise": "small-one", "role": role, **marks}
    kind = {"text": True} if role == "solution" else {}
    return cell(role, source, certlab=mark, **kind)


LEAKS: dict[str, tuple[dict[str, Any], ...]] = {
    "a text above": (text("a", "That makes 1,045.4 of them."), *NUMBER),
    "a rounded number above": (text("a", "That makes 1045 of them."), *NUMBER),
    "an output above": (cell("a", "1 + 1", "all in all 1045.4"), *NUMBER),
    "a picture above": (
        cell("a", "1 + 1")
        | {
            "outputs": [
                {
                    "output_type": "display_data",
                    "metadata": {},
                    "data": {"image/svg+xml": "<svg><text>1,045.4</text></svg>"},
                }
            ]
        },
        *NUMBER,
    ),
    "code above": (cell("a", "limit = 1045"), *NUMBER),
    "a text below": (*NUMBER, text("b", "So it is 1,045.4.")),
    "a heading far below": (
        *NUMBER,
        *AGAIN,
        text("b", "## Why 1,045.4\n\nMore."),
    ),
    "a heading that a cover hides": (
        *NUMBER,
        text("b", "## 1,045.4 it is\n\nMore.", tags=["tells-result"]),
    ),
    "the first line of folded code": (
        asks(', unit="shakes"'),
        measures("1,045.4 shakes", first="found = 1045.4\n"),
    ),
    "the reason in the first line of folded code": (
        NUMBER[0],
        measures("1,045.4 shakes", WHY, first=""),
    ),
    "code in sight below": (*NUMBER, text("b", "## On"), GONE_ON),
    "a small number with its unit": (text("a", "Four guests make 8 shakes."), *SMALL),
    "a small number in words": (text("a", "Four guests make eight shakes."), *SMALL),
    "the reason": (
        text("a", "So everybody shakes hands with every guest who came before."),
        *NUMBER,
    ),
    "a title that names an option": (
        text("a", "## A door at which they are refused"),
        *CHOSEN,
    ),
    "an option": (text("a", "With ten guests they are refused."), *CHOSEN),
}

KEPT: dict[str, tuple[dict[str, Any], ...]] = {
    "nothing": NUMBER,
    "another number": (text("a", "Four guests make 6 of them, or 1,040."), *NUMBER),
    "a small number of something else": (text("a", "There are 8 guests."), *SMALL),
    "a text that a cover hides": (
        *NUMBER,
        text("b", "So it is 1,045.4.", tags=["tells-result"]),
    ),
    "code that goes on": (*NUMBER, GONE_ON | {"source": "# On.\nassert x == 1045"}),
    "a text below another prediction": (
        *NUMBER,
        *AGAIN,
        text("b", "It was 1,045.4."),
    ),
    "all options in one sentence": (
        text("a", "With ten guests they are refused, or they wait in the queue."),
        *CHOSEN,
    ),
    "the solution of an exercise": (
        *NUMBER,
        part("stub"),
        part("check", wrong=["2"]),
        part("solution", "1,045.4\n\n```python\n1\n```"),
    ),
}


@pytest.mark.parametrize("name", LEAKS)
def test_it_is_named_where_the_answer_stands(name: str, small: Path) -> None:
    found = lab(small, *LEAKS[name])
    assert found, name
    assert "can be read off before it is predicted" in found[0]


@pytest.mark.parametrize("name", KEPT)
def test_what_tells_nothing_is_left_alone(name: str, small: Path) -> None:
    assert [one for one in lab(small, *KEPT[name]) if "read off" in one] == []


def test_what_stands_there_for_another_reason_is_said_and_only_that(
    small: Path,
) -> None:
    above = text("a", "Last year it was 1,045.4 as well.")
    table = {"Last year": "of other guests"}
    marked = asks(', unit="shakes"', seen=table)
    assert lab(small, above, marked, NUMBER[1]) == []
    (found,) = lab(small, marked, NUMBER[1])
    assert found == 'certlab.seen names "Last year", which tells nothing; leave it out.'


def test_a_measurement_that_does_not_end_with_its_comparison_is_named(
    small: Path,
) -> None:
    (found,) = lab(small, asks(), cell("measure", "guess.compare(1)\nprint(2)", "2"))
    assert found.startswith("the cell below it ends with no comparison")


def test_what_is_looked_at_is_the_copy_that_a_learner_opens() -> None:
    cells = [text("a", "above"), *NUMBER, text("b", "below"), GONE_ON]
    shown = [one for one in seen({"cells": cells}, 1) if one]
    assert shown == ["above", "found = count()", "below", "assert found == 1045"]
