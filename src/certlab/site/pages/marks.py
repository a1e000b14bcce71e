"""Inline Markdown of items as HTML: code, bold and emphasis, as widgets/static/text.js."""

import html
import re

_MARK = re.compile(
    r"(?P<ticks>`+)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)"
    r"|\*\*(?=\S)(?P<bold>.+?)(?<=\S)\*\*"
    r"|\*(?=[^\s*])(?P<star>.+?)(?<=[^\s*])\*"
    r"|(?<![0-9A-Za-z_])_(?=\S)(?P<under>.+?)(?<=\S)_(?![0-9A-Za-z_])"
    r"|\\(?P<escaped>[\\`*_{}<>])",
    re.DOTALL,
)


def to_html(text: str) -> str:
    """One text; a blank line starts a new line, other line ends are spaces."""
    paragraphs = re.split(r"\n\s*\n", text.strip())
    return "<br><br>".join(_marks(re.sub(r"\s*\n\s*", " ", one)) for one in paragraphs)


def _marks(text: str) -> str:
    found = _MARK.search(text)
    if found is None:
        return html.escape(text, quote=False)
    before = html.escape(text[: found.start()], quote=False)
    return before + _marked(found.groupdict()) + _marks(text[found.end() :])


def _marked(part: dict[str, str | None]) -> str:
    if part["code"] is not None:
        code = re.sub(r"^ (.*\S.*) $", r"\1", part["code"])
        return f"<code>{html.escape(code, quote=False)}</code>"
    if part["bold"] is not None:
        return f"<strong>{_marks(part['bold'])}</strong>"
    if part["escaped"] is not None:
        return html.escape(part["escaped"], quote=False)
    return f"<em>{_marks(part['star'] or part['under'] or '')}</em>"
