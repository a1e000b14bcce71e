"""A bank in parts: a deck asks from its outline what it asks from the whole bank."""

from dataclasses import asdict
from datetime import timedelta
from typing import Any

import pytest

from certlab.app.assets import bank_files
from certlab.course import Course
from certlab.course.items import ASKABLE
from certlab.study.answers import Answer, new_ulid, stamp
from certlab.study.bank import compile_bank, compile_parts, outline
from tests.widgets.test_stored_rules import NODE, NOW, history, run

Data = dict[str, Any]


def ids(bank: Data) -> list[str]:
    return [entry["item"] for entry in bank["items"]]


def test_the_parts_of_a_bank_hold_all_of_it(fixed: Course) -> None:
    """Each with what its own questions cite, and all that is asked of a section in one."""
    for module in fixed.modules:
        bank, parts = compile_bank(fixed, module), compile_parts(fixed, module)
        assert sorted(one for part in parts for one in ids(part)) == sorted(ids(bank))
        for part in parts:
            assert len({fixed.items[one].section for one in ids(part)}) == 1
            assert {**bank, "items": part["items"], "sources": part["sources"]} == part
            assert all(source in bank["sources"] for source in part["sources"])


def test_an_outline_chooses_and_tells_nothing(fixed: Course) -> None:
    for module in fixed.modules:
        bank, parts = compile_bank(fixed, module), compile_parts(fixed, module)
        made = outline(bank, parts)
        assert ids(made) == ids(bank)  # in whose order it is asked
        for entry in made["items"]:
            assert entry["item"] in ids(parts[entry["part"]])
            assert "key" not in entry
            assert entry["show"].keys() <= {"objective", "level", "context"}
            assert entry["feedback"].keys() <= {"section"}


def given(course: Course, rows: list[Answer], **more: Any) -> Data:
    """What parts_run.mjs takes of all modules of a course."""
    found: Data = {"whole": [], "outlines": [], "parts": {}}
    for module in course.modules:
        for name, data in bank_files(course, module, "x").items():
            which = name.removeprefix(f"x/{module}").removesuffix(".json")
            if not which:
                found["whole"].append(data)
            elif which == "/outline":
                found["outlines"].append(data)
            else:
                found["parts"][f"{module}{which}"] = data
    answered = [asdict(row) | {"mode": "drill"} for row in rows]
    fixed = {"rows": answered, "kinds": ASKABLE, "count": 8, "missing": []}
    return {**found, **fixed, **more}


@pytest.mark.skipif(NODE is None, reason="node is not installed")
@pytest.mark.parametrize("seed", range(3))
def test_what_is_asked_from_parts_is_what_is_asked_from_all(
    fixed: Course, seed: int
) -> None:
    rows = history(sorted(fixed.items), seed) if seed else []
    found = run("parts_run.mjs", given(fixed, rows))
    assert len(found["plain"]) > 3
    assert found["lazy"] == found["plain"]
    assert len(found["atFirst"]) == 1  # the first question wants one part
    assert len(found["ahead"]) <= 1  # and the next one while its verdict is read


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_a_part_that_does_not_come_is_asked_for_again(fixed: Course) -> None:
    at = NOW - timedelta(days=9)
    row = Answer(next(iter(fixed.items)), 1, "correct", 1.0, at=stamp(at), ulid=new_ulid(at))  # fmt: skip
    data = given(fixed, [row], missing=[2])
    plain, lazy = (run("parts_run.mjs", data)[name] for name in ("plain", "lazy"))
    (gone,) = (one for one in lazy if one.get("waits"))
    assert gone["waits"] == "missing"
    assert "ask" not in gone
    assert [one for one in lazy if not one.get("waits")] == plain
    assert (
        lazy[lazy.index(gone) + 1]["item"] == gone["item"]
    )  # once it is asked for again
