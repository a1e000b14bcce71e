"""Formulas: found, converted once, drawn by every surface, and never a way in."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from certlab.course import Course, check, load
from certlab.course.formulas import convert, table, used
from certlab.course.markup import html, plain
from certlab.course.maths import FILE, formulas, safe, spoken, typeset, words
from certlab.errors import ContentError
from certlab.formats.exports import compiled
from certlab.study.bank import compile_bank
from certlab.study.questions import compile_item

HALF = r"\frac{1}{2}"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It takes $n / b$ blocks.", ["n / b"]),
        ("$a$, $b$; and $c$", ["a", "b", "c"]),
        ("$5 and $10, or a $ alone", []),
        ("`$PATH` and `a$b$c`", []),
        ("```sh\n$ ls $HOME$\n```\n$x$", ["x"]),
        (r"\$x$ and $ x$ and $x $", []),
        ("a$x$b", []),
        ("每$n$個", ["n"]),
        (f"${HALF}$", [HALF]),
        ("$x\ny$", []),
        (f"$${HALF}$$", [HALF]),
        ("$$n$$ and $m$", ["n", "m"]),
        ("`$$n$$` and $$$n$$$", []),
    ],
)
def test_a_formula_stands_between_dollars_that_touch_it(
    text: str, found: list[str]
) -> None:
    assert list(formulas(text)) == found


@pytest.mark.parametrize(
    ("tex", "said"),
    [
        (HALF, "1 / 2"),
        (r"\lceil n / b \rceil", "⌈n / b⌉"),
        (r"x_{i}^{2} \le \sqrt{y + 1}", "x_i^2 ≤ √(y + 1)"),
        (r"2^{b-1} - 1", "2^(b − 1) − 1"),
        (r"e^{-x} = -y", "e^−x = −y"),
        (r"\sum_i p_i", "∑_i p_i"),
        (r"\frac{f(x)}{y}", "(f(x)) / y"),
        (r"6\,N", "6 N"),
        (r"\max(a, b)", "max(a, b)"),
        (r"\frac{2 n}{3 e}", "(2 n) / (3 e)"),
        (r"\log_2 n", "log_2 n"),
        (r"2 \times 3 \cdot 4", "2 × 3 ⋅ 4"),
        (r"\text{peak rate}", "peak rate"),
    ],
)
def test_what_a_formula_says_where_it_cannot_be_drawn(tex: str, said: str) -> None:
    assert words(convert(tex)) == said


def test_a_formula_between_two_dollars_stands_on_its_own_line() -> None:
    told = typeset("$$n$$", {"n": convert("n")}, draw=str)
    assert told.startswith('<math display="block" ')
    assert safe(told) == told
    assert "display" not in typeset("$n$", {"n": convert("n")})


def test_tex_that_cannot_be_read_is_named() -> None:
    with pytest.raises(ContentError, match=r"The formula \\nosuch\{x\} cannot be read"):
        convert(r"\nosuch{x}")


def test_the_table_is_what_docutils_makes_today(whole: Course) -> None:
    wanted = table({tex: convert(tex) for tex in used(whole)})
    assert (whole.root / FILE).read_text("utf-8") == wanted


@pytest.mark.parametrize(
    "mathml",
    [
        "<math><script>hit()</script></math>",
        "<math><mi onclick='hit()'>x</mi></math>",
        "<math><maction actiontype='statusline'><mi>x</mi></maction></math>",
        "<math href='javascript:hit()'><mi>x</mi></math>",
        "<math><annotation-xml encoding='text/html'><p/></annotation-xml></math>",
        "<!DOCTYPE math [<!ENTITY a 'b'>]><math><mi>&a;</mi></math>",
        "<math><mi>x</math>",
    ],
)
def test_a_bank_brings_nothing_in_with_a_formula(mathml: str) -> None:
    assert safe(mathml) is None
    shown = html(f"before ${mathml}$ after")
    assert "<m" not in shown
    assert "<script" not in shown


def test_html_draws_it_and_words_stand_in_for_it() -> None:
    made = convert(HALF)
    assert html(f"Take ${made}$ **now**") == f"Take {made} <strong>now</strong>"
    assert plain(f"Take ${made}$ now") == "Take 1 / 2 now"
    assert spoken({"a": [f"${made}$"], "b": 1}) == {"a": ["1 / 2"], "b": 1}
    assert typeset(f"`${HALF}$` ${HALF}$", {HALF: made}) == f"`${HALF}$` ${made}$"


Change = Callable[..., list[str]]


def test_a_formula_without_its_drawing_is_a_problem_and_mended(
    small: Path, problems: Change
) -> None:
    says = problems("quizzes/small.toml", 'ask = "Which', rf'ask = "$\{HALF}$ which')
    assert any("the formula" in one and "certlab check --fix" in one for one in says)
    assert FILE in check.fix(small)
    course, left = check.check(small)
    assert not [one for one in left if "formula" in one.says]
    assert list(course.maths) == [HALF]


@pytest.mark.parametrize("kind", ["markdown", "code"])
def test_a_formula_that_a_lab_shows_is_one_of_the_course(
    small: Path, kind: str
) -> None:
    file = "labs/small/10_try.ipynb"
    told = f"Half is ${HALF}$."
    shown = {"output_type": "display_data", "data": {"text/markdown": told}}
    cell = {"id": "one", "cell_type": kind, "source": told, "metadata": {}}
    cell |= {"source": "", "outputs": [shown]} if kind == "code" else {}
    (small / file).parent.mkdir()
    (small / file).write_text(json.dumps({"cells": [cell]}), "utf-8")
    _, problems = check.check(small)
    assert [one.file for one in problems if "the formula" in one.says] == [file]
    check.fix(small)
    course, left = check.check(small)
    assert not [one for one in left if "formula" in one.says]
    assert list(course.maths) == [HALF]


def test_a_formula_with_a_placeholder_is_a_problem(problems: Change) -> None:
    says = problems(
        "quizzes/small.toml", 'ask = "Which', 'ask = "$x = {fact:warp.threads}$ which'
    )
    assert any("contains a placeholder" in one for one in says)


def test_every_surface_gets_what_it_can_show(whole: Course) -> None:
    item = whole.items["cuda-matmul-intensity"]
    told = compile_item(whole, item, 0).feedback["explain"]
    assert '$<math xmlns="http://www.w3.org/1998/Math/MathML" alttext=' in told
    (exported,) = compiled(whole, [item])
    assert "The intensity (2 n^3) / (3 n^2 e) = (2 n) / (3 e) grows" in str(
        exported.feedback
    )
    assert "<math" not in str(exported)
    bank = compile_bank(load(), "cuda", exams=True)
    assert any("<math" in str(row) for row in bank["items"])
