"""SVG put into a page, where it follows the page's theme and its Content-Security-Policy."""

import html
import re
from collections.abc import Sequence

from certlab.app.pages.allowed import PIXELS
from certlab.errors import SiteError

_LEFT_OUT = re.compile(
    r"<\?xml.*?\?>|<!DOCTYPE.*?>|<!--.*?-->|<metadata>.*?</metadata>", re.DOTALL
)
_STYLE = re.compile(r"\s*<style[^>]*>(.*?)</style>", re.DOTALL)
_FOR_ALL = re.compile(r"\s*\*\s*\{([^{}]*)\}\s*")
_ROOT = re.compile(r"<svg\b([^>]*)>")
_ID = re.compile(r'(?<=\sid=")([^"]+)(?=")')
_USES = (
    re.compile(r"(?<=url\(#)([^)]+)(?=\))"),
    re.compile(r'(?<=href="#)([^"]+)(?=")'),
)
_LABELS = re.compile(r'(?<=\saria-labelledby=")([^"]+)(?=")')
_PIXELS = f'{PIXELS}"'
_REFUSED = re.compile(
    rf"<(script|foreignObject|iframe)\b|<image\b(?![^<>]*\shref=\"{_PIXELS})|"
    rf"\son[a-z]+=|href=\"(?!#|{_PIXELS})|@import|url\((?!#)",
    re.IGNORECASE,
)


def inline_svg(svg: str, name: str, label: str = "") -> str:
    """A drawing as part of a page: ids of its own, no style element, no blank line.

    Args:
        svg: the whole text.
        name: begins its ids; unique in the page.
        label: what it shows, for one that does not say so itself.

    Raises:
        SiteError: it has a part that a page must not have.
    """
    text = _LEFT_OUT.sub("", svg)
    text, styles = _without_styles(text, name)
    if found := _REFUSED.search(text):
        raise SiteError(
            f"Drawing {name}: a page cannot hold {found.group().strip()}; draw it again."
        )
    text = _ROOT.sub(lambda root: _root(root.group(1), styles, text, label), text, 1)
    text = _own_ids(text, name)
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())


def _without_styles(text: str, name: str) -> tuple[str, Sequence[str]]:
    """The policy of the pages allows style attributes only, so rules become those."""
    rules: list[str] = []
    for sheet in _STYLE.findall(text):
        rule = _FOR_ALL.fullmatch(sheet)
        if rule is None:
            raise SiteError(
                f"Drawing {name}: its style element has rules besides one for *; "
                "write them as attributes."
            )
        rules.append(" ".join(rule.group(1).split()).rstrip("; "))
    return _STYLE.sub("", text), rules


def _root(attributes: str, styles: Sequence[str], text: str, label: str) -> str:
    own = re.search(r'\sstyle="([^"]*)"', attributes)
    if styles:  # what holds for all is inherited from the root
        attributes = attributes.replace(own.group(), "") if own else attributes
        style = "; ".join([*styles, *([own.group(1)] if own else [])])
        attributes += f' style="{style}"'
    # A size in points would be larger than a phone; the page decides.
    attributes = re.sub(r'\s(?:version|height|xmlns(?::\w+)?)="[^"]*"', "", attributes)
    if 'role="' not in attributes:
        attributes += ' role="img"'
    if "<title" not in text and label:
        attributes += f' aria-label="{html.escape(label)}"'
    return f"<svg{' '.join(['', *attributes.split()])}>"


def _own_ids(text: str, name: str) -> str:
    named = set(_ID.findall(text))

    def own(match: re.Match[str]) -> str:
        return " ".join(
            f"{name}-{id}" if id in named else id for id in match.group().split()
        )

    for pattern in (_ID, *_USES, _LABELS):
        text = pattern.sub(own, text)
    return text
