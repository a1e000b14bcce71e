"""After a section one question of the bank: which one, where it stands, and how it is asked."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from certlab.app.esm import STATIC
from certlab.app.pages.check_yourself import section_check
from certlab.course import Course, workspace
from certlab.course.items.card import Card
from certlab.course.section_checks import (
    after_sections,
    section_items,
    tries,
    tries_ask_what_is_typed,
)
from certlab.words import ENGLISH
from tests.axe import violations
from tests.widgets.test_esm import run_node
from tests.widgets.test_lab import answer_by_mouse

Open = Callable[..., Page]


def test_cards_and_what_is_kept_for_exams_or_to_analyse_are_left_out(
    fixed: Course,
) -> None:
    page = fixed.pages["cuda"]
    asked = section_items(fixed, page)
    assert asked
    for anchor, items in asked.items():
        ids = [item.id for item in items]
        assert ids == sorted(ids)
        assert {item.section for item in items} == {anchor}
        assert {item.pool for item in items} == {"practice"}
        assert not {item.kind for item in items} & {"card", "scenario"}
        assert {item.level for item in items} <= {"recall", "apply"}
    (anchor, [first, *_]), *_ = asked.items()
    card = {"kind": "card", "body": Card("A back.")}
    for change in ({"pool": "exam"}, card, {"level": "analyse"}, {"status": "draft"}):
        other = replace(fixed, items={first.id: replace(first, **change)})
        assert section_items(other, page) == {}, change


def test_it_stands_before_the_next_heading_and_fences_hold_none(fixed: Course) -> None:
    body = "Begin.\n\n## A\n\nText.\n\n```sh\n## no heading\n```\n\n### B\n\nMore.\n"
    page = replace(fixed.pages["cuda"], body=body)
    told = after_sections(page, body, {"a": "[a]", "b": ""}.__getitem__)
    assert told == (
        "Begin.\n\n## A\n\nText.\n\n```sh\n## no heading\n```\n\n[a]\n\n### B\n\nMore.\n"
    )


@pytest.mark.parametrize(
    ("body", "order"),
    [
        ("## A\n\n### B\n\nb.\n\n#### C\n\nc.\n\n## D\n\nd.\n", "b. B c. C A d. D"),
        ("## A\n\n### B\n\n#### C\n\nc.\n\n### D\n\nd.\n", "c. C B d. D A"),
        ("## A\n\na.\n\n### B\n\nb.\n\n## C\n", "a. A b. B C"),
    ],
)
def test_nothing_is_asked_of_a_section_before_its_first_paragraph(
    body: str, order: str, fixed: Course
) -> None:
    """A section without text of its own ends with the last one below it."""
    page = replace(fixed.pages["cuda"], body=body)
    told = after_sections(page, body, str.upper)
    lines = [line for line in told.splitlines() if line and line[0] != "#"]
    assert lines == order.split()


def test_another_one_is_asked_at_the_next_visit() -> None:
    module = json.dumps((STATIC / "site" / "section_check.js").as_uri())
    script = (
        f"const {{ itemToAsk }} = await import({module});"
        'const rows = (text) => text.split(" ").map((item) => ({ item }));'
        'console.log(["x", "b x", "b a x", "b a c", "a b c a"]'
        '.map((text) => itemToAsk(["a", "b", "c"], rows(text))).join(" "));'
    )
    ran = run_node("--input-type=module", "--eval", script)
    assert ran.stdout.split() == ["a", "a", "c", "b", "b"], ran.stderr


def test_a_question_before_a_working_is_not_asked_after_its_section_too(
    fixed: Course,
) -> None:
    page = fixed.pages["cuda"]
    assert tries(page) == ["cuda-grid-size"]
    asked = section_items(fixed, page)["grids-blocks-and-threads"]
    assert "cuda-grid-size" not in [item.id for item in asked]
    bare = replace(page, body=page.body.replace("item:", "x:"))
    asked = section_items(fixed, bare)["grids-blocks-and-threads"]
    assert "cuda-grid-size" in [item.id for item in asked]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("Try it**", "Worked example**", "only a Try it has one"),
        ("](item:cuda-grid-size)", "](module:mig)", "only a Try it has one"),
        ("cuda-grid-size", "cuda-warp-size", "asks cuda-warp-size"),
        ("cuda-grid-size", "cuda-matmul-intensity", "cuda-matmul-intensity"),
        ("cuda-grid-size", "mig-ones-beside-a-three", "mig-ones-beside"),
    ],
)
def test_a_try_it_asks_what_is_typed_of_its_page(
    old: str, new: str, says: str, fixed: Course
) -> None:
    assert not [*tries_ask_what_is_typed(fixed)]
    page = fixed.pages["cuda"]
    other = replace(page, body=page.body.replace(old, new))
    module = replace(fixed.modules["cuda"], pages=(other,))
    course = replace(fixed, modules={**fixed.modules, "cuda": module})
    assert [one for one in tries_ask_what_is_typed(course) if says in one.says]


LISTED = "Which of them is idle?\n\n```\nGPU 0   3 %\n```\nSay which."


def test_its_line_has_no_listing(fixed: Course) -> None:
    page = fixed.pages["cuda"]
    (anchor, [item, *_]), *_ = section_items(fixed, page).items()
    listed = replace(item, ask=LISTED)
    told = section_check(fixed, page, anchor, [listed], ENGLISH)
    assert "<span>Which of them is idle?</span></summary>" in told


def test_its_line_has_no_listing_on_a_live_page_either() -> None:
    module = json.dumps((STATIC / "site" / "section_check.js").as_uri())
    script = (
        f"const {{ lead }} = await import({module});"
        f"console.log(lead({json.dumps(LISTED)}), lead('`a` or b?'));"
    )
    ran = run_node("--input-type=module", "--eval", script)
    assert ran.stdout.strip() == "Which of them is idle? `a` or b?", ran.stderr


def test_a_preview_in_the_workspace_has_links_to_it(
    fixed: Course, tmp_path: Path
) -> None:
    workspace.fill(fixed, tmp_path)
    text = (tmp_path / "modules" / "cuda.md").read_text("utf-8")
    page = fixed.pages["cuda"]
    asked = [*section_items(fixed, page), *tries(page)]
    assert text.count("](cuda.md#check-") == len(asked)
    for anchor in asked:
        assert f"](cuda.md#check-{anchor})" in text


def test_it_is_answered_in_place_and_kept(small_visit: Open, fixed: Course) -> None:
    asked = section_items(fixed, fixed.pages["cuda"])
    page = small_visit("modules/cuda.html")
    lines = page.locator("details.check")
    ids = lines.evaluate_all("all => all.map(({ id }) => id)")
    assert [one for one in ids if one[6:] in asked] == [f"check-{one}" for one in asked]
    anchor = next(a for a, i in asked.items() if i[0].kind == "single" and len(i) > 1)
    line = page.locator(f"#check-{anchor}")
    expect(line.locator(".cl-item")).to_have_count(0)
    line.locator("summary").click()
    lines.last.locator("summary").click()  # two at once are told apart
    expect(lines.last.locator(".cl-item")).to_be_visible()
    for theme in ("light", "dark"):
        page.evaluate(f"document.body.dataset.theme = '{theme}'")
        assert violations(page) == []
    first = line.locator(".cl-ask").inner_text()
    answer_by_mouse(line.locator(".cl-item"))
    expect(line.locator(".cl-verdict")).to_be_visible()
    page.goto(f"{page.url}#check-{anchor}")
    page.reload()
    page.wait_for_selector("html[data-mounted]", state="attached")
    expect(line.locator(".cl-ask")).to_be_visible()  # its own address opens it
    assert line.locator(".cl-ask").inner_text() != first
    page.set_viewport_size({"width": 390, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_working_of_a_try_it_unfolds_after_the_answer(small_visit: Open) -> None:
    page = small_visit("modules/cuda.html")
    box = page.locator(".box.try-it")
    working = box.locator("details.working")
    expect(working.get_by_text("take 4 blocks")).to_be_hidden()
    box.locator("details.check > summary").click()
    page.locator("#check-grids-blocks-and-threads > summary").click()  # in its section
    expect(box.get_by_role("form", name="How many blocks?")).to_be_visible()
    assert violations(page) == []
    field = box.get_by_label("Your answer")
    field.fill("many")
    field.press("Enter")
    expect(box.locator("[aria-invalid=true]")).to_be_visible()
    expect(working).to_have_js_property("open", False)
    field.fill("17")
    field.press("Enter")
    expect(box.locator(".cl-verdict")).to_be_visible()
    expect(working.get_by_text("take 4 blocks")).to_be_visible()
    for theme in ("light", "dark"):
        page.evaluate(f"document.body.dataset.theme = '{theme}'")
        assert violations(page) == []
    page.set_viewport_size({"width": 390, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
