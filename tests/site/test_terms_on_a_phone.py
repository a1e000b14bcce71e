"""On a phone the sentence of a term stands at the foot of the window and covers no other term."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

# As hover_terms writes it, in a page that has no term of its own.
TERMS = """() => {
  const term = (id) => `<span class="says-what" tabindex="0" aria-describedby="${id}">word` +
    `<span class="says" role="tooltip" id="${id}">${"What it means. ".repeat(9)}</span></span>`;
  document.querySelector("article h1").insertAdjacentHTML(
    "afterend", `<p>One ${term("a")}, and on the next line<br>another ${term("b")}.</p>`);
  scrollTo(0, 0);
}"""


def test_an_open_sentence_covers_no_term_and_not_the_bar(
    small_visit: Callable[..., Page],
) -> None:
    page = small_visit("modules/mig.html")
    page.set_viewport_size({"width": 390, "height": 800})
    page.evaluate(TERMS)
    first, second = page.locator("[aria-describedby=a], [aria-describedby=b]").all()
    first.focus()
    expect(first.locator(".says")).to_be_visible()
    over = first.locator(".says").bounding_box()
    next_one, bar = second.bounding_box(), page.locator(".bottom").bounding_box()
    assert over
    assert next_one
    assert bar
    assert over["x"] >= 0
    assert over["x"] + over["width"] <= 390
    assert over["y"] > next_one["y"] + next_one["height"]
    assert over["y"] + over["height"] <= bar["y"]
