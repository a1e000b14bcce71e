"""Each bad example gives exactly its findings, each good one none."""

import re

import pytest

from certlab.errors import CourseError
from certlab.labs.distributed.launching import FINDINGS, check
from tests.labs.distributed.launching.vectors import FOLDER, Vector, vectors

EVERY = vectors(".sh", ".bash", ".sbatch", ".yaml")
ALL = [one for one in EVERY if not one.head("refused")]
REFUSED = [one for one in EVERY if one.head("refused")]


@pytest.mark.parametrize("one", REFUSED, ids=lambda one: one.path.name)
def test_what_is_not_modelled_is_named(one: Vector) -> None:
    with pytest.raises(CourseError) as told:
        one.report()
    assert str(told.value).startswith(one.head("refused"))


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.path.name)
def test_a_vector_gives_what_it_says(one: Vector) -> None:
    report = one.report()
    assert report.ids == one.finds, str(report)
    assert len(set(report.findings)) == len(report.findings)
    assert (one.finds == []) is one.path.name.startswith(("good-", "open-"))
    for finding in report.findings:
        # One sentence or two clauses, with the mend; nothing of the parser's own marks.
        assert finding.says.endswith(".")
        assert ". " not in finding.says.replace("; ", "")
        assert not set(finding.says) & {"\0", "\1", "\n"}
    told = one.heads("launches")
    if told:
        assert [each.words for each in report.launches] == told
    assert list(report.unread) == one.heads("unread")
    assert ("No mistake was found." in str(report)) is (
        one.finds == [] and not report.unread
    )


def test_every_finding_has_a_bad_example() -> None:
    assert {id for one in ALL for id in one.finds} == FINDINGS.keys()


def shown() -> list[str]:
    """Job scripts that our pages show."""
    modules = FOLDER.parents[2] / "content" / "modules"
    fences = [
        each
        for page in sorted(modules.rglob("*.md"))
        for each in re.findall(r"```bash\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    ]
    return [one for one in fences if "#SBATCH" in one]


def test_what_our_pages_show_has_no_mistake() -> None:
    scripts = shown()
    assert scripts
    for script in scripts:
        report = check(script)
        assert report.launches
        assert not report.mistakes, str(report)
