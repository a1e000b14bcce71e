"""A course of somebody else, as `course new` writes it, goes through every verb that a course meets."""

from dataclasses import replace
from pathlib import Path

import pytest

from certlab.app.assets import write_assets
from certlab.app.pages import output as pages
from certlab.app.pages.descriptions import about_exam
from certlab.course import load
from certlab.study.exams.blueprint import blueprint
from certlab.study.exams.drawing import draw
from certlab.templates import new_course
from tests.command_line import certlab


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the course, which no test changes."""
    root = tmp_path_factory.mktemp("theirs")
    new_course.write(root)
    return root


def asked(root: Path, out: str) -> bool:
    """Whether a question of the course was asked; a terminal breaks its lines."""
    return any(item.ask[:20] in out for item in load(root).items.values())


def test_it_is_checked(theirs: Path) -> None:
    run = certlab("--course", str(theirs), "check")
    assert (run.returncode, run.stderr) == (0, ""), run.stdout
    assert "warning" not in run.stdout
    assert "leap-years" in run.stdout
    assert run.stdout.endswith("\nNo problems.\n")


def test_of_the_interface_nothing_is_said(theirs: Path) -> None:
    run = certlab("--course", str(theirs), "check")
    assert "messages of the interface" not in run.stdout  # they are not theirs


def test_its_exam_is_not_called_nvidias(theirs: Path) -> None:
    (exam,) = load(theirs).certifications.values()
    assert about_exam(exam).startswith(f"The exam {exam.code}")
    assert about_exam(replace(exam, page="nvidia.com/x")).startswith("NVIDIA's exam")


def test_its_questions_are_asked(theirs: Path) -> None:
    lines = "1\n" * 12
    run = certlab("drill", "--plain", lines=lines, CERTLAB_COURSE=str(theirs))
    assert run.returncode == 0, run.stderr
    assert asked(theirs, run.stdout)


def test_its_exam_is_sat_to_its_end(theirs: Path) -> None:
    (exam,) = load(theirs).certifications.values()
    lines = "1\n" * (1 + exam.questions[1]) + "submit\n" + "y\n" * 2
    run = certlab("--course", str(theirs), "exam", exam.code, "--plain", lines=lines)
    assert run.returncode == 0, run.stderr
    assert asked(theirs, run.stdout)
    assert "is not finished" not in run.stdout
    plan = blueprint(load(theirs), exam.code)
    papers = [draw(plan, seed) for seed in range(9)]
    assert {len(one.asked) for one in papers} == {exam.questions[0]}, "it has enough"


def test_its_pages_are_built(theirs: Path, tmp_path: Path) -> None:
    course, site = load(theirs), tmp_path / "site"
    site.mkdir()
    opens = dict.fromkeys(course.labs, "")
    pages.write_pages(course, site, write_assets(course, site), opens)
    (module,) = course.modules
    page = (site / "modules" / f"{module}.html").read_text("utf-8")
    days = course.facts["february.leap_days"].value
    assert f"{days} in a leap year" in " ".join(page.split())
    for lab in course.labs:
        assert (site / "labs" / f"{lab}.html").is_file()


@pytest.mark.parametrize(
    ("name", "says"),
    [("nowhere", "there is no such folder"), ("", "this is not a course")],
)
def test_what_is_no_course_is_one_sentence(
    tmp_path: Path, name: str, says: str
) -> None:
    run = certlab("--course", str(tmp_path / name), "check")
    assert run.returncode == 1
    assert says in run.stderr
    assert run.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "words", [("sim", "memory"), ("sim", "collective"), ("read", "env"), ("sim", "mig")]
)
def test_a_verb_of_a_module_that_it_lacks_is_one_sentence(
    theirs: Path, words: tuple[str, ...]
) -> None:
    run = certlab("--course", str(theirs), *words)
    assert run.returncode == 1
    assert (
        f"whose facts certlab {' '.join(words[: 1 + (words[0] == 'sim')])} takes"
        in run.stderr
    )
    assert run.stderr.count("\n") == 1


def test_a_course_that_has_nothing_yet_is_checked(tmp_path: Path) -> None:
    for part in ("content/modules", "quizzes", "labs"):
        (tmp_path / part).mkdir(parents=True)
    done = certlab("--course", str(tmp_path), "check", "--coverage")
    assert (done.returncode, done.stderr) == (0, "")
