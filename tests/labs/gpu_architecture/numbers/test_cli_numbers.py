"""`certlab sim numbers`."""

import json

import pytest

from tests.command_line import certlab


def run(*words: str) -> tuple[int, str]:
    result = certlab("sim", "numbers", *words)
    return result.returncode, result.stdout + result.stderr


def test_a_value_in_every_format() -> None:
    code, text = run("0.395")
    assert code == 0
    assert text.startswith("0.395 in each number format; bits of ")
    assert "0 0101 101" in text
    assert "2.85%" in text


def test_the_formats_themselves() -> None:
    code, text = run("--format", "fp8-e4m3", "--json")
    assert code == 0
    (row,) = json.loads(text)
    assert (row["max"], row["infinity"], row["nan"]) == (448.0, False, True)


@pytest.mark.parametrize(
    ("words", "value"),
    [(("1000", "--saturate"), 448.0), (("1000",), None)],
)
def test_too_large(words: tuple[str, ...], value: float | None) -> None:
    code, text = run(*words, "--format", "fp8-e4m3", "--json")
    assert code == 0
    (row,) = json.loads(text)
    assert (row["value"], row["kind"]) == (value, "normal" if value else "NaN")


def test_what_a_format_cannot_hold_is_said() -> None:
    code, text = run("nan", "--format", "fp4-e2m1")
    assert code == 0
    assert "certlab: FP4 E2M1 has no code for NaN" in text


def test_a_format_that_is_not_there() -> None:
    code, text = run("1", "--format", "fp9")
    assert code == 1
    assert "There is no format fp9" in text
