"""Inline Markdown as nodes: what is marked up, and what stays text."""

import io
import json
from html import escape

import pytest
from PIL import Image
from playwright.sync_api import Page, Route

from certlab.app.esm import SOURCE

THEME = SOURCE / "app" / "static" / "theme"
MATH = '<math xmlns="http://www.w3.org/1998/Math/MathML"'
HALF = f'${MATH} alttext="1 / 2"><mfrac><mn>1</mn><mn>2</mn></mfrac></math>$'
HOSTILE = [
    f"{MATH}><script>hit()</script></math>",
    f'{MATH}><mi onclick="hit()">x</mi></math>',
    f'{MATH}><mi xmlns="http://www.w3.org/1999/xhtml">x</mi></math>',
    f"{MATH}><mi>x</math>",
]
TEXTS = [
    ("plain", "plain"),
    ("a `code` here", "a <code>code</code> here"),
    ("`a ** b` and **bold**", "<code>a ** b</code> and <strong>bold</strong>"),
    ("**bold with `code`**", "<strong>bold with <code>code</code></strong>"),
    ("*one* and _two_", "<em>one</em> and <em>two</em>"),
    ("**bold *and* more**", "<strong>bold <em>and</em> more</strong>"),
    ("max_threads_per_block", "max_threads_per_block"),
    ("2 * 3 * 4", "2 * 3 * 4"),
    ("a ** b ** c", "a ** b ** c"),
    ("one ` tick", "one ` tick"),
    ("`` a ` b ``", "<code>a ` b</code>"),
    ("**open", "**open"),
    (r"\*not\* this", "*not* this"),
    ("two\nlines", "two lines"),
    ("one\n\ntwo", "one<br><br>two"),
    (
        "Here:\n```sh\n$ ls <x>\n\n  *two*\n```\nWhat?",
        'Here:<code class="cl-block" tabindex="0">$ ls &lt;x&gt;\n\n  *two*</code>What?',
    ),
    ("a ``` b", "a ``` b"),
    ("<b>x</b> & y", "&lt;b&gt;x&lt;/b&gt; &amp; y"),
    ("[a](javascript:b)", "[a](javascript:b)"),
    ("$5 and $10", "$5 and $10"),
    (r"\$x\$", "$x$"),
    (f"one {HALF} two", f"one {HALF[1:-1].replace(MATH, '<math')} two"),
    (
        "$<math><mi>x</mi></math>$",
        escape("<math><mi>x</mi></math>", quote=False),
    ),  # no namespace
    *((f"${one}$", escape(one, quote=False)) for one in HOSTILE),
    ("", ""),
]


@pytest.fixture
def blank(page: Page) -> Page:
    """An empty page that serves the package's modules."""

    def serve(route: Route) -> None:
        name = route.request.url.removeprefix("http://text.test/")
        if name.endswith(".js"):
            body = (SOURCE / name).read_text("utf-8")
            route.fulfill(body=body, content_type="text/javascript")
        else:
            route.fulfill(body="<!doctype html>", content_type="text/html")

    page.route("http://text.test/**", serve)
    page.goto("http://text.test/")
    return page


def test_marks_become_nodes_and_all_else_stays_text(blank: Page) -> None:
    found = blank.evaluate(
        """async (texts) => {
          const { inline } = await import("/app/static/text.js");
          return texts.map((text) => {
            const place = document.createElement("p");
            place.append(...inline(text));
            return place.innerHTML;
          });
        }""",
        [text for text, _ in TEXTS],
    )
    assert found == [html for _, html in TEXTS], json.dumps(found, indent=1)


def test_the_words_of_a_text_stay_apart_where_its_lines_do(blank: Page) -> None:
    found = blank.evaluate(
        """async (texts) => {
          const { plain } = await import("/app/static/text.js");
          return texts.map(plain);
        }""",
        ["Here:\n```sh\n$ ls\n```\nWhat?", "one\n\ntwo", "a `b`, *c*"],
    )
    assert found == ["Here: $ ls What?", "one two", "a b, c"]


EDGES = """() => {
  const block = document.querySelector("code.cl-block");
  const { x, y, width, height } = block.getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
}"""


def bars(page: Page) -> list[bool]:
    """Whether a bar stands at the left and at the right edge of a block of code."""
    x, y, width, height = page.evaluate(EDGES)
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    ground = shot.getpixel((x + width // 2, y + 2))
    middle = y + height // 2
    return [shot.getpixel((at, middle)) != ground for at in (x + 1, x + width - 2)]


def test_a_block_of_code_shows_at_which_edge_more_of_it_lies(blank: Page) -> None:
    style = "".join((THEME / f"{one}.css").read_text() for one in ("theme", "widgets"))
    blank.set_viewport_size({"width": 390, "height": 300})
    blank.evaluate(
        """async (style) => {
          const { inline } = await import("/app/static/text.js");
          document.body.innerHTML = '<div class="certlab"><div class="cl-frame"></div></div>';
          const place = document.querySelector(".cl-frame");
          place.append(...inline("Here:\\n```\\n" + "column ".repeat(20) + "\\n\\n```\\nWhat?"));
          document.head.appendChild(document.createElement("style")).textContent = style;
        }""",
        style,
    )
    block = blank.locator("code.cl-block")
    assert bars(blank) == [False, True]
    block.evaluate("(one) => one.scrollBy(40, 0)")
    assert bars(blank) == [True, True]
    block.evaluate("(one) => one.scrollBy(2000, 0)")
    assert bars(blank) == [True, False]
    size = "(one) => parseFloat(getComputedStyle(one).fontSize)"
    small = block.evaluate(size)
    blank.set_viewport_size({"width": 1280, "height": 300})
    assert block.evaluate(size) > small
