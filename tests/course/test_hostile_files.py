"""A course of somebody else: whatever a file of it holds, the check ends in sentences."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from certlab.course.banks import read_bank
from certlab.course.pages import read_page_text
from certlab.course.problems import Problem
from certlab.course.table import Table
from certlab.course.toml_file import LARGEST, parse_toml, read_toml
from tests.bound import BOUND
from tests.course.hostile_files import SMALL

BANK = 'module = "x"\n'
ODD = {
    "lists in lists": ("x = " + "[" * 3000 + "]" * 3000, "too deeply"),
    "lists in lists that can be read": ("x = " + "[" * 40 + "]" * 40, "too deeply"),
    "tables in tables": (f"x = {'{a = ' * 30}1{'}' * 30}", "too deeply"),
    "a dotted key": (f"{'.'.join('a' * 2000)} = 1", "too deeply"),
    "a dotted key that takes the square": (f"{'a.' * 300_000}a = 1", "50 parts"),
    "a header of quoted names": ("[" + '"".' * 90_000 + "a]", "50 parts"),
    "a number of 5,000 digits": ("x = " + "9" * 5000, "a value cannot be"),
    "a number beyond 64 bits": (f"x = {2**63}", "x is no number of 64 bits"),
    "no number": ("x = [1.0, nan]", "x is nan; write a finite"),
    "a number without an end": ("x = {y = -1e999}", "x.y is -inf; write a finite"),
    "a day that is none": ("x = 2026-02-30", "not valid TOML"),
    "an escape": ('x = "\\u001b]0;x"', "x holds the control character '\\x1b'"),
    "a turned line": ('x = "a\\u202eb"', "x holds the control character '\\u202e'"),
    "an escape in a name": ('"\\u009b" = 1', "the name '\\x9b' holds a control"),
    "a text without end": (f"x = '{5001 * 'a'}'", "x has more than 5,000 characters"),
    "no TOML": ("x = ", "not valid TOML"),
}


@pytest.mark.parametrize(("text", "says"), ODD.values(), ids=ODD)
def test_a_text_that_no_course_holds_is_one_sentence(text: str, says: str) -> None:
    problems: list[Problem] = []
    assert parse_toml(text, "x.toml", problems) == {}
    assert [says in one.says for one in problems] == [True], problems
    assert len(str(problems[0])) < 300
    assert str(problems[0]).isprintable()


def test_what_a_course_holds_is_read() -> None:
    problems: list[Problem] = []
    text = (
        f'x = ["線程\\u3000\\n\\t", {2**63 - 1}, {-(2**63)}, 1e308]\na.b.c = 2026-02-28'
    )
    assert parse_toml(text, "x.toml", problems) == {
        "x": ["線程\u3000\n\t", 2**63 - 1, -(2**63), 1e308],
        "a": {"b": {"c": date(2026, 2, 28)}},
    }
    assert problems == []


@pytest.mark.parametrize(
    ("rest", "says"),
    [
        ("[item]\nid = 'x'", "[item] is one table; write [[item]], with two brackets."),
        ("item = 5", "item is 5; it must be a list of tables."),
        ("item = [5]", "item must be a list of tables; write [[item]]."),
        ("[[items]]\nid = 'x'", "unknown table items; write [[item]]."),
        ("item = true", "item is True; it must be a list of tables."),
    ],
)
def test_a_slip_of_the_brackets_says_what_to_write(rest: str, says: str) -> None:
    problems: list[Problem] = []
    assert read_bank(BANK + rest, "x.toml", problems) == []
    assert [one.says for one in problems] == [says]


N = 4_900
# Texts that take quadratic time, or more, where a pattern tries each beginning anew.
LONG = {
    "runs of ticks": "".join("`" * n + "a" for n in range(1, 98)),
    "brackets": "[" * N,
    "images": "![" * (N // 2),
    "links": "[a](" * (N // 4),
    "dollars": "$a" * (N // 2),
    "braces": "{calc:" * (N // 6),
    "spaces": f"a{' ' * N}b",
    "one word": "w" * N,
    "tags": "<a " * (N // 3),
}
TIMED = """
import json, resource, sys
from pathlib import Path
from certlab.course import check
resource.setrlimit(resource.RLIMIT_CPU, (90, 90))
check.check(Path(sys.argv[1]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="it has no limits of a process")
def test_long_texts_are_checked_in_time_that_grows_with_them(tmp_path: Path) -> None:
    """All of them on one page and in one bank: a tenth of the processor seconds allowed."""
    root = tmp_path / "small"
    shutil.copytree(SMALL, root)
    page, bank = root / "content/modules/mig.md", root / "quizzes/mig.toml"
    with page.open("a", encoding="utf-8") as file:
        file.write("".join(f"\n\n{8 * text}\n" for text in LONG.values()))
    lines = bank.read_text("utf-8").splitlines()
    places = [n for n, line in enumerate(lines) if line.startswith("explain = ")]
    for place, text in zip(places, LONG.values(), strict=False):
        lines[place] = f"explain = {json.dumps(text)}"
    bank.write_text("\n".join(lines), "utf-8")
    run = subprocess.run(
        [sys.executable, "-c", TIMED, str(root)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert len(places) >= len(LONG)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x" * 200_001, "has more than 200,000 characters"),
        (f"## a{' ' * 400}b", "a heading has more than 300 characters"),
    ],
)
def test_a_page_is_not_without_end(text: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "x.md").write_text(f"+++\ntitle = 'x'\n+++\n{text}\n", "utf-8")
    problems: list[Problem] = []
    assert read_page_text(tmp_path / "x.md", "x.md", problems) == ""
    assert [says in one.says for one in problems] == [True]


def test_a_date_with_a_time_is_no_day() -> None:
    problems: list[Problem] = []
    data = parse_toml("a = 2026-02-28T10:00:00Z\nb = 10:00:00", "x.toml", problems)
    table = Table(data, "x.toml", problems)
    assert (table.day("a"), table.day("b")) == (None, None)
    assert len(problems) == 2


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda path: path.mkdir(), "cannot be read"),
        (lambda path: path.write_bytes(b"x = '\xff'"), "is not UTF-8"),
        (lambda path: path.write_text("#" * (LARGEST + 1)), "more than 1,000,000"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_sentence(
    make: Callable[[Path], object], says: str, tmp_path: Path
) -> None:
    make(tmp_path / "x.toml")
    problems: list[Problem] = []
    assert read_toml(tmp_path / "x.toml", "x.toml", problems) == {}
    assert [says in one.says for one in problems] == [True]


def test_a_folder_of_the_course_that_lies_elsewhere_is_refused(
    small: Path, tmp_path: Path
) -> None:
    from certlab.course import catalogue

    (small / "labs").rename(tmp_path / "private")
    (small / "labs").symlink_to(tmp_path / "private")
    problems: list[Problem] = []
    catalogue.read(small, problems)
    assert "labs: is a link out of the course" in str(problems[0])


@pytest.mark.parametrize("part", ["content/facts/x.toml", "labs/x/10_x.ipynb"])
def test_a_link_out_of_the_course_is_refused(
    part: str, small: Path, tmp_path: Path
) -> None:
    from certlab.course import catalogue

    outside = tmp_path / "outside"
    outside.write_text("x", "utf-8")
    (small / part).parent.mkdir(parents=True, exist_ok=True)
    (small / part).symlink_to(outside)
    problems: list[Problem] = []
    catalogue.read(small, problems)
    assert "is a link out of the course" in str(problems[0])


LIMITED = """
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_CPU, (limit := int(sys.argv.pop(1)), limit))
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
runpy.run_module("tests.course.hostile_files", run_name="__main__", alter_sys=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="it has no limits of a process")
@pytest.mark.parametrize(
    ("count", "checked"),
    [(50, 8), pytest.param(4000, 2000, marks=pytest.mark.soak)],
)
def test_no_value_of_any_file_ends_in_a_traceback(
    count: int, checked: int, tmp_path: Path
) -> None:
    """Ten times the processor seconds that it takes."""
    seconds = 60 + count // 2 + 5 * checked
    words = [sys.executable, "-c", LIMITED, str(seconds), str(tmp_path)]
    run = subprocess.run(
        [*words, "37", str(count), str(checked)],
        capture_output=True,
        text=True,
        timeout=None if count > 50 else BOUND,
        check=False,
    )
    assert (run.returncode, run.stdout) == (0, ""), run.stderr
