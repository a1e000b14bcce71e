"""What is refused, and why, said in Traditional Chinese without a word of English."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from certlab.course import Course
from certlab.errors import CourseError
from certlab.labs import mig
from certlab.study.answers import LONGEST, SCHEMA, Answer
from certlab.study.exams import begin, blueprint, draw
from certlab.study.history import FILE, History
from certlab.study.session import Session
from certlab.words import Sentence, after_each_other, plural, swapped, text
from tests.words.latin import latin

_ = text("zh_TW")


def said(error: CourseError, *names: str) -> str:
    """The error in the language; nothing English is left of it."""
    says = _.say(error.args[0])
    assert latin(says, *names) == [], says
    assert says != str(error), "it was never English"
    return says


def cut(whole: Course, *lines: str, **more: Any) -> tuple[mig.Gpu, ...]:
    """An H100 after some lines."""
    gpus: tuple[mig.Gpu, ...] = (mig.Gpu(mig.tables(whole)["h100-80gb"], **more),)
    for line in lines:
        result = mig.run(gpus, line)
        assert result.code == 0, result.why
        gpus = result.gpus
    return gpus


# Lines that are refused, after what stands on the GPU.
BAD = {
    "an open quote": "nvidia-smi 'mig",
    "an end too soon": "nvidia-smi mig \\",
    "another tool": "ls",
    "no verb": "nvidia-smi mig -i 0",
    "two verbs": "nvidia-smi mig -lgi -lci",
    "neither on nor off": "nvidia-smi -mig yes",
    "no such option": "nvidia-smi mig --nothing",
    "no value": "nvidia-smi mig -cgi",
    "no number": "nvidia-smi mig -i one -lgi",
    "no instance number": "nvidia-smi mig -gi one -dgi",
    "no compute number": "nvidia-smi mig -ci one -dci",
    "two lists": "nvidia-smi mig -cgi 9 -cgi 19",
    "a pipe": "nvidia-smi mig -lgi | sort",
    "a variable": "nvidia-smi mig -lgi -i $i",
    "no such bus id": "nvidia-smi mig -lgi -i 0000:41:00.0",
    "a UUID": "nvidia-smi mig -lgi -i GPU-12",
    "no start": "nvidia-smi mig -cgi 9:x",
    "no such GPU": "nvidia-smi mig -i 5 -lgi",
    "no such profile": "nvidia-smi mig -cgi 99",
    "no such start": "nvidia-smi mig -cgi 9:3",
    "no room": "nvidia-smi mig -cgi 0",
    "no such instance": "nvidia-smi mig -gi 77 -dgi",
    "still held": "nvidia-smi mig -gi 2 -dgi",
    "no such compute profile": "nvidia-smi mig -gi 2 -cci 4",
    "no room in it": "nvidia-smi mig -gi 2 -cci",
    "no such compute instance": "nvidia-smi mig -gi 2 -ci 5 -dci",
    "instances in the way": "nvidia-smi -i 0 -mig 0",
    "after a step that stays": "nvidia-smi mig -cgi 19,0",
}


@pytest.mark.parametrize("name", BAD)
def test_a_refused_line(whole: Course, name: str) -> None:
    gpus = cut(whole, "nvidia-smi mig -cgi 9 -C")
    assert gpus[0].instances[0].id == 2
    line = BAD[name]
    try:
        result = mig.run(gpus, line)
    except mig.Refusal as refusal:
        said(refusal, *line.split(), line)
        return
    assert result.code
    says = _.say(result.why)
    assert latin(says) == [], says
    assert ("這一步沒有任何變更" in says) == (name == "after a step that stays")


OTHERS: dict[str, Callable[[Course], object]] = {
    "off": lambda course: (
        mig.run(cut(course, enabled=False), "nvidia-smi mig -cgi 9").why
    ),
    "off, asked of the GPU": lambda course: cut(course, enabled=False)[0].create(9),
    "no room to make": lambda course: mig.make_room(
        cut(course, enabled=False)[0], "1g.10gb"
    ),
    "nothing to destroy": lambda course: (
        mig.run(cut(course), "nvidia-smi mig -dgi").why
    ),
    "held": lambda course: cut(course, clients=("dcgm", "nsys"))[0].create(9),
    "an old driver": lambda course: cut(course, driver="400.10")[0].create(9),
    "held while it is reset": lambda course: mig.Gpu(
        mig.tables(course)["a100-80gb"], enabled=False, clients=("dcgm",)
    ).enable(),
    "a GPU too many": lambda course: mig.run(
        cut(course) * 2, "nvidia-smi mig -i 2 -lgi"
    ),
}


@pytest.mark.parametrize("name", OTHERS)
def test_a_gpu_that_refuses(whole: Course, name: str) -> None:
    try:
        why = OTHERS[name](whole)
    except mig.Refusal as refusal:
        said(refusal, "dcgm", "nsys")
    else:
        assert isinstance(why, str)
        assert why
        assert latin(_.say(why)) == []


EXAMS: dict[str, dict[str, Any]] = {
    "a seed too large": {"seed": 10_000},
    "too many": {"count": 10_000},
    "no minute": {"minutes": 0},
    "a factor": {"factor": 9},
}


@pytest.mark.parametrize("name", EXAMS)
def test_an_exam_that_cannot_begin(whole: Course, tmp_path: Path, name: str) -> None:
    history = History(tmp_path / FILE)
    with pytest.raises(CourseError) as told:
        begin(whole, history, "NCP-AII", **EXAMS[name])
    said(told.value, "NCP-AII")


def test_what_is_not_there(whole: Course, tmp_path: Path) -> None:
    history = History(tmp_path / FILE)
    codes = [one.code for one in whole.certifications.values()]
    for given in ({"module": "none"}, {"exam": "none"}, {"kinds": ()}):
        with pytest.raises(CourseError) as told:
            Session(whole, history, **given)  # type: ignore[arg-type]  # one of them each
        said(told.value, "none", *whole.modules, *codes)
    with pytest.raises(CourseError) as told:
        blueprint(whole, "none")
    said(told.value, "none", *codes)


def test_what_a_paper_notes(whole: Course) -> None:
    notes = [
        note
        for code in whole.certifications
        for note in draw(blueprint(whole, code), 0).notes
    ]
    assert notes
    assert [latin(_.say(note)) for note in notes] == [[]] * len(notes)


ROW = {"schema": SCHEMA, "ulid": "01", "at": "2026-11-21T10:00:00+00:00", "item": "a"}
ROW |= {"rev": 1, "outcome": "correct", "score": 1.0}
LINES = [
    *(b"\xff", b"{", b"[]", b"1" * (LONGEST + 1)),
    *(
        json.dumps(row).encode()
        for row in (
            ROW | {"schema": 9},
            {name: value for name, value in ROW.items() if name != "rev"},
            ROW | {"at": "soon"},
            ROW | {"at": "2026-11-21T10:00:00"},
            ROW | {"options": 5},
        )
    ),
]


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_a_line_that_is_none(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / FILE
    path.write_bytes(line + b"\n")
    history = History(path)
    (says,) = history.read().problems
    assert latin(_.say(says), "rev", "options") == [], says
    other = History(tmp_path / "other" / FILE)
    (says,) = other.merge(path).problems
    assert latin(_.say(says), "rev", "options") == [], says
    path.write_bytes(line + b"\n" + json.dumps(ROW).encode())
    (says,) = other.merge(path).problems
    assert latin(_.say(says), "rev", "options") == [], says
    path.write_bytes(b"\0" + line)
    (says,) = other.merge(path).problems
    assert latin(_.say(says)) == [], says


def test_a_disk_that_refuses(tmp_path: Path) -> None:
    """What the system says of it is its own, and stays."""
    (tmp_path / FILE).mkdir()
    history = History(tmp_path / FILE)
    with pytest.raises(CourseError) as told:
        history.append(Answer("a", 1, "correct", 1))
    says = said(told.value, str(tmp_path), "Is a directory")
    assert says.startswith(f"{tmp_path / FILE}：答案沒有記錄下來")
    with pytest.raises(CourseError) as told:
        history.read()
    said(told.value, str(tmp_path), "Is a directory")
    good = json.dumps(ROW)
    with pytest.raises(CourseError) as told:
        history.merge(good)
    said(told.value, str(tmp_path), "Is a directory")
    with pytest.raises(CourseError) as told:
        History(tmp_path / "x").merge(tmp_path / FILE)
    said(told.value, str(tmp_path))
    with pytest.raises(CourseError) as told:
        History(tmp_path / "x").merge(tmp_path / "gone")
    said(told.value, str(tmp_path / "gone"), "No such file or directory")


def test_a_sentence_within_is_swapped() -> None:
    old, new = Sentence("Nothing was changed."), Sentence("Undone.")
    two = plural("{n} item: {what}", "{n} items: {what}", 2, what=old)
    whole = after_each_other("An author's.", two, old)
    assert whole == "An author's. 2 items: Nothing was changed. Nothing was changed."
    made = swapped(whole, old, new)
    assert made == "An author's. 2 items: Undone. Undone."
    assert latin(_.say(swapped(after_each_other(old, old), old, new))) == []
    assert swapped("Nothing was changed!", old, new) == "Nothing was changed!"
