"""One set of vectors, two graders: Python's and the ES module's."""

import json
import random
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from certlab.app.esm import STATIC
from certlab.course.items import ASKABLE
from certlab.study.grading import grade
from certlab.study.kinds.command_lines import LineError, read_line
from certlab.study.questions import compile_item
from certlab.study.typed_text import is_too_long
from tests.study.kinds import kinds

HERE = Path(__file__).parent
VECTORS = HERE.parent / "vectors" / "grading.json"
DATA = json.loads(VECTORS.read_text("utf-8"))
CASES: list[dict[str, Any]] = DATA["cases"]
VERDICT = ("outcome", "score", "say")
NAMES = [f"{case['key']}:{json.dumps(case['response'])}" for case in CASES]


def by_python(key: dict[str, Any], response: object) -> dict[str, Any]:
    verdict = grade(key, response)
    refused = verdict.say if verdict.outcome == "invalid" else ""
    if refused and key["kind"] == "command" and is_read(key, response):
        refused = ""  # which flags there are is known with the key alone
    return {
        "outcome": verdict.outcome,
        "score": verdict.score,
        "say": verdict.say,
        "parts": verdict.parts,
        "refused": refused,
    }


def is_read(key: dict[str, Any], response: object) -> bool:
    """Whether a shell would read a line as one that might be an answer."""
    if is_too_long(response):
        return False
    try:
        return bool(read_line(response, key["may"]))
    except LineError:
        return False


def by_node(cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the ES module says of each case, {"key", "response"} and perhaps "show"."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    command = [node, HERE / "grading_run.mjs", STATIC / "grading/grading.js"]
    given = json.dumps(cases).encode()
    run = subprocess.run(command, input=given, capture_output=True, check=True)
    told: list[dict[str, Any]] = json.loads(run.stdout)
    return told


def differences(cases: list[dict[str, Any]]) -> list[tuple[Any, Any, Any]]:
    """Cases of which Python and the ES module say different things."""
    said = [by_python(case["key"], case["response"]) for case in cases]
    both = zip([case["response"] for case in cases], by_node(cases), said, strict=True)
    return [row for row in both if row[1] != row[2]]


def test_python_says_what_the_vectors_say() -> None:
    said = [grade(DATA["keys"][case["key"]], case["response"]) for case in CASES]
    found = [(one.outcome, one.score, one.say) for one in said]
    assert unlike(found) == []


def unlike(said: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Of which vectors something else was said: their names, that, and what is wanted."""
    wanted = [tuple(case[part] for part in VERDICT) for case in CASES]
    both = zip(NAMES, said, wanted, strict=True)
    return [row for row in both if row[1] != row[2]]


@pytest.fixture(scope="module")
def from_node() -> list[dict[str, Any]]:
    """The ES module's verdicts, in the vectors' order."""
    return by_node([{**case, "key": DATA["keys"][case["key"]]} for case in CASES])


def test_the_module_says_what_the_vectors_say(from_node: list[dict[str, Any]]) -> None:
    said = [tuple(one[part] for part in VERDICT) for one in from_node]
    assert unlike(said) == []


def test_a_widget_without_the_key_refuses_just_what_grading_calls_invalid(
    from_node: list[dict[str, Any]],
) -> None:
    wanted = [
        by_python(DATA["keys"][case["key"]], case["response"])["refused"]
        for case in CASES
    ]
    both = zip(NAMES, [one["refused"] for one in from_node], wanted, strict=True)
    assert [row for row in both if row[1] != row[2]] == []


def test_both_say_the_same_of_each_part() -> None:
    cases = [{**case, "key": DATA["keys"][case["key"]]} for case in CASES]
    assert differences(cases) == []


def test_both_say_the_same_of_compiled_questions() -> None:
    """What a widget gets of a real item is enough to refuse what grading refuses."""
    course = kinds()
    cases = []
    for item in course.items.values():
        for test in item.tests:
            question = compile_item(course, item, 2)
            one = {"key": question.key, "show": question.show}
            cases.append({**one, "response": test.answer})
    assert len(cases) > 30
    assert differences(cases) == []


def test_every_kind_has_each_outcome_and_there_are_many() -> None:
    kinds = Counter(
        (DATA["keys"][case["key"]]["kind"], case["outcome"]) for case in CASES
    )
    outcomes = ("correct", "wrong", "invalid")
    assert kinds.keys() == {(kind, outcome) for kind in ASKABLE for outcome in outcomes}
    assert len(CASES) >= 300
    assert len({json.dumps([case["key"], case["response"]]) for case in CASES}) == len(
        CASES
    )


def test_a_score_is_full_when_correct_and_only_then() -> None:
    for case in CASES:
        assert (case["outcome"] == "correct") == (case["score"] == 1)
        assert 0 <= case["score"] <= 1


# Pieces a shell reads in many ways; put together at random, most lines are nonsense, and
# the two graders must read the same in all of them.
PIECES = (
    *("nvidia-smi", "docker", "run", "mig", "ubuntu", "-L", "-C", "-i", "-it", "-n5"),
    *("-cgi", "9,9", "9", "=", "--id=0", "--gpus", "device=0:1", "--name", "--", "-"),
    *(" ", "  ", "\t", "\n", "\\\n", "\r\n", "\u00a0", "\u2003", "\ufeff", "\x85"),
    *("'", '"', "\\", "#", "$", "$(", "`", "|", "||", "&", ";", "<", ">>", "(", ")"),
    *(
        "torchrun",
        "./train.py",
        "python",
        "-m",
        "--standalone",
        "--profile",
        "-um",
        "${",
    ),
    *(
        "sudo",
        "env",
        "A=1",
        "N=8",
        "–",
        "’",
        "é",
        "😀",
        "\u0301",
        "$ ",
        "# ",
        '\\"',
        "''",
    ),
)


def random_lines(count: int) -> Iterator[dict[str, Any]]:
    """Pieces at random, and right lines with a few words moved, lost or put in."""
    draw = random.Random(5)
    rows = [(case["key"], case["response"]) for case in CASES]
    right = [row for row in rows if DATA["keys"][row[0]]["kind"] == "command"]
    right = [row for row in right if isinstance(row[1], str) and " " in row[1]]
    for number in range(count):
        name, line = draw.choice(right)
        if number % 4 == 0:
            response = "".join(draw.choices(PIECES, k=draw.randint(1, 8)))
        else:
            first, *words = line.split(" ")
            moved = words.pop(draw.randrange(len(words)))
            words[0:0] = draw.choice(([], [moved], [moved, moved]))
            words += draw.choices(PIECES, k=draw.choice((0, 0, 1)))
            response = " ".join([first, *words])
        yield {"key": DATA["keys"][name], "response": response}


COUNTS = [1000, pytest.param(40_000, marks=pytest.mark.soak)]


@pytest.mark.parametrize("count", COUNTS)
def test_both_read_random_lines_alike(count: int) -> None:
    cases = list(random_lines(count))
    assert differences(cases) == []
    outcomes = Counter(grade(one["key"], one["response"]).outcome for one in cases)
    assert min(outcomes[one] for one in ("correct", "wrong", "invalid")) > 20


@pytest.mark.parametrize("count", COUNTS)
def test_both_read_random_gaps_alike(count: int) -> None:
    draw = random.Random(6)
    keys = [one for one in DATA["keys"].values() if one["kind"] == "cloze"]
    signs = ["3", "2", "1", "0", ".", ",", "e", "-", "−", "+", " ", "\x85", "\u3000"]
    signs += ["３", "½", "²", "İ", "ß", "Σ", "ﬁ", "’", "\ufeff", "é", "e\u0301", "CI"]
    cases = []
    for _ in range(count):
        key = draw.choice(keys)
        texts = {
            gap["id"]: draw.choice(
                [*gap["accept"], "".join(draw.choices(signs, k=draw.randint(0, 4)))]
            )
            for gap in key["gaps"]
        }
        cases.append({"key": key, "response": texts})
    assert differences(cases) == []


# What numbers and the words around them are made of, read alike in every order.
TYPED = (
    *(
        "5",
        "52",
        "0",
        "813",
        "7,813",
        "52,8",
        "1 400",
        "1.024",
        "2^10",
        "1e3",
        "-",
        "+",
    ),
    *(
        ".",
        ",",
        "'",
        "_",
        " ",
        "\u00a0",
        "/",
        "x",
        "×",
        "×10^9",
        "*10**2",
        "¹⁰",
        "½",
        "%",
    ),
    *(
        "$",
        "US$",
        "USD",
        "GB",
        "gb",
        "Gb",
        "gb/s",
        "Gbps",
        " per second",
        "GiB",
        "bytes",
    ),
    *("ms", "mW", "TFLOPs", "tflop/s", "BTU/hr", "step ", " steps", "times", ":1", "~"),
    *(
        "about ",
        "six",
        "sixty-",
        " million",
        "hundred",
        "half",
        "ſ",
        "ı",
        "K",
        "İ",
        "😀s",
    ),
)


@pytest.mark.parametrize("count", COUNTS)
def test_both_read_random_numbers_alike(count: int) -> None:
    draw = random.Random(7)
    keys = [one for one in DATA["keys"].values() if one["kind"] == "numeric"]
    cases = []
    for _ in range(count):
        key = draw.choice(keys)
        right = f"{key['answer']} {key['unit']}"
        parts = draw.choices(["", *TYPED], k=draw.randint(1, 4))
        if draw.random() < 0.5:
            parts = [*parts[:1], right] if draw.random() < 0.5 else [right, *parts[1:2]]
        unit = draw.choice([*key["factors"], "", "", ""])
        cases.append({"key": key, "response": {"number": "".join(parts), "unit": unit}})
    assert differences(cases) == []
    outcomes = Counter(grade(one["key"], one["response"]).outcome for one in cases)
    assert min(outcomes[one] for one in ("correct", "wrong", "invalid")) > 20


def untouched(show: dict[str, Any]) -> Any:
    """What the controls of a kind hold before anything was done."""
    return {
        "multi": [],
        "numeric": {"number": "", "unit": show.get("units", [""])[0]},
        "order": [one["id"] for one in show.get("steps", ())],
        "match": {one["id"]: "" for one in show.get("left", ())},
        "cloze": {one["id"]: "" for one in show.get("gaps", ())},
        "command": "",
    }.get(show["kind"])


def test_controls_that_were_not_touched_cost_nothing_in_any_kind() -> None:
    course = kinds()
    asked = [
        compile_item(course, item, seed)
        for item in course.items.values()
        if item.kind in ASKABLE
        for seed in range(3)
    ]
    cases = [{"key": one.key, "response": untouched(one.show)} for one in asked]
    assert {one.kind for one in asked} == {*ASKABLE} - {"card"}
    assert {by_python(**case)["outcome"] for case in cases} == {"invalid"}
    assert differences(cases) == []
