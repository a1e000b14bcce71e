"""Syllabi: what `certlab check` refuses in one, and how it is shown."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from certlab.classroom.gates import refuse_what_is_missing, syllabi_can_be_taught
from certlab.classroom.plan.syllabi import FOLDER, find
from certlab.course import Course, check
from certlab.errors import CourseError
from tests.command_line import certlab

GOOD = """\
title = "Warps"
audience = "Beginners"

[[day]]
minutes = 100

[[day.step]]
title = "Begin"
minutes = 10
talk = true
notes = "Say hello."

[[day.step]]
title = "Read"
minutes = 20
read = "cuda"
sections = ["warps"]
notes = "Draw a warp."

[[day.step]]
title = "Vote"
minutes = 5
poll = ["cuda-warp-size"]
notes = "Vote again."

[[day.step]]
title = "Rest"
minutes = 5
pause = true

[[day.step]]
title = "Try"
minutes = 60
lab = "cuda/10_blocks"
notes = "Walk round."
"""


@pytest.fixture
def taught_with(fixed: Course, tmp_path: Path) -> Callable[[str], Course]:
    """The fixed course with a syllabus `warps` of this text."""

    def write(text: str) -> Course:
        folder = tmp_path / FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "warps.toml").write_text(text, "utf-8")
        return replace(fixed, root=tmp_path)

    return write


def test_a_good_one_has_no_problem(taught_with: Callable[[str], Course]) -> None:
    assert not list(syllabi_can_be_taught(taught_with(GOOD)))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('read = "cuda"', 'read = "nothing"', "there is no module nothing"),
        ('["warps"]', '["wraps"]', "cuda has no section wraps"),
        ("cuda/10_blocks", "cuda/99_gone", "there is no lab cuda/99_gone"),
        ('"cuda-warp-size"', '"cuda-lost"', "there is no item cuda-lost"),
        ("minutes = 100", "minutes = 90", "its steps take 100 minutes, and it says 90"),
        ("minutes = 60\nlab", "minutes = 1\nlab", "takes"),
        ('"Walk round."', '""', "it has no notes"),
        ("pause = true", "talk = true\nnotes = 'x'", "without a pause"),
        ("talk = true\n", "", "name what is done"),
        ("talk = true\n", "talk = true\npause = true\n", "name what is done"),
        ("talk = true", "talk = false", "talk and pause are true"),
        ('audience = "Beginners"\n', "", "no audience"),
        ("[[day.step]]\ntitle = \"Rest\"", "colour = 1\n[[day.step]]\ntitle = \"Rest\"", "unknown field colour"),
        ('lab = "cuda/10_blocks"', 'lab = "cuda/10_blocks"\nparts = ["No"]', "no heading 'No'"),
        ('["cuda-warp-size"]', '["cuda-warp-size", "cuda-warp-size"]', "polled twice"),
    ],
)  # fmt: skip
def test_what_cannot_be_taught_is_refused(
    old: str, new: str, says: str, taught_with: Callable[[str], Course]
) -> None:
    assert old in GOOD
    problems = list(syllabi_can_be_taught(taught_with(GOOD.replace(old, new, 1))))
    assert any(says in one.says for one in problems), problems


@pytest.mark.parametrize(
    ("change", "says"),
    [({"pool": "exam"}, "kept for mock exams"), ({"kind": "card"}, "is a card")],
)
def test_exam_items_and_cards_are_not_polled(
    change: dict[str, str], says: str, taught_with: Callable[[str], Course]
) -> None:
    course = taught_with(GOOD)
    item = replace(course.items["cuda-warp-size"], **change)  # type: ignore[arg-type]  # of texts
    changed = replace(course, items={**course.items, item.id: item})
    assert [one.says for one in syllabi_can_be_taught(changed) if says in one.says]


def test_certlab_check_runs_the_gate(small: Path) -> None:
    (small / FOLDER).mkdir(parents=True)
    (small / FOLDER / "odd.toml").write_text('title = "Odd"', "utf-8")
    _, problems = check.check(small)
    assert [one for one in problems if one.file == f"{FOLDER}/odd.toml"]


def test_it_is_listed_and_shown_with_the_clock(
    taught_with: Callable[[str], Course], taught: Callable[[Course], None]
) -> None:
    taught(taught_with(GOOD))
    assert "warps  Warps" in certlab("class", "syllabi").stdout
    shown = certlab("class", "syllabus", "warps", "--starts", "13:30").stdout
    for line in (
        "# Warps",
        "### 13:40 Read (20 minutes)",
        "Draw a warp.",
        "15:10 End.",
    ):
        assert line in shown.splitlines()
    refused = certlab("class", "syllabus", "warps", "--starts", "25:00")
    assert (refused.returncode, "not a time of day" in refused.stderr) == (1, True)
    assert "choose one of warps" in certlab("class", "syllabus", "weft").stderr


def test_a_broken_one_is_refused_when_it_is_asked_for(
    taught_with: Callable[[str], Course],
) -> None:
    course = taught_with(GOOD.replace("minutes = 100", 'minutes = "long"'))
    with pytest.raises(CourseError, match="must be a whole number"):
        find(course, "warps")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("cuda-warp-size", "cuda-gone", "Vote: there is no item cuda-gone."),
        ("cuda/10_blocks", "cuda/99_gone", "Try: there is no lab cuda/99_gone."),
        ('["warps"]', '["gone"]', "Read: cuda has no section gone."),
    ],
)
def test_no_class_begins_with_what_is_not_there(
    taught_with: Callable[[str], Course], old: str, new: str, says: str
) -> None:
    course = taught_with(GOOD)
    refuse_what_is_missing(course, find(course, "warps"))
    broken = taught_with(GOOD.replace(old, new, 1))
    with pytest.raises(CourseError) as refused:
        refuse_what_is_missing(broken, find(broken, "warps"))
    assert str(refused.value) == f"{FOLDER}/warps.toml: {says}"
