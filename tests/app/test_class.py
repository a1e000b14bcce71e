"""A class in the app, in Chromium, against a stand-in for the class that a test commands."""

import json
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.app.conftest import Command, Served
from tests.axe import violations
from tests.bound import until

MARKUP = "<img src=x onerror=\"document.title='run'\"><b>bold</b>"


def opened(context: BrowserContext, below: Served, path: str = "") -> Page:
    page = context.pages[0]
    page.goto(f"{below.root}/certlab/{path}")
    page.wait_for_selector("html[data-mounted]")
    return page


def strip(page: Page) -> Locator:
    return page.get_by_role("complementary", name="Class")


def joined(context: BrowserContext, below: Served, stub: Command) -> Page:
    """The start page of somebody who is in the class."""
    stub(joined=True, nickname="Ada")
    page = opened(context, below)
    strip(page).wait_for()
    return page


def instructing(context: BrowserContext, below: Served, stub: Command) -> Page:
    stub(instructor=True)
    return opened(context, below, "class.html")


def received(stub: Command) -> list[Any]:
    return list(stub("received"))  # type: ignore[func-returns-value]


def test_nothing_of_a_class_is_fetched_where_there_is_none(
    learner: BrowserContext, below: Served, stub: Command
) -> None:
    stub(told=False)
    asked: list[str] = []
    learner.pages[0].on("request", lambda one: asked.append(one.url))
    page = opened(learner, below, "class.html")
    expect(page.locator("main")).to_contain_text("this server belongs to none")
    opened(learner, below)
    assert [one for one in asked if "/classroom/" in one or "api/class" in one] == []
    stub(told=True)
    opened(learner, below)
    page.get_by_role("heading", name="Join the class").wait_for()
    assert [one for one in asked if "/classroom/" in one]


def test_what_is_shared_is_said_before_one_joins_and_one_can_leave(
    learner: BrowserContext, below: Served, stub: Command
) -> None:
    page = opened(learner, below)
    card = page.get_by_role("form", name="Join the class")
    expect(card.get_by_role("listitem")).to_have_count(4)
    expect(card).to_contain_text("keeps it for 30 days")
    expect(strip(page)).to_be_hidden()
    card.get_by_role("button", name="Join").click()
    expect(card.get_by_role("alert")).to_have_text("Enter a nickname.")
    card.get_by_label("Nickname").fill("taken")
    card.get_by_label("Nickname").press("Enter")
    expect(card.get_by_role("alert")).to_contain_text("choose another")
    assert card.get_by_label("Nickname").input_value() == "taken"
    card.get_by_label("Nickname").fill("Ada")
    card.get_by_role("button", name="Join").click()
    expect(page.get_by_text("Joined as Ada")).to_be_visible()
    expect(strip(page)).to_be_visible()
    other = learner.new_page()
    other.goto(f"{below.root}/certlab/modules/mig.html")
    expect(strip(other)).to_contain_text("Connected")
    page.bring_to_front()
    with page.expect_download() as file:
        page.get_by_role("button", name="Take my history").click()
    assert json.loads(file.value.path().read_text("utf-8")) == {"ulid": "1"}
    page.get_by_role("button", name="Leave the class").click()
    expect(page.get_by_role("button", name="Leave", exact=True)).to_be_focused()
    page.get_by_role("button", name="Leave", exact=True).click()
    page.get_by_role("heading", name="Join the class").wait_for()
    expect(strip(page)).to_be_hidden()
    expect(strip(other)).to_be_hidden()
    assert [path for path, _ in received(stub)] == ["join", "join", "leave"]


def test_who_has_signed_in_joins_with_one_press_and_may_take_another_nickname(
    learner: BrowserContext, below: Served, stub: Command
) -> None:
    back = "http://hub.test/hub/way-back"
    stub(called="Zoë <b>", way_back=back)
    page = opened(learner, below)
    card = page.get_by_role("form", name="Join the class")
    expect(card.get_by_text("Nickname: Zoë <b>")).to_be_visible()
    expect(card.get_by_label("Nickname")).to_have_count(0)
    assert page.locator("main .cl-joining").evaluate(
        "card => card.compareDocumentPosition(document.querySelector('[data-certlab=start]'))"
        " === Node.DOCUMENT_POSITION_FOLLOWING"
    )
    card.get_by_role("button", name="Join as Zoë <b>").click()
    expect(page.get_by_text("Joined as Zoë <b>")).to_be_visible()
    link = page.get_by_role("link", name="Come back from another browser")
    expect(link).to_have_attribute("href", back)
    assert ["join", {"nickname": "Zoë <b>"}] in received(stub)

    stub(reset=True)
    stub(called="taken")
    page.reload()
    card.get_by_role("button", name="Join as taken").click()
    expect(card.get_by_role("alert")).to_contain_text("choose another")
    assert card.get_by_label("Nickname").input_value() == "taken"
    page.reload()
    card.get_by_role("button", name="Take another nickname").click()
    expect(card.get_by_label("Nickname")).to_be_focused()
    card.get_by_label("Nickname").fill("Ada")
    card.get_by_role("button", name="Join", exact=True).click()
    expect(page.get_by_text("Joined as Ada")).to_be_visible()


def test_a_poll_opens_by_itself_and_goes_its_way_in_two_tabs(
    learner: BrowserContext, below: Served, stub: Command
) -> None:
    page = joined(learner, below, stub)
    other = learner.new_page()
    other.goto(f"{below.root}/certlab/progress.html")
    strip(other).get_by_text("Connected").wait_for()
    page.bring_to_front()
    page.locator("[data-key=skip]").focus()
    stub("poll", item="cuda-warp-size")
    panel = page.get_by_role("region", name="Poll of the class")
    expect(panel.get_by_role("radio")).to_have_count(4)
    expect(page.locator("[data-key=skip]")).to_be_focused()
    panel.get_by_role("button", name="Vote").click()
    expect(panel.get_by_role("alert")).to_have_text("Choose one option.")
    panel.get_by_role("radio").first.check()
    panel.get_by_role("button", name="Vote").click()
    expect(panel).to_contain_text("Your vote counts.")
    again = other.get_by_role("region", name="Poll of the class")
    expect(again.get_by_role("radio").first).to_be_checked()
    again.get_by_role("radio").nth(1).check()
    again.get_by_role("button", name="Change my vote").click()
    expect(panel.get_by_role("radio").nth(1)).to_be_checked()
    stub("poll/close")
    expect(panel.get_by_role("table", name="How the class voted")).to_contain_text(
        "5 · 56 %"
    )
    expect(panel.locator("tr").nth(2)).to_contain_text("your vote")
    stub("poll/again")
    expect(panel).to_contain_text("the second vote")
    assert not panel.get_by_role("radio").nth(1).is_checked()
    right = panel.get_by_role("radio", name="32 threads")
    right.check()
    panel.get_by_role("button", name="Vote").click()
    expect(again.get_by_role("radio", name="32 threads")).to_be_checked()
    stub("poll/close")
    stub("poll/end")
    for one in (panel, again):
        expect(one.locator(".cl-verdict")).to_have_text("Right")
        expect(one).to_contain_text("First vote")
        expect(one.get_by_role("link").first).to_be_visible()
    votes = [sent["response"] for path, sent in received(stub) if path == "vote"]
    assert len(votes) == 3
    assert votes[0] != votes[1]


def test_a_draft_stays_while_others_vote_and_a_folded_poll_stays_folded(
    learner: BrowserContext, below: Served, stub: Command
) -> None:
    page = joined(learner, below, stub)
    stub("poll", item="cuda-grid-size")
    panel = page.get_by_role("region", name="Poll of the class")
    number = panel.get_by_role("textbox")
    number.fill("12")
    number.press("Home")
    stub("vote", poll=1, round=1, response=None)  # somebody's, who gave none
    expect(panel).to_contain_text("1 vote so far")
    number.press("7")
    expect(number).to_have_value("712")
    number.press("Escape")
    expect(panel).to_be_hidden()
    expect(strip(page).get_by_role("button", name="Poll: vote now")).to_be_focused()
    opened(learner, below, "drill.html")
    expect(strip(page).get_by_role("button", name="Poll: vote now")).to_be_visible()
    expect(panel).to_be_hidden()
    stub("poll/close")
    stub("poll/again")
    expect(panel).to_contain_text("the second vote")


def test_a_flag_is_raised_with_words_and_taken_down(
    learner: BrowserContext, below: Served, stub: Command
) -> None:
    page = joined(learner, below, stub)
    strip(page).get_by_role("button", name="I am stuck").click()
    words = page.get_by_label("Where are you stuck?")
    expect(words).to_be_focused()
    words.fill("At step 3.")
    page.get_by_role("button", name="Raise the flag").click()
    down = strip(page).get_by_role("button", name="Take the flag down")
    down.click()
    expect(strip(page).get_by_role("button", name="I am stuck")).to_be_visible()
    assert received(stub) == [
        ["stuck", {"on": True, "where": "At step 3."}],
        ["stuck", {"on": False, "where": ""}],
    ]


def test_a_class_that_is_away_holds_up_nothing(
    learner: BrowserContext, below: Served, stub: Command
) -> None:
    joined(learner, below, stub)
    page = opened(learner, below, "modules/mig.html")
    strip(page).get_by_text("Connected").wait_for()
    stub(away=True, waiting=3)
    expect(strip(page)).to_contain_text("3 answers wait for the class.")
    expect(strip(page)).to_contain_text("you can go on studying")
    item = page.locator("[data-certlab=quiz] .cl-item")
    item.get_by_role("radio").first.check()
    item.get_by_role("button", name="Check answer").click()
    expect(item.locator(".cl-verdict")).to_be_visible()
    assert below.history.read_text("utf-8").count("\n") == 1
    stub(away=False, waiting=0)
    expect(strip(page)).to_contain_text("Connected")
    expect(strip(page)).not_to_contain_text("wait")


def test_a_class_that_goes_while_a_poll_is_open_keeps_what_was_chosen(
    learner: BrowserContext, below: Served, stub: Command
) -> None:
    page = joined(learner, below, stub)
    stub("poll", item="cuda-warp-size")
    panel = page.get_by_role("region", name="Poll of the class")
    right = panel.get_by_role("radio", name="32 threads")
    right.check()
    stub(away=True)
    expect(panel).to_contain_text("your choice stays here until you can vote.")
    expect(right).to_be_checked()
    panel.get_by_role("button", name="Vote").click()
    expect(panel.get_by_role("alert")).to_have_text("The class does not answer.")
    expect(right).to_be_checked()
    stub(away=False)
    expect(panel).not_to_contain_text("stays here")
    panel.get_by_role("button", name="Vote").click()
    expect(panel).to_contain_text("Your vote counts.")
    stub(away=True)
    expect(panel).to_contain_text("it has your vote.")
    stub(away=False)
    assert [path for path, _ in received(stub) if path == "vote"] == ["vote"]


def test_when_all_of_it_ends_the_strip_says_so_and_answers_wait(
    learner: BrowserContext, below: Served, stub: Command
) -> None:
    """As after Ctrl-C in the terminal of the class, which ends the learners' servers too."""
    joined(learner, below, stub)
    page = opened(learner, below, "modules/mig.html")
    strip(page).get_by_text("Connected").wait_for()
    learner.route("**/api/**", lambda route: route.abort())
    stub(away=True)  # ends the stream
    expect(strip(page)).to_contain_text(
        "Your server does not answer; what you answer waits"
    )
    item = page.locator("[data-certlab=quiz] .cl-item")
    item.get_by_role("radio").first.check()
    item.get_by_role("button", name="Check answer").click()
    expect(page.get_by_text("1 answer waits in this browser")).to_be_visible()
    assert not below.history.exists()
    learner.unroute("**/api/**")
    stub(away=False)
    expect(strip(page)).to_contain_text("Connected")
    until(below.history.exists, "the answer has come")


def test_the_gate_leads_to_the_lab(
    learner: BrowserContext, below: Served, stub: Command
) -> None:
    page = joined(learner, below, stub)
    stub("gate", lab="mig/10_place_profiles", step="3", text=MARKUP)
    link = strip(page).get_by_role("link", name="Go on to step 3")
    expect(link).to_have_attribute("href", f"{below.root}/certlab/lite/lab/index.html?path=labs%2Fmig%2F10_place_profiles.ipynb")  # fmt: skip
    expect(strip(page)).to_contain_text(MARKUP)
    stub("gate")
    expect(link).to_have_count(0)


def test_the_heat_map_is_a_table_that_says_who_needs_help(
    learner: BrowserContext, below: Served, stub: Command
) -> None:
    cells = [["a", "x.1.1", 4, 3], ["a", "x.1.2", 1, 0], ["b", "x.1.1", 5, 1]]
    learners = [
        {"id": "a", "nickname": "Ada", "stuck": None, "seen": "2026-11-23T10:00:00Z"},
        {"id": "b", "nickname": "Bo", "stuck": None, "seen": "2026-11-23T09:00:00Z"},
        {"id": "c", "nickname": "Cy", "stuck": "Here.", "seen": "2026-11-23T11:00:00Z"},
    ]
    columns = [{"key": f"x.1.{n}", "title": f"Title {n}"} for n in (1, 2)]
    stub(learners=learners, columns=columns, cells=cells)
    page = instructing(learner, below, stub)
    table = page.get_by_role(
        "table", name="Share of right answers and number of answers"
    )
    names = table.locator(".cl-nickname")
    expect(names).to_have_text(["Cy", "Bo", "Ada"])
    expect(table.get_by_role("row", name="Ada")).to_contain_text("75 %")
    expect(table.get_by_role("row", name="Ada")).to_contain_text("60 % of 5")
    expect(page.get_by_role("status", name="Who is stuck")).to_contain_text("Cy Here.")
    page.get_by_label("Order").select_option("name")
    expect(names).to_have_text(["Ada", "Bo", "Cy"])
    table.get_by_role("button", name="X 1.1 Title 1").click()
    expect(names).to_have_text(["Bo", "Ada", "Cy"])
    expect(table.locator("th[aria-sort]")).to_contain_text("Title 1")
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "Control+Home", "ArrowRight"):
        page.keyboard.press(key)
    expect(table.locator("td:focus")).to_have_text("20 %\nof 5")
    expect(page.locator(".cl-detail")).to_have_text("Bo · X 1.1 Title 1 · 20 % of 5")
    cells[2] = ["b", "x.1.1", 6, 2]
    learners[2]["stuck"] = None
    stub(cells=cells, learners=learners)
    expect(table.locator("td:focus")).to_have_text("33 %\nof 6")
    expect(page.get_by_text("Nobody has raised the flag.")).to_be_visible()


def test_an_instructor_runs_a_poll_a_gate_and_the_settings(
    learner: BrowserContext, below: Served, stub: Command
) -> None:
    stub(lively=3, columns=2)
    page = instructing(learner, below, stub)
    expect(page.locator(".cl-class-facts")).to_contain_text("warp-32-mango")
    page.get_by_label("Find a question").fill("warp threads scheduled nothing")
    expect(page.get_by_text("0 questions found")).to_be_visible()
    page.get_by_label("Find a question").fill("cuda-warp-size")
    page.get_by_role("button", name="Open as a poll").click()
    expect(page.get_by_text("0 of 3 have voted")).to_be_visible()
    page.get_by_role("button", name="Close the vote").click()
    expect(page.get_by_role("table", name="How the class voted")).to_contain_text("2")
    page.get_by_role("button", name="Vote again").click()
    page.get_by_role("button", name="Close the vote").click()
    page.get_by_role("button", name="End, and show why").click()
    expect(page.locator(".cl-part-poll tr.cl-is-right")).to_contain_text("32 threads")
    page.get_by_role("button", name="Ask another").click()
    expect(page.get_by_label("Find a question")).to_be_focused()
    expect(page.get_by_label("Find a question")).to_have_value("")
    expect(page.locator(".cl-found li")).to_have_count(0)
    page.get_by_role("button", name="Back to the poll").click()
    page.get_by_label("Step").fill("4")
    page.get_by_role("button", name="Go on to this").click()
    expect(page.get_by_text("Choose a lab.")).to_be_visible()
    page.get_by_label("Lab", exact=True).select_option("mig/10_slices")
    page.get_by_label("Message").fill("Back at ten.")
    page.get_by_role("button", name="Go on to this").click()
    expect(page.get_by_text("step 4 · Back at ten.")).to_be_visible()
    expect(page.get_by_label("Days")).not_to_have_value(
        ""
    )  # for how long they are kept now
    page.get_by_label("Days").fill("0")
    page.get_by_role("button", name="Set", exact=True).click()
    expect(page.get_by_text("Enter a whole number of days")).to_be_visible()
    page.get_by_label("Days").fill("7")
    page.get_by_role("button", name="Set", exact=True).click()
    page.get_by_label("Learner", exact=True).focus()
    page.get_by_label("Learner", exact=True).select_option("Alan")
    page.get_by_role("button", name="Reset", exact=True).click()
    page.get_by_role("button", name="Keep them").click()
    page.get_by_role("button", name="Reset", exact=True).click()
    page.get_by_role("button", name="Remove the answers of Alan").click()
    expect(page.get_by_text("no longer has any answers of Alan")).to_be_visible()
    expect(page.get_by_role("row", name="Alan")).to_contain_text("no answers")
    assert [path for path, _ in received(stub)] == [
        *("poll", "poll/close", "poll/again", "poll/close", "poll/end"),
        *("gate", "settings", "reset"),
    ]
    for name in ("export.csv", "items.csv"):
        address = f"{below.root}/certlab/api/class/{name}"
        expect(page.locator(f"a[href='{address}'][download]")).to_be_visible()


def test_a_small_class_is_told_once_that_it_is_small(
    learner: BrowserContext, below: Served, stub: Command
) -> None:
    few = {"n": 6, "right": 3, "top_wrong": None, "discrimination": None, "enough": False, "warning": "Only 6."}  # fmt: skip
    odd = {**few, "n": 40, "discrimination": -0.25, "enough": True, "warning": "Odd."}
    rows = [{"item": name, **few} for name in ("a", "b", "c")]
    stub(lively=3, columns=2, items=rows)
    page = instructing(learner, below, stub)
    items, table = page.locator(".cl-part-items"), page.locator(".cl-part-items table")
    page.get_by_role("button", name="Show the items").press("Enter")
    expect(table.locator("tbody td:last-child")).to_have_text(["–", "–", "–"])
    expect(items.locator(".cl-warns")).to_have_count(0)
    expect(items.get_by_text("Discrimination needs")).to_be_visible()
    stub(items=[*rows, {"item": "d", **odd}])
    page.get_by_role("button", name="Look again").click()
    expect(table.locator("tbody tr").first).to_contain_text("Odd.")
    expect(table.locator("tbody tr").first).to_contain_text("-0.25")
    expect(items.locator(".cl-warns")).to_have_count(1)
    stub(items=[{"item": "d", **odd}])
    page.get_by_role("button", name="Look again").click()
    expect(table.locator("tbody tr")).to_have_count(1)
    expect(items.get_by_text("Discrimination needs")).to_be_hidden()


def test_what_people_write_is_text_everywhere(
    learner: BrowserContext, below: Served, stub: Command
) -> None:
    stub(
        name=MARKUP,
        shares=[MARKUP],
        learners=[{"id": "a", "nickname": MARKUP, "stuck": MARKUP, "seen": ""}],
        columns=[{"key": "x.1.1", "title": MARKUP}],
        cells=[["a", "x.1.1", 1, 1]],
        items=[{"item": MARKUP, "n": 30, "right": 0, "top_wrong": {"option": MARKUP, "text": MARKUP, "n": 1}, "discrimination": None, "enough": True, "warning": MARKUP}],
        gate={"lab": MARKUP, "step": MARKUP, "text": MARKUP},
    )  # fmt: skip
    page = opened(learner, below)
    page.get_by_label("Nickname").fill(MARKUP)
    page.get_by_role("button", name="Join").click()
    expect(strip(page)).to_contain_text(f"Go on to {MARKUP} of {MARKUP} {MARKUP}")
    expect(page.locator(".cl-joining")).to_contain_text(f"class {MARKUP}")
    assert page.locator(".cl-classroom img, .cl-classroom b").count() == 0
    page = instructing(learner, below, stub)
    page.get_by_role("button", name="Show the items").click()
    expect(page.locator(".cl-part-items tbody")).to_contain_text(MARKUP)
    expect(page.locator(".cl-nickname")).to_have_text(MARKUP)
    expect(page.locator(".cl-flags")).to_contain_text(f"{MARKUP} {MARKUP}")
    assert page.locator("main :is(img, b)").count() == 0
    assert page.title() != "run"


def test_axe_finds_nothing_in_both_themes_and_widths(
    learner: BrowserContext, below: Served, stub: Command
) -> None:
    stub(lively=4, columns=3)
    page = opened(learner, below)
    page.get_by_role("form", name="Join the class").wait_for()
    assert violations(page) == []
    joined(learner, below, stub)
    stub("gate", lab="mig/10_place_profiles", step="", text="Back at ten.")
    stub("poll", item="cuda-warp-size")
    page.get_by_role("region", name="Poll of the class").wait_for()
    both(page)
    stub("poll/close")
    stub("poll/end")
    page.locator(".cl-panel .cl-verdict").wait_for()
    both(page)
    item = {"item": "cuda-warp-size", "n": 30, "right": 2, "top_wrong": None, "discrimination": -0.1, "enough": True, "warning": "Few know it."}  # fmt: skip
    stub(items=[item])
    instructing(learner, below, stub)
    page.locator(".cl-heat-table").wait_for()
    page.get_by_role("button", name="Show the items").press("Enter")
    page.locator(".cl-part-items table").wait_for()
    both(page)


def both(page: Page) -> None:
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]  # one of two
            narrow = theme == "dark"
            assert violations(page, colours_only=narrow) == [], (width, theme)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
