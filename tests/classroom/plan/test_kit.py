"""A teacher's kit: what it says is right is right, and the sheet tells nothing of it."""

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from certlab.classroom.plan.kit import files
from certlab.classroom.plan.kit.markdown_text import markdown
from certlab.classroom.plan.kit.stages import SEED
from certlab.classroom.plan.syllabi import FOLDER, Syllabus, find, read_syllabi
from certlab.course import Course
from certlab.course.items import Item
from certlab.course.labs import read_lab
from certlab.course.problems import Problem
from certlab.errors import CourseError
from certlab.study.answer_sheet import choices
from certlab.study.grading import grade
from certlab.study.questions import Question, compile_item
from tests.command_line import certlab

HEAD = 'title = "Warps"\naudience = "Beginners"\n\n[[day]]\nminutes = {minutes}\n'
SOLUTION = "def half(n):\n    return n // 2\n"
WRONG = "def half(n):\n    return n / 2\n"


def text(source: str, **metadata: Any) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": metadata, "source": source}


def code(source: str, says: str = "", **metadata: Any) -> dict[str, Any]:
    stream = {"output_type": "stream", "name": "stdout", "text": says}
    made = {"cell_type": "code", "metadata": metadata, "source": source}
    return made | {"outputs": [stream] if says else []}


def exercise(id: str, asks: str, **check: Any) -> list[dict[str, Any]]:
    """The cells of an exercise, its statement first."""
    mark = {"exercise": id}
    cases = f'exercises.check("{id}", half, [((4,), 2, "four has the half two.")])'
    check = {"role": "check", "wrong": [WRONG], **check}
    solution = f"<details><summary>Solution</summary>\n\n```python\n{SOLUTION}```\n\nTwo slashes.\n\n</details>"
    stub = 'def half(n):\n    """Half of a number, rounded down."""\n'
    return [
        text(asks),
        code(stub, certlab={**mark, "role": "stub"}),
        code(cases, certlab={**mark, **check}),
        text(solution, certlab={**mark, "role": "solution"}),
    ]


def prediction(id: str, tells: str = "", **measured: Any) -> list[dict[str, Any]]:
    """The cells of a prediction: what asks, what measures, and a text that tells."""
    asks = code(f'guess = prediction("{id}", "How many?", options=("one", "two"))')
    asks["metadata"] = {"certlab": {"prediction": id}}
    shown = "Prediction: How many?\n  A  `a` halves\n  B  `b` halves\nno prediction yet"
    asks["outputs"] = [{"output_type": "execute_result", "data": {"text/plain": shown}}]
    why = 'guess.compare(found, why={"A": "It has *one*.", "B": f"It has {n}."})'
    return [
        asks,
        code(why, "A has 1\n", **measured),
        text(tells, tags=["tells-result"]),
    ]


CELLS = [
    text("# Halves"),
    *exercise(
        "halves-first",
        "## One half\n\nA half is [a part](../../modules/cuda.md).\n\n**Exercise 1.** Halve it.",
        hints=["Divide.", "By two.", "Twice the `/`."],
    ),
    *prediction("halves-count", "Both have one.\n\nSo go on:\n\n## Another half"),
    *exercise("halves-second", "**What you saw.** It was 1.\n\n**Exercise 2.** Again."),
    *prediction(
        "halves-time",
        "Both took 1 s.\n\n**Exercise 3.** Halve that.",
        certlab={"reason": "times differ"},
        tags=["nbval-ignore-output"],
    ),
]


@pytest.fixture
def teach(fixed: Course, tmp_path: Path) -> Callable[..., tuple[Syllabus, Course]]:
    """The fixed course with the lab `cuda/halves`, and a syllabus of steps."""

    def given(*steps: str, course: Course = fixed) -> tuple[Syllabus, Course]:
        path = tmp_path / "labs" / "cuda" / "halves.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        about = {"title": "Halves", "paths": ["C"], "objectives": ["nca-aiio.1.8"]}
        metadata = {"certlab": {**about, "needs": [], "minutes": 9}}
        cells = [{**one, "id": f"c{n}"} for n, one in enumerate(CELLS)]
        notebook = {"cells": cells, "metadata": metadata, "nbformat": 4}
        path.write_text(json.dumps(notebook), "utf-8")
        problems: list[Problem] = []
        lab = read_lab(path, "cuda/halves", "labs/cuda/halves.ipynb", problems)
        assert lab is not None
        assert not problems
        folder = tmp_path / FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        written = "".join(
            f'\n[[day.step]]\ntitle = "Step {n}"\nminutes = 9\nnotes = "Say."\n{step}\n'
            for n, step in enumerate(steps, 1)
        )
        head = HEAD.format(minutes=9 * len(steps))
        (folder / "warps.toml").write_text(head + written, "utf-8")
        labs = {**course.labs, lab.id: lab}
        made = replace(course, root=tmp_path, labs=labs)
        return find(made, "warps"), made

    return given


def polls(course: Course) -> list[Item]:
    """Every question of a course that a class may vote on."""
    return [
        one
        for one in course.items.values()
        if one.pool == "practice" and one.body.asked and one.body.graded
    ]


def poll(*items: Item) -> str:
    return f"poll = {json.dumps([one.id for one in items])}"


LAB = 'lab = "cuda/halves"'


def sections(markdown_text: str) -> dict[str, str]:
    """What stands under each question, exercise and prediction, by its id."""
    parts = re.split(r"^#### .*\(`([^`]+)`\)$", markdown_text, flags=re.MULTILINE)
    return {
        id: re.split("^##", below, flags=re.MULTILINE)[0]
        for id, below in zip(parts[1::2], parts[2::2], strict=True)
    }


@pytest.fixture(scope="session")
def kinds(fixed: Course) -> set[str]:
    return {one.kind for one in polls(fixed)}


def responses(question: Question, asked: str, answered: str) -> Iterator[Any]:
    """What a learner would send who copies the printed answer."""
    ids = dict(choices(question))
    by_letter = dict(re.findall(r"^- \*\*([A-Z])\.\*\* (.*)", asked, re.MULTILINE))
    found = re.search(r"\*\*Answer: (.*)\*\*$", answered, re.MULTILINE)
    told = found[1] if found else ""

    def id_of(letter: str) -> str:
        return next(
            id
            for id, text in ids.items()
            if markdown(text, {}).split("\n")[0] == by_letter[letter]
        )

    match question.kind:
        case "single":
            yield id_of(told)
        case "multi" | "order":
            yield [id_of(one) for one in told.split(", ")]
        case "match":
            pairs = dict(one.split() for one in told.split(", "))
            left = question.show["left"]
            yield {one["id"]: id_of(pairs[f"{n}"]) for n, one in enumerate(left, 1)}
        case "numeric":
            yield {"number": told.replace("\\", ""), "unit": ""}
        case "command":
            fence = re.search(
                r"```text\n(.*?)\n```", answered.split("Answer:")[1], re.DOTALL
            )
            assert fence
            yield fence[1]
        case "cloze":
            rows = re.findall(
                r"^\d+\. (.*)$", answered.split("Answer:")[1], re.MULTILINE
            )
            gaps = [one["id"] for one in question.key["gaps"]]
            accepted = [re.findall("`(.*?)`", row) for row in rows[: len(gaps)]]
            for n in range(max(map(len, accepted))):
                yield {
                    id: row[n % len(row)]
                    for id, row in zip(gaps, accepted, strict=True)
                }


def test_every_printed_answer_is_graded_right(
    fixed: Course, kinds: set[str], teach: Callable[..., tuple[Syllabus, Course]]
) -> None:
    chosen = polls(fixed)
    kit = files.texts(*teach(poll(*chosen)))
    asked, answered = sections(kit["sheet.md"]), sections(kit["answers.md"])
    seen = set()
    for item in chosen:
        question = compile_item(replace(fixed, maths={}), item, SEED)
        for response in responses(question, asked[item.id], answered[item.id]):
            verdict = grade(question.key, response)
            assert verdict.outcome == "correct", (item.id, response, verdict)
            seen.add(item.kind)
    assert seen == kinds == {"single", "multi", "numeric", "order", "match", "cloze", "command"}  # fmt: skip


def test_the_sheet_asks_the_same_and_holds_no_key(
    fixed: Course, teach: Callable[..., tuple[Syllabus, Course]]
) -> None:
    chosen = polls(fixed)
    kit = files.texts(*teach(poll(*chosen), LAB))
    asked, answered = sections(kit["sheet.md"]), sections(kit["answers.md"])
    assert list(asked) == list(answered)
    for word in ("right**", "**Answer", "To read", "Solution", "Hints", "**Why"):
        assert word in kit["answers.md"]
        assert word not in kit["sheet.md"]
    for item in chosen:
        told = compile_item(fixed, item, SEED).feedback
        for why in (*told["whys"].values(), told["explain"], told["working"]):
            text = markdown(why, fixed.maths)
            assert text not in asked[item.id] or not text
            assert text.split("\n")[0] in answered[item.id]


def test_an_exercise_has_its_solution_for_the_teacher_alone(
    teach: Callable[..., tuple[Syllabus, Course]],
) -> None:
    kit = files.texts(*teach(LAB))
    asked, answered = sections(kit["sheet.md"]), sections(kit["answers.md"])
    for id in ("halves-first", "halves-second"):
        assert SOLUTION in answered[id]
        assert WRONG in answered[id]
        assert "Two slashes." in answered[id]
        assert "<details>" not in answered[id]
        assert "- four has the half two." in answered[id]
        for told in ("n // 2", "n / 2", "Two slashes", "four has", "Twice"):
            assert told not in asked[id]
        assert '"""Half of a number, rounded down."""' in asked[id]
    assert "1. Divide.\n2. By two.\n3. Twice the `/`." in answered["halves-first"]
    assert "Hints" not in answered["halves-second"]


def test_a_statement_begins_where_the_exercise_does(
    teach: Callable[..., tuple[Syllabus, Course]],
) -> None:
    asked = sections(files.texts(*teach(LAB))["sheet.md"])
    # With its section's own words, and without a link that leads nowhere on paper.
    assert (
        asked["halves-first"].strip().startswith("A half is a part.\n\n**Exercise 1.**")
    )
    # What came out of another cell is not told on the way.
    assert asked["halves-second"].strip().startswith("Again.")


def test_a_prediction_has_what_came_out_where_that_is_so_on_every_machine(
    teach: Callable[..., tuple[Syllabus, Course]],
) -> None:
    kit = files.texts(*teach(LAB))
    asked, answered = sections(kit["sheet.md"]), sections(kit["answers.md"])
    count, time = answered["halves-count"], answered["halves-time"]
    assert (
        "How many?\n\nChoose one of: one; two.\n\n- A: `a` halves\n- B: `b` halves"
        in count
    )
    assert "```text\nA has 1\n```" in count
    assert "- A: It has *one*.\n- B: It has …." in count
    assert "> Both have one." in count
    assert "So go on" not in count
    assert "differs between machines: times differ." in time
    assert "A has 1" not in time
    assert "> Both took 1 s." in time
    assert "Exercise 3" not in time
    for id in ("halves-count", "halves-time"):
        assert "- A: `a` halves ..." in asked[id]
        assert "has" not in asked[id]


def test_only_the_parts_that_are_done_are_asked(
    teach: Callable[..., tuple[Syllabus, Course]],
) -> None:
    some = files.texts(*teach(f'{LAB}\nparts = ["One half"]'))
    assert list(sections(some["answers.md"])) == ["halves-first", "halves-count"]
    rest = files.texts(*teach(f'{LAB}\nparts = ["Another half"]'))
    assert list(sections(rest["answers.md"])) == ["halves-second", "halves-time"]


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_each_criterion_stands_in_both_rubrics(
    fixed: Course, teach: Callable[..., tuple[Syllabus, Course]]
) -> None:
    chosen = polls(fixed)
    kit = files.texts(*teach(poll(*chosen), LAB))
    rows = rows_of(kit["rubric.csv"])
    ids = [one["id"] for one in rows]
    assert ids == [*(one.id for one in chosen), "halves-first", "halves-count", "halves-second", "halves-time"]  # fmt: skip
    for row in rows:
        line = next(
            one for one in kit["rubric.md"].splitlines() if f"`{row['id']}`" in one
        )
        assert line.endswith(f"| {row['points']} |")
        assert len(re.findall(r"(?<!\\)\|", line)) == 7  # a bar of a text ends no cell
    by_id = {one["id"]: one for one in rows}
    assert "four has the half two." in by_id["halves-first"]["looked_at"]
    assert "before the last of 3 hints" in by_id["halves-first"]["full"]
    assert by_id["halves-second"]["with_help"] == ""
    assert by_id["halves-first"]["objectives"] == "NCA-AIIO 1.8"
    points = {(one.level, by_id[one.id]["points"]) for one in chosen}
    assert points == {("recall", "1"), ("apply", "2"), ("analyse", "3")}
    total = sum(int(one["points"]) for one in rows)
    assert f"Together: {total} points." in kit["rubric.md"]
    assert by_id["halves-count"]["points"] == "0"


def test_the_rubric_names_what_is_served_with_its_weight(
    fixed: Course, teach: Callable[..., tuple[Syllabus, Course]]
) -> None:
    rubric = files.texts(*teach(LAB))["rubric.md"]
    domain = fixed.certifications["nca-aiio"].domains[0]
    title = next(one.title for one in domain.objectives if one.id == "nca-aiio.1.8")
    row = f"| NCA-AIIO 1.8 | {title} | {domain.name} | {domain.weight} % |"
    assert row in rubric


def test_a_spreadsheet_runs_nothing_of_it(
    fixed: Course, teach: Callable[..., tuple[Syllabus, Course]]
) -> None:
    item = replace(fixed.items["cuda-warp-size"], ask="=1+1")
    course = replace(fixed, items={**fixed.items, item.id: item})
    kit = files.texts(*teach(poll(item), course=course))
    assert rows_of(kit["rubric.csv"])[0]["looked_at"] == "'=1+1"


def test_a_situation_is_told_once(
    fixed: Course, teach: Callable[..., tuple[Syllabus, Course]]
) -> None:
    frames = [one for one in fixed.items.values() if one.body.children]
    asked = {
        frame.id: [fixed.items[id] for id in frame.body.children] for frame in frames
    }
    kit = files.texts(*teach(*(poll(one) for items in asked.values() for one in items)))
    assert len(asked) > 1
    for frame in frames:
        for name in ("sheet.md", "answers.md"):
            assert kit[name].count(f"**{frame.ask}**") == 1


def test_drawn_numbers_are_those_that_the_answer_is_of(
    fixed: Course, teach: Callable[..., tuple[Syllabus, Course]]
) -> None:
    drawn = [one for one in polls(fixed) if one.body.drawn]
    assert any(len(given.choices) > 1 for one in drawn for given in one.body.drawn)
    kit = files.texts(*teach(poll(*drawn)))
    asked, answered = sections(kit["sheet.md"]), sections(kit["answers.md"])
    for item in drawn:
        question = compile_item(fixed, item, SEED)
        for given in question.show["given"]:
            assert given["value"] in asked[item.id]
        for formula in item.body.formulas[:1]:
            assert f"Formula: `{formula}`" in answered[item.id]
            assert formula not in asked[item.id]
        assert f"{question.show['tolerance']}." in answered[item.id]
        for given in item.body.drawn:
            named = f"- `{given.name}` is {markdown(given.label, {})}: "
            (line,) = re.findall(
                f"^{re.escape(named)}.*$", answered[item.id], re.MULTILINE
            )
            assert ("one of" in line) is (len(given.choices) > 1)


@pytest.mark.parametrize("pool", ["practice", "exam"])
def test_an_item_of_the_exam_pool_is_refused(
    pool: str,
    fixed: Course,
    teach: Callable[..., tuple[Syllabus, Course]],
    taught: Callable[[Course], None],
    tmp_path: Path,
) -> None:
    item = replace(fixed.items["cuda-warp-size"], pool=pool)
    course = replace(fixed, items={**fixed.items, item.id: item})
    _, course = teach(poll(item), course=course)
    taught(course)
    run = certlab("class", "kit", "warps", str(tmp_path / "kit"))
    refused = "kept for mock exams" in run.stderr
    assert refused is (pool == "exam") is not (tmp_path / "kit").exists()


def test_it_writes_new_files_and_changes_none(
    teach: Callable[..., tuple[Syllabus, Course]],
    taught: Callable[[Course], None],
    tmp_path: Path,
) -> None:
    _, course = teach(LAB)
    taught(course)
    folder = tmp_path / "a" / "kit"
    run = certlab("class", "kit", "warps", str(folder), "--json")
    names = ["rubric.md", "rubric.csv", "answers.md", "sheet.md"]
    written = [str(folder / name) for name in names]
    assert json.loads(run.stdout) == {"syllabus": "warps", "written": written}
    assert (folder / "rubric.csv").read_bytes().startswith(b"\xef\xbb\xbfday,")
    for name in names:
        if name != "sheet.md":
            (folder / name).unlink()
    (folder / "sheet.md").write_text("mine", "utf-8")
    run = certlab("class", "kit", "warps", str(folder))
    assert (run.returncode, run.stdout) == (1, "")
    assert "sheet.md: is there already; name another folder" in run.stderr
    assert [one.name for one in folder.iterdir()] == ["sheet.md"]
    assert (folder / "sheet.md").read_text("utf-8") == "mine"


def test_a_folder_that_cannot_be_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", "utf-8")
    for folder in (tmp_path / "file", tmp_path / "file" / "kit"):
        with pytest.raises(CourseError, match="name another folder"):
            files.write(folder, {"sheet.md": ""})


def test_steps_and_minutes_are_those_of_the_syllabus(
    fixed: Course,
    teach: Callable[..., tuple[Syllabus, Course]],
    taught: Callable[[Course], None],
) -> None:
    one = fixed.items["cuda-warp-size"]
    syllabus, course = teach("talk = true", LAB, "pause = true", poll(one))
    taught(course)
    shown = certlab("class", "syllabus", "warps").stdout
    steps = re.findall(r"^### \d\d:\d\d (.*)$", shown, re.MULTILINE)
    kit = files.texts(syllabus, course)
    heads = re.findall(r"^### (.*)$", kit["answers.md"], re.MULTILINE)
    assert heads == steps
    # Where nothing is asked, a learner has nothing to write.
    heads = re.findall(r"^### (.*)$", kit["sheet.md"], re.MULTILINE)
    assert heads == [steps[1], steps[3]]
    assert re.findall("^## .*", shown, re.MULTILINE)[0] in kit["answers.md"]


def test_every_syllabus_of_the_course_makes_a_kit(whole: Course) -> None:
    syllabi = read_syllabi(whole)
    assert syllabi
    for syllabus in syllabi:
        kit = files.texts(syllabus, whole)
        asked = sections(kit["sheet.md"])
        assert list(asked) == list(sections(kit["answers.md"]))
        assert [one["id"] for one in rows_of(kit["rubric.csv"])] == list(asked)
        for text in kit.values():
            assert not re.search(r"\{(fact|given|calc):|<math|\]\(\.", text)
        for step in syllabus.steps:
            for one in whole.labs[step.lab].exercises if step.lab else ():
                assert one.solution.strip() not in kit["sheet.md"]
                done = one.id in asked
                assert done or step.parts
                assert (one.solution.strip() in kit["answers.md"]) is done
