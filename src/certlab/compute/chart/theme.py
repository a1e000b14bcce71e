"""A drawing of matplotlib's made to follow the reader's theme.

Its colours for ink, paper and lines become variables: those of our pages and widgets
(--cl-*), else JupyterLab's (--jp-*), else the colours of a white page, which is what a
viewer sees that shows the drawing as a picture.
"""

import re
from hashlib import sha256
from html import escape

from certlab.compute.chart.style import INK, LIMIT, LINE, PAPER, QUIET

ROOT_STYLE = "; ".join(
    (
        f"--ink: var(--cl-ink, var(--jp-content-font-color1, {INK}))",
        f"--paper: var(--cl-paper, var(--jp-layout-color1, {PAPER}))",
        "--quiet: color-mix(in srgb, var(--ink) 70%, var(--paper))",
        "--line: color-mix(in srgb, var(--ink) 15%, var(--paper))",
        "color: var(--ink)",
        "font-family: var(--cl-font, var(--jp-ui-font-family, system-ui, sans-serif))",
        "stroke-linejoin: round",
        "stroke-linecap: butt",
        "max-width: 100%",
        "height: auto",
    )
)
_COLOURS = {
    INK: "currentColor",
    QUIET: "var(--quiet)",
    LINE: "var(--line)",
    PAPER: "var(--paper)",
}
# The style element holds one rule for *, which in a page would reach beyond the drawing.
_LEFT_OUT = re.compile(
    r"<\?xml.*?\?>|<!DOCTYPE.*?>|<!--.*?-->|<metadata>.*?</metadata>"
    r"|<style[^>]*>.*?</style>",
    re.DOTALL,
)
_ROOT = re.compile(r'<svg [^>]*?width="([\d.]+)pt"[^>]*viewBox="([^"]+)"[^>]*>')
_NUMBER = re.compile(r"(?<![\w#])-?\d+\.\d{3,}")
_FAMILY = re.compile(r"; font-family: [^;\"]*")
_FONT = re.compile(r"\bfont: ((?:\w+ )*)([\d.]+px) [^;\"]*")
# A rim of paper keeps words readable where a line runs below them.
_RIM = '<text style="paint-order: stroke; stroke: var(--paper); stroke-width: 3; '
_ID = re.compile(r'\sid="([^"]+)"')
_USE = re.compile(r'url\(#([^)]+)\)|href="#([^"]+)"')
_EMPTY = re.compile(r"<defs>\s*</defs>")


def themed(svg: str, title: str, words: str) -> str:
    """The drawing as text that stands alone, in a notebook and in a page.

    Args:
        svg: as matplotlib saves it, drawn in our style.
        title: its name.
        words: what it shows, for who cannot see it.

    Raises:
        ValueError: it is not a drawing of matplotlib's.
    """
    text = _EMPTY.sub("", _LEFT_OUT.sub("", svg))
    if not (root := _ROOT.search(text)):
        raise ValueError("This SVG was not saved by matplotlib.")
    for colour, name in _COLOURS.items():
        text = re.sub(rf"(?<=: ){colour}\b", name, text)
    text = _FAMILY.sub("", _FONT.sub(_sized, text)).replace('<text style="', _RIM)
    text = re.sub(r"\s+\n?(?=[LCQMz])|(?<=z)\s+(?=\")", " ", text)  # paths in one line
    text = _NUMBER.sub(lambda one: f"{float(one.group()):.2f}", text)
    text = _own_ids(text)
    width = round(float(root.group(1)) * 4 / 3)  # points to pixels
    box = " ".join(f"{float(one):.0f}" for one in root.group(2).split())
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" '
        f'xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="{box}" width="{width}" '
        f'role="img" style="{ROOT_STYLE}">\n'
        f"<title>{escape(title)}</title>\n<desc>{escape(words)}</desc>"
    )
    text = re.sub(r"<svg [^>]*>", lambda _: head, text, count=1)
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())


def _sized(font: re.Match[str]) -> str:
    """`font: bold 12px ...` as properties, so that the family is the page's."""
    weight = f"font-weight: {font.group(1).strip()}; " if font.group(1) else ""
    return f"{weight}font-size: {font.group(2)}"


def _own_ids(text: str) -> str:
    """Ids that no other drawing of the page has; those that nothing uses go.

    A limit keeps its name, as a class: there may be many.
    """
    used = {one for pair in _USE.findall(text) for one in pair if one}
    mark = sha256(text.encode()).hexdigest()[:8]

    def renamed(found: re.Match[str]) -> str:
        id = found.group(1)
        if id == LIMIT:
            return f' class="{LIMIT}"'
        return f' id="c{mark}-{id}"' if id in used else ""

    text = _ID.sub(renamed, text)
    text = re.sub(r"url\(#([^)]+)\)", rf"url(#c{mark}-\1)", text)
    return re.sub(r'href="#([^"]+)"', rf'href="#c{mark}-\1"', text)
