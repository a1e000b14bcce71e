"""Claims: what they give, and every defect the check names."""

from collections.abc import Callable
from pathlib import Path

import pytest

from certlab.course import check

FILE = "content/claims/small.toml"
CLAIMS = """
[[claim]]
id = "HW-001"
claim = "A warp has 64 threads."
verdict = "wrong"
taught = ["small#warps", "small-warp-size"]

[[claim]]
id = "HW-002"
claim = "Warps have grown."
verdict = "outdated"
taught = ["small#warps"]
"""


@pytest.fixture
def claimed(small: Path) -> Path:
    """The small course with two claims about it."""
    path = small / FILE
    path.parent.mkdir()
    path.write_text(CLAIMS, "utf-8")
    check.fix(small)
    return small


def test_a_claim_says_where_it_is_taught(claimed: Path) -> None:
    course, found = check.check(claimed)
    assert not found
    claim = course.claims["HW-001"]
    assert (claim.module, claim.verdict, claim.file) == ("small", "wrong", FILE)
    assert claim.sections == (("small", "warps"),)
    assert claim.items == ("small-warp-size",)
    assert claim.labs == ()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"HW-002"', '"HW-001"', "HW-001: the id is already used in"),
        ('"HW-002"', '"hw-2"', "an id is capitals, a hyphen and at least three digits"),
        ('"outdated"', '"right"', "verdict is 'right'; it must be one of wrong,"),
        ('["small#warps"]', '["small#beams"]', "the page small has no section beams."),
        ('["small#warps"]', '["large#warps"]', "there is no module large."),
        ('["small#warps"]', '["lab:small/10_warp"]', "there is no lab small/10_warp."),
        ('"small-warp-size"]', '"small-warp"]', "there is no item small-warp."),
        ('["small#warps"]', '["small-warp-size"]', "a question alone teaches nothing"),
        ('["small#warps"]', '["small#warps", "small#warps"]', "names a place twice."),
        ('taught = ["small#warps"]\n', "", "HW-002: no taught"),
        ('["small#warps"]', "[]", "HW-002: taught is empty."),
        ("Warps have grown.", " ", "HW-002: claim is empty."),
        ("[[claim]]\nid = \"HW-002\"", '[[term]]\nid = "HW-002"', "unknown table term"),
        ('verdict = "wrong"', 'verdict = "wrong"\nwhy = "so"', "unknown field why"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("claimed")
def test_what_is_wrong_with_a_claim_is_named(
    problems: Callable[[str, str, str], list[str]], old: str, new: str, says: str
) -> None:
    found = problems(FILE, old, new)
    assert any(says in one and FILE in one for one in found), found


def test_a_claim_that_has_gone_keeps_its_id(claimed: Path) -> None:
    (claimed / FILE).unlink()
    _, found = check.check(claimed)
    assert any("HW-001: the claim is gone" in str(one) for one in found)


def test_claims_of_no_module_are_named(claimed: Path) -> None:
    (claimed / FILE).rename(claimed / "content/claims/gone.toml")
    _, found = check.check(claimed)
    assert [str(one) for one in found] == [
        "content/claims/gone.toml: module gone has no page in content/modules."
    ]
