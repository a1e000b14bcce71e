"""Quizzes and cards in Traditional Chinese: no English word, keys, axe, `lang`."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from certlab.app.assets import bank_files
from certlab.app.esm import SOURCE
from certlab.course import Course
from certlab.course.items import ASKABLE
from certlab.study.bank import compile_bank, listing
from certlab.study.history import History
from certlab.widgets import decks, mig_board
from certlab.widgets.decks import Flashcards, Quiz
from certlab.words import text
from tests.study.kinds import kinds
from tests.widgets.conftest import Bench
from tests.widgets.plain import english, plain
from tests.widgets.test_kinds_page import RIGHT, WRONG, enter

LANG = "zh_TW"
UNITS = ("FLOPS", "TFLOPS", "GFLOPS", "PFLOPS", "MFLOPS", "EFLOPS", "MHz")
HERE = Path(__file__).parent
Draw = Callable[..., Any]
Steps = Callable[[Page], None]


@pytest.fixture
def drawn(
    page: Page, bank: Course, history: History, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Draw]:
    """Draw items without English in them, of the small course or of all kinds."""
    monkeypatch.setattr(decks, "compile_bank", lambda *one: plain(compile_bank(*one)))
    benches: list[Bench] = []

    def draw(*items: str, kind: type[Quiz | Flashcards] = Quiz) -> Page:
        course = bank if items[0].startswith("small") else kinds()
        widget = kind(course, history, ASKABLE, 100, items=items, lang=LANG)
        benches.append(Bench(page, widget))
        return page

    yield draw
    for bench in benches:
        assert bench.errors == []


# Colours do not depend on the language: test_access_page looks at them in both themes.
COLOURLESS = {"rules": {"color-contrast": {"enabled": False}}}


def clean(page: Page) -> None:
    """Nothing English, and nothing that axe would mend."""
    assert english(page, "#one", *UNITS) == []
    found = Axe().run(page, context="#one", options=COLOURLESS).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []


def test_a_quiz_by_keys(drawn: Draw) -> None:
    page = drawn("small-slices", "small-memories")
    assert page.locator("#one").get_attribute("lang") == "zh-TW"
    clean(page)
    press = page.keyboard.press
    press("Tab")
    press("1")
    page.get_by_label("有把握", exact=True).check()
    press("f")
    expect(page.get_by_role("status").first).to_have_text("已標記。")
    clean(page)
    page.get_by_role("button", name="檢查答案").press("Enter")
    expect(page.locator(".cl-verdict")).to_have_text("正確" if right(page) else "錯誤")
    clean(page)
    press("Enter")
    press("Enter")  # nothing is chosen
    expect(page.get_by_role("alert")).to_have_text("請選擇 2 個選項。沒有留下記錄。")
    clean(page)
    press("1")
    press("2")
    press("Enter")
    expect(page.locator(".cl-verdict")).to_be_focused()
    clean(page)
    press("Enter")
    expect(page.locator(".cl-score")).to_contain_text("共 2 題")
    clean(page)


def right(page: Page) -> bool:
    page.wait_for_selector(".cl-verdict")
    return page.locator(".cl-tag").count() == 1


def test_a_number(drawn: Draw) -> None:
    page = drawn("small-rate")
    clean(page)
    entry = page.get_by_label("您的答案，附上單位，誤差在 1 % 以內")
    entry.fill("494.7")
    entry.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("請同時選擇單位。")
    clean(page)
    page.get_by_label("單位", exact=True).select_option("TFLOPS")
    entry.press("Enter")
    expect(page.locator(".cl-verdict")).to_have_text("錯誤")
    clean(page)


KINDS = {
    "order": "mig-order-first-use",
    "match": "mig-match-options",
    "cloze": "cuda-cloze-partial-warp",
    "command": "mig-line-two-halves",
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind(drawn: Draw, kind: str) -> None:
    page = drawn(KINDS[kind])
    clean(page)
    if kind != "order":  # an order is always whole
        page.locator("[data-key=primary]").click()
        expect(page.get_by_role("alert")).to_contain_text("沒有留下記錄。")
        clean(page)
    enter(page, kind, WRONG[kind])
    page.locator("[data-key=primary]").click()
    expect(page.locator(".cl-verdict")).to_have_text("錯誤")
    clean(page)
    page.locator("[data-key=primary]").click()
    page.get_by_role("button", name="重做答錯的題目").click()
    expect(page.locator(".cl-place")).to_have_text("再次作答：第 1 題，共 1 題")
    enter(page, kind, RIGHT[kind])
    page.locator("[data-key=primary]").click()
    expect(page.locator(".cl-verdict")).to_have_text("正確")


def test_cards_by_keys(drawn: Draw) -> None:
    page = drawn("small-card", "small-card-two", kind=Flashcards)
    press = page.keyboard.press
    clean(page)
    press("Tab")
    press("Space")
    expect(page.locator(".cl-back")).to_be_focused()
    clean(page)
    hints = page.locator(".cl-keys")
    expect(hints).to_have_text("1 忘記2–4 記得空白鍵 記得F 標記")
    press("1")
    status = page.get_by_role("status").first
    expect(status).to_contain_text("已記錄：忘記。 下次複習：明天，")
    press("Space")
    expect(page.locator(".cl-back")).to_be_focused()
    press("4")
    expect(page.locator(".cl-score")).to_have_text("記得 1 題，共 2 題")
    clean(page)
    press("u")
    expect(status).to_have_text("已收回。這張卡片會重新提問。")
    expect(page.get_by_role("button", name="復原", exact=True)).to_be_visible()
    clean(page)


def test_a_silent_python_is_told_in_chinese(drawn: Draw) -> None:
    page = drawn("small-slices")
    page.evaluate("window.model.send = () => {}")
    page.clock.install()
    page.locator("input").first.check()
    page.locator("[data-key=primary]").click()
    page.clock.run_for(9_000)
    expect(page.locator(".cl-verdict")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("Python 沒有回應")
    assert english(page, "#one", "Python") == []


# Without Python behind them: a page of the site, and JupyterLite

SITE = "http://certlab.localhost/class"
TYPES = {
    "html": "text/html",
    "js": "text/javascript",
    "css": "text/css",
    "json": "application/json",
}


@pytest.fixture
def visit(chromium: Browser, bank: Course) -> Iterator[Callable[[str], Page]]:
    """A page of the site in a language, with words in Chinese beside its modules."""
    made = {
        "banks/index.json": json.dumps(plain_listing(bank)),
        f"words/{LANG}.json": json.dumps(text(LANG).said_by()),
    }
    banks = bank_files(bank, "small")
    for name, data in banks.items():
        made[name] = json.dumps(plain(data) | {"module": "small"})
    html = (HERE / "stored_page.html").read_text("utf-8").replace("Small", "題")
    context = chromium.new_context(color_scheme="light")
    errors: list[str] = []
    context.on("weberror", lambda one: errors.append(str(one.error)))

    def open_page(lang: str) -> Page:
        def answer(route: Any) -> None:
            path = route.request.url.removeprefix(f"{SITE}/").partition("?")[0]
            name = path.removeprefix("_static/certlab-0/")
            body = made.get(name)
            if (SOURCE / name).exists():
                body = (SOURCE / name).read_text("utf-8")
            elif name == path:
                body = html.replace('lang="en"', f'lang="{lang}"')
            if body is None:
                return route.fulfill(status=404)
            kind = TYPES[path.rsplit(".")[-1]]
            return route.fulfill(body=body, content_type=f"{kind}; charset=utf-8")

        context.route(f"{SITE}/**", answer)
        page = context.new_page()
        page.goto(f"{SITE}/modules/small.html")
        page.wait_for_selector("[data-mounted]", state="attached")
        return page

    yield open_page
    context.close()
    assert errors == []


def plain_listing(course: Course) -> Any:
    return [{**one, "title": "題"} for one in listing(course)]


def test_a_page_takes_the_words_of_its_language(visit: Callable[[str], Page]) -> None:
    page = visit("zh-TW")
    for root in ("#quiz", "#cards", "nav"):
        assert english(page, root, "Modules", *UNITS) == [], root
    assert page.locator("#quiz").get_attribute("lang") == "zh-TW"
    page.locator("#quiz [data-key=primary]").click()
    expect(page.locator("#quiz").get_by_role("alert")).to_contain_text("沒有留下記錄。")
    assert english(page, "#quiz", *UNITS) == []
    page.locator("#cards [data-key=primary]").click()
    page.locator("#cards").get_by_role("button", name="忘記").click()
    expect(page.locator("#cards [role=status]")).to_contain_text("已記錄：忘記。")
    assert english(page, "#cards") == []
    expect(page.locator("[data-certlab=mark]")).to_have_attribute("title", KNOWN)
    assert english(page, "nav", "Modules") == []


KNOWN = "記得 0 題，共 8 題"


@pytest.mark.parametrize("lang", ["en-GB", "xx"])
def test_a_page_without_words_speaks_english(
    visit: Callable[[str], Page], lang: str
) -> None:
    page = visit(lang)
    expect(page.locator("#quiz [data-key=primary]")).to_have_text("Check answer")
    assert page.locator("#quiz").get_attribute("lang") == "en"


# The MIG board

NAMES = ("GPU", "MIG", "GB", "GiB", "SM", "JPEG", "nvidia", "smi", "id", "Enter")
PROFILE = r"\d+g\.\d+gb(\+(me|gfx|all))*(\.all)?|[A-Z]+\d+"  # "1g.10gb+me", and models


def test_a_board_says_nothing_in_english(page: Page) -> None:
    widget = mig_board(count=2, lang=LANG)
    for start in (0, 4):
        widget.place("3g.40gb", start)
    models = {word for _, name in widget.choices for word in name.split()}
    bench = Bench(page, widget, "board_page.html")
    assert page.locator("#one").get_attribute("lang") == "zh-TW"

    def look() -> None:
        assert english(page, "#one", *NAMES, *models, names=PROFILE) == []
        found = Axe().run(page, context="#one", options=COLOURLESS)
        assert found.response["violations"] == []

    look()
    page.locator("[data-gpu='0'][data-profile]").nth(0).focus()
    page.keyboard.press("Enter")  # a whole GPU is wanted, and two halves stand there
    expect(page.get_by_role("alert")).to_contain_text("遭拒。")
    expect(page.get_by_role("alert")).to_contain_text("沒有任何變更。")
    look()
    page.locator("[data-gpu='1'][data-profile][type=radio]").nth(2).check()
    expect(page.locator("[data-key=ghost]")).to_be_visible()
    look()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("放在 GPU 1 的記憶體切片")
    page.locator("[data-instance]").last.focus()
    look()
    page.locator("[data-act=edit]").first.click()
    page.locator("textarea").fill("nvidia-smi mig -lgip")
    page.locator("[data-act=run]").click()
    expect(page.get_by_text("工具的輸出", exact=True)).to_be_visible()
    look()
    assert bench.errors == []
