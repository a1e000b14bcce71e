"""Lines of trtexec and scripts, against tables of right ones and of mistakes."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from certlab.errors import Refusal
from certlab.finding import Finding
from certlab.labs.tensorrt.builder_code import check_code
from certlab.labs.tensorrt.line import check_line
from certlab.labs.tensorrt.options import IDLE, NEEDS_VALUE, OPTIONS

VECTORS = Path(__file__).parents[2] / "vectors" / "tensorrt"


def _rows(file: str, of: str) -> list[dict[str, Any]]:
    return list(tomllib.loads((VECTORS / file).read_text("utf-8"))[of])


def _says_just(found: list[Finding], words: list[str]) -> None:
    says = [str(one) for one in found]
    assert len(says) == len(words), says
    for sentence, wanted in zip(says, words, strict=True):
        assert wanted in sentence
        assert sentence.endswith(".")


@pytest.mark.parametrize(
    "row", _rows("lines.toml", "line"), ids=lambda row: row["line"]
)
def test_a_line(row: dict[str, Any]) -> None:
    _says_just(check_line(row["line"], row.get("at", "11.1")), row.get("says", []))


@pytest.mark.parametrize(
    "row", _rows("scripts.toml", "script"), ids=lambda row: row["code"].strip()[:200]
)
def test_a_script(row: dict[str, Any]) -> None:
    _says_just(check_code(row["code"], row.get("at", "11.1")), row.get("says", []))


def test_an_option_that_is_gone_says_what_to_do() -> None:
    without = [name for name, one in OPTIONS.items() if one.last and not one.instead]
    assert not without


def test_what_is_said_of_an_option_is_of_one_that_there_is() -> None:
    assert OPTIONS.keys() >= IDLE.keys() | NEEDS_VALUE


def test_a_version_that_was_not_read_is_refused() -> None:
    for text, words in (("12.0", "was not read"), ("eight", "is no version")):
        with pytest.raises(Refusal, match=words):
            check_line("trtexec --onnx=m.onnx", text)
