"""Contests are found where they are, and what claims name of them is checked."""

import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest

from certlab.bench import registry
from certlab.bench.unlike import unlike
from certlab.course import Course
from certlab.course.speedups import Beside, ClaimSide
from certlab.errors import CourseError
from tests.bench.made import ROW, contest, weighing

KNOWN = {"sums": contest(), "halves": weighing()}


def test_the_courses_claims_name_contests_that_are_there(whole: Course) -> None:
    assert list(registry.problems(whole)) == []
    used = {one.contest for one in whole.speedups.values()}
    used |= {two.contest for one in whole.speedups.values() for two in one.beside}
    ours = {"matmul-cupy", "matmul-threads", "matmul-types", "amp-time", "amp-memory"}
    assert ours <= used - {""}


def test_every_claim_of_unlike_sides_names_the_fair_question(whole: Course) -> None:
    refused = {
        row.id: unlike(row.old, row.new, row.about) for row in whole.speedups.values()
    }
    assert refused["h100-fp8-over-a100"] == ("FP8 against FP16",)
    assert refused["in-flight-batching"] == ("FP8 against FP16", "TP 2 against PP 4")
    assert refused["nim-llama"] == ("FP8 against FP16",)
    assert all(whole.speedups[id].fair for id, why in refused.items() if why)


def test_listing_them_imports_no_library() -> None:
    code = (
        "import sys; from certlab.bench import registry; found = registry.contests();"
        "heavy = ('numpy', 'torch', 'pandas', 'polars', 'duckdb', 'sklearn', 'networkx');"
        "print(len(found) > 9, *[name for name in heavy if name in sys.modules])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "True"


@pytest.mark.parametrize(
    ("row", "says"),
    [
        (replace(ROW, contest="sum"), "there is no contest sum; leave it out"),
        (replace(ROW, beside=(Beside("x", ("dtype",), "so"),)), "no contest x;"),
        (replace(ROW, about=("dtype",)), "contest sums compares C against Python;"),
        (replace(ROW, beside=(Beside("halves", ("engine",), "so"),)),
         "contest halves compares float32 against float64;"),
        (replace(ROW, old=ClaimSide(dtype="FP16"), new=ClaimSide(dtype="FP8"), fair=""),
         "compares FP8 against FP16; name the fair question in fair."),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_row_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, course: Course, row: object, says: str
) -> None:
    monkeypatch.setattr(registry, "contests", lambda: KNOWN)
    with_row = replace(course, speedups={"builtin-over-loop": row})
    assert any(says in str(one) for one in registry.problems(with_row))
    right = replace(course, speedups={ROW.id: ROW})
    assert list(registry.problems(right)) == []


def test_one_id_brought_twice_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    part = SimpleNamespace(
        contests=lambda: [contest()], __name__="certlab.labs.a.contest"
    )
    monkeypatch.setattr(registry.module_parts, "find", lambda _name: iter([part, part]))
    with pytest.raises(CourseError, match="a second time"):
        registry.contests()
