"""Links that a teacher sends: a drill, a scenario or a paper, opened on the thing itself."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, Route, expect

from certlab.course import Course
from certlab.study.bank import compile_bank
from certlab.study.exams import blueprint, draw
from tests.axe import violations
from tests.page_rules import called
from tests.site.test_exam_first import rows

RULES = "app/static/site/deep_links.js"
NEAR = "app/static/site/near_names.js"
SCENARIO = "mig-case-two-halves"
Open = Callable[..., Page]


@pytest.mark.parametrize(
    ("search", "names"),
    [
        ("?drill=mig", ["mig"]),
        ("?drill=MIG,%20cuda,mig", ["mig", "cuda"]),
        ("?drill=mig&paper=x&drill=cuda", ["mig", "cuda"]),
        ("?drill=", []),
        ("?drill=,", []),
        ("", []),
        ("?drill=%E0%A4%A", ["�a"]),  # somebody has cut it off
    ],
)
def test_the_names_of_a_link(search: str, names: list[str]) -> None:
    found = called(RULES, "namesIn", [(search, "drill")])[0]
    assert [one.replace("%", "") for one in found] == names


def test_a_drill_has_whole_modules_and_what_an_exam_asks(fixed: Course) -> None:
    banks = [compile_bank(fixed, module) for module in fixed.modules]
    exam = "ncp-aio"  # nothing of CUDA serves it

    def asked(*names: str) -> dict[str, set[str]]:
        (found,) = called(RULES, "banksNamed", [(banks, names)])
        return {one["module"]: {row["item"] for row in one["items"]} for one in found}

    whole = {one["module"]: {row["item"] for row in one["items"]} for one in banks}
    of_exam = {row["item"] for row in banks[1]["items"] if exam in row["exams"]}
    assert [*whole] == ["cuda", "mig"]
    assert set() < of_exam < whole["mig"]
    assert asked("mig") == {"mig": whole["mig"]}
    assert asked("mig", "cuda") == whole
    assert asked(exam) == {"mig": of_exam}
    assert asked("cuda", exam) == {"cuda": whole["cuda"], "mig": of_exam}
    assert asked() == asked("nothing") == {}


def test_a_scenario_is_found_by_its_questions_and_one_of_the_exam_is_kept(
    fixed: Course,
) -> None:
    banks = [compile_bank(fixed, module) for module in fixed.modules]
    every = [one.id for one in fixed.items.values() if one.kind == "scenario"]
    assert sorted(called(RULES, "scenariosOf", [(banks,)])[0]) == sorted(every)
    found, none = called(RULES, "scenarioIn", [(banks, SCENARIO), (banks, "mig")])
    assert none is None
    one = fixed.items[SCENARIO]
    assert found["title"] == one.ask
    assert {*found["items"]} == {*one.body.children}
    candidate = {"scenario": "mig-hidden", "kept": True}
    open_one = {"scenario": SCENARIO, "kept": False}
    plans = [{"fields": [{"pools": [{"candidates": [open_one, candidate]}]}]}]
    asked = ("mig-hidden", SCENARIO, "")
    assert called(RULES, "isKept", [(plans, id) for id in asked]) == [
        True,
        False,
        False,
    ]


def test_after_a_reload_what_is_answered_is_not_asked_again() -> None:
    answers = [
        {"item": "a", "at": "2027-01-02T10:00:00.000000+00:00"},
        {"item": "b", "at": "2027-01-02T12:00:00.000000+00:00"},
    ]
    eleven = 1798887600000
    given = [(["a", "b", "c"], answers, eleven), (["b"], answers, eleven)]
    assert called(RULES, "openItems", given) == [["a", "c"], ["b"]]


@pytest.mark.parametrize(
    ("name", "exam", "seed"),
    [
        ("nca-aiio-1", "nca-aiio", 1),
        ("ncp-aiol-0042", "ncp-aio", 42),  # by its other code
        ("nca-aiio-12345", None, None),
        ("nca-aiio", None, None),
        ("nca-1", None, None),
        ("1", None, None),
    ],
)
def test_a_paper_is_an_exam_and_a_seed(
    name: str, exam: str | None, seed: int | None, fixed: Course
) -> None:
    plans = [
        {"exam": one.id, "code": one.code, "alias": one.alias}
        for one in fixed.certifications.values()
    ]
    (found,) = called(RULES, "paperNamed", [(name, plans)])
    assert found == (
        exam and {"exam": exam, "code": fixed.certifications[exam].code, "seed": seed}
    )


def test_papers_that_may_have_been_meant_keep_the_number() -> None:
    given = [
        (name, ["nca-aiio"])
        for name in ("nca-aii-7", "nca-aiio--7", "nca-aii", "nca-aiio-12345")
    ]
    numbers = [7, 7, 1, 1]
    found = called(RULES, "papersNear", [*given, ("x-1", [])])
    assert found == [*([f"nca-aiio-{one}"] for one in numbers), []]


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("mgi", "mig"),
        ("tritn", "triton"),
        ("gpu-arch", "gpu-architecture"),
        ("finetuning", "fine-tuning"),
        ("ncaaiio", "nca-aiio"),
        ("two-halves", "mig-case-two-halves"),
        ("quantum", ""),
        ("zzz", ""),
    ],
)
def test_names_that_are_spelled_alike_are_near(typed: str, near: str) -> None:
    names = [
        *("cuda", "fine-tuning", "gpu-architecture", "mig", "nim", "triton"),
        *("nca-aiio", "nca-genl", SCENARIO),
    ]
    (found,) = called(NEAR, "nearNames", [(typed, names)])
    assert found[:1] == ([near] if near else [])


def heads(page: Page) -> list[str]:
    return page.locator(".cl-head").all_inner_texts()


def linked(page: Page) -> Any:
    return page.locator(".cl-send strong")


def answer_first(page: Page) -> None:
    """Say something to the question that is shown; it is recorded."""
    card = page.locator("[data-certlab=quiz] .cl-item")
    if card.locator(".cl-choice").count():
        card.locator(".cl-choice input").last.check()
    else:
        card.locator("input[type=text]").fill("nvidia-smi mig -cgi 9,9 -C")
    card.locator("[data-key=primary]").click()
    expect(card.locator(".cl-verdict")).to_be_visible()


def mounted(page: Page) -> None:
    page.wait_for_selector("html[data-mounted]", state="attached")


def test_a_short_address_opens_the_drill_of_a_module(
    small_visit: Open, fixed: Course
) -> None:
    page = small_visit("library.html")
    root = page.url.removesuffix("library.html")
    page.goto(f"{root}?drill=mig")
    mounted(page)
    assert page.url == f"{root}drill.html?drill=mig"
    bank = compile_bank(fixed, "mig")
    graded = sum(one["kind"] != "card" for one in bank["items"])
    expect(linked(page)).to_have_text(f"MIG: {graded} questions")
    expect(page.locator("[data-certlab=quiz] .cl-ask")).to_be_focused()
    assert all(one.startswith("MIG ") for one in heads(page))
    expect(page.locator("[data-certlab=scope]")).to_contain_text("MIG")
    assert violations(page) == []
    answer_first(page)
    assert [one.mode for one in rows(page)] == ["drill"]  # and nothing else is changed
    page.reload()
    mounted(page)
    assert all(one.startswith("MIG ") for one in heads(page))
    first = rows(page)[0].item
    assert first not in page.locator("[data-certlab=quiz]").inner_html()
    page.go_back()  # the address that led on is none that one comes back to
    assert page.url == f"{root}library.html"


@pytest.mark.parametrize("name", ["drill", "drill/", "drill.html"])
def test_a_page_is_there_already_however_its_server_names_it(
    small_visit: Open, small_site: Path, name: str
) -> None:
    page = small_visit("library.html")
    root = page.url.removesuffix("library.html")
    text = Path(small_site, "drill.html").read_text("utf-8")
    body = text.replace("<head>", f'<head><base href="{root}">', 1)
    address = f"{root}{name}?drill=mig"
    page.route(
        address, lambda route: route.fulfill(body=body, content_type="text/html")
    )
    page.goto(address)
    mounted(page)
    assert page.url == address
    expect(linked(page)).to_contain_text("MIG: ")


def test_a_link_to_nothing_says_so_and_leads_on(small_visit: Open) -> None:
    page = small_visit("?drill=mgi")
    says = page.get_by_role("alert")
    expect(says).to_contain_text("There is no module or exam mgi; did you mean mig")
    expect(page.locator("[data-certlab=quiz] .cl-ask")).to_be_visible()
    expect(linked(page)).to_have_count(0)
    says.get_by_role("link", name="mig", exact=True).click()
    mounted(page)
    expect(linked(page)).to_contain_text("MIG: ")
    expect(page.get_by_role("alert")).to_have_count(0)
    other = small_visit("drill.html?drill=mig,quantum")
    expect(other.get_by_role("alert")).to_contain_text("quantum; the others")
    expect(linked(other)).to_contain_text("MIG: ")
    expect(other.get_by_role("button", name="Copy a link")).to_have_count(0)


def test_a_scenario_opens_with_its_questions_and_a_reload_goes_on(
    small_visit: Open, fixed: Course
) -> None:
    one = fixed.items[SCENARIO]
    page = small_visit(f"?scenario={SCENARIO}")
    assert page.url.endswith(f"/drill.html?scenario={SCENARIO}")
    expect(linked(page)).to_have_text(f"{one.ask}: 2 questions")
    card = page.locator("[data-certlab=quiz] .cl-item")
    expect(card.locator(".cl-place")).to_have_text("item 1 of 2")
    expect(card).to_contain_text(one.ask)
    answer_first(page)
    page.reload()
    mounted(page)
    expect(card.locator(".cl-place")).to_have_text("item 1 of 1")
    answer_first(page)
    asked = {row.item for row in rows(page)}
    assert asked == {*one.body.children}
    page.goto(page.url.replace("drill.html", "questions/mig.html").partition("?")[0])
    links = page.get_by_role("link", name="Practise this situation")
    links.and_(page.locator(f"[href$={SCENARIO}]")).first.click()  # opened anew
    mounted(page)
    expect(card.locator(".cl-place")).to_have_text("item 1 of 2")


def test_a_scenario_of_the_exam_is_refused(small_visit: Open) -> None:
    page = small_visit("drill.html")

    def keep(route: Route) -> None:
        """The exams with a scenario of their own, which the small course has not."""
        plans = route.fetch().json()
        candidate = plans[0]["fields"][0]["pools"][0]["candidates"][0]
        candidate |= {"scenario": "mig-hidden", "kept": True}
        route.fulfill(json=plans)

    page.route("**/banks/exams.json", keep)
    page.goto(f"{page.url}?scenario=mig-hidden")
    mounted(page)
    says = "The scenario mig-hidden is kept for mock exams"
    expect(page.get_by_role("alert")).to_contain_text(says)
    expect(page.locator("[data-certlab=quiz] .cl-ask")).to_be_visible()
    page.goto(page.url.replace("hidden", "case-two-halfs"))
    mounted(page)
    expect(page.get_by_role("alert").get_by_role("link")).to_have_text(SCENARIO)


def test_a_paper_waits_for_begin_and_is_the_one_that_python_draws(
    small_visit: Open, fixed: Course
) -> None:
    page = small_visit("?paper=NCP-AII-7")
    assert page.url.endswith("/mock-exam.html?paper=NCP-AII-7")
    expect(page.get_by_text("Paper 7 of NCP-AII")).to_be_visible()
    expect(page.locator("[data-key=exam-ncp-aii]")).to_be_checked()
    expect(page.locator("[data-key=seed]")).to_have_value("7")
    assert rows(page) == []
    assert violations(page) == []
    page.get_by_role("button", name="Begin").click()
    page.locator("[data-key=map]").wait_for()
    (begun,) = (row for row in rows(page) if row.outcome == "begun")
    paper = draw(blueprint(fixed, "ncp-aii"), 7)
    response: Any = begun.response
    assert [one[0] for one in response["asked"]] == [one.item for one in paper.asked]
    page.goto(page.url.replace("AII-7", "AIO-1"))  # it goes on before another
    mounted(page)
    says = page.get_by_text("Paper 1 of NCP-AIO waits")
    expect(says).to_be_visible()
    assert len([row for row in rows(page) if row.outcome == "begun"]) == 1


def test_a_paper_that_there_is_not_leads_to_the_exams(small_visit: Open) -> None:
    page = small_visit("?paper=nca-aii-7")
    expect(page.get_by_text("There is no paper nca-aii-7; did you mean")).to_contain_text("nca-aiio-7")  # fmt: skip
    expect(page.get_by_role("button", name="Begin")).to_be_visible()
    expect(page.locator("[data-key=seed]")).to_have_value("")


@pytest.mark.parametrize("key", ["drill", "scenario", "paper"])
def test_what_a_link_says_is_text_and_no_markup(small_visit: Open, key: str) -> None:
    name = "<img src=x onerror=document.title=1>"
    page = small_visit(f"?{key}={quote(name)}")
    expect(page.get_by_text(f"There is no {PARTS[key]} {name};")).to_be_visible()
    assert page.locator("img[src=x]").count() == 0


PARTS = {"drill": "module or exam", "scenario": "scenario", "paper": "paper"}


def test_a_link_is_copied_where_others_can_open_it(small_visit: Open) -> None:
    page = small_visit("modules/mig.html")
    root = page.url.removesuffix("modules/mig.html")
    copy = page.get_by_role("button", name="Copy a link to these questions")
    copy.click()
    expect(copy.locator("+ [role=status]")).to_contain_text(f"{root}?drill=mig")
    page = small_visit("mock-exam.html")
    copy = page.get_by_role("button", name="Copy a link to this paper")
    expect(copy).to_have_count(0)  # of no seed there is no paper
    page.locator("[data-key=seed]").press_sequentially("12")
    expect(page.locator("[data-key=seed]")).to_have_value("12")
    copy.click()
    code = page.locator("[data-key^=exam-]:checked").get_attribute("value")
    expect(copy.locator("+ [role=status]")).to_contain_text(f"{root}?paper={code}-12")
    page.locator("[data-key=seed]").fill("12345")
    expect(copy).to_have_count(0)
