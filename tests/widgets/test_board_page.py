"""The board in Chromium with its real Python side: keys, clicks, drags, lines, two views."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from certlab.labs.mig.widgets.board import MigBoard

Draw = Callable[..., Any]


def mock_up(board: MigBoard) -> None:
    """Two GPUs as the mock-up has them."""
    board.place("3g.40gb", 0)
    board.place("2g.20gb", 4)
    board.place("1g.10gb", 6)
    board.place("3g.40gb", 4, gpu=1)


def lane(page: Page, profile: str, gpu: int = 0) -> Locator:
    name = page.locator("code", has_text=re.compile(f"^{re.escape(profile)}$"))
    return page.locator(f"[data-section='{gpu}'] .cl-lane").filter(has=name)


def radio(page: Page, profile: str, gpu: int = 0) -> Locator:
    return lane(page, profile, gpu).locator("input")


def place(page: Page, profile: str, start: int, gpu: int = 0) -> Locator:
    return lane(page, profile, gpu).locator(f"[data-place='{start}']")


def why(page: Page, profile: str, gpu: int = 0) -> Locator:
    return lane(page, profile, gpu).locator(".cl-why")


def ghost(page: Page, gpu: int = 0) -> Locator:
    return page.locator(f"[data-section='{gpu}'] .cl-ghost")


def instance(page: Page, name: str, gpu: int = 0) -> Locator:
    section = page.locator(f"[data-section='{gpu}']")
    return section.get_by_role("button", name=f"{name} on memory")


def keys(page: Page, *names: str) -> None:
    for name in names:
        page.keyboard.press(name)


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.dataset.key ?? ''"))


def drag(page: Page, what: Locator, to: tuple[float, float]) -> None:
    box = what.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(*to, steps=4)


def column(page: Page, slice_: int, gpu: int = 0) -> tuple[float, float]:
    """The middle of a memory slice on the map."""
    box = page.locator(f"[data-map='{gpu}']").bounding_box()
    assert box is not None
    return box["x"] + box["width"] * (slice_ + 0.5) / 8, box["y"] + box["height"] * 0.75


def test_the_keyboard_alone_places_and_removes(board: Draw) -> None:
    bench = board(count=2)
    page = bench.page
    radio(page, "2g.20gb").focus()
    expect(ghost(page)).to_have_count(1)
    keys(page, "ArrowUp", "ArrowRight")  # 3g.40gb, from 0 to 4
    assert bench.widget.layouts == [[], []]
    keys(page, "Enter")
    expect(instance(page, "3g.40gb")).to_have_count(1)
    assert bench.widget.layouts == [[("3g.40gb", 4)], []]
    expect(radio(page, "3g.40gb")).to_be_focused()
    keys(page, "Enter")  # the ghost has gone on to the other start
    expect(instance(page, "3g.40gb")).to_have_count(2)
    keys(page, "Shift+Tab", "Shift+Tab", "Shift+Tab")
    while not focused(page).startswith("i-0"):
        keys(page, "Shift+Tab")
    keys(page, "Delete")
    expect(instance(page, "3g.40gb")).to_have_count(1)
    assert focused(page).startswith("i-0")
    keys(page, "Delete")
    expect(instance(page, "3g.40gb")).to_have_count(0)
    assert focused(page) == "p-0-2"
    keys(page, "Control+z", "Control+z")
    expect(instance(page, "3g.40gb")).to_have_count(2)


def test_up_and_down_go_round_the_profiles(board: Draw) -> None:
    page = board().page
    radio(page, "2g.20gb").focus()
    keys(page, *["ArrowDown"] * 4)
    expect(radio(page, "7g.80gb")).to_be_checked()
    expect(radio(page, "7g.80gb")).to_be_focused()
    keys(page, "ArrowUp")
    expect(radio(page, "1g.10gb+me")).to_be_checked()


def test_a_ghost_shows_what_would_still_fit(board: Draw) -> None:
    page = board(mock_up, count=2).page
    radio(page, "2g.20gb", 1).click()
    keys(page, "ArrowRight")
    expect(ghost(page, 1)).to_have_count(1)
    expect(why(page, "2g.20gb", 1)).to_have_text("2 → 1 leaves 0–1")
    expect(why(page, "4g.40gb", 1)).to_have_text("1 → 0 needs 0–3")
    expect(why(page, "1g.10gb", 1)).to_have_text("4 → 2 leaves 0–1")
    said = "2g.20gb at memory 2–3, start 2 of 0, 2. After it, 4g.40gb and 3g.40gb no longer fit."
    expect(page.get_by_role("status")).to_have_text(said)
    expect(page.locator("[data-section='1'] .cl-words")).to_have_text(said)


def test_escape_leaves_unchanged(board: Draw) -> None:
    bench = board()
    page = bench.page
    radio(page, "2g.20gb").focus()
    expect(ghost(page)).to_have_count(1)
    keys(page, "Escape")
    expect(ghost(page)).to_have_count(0)
    expect(page.get_by_role("status")).to_have_text("Left unchanged.")
    assert bench.widget.layouts == [[]]


def test_tab_goes_from_the_profiles_on_to_the_next_gpu(board: Draw) -> None:
    page = board(count=2).page
    radio(page, "2g.20gb").focus()
    keys(page, "Escape")
    for _ in range(6):
        keys(page, "Tab")
        if focused(page).startswith("p-1"):
            break
    assert focused(page).startswith("p-1")
    expect(ghost(page, 0)).to_have_count(0)
    expect(ghost(page, 1)).to_have_count(1)


def test_an_instance_is_moved_by_keys(board: Draw) -> None:
    bench = board(mock_up, count=2)
    page = bench.page
    instance(page, "2g.20gb").focus()
    keys(page, "Enter", "ArrowDown")  # take it up, over to the next GPU
    expect(ghost(page, 1)).to_have_count(1)
    keys(page, "ArrowRight", "Enter")
    expect(instance(page, "2g.20gb", 1)).to_be_focused()
    assert bench.widget.layouts == [
        [("3g.40gb", 0), ("1g.10gb", 6)],
        [("2g.20gb", 2), ("3g.40gb", 4)],
    ]


def test_a_move_is_left_by_escape(board: Draw) -> None:
    bench = board(mock_up, count=2)
    before = bench.widget.layouts
    page = bench.page
    instance(page, "3g.40gb", 1).focus()
    keys(page, "Enter")
    expect(ghost(page, 1)).to_have_count(1)
    keys(page, "Escape")
    expect(ghost(page, 1)).to_have_count(0)
    assert bench.widget.layouts == before


def test_a_refusal_says_why_and_what_to_do(board: Draw) -> None:
    bench = board(mock_up, count=2)
    page = bench.page
    radio(page, "3g.40gb").click()
    expect(ghost(page)).to_have_count(0)
    keys(page, "Enter")
    alert = page.get_by_role("alert")
    for words in ("Refused.", "3g.40gb", "Nothing was changed.", "would make room at"):
        expect(alert).to_contain_text(words)
    expect(page.locator(".cl-bracket")).to_contain_text("3g.40gb refused")
    assert len(bench.widget.layouts[0]) == 3
    page.get_by_role("button", name="Undo").click()
    expect(alert).to_have_count(0)


def test_a_click_places_and_a_click_on_a_held_place_is_refused(board: Draw) -> None:
    bench = board()
    page = bench.page
    place(page, "4g.40gb", 0).hover()
    expect(ghost(page)).to_have_count(1)
    place(page, "4g.40gb", 0).click()
    expect(instance(page, "4g.40gb")).to_have_count(1)
    place(page, "3g.40gb", 0).click()
    expect(page.get_by_role("alert")).to_contain_text("4g.40gb")
    assert bench.widget.layouts == [[("4g.40gb", 0)]]


def test_a_click_on_free_slices_places_the_picked_profile(board: Draw) -> None:
    bench = board()
    page = bench.page
    radio(page, "2g.20gb").click()
    page.mouse.click(*column(page, 5))
    expect(instance(page, "2g.20gb")).to_have_count(1)
    assert bench.widget.layouts == [[("2g.20gb", 4)]]


def test_a_finger_sees_the_ghost_first(board: Draw, page: Page) -> None:
    bench = board()
    touch = "(one) => one.dispatchEvent(new PointerEvent('click', {bubbles: true, cancelable: true, pointerType: 'touch', clientX: %f, clientY: %f}))"
    target = place(page, "4g.40gb", 0)
    target.evaluate(touch % (0, 0))
    expect(ghost(page)).to_have_count(1)
    assert bench.widget.layouts == [[]]
    page.get_by_role("button", name="Place 4g.40gb").click()
    expect(instance(page, "4g.40gb")).to_have_count(1)


def test_buttons_move_and_remove_what_was_clicked(board: Draw) -> None:
    bench = board(mock_up, count=2)
    page = bench.page
    instance(page, "3g.40gb", 1).click()
    page.get_by_role("button", name="Move", exact=True).click()
    expect(ghost(page, 1)).to_have_count(1)
    page.get_by_role("button", name="Move 3g.40gb").click()
    expect(ghost(page, 1)).to_have_count(0)
    assert bench.widget.layouts[1] == [("3g.40gb", 0)]
    page.get_by_role("button", name="Remove").click()
    expect(instance(page, "3g.40gb", 1)).to_have_count(0)
    assert bench.widget.layouts[1] == []


def test_a_profile_is_dragged_onto_a_gpu(board: Draw) -> None:
    bench = board(count=2)
    page = bench.page
    drag(page, lane(page, "3g.40gb").locator("code"), column(page, 6, gpu=0))
    expect(ghost(page)).to_have_count(1)
    expect(page.locator(".cl-carry")).to_have_text("3g.40gb")
    page.mouse.up()
    expect(instance(page, "3g.40gb")).to_have_count(1)
    assert bench.widget.layouts == [[("3g.40gb", 4)], []]


def test_an_instance_is_dragged_to_another_gpu(board: Draw) -> None:
    bench = board(mock_up, count=2)
    page = bench.page
    drag(page, instance(page, "2g.20gb"), column(page, 1, gpu=1))
    page.mouse.up()
    expect(instance(page, "2g.20gb", 1)).to_have_count(1)
    assert bench.widget.layouts[1] == [("2g.20gb", 0), ("3g.40gb", 4)]


def test_a_drag_to_a_held_place_is_refused(board: Draw) -> None:
    bench = board(mock_up, count=2)
    before = bench.widget.layouts
    page = bench.page
    drag(page, instance(page, "2g.20gb"), column(page, 5, gpu=1))
    expect(page.locator(".cl-ghost.cl-blocked")).to_have_count(1)
    page.mouse.up()
    expect(page.get_by_role("alert")).to_contain_text("2g.20gb")
    assert bench.widget.layouts == before


@pytest.mark.parametrize("how", ["outside", "escape"])
def test_a_drag_can_be_given_up(board: Draw, how: str) -> None:
    bench = board(mock_up, count=2)
    before = bench.widget.layouts
    page = bench.page
    instance(page, "2g.20gb").focus()
    drag(page, instance(page, "2g.20gb"), column(page, 1, gpu=1))
    if how == "escape":
        keys(page, "Escape")
        expect(page.locator(".cl-ghost")).to_have_count(0)
    else:
        page.mouse.move(5, 5)
    page.mouse.up()
    expect(page.locator(".cl-carry")).to_be_hidden()
    assert bench.widget.layouts == before


@pytest.mark.parametrize("on_gpu", [0, 1])
def test_what_is_undone_during_its_drag_is_not_moved(board: Draw, on_gpu: int) -> None:
    bench = board(count=2)
    page = bench.page
    place(page, "3g.40gb", 0).click()
    drag(page, instance(page, "3g.40gb"), column(page, 5, gpu=on_gpu))
    keys(page, "Control+z")
    expect(instance(page, "3g.40gb")).to_have_count(0)
    page.mouse.up()
    expect(page.locator(".cl-carry")).to_be_hidden()
    assert bench.widget.layouts == [[], []]
    assert bench.errors == []


@pytest.mark.parametrize("key", ["ArrowRight", "ArrowDown"])
def test_an_arrow_leaves_a_drag_as_it_is(board: Draw, key: str) -> None:
    bench = board(mock_up, count=2)
    page = bench.page
    instance(page, "2g.20gb").focus()
    drag(page, instance(page, "2g.20gb"), column(page, 1, gpu=1))
    keys(page, key)
    page.mouse.up()
    expect(instance(page, "2g.20gb", 1)).to_have_count(1)
    assert bench.errors == []


def test_a_line_is_edited_and_run(board: Draw) -> None:
    bench = board(mock_up, count=2)
    page = bench.page
    panel = page.locator("[data-section='1'] .cl-panel")
    printed = page.locator("[data-section='1'] .cl-printed")
    expect(panel.locator("pre")).to_contain_text("-cgi 9:4 -C")
    panel.get_by_role("button", name="Edit and run").click()
    line = panel.get_by_label("Lines for nvidia-smi")
    expect(line).to_be_focused()
    expect(line).to_have_value("nvidia-smi mig -i 1 -cgi 9:4 -C")
    line.fill("nvidia-smi mig -i 1 -cgi 14:2 -C")
    keys(page, "Enter")
    expect(printed.locator("pre")).to_contain_text(
        "Successfully created GPU instance ID  4 on GPU  1"
    )
    expect(instance(page, "2g.20gb", 1)).to_have_count(1)
    keys(page, "Enter")
    expect(printed).to_contain_text("Insufficient Resources")
    expect(printed).to_contain_text("Exit code 23")
    panel.get_by_role("button", name="Close").click()
    expect(panel.get_by_role("button", name="Edit and run")).to_be_focused()


def test_typing_a_line_is_no_key_of_the_board(board: Draw) -> None:
    bench = board(mock_up, count=2)
    page = bench.page
    page.locator("[data-key='edit-0']").click()
    page.keyboard.type("abc")
    keys(page, "Control+z", "Delete", "ArrowUp")
    assert len(bench.widget.layouts[0]) == 3


def test_keys_stay_in_the_board_and_others_go_on(board: Draw) -> None:
    page = board(mock_up, count=2).page
    page.evaluate(
        "window.heard = []; document.addEventListener('keydown', (e) => window.heard.push(e.key))"
    )
    radio(page, "3g.40gb", 1).focus()
    keys(page, "d", "ArrowDown", "Delete", "Shift+Enter", "Escape")
    heard = page.evaluate("window.heard")
    assert [one for one in heard if one != "Shift"] == ["Enter"]
    keys(page, "Escape")  # there was nothing left to leave
    assert page.evaluate("window.heard").count("Escape") == 1
    page.evaluate("document.activeElement.blur()")
    keys(page, "Delete", "d")
    assert page.evaluate("window.heard.slice(-2)") == ["Delete", "d"]


def test_another_gpu_and_another_number_of_them(board: Draw) -> None:
    bench = board()
    page = bench.page
    count = page.get_by_label("GPUs", exact=True)
    count.fill("3")
    count.press("Tab")
    expect(page.locator("[data-section]")).to_have_count(3)
    page.get_by_role("combobox", name="GPU").select_option("rtx-pro-6000-96gb")
    expect(page.locator("[data-section='0'] .cl-who")).to_have_count(11)
    place(page, "1g.24gb", 3).click()
    expect(instance(page, "1g.24gb")).to_have_count(1)
    assert bench.widget.layouts[0] == [("1g.24gb", 3)]


def test_a_number_of_gpus_that_cannot_be_is_refused(board: Draw) -> None:
    page = board().page
    count = page.get_by_label("GPUs", exact=True)
    count.fill("9")
    count.press("Tab")
    expect(page.get_by_role("alert")).to_contain_text("1 to 8")
    expect(count).to_have_value("1")


def test_mig_off_is_said_and_nothing_fits(board: Draw) -> None:
    page = board(lambda made: made.run("nvidia-smi -i 0 -mig 0")).page
    expect(page.locator(".cl-aside")).to_have_text("MIG is off.")
    expect(why(page, "1g.10gb")).to_have_text("0 more MIG is off")
    radio(page, "1g.10gb").click()
    keys(page, "Enter")
    expect(page.get_by_role("alert")).to_contain_text("MIG is off")


def test_a_goal_is_shown_until_it_is_reached(board: Draw) -> None:
    page = board(goal=["4g.40gb", "3g.40gb"]).page
    goal = page.get_by_role("group", name="Goal")
    expect(goal).to_contain_text("4g.40gbto place")
    expect(page.get_by_label("GPUs", exact=True)).to_have_count(0)
    place(page, "4g.40gb", 0).click()
    expect(goal).to_contain_text("4g.40gbplaced")
    place(page, "3g.40gb", 4).click()
    expect(goal).to_contain_text("Goal reached.")
    expect(page.get_by_role("status")).to_contain_text("Goal reached.")


def test_a_second_drawing_begins_where_the_first_is(board: Draw) -> None:
    page = board(mock_up, count=2).page
    radio(page, "4g.40gb", 1).click()
    page.locator("[data-key='edit-0']").click()
    page.keyboard.type("x")
    page.evaluate("window.second()")
    two = page.locator("#two")
    expect(two.locator("[data-instance]")).to_have_count(4)
    expect(two.locator("[data-section='1'] .cl-picked code")).to_have_text("4g.40gb")
    expect(two.locator("textarea")).to_have_count(1)
    two.locator("[data-section='1'] [data-profile='1'][data-place='0']").click()
    expect(page.locator("#one [data-instance]")).to_have_count(5)
    expect(two.locator("[data-instance]")).to_have_count(5)


def test_a_change_in_python_is_drawn(board: Draw) -> None:
    bench = board()
    bench.widget.place("7g.80gb")
    bench.page.evaluate("window.model.call({method: 'custom', content: {}})")
    expect(instance(bench.page, "7g.80gb")).to_have_count(1)
