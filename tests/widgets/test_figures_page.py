"""Drawings as JupyterLab shows them: pictures on a page with a theme."""

import io
from collections.abc import Callable
from urllib.parse import quote

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from certlab.app.esm import STATIC
from certlab.course.figures import as_picture
from certlab.labs.mig.widgets.picture import picture as drawn
from certlab.widgets import mig_board

EXTENSION = STATIC.parent / "labextension" / "certlab" / "static" / "remoteEntry.js"
ACTIVATE = """async () => {
  const has = (token) => ({ "4.0.0": { get: async () => () => ({ [token]: "a token" }) } });
  const scope = {
    "@jupyterlab/application": has("ILayoutRestorer"),
    "@jupyterlab/rendermime": has("IRenderMimeRegistry"),
    "@jupyterlab/coreutils": { 1: { get: async () => () => ({ PageConfig: { getOption: () => "" } }) } },
  };
  window._JUPYTERLAB.certlab.init(scope);
  const { default: [plugin] } = (await window._JUPYTERLAB.certlab.get("./extension"))();
  plugin.activate({ restored: new Promise(() => {}) });
}"""
FIGURE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 300" role="img"
style="color: var(--cl-ink, #1c1e23)" font-size="12">
<rect width="720" height="300" fill="var(--cl-paper, #ffffff)"/></svg>"""


OUTPUT = "jp-RenderedSVG"
SOURCE = "(one) => decodeURIComponent(one.src.slice(one.src.indexOf(',') + 1))"
SHOW = """async ([output, src]) => {
  const place = document.body.appendChild(document.createElement("div"));
  place.className = output;
  const picture = place.appendChild(new Image());
  await new Promise((done) => { picture.onload = done; picture.src = src; });
  await picture.decode(); // of what the extension made of it
}"""
THEMES = pytest.mark.parametrize(
    ("is_light", "paper"), [("true", (255, 255, 255)), ("false", (21, 23, 28))]
)


@pytest.fixture
def show(page: Page) -> Callable[..., Locator]:
    """Show an SVG text as JupyterLab does, with our extension on."""

    def draw(svg: str, is_light: str = "true", output: str = "") -> Locator:
        page.set_content(
            f'<body data-jp-theme-light="{is_light}" style="background: red; margin: 0">'
        )
        page.add_script_tag(path=EXTENSION)
        page.evaluate(ACTIVATE)
        source = f"data:image/svg+xml,{quote(svg)}"
        page.evaluate(SHOW, [output, source])
        return page.locator("img")

    return draw


def pixel(picture: Locator) -> object:
    """The colour in the middle of a picture of 720 by 300."""
    shot = Image.open(io.BytesIO(picture.screenshot())).convert("RGB")
    return shot.getpixel((360, 150))


@pytest.mark.parametrize("system", ["light", "dark"])
@THEMES
def test_a_figure_has_its_own_width_and_the_theme_s_paper(
    page: Page,
    show: Callable[..., Locator],
    system: str,
    is_light: str,
    paper: tuple[int, int, int],
) -> None:
    page.emulate_media(color_scheme="dark" if system == "dark" else "light")
    picture = show(as_picture(FIGURE), is_light)
    assert picture.evaluate("(one) => one.width") == 720
    assert pixel(picture) == paper


@THEMES
def test_a_drawing_in_an_output_is_shown_as_a_figure_is(
    page: Page,
    show: Callable[..., Locator],
    is_light: str,
    paper: tuple[int, int, int],
) -> None:
    picture = show(FIGURE, is_light, OUTPUT)
    assert picture.evaluate("(one) => one.width") == 720
    assert pixel(picture) == paper
    page.set_viewport_size({"width": 400, "height": 600})
    expect(picture).to_have_js_property("width", 400)  # and never beyond its column


@pytest.mark.parametrize(
    "svg",
    [
        pytest.param(FIGURE.replace("<svg", '<svg width="720"', 1), id="own width"),
        pytest.param(drawn(mig_board(count=2).gpus), id="two in one"),
        pytest.param(FIGURE.replace("style", "data-none"), id="no style"),
    ],
)
def test_outputs_and_figures_are_changed_alike(
    show: Callable[..., Locator], svg: str
) -> None:
    picture = show(svg, output=OUTPUT)
    assert picture.evaluate(SOURCE) == as_picture(svg) != svg
    assert picture.evaluate("(one) => one.naturalWidth") > 0  # it can still be read


def test_a_picture_of_somebody_else_is_left_alone(show: Callable[..., Locator]) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 72 30"></svg>'
    picture = show(svg, output=OUTPUT)
    assert picture.evaluate(SOURCE) == svg
