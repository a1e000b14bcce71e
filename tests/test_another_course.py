"""A course of somebody else, as `course new` writes it, goes through every verb that a course meets."""

import json
import re
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from certlab.app.assets import write_assets
from certlab.app.pages import output as pages
from certlab.course import Course, load
from certlab.course.settings import FILE
from certlab.site.llms import write_llms
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


class Built(NamedTuple):
    """The site of a course."""

    course: Course
    folder: Path

    def text(self, name: str) -> str:
        """What stands on one of its pages."""
        found = (self.folder / name).read_text("utf-8")
        return " ".join(re.sub("<[^>]*>", "", found).split())

    def name(self, word: str) -> set[str]:
        """Its files that have the word, the program's own scripts and styles among them."""
        return {
            path.relative_to(self.folder).as_posix()
            for path in self.folder.rglob("*")
            if path.is_file() and word.encode() in path.read_bytes()
        }


def build(root: Path, folder: Path) -> Built:
    """The pages of a course with its scripts and llms.txt."""
    course = load(root)
    opens = dict.fromkeys(course.labs, "")
    pages.write_pages(course, folder, write_assets(course, folder), opens)
    write_llms(course, folder)
    return Built(course, folder)


@pytest.fixture(scope="module")
def built(theirs: Path, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Its site, as it is written."""
    return build(theirs, tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="module")
def published(theirs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The course again, with exams of somebody and a licence."""
    root = tmp_path_factory.mktemp("published") / "course"
    shutil.copytree(theirs, root)
    says = (root / FILE).read_text("utf-8")
    for key, value in (("publisher", "Acme"), ("licence", "Take [it](https://a.b).")):
        says = says.replace(f'{key} = ""', f'{key} = "{value}"')
    (root / FILE).write_text(says, "utf-8")
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


def test_its_pages_are_built(built: Built) -> None:
    course, site = built
    (module,) = course.modules
    page = (site / "modules" / f"{module}.html").read_text("utf-8")
    days = course.facts["february.leap_days"].value
    assert f"{days} in a leap year" in " ".join(page.split())
    for lab in course.labs:
        assert (site / "labs" / f"{lab}.html").is_file()


def test_its_site_is_its_own(built: Built) -> None:
    (exam,) = built.course.certifications
    assert built.name("NVIDIA") == set()
    about = built.text("about.html")
    assert "Leap years is a course made with certlab" in about
    assert "does not say how its pages, questions and labs may be used" in about
    for page in ("index.html", "mock-exam.html", f"certifications/{exam}.html"):
        assert "About Leap years" in built.text(page)
        assert not re.search("publishes no|ffiliated", built.text(page)), page
    assert "- Leap years</title>" in (built.folder / "path.html").read_text("utf-8")
    llms = (built.folder / "llms.txt").read_text("utf-8")
    assert llms.startswith("# Leap years\n")
    assert not re.search("publishes|ffiliated", llms)


def test_whose_exams_they_are_is_said_where_it_matters(
    published: Path, tmp_path: Path
) -> None:
    site = build(published, tmp_path)
    (exam,) = site.course.certifications
    assert site.name("NVIDIA") == set()
    said = {
        "index.html": "the day of your Acme exam",
        "mock-exam.html": "and Acme publishes no pass mark",
        "certifications/index.html": "What Acme's certification exams ask",
        f"certifications/{exam}.html": "Acme's page",
        "about.html": "Leap years is not affiliated with Acme, and Acme has not endorsed it",
        "llms.txt": "Leap years is not affiliated with Acme",
    }
    for page, words in said.items():
        assert words in site.text(page)
        if page.endswith(".html"):
            assert "Not affiliated with Acme, and not endorsed" in site.text(page)
    index = (tmp_path / "index.html").read_text("utf-8")
    assert "<title>Study for Acme's certification exams - Leap years</title>" in (
        index.replace("&#39;", "'")
    )
    about = (tmp_path / "about.html").read_text("utf-8")
    assert re.search('2.0. Take <a [^>]*href="https://a.b"[^>]*>it</a>.', about)
    (plans,) = (one for one in site.name("Acme") if one.endswith("banks/exams.json"))
    (plan,) = json.loads((tmp_path / plans).read_text("utf-8"))
    assert plan["publisher"] == "Acme", "a report in a browser says it"


@pytest.mark.parametrize("publisher", ["", "Acme"])
def test_the_report_of_its_exam_names_whose_it_is(
    theirs: Path, published: Path, publisher: str
) -> None:
    root = published if publisher else theirs
    (exam,) = load(root).certifications.values()
    lines = "1\n" * (1 + exam.questions[1]) + "submit\n" + "y\n" * 2
    run = certlab("--course", str(root), "exam", exam.code, "--plain", lines=lines)
    assert "80 % interval" in run.stdout, run.stderr
    more = certlab("--course", str(root), "progress", "--exam", exam.code)
    assert more.returncode == 0, more.stderr
    said = " ".join((run.stdout + more.stdout).split())
    assert "NVIDIA" not in said
    assert ("publishes no pass mark" in said) == bool(publisher)
    assert ("Acme publishes no pass mark" in said) == bool(publisher)


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
