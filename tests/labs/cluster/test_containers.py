"""Batch scripts with one mistake each, and scripts that a careless rule would flag."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from certlab.errors import Refusal
from certlab.labs.cluster.containers import FINDINGS, check, listing

CASES: list[dict[str, Any]] = tomllib.loads(
    Path("tests/vectors/cluster/pyxis.toml").read_text()
)["case"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_what_is_wrong_is_found_and_nothing_else(case: dict[str, Any]) -> None:
    found = check(case["text"])
    assert [one.rule for one in found] == ([case["finds"]] if case["finds"] else [])
    assert case["says"] in "".join(map(str, found))


def test_every_rule_has_a_script_that_breaks_it() -> None:
    assert {case["finds"] for case in CASES} - {""} == FINDINGS.keys()


def test_a_listing_says_when_nothing_is_wrong() -> None:
    assert listing([]) == "Nothing found."
    assert listing(check("srun --gpus=all nvidia-smi")).startswith("[gpus-all]")


@pytest.mark.parametrize(
    ("text", "says"),
    [("", "runs nothing"), ("# only a remark", "runs nothing"), ("srun 'a", "quote")],
)
def test_what_is_no_script_is_refused(text: str, says: str) -> None:
    with pytest.raises(Refusal, match=says):
        check(text)
