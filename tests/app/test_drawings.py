"""What of a drawing a page takes up."""

import pytest

from certlab.app.pages.allowed import refused
from certlab.app.pages.drawings import inline_svg
from certlab.errors import SiteError

PIXELS = "data:image/jpeg;base64,AAA+/w=="


def drawing(part: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">{part}</svg>'


@pytest.mark.parametrize(
    "part",
    [
        f'<image width="8" height="8" href="{PIXELS}"/>',
        f'<image href="{PIXELS.replace("jpeg", "png")}" width="8"/>',
        '<defs><path id="a" d="M0 0"/></defs><use href="#a"/>',
    ],
)
def test_pixels_in_the_drawing_itself_and_parts_of_it_are_taken(part: str) -> None:
    assert "href=" in inline_svg(drawing(part), "cell-1")


@pytest.mark.parametrize(
    "part",
    [
        '<image href="https://example.com/a.png"/>',
        '<image href="a.png"/>',
        '<image width="8"/>',
        '<image href="data:image/svg+xml;base64,AAAA"/>',
        '<image href="data:image/png,AAAA"/>',
        f'<image href="{PIXELS}" xlink:href="https://example.com/a.png"/>',
        f'<image xlink:href="https://example.com/a.png" href="{PIXELS}"/>',
        f'<image href="{PIXELS}" onload="x()"/>',
        '<a href="data:text/html;base64,AAAA">x</a>',
        "<script>x()</script>",
        "<foreignObject/>",
        '<rect fill="url(https://example.com/a)"/>',
    ],
)
def test_what_is_fetched_or_run_is_refused(part: str) -> None:
    with pytest.raises(SiteError, match="a page cannot hold"):
        inline_svg(drawing(part), "cell-1")


def test_the_list_of_what_a_page_holds_knows_such_pixels_and_nothing_else_of_images() -> (
    None
):
    placed = 'x="1" y="2" width="8" height="8" preserveAspectRatio="none"'
    assert refused(drawing(f'<image {placed} href="{PIXELS}"/>')) == ""
    for wrong in (
        'href="https://example.com/a.png"',
        'href="data:image/svg+xml;base64,AAAA"',
        'href="#a"',
        f'xlink:href="{PIXELS}"',
        'src="a.png"',
        'style="x"',
        'onload="x()"',
    ):
        assert refused(f"<image {wrong}/>") == f"<image {wrong.partition('=')[0]}>"
