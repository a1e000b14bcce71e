"""The tests of the pure packages in a browser's Python; run by run.mjs, not by pytest."""

# ruff: noqa: T201 -- what it prints is what the test reads
import os
import re
import sys
import types
from pathlib import Path
from typing import Any

import pytest


class Strategy:
    """Stands for any strategy; none is drawn from."""

    def __call__(self, *_: object, **__: object) -> "Strategy":
        return self

    def __getattr__(self, _name: str) -> "Strategy":
        return self

    def __or__(self, _other: object) -> "Strategy":
        return self


def decorate(*_: object, **__: object) -> Any:
    return pytest.mark.skip(reason="hypothesis is compiled for other machines")


# What starts processes or commands, keeps what it read, takes signals, mounts disks, reads YAML, TeX or
# notebooks, shows widgets, says where it is not, or takes long here.
LEFT_OUT = [
    "tests/course/test_guessing.py",
    "tests/course/test_notebook.py",
    "tests/course/test_location.py",
    "tests/course/test_a_third_module.py",
    "tests/course/test_maths.py",
    "tests/course/test_course_cache.py",
    "tests/course/test_fill_stopped.py",
    "tests/course/test_marks.py",
    "tests/course/test_stray_marks.py",
    "tests/course/test_hostile_files.py",
    "tests/course/test_followed.py",
    "tests/study/test_first_edition.py",
    "tests/study/test_history_cache.py",
    "tests/study/test_history_check.py",
    "tests/study/test_history_crowd.py",
    "tests/study/test_history_killed.py",
    "tests/study/test_history_refused.py",
    "tests/study/test_history_synced.py",
    "tests/study/test_history_torn.py",
    "tests/study/test_import_history.py",
    "tests/planner/test_forecast.py",
    "tests/study/test_pools.py",
    "tests/study/test_odd_rows.py",
    "tests/day/test_last_day.py",
    "tests/day/test_today.py",
    "tests/day/test_placement.py",
    "tests/planner/test_fit.py",
]
WITHOUT = "processes or of_bash or kill_9 or fills_within or elsewhere or real_course or huge_file or ten_thousand or too_deep or in_one_pass or names_no_device or never_ends or not_come_back"
# Laws are drawn by hypothesis, which no browser has; the other tests are run.
hypothesis = types.ModuleType("hypothesis")
hypothesis.given = hypothesis.settings = hypothesis.example = decorate
hypothesis.strategies = Strategy()
decorate.register_profile = decorate.load_profile = decorate  # by conftest
decorate.get_profile = decorate
hypothesis.assume = hypothesis.HealthCheck = Strategy()
sys.modules |= {
    "hypothesis": hypothesis,
    "hypothesis.strategies": hypothesis.strategies,
}

os.chdir(folders[-1])  # noqa: F821 -- set by run.mjs
sys.path.insert(0, folders[-1])  # noqa: F821 -- as above
tests = list(parts)  # noqa: F821 -- set by the test
# What holds our code against other libraries needs them; the pure packages do not.
against = re.compile(r"^(import|from) (numpy|ml_dtypes|mlsysim)", re.MULTILINE)
LEFT_OUT += [
    str(path)
    for folder in tests
    for path in sorted(Path(folder).rglob("test_*.py"))
    if against.search(path.read_text("utf-8"))
]
tests += [f"--ignore={name}" for name in LEFT_OUT]
tests += ["-k", f"not ({WITHOUT})"]
options = ["-p", "no:cacheprovider", "-p", "no:faulthandler", "-o", "addopts="]
options += ["--assert=plain"]  # rewriting them all takes half a minute here
status = pytest.main([*options, "-q", "--import-mode=importlib", "--tb=short", *tests])
print("STATUS", int(status))
