"""The bits in a browser: mouse, keys, what is announced, axe-core in both themes."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.axe import in_both_themes

Draw = Callable[..., Any]


def bit(page: Page, n: int) -> Any:
    return page.locator(f"[data-key='bit-{n}']")


def test_a_click_flips_a_bit_and_the_value_is_announced(bits: Draw) -> None:
    bench = bits(format="fp8-e4m3", value=1.0)
    bench.page.locator(".cl-bit", has=bit(bench.page, 2)).click()
    expect(bench.page.locator(".cl-bitvalue")).to_have_text(
        "2^(7 − 7) × (1 + 4/8) = 1.5"
    )
    expect(bench.page.get_by_role("status")).to_have_text(
        "FP8 E4M3 0 0111 100 is 1.5: a normal number."
    )
    assert bench.widget.value == 1.5


def test_keys_go_from_bit_to_bit_and_space_flips(bits: Draw) -> None:
    bench = bits(format="fp8-e4m3", value=1.0)
    page = bench.page
    bit(page, 0).focus()
    for _ in range(3):  # over the edge of the mantissa
        page.keyboard.press("ArrowLeft")
    expect(bit(page, 3)).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator(".cl-bitvalue strong")).to_have_text("0.5")
    expect(bit(page, 3)).to_be_focused()
    page.keyboard.press("Home")
    expect(bit(page, 7)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(bit(page, 7)).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator(".cl-bitvalue strong")).to_have_text("−0.5")
    assert page.locator("[data-bit][tabindex='0']").count() == 1


def test_a_value_is_typed_and_a_format_chosen(bits: Draw) -> None:
    bench = bits(format="fp16", value=1.0)
    page = bench.page
    page.get_by_label("Value").fill("70000")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("70000 is too large.")
    page.get_by_label("Value").fill("6.1")
    page.get_by_role("button", name="Round to the format").click()
    page.get_by_label("Format").focus()
    page.get_by_label("Format").select_option("fp4-e2m1")
    expect(page.locator("[data-bit]")).to_have_count(4)
    expect(page.locator(".cl-bitvalue strong")).to_have_text("6")
    expect(page.get_by_label("Format")).to_be_focused()


def test_a_refusal_is_an_alert_and_goes_away(bits: Draw) -> None:
    page = bits(format="fp16", value=1.0).page
    page.get_by_label("Value").fill("many")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("many is not a number")
    page.get_by_role("button", name="Code + 1").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("button", name="Code + 1")).to_be_focused()


def test_each_bit_has_a_name_and_a_group(bits: Draw) -> None:
    page = bits(format="fp8-e5m2", value=1.0).page
    expect(page.get_by_role("group", name="exponent")).to_be_visible()
    expect(page.get_by_role("checkbox", name="mantissa, bit 1")).to_have_count(1)
    expect(page.get_by_role("checkbox", name="sign, bit 7")).not_to_be_checked()


@pytest.mark.parametrize("format", ["fp32", "fp8-e4m3"])
@pytest.mark.parametrize("refused", [False, True])
def test_axe_finds_nothing_in_either_theme(
    bits: Draw, format: str, refused: bool
) -> None:
    page = bits(format=format, value=0.395).page
    if refused:
        page.get_by_label("Value").fill("many")
        page.keyboard.press("Enter")
        page.wait_for_selector("[role=alert]")
    assert in_both_themes(page) == []


def test_it_fits_a_phone_and_can_be_touched(bits: Draw) -> None:
    page = bits(format="fp32", value=0.395).page
    page.set_viewport_size({"width": 390, "height": 800})
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    sizes = page.eval_on_selector_all(
        ".cl-numberbits :is(input, button, select)",
        "all => all.map(one => one.getBoundingClientRect()).map(r => [r.width, r.height])",
    )
    assert all(min(size) >= 24 for size in sizes)


def test_two_drawings_of_one_number_agree(bits: Draw) -> None:
    page = bits(format="fp4-e2m1", value=1.0).page
    page.evaluate("window.second()")
    page.locator("#one .cl-bit").nth(3).click()
    expect(page.locator("#two .cl-bitvalue strong")).to_have_text("1.5")
