"""What every test shares: a clean environment, and a course small enough to break."""

import errno
import os
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from certlab.course import Course, check, ledger, load
from certlab.course.loading import in_language
from certlab.study.item_tests import run_item_tests
from tests import real_course

# Notebooks in there are what tests read, not tests.
collect_ignore = ["courses", "workspaces"]

FIXED = Path(__file__).parent / "courses" / "small"
SMALL = {
    "content/facts/sources.toml": """
[[source]]
id = "guide"
title = "A guide"
address = "https://example.org/guide"
publisher = "NVIDIA"
opened = 2026-11-21
""",
    "content/facts/small.toml": """
[[fact]]
id = "warp.threads"
what = "Threads in a warp"
value = 32
unit = "threads"
tier = "A"
sources = ["guide"]

[[fact]]
id = "card.bandwidth"
what = "Memory bandwidth"
value = 3.35
unit = "TB/s"
form = "SXM5"
tier = "A"
sources = ["guide"]
""",
    "content/certifications/nca-test.toml": """
code = "NCA-TEST"
name = "Testing"
level = "associate"
price_usd = 125
questions = [50, 60]
minutes = 60
verified = 2026-09-29
tier = "B"
sources = ["guide"]
page = "example.org"

[[domain]]
number = 1
name = "All of it"
weight = 100

[[domain.objective]]
id = "nca-test.1.1"
title = "Know warps"
official = false
""",
    "content/modules/small.md": """+++
title = "A small module"
short = "Small"
objectives = ["nca-test.1.1"]
minutes = 5
sources = ["guide"]
+++

## Warps

A warp is {fact:warp.threads}. ![Warps](figure:small-warps)

> **Worked example** 64 threads are 2 warps.
""",
    "content/figures/small-warps.svg": """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" role="img">
<title>Warps</title><desc>A warp.</desc><text>{fact:warp.threads}</text></svg>
""",
    "quizzes/small.toml": """
module = "small"

[[item]]
id = "small-warp-size"
rev = 1
kind = "single"
objective = "nca-test.1.1"
level = "recall"
pool = "practice"
ask = "How many threads run together in a **warp**?"
section = "warps"
sources = ["guide"]
explain = "The size is {fact:warp.threads}."
option = [
  { id = "thirty-two", text = "{fact:warp.threads}", correct = true, why = "It has not changed." },
  { id = "sixteen", text = "16 threads", why = "That is half of it." },
  { id = "sixty-four", text = "64 threads", why = "That is another vendor's." },
]

[[item]]
id = "small-blocks"
rev = 1
kind = "numeric"
objective = "nca-test.1.1"
level = "apply"
pool = "practice"
ask = "How many blocks cover {given:n} elements?"
sources = ["guide"]
given = [
  { name = "n", label = "Elements", choice = [1000, 2000] },
  { name = "b", label = "Threads a block", value = 256, unit = "threads" },
]
answer = "ceil(n / b)"
unit = "blocks"
tolerance = 0
trap = [{ answer = "n // b", why = "Rounded down." }]
tests = [
  { answer = "4 blocks", outcome = "correct", given = { n = 1000 } },
  { answer = "3", outcome = "wrong", given = { n = 1000 } },
  { answer = "many", outcome = "invalid" },
]

[[item]]
id = "small-memories"
rev = 1
kind = "multi"
objective = "nca-test.1.1"
level = "recall"
pool = "practice"
ask = "Which are shared by a block?"
sources = ["guide"]
option = [
  { id = "shared", text = "Shared memory", correct = true, why = "By name." },
  { id = "barrier", text = "The barrier", correct = true, why = "It waits for the block." },
  { id = "registers", text = "Registers", why = "Each thread has its own." },
]

[[item]]
id = "small-card"
rev = 1
kind = "card"
objective = "nca-test.1.1"
level = "recall"
pool = "practice"
ask = "Threads in a warp?"
back = "{fact:warp.threads}"
sources = ["guide"]
""",
}

# Hypothesis counts examples and no seconds: a busy machine is no failure.
settings.register_profile(
    "unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "soak", settings.get_profile("unhurried"), max_examples=5000
)  # make soak names it
settings.load_profile("unhurried")

Write = Callable[[str, str], None]
LATE = datetime(9000, 1, 1, tzinfo=UTC)


@pytest.fixture(scope="session")
def workspaces(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Places for the workspaces of tests that have no folder of their own."""
    top = tmp_path_factory.mktemp("workspaces")
    return (top / f"workspace{number}" for number in count())


@pytest.fixture(autouse=True)
def clean_environment(
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
    workspaces: Iterator[Path],
) -> None:
    """No test reads or writes the developer's own folder or settings."""
    if "tmp_path" in request.fixturenames:
        place = request.getfixturevalue("tmp_path") / "workspace"
    else:  # most tests: to make a folder costs more than they do
        place = next(workspaces)
    monkeypatch.setenv("CERTLAB_WORKSPACE", str(place))
    monkeypatch.delenv("CERTLAB_BACKEND", raising=False)
    monkeypatch.delenv("CERTLAB_COURSE", raising=False)
    # Tests give answers on days of their own, which the machine's clock has not reached.
    monkeypatch.setattr("certlab.study.history.present", lambda: LATE)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """The root of a small course without a problem."""
    root = tmp_path / "small"
    for name, text in SMALL.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    (root / "labs").mkdir()
    ledger.enter(load(root))
    return root


@pytest.fixture
def course(small: Path) -> Course:
    """The small course, loaded."""
    return load(small)


@pytest.fixture
def problems(small: Path) -> Callable[[str, str, str], list[str]]:
    """Replace a text in one file of the small course and check it."""

    def broken(name: str, old: str, new: str) -> list[str]:
        path = small / name
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")
        course, found = check.check(small)
        return [str(one) for one in (*found, *run_item_tests(course))]

    return broken


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Every write to a history fails, until the returned function makes room."""

    def refuse(_file: int, _data: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("certlab.study.history_file.os.write", refuse)
    return monkeypatch.undo


@pytest.fixture(scope="session")
def whole() -> Course:
    """The course of this checkout; what a test asks of it holds for any course."""
    return real_course.whole()


@pytest.fixture(scope="session")
def fixed() -> Course:
    """A course of two modules and three exams that no edit of the real one changes."""
    return load(FIXED)


@pytest.fixture(scope="session")
def unfilled(fixed: Course) -> Course:
    """The same with one more exam, NCP-BARE, that it has no question for."""
    exam = fixed.certifications["ncp-aio"]
    bare = replace(exam, id="ncp-bare", code="NCP-BARE", domains=exam.domains[:0])
    return replace(fixed, certifications={**fixed.certifications, bare.id: bare})


@pytest.fixture
def taught(monkeypatch: pytest.MonkeyPatch) -> Callable[[Course], None]:
    """Commands of this process take the course that is given, and read none."""

    def give(course: Course) -> None:
        def given(_root: Path | None = None, lang: str | None = None) -> Course:
            return in_language(course, lang)

        monkeypatch.setattr("certlab.course.load", given)

    return give


@pytest.fixture
def read_once(whole: Course, taught: Callable[[Course], None]) -> None:
    """Commands of this process take the real course as it was read for all of them."""
    taught(whole)


@pytest.fixture(scope="session")
def pyproject() -> dict[str, object]:
    """pyproject.toml, parsed."""
    path = Path(__file__).parents[1] / "pyproject.toml"
    return tomllib.loads(path.read_text("utf-8"))
