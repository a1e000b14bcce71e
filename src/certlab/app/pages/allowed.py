"""What a page may hold, whatever the Markdown of a course says; the rest ends the build.

A course may be anybody's. No directive runs, no file is put in and no image is copied; of
HTML only what our own pages are made of is let through. The policy of the pages
(app/content_security.py) is a second wall, and `certlab check` says it before anything is built.
"""

import re
from html.parser import HTMLParser
from typing import Any

from certlab.course.maths import ATTRIBUTES, MATHML, TAGS

_HTML = frozenset(
    [
        *("a", "br", "code", "details", "div", "em", "figcaption", "figure"),
        *("dd", "dl", "dt", "h2", "h3", "li", "ol", "p", "pre", "small", "span"),
        *("strong", "summary", "table", "tbody", "td", "th", "thead", "tr", "ul"),
    ]
)
_DRAWN = frozenset(
    [
        *("circle", "clippath", "defs", "desc", "ellipse", "g", "line", "marker"),
        *("path", "pattern", "polygon", "polyline", "rect", "svg", "text", "title"),
        *("image", "tspan", "use"),
    ]
)
_ATTRIBUTE = re.compile(
    r"class|id|lang|title|hidden|tabindex|role|scope|open|href|(?:data|aria)-[a-z-]+"
)
_ADDRESS = re.compile(r"https?://|mailto:|[^:]*(?:[#?].*)?$", re.DOTALL)
_LOADS = re.compile(
    r"url\(\s*[^#\s]|@import|expression\(|image(?:-set)?\(|src\(|\\", re.IGNORECASE
)
PIXELS = r"data:image/(?:jpeg|png);base64,[A-Za-z0-9+/=]+"  # what a lab rendered
_PLACED = frozenset(["x", "y", "width", "height", "preserveaspectratio"])
_FOLDER = re.compile(r"(?:[a-z0-9_-]+/)+", re.ASCII)  # below that of the assets


class _Reader(HTMLParser):
    """Finds the first tag or attribute that no page may hold."""

    # Whatever is text in one place is a tag in another, in a drawing for example.
    CDATA_CONTENT_ELEMENTS = ()  # type: ignore[misc]  # final in the stubs only
    RCDATA_CONTENT_ELEMENTS = ()  # type: ignore[misc,unused-ignore]  # newer Pythons have it

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.found = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # In a <title> a browser reads no tags, so a tag could end in a value's "</title>".
        if "<" in (self.get_starttag_text() or "")[1:]:
            self.found = self.found or f"<{tag}> with < in it"
        if tag not in _HTML | _DRAWN | TAGS:
            self.found = self.found or f"<{tag}>"
        for name, value in attrs:
            if not _may(tag, name, value or ""):
                self.found = self.found or f"<{tag} {name}>"

    def handle_comment(self, _data: str) -> None:
        self.found = self.found or "<!-- -->"

    def handle_decl(self, _decl: str) -> None:
        self.found = self.found or "<!>"

    def handle_pi(self, _data: str) -> None:
        self.found = self.found or "<?>"

    def unknown_decl(self, _data: str) -> None:
        self.found = self.found or "<![>"


def _may(tag: str, name: str, value: str) -> bool:
    """Whether a tag may have an attribute of that value."""
    if name.startswith("on"):
        return False
    if tag in TAGS:
        return name in ATTRIBUTES or (name, value) == ("xmlns", MATHML)
    if name == "data-folder":  # site.js runs a script that lies in it
        return _FOLDER.fullmatch(value) is not None
    if tag == "image":  # elsewhere than in a drawing it is an <img>, which has a src
        return name in _PLACED or (name == "href" and bool(re.fullmatch(PIXELS, value)))
    if name in ("href", "xlink:href"):
        inside = value.startswith("#")
        return inside if tag in _DRAWN else bool(_ADDRESS.match(value.strip()))
    if tag in _DRAWN:  # a drawing has many, and inline_svg has seen it
        return not _LOADS.search(value)
    return _ATTRIBUTE.fullmatch(name) is not None


def refused(html: str) -> str:
    """The first thing in raw HTML that no page may hold; "" for none."""
    reader = _Reader()
    reader.feed(html)
    # What the parser keeps back as unfinished, a browser would finish.
    return reader.found or (reader.rawdata[:20] if "<" in reader.rawdata else "")


def connect(app: Any) -> None:
    """Have Sphinx refuse what no page may hold, before it collects files for a page."""
    from myst_parser.mdit_to_docutils.base import DocutilsRenderer
    from myst_parser.parsers import sphinx_
    from sphinx.util import logging

    say = logging.getLogger(__name__).warning  # which ends the build

    def directive(renderer: Any, token: Any, *_given: Any, **_more: Any) -> None:
        name = token.info.strip().partition("}")[0].lstrip("{")
        place = (renderer.sphinx_env.docname, (token.map or [0])[0])
        says = "a page holds the directive %s; write Markdown instead"
        say(says, name, location=place)

    def look(_app: Any, document: Any) -> None:
        from docutils import nodes

        for image in list(document.findall(nodes.image)):
            says = "a page holds the image %s; draw it as a figure instead"
            say(says, image.get("uri", ""), location=image)
            image.parent.remove(image)
        for raw in document.findall(nodes.raw):
            html = raw.get("format") == "html"
            if found := refused(raw.astext()) if html else raw.get("format", "raw"):
                says = "a page holds %s; write Markdown instead"
                say(says, found, location=raw)

    def close(app: Any) -> None:
        app.env.settings |= {"file_insertion_enabled": False, "raw_enabled": False}

    for name in ("render_directive", "render_restructuredtext"):  # there is no setting
        assert hasattr(DocutilsRenderer, name), name
        setattr(DocutilsRenderer, name, directive)
    # Whatever syntax is off, MyST takes settings for a page from its first lines.
    sphinx_.read_topmatter = lambda *_text: None  # type: ignore[attr-defined]
    app.connect("builder-inited", close)
    app.connect("doctree-read", look, priority=50)
