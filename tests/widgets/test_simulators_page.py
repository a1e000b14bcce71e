"""The simulators' widgets in a browser: steps, play, keys, refusals, narrow places, axe-core."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from certlab import widgets
from certlab.labs.distributed import collectives
from tests.axe import in_both_themes
from tests.widgets.conftest import Bench

Draw = Callable[[Any], Bench]


@pytest.fixture
def drawn(page: Page) -> Iterator[Draw]:
    """Draw a widget; an error in the page fails the test."""
    benches = []

    def draw(widget: Any) -> Bench:
        benches.append(Bench(page, widget, "simulator_page.html"))
        return benches[-1]

    yield draw
    for bench in benches:
        assert bench.errors == []


def typed(page: Page, key: str, value: str) -> None:
    """Type into a control and leave it by Enter."""
    page.locator(f"[data-key='{key}']").fill(value)
    page.locator(f"[data-key='{key}']").press("Enter")


def test_steps_go_by_buttons_and_by_the_slider_s_keys(drawn: Draw) -> None:
    bench = drawn(widgets.collective())
    page, head = bench.page, bench.page.locator(".cl-stephead")
    slider = page.get_by_role("slider", name="Step")
    expect(head).to_have_text("Before the first step")
    page.get_by_role("button", name="Next step").click()
    page.get_by_role("button", name="Next step").click()
    expect(head).to_contain_text("Step 2 of 6: reduce-scatter")
    expect(page.locator(".cl-totals strong").first).to_have_text("128 MiB")
    expect(page.locator(".cl-totals")).to_contain_text("337.4 µs of 1,012.3 µs")
    expect(page.get_by_role("status")).to_have_text(
        "Step 2 of 6, reduce-scatter: rank 0 sends chunk 3 to rank 1, rank 1 sends "
        "chunk 0 to rank 2, rank 2 sends chunk 1 to rank 3, rank 3 sends chunk 2 to "
        "rank 0. The largest message has 64 MiB, and the step takes 168.7 µs."
    )
    assert page.locator(".cl-wide .cl-in").count() == 4 * 4 + 4  # own, and step 1's
    assert page.locator(".cl-wide .cl-coming").count() == 2 * 4
    assert bench.widget.step == 2
    slider.focus()
    page.keyboard.press("PageUp")
    expect(head).to_contain_text("Step 4 of 6: all-gather")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("PageDown")
    expect(head).to_contain_text("Step 1 of 6")
    page.keyboard.press("End")
    expect(head).to_have_text("Everything is done")
    assert page.locator(".cl-wide .cl-in").count() == 64
    expect(slider).to_have_attribute("aria-valuetext", "Everything is done")
    expect(page.get_by_role("button", name="Next step")).to_be_disabled()
    page.keyboard.press("Home")
    expect(head).to_have_text("Before the first step")
    page.locator(".cl-thumb").nth(5).click()
    expect(head).to_contain_text("Step 5 of 6")
    bench.widget.step = 3  # from Python, with the next message
    page.get_by_role("button", name="Back").click()
    expect(head).to_contain_text("Step 4 of 6")


@pytest.mark.parametrize("reduced", ["reduce", "no-preference"])
def test_play_moves_once_pauses_and_ends(drawn: Draw, page: Page, reduced: Any) -> None:
    """With motion unwanted: one step a second, and nothing slides."""
    page.emulate_media(reduced_motion=reduced)
    page.clock.install(time=0)
    bench = drawn(widgets.collective(algorithm="tree"))
    page.clock.pause_at(3600)  # seconds; from here time goes only where it is told to
    page.evaluate(
        """() => { window.slid = 0; const animate = Element.prototype.animate;
        Element.prototype.animate = function (...all) { window.slid += 1; return animate.apply(this, all); }; }"""
    )
    head = page.locator(".cl-stephead")
    page.clock.run_for(5000)
    expect(head).to_have_text("Before the first step")  # nothing moves unasked
    page.get_by_role("button", name="Play").press("Space")
    expect(head).to_contain_text("Step 1 of 4")
    page.clock.run_for(950)
    expect(head).to_contain_text(f"Step {1 if reduced == 'reduce' else 2} of 4")
    page.get_by_role("button", name="Pause").press("Space")
    page.clock.run_for(5000)
    expect(head).to_contain_text(f"Step {1 if reduced == 'reduce' else 2} of 4")
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(10_000)
    expect(head).to_have_text("Everything is done")  # and it does not begin again
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert (page.evaluate("window.slid") > 0) is (reduced == "no-preference")
    assert bench.widget.step == 5
    page.get_by_role("button", name="Play").click()
    expect(head).to_have_text("Before the first step")
    page.evaluate("window.leave()")
    page.clock.run_for(3000)
    page.evaluate("window.model.state.step")
    assert bench.widget.step == 0  # what is gone does not play on


def test_controls_ask_python_and_keep_the_focus(drawn: Draw) -> None:
    bench = drawn(widgets.collective(step=2))
    page = bench.page
    typed(page, "bytes", "1")
    expect(page.locator(".cl-totals")).to_contain_text("512 KiB of 1.5 MiB")
    expect(page.locator(".cl-stephead")).to_contain_text("Step 2 of 6")
    expect(page.locator("[data-key='bytes']")).to_be_focused()
    page.get_by_label("Unit of the message").select_option("KiB")
    typed(page, "bytes", "293")
    assert bench.widget.asked["bytes"] == 293 * 1024
    page.get_by_role("radio", name="tree").check()
    expect(page.locator(".cl-stephead")).to_have_text("Before the first step")
    expect(page.get_by_role("radio", name="tree")).to_be_focused()
    page.locator("[data-key='kind']").select_option(
        "all-to-all"
    )  # which a tree cannot do
    expect(page.get_by_role("radio", name="direct")).to_be_checked()
    assert bench.widget.asked["algorithm"] == "direct"
    typed(page, "rate", "50")
    typed(page, "latency", "1000")
    assert bench.widget.asked["rate"] == 5e10
    assert bench.widget.asked["latency"] == pytest.approx(1e-6)


def test_a_refusal_is_an_alert_and_leaves_the_picture(drawn: Draw) -> None:
    bench = drawn(widgets.collective(ranks=6, step=3))
    page = bench.page
    before = page.locator(".cl-wide svg").inner_html()
    for act, says in (
        (
            lambda: page.get_by_role("radio", name="halving-doubling").click(),
            "use 4 or 8 ranks",
        ),
        (lambda: typed(page, "bytes", "0"), "0 bytes moves nothing"),
        (lambda: typed(page, "ranks", "65"), "At most 64 ranks can be drawn, not 65"),
        (lambda: typed(page, "ranks", "4.5"), "whole number"),
        (lambda: typed(page, "rate", ""), "not a number"),
    ):
        act()
        expect(page.get_by_role("alert")).to_contain_text(says)
        assert page.locator(".cl-wide svg").inner_html() == before
        assert bench.widget.asked["ranks"] == 6
    expect(page.get_by_role("radio", name="ring")).to_be_checked()
    page.get_by_role("button", name="Next step").click()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_many_ranks_are_a_matrix_and_every_algorithm_is_drawn(drawn: Draw) -> None:
    bench = drawn(widgets.collective(ranks=16, step=1))
    page = bench.page
    expect(page.locator(".cl-wide .cl-matrix")).to_be_visible()
    expect(page.locator(".cl-wide .cl-arrives")).to_have_count(1)
    expect(page.get_by_role("status")).to_contain_text("16 messages")
    page.locator(".cl-bars").click(position={"x": 2, "y": 20})
    expect(page.locator(".cl-stephead")).to_have_text("Before the first step")


def test_every_step_of_every_algorithm_can_be_drawn(drawn: Draw) -> None:
    page = drawn(widgets.collective()).page
    plans = collectives.messages.stored((1, 3, 8))
    told = page.evaluate(DRAWN, plans)
    assert told["wrong"] == []
    assert told["count"] > 500


# Each drawing of each step; a wrong number would stand in it as NaN.
DRAWN = """async (plans) => {
  const load = (name) => import(`/labs/distributed/static/${name}.js`);
  const [draw, cards, held, count, over] = await Promise.all(["collective/draw", "collective/cards", "collective/held", "collective/count", "collective/over"].map(load));
  const wrong = [];
  let drawings = 0;
  for (const [name, plan] of Object.entries(plans)) {
    const [states, bytes] = [held.heldSteps(plan), 24 * plan.ranks];
    const shown = count.accountOf(plan, { bytes, latency: 1e-6, rate: 1e9 });
    for (let step = 0; step <= plan.steps.length + 1; step += 1) {
      const given = [plan, bytes, step, states, { id: "x", label: "y" }];
      const made = [draw.drawRanks(...given).svg, cards.drawCards(...given), over.drawOverview(plan, step, states, () => {})];
      const ways = [...made[0].querySelectorAll(".cl-way")].length;
      const messages = (plan.steps[step - 1] ?? []).length;
      if (ways !== messages || made.some((one) => /NaN|undefined|null/.test(one.outerHTML))) wrong.push([name, step]);
      drawings += made.length;
    }
  }
  return { wrong, count: drawings };
}"""


def test_spans_are_reached_and_followed_by_keys(drawn: Draw) -> None:
    bench = drawn(widgets.schedule())
    page = bench.page
    focused = page.locator("[data-op]:focus")
    expect(page.locator("[data-op][tabindex='0']")).to_have_count(3)  # one a schedule
    page.locator("[data-op='0-0-0']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(focused).to_have_attribute(
        "aria-label", "stage 1, forward of micro-batch 0, 1 to 2 t"
    )
    page.keyboard.press("Enter")
    assert bench.widget.follow == 0
    expect(page.locator(".cl-followed rect")).to_have_count(8 + 8 + 16)
    expect(page.get_by_role("status")).to_contain_text(
        "gpipe: micro-batch 0 is under way from 0 to 19 t."
    )
    expect(focused).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    assert bench.widget.follow == -1
    page.keyboard.press("End")
    expect(focused).to_have_attribute("data-op", "0-1-15")
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    expect(focused).to_have_attribute("data-op", "1-0-13")  # of the next schedule
    page.keyboard.press("Home")
    page.keyboard.press("ArrowLeft")
    expect(focused).to_have_attribute("data-op", "1-0-0")
    page.locator("[data-op='2-3-0']").click()
    expect(page.get_by_label("Follow micro-batch")).to_have_value("0")
    typed(page, "follow", "99")
    expect(page.get_by_role("alert")).to_contain_text("0 to 7")


def test_schedules_say_both_shares_and_the_time_can_be_stepped(drawn: Draw) -> None:
    bench = drawn(widgets.schedule())
    page = bench.page
    shares = page.locator(".cl-shares").all_inner_texts()
    assert " ".join(shares[0].split()) == (
        "bubble time, as a share 27.3 % of total 3 / 11 37.5 % of ideal 3 / 8"
    )
    assert "15.8 %" in shares[2]
    expect(page.locator(".cl-formulas")).to_contain_text(
        "of total time (p − 1) / (v m + p − 1); of ideal time (p − 1) / (v m)"
    )
    page.get_by_role("slider", name="Time").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("status")).to_contain_text(
        "gpipe at 0.5 t: 1 of 4 stages work."
    )
    expect(page.locator("[data-op]:not(.cl-notyet)")).to_have_count(3)
    typed(page, "ratio", "1")
    expect(page.locator(".cl-axisrow")).to_contain_text("1 t backward")
    assert bench.widget.asked["backward_weight"] == 0.5
    page.get_by_role("checkbox", name="zb-h1").check()
    expect(page.locator("[data-row]")).to_have_count(4)
    expect(page.get_by_role("checkbox", name="zb-h1")).to_be_focused()
    typed(page, "stages", "3")
    expect(page.get_by_role("alert")).to_contain_text("use 6 or 9")
    expect(page.get_by_label("Stages, p")).to_have_value("4")
    expect(page.locator("[data-row]")).to_have_count(4)


# Of each axis: its edges, the pixels of a unit of time, how far it can be panned, and how
# much of its end time lies outside; the last axis is that of the ticks.
AXES = """() => {
  const box = (one) => one.getBoundingClientRect();
  const axes = [...document.querySelectorAll("[data-row]")].map((section) => {
    const [pan, lanes, end] = [".cl-pan", ".cl-lanes", ".cl-endtime"].map((name) => section.querySelector(name));
    const { left, right } = box(lanes);
    return { left, right, unit: (box(section.querySelector(".cl-endrule")).x - left) / parseFloat(end.textContent),
      beyond: pan.scrollWidth - pan.clientWidth, at: pan.scrollLeft,
      cut: Math.max(box(pan).left - box(end).left, box(end).right - box(pan).right) };
  });
  const [pan, lanes] = [".cl-pan", ".cl-lanes"].map((name) => document.querySelector(`.cl-axisrow ${name}`));
  const { left, right } = box(lanes);
  const times = [...lanes.querySelectorAll("text.cl-faint")].map((one) => Number(one.textContent));
  const lines = [...lanes.querySelectorAll("line[y2='5']")].map((one) => box(one).x - left);
  return { axes: [...axes, { left, right, unit: lines[1] / times[1], beyond: pan.scrollWidth - pan.clientWidth, at: pan.scrollLeft, cut: -1 }],
    gap: lines[1] - lines[0] };
}"""


def one_axis(page: Page, *, pans: bool) -> list[dict[str, float]]:
    """The axes, after each was seen to have the same edges, scale and place."""
    found = page.evaluate(AXES)
    axes: list[dict[str, float]] = found["axes"]
    for name in ("left", "right", "unit", "beyond", "at"):
        values = [axis[name] for axis in axes]
        assert max(values) - min(values) < 0.5, (name, values)
    assert (axes[0]["beyond"] > 0) is pans
    assert found["gap"] >= 55, "the times of ticks would touch"
    return axes


@pytest.mark.parametrize("width", [1280, 760, 390])
def test_schedules_share_one_axis_that_fits(drawn: Draw, width: int) -> None:
    page = drawn(widgets.schedule()).page
    page.set_viewport_size({"width": width, "height": 900})
    expect(page.locator(".cl-axisrow text").first).to_be_visible()
    for wanted in ("4", "1"):  # a stage alone never waits: all ends stand at the edge
        typed(page, "stages", wanted)
        expect(page.locator("[data-row] .cl-stages").first).to_have_text(
            re.compile(f"stage {int(wanted) - 1}$")
        )
        axes = one_axis(page, pans=False)
        assert all(axis["cut"] <= 0 for axis in axes), axes
    numbers = page.evaluate(NUMBERS)
    assert numbers["out"] == []
    assert numbers["shown"] > 0


# The numbers on pieces of work that are seen, and those that are wider than their piece.
NUMBERS = """() => {
  const seen = [...document.querySelectorAll(".cl-op text")].filter((one) => one.getClientRects().length && one.getBoundingClientRect().width);
  const wide = (one) => one.getBoundingClientRect().width;
  return { shown: seen.length, out: seen.filter((one) => wide(one) > wide(one.parentNode.querySelector("rect")) + 1).map((one) => one.textContent) };
}"""


def test_an_axis_of_hair_thin_pieces_is_panned_as_one(drawn: Draw) -> None:
    page = drawn(widgets.schedule("gpipe", "1f1b", micro_batches=64)).page
    page.set_viewport_size({"width": 390, "height": 900})
    slider = page.get_by_role("slider", name="Time")
    slider.focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")  # the cursor is panned into view, on every axis
    page.wait_for_function("document.querySelector('.cl-pan').scrollLeft > 100")
    page.wait_for_function(
        "new Set([...document.querySelectorAll('.cl-pan')].map((one) => one.scrollLeft)).size === 1"
    )
    one_axis(page, pans=True)
    axis = page.get_by_role("group", name="time", exact=True)
    axis.evaluate("(one) => one.scrollTo(one.scrollWidth, 0)")
    page.wait_for_function(
        "[...document.querySelectorAll('.cl-pan')].every((one) => one.scrollLeft > 0 && one.scrollLeft + one.clientWidth >= one.scrollWidth - 1)"
    )
    assert all(axis["cut"] <= 0 for axis in one_axis(page, pans=True))
    expect(axis).to_have_attribute("tabindex", "0")
    page.set_viewport_size({"width": 1280, "height": 900})  # where all of it fits
    expect(axis).not_to_have_attribute("tabindex", "0")
    one_axis(page, pans=False)


STATES: dict[str, Callable[[], Any]] = {
    "ring": lambda: widgets.collective(step=2),
    "eight": lambda: widgets.collective(algorithm="in-switch", ranks=8, step=1),
    "many": lambda: widgets.collective(ranks=64, step=5),
    "schedules": lambda: widgets.schedule("gpipe", "interleaved", "zb-h1", follow=2),
}


@pytest.mark.parametrize("state", STATES)
def test_each_state_is_accessible_and_fits_everywhere(drawn: Draw, state: str) -> None:
    page = drawn(STATES[state]()).page
    typed(page, "ranks" if state != "schedules" else "stages", "0")
    page.wait_for_selector("[role=alert]")
    for width in (1280, 700, 390):
        page.set_viewport_size({"width": width, "height": 900})
        if width != 700:
            assert in_both_themes(page) == [], width
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(SMALL) == [], width
        assert page.evaluate(TINY) == [], width
    wide, narrow = page.locator(".cl-wide").first, page.locator(".cl-narrow").first
    if state != "schedules":  # a drawing of its own, not a small one
        expect(narrow).to_be_visible()
        expect(wide).to_be_hidden()


# Targets under 24 pixels (WCAG 2.2, 2.5.8), and text under 11 as it is shown.
SMALL = """() => [...document.querySelectorAll("button, select, input")]
  .map((one) => (one.closest("label") ?? one)).filter((one) => one.getClientRects().length)
  .filter((one) => { const { width, height } = one.getBoundingClientRect(); return width < 24 || height < 24; })
  .map((one) => one.outerHTML)"""
TINY = """() => [...document.querySelectorAll(".cl-sim *")]
  .filter((one) => [...one.childNodes].some((text) => text.nodeType === 3 && text.data.trim()))
  .filter((one) => one.getClientRects().length && !one.closest("[hidden]"))
  .filter((one) => {
    const scale = one.ownerSVGElement ? one.getScreenCTM().a : 1;
    return parseFloat(getComputedStyle(one).fontSize) * scale < 10.99;
  }).map((one) => one.outerHTML)"""


def test_forced_colours_keep_who_is_who(drawn: Draw) -> None:
    page = drawn(widgets.collective(step=2)).page
    page.emulate_media(forced_colors="active")
    fills = page.locator(".cl-wide .cl-in").evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one).fill)"
    )
    assert len(set(fills)) == 4
    slots = page.locator(".cl-slot").evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one).backgroundColor)"
    )
    assert len(set(slots)) == 4


def test_two_drawings_of_one_collective_agree_and_speak_its_language(
    drawn: Draw,
) -> None:
    page = drawn(widgets.collective(lang="zh_TW")).page
    page.evaluate("window.second()")
    page.locator("#one [data-key='next']").click()
    expect(page.locator("#two .cl-stephead")).to_contain_text("第 1 步，共 6 步")
    assert page.locator("#two").get_attribute("lang") == "zh-TW"


# Both widgets on a page of the site: models of their own, no Python asked.
STORED = """async ([plans, collective, schedules]) => {
  const load = (name) => import(`/labs/distributed/static/${name}.js`);
  const [one, steps, other, rows] = await Promise.all(["collective/collective", "collective/model", "schedule/schedule", "schedule/model"].map(load));
  const place = (id) => Object.assign(document.querySelector("main").appendChild(document.createElement("div")), { id });
  window.stored = [new steps.CollectiveModel(plans, { ...collective, step: 2 }), new rows.SchedulesModel(schedules, 2)];
  one.default.render({ model: window.stored[0], el: place("collective") });
  other.default.render({ model: window.stored[1], el: place("schedules") });
}"""


def test_a_page_without_python_steps_reckons_and_refuses(drawn: Draw) -> None:
    asked, rows = widgets.collective().asked, widgets.schedule("gpipe").asked
    page = drawn(widgets.collective()).page
    page.evaluate(STORED, [collectives.messages.stored((2, 4, 6)), asked, rows])
    one, two = page.locator("#collective"), page.locator("#schedules")
    expect(one.locator(".cl-stephead")).to_contain_text("Step 2 of 6: reduce-scatter")
    expect(one.locator(".cl-totals")).to_contain_text("337.4 µs of 1,012.3 µs")
    one.get_by_role("button", name="Next step").click()
    one.locator("[data-key='bytes']").fill("1")
    one.locator("[data-key='bytes']").press("Enter")
    expect(one.locator(".cl-stephead")).to_contain_text("Step 3 of 6")
    smaller = collectives.account(
        replace(widgets.collective().account.collective, bytes=2**20)
    )
    assert page.evaluate("window.stored[0].get('shown').seconds") == smaller.seconds
    one.locator("[data-key='ranks']").fill("6")
    one.locator("[data-key='ranks']").press("Enter")
    expect(one.locator(".cl-stephead")).to_have_text("Before the first step")
    before = one.locator(".cl-wide svg").inner_html()
    one.get_by_role("radio", name="halving-doubling").click()
    expect(one.get_by_role("alert")).to_contain_text("use 4 or 8 ranks")
    one.locator("[data-key='ranks']").fill("5")
    one.locator("[data-key='ranks']").press("Enter")
    expect(one.get_by_role("alert")).to_contain_text(
        "plans for 2, 4, 6 ranks, not for 5"
    )
    assert one.locator(".cl-wide svg").inner_html() == before
    expect(two.locator(".cl-followed rect")).to_have_count(8)
    two.get_by_role("checkbox", name="interleaved").check()
    expect(two.locator("[data-row]")).to_have_count(2)
    two.locator("[data-key='stages']").fill("3")
    two.locator("[data-key='stages']").press("Enter")
    expect(two.get_by_role("alert")).to_contain_text("use 6 or 9")
    expect(two.locator("[data-key='stages']")).to_have_value("4")
