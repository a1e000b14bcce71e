"""Fields in HTML as text: line ends, bold, emphasis and code as Markdown, nothing run.

Every other tag, scripts too, stays as it is written, and is shown as text. The standard
library's parser will not do: it drops what follows a script that is never closed.
"""

import re
from html import unescape

# Nothing is tried twice (*+), or a tag that never ends would take minutes.
_TAG = re.compile(r"""</?([a-zA-Z][^\s/<>]*+)(?:[^<>"']++|"[^"<]*+"|'[^'<]*+')*+>""")
# No sign has so long a number, and Python makes none of one with thousands of digits.
_NO_SIGN = re.compile(r"&#(?=[0-9]{9})")
_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*", "code": "`", "tt": "`"}
_BREAKS = {"br", "p", "div", "li", "ul", "ol", "tr"}
_LOOKS = {"span", "font"}  # they change the look of their words only


def text_of(html: str) -> tuple[str, tuple[str, ...]]:
    """The text of an HTML field, and the names of the tags that stayed in it."""
    html = _NO_SIGN.sub("&amp;#", html)
    found: list[str] = []
    kept: dict[str, None] = {}
    end = 0
    for tag in _TAG.finditer(html):
        found.append(unescape(html[end : tag.start()]))
        name = tag[1].lower()
        if name in _MARKS:
            found.append(_MARKS[name])
        elif name in _BREAKS:
            found.append("\n")
        elif name not in _LOOKS:
            found.append(tag[0])
            kept[name] = None
        end = tag.end()
    found.append(unescape(html[end:]))
    lines = [" ".join(line.split()) for line in "".join(found).split("\n")]
    return "\n".join(filter(None, lines)), tuple(kept)
