"""The same words from Python and from the ES modules, in every language."""

import json
import shutil
import subprocess
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from certlab.app.esm import STATIC
from certlab.course import load
from certlab.study.grading import grade
from certlab.study.questions import compile_item
from certlab.words import Words, day_words, languages, text
from certlab.words.sentence import holes
from tests.widgets.test_grading import CASES, DATA

HERE = Path(__file__).parent
Call = tuple[str, str, list[Any]]


@pytest.fixture(params=languages())
def words(request: pytest.FixtureRequest) -> Words:
    return text(request.param)


def run(words: Words, calls: list[Call]) -> list[Any]:
    """What each call gives in Node, in a language."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    given = {"lang": words.tag, "words": words.page, "calls": calls}
    ran = subprocess.run(
        [node, HERE / "words_run.mjs", STATIC],
        input=json.dumps(given).encode(),
        capture_output=True,
        check=True,
    )
    told: list[Any] = json.loads(ran.stdout)
    return told


def of_pages() -> list[tuple[str, str]]:
    """Every message that an ES module says, and its plural."""
    entries = text("zh_TW").catalogue.entries.values()
    js = [one for one in entries if any(place.endswith(".js") for place in one.places)]
    return [(one.id, one.plural) for one in js]


def test_a_message_is_filled_alike(words: Words) -> None:
    calls, wanted = [], []
    for id, many in of_pages():
        for n in (0, 1, 2):
            values = {name: f"<{name}> {{n}}" for name in holes(id) - {"n"}}
            if many:
                calls.append(("words", "tn", [id, many, n, values]))
                wanted.append(words.ngettext(id, many, n, **values))
            else:
                values |= {"n": "" if n else "no"} if "n" in holes(id) else {}
                calls.append(("words", "t", [id, values]))
                wanted.append(words(id, **values))
    calls.append(("words", "t", ["No such {thing} {other}", {"thing": "<x>"}]))
    wanted.append("No such <x> {other}")
    assert len(wanted) > 600
    assert run(words, calls) == wanted


def test_a_verdict_is_said_alike(words: Words) -> None:
    keys = DATA["keys"]
    calls = [
        ("grading/grading", "grade", [keys[one["key"]], one["response"]])
        for one in CASES
    ]
    said = [one["say"] for one in run(words, calls)]
    verdicts = [grade(keys[one["key"]], one["response"]) for one in CASES]
    assert said == [words.say(one.say) for one in verdicts]


def test_how_a_number_is_wanted_is_said_alike(words: Words) -> None:
    course = load()
    shows = [
        compile_item(course, item, 0).show
        for item in course.items.values()
        if item.kind == "numeric"
    ]
    calls = [("question/wanted", "wantsWords", [show]) for show in shows]
    assert len({show["wants"] for show in shows}) > 5
    assert run(words, calls) == [words.say(show["wants"]) for show in shows]


def test_days_are_said_alike(words: Words) -> None:
    days = [date(2027, month, day) for month in range(1, 13) for day in range(1, 8)]
    calls = [("dates", "dueWords", [one.isoformat(), "2026-12-30"]) for one in days]
    said = run(words, calls)
    for one, day in zip(said, days, strict=True):
        assert one.endswith(day_words(words, day)), one


def test_days_in_chinese() -> None:
    due = [
        ("2026-11-24", "3 天後，11月24日星期二"),
        ("2026-11-22", "明天，11月22日星期日"),
        ("2026-11-21", "今天"),
        ("2027-01-02", "42 天後，2027年1月2日星期六"),
    ]
    calls: list[Call] = [("dates", "dueWords", [day, "2026-11-21"]) for day, _ in due]
    calls.append(("dates", "shortDay", ["2026-11-03"]))
    said = run(text("zh_TW"), calls)
    assert said == [*(words for _, words in due), "2026年11月3日"]
