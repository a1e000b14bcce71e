"""Arithmetic in items: what it computes, and all it refuses."""

import json
import math
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certlab.course.expression import ExpressionError, evaluate, facts_in, names_in


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2 * m * n * k", 48),
        ("ceil(m / 3)", 1),
        ("7 // 2 + 7 % 4", 6),
        ("-2 ** 2", -4),
        ("log2(8) + min(m, n)", 5),
        ("round(2.6)", 3),
        ("fact(h100-sxm.sms) * 4", 528),
        ("1e9 / 2**30", 1e9 / 2**30),
    ],
)
def test_value(text: str, value: float) -> None:
    values = {"m": 2, "n": 3, "k": 4}
    assert evaluate(text, values, {"h100-sxm.sms": 132}) == value


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('x')",
        "(1).__class__",
        "[1][0]",
        "'a' * 9",
        "True + 1",
        "lambda: 1",
        "open(1)",
        "min(*a)",
        "1 if 1 else 2",
        "1 <",
        "",
        "9 ** 9 ** 9",
        "1 / 0",
        "(0 - 1) ** 0.5",
        "log2(0)",
        "x",
        "fact(no.such)",
    ],
)
def test_refused(text: str) -> None:
    with pytest.raises(ExpressionError):
        evaluate(text, {})


def test_names_and_facts() -> None:
    text = "ceil(n / fact(warp.threads)) * b"
    assert names_in(text) == {"n", "b"}
    assert facts_in(text) == ("warp.threads",)


@given(st.integers(-999, 999), st.integers(1, 999), st.integers(1, 99))
def test_it_agrees_with_python(a: int, b: int, c: int) -> None:
    found = evaluate("a * b - a // c + ceil(b / c)", {"a": a, "b": b, "c": c})
    assert found == a * b - a // c + math.ceil(b / c)


NINES = "9" * 60
LARGE = {
    "a power of powers": "(((9**64)**64)**64)**64",
    "a power of a power": "(9**64)**64",
    "a large power": "2**1024",
    "a power of a name": "n ** n",
    "a power of a fact": "fact(a.large) ** 17",
    "a power below zero": "9 ** (0 - 10**9)",
    "a product": " * ".join([NINES] * 8),
    "a sum of products": f"{NINES} * {NINES} * {NINES} * {NINES} * {NINES} * {NINES} - 1",
    "a large float": "1e308 * 10",
    "a power of floats": "1e300 ** 9",
    "a quotient that no float holds": "2**1000 * 2**22 / 3 * 400.0",
    "digits before the point": "round(7, 0 - 10**12)",
    "digits behind the point": "round(7, 10**12)",
    "digits of a fraction": "round(7.5, 0 - 10**12)",
    "many terms": " + ".join(["1"] * 3000),
    "as many terms as fit": "+".join("1" * 250),
    "many minus signs": "-" * 5000 + "1",
    "as many minus signs as fit": "-" * 499 + "1",
    "many brackets": "(" * 3000 + "1" + ")" * 3000,
    "as many brackets as fit": "(" * 249 + "1" + ")" * 249,
    "many calls": "ceil(" * 70 + "1" + ")" * 70,
    "a number of 5,000 digits": "9" * 5000,
    "a number of 499 digits": "9" * 499,
    "a large name": "huge + 1",
    "many facts": "+".join(["fact(a.large)"] * 60),
    "a name of facts": "_fact_0",
    "whatever is no number": "1j * 1j",
    "a complex part": "max((0 - 8) ** 0.5, 1)",
    "nothing": "min()",
    "a text": "'a' * 10**9",
    "a list": "[0] * 10**9",
    "a shift": "1 << 10**9",
    "an end of text": "1 \0 + 1",
    "half a letter": "\ud800",
}
# A function of its own, in a process of its own: it would not come back.
EACH = """
import json, resource, sys
from certlab.course.expression import ExpressionError, evaluate, names_in
resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
facts = {"a.large": 2**63 - 1}
for text in json.loads(sys.stdin.read()):
    try:
        print(json.dumps([text, evaluate(text, {"n": 2**40, "huge": 10**5000}, facts)]))
    except ExpressionError as error:
        says = str(error)
        assert len(says) < 1200 and "\\n" not in says, says
"""


@pytest.mark.skipif(sys.platform == "win32", reason="it has no limits of a process")
def test_what_would_not_come_back_is_refused_in_a_sentence() -> None:
    run = subprocess.run(
        [sys.executable, "-c", EACH],
        input=json.dumps([*LARGE.values()]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    worked_out = [json.loads(line) for line in run.stdout.splitlines()]
    assert worked_out == [[LARGE["many calls"], 1]]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2**1000 // 2**990", 1024),
        ("2**100 / 2**98", 4),
        ("1.5 ** 65", 1.5**65),
        ("1e300 // 1e299", 1e300 // 1e299),
        ("round(1234.5, 0 - 2)", 1200),
        ("-" * 150 + "1", 1),
        ("+".join("1" * 100), 100),
        (f"{NINES} - {NINES}", 0),
    ],
)
def test_what_is_large_and_small_enough_is_worked_out(text: str, value: float) -> None:
    assert evaluate(text, {}) == value


@given(
    st.recursive(
        st.sampled_from(["0", "1", "9", "0.5", "1e308", "n", "fact(a.b)", NINES]),
        lambda inner: st.one_of(
            st.tuples(
                inner, st.sampled_from(["+", "-", "*", "/", "//", "%", "**"]), inner
            ).map(lambda one: f"({' '.join(one)})"),
            st.tuples(st.sampled_from(["ceil", "log2", "round", "min"]), inner).map(
                lambda one: f"{one[0]}({one[1]})"
            ),
            st.tuples(inner, inner).map(lambda one: f"round({one[0]}, {one[1]})"),
        ),
        max_leaves=12,
    )
)
def test_any_arithmetic_has_a_finite_value_or_is_refused(text: str) -> None:
    try:
        value = evaluate(text, {"n": 2**63}, {"a.b": -7.5})
    except ExpressionError:
        return
    assert math.isfinite(value)
