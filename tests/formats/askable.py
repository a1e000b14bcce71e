"""Small questions of every kind for the exports, compiled from a bank of their own."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from certlab.course import Course, load
from certlab.course.banks import read_bank
from certlab.course.problems import Problem
from certlab.study.questions import Question, compile_item

_HEAD = 'rev = 1\nobjective = "ncp-aii.2.2"\nlevel = "recall"\npool = "practice"\nsources = ["mig-guide-start"]\n'
BANK = f"""
module = "mig"

[[item]]
id = "mig-single"
kind = "single"
{_HEAD}ask = "Which `flag` creates *GPU* instances & why <b>?"
explain = "It is short for **create**."
option = [
  {{ id = "cgi", text = "`-cgi`", correct = true, why = "GPU instances." }},
  {{ id = "cci", text = "`-cci`", why = "Compute instances." }},
]

[[item]]
id = "mig-multi"
kind = "multi"
{_HEAD}ask = "Which two are memories?"
option = [
  {{ id = "shared", text = "Shared", correct = true, why = "On the SM." }},
  {{ id = "global", text = "Global", correct = true, why = "Off the SM." }},
  {{ id = "warp", text = "Warp", why = "Threads." }},
]

[[item]]
id = "mig-numeric"
kind = "numeric"
{_HEAD}ask = "How long does it take?"
given = [
  {{ name = "data", label = "Data", value = 3, unit = "GB" }},
  {{ name = "rate", label = "Rate", value = 2, unit = "TB/s" }},
]
answer = "data / rate"
unit = "ms"
tolerance = 0.01
explain = "{{calc:data / rate}} is {{given:data|value}} by {{given:rate|value}}."
trap = [{{ answer = "data / rate / 1000", why = "That is in seconds." }}]

[[item]]
id = "mig-order"
kind = "order"
{_HEAD}ask = "Put the steps in order."
step = [
  {{ id = "a", text = "Mode", why = "" }},
  {{ id = "b", text = "Instance", why = "Needs the mode." }},
  {{ id = "c", text = "Program", why = "Needs an instance." }},
  {{ id = "d", text = "Tools", why = "" }},
]
after = {{ b = ["a"], c = ["b"] }}

[[item]]
id = "mig-match"
kind = "match"
{_HEAD}ask = "Match."
left = [{{ id = "nsys", text = "nsys -> x" }}, {{ id = "ncu", text = "ncu" }}]
right = [
  {{ id = "timeline", text = "Timeline" }},
  {{ id = "kernel", text = "Kernel" }},
  {{ id = "races", text = "Races" }},
]
pairs = {{ nsys = "timeline", ncu = "kernel" }}
whys = {{ nsys = "It traces.", ncu = "It profiles." }}

[[item]]
id = "mig-cloze"
kind = "cloze"
{_HEAD}ask = "Fill the gaps."
text = "{{{{size}}}} threads, *half* {{{{word}}}}."
score = "each"
blank = [
  {{ id = "size", accept = ["1,024", "2e3"], why = "At most." }},
  {{ id = "word", accept = ["warp", "a warp"], why = "By name." }},
]

[[item]]
id = "mig-gap"
kind = "cloze"
{_HEAD}ask = "Fill the gap."
text = "32 threads are a {{{{word}}}}."
blank = [{{ id = "word", accept = ["warp", "a warp"], why = "By name.", case = true }}]

[[item]]
id = "mig-command"
kind = "command"
{_HEAD}ask = "Switch MIG on."
line = "nvidia-smi -mig 1"
program = "nvidia-smi"
flag = [{{ names = ["-mig"], needed = true, value = 1, why = "1 is on." }}]

[[item]]
id = "mig-card"
kind = "card"
{_HEAD}ask = "Threads in a warp?"
back = "32"
"""


@cache
def kinds() -> Course:
    """The real course with these items instead of its own."""
    problems: list[Problem] = []
    found = read_bank(BANK, "askable.toml", problems)
    assert not problems
    return replace(load(), items={item.id: item for item in found})


def questions(*names: str) -> list[Question]:
    """All questions, or those named, without the "mig-"."""
    course = kinds()
    return [
        compile_item(course, item, 0)
        for item in course.items.values()
        if not names or item.id.removeprefix("mig-") in names
    ]


def choice(
    texts: Sequence[str],
    right: int,
    ask: str = "So?",
    why: str = "",
    score: str = "all",
) -> Question:
    """A choice of any texts, the first of which are right."""
    ids = [f"o{n}" for n in range(len(texts))]
    options = [{"id": id, "text": text} for id, text in zip(ids, texts, strict=True)]
    kind = "single" if right == 1 else "multi"
    show: dict[str, Any] = {
        "module": "MIG",
        "objective": "NCA-AIIO 1.6",
        "level": "recall",
    }
    show |= {"ask": ask, "options": options}
    key: dict[str, Any] = {"kind": kind, "correct": ids[:right], "options": ids}
    if kind == "multi":
        show |= {"select": right}
        key |= {"score": score}
    after = {
        "whys": dict.fromkeys(ids, why),
        "explain": "",
        "working": "",
        "sources": [],
    }
    return Question("mig-choice", 1, kind, 0, show, key, after)
