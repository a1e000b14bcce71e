"""What we print is what the real tools printed over the same world, after the named masks.

No real tool runs here: `make oracle ARGS=--store` keeps what they print.
"""

import tomllib

import pytest

from tools.oracle import GOLDENS, Referee, golden, masked, referees


def cases() -> list[tuple[str, str]]:
    return [
        (name, case) for name, referee in referees().items() for case in referee.cases()
    ]


@pytest.mark.parametrize(("referee", "name"), cases())
def test_ours_is_what_the_real_tool_printed(referee: str, name: str) -> None:
    case = referees()[referee].cases()[name]
    kept = golden(referee, name)
    assert kept.is_file(), f"{kept} is missing: make oracle ARGS='--store {referee}'"
    real = kept.read_text("utf-8")
    assert masked(case, case.ours()).splitlines() == masked(case, real).splitlines()


def test_each_golden_has_its_case() -> None:
    kept = {
        (path.parent.relative_to(GOLDENS).as_posix(), path.stem)
        for path in GOLDENS.rglob("*.txt")
    }
    assert kept <= {*cases()}


@pytest.mark.parametrize("referee", referees().values(), ids=referees())
def test_the_goldens_name_their_tool(referee: Referee) -> None:
    versions = tomllib.loads(
        (GOLDENS / referee.name / "versions.toml").read_text("utf-8")
    )
    assert versions["tool"]
