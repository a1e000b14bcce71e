"""A lab's notebook as the page of its recorded run."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from certlab.app.pages.recorded import recorded_page
from certlab.course import Course
from certlab.course.labs import Lab
from certlab.errors import SiteError

Cell = dict[str, Any]
Draw = Callable[..., str]


def text(words: str) -> Cell:
    return {"cell_type": "markdown", "metadata": {}, "source": words}


def code(source: str, *outputs: Cell, **metadata: object) -> Cell:
    return {
        "cell_type": "code",
        "metadata": metadata,
        "source": source,
        "outputs": list(outputs),
    }


def shown(**data: str) -> Cell:
    kinds = {"svg": "image/svg+xml", "plain": "text/plain", "html": "text/html", "markdown": "text/markdown"}  # fmt: skip
    bundle = {kinds[name]: value.splitlines(keepends=True) for name, value in data.items()}  # fmt: skip
    return {"output_type": "display_data", "data": bundle, "metadata": {}}


def printed(words: str) -> Cell:
    return {"output_type": "stream", "name": "stdout", "text": words}


@pytest.fixture
def draw(course: Course, tmp_path: Path) -> Draw:
    """The page of a notebook with these cells."""

    def page(
        *cells: Cell, reason: str = "", maths: dict[str, str] | None = None
    ) -> str:
        path = tmp_path / "10_try.ipynb"
        path.write_text(json.dumps({"cells": [text("# Try it\n\nSee."), *cells]}))
        lab = Lab(
            id="small/10_try",
            module="small",
            title="Try it",
            paths=("C", "B"),
            objectives=("nca-test.1.1",),
            minutes=5,
            needs=(),
            exercises=(),
            path=path,
            file="labs/small/10_try.ipynb",
        )
        with_lab = replace(course, labs={lab.id: lab}, maths=maths or {})
        return recorded_page(with_lab, lab, reason)

    return page


def test_the_head_says_what_a_recorded_run_is(draw: Draw) -> None:
    page = draw()
    assert page.startswith('<p class="over">Lab of <a href="../../modules/small.html">')
    assert "5 minutes" in page
    assert 'href="../../certifications/nca-test.html#nca-test.1.1"' in page
    assert page.count("# Try it") == 1
    assert "recorded on a CPU" in page
    assert "runs on a CPU and runs in the browser" in page
    assert "../../lite/lab/index.html?path=labs/small/10_try.ipynb" in page


def test_a_lab_that_does_not_open_says_why(draw: Draw) -> None:
    page = draw(reason="It needs a GPU.")
    assert "It needs a GPU." in page
    assert "lite/" not in page


def test_code_and_what_it_printed(draw: Draw) -> None:
    page = draw(code("print(1 < 2)", printed("\x1b[1mTrue\x1b[0m <b>\n\nnext\n")))
    assert "```python\nprint(1 < 2)\n```" in page
    assert '<pre class="out" tabindex="0">True &lt;b&gt;\n\nnext</pre>' in page


def test_a_fence_in_code_does_not_end_it(draw: Draw) -> None:
    assert "````python\ns = '```'\n````" in draw(code("s = '```'"))


def test_hidden_code_is_folded(draw: Draw) -> None:
    page = draw(code("x = 1", jupyter={"source_hidden": True}))
    assert "<summary>Code</summary>\n\n```python\nx = 1\n```\n\n</details>" in page


def test_what_is_for_a_hosted_machine_is_left_out(draw: Draw) -> None:
    hosted = {"metadata": {"certlab": {"only": "hosted"}}}
    badge = text("[![Open](https://example.org/badge.svg)](https://example.org)")
    page = draw(badge | hosted, code("install = 1") | hosted, code("shown = 1"))
    assert "example.org" not in page
    assert "install" not in page
    assert "shown = 1" in page


def test_a_drawing_goes_before_the_text_of_the_same_output(draw: Draw) -> None:
    svg = '<svg viewBox="0 0 1 1"><rect id="a"/></svg>'
    page = draw(code("", shown(svg=svg, plain="MigBoard: one"), shown(svg=svg)))
    assert 'aria-label="MigBoard: one"' in page
    assert 'id="cell-2-1-a"' in page
    assert 'id="cell-2-2-a"' in page
    assert "<pre" not in page


def test_html_is_shown_as_text_and_never_run(draw: Draw) -> None:
    page = draw(code("", shown(html="<script>1</script>")))
    assert "&lt;script&gt;1&lt;/script&gt;" in page
    assert "<script" not in page


def test_markdown_is_markdown(draw: Draw) -> None:
    page = draw(code("", shown(markdown="| [a](10_try.ipynb) |\n|---|", plain="x")))
    assert "| [a](../../labs/small/10_try.html) |" in page


@pytest.mark.parametrize(
    ("target", "leads"),
    [
        ("10_try.ipynb", "../../labs/small/10_try.html"),
        ("../small/10_try.ipynb", "../../labs/small/10_try.html"),
        ("../../modules/small.md", "../../modules/small.html"),
        ("../../modules/small.md#The-Warps", "../../modules/small.html#the-warps"),
        ("../../quizzes/drill.ipynb", "../../drill.html"),
        ("../../quizzes/flashcards.ipynb", "../../drill.html#flashcards"),
        ("#Try-it", "#try-it"),
        ("https://example.org/a.ipynb", "https://example.org/a.ipynb"),
    ],
)
def test_links_lead_to_the_site(draw: Draw, target: str, leads: str) -> None:
    assert f"[there]({leads})" in draw(text(f"Go [there]({target})."))


def test_formulas_are_drawn_as_on_the_page_of_a_module(draw: Draw) -> None:
    known = '<math alttext="n"><mi>n</mi></math>'
    page = draw(
        text("For $n$ [here](#Try-it), not `$n$`:\n\n$$n$$"),
        code("", shown(markdown="And $n$.", plain="x")),
        maths={"n": known},
    )
    assert f"For {known} [here](#try-it), not `$n$`:" in page
    assert '<math display="block" alttext="n"><mi>n</mi></math>' in page
    assert f"And {known}." in page


def test_what_looks_like_a_link_in_code_stays(draw: Draw) -> None:
    words = "`a[0](b.md)` and\n\n```python\na[0](b.md)\n```\n"
    assert words.strip() in draw(text(words))


def test_a_link_that_leads_nowhere_is_told(draw: Draw) -> None:
    with pytest.raises(SiteError, match=r"labs/small/10_try.ipynb: .*b\.md.*\.$"):
        draw(text("[a](b.md)"))


def test_a_run_that_stopped_is_not_published(draw: Draw) -> None:
    error = {"output_type": "error", "ename": "ValueError", "evalue": "", "traceback": []}  # fmt: skip
    with pytest.raises(SiteError, match="stopped with ValueError"):
        draw(code("1 / 0", error))


def test_every_lab_of_the_course_can_be_shown(whole: Course) -> None:
    for lab in whole.labs.values():
        page = recorded_page(whole, lab, "")
        exercises = page.count("<summary>Solution</summary>")
        assert exercises == len(lab.exercises)
        assert "WidgetModel" not in page
