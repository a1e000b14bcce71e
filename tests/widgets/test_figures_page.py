"""A figure of the workspace as JupyterLab shows it: a picture on a page with a theme."""

import io
from urllib.parse import quote

import pytest
from PIL import Image
from playwright.sync_api import Page

from certlab.course.figures import as_picture
from certlab.widgets.esm import STATIC

EXTENSION = STATIC.parent / "labextension" / "certlab" / "static" / "remoteEntry.js"
ACTIVATE = """async () => {
  const { default: plugin } = (await window._JUPYTERLAB.certlab.get("./extension"))();
  plugin.activate({ restored: new Promise(() => {}) });
}"""
FIGURE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 300" role="img"
style="color: var(--cl-ink, #1c1e23)" font-size="12">
<rect width="720" height="300" fill="var(--cl-paper, #ffffff)"/></svg>"""


@pytest.mark.parametrize("system", ["light", "dark"])
@pytest.mark.parametrize(
    ("is_light", "paper"), [("true", (255, 255, 255)), ("false", (21, 23, 28))]
)
def test_a_figure_has_its_own_width_and_the_theme_s_paper(
    page: Page, system: str, is_light: str, paper: tuple[int, int, int]
) -> None:
    page.emulate_media(color_scheme="dark" if system == "dark" else "light")
    source = f"data:image/svg+xml,{quote(as_picture(FIGURE))}"
    page.set_content(
        f'<body data-jp-theme-light="{is_light}" style="background: red; margin: 0">'
    )
    page.add_script_tag(path=EXTENSION)
    page.evaluate(ACTIVATE)
    page.evaluate(
        "(src) => document.body.append(Object.assign(new Image(), { src }))", source
    )
    picture = page.locator("img")
    assert picture.evaluate("(one) => one.decode().then(() => one.width)") == 720
    shot = Image.open(io.BytesIO(picture.screenshot())).convert("RGB")
    assert shot.getpixel((360, 150)) == paper
