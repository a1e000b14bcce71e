"""Every defect the check must name, each put into a course that was clean."""

import json
import re
import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from certlab.course import Course, check, ledger, load, told_in_texts
from certlab.course.notebook import canonical
from certlab.course.problems import Problem
from certlab.course.quality.intros import sentences
from certlab.errors import ContentError
from certlab.study.item_tests import run_item_tests

Broken = Callable[[str, str, str], list[str]]
BANK = "quizzes/small.toml"
FACTS = "content/facts/small.toml"
PAGE = "content/modules/small.md"

DEFECTS = {
    "an id used twice": (
        BANK,
        'id = "small-memories"',
        'id = "small-card"',
        "small-card: the id is already used in quizzes/small.toml",
    ),
    "a fact id used twice": (
        FACTS,
        'id = "card.bandwidth"',
        'id = "warp.threads"',
        "warp.threads: the id is already used",
    ),
    "an unknown kind": (BANK, 'kind = "multi"', 'kind = "many"', "kind is 'many'"),
    "a missing reason": (
        BANK,
        ', why = "That is half of it."',
        "",
        "small-warp-size: option sixteen has no reason",
    ),
    "a bad expression": (
        BANK,
        "ceil(n / b)",
        "__import__('os')",
        "small-blocks: bad expression",
    ),
    "an expression with an unknown name": (
        BANK,
        "ceil(n / b)",
        "ceil(n / c)",
        "nothing given is named c",
    ),
    "a source without a row": (
        BANK,
        'section = "warps"\nsources = ["guide"]',
        'section = "warps"\nsources = ["gone"]',
        "small-warp-size: source gone has no row",
    ),
    "an item without a source": (
        BANK,
        'section = "warps"\nsources = ["guide"]',
        'section = "warps"\nsources = []',
        "small-warp-size: sources is empty",
    ),
    "a number from no fact in an item": (
        BANK,
        "The size is {fact:warp.threads}.",
        "The size is 32 threads.",
        "small-warp-size: explain: 32 threads comes from no fact",
    ),
    "a number from no fact on a page": (
        PAGE,
        "A warp is {fact:warp.threads}.",
        "A card moves 3.35 TB/s.",
        "small: 3.35 TB/s comes from no fact",
    ),
    "a quotation that is no box": (
        PAGE,
        "A warp is {fact:warp.threads}.",
        "A warp is {fact:warp.threads}.\n\n> **Remember** So it is.",
        "small: a quotation opens with 'Remember', which is not a box",
    ),
    "a quotation without a word": (
        PAGE,
        "A warp is {fact:warp.threads}.",
        "A warp is {fact:warp.threads}.\n\n> So it is.",
        "small: a quotation opens with '', which is not a box",
    ),
    "a number from no fact in a figure": (
        "content/figures/small-warps.svg",
        "<text>{fact:warp.threads}",
        "<text>32 threads",
        "small-warps: 32 threads comes from no fact",
    ),
    "a fact without a tier": (FACTS, 'tier = "A"', "", "warp.threads: no tier"),
    "a fact of tier B with one source": (
        FACTS,
        'tier = "A"',
        'tier = "B"',
        "warp.threads: tier B needs two sources",
    ),
    "a graded fact of tier C": (
        FACTS,
        'unit = "threads"\ntier = "A"',
        'unit = "threads"\ntier = "C"',
        "small-card: rests on warp.threads, of tier C",
    ),
    "a rate that is neither dense nor sparse": (
        FACTS,
        'unit = "TB/s"',
        'unit = "TFLOPS"',
        "card.bandwidth: a rate needs sparsity",
    ),
    "a unit nobody knows": (FACTS, "TB/s", "TBps", "unit 'TBps' is not in the table"),
    "a fact that is not there": (
        PAGE,
        "{fact:warp.threads}",
        "{fact:warp.weight}",
        "there is no fact warp.weight",
    ),
    "an objective that is not there": (
        BANK,
        'level = "apply"',
        'also = ["nca-test.9.9"]\nlevel = "apply"',
        "small-blocks: there is no objective nca-test.9.9",
    ),
    "a bank whose module has no page": (
        BANK,
        'module = "small"',
        'module = "large"',
        "small-blocks: module large has no page in content/modules",
    ),
    "an enemy that is not there": (
        BANK,
        'level = "apply"',
        'enemies = ["small-gone"]\nlevel = "apply"',
        "small-blocks: there is no item small-gone",
    ),
    "a module that is not there": (
        PAGE,
        "A warp is",
        "[See](module:gone). A warp is",
        "small: there is no module gone",
    ),
    "a test that the key misses": (
        BANK,
        '"4 blocks", outcome = "correct"',
        '"5 blocks", outcome = "correct"',
        "small-blocks: its test '5 blocks' with {'n': 1000, 'b': 256} is wrong",
    ),
    "a trap that is the answer in a variant": (
        BANK,
        'answer = "n // b"',
        'answer = "n // 500 + 2"',
        "small-blocks: the trap n // 500 + 2 is the answer, or within its tolerance, in 1",
    ),
    "a trap that another one hides": (
        BANK,
        'why = "Rounded down." }]',
        'why = "Rounded down." }, { answer = "floor(n / b)", why = "So too." }]',
        "small-blocks: the trap floor(n / b) is the trap n // b, or within its tolerance",
    ),
    "a numeric item without tests": (
        BANK,
        """tests = [
  { answer = "4 blocks", outcome = "correct", given = { n = 1000 } },
  { answer = "3", outcome = "wrong", given = { n = 1000 } },
  { answer = "many", outcome = "invalid" },
]""",
        "",
        "small-blocks: a numeric item needs tests",
    ),
    "a formula without a value": (
        BANK,
        "ceil(n / b)",
        "ceil(n / (b - 256))",
        "small-blocks: cannot be asked",
    ),
    "a scenario with an item that is not there": (
        BANK,
        'kind = "card"',
        'kind = "scenario"\ncontext = "Here."\nitems = ["small-gone"]',
        "small-card: there is no item small-gone",
    ),
    "a unit said twice": (
        PAGE,
        "A warp is {fact:warp.threads}.",
        "A warp is {fact:warp.threads} threads.",
        "small: says threads twice; write {fact:warp.threads|value} threads",
    ),
    "a section that is not there": (
        BANK,
        'section = "warps"',
        'section = "woofs"',
        "the page small has no section woofs",
    ),
    "a figure that is not there": (
        PAGE,
        "figure:small-warps",
        "figure:gone",
        "there is no figure gone",
    ),
    "a lab that is not there": (
        PAGE,
        "A warp is",
        "[Run](lab:small/gone) it. A warp is",
        "there is no lab small/gone",
    ),
    "a misspelt field": (
        BANK,
        "explain = ",
        "explian = ",
        "unknown field explian; remove it or fix its spelling",
    ),
    "two correct options in a single": (
        BANK,
        'text = "16 threads", why',
        'text = "16 threads", correct = true, why',
        "2 options are correct; one must be",
    ),
    "no correct option in a single": (
        BANK,
        'text = "{fact:warp.threads}", correct = true, why',
        'text = "{fact:warp.threads}", why',
        "its own answer [] is",
    ),
    "a file that is not TOML": (
        BANK,
        'rev = 1\nkind = "card"',
        "rev =",
        "not valid TOML",
    ),
    "front matter that is not there": (PAGE, "+++\n", "", "no front matter"),
    "weights that do not add up": (
        "content/certifications/nca-test.toml",
        "weight = 100",
        "weight = 90",
        "weights sum to 90",
    ),
    "a figure that says nothing": (
        "content/figures/small-warps.svg",
        "<desc>A warp.</desc>",
        "",
        "no desc; say what it shows",
    ),
    "a figure that is to be a widget that there is not": (
        "content/figures/small-warps.svg",
        "<svg ",
        '<svg data-live="carousel" ',
        'no widget "carousel" that a page can hold; choose one of ',
    ),
    "a new id": (
        BANK,
        'id = "small-card"',
        'id = "small-flash"',
        "small-flash: not in content/ids.txt",
    ),
}


@pytest.mark.parametrize("name", DEFECTS)
def test_the_check_names(name: str, problems: Broken) -> None:
    file, old, new, says = DEFECTS[name]
    found = problems(file, old, new)
    assert any(says in one for one in found), found


def test_a_clean_course_has_no_problem(small: Path) -> None:
    course, problems = check.check(small)
    assert [*problems, *run_item_tests(course)] == []


def test_the_table_counts_what_is_there(small: Path) -> None:
    course, _ = check.check(small)
    (row,) = check.table(course)
    assert (row["module"], row["items"], row["cards"]) == ("small", 3, 1)


def test_all_problems_are_reported_at_once(small: Path) -> None:
    for name in (
        "an unknown kind",
        "a fact without a tier",
        "a figure that is not there",
    ):
        file, old, new, _ = DEFECTS[name]
        path = small / file
        path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")
    files = {one.file for one in check.check(small)[1]}
    assert {BANK, FACTS, PAGE} <= files


def test_an_id_in_a_file_that_cannot_be_read_is_not_told_to_be_retired(
    small: Path,
) -> None:
    path = small / BANK
    path.write_text("[[item", "utf-8")
    (unread,) = [one.says for one in check.check(small)[1] if one.id == "small-card"]
    assert "mend what is named" in unread
    assert "--fix" not in unread
    path.unlink()
    (says,) = [one.says for one in check.check(small)[1] if one.id == "small-card"]
    assert "run certlab check --fix to retire its id" in says


def test_loading_a_broken_course_says_the_first_problem_and_how_many(
    small: Path,
) -> None:
    path = small / BANK
    path.write_text(path.read_text("utf-8").replace("rev = 1", "rev = 'a'"), "utf-8")
    with pytest.raises(ContentError, match=r"rev is 'a'.*3 more: run certlab check"):
        load(small)


def test_the_id_of_a_retired_item_may_not_come_back(small: Path) -> None:
    path = small / BANK
    whole = path.read_text("utf-8")
    path.write_text(whole[: whole.rindex("[[item]]")], "utf-8")
    assert any("the item is gone" in str(one) for one in check.check(small)[1])
    assert check.fix(small) == [ledger.FILE]
    assert check.check(small)[1] == []
    path.write_text(whole, "utf-8")
    found = check.check(small)[1]
    assert any("re-uses the id of a retired item" in one.says for one in found)
    check.fix(small)
    assert check.check(small)[1] == found, "fixing must not bring it back"


def notebook(**cell: object) -> dict[str, object]:
    code = {
        "id": "one",
        "cell_type": "code",
        "source": "1 + 1",
        "metadata": {},
        "outputs": [],
        "execution_count": 1,
    }
    mark = {"title": "A lab", "paths": ["C"], "objectives": ["nca-test.1.1"]}
    return {
        "cells": [code | cell],
        "metadata": {"certlab": mark},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


BITMAP = {"output_type": "display_data", "metadata": {}, "data": {"image/png": "AA"}}
STOPPED = {"output_type": "error", "ename": "NameError", "evalue": "", "traceback": []}
NOTEBOOKS: dict[str, tuple[dict[str, object], str]] = {
    "a syntax error": ({"source": "1 +"}, "one: the code does not parse"),
    "no cell id": ({"id": ""}, "cell 1: every cell needs an id"),
    "a bitmap": ({"outputs": [BITMAP]}, "one: it contains a bitmap"),
    "a failed cell": ({"outputs": [STOPPED]}, "one: it stopped with NameError"),
    "an output ignored without a reason": (
        {"metadata": {"tags": ["nbval-ignore-output"]}},
        "one: its output is not compared; say why",
    ),
    "a chart that is shown elsehow": (
        {"source": "import matplotlib.pyplot as plt\nplt.plot([1])\nplt.show()"},
        "one: it draws a chart; end it with compute.chart.picture(...) alone",
    ),
    "a chart that is compared": (
        {"source": "figure, axes = plt.subplots()\nchart.picture(figure, 'x')"},
        "one: versions draw differently; tag its output nbval-ignore-output",
    ),
    "an exercise without a solution": (
        {"metadata": {"certlab": {"exercise": "small-one", "role": "stub"}}},
        "small-one: an exercise needs an id, a stub, a solution and a check",
    ),
    "a prediction whose code has another id": (
        {
            "metadata": {"certlab": {"prediction": "small-guess"}},
            "source": 'prediction("small-other", "How many?")',
        },
        "small-guess: a prediction needs an id of its own, the same in tag and code",
    ),
    "a prediction that the cell below does not compare": (
        {
            "metadata": {"certlab": {"prediction": "small-guess"}},
            "source": 'prediction("small-guess", "How many?")',
        },
        "small-guess: the code cell after a prediction measures, and compares it",
    ),
    "a prediction that its cell is not tagged with": (
        {"source": 'guess = prediction("small-guess", "How many?")'},
        "one: asks for a prediction; name it in certlab.prediction",
    ),
    "a prediction that the ledger does not know": (
        {
            "metadata": {"certlab": {"prediction": "small-guess"}},
            "source": 'prediction("small-guess", "How many?")',
        },
        "small-guess: not in content/ids.txt; run certlab check --fix",
    ),
}


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_the_check_names_in_a_notebook(name: str, small: Path) -> None:
    cell, says = NOTEBOOKS[name]
    path = small / "labs/small/10_try.ipynb"
    path.parent.mkdir()
    path.write_text(json.dumps(notebook(**cell)), "utf-8")
    found = [str(one) for one in check.check(small)[1]]
    assert any(says in one for one in found), found


def test_a_notebook_of_no_module_stores_nothing_of_somebody_else(small: Path) -> None:
    cell = {
        "metadata": {"tags": ["nbval-ignore-output"], "certlab": {"reason": "x"}},
        "outputs": [{"output_type": "stream", "name": "stdout", "text": ["Xeon"]}],
    }
    says = "one: it shows somebody else's output; store none"
    for place, wanted in (("labs/00_start.ipynb", 1), ("labs/small/10_try.ipynb", 0)):
        path = small / place
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(notebook(**cell)), "utf-8")
        found = [str(one) for one in check.check(small)[1]]
        assert sum(says in one for one in found) == wanted, found
        path.unlink()


def test_fixing_puts_a_notebook_in_canonical_form(small: Path) -> None:
    path = small / "labs/small/10_try.ipynb"
    path.parent.mkdir()
    path.write_text(json.dumps(notebook()), "utf-8")
    says = "not in canonical form; run certlab check --fix."
    problem = Problem("labs/small/10_try.ipynb", "", says)
    assert problem in check.check(small)[1]
    assert check.fix(small) == ["labs/small/10_try.ipynb"]
    assert check.check(small)[1] == []
    assert check.fix(small) == []


def test_fixing_tells_a_text_what_of_a_lab_runs_elsewhere(small: Path) -> None:
    for name, lacks in (("10_try", {"windows": "no ranks"}), ("20_more", {})):
        made = notebook()
        made["metadata"] = {"certlab": {"title": "Try it"} | lacks}
        path = small / f"labs/small/{name}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(canonical(made), "utf-8")
    text = told(small, "docs/systems.md", "labs by system")
    lines = text.read_text("utf-8").splitlines()
    assert lines[3:7] == [
        "| lab | Linux | macOS | Windows |",
        "|---|---|---|---|",
        "| `small/10_try` | all of it | as on Linux | no ranks |",
        "| any other | all of it | as on Linux | as on Linux |",
    ]
    assert lines[-3:] == ["<!-- /labs by system -->", "", "More."]


def told(small: Path, file: str, name: str) -> Path:
    """A text with these marks, after check has named it and mended it."""
    text = small / file
    text.parent.mkdir(exist_ok=True)
    marks = f"<!-- {name} -->\n", f"<!-- /{name} -->\n"
    text.write_text("# A course\n\n{}old\n{}\nMore.\n".format(*marks), "utf-8")
    says = "what it says of the course is old; run certlab check --fix."
    assert check.check(small)[1] == [Problem(file, "", says)]
    assert check.fix(small) == [file]
    assert check.check(small)[1] == []
    return text


def test_a_text_is_told_the_course_in_numbers(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    shutil.copytree(Path(__file__).parents[1] / "courses" / "small", whole)
    marks = "<!-- course in numbers -->\n", "<!-- /course in numbers -->\n"
    (whole / "README.md").write_text("".join(marks), "utf-8")
    course = load(whole)
    kinds = Counter((one.body.asked, one.body.graded) for one in course.items.values())
    assert len(kinds) == 3, "questions, cards and a scenario's frame"
    text = told_in_texts.renewed(course)["README.md"]
    row, names = (text.splitlines()[at].strip("| ").split(" | ") for at in (1, 3))
    assert dict(zip(names, row, strict=True)) == {
        "modules": f"**{len(course.modules)}**",
        "labs": f"**{sum(bool(one.module) for one in course.labs.values())}**",
        "graded questions": f"**{kinds[True, True]}**",
        "cards": f"**{kinds[True, False]}**",
        "exams": "**1**",
    }
    assert "\nObjectives with questions: NCA-AIIO 7 of 8.\n" in text


@pytest.mark.parametrize(
    ("count", "shown"),
    [(7, "7"), (55, "55"), (100, "100+"), (256, "250+"), (1303, "1,300+")],
)
def test_a_large_number_is_cut_to_two_figures(count: int, shown: str) -> None:
    assert told_in_texts.in_two_figures(count) == f"**{shown}**"


def test_a_text_without_the_marks_is_left_alone(small: Path) -> None:
    (small / "README.md").write_text("# A course\n", "utf-8")
    assert check.check(small)[1] == []
    assert check.fix(small) == []


def test_a_file_that_is_no_notebook_is_named(small: Path) -> None:
    path = small / "labs/small/10_try.ipynb"
    path.parent.mkdir()
    path.write_text("{", "utf-8")
    assert any("not a notebook" in one.says for one in check.check(small)[1])


def test_the_real_course_is_clean() -> None:
    from certlab.course import location

    course, found = check.check(location.find())
    found += run_item_tests(course)
    assert [str(one) for one in found if not one.warning] == []


def test_fix_retires_no_id_of_a_file_that_cannot_be_read(small: Path) -> None:
    """An id is retired for ever, and what a typing error hides is not gone."""
    check.fix(small)
    facts, ids = small / "content/facts/small.toml", small / ledger.FILE
    right, known = facts.read_text("utf-8"), ids.read_text("utf-8")
    assert "fact warp.threads\n" in known
    facts.write_text(right.replace("value = 32", "value = "), "utf-8")
    assert check.fix(small) == []
    assert ids.read_text("utf-8") == known
    facts.write_text(right.replace("warp.threads", "warp.lanes"), "utf-8")
    assert check.fix(small) == [ledger.FILE]
    assert "fact warp.threads retired\n" in ids.read_text("utf-8")


def test_the_caption_of_a_live_figure_names_no_place(small: Path) -> None:
    """Its parts stand beside each other or one above the other, as the window is wide."""
    figure, page = small / "content/figures/small-warps.svg", small / PAGE
    drawn, text = figure.read_text("utf-8"), page.read_text("utf-8")
    for caption, live, named in (
        ("Left, a warp; right, another", True, "says 'Left'"),
        ("A warp, and lanes below", True, "says 'below'"),
        ("Left, a warp", False, ""),
        ("A warp and what it copyrights", True, ""),
    ):
        svg = drawn.replace("<svg ", '<svg data-live="board" ') if live else drawn
        figure.write_text(svg, "utf-8")
        page.write_text(text.replace("![Warps]", f"![{caption}]"), "utf-8")
        found = [one.says for one in check.check(small)[1]]
        says = [one for one in found if one.startswith("the caption")]
        assert [named in one for one in says] == [True] * bool(named), found


def test_the_description_of_a_live_figure_does_not_go_by_places(small: Path) -> None:
    page = small / PAGE
    name = re.search(r"!\[Warps\]\(figure:([^)#]+)", page.read_text("utf-8"))
    assert name
    figure = small / f"content/figures/{name[1]}.svg"
    drawn = figure.read_text("utf-8").replace("<svg ", '<svg data-live="board" ')
    for description, named in (
        ("Left, a warp. Right, another.", "says 'Left'"),
        ("A warp by itself. Right, another one.", "says 'Right'"),
        ("On the left, a warp", "says 'On the left'"),
        ("The line stays below 8, left of the bend, from top to bottom", ""),
    ):
        svg = re.sub("<desc>.*?</desc>", f"<desc>{description}</desc>", drawn)
        figure.write_text(svg, "utf-8")
        found = [one.says for one in check.check(small)[1]]
        says = [one for one in found if one.startswith("the description")]
        assert [named in one for one in says] == [True] * bool(named), found


def test_a_lab_says_how_it_is_done(small: Path, fixed: Course) -> None:
    """By what it has: predictions, exercises and their hints."""
    lab = fixed.labs["mig/10_slices"]
    (tries,) = sentences(lab)
    assert "hint" not in tries
    hinted = replace(lab, exercises=(replace(lab.exercises[0], hints=("Look.",)),))
    assert sentences(hinted)[0].startswith(tries[:-1])
    assert sentences(hinted)[0].endswith("gets another hint.")
    predicts = replace(lab, exercises=(), predictions=("small-guess",))
    assert len(sentences(predicts)) == 1
    assert "what you expect" in sentences(predicts)[0]

    text = lab.path.read_text("utf-8")
    path = small / "labs/small/10_try.ipynb"
    path.parent.mkdir()
    for old, wrong in (("", 0), (tries, 1), (tries[:-1], 1)):
        path.write_text(text.replace(old, "") if old else text, "utf-8")
        found = [one.says for one in check.check(small)[1]]
        assert sum(tries in one for one in found) == wrong, found


@pytest.mark.parametrize(
    ("beside", "wide", "live", "says"),
    [
        ("small-warps", 360, False, []),
        ("small-warps", 361, False, ["361 wide; on a phone only 360"]),
        ("small-warps", 360, True, ["no figure small-warps that is not live"]),
        ("small-nothing", 360, False, ["no figure small-nothing that is not live"]),
    ],
)
def test_a_drawing_for_a_phone_fits_it_and_has_a_wide_one(
    small: Path, beside: str, wide: int, live: bool, says: list[str]
) -> None:
    figure = small / "content/figures/small-warps.svg"
    drawn = figure.read_text("utf-8")
    narrow = re.sub(r'viewBox="[^"]*"', f'viewBox="0 0 {wide} 90"', drawn)
    (small / f"content/figures/{beside}.narrow.svg").write_text(narrow, "utf-8")
    if live:
        drawn = drawn.replace("<svg ", '<svg data-live="board" ')
        figure.write_text(drawn, "utf-8")
    found = [one.says for one in check.check(small)[1] if "narrow" in one.file]
    assert len(found) == len(says), found
    assert [one for one, told in zip(found, says, strict=True) if told not in one] == []
