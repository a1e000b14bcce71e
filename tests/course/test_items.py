"""Readers of the item kinds: the example of each is good, and what is wrong is named."""

import re
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from certlab.course import check
from certlab.course.items import (
    choice,
    cloze,
    command,
    match,
    numeric,
    order,
    read_item,
    scenario,
)
from certlab.course.problems import Problem
from certlab.study.item_tests import run_item_tests

READERS = {
    "choice": choice,
    "numeric": numeric,
    "order": order,
    "match": match,
    "cloze": cloze,
    "command": command,
    "scenario": scenario,
}
HEAD = """
[[item]]
id = "small-example"
rev = 1
objective = "nca-test.1.1"
level = "apply"
pool = "practice"
sources = ["guide"]
enemies = ["small-blocks"]
"""


def example(reader: ModuleType) -> str:
    """The item in a reader's docstring, which is what authors copy."""
    found = re.search(r"```toml\n(.*?)```", str(reader.__doc__), re.DOTALL)
    assert found
    return HEAD + found.group(1)


def said_of(text: str) -> list[str]:
    problems: list[Problem] = []
    (row,) = tomllib.loads(text)["item"]
    read_item(row, "small", "quizzes/small.toml", problems)
    return [one.says for one in problems]


@pytest.mark.parametrize("name", READERS)
def test_the_example_of_a_docstring_is_a_good_item(name: str, small: Path) -> None:
    text = example(READERS[name])
    assert said_of(text) == []
    children = "mig-teams-profile", "mig-teams-command"
    for child, id in zip(children, ("small-blocks", "small-memories"), strict=True):
        text = text.replace(child, id)
    bank = small / "quizzes/small.toml"
    bank.write_text(bank.read_text("utf-8") + text, "utf-8")
    course, problems = check.check(small)
    said = [one.says for one in (*problems, *run_item_tests(course))]
    # It is new here, and may ask what the small course's own items ask.
    known = ("content/ids.txt", "name it in enemies")
    assert [one for one in said if not any(words in one for words in known)] == []
    assert "small-example" in course.items


DEFECTS = {
    "a given drawn with one that is not there": (
        "numeric",
        "value = 256",
        'value = 256, with = "k"',
        "b is drawn with k, no earlier given.",
    ),
    "a given drawn with a later one": (
        "numeric",
        "choice = [1000, 2000]",
        'choice = [1000], with = "b"',
        "n is drawn with b, no earlier given.",
    ),
    "a row of more and of fewer choices": (
        "numeric",
        "value = 256",
        'value = 256, with = "n"',
        "b and n need equally many choices.",
    ),
    "an unknown rule of scoring": ("choice", '"each"', '"some"', "score is 'some'"),
    "a single with a score": (
        "choice",
        'kind = "multi"',
        'kind = "single"',
        "unknown field score",
    ),
    "two steps of one id": ("order", 'id = "run"', 'id = "mode"', "share an id"),
    "a step id with a space": (
        "order",
        'id = "run"',
        'id = "the run"',
        "step id 'the run'",
    ),
    "a step that waits for nothing known": (
        "order",
        'run = ["instances"]',
        'run = ["start"]',
        "after names a step start that is not there",
    ),
    "steps that wait for each other": (
        "order",
        "after = { instances",
        'after = { mode = ["run"], instances',
        "after goes in a circle; look at mode, instances, run",
    ),
    "an order that cannot be wrong": (
        "order",
        'after = { instances = ["mode"], run = ["instances"] }',
        "after = {}",
        "every order is right",
    ),
    "after as a list": (
        "order",
        'after = { instances = ["mode"], run = ["instances"] }',
        'after = ["mode"]',
        "after must be a table",
    ),
    "two steps only": (
        "order",
        '  { id = "run", text = "Run a program", why = "It needs a device." },\n',
        "",
        "an order needs three steps",
    ),
    "a step without its reason": (
        "order",
        ', why = "It needs a device."',
        "",
        "step run has no reason",
    ),
    "a left entry without a pair": (
        "match",
        'pairs = { nsys = "timeline", ncu = "kernel" }',
        'pairs = { nsys = "timeline" }',
        "pairs must name each left entry once",
    ),
    "a pair with nothing": (
        "match",
        'ncu = "kernel" }\nwhys',
        'ncu = "gone" }\nwhys',
        "pairs name a right entry gone that is not there",
    ),
    "pairs as a text": (
        "match",
        'pairs = { nsys = "timeline", ncu = "kernel" }',
        'pairs = "all"',
        "pairs must be a table of texts",
    ),
    "a pair without its reason": (
        "match",
        ', ncu = "It profiles single kernels."',
        "",
        "entry ncu has no reason",
    ),
    "a reason for nothing": (
        "match",
        "whys = {",
        'whys = { gdb = "It stops.",',
        "whys name an entry gdb that is not on the left",
    ),
    "two right entries of one id": (
        "match",
        'id = "errors"',
        'id = "kernel"',
        "two entries of a side share an id",
    ),
    "a rule that only a multi has": ("match", '"each"', '"net"', "score is 'net'"),
    "a gap without a blank": (
        "cloze",
        "{{size}}",
        "{{sizes}}",
        "each {{gap}} of the text needs one blank",
    ),
    "a gap in code": (
        "cloze",
        "{{size}} threads",
        "`{{size}} threads`",
        "is inside code or bold",
    ),
    "a gap that takes nothing": (
        "cloze",
        'accept = ["divergent", "diverged"]',
        'accept = ["divergent", " "]',
        "blank word accepts an empty text",
    ),
    "a gap without its reason": (
        "cloze",
        ', why = "They part at a branch."',
        "",
        "blank word has no reason",
    ),
    "a flag without its reason": (
        "command",
        'why = "Without it nothing can run."',
        "",
        "flag -C has no reason",
    ),
    "a flag with a value and any": (
        "command",
        "value = 0",
        "value = 0\nany = true",
        "flag -i has both value and any",
    ),
    "a value that is none": (
        "command",
        "value = 0",
        "value = true",
        "the value of -i must be a text, a number, or a list",
    ),
    "a name that no flag has": (
        "command",
        '"--id"]',
        '"id"]',
        "'id' is not a name of a flag",
    ),
    "one name for two things": (
        "command",
        '"--id"]',
        '"-C"]',
        "two rows of -C differ in names",
    ),
    "arguments as a text": (
        "command",
        'program = "nvidia-smi mig" ',
        'program = "nvidia-smi mig"\narguments = "mig" ',
        "arguments must be a list",
    ),
    "a flag after one that is not there": (
        "command",
        "value = 0",
        'value = 0\nafter = ["-m"]',
        "flag -i is after -m, which no row is",
    ),
    "no program": (
        "command",
        'program = "nvidia-smi mig"',
        "",
        "program must be a text",
    ),
    "a program of which nobody knows how it reads": (
        "command",
        'program = "nvidia-smi mig"',
        'program = "unheard-of mig"',
        "nobody knows in which forms unheard-of mig takes its flags",
    ),
    "a way of reading that is none": (
        "command",
        'program = "nvidia-smi mig" ',
        'program = "nvidia-smi mig"\nreads = "guess" ',
        "reads is 'guess'; it must be one of getopt",
    ),
    "a beginning of another name": (
        "command",
        "value = 0",
        'value = 0\nshortest = "--in"',
        "shortest '--in' is no beginning of -i, --id",
    ),
    "another command beside a pipe": (
        "command",
        'program = "nvidia-smi mig" ',
        'program = "nvidia-smi mig"\nother = [{ program = "a" }]\npipe = [{ program = "b" }] ',
        "other is for one command",
    ),
    "settings as a list": (
        "command",
        'program = "nvidia-smi mig" ',
        'program = "nvidia-smi mig"\nenv = ["A"] ',
        "env must be a table",
    ),
    "an item named twice": (
        "scenario",
        '"mig-teams-command"',
        '"mig-teams-profile"',
        "items name one twice",
    ),
}


@pytest.mark.parametrize("name", DEFECTS)
def test_the_reader_names(name: str) -> None:
    kind, old, new, says = DEFECTS[name]
    text = example(READERS[kind])
    assert old in text
    said = said_of(text.replace(old, new))
    assert any(says in one for one in said), said


ORDERED = """tests = [
  { answer = "nvidia-smi mig --create-gpu-instance=9,9 -C", outcome = "correct" },
  { answer = "nvidia-smi mig -cgi 9 -C", outcome = "wrong" },
  { answer = "nvidia-smi -cgi 9,9 -C mig -i 0", outcome = "wrong", say = "directly" },
]
"""
TRIALS = {
    "an own line that is wrong": (
        "command",
        'line = "nvidia-smi mig -i 0 -cgi 9,9 -C"',
        'line = "nvidia-smi mig -i 0 -cgi 9,9"',
        "its own answer 'nvidia-smi mig -i 0 -cgi 9,9' is wrong. `-C` is missing.",
    ),
    "an own line that is none": (
        "command",
        'line = "nvidia-smi mig',
        'line = "LANG=C nvidia-smi mig',
        "is invalid. Write the command without `LANG=C` in front of it.",
    ),
    "a trap that is right": (
        "command",
        'trap = [{ value = "9"',
        'trap = [{ value = "9,9"',
        "its trap '9,9' of -cgi is right",
    ),
    "a flag that is a trap and allowed": (
        "command",
        'flag = "-cci"',
        'flag = "--id"',
        "its trap --id is a flag that is allowed",
    ),
    "a line without tests": (
        "command",
        ORDERED,
        "",
        "a command item needs tests",
    ),
    "a line that no test puts in a wrong order": (
        "command",
        '"nvidia-smi -cgi 9,9 -C mig -i 0", outcome = "wrong", say = "directly"',
        '"nvidia-smi -cgi 9,9 -C mig", outcome = "wrong", say = "directly"',
        "no test has a right line's words in a wrong order",
    ),
    "a line that no test writes otherwise": (
        "command",
        '  { answer = "nvidia-smi mig --create-gpu-instance=9,9 -C", outcome = "correct" },\n',
        "",
        "no test is right in other words than its line",
    ),
    "a line of which nothing but a part is tried": (
        "command",
        'answer = "nvidia-smi mig -cgi 9 -C"',
        'answer = "nvidia-smi mig -cgi 9,9"',
        "no wrong test has all that is needed",
    ),
    "a trap of another command that is right": (
        "command",
        '[[item.flag]]\nnames = ["-C"',
        """[[item.other]]
program = "dcgmi mig"
reads = "getopt"
flag = [{ names = ["-g"], needed = true, value = "9", why = "It names a GPU.", trap = [{ value = "9", why = "One." }] }]

[[item.flag]]
names = ["-C\"""",
        "its trap '9' of -g is right",
    ),
    "a cloze without tests": (
        "cloze",
        'tests = [{ answer = { size = "32", word = "Divergent" }, outcome = "correct" }]',
        "",
        "a cloze item needs tests",
    ),
    "a test without an answer": (
        "cloze",
        'tests = [{ answer = { size = "32", word = "Divergent" }, outcome = "correct" }]',
        'tests = [{ outcome = "correct" }]',
        "its test None is invalid, not correct",
    ),
    "a test of a line that fails": (
        "command",
        'mig -cgi 9 -C", outcome = "wrong"',
        'mig -cgi 9 -C", outcome = "correct"',
        "its test 'nvidia-smi mig -cgi 9 -C' is wrong, not correct",
    ),
    "a test of an order that fails": (
        "order",
        'outcome = "wrong"',
        'outcome = "invalid"',
        "its test ['run', 'mode', 'instances'] is wrong, not invalid",
    ),
    "a test of a match that fails": (
        "match",
        'outcome = "wrong"',
        'outcome = "correct"',
        "its test {'nsys': 'kernel', 'ncu': 'timeline'} is wrong, not correct",
    ),
    "a test of a cloze that fails": (
        "cloze",
        'size = "32", word',
        'size = "64", word',
        "is wrong, not correct",
    ),
    "a fact that is not there": (
        "cloze",
        "{fact:warp.threads|value}",
        "{fact:warp.weight|value}",
        "cannot be asked: there is no fact warp.weight",
    ),
    "an order that circles": (
        "order",
        "after = { instances",
        'after = { mode = ["run"], instances',
        "its own answer [] is invalid",
    ),
}


def tried(small: Path, text: str) -> list[str]:
    """What the trials say of the small course with this item in it."""
    bank = small / "quizzes/small.toml"
    bank.write_text(bank.read_text("utf-8") + text, "utf-8")
    course, _ = check.check(small)
    return [one.says for one in run_item_tests(course)]


@pytest.mark.parametrize("name", TRIALS)
def test_trying_an_item_out_names(name: str, small: Path) -> None:
    kind, old, new, says = TRIALS[name]
    text = example(READERS[kind])
    assert old in text
    said = tried(small, text.replace(old, new))
    assert len([one for one in said if says in one]) == 1, said


CASE = HEAD + 'kind = "scenario"\nask = "A case"\ncontext = "Here."\n'


def test_an_item_belongs_to_one_scenario(small: Path) -> None:
    first = CASE + 'items = ["small-blocks", "small-memories"]\n'
    second = CASE.replace("example", "other") + 'items = ["small-blocks"]\n'
    says = "its item small-blocks is in the scenario small-example too."
    assert tried(small, first + second) == [says]


def test_a_scenario_holds_no_scenario(small: Path) -> None:
    first = CASE + 'items = ["small-other"]\n'
    second = CASE.replace("example", "other") + 'items = ["small-blocks"]\n'
    says = "its item small-other is a scenario; name items that can be asked."
    assert tried(small, first + second) == [says]
