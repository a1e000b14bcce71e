"""Lines of a history: one set of vectors, read and written by Python and by the ES module."""

import json
import re
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from certlab.app.esm import STATIC
from certlab.study.answers import (
    LONGEST,
    AnswerError,
    from_bytes,
    from_line,
    new_ulid,
    next_ulid,
    stamp,
    to_line,
)

HERE = Path(__file__).parent
VECTORS = HERE.parent / "vectors" / "answers.json"
CASES: list[dict[str, Any]] = json.loads(VECTORS.read_text("utf-8"))["lines"]
NAMES = [case["what"] for case in CASES]
SIDES = ("browser", "python")


def told(case: dict[str, Any], side: str) -> dict[str, str]:
    """What comes of a line on one side: the same on both, but where a reason stands."""
    said = case.get(side, case)
    return {key: said[key] for key in ("out", "says") if key in said}


def node(*arguments: str | Path) -> Any:
    """What a script prints, which is JSON."""
    found = shutil.which("node")
    if found is None:
        pytest.skip("node is not installed")
    run = subprocess.run([found, *arguments], capture_output=True, check=True)
    return json.loads(run.stdout)


def module(script: str) -> Any:
    """What a script prints that uses the names of answers.js."""
    address = json.dumps((STATIC / "store/answers.js").as_uri())
    names = "const { newUlid, stamp, toLine, fromLine } = await import"
    return node("--input-type=module", "--eval", f"{names}({address});\n{script}")


def line_of(case: dict[str, Any]) -> bytes:
    """Its bytes, with a surrogate as JSON escapes it."""
    line: str = case["line"]
    line = "x" * (LONGEST + 1) if line == "@long" else line
    return line.encode("utf-8", "backslashreplace")


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_python_makes_of_a_line_what_the_vector_says(case: dict[str, Any]) -> None:
    try:
        found = {"out": to_line(from_bytes(line_of(case)))}
    except AnswerError as error:
        found = {"says": str(error)}
    assert found == told(case, "python")


def test_the_module_makes_of_a_line_what_the_vector_says() -> None:
    found = node(HERE / "answers_run.mjs", STATIC / "store/answers.js", VECTORS)
    wanted = [told(case, "browser") for case in CASES]
    both = zip(NAMES, found, wanted, strict=True)
    assert [row for row in both if row[1] != row[2]] == []


def test_where_one_of_the_two_differs_a_reason_stands() -> None:
    sides = [case[side] for case in CASES for side in SIDES if side in case]
    assert all(one["why"] for one in sides)


def test_options_that_are_no_list_are_refused() -> None:
    said = module(
        """const line = toLine({ item: "i", ulid: "u", at: stamp(), rev: 1, outcome: "wrong", options: 5 });
        try { fromLine(line); } catch (error) { console.log(JSON.stringify(error.message)); }"""
    )
    assert said == "has no usable options"


def test_python_reads_what_the_module_writes_as_the_same_answer() -> None:
    found = node(HERE / "answers_run.mjs", STATIC / "store/answers.js", VECTORS)
    for case, said in zip(CASES, found, strict=True):
        if "out" in said:
            assert from_line(said["out"]) == from_line(case["line"]), case["what"]


@pytest.mark.parametrize("deep", [101, 2_000, 170_000])
@pytest.mark.parametrize("pair", ["[]", '{"a":}'])
def test_huge_nesting_is_refused_and_fills_no_stack(deep: int, pair: str) -> None:
    said = module(
        f"""const [open, close] = {json.dumps((pair[:-1], pair[-1]))};
        const deep = open.repeat({deep}) + "1" + close.repeat({deep});
        const line = toLine({{ item: "i", ulid: "u", at: stamp(), rev: 1, outcome: "wrong" }});
        try {{ fromLine(line.replace('"response": null', `"response": ${{deep}}`)); }}
        catch (error) {{ console.log(JSON.stringify(error.message)); }}"""
    )
    assert said in ("is nested too deep for an answer", "is torn or corrupt")


def test_a_ulid_begins_with_its_time_as_python_s_does() -> None:
    times = [0, 1, 31, 32, 1795255200123, 2**48 - 1]
    made = module(f"console.log(JSON.stringify({times}.map(newUlid)));")
    for time, ulid in zip(times, made, strict=True):
        shape = re.compile("[0-7][0-9A-HJKMNP-TV-Z]{25}")
        assert shape.fullmatch(ulid)
        if time < 2**47:  # Python's datetime ends in the year 9999
            assert ulid[:10] == new_ulid(datetime.fromtimestamp(time / 1000, UTC))[:10]
    many = module(
        "console.log(JSON.stringify(Array.from({ length: 2000 }, () => newUlid(1))));"
    )
    assert len(set(many)) == 2000
    assert len({letter for one in many for letter in one[10:]}) == 32


def test_stamps_are_python_s_and_only_grow_even_when_the_clock_is_set_back() -> None:
    made = module(
        """const real = Date.now();
        const found = Array.from({ length: 3000 }, stamp);
        Date.now = () => real - 3_600_000;
        found.push(stamp(), stamp());
        Date.now = () => real + 60_000;
        found.push(stamp());
        console.log(JSON.stringify([real, found]));"""
    )
    real, found = made
    assert found == sorted(set(found))
    times = [datetime.fromisoformat(one) for one in found]
    assert [stamp(one) for one in times] == found
    assert abs(times[0].timestamp() * 1000 - real) < 1000
    assert times[-1].timestamp() * 1000 == pytest.approx(real + 60_000, abs=1)


def test_what_python_cannot_write_is_not_written_either() -> None:
    row = '{ item: "i", rev: 1, outcome: "wrong", score: 0, at: "now", ulid: "u" }'
    line = module(
        f"console.log(JSON.stringify(toLine({{ ...{row}, schema: 7, confidence: undefined }})));"
    )
    assert json.loads(line)["schema"] == 1
    assert json.loads(line)["confidence"] is None


def test_an_id_that_follows_is_the_same_on_both_sides_whoever_made_it() -> None:
    made = ["01KAJ00000000000000000000A", "01KAJ0000000000000000000ZZ", "7" + "Z" * 25]
    others = ["one", "a", "z", "Z", "-", "_", "row-9", "row_Z", "Az", "I", "L-", "Uu"]
    address = json.dumps((STATIC / "exam/sitting.js").as_uri())
    script = f"const {{ nextUlid }} = await import({address});"
    print_all = (
        f"console.log(JSON.stringify({json.dumps([*made, *others])}.map(nextUlid)));"
    )
    found = node("--input-type=module", "--eval", script + print_all)
    assert found == [next_ulid(one) for one in (*made, *others)]
    assert found[:3] == [
        "01KAJ00000000000000000000B",
        "01KAJ000000000000000000100",
        "8" + "0" * 25,
    ]
    assert [len(one) for one in found] == [len(one) for one in (*made, *others)]
