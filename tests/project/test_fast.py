"""What `make fast` chooses, on a project of a dozen invented files."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.fast.changes import NoHistory, changed
from tools.fast.choice import Choice, Seconds, choose
from tools.fast.graph import edges, reach
from tools.fast.renew import renewed

FILES = {
    "src/certlab/study/__init__.py": "from certlab.study.sums import total",
    "src/certlab/study/sums.py": "def total():\n    from certlab.study import rows",
    "src/certlab/study/rows.py": "",
    "src/certlab/study/words.toml": "",
    "src/certlab/module_parts.py": "",
    "src/certlab/labs/tides/moon.py": "",
    "src/certlab/labs/tides/verbs.py": "from certlab.labs.tides import moon",
    "src/certlab/app/static/clock.js": 'import { now } from "./time.js";',
    "src/certlab/app/static/time.js": "",
    "labs/tides/10_ebb.ipynb": '{"cells": [{"cell_type": "code", "source": ["%magic\\n",'
    ' "from certlab.labs.tides import moon\\n", "load()"]}]}',
    "content/modules/tides.md": "",
    "quizzes/tides.toml": "",
    "tests/conftest.py": "from certlab.study import rows",
    "tests/study/test_total.py": "from certlab.study import total",
    "tests/study/test_other.py": "",
    "tests/study/sums.py": "# Held by tests/study/test_other.py and test_other.py.",
    "tests/study/test_sums.py": "from tests.study.sums import total",
    "tests/study/test_patched.py": 'patch("certlab.study.rows.open")',
    "tests/labs/tides/test_ebb.py": "from certlab.module_parts import find",
    "tests/labs/tides/test_tables.py": 'read("vectors" / "tides")',
    "tests/vectors/tides/a.txt": "",
    "tests/widgets/test_clock.py": 'RUN = "clock_run.mjs"',
    "tests/widgets/clock_run.mjs": 'from "../../src/certlab/app/static/clock.js"',
    "tests/site/test_all.py": "def test(whole: Course): ...",
    "tests/project/test_texts.py": "",
    "tests/test_architecture.py": "",
    "README.md": "",
}
GRAPH = edges(FILES)


def chosen(*changes: str, budget: float = 300, **rows: float) -> Choice:
    seconds = Seconds({f"tests/study/{name}.py": row for name, row in rows.items()})
    return choose(changes, FILES, GRAPH, seconds, budget)


def names(choice: Choice) -> set[str]:
    return {one.rpartition("/")[2] for one in choice.tests} - {"test_architecture.py"}


@pytest.mark.parametrize(
    ("change", "tests"),
    [
        # Through a package that hands a name on, and an import inside a function.
        ("src/certlab/study/sums.py", {"test_total.py"}),
        ("src/certlab/study/rows.py", {"test_total.py", "test_patched.py"}),
        # Named by its folder.
        ("tests/vectors/tides/a.txt", {"test_tables.py"}),
        # Over one more module, the script that runs it, and the test that names the script.
        ("src/certlab/app/static/time.js", {"test_clock.py"}),
        # A part that the engine finds by its name: near for the module's own tests.
        ("src/certlab/labs/tides/moon.py", {"10_ebb.ipynb", "test_ebb.py"}),
        ("labs/tides/10_ebb.ipynb", {"10_ebb.ipynb", "test_all.py"}),
        ("quizzes/tides.toml", {"10_ebb.ipynb", "test_all.py"}),
        ("tests/study/test_other.py", {"test_other.py"}),
        ("README.md", {"test_texts.py"}),
    ],
)
def test_a_change_is_followed_to_what_can_fail(change: str, tests: set[str]) -> None:
    assert names(chosen(change)) == tests


def test_what_asks_the_whole_course_is_the_last_that_a_text_runs() -> None:
    choice = chosen("content/modules/tides.md")
    assert choice.check
    assert choice.pages == ["tides"]
    assert choice.tests[-1] == "tests/site/test_all.py"
    seconds = choice.seconds
    choice = chosen("content/modules/tides.md", budget=seconds - 1)
    assert choice.left == ["tests/site/test_all.py"]


def test_of_tests_as_near_those_of_the_same_package_come_first() -> None:
    files = FILES | {
        "tests/a/first.py": "from certlab.study.sums import total",
        "tests/a/second.py": "from tests.a import first",
        "tests/b/test_y.py": "from tests.a import second",
        "tests/z/study/test_z.py": "from tests.a import second",
    }
    choice = choose(["src/certlab/study/sums.py"], files, edges(files), Seconds({}))
    order = choice.tests.index
    assert order("tests/z/study/test_z.py") < order("tests/b/test_y.py")


def test_types_of_changed_code_are_checked_before_tests_take_the_budget() -> None:
    choice = chosen("src/certlab/study/rows.py", budget=60)
    assert choice.typed
    assert len(choice.left) == 2
    assert not chosen("tests/study/test_other.py").typed


def test_the_architecture_is_always_looked_at() -> None:
    assert chosen("src/certlab/study/rows.py").tests[0] == "tests/test_architecture.py"
    assert chosen("LICENSE", budget=0).tests == ["tests/test_architecture.py"]


def test_what_the_budget_has_no_room_for_is_left_and_named() -> None:
    choice = chosen(
        "src/certlab/study/rows.py", test_total=200, test_patched=101, test_other=1
    )
    assert names(choice) == {"test_patched.py"}  # the nearer one
    assert choice.left == ["tests/study/test_total.py"]
    assert choice.seconds < 300


def test_only_the_whole_run_is_an_answer_below_everything() -> None:
    assert chosen("src/certlab/study/rows.py").whole == ["src/certlab/study/rows.py"]
    assert chosen("constraints.txt").whole == ["constraints.txt"]
    assert not chosen("src/certlab/labs/tides/moon.py").whole


def test_a_file_that_does_not_parse_names_nobody() -> None:
    files = {"tests/test_a.py": "def (", "labs/a/b.ipynb": "{"}
    assert reach(["labs/a/b.ipynb"], edges(files)) == {"labs/a/b.ipynb": 0}


def test_a_new_file_takes_what_its_neighbours_take() -> None:
    seconds = Seconds({"tests/study/test_a.py": 7.0, "tests/study/test_b.py": 1.0})
    assert seconds.of("tests/study/test_a.py") == 7.0
    assert seconds.of("tests/study/test_new.py") == 4.0
    assert Seconds({}).of("tests/test_new.py") > 0


def git(root: Path, *words: str) -> None:
    name = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run(["git", "-C", root, *name, *words], check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Two commits on main."""
    git(tmp_path, "init", "--initial-branch=main")
    for name in ("one", "two"):
        (tmp_path / name).write_text(name, "utf-8")
        git(tmp_path, "add", "-A")
        git(tmp_path, "commit", "-m", name)
    return tmp_path


def test_without_a_branch_it_is_the_last_commit_or_what_is_not_in_one(
    repository: Path,
) -> None:
    assert changed(repository) == ("the commit before, HEAD~1", ("two",))
    (repository / "a new one").touch()
    (repository / "one").unlink()
    assert changed(repository) == ("the last commit, HEAD", ("a new one", "one"))


def test_a_branch_is_compared_with_where_it_left_main(repository: Path) -> None:
    git(repository, "switch", "-c", "mine")
    git(repository, "mv", "two", "three")
    git(repository, "commit", "-m", "moved")
    assert changed(repository) == ("where this branch left main", ("three", "two"))
    assert changed(repository, "HEAD~2") == ("HEAD~2", ("three",))
    git(repository, "update-ref", "refs/remotes/origin/main", "HEAD~2")
    assert changed(repository) == ("where this branch left origin/main", ("three",))


def test_without_a_history_it_says_so(repository: Path, tmp_path: Path) -> None:
    with pytest.raises(NoHistory, match="bad revision"):
        changed(repository, "nowhere")
    git(repository, "update-ref", "-d", "HEAD")
    with pytest.raises(NoHistory):
        changed(repository)


def test_rows_are_renewed_only_where_they_say_something_else() -> None:
    old = {"a": 30.0, "b": 0.2, "c": 4.0}
    new = {"a": 39.0, "b": 0.6, "c": 5.4567, "d": 0.001}
    assert renewed(old, new) == {"a": 30.0, "b": 0.2, "c": 5.5, "d": 0.1}


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc, as on Linux")
def test_each_files_processor_seconds_are_recorded(tmp_path: Path) -> None:
    """Also those of a child that nobody waits for, and in several processes."""
    (tmp_path / "test_own.py").write_text(
        "import time\n"
        "def test():\n"
        "    until = time.process_time() + 0.3\n"
        "    while time.process_time() < until: pass\n",
        "utf-8",
    )
    (tmp_path / "test_child.py").write_text(
        "import subprocess, sys, time\n"
        "def test():\n"
        "    child = subprocess.Popen([sys.executable, '-c', 'while True: pass'])\n"
        "    stat = f'/proc/{child.pid}/stat'\n"
        "    while int(open(stat).read().split()[13]) < 50: time.sleep(.1)\n"
        "    child.kill()  # and nobody waits for it\n"
        "    child.returncode = 0\n",
        "utf-8",
    )
    to = tmp_path / "seconds.json"
    words = [
        "-c",
        os.devnull,
        "--rootdir",
        str(tmp_path),
        "-p",
        "tests.seconds",
        "-n",
        "2",
    ]
    subprocess.run(
        [sys.executable, "-m", "pytest", *words, f"--record-seconds={to}", tmp_path],
        check=True,
    )
    rows = json.loads(to.read_text("utf-8"))
    assert rows["test_own.py"] >= 0.2
    assert rows["test_child.py"] >= 0.5
