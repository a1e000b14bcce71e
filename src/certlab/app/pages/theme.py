"""What Sphinx does for the site besides: anchors, boxes, and the frame of each page.

A Sphinx extension. The layout and the styles are ours, under sphinx/; of the theme Furo
the site takes the base template, the switch between themes, the marking of the section
that is read, and the two styles of code.
"""

import html
import json
import re
from pathlib import Path
from typing import Any

from certlab.app.pages import allowed
from certlab.app.pages.sphinx_folder import CONTEXT
from certlab.course.boxes import box_words
from certlab.words import ENGLISH, text

# A quotation that opens with one of these words is a box; drawn on a grid of 16.
BOXES = {
    "Trap": "M8 1.8 15 14H1z M8 6.2v3.6m0 2v.1",
    "Exam era": "M14.5 8a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0 M8 4.2V8l2.6 1.6",
    "Worked example": "M2 13.5h12 M3.5 10.5l7-7 2.5 2.5-7 7-3 .5z",
    "Try it": "M2 13.5h12 M3.5 10.5l7-7 2.5 2.5-7 7-3 .5z",
    "Takeaway": "M4.5 2h7v12L8 11l-3.5 3z",
    "In practice": "M2.5 14V7l4 2.5V7l4 2.5V3h3v11z",
    "What the exam asks": "M14.5 8a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0 M6 6.4a2 2 0 1 1 2.7 1.9c-.5.2-.7.5-.7 1.2 M8 11.8v.1",
    "Recorded run": "M14.5 8a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0 M8 7.2v4 M8 4.6v.1",
    "Weights": "M14.5 8a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0 M8 7.2v4 M8 4.6v.1",
}
AGAIN = "Current"  # the second half of "Exam era"
_OUTSIDE = re.compile(r'<a (?=[^>]*href="https?://)')
_TABLE = re.compile(r'<div class="table-wrapper[^"]*">')
_EMPTY_HEAD = re.compile(r'<th class="head[^"]*"><p></p></th>')
_CODE = re.compile(
    r'<code class="docutils literal notranslate">(.*?)</code>', re.DOTALL
)
_SPAN = re.compile(r'<span class="pre">(.*?)</span>', re.DOTALL)
# Which of the five words a page stands under: by its name, else by its folder.
PLACES = {
    "index": "today",
    **dict.fromkeys(("path", "certifications"), "path"),
    **dict.fromkeys(("drill", "questions"), "practise"),
    **dict.fromkeys(("mock-exam", "progress"), "exam"),
    **dict.fromkeys(("library", "about", "glossary"), "library"),
    **dict.fromkeys(("modules", "labs", "facts", "sheets"), "library"),
}
FOR_EXAMS = "Study for {publisher}'s certification exams"
_STYLES = ("_static/pygments.css",)
_SHEET = "_static/sheet.css"  # of sheets alone, because it says how large the paper is
_SHELL = "_static/shell.js"
_BEGIN, _END = "<p hidden data-about>", "</p>"
_SCRIPTS = ("_static/scripts/furo.js",)


def setup(app: Any) -> dict[str, Any]:
    """Called by Sphinx."""
    allowed.connect(app)
    app.connect("config-inited", _read_context)
    app.connect("builder-inited", _make_no_index)
    # Before Sphinx collects what stands on each page.
    app.connect("doctree-read", _anchors, priority=100)
    app.connect("doctree-read", _boxes, priority=100)
    app.connect("doctree-read", _take_description, priority=100)
    app.connect("html-page-context", _frame, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _read_context(app: Any, config: Any) -> None:
    path = Path(app.srcdir) / CONTEXT
    site = json.loads(path.read_text("utf-8"))
    config.html_context["site"], config.html_title = site, site["title"]


def _make_no_index(app: Any) -> None:
    """The search of the pages has an index of its own; see passages.py."""
    app.builder.search = False


def _place(pagename: str, site: dict[str, Any]) -> tuple[str, str]:
    """A page's language, and its name in English: "zh_TW" and "modules/mig"."""
    lang, _, rest = pagename.partition("/")
    if lang in site["frames"] and rest:
        return lang, rest
    return ENGLISH.lang, pagename


def _anchors(app: Any, document: Any) -> None:
    """A heading's id is its anchor, as items and labs link to it, not docutils' own.

    That of a translated page is the anchor that English has in the same place.
    """
    from docutils import nodes

    site = app.config.html_context["site"]
    lang, page = _place(app.env.docname, site)
    found = [one for one in document.findall(nodes.section) if one.get("slug")]
    anchors = [one["slug"] for one in found]
    if lang != ENGLISH.lang:
        anchors = [anchors[0], *site["frames"][lang]["pages"][page]]
        app.env.note_dependency(f"{page}.md")  # read anew when an anchor there changes
    for section, slug in zip(found, anchors, strict=True):
        section["ids"] = [slug]


def _boxes(app: Any, document: Any) -> None:
    """Turn quotations that open with a bold word into boxes with an icon."""
    from docutils import nodes

    lang, _ = _place(app.env.docname, app.config.html_context["site"])
    kinds = {**{word: word for word in BOXES}, **box_words(text(lang))}
    for quote in list(document.findall(nodes.block_quote)):
        first = _bold(quote[0]) if len(quote) else None
        word = kinds.get(first.astext(), "") if first else ""
        if first is None or word not in BOXES:
            continue
        box = nodes.container(classes=["box", word.lower().replace(" ", "-")])
        box += quote.children
        quote.replace_self(box)
        icon = (
            '<svg class="cl-icon" viewBox="0 0 16 16" aria-hidden="true">'
            f'<path d="{BOXES[word]}"/></svg>'
        )
        first.insert(0, nodes.raw("", icon, format="html"))
        for bold in filter(None, map(_bold, box)):
            if bold is first or kinds.get(bold.astext()) == AGAIN:
                bold["classes"].append("word")


def description_block(line: str) -> str:
    """What a source ends with: the line that a search engine shows of its page."""
    return f"{_BEGIN}{html.escape(line)}{_END}"


def description_in(block: str) -> str:
    """The line in a block of ours; "" where it is another."""
    inside = block.strip()
    ours = inside.startswith(_BEGIN)
    return html.unescape(inside.removeprefix(_BEGIN).removesuffix(_END)) if ours else ""


def _take_description(app: Any, document: Any) -> None:
    """What a source ends with goes into the head of its page."""
    from docutils import nodes

    for one in list(document.findall(nodes.raw)):
        if says := description_in(one.astext()):
            app.env.metadata[app.env.docname]["description"] = says
            one.parent.remove(one)


def _bold(paragraph: Any) -> Any:
    """The bold words that a paragraph opens with, if it does."""
    from docutils import nodes

    if isinstance(paragraph, nodes.paragraph):
        for child in paragraph:
            if child.astext():
                return child if isinstance(child, nodes.strong) else None
    return None


def _frame(
    _app: Any, pagename: str, _template: str, context: dict[str, Any], _doctree: Any
) -> None:
    """What the templates need, and the last touches to what Sphinx has drawn."""
    site = context["site"]
    policy = f'<meta http-equiv="Content-Security-Policy" content="{site["policy"]}">'
    context["metatags"] = f"\n    {policy}"
    lang, english = _place(pagename, site)
    context["frame"], context["say"] = (
        site["frames"][lang],
        site["frames"][lang]["words"],
    )
    context["language"] = context["say"]["lang"]
    context["editions"] = _editions(english, site)
    if pagename == "index":  # what it says to newcomers would be no name in a list
        known = site["publisher"] if site["exams"] else ""
        name = FOR_EXAMS.format(publisher=known) if known else context["title"]
        context["docstitle"] = f"{name} - {context['docstitle']}"
    kind, _, rest = english.partition("/")
    context["kind"] = kind
    context["place"] = PLACES.get(kind, "")
    module = rest.partition("/")[0] if kind in ("modules", "questions", "labs") else ""
    known = {one["id"] for one in context["frame"]["modules"]}
    context["current"] = {
        "module": module if module in known else "",
        "page": f"{pagename}.html",
    }
    body = context.get("body", "")
    body = _OUTSIDE.sub('<a rel="noopener noreferrer" ', body)
    body = _TABLE.sub('<div class="scroll" tabindex="0">', body)
    body = _EMPTY_HEAD.sub("<td></td>", body)  # a header that says nothing is none
    body = _CODE.sub(_code, body)
    body = body.replace('<div class="box', '<div role="note" class="box')
    context["body"] = body.replace("<pre><span>", '<pre tabindex="0"><span>')
    scripts = {one.filename: one for one in context["script_files"]}
    context["shell"] = scripts[_SHELL]
    context["script_files"] = [scripts[name] for name in _SCRIPTS]
    styles = {one.filename: one for one in context["css_files"]}
    context["css_files"] = [styles[name] for name in _STYLES]
    context["sheet"] = styles[_SHEET] if kind == "sheets" else None


def _editions(page: str, site: dict[str, Any]) -> list[dict[str, str]]:
    """The languages that have a page, and where; none where there is one only."""
    found = [
        {**frame["words"], "page": f"{lang}/{page}.html"}
        for lang, frame in site["frames"].items()
        if page in frame["pages"]
    ]
    english = site["frames"][ENGLISH.lang]["words"]
    return [{**english, "page": f"{page}.html"}, *found] if found else []


def _code(match: re.Match[str]) -> str:
    """Code in a line without the span around each of its words.

    It stays around an option, which would break after its hyphen.
    """

    def plain(word: re.Match[str]) -> str:
        return word.group() if word.group(1).startswith("-") else word.group(1)

    return f"<code>{_SPAN.sub(plain, match.group(1))}</code>"
