"""A course of somebody else whose pages want to read files, or to hand HTML on."""

import http.server
import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from certlab.app.pages import sphinx_folder
from certlab.app.pages.allowed import refused as refused_html
from certlab.app.pages.output import write_pages
from certlab.app.pages.sources import sources
from certlab.app.pages.sphinx_folder import CONTEXT
from certlab.course import Course
from certlab.course.page_markup import foreign, pages_hold_only_markdown

SECRET = "what only the builder may read"
# SECRET_FILE and SERVER are filled in. Each is refused by name, and named by the check.
DIRECTIVES = {
    "include": "```{include} SECRET_FILE\n```",
    "include-as-code": "~~~{include} SECRET_FILE\n:literal:\n~~~",
    "literalinclude": "```{literalinclude} SECRET_FILE\n```",
    "raw-file": "```{raw} html\n:file: SECRET_FILE\n```",
    "raw-url": "```{raw} html\n:url: SERVER/raw\n```",
    "csv-file": "```{csv-table}\n:file: SECRET_FILE\n```",
    "csv-url": "```{csv-table}\n:url: SERVER/x.csv\n```",
    "figure": "```{figure} SECRET_FILE\n```",
    "image": "```{image} SERVER/x.png\n```",
    "eval-rst": "```{eval-rst}\n.. include:: SECRET_FILE\n```",
    "download": "```{eval-rst}\n:download:`x <SECRET_FILE>`\n```",
    "toctree": "```{toctree}\n:glob:\n../../*\n```",
    "in-a-list": "1. > - ```{include} SECRET_FILE\n     ```",
    "spaces": "   ````  {include}  SECRET_FILE\n   ````",
    "code-block": "```{code-block} python\n:caption: x\nx\n```",
    "mermaid-or-any": "```{no-such-directive}\n```",
}
IMAGES = {
    "image-of-a-file": "![x](SECRET_FILE)",
    "image-above": "![x](../../../../../../etc/passwd)",
    "image-of-a-page": "![x](SERVER/x.png)",
    "image-by-name": "![x][y]\n\n[y]: SECRET_FILE",
}
HTML = {
    "script": "<script>alert(1)</script>",
    "meta": '<meta http-equiv="refresh" content="0; url=SERVER/m">',
    "form": 'A <form action="SERVER/f"><input name="x"></form>',
    "iframe": '<iframe src="SERVER/i"></iframe>',
    "img": 'A picture <img src="SERVER/p.png"> in a line.',
    "on-event": '<div onclick="alert(1)">x</div>',
    "javascript": '<a href="java&#115;cript:alert(1)">x</a>',
    "data": '<a href="data:text/html,x">x</a>',
    "style": "<style>body { display: none }</style>",
    "style-attribute": '<div style="position: fixed">x</div>',
    "comment": "<!-- <script> -->",
    "cdata": "<![CDATA[ x ]]>",
    "declaration": "<!DOCTYPE html>",
    "instruction": "<?php echo 1 ?>",
    "in-a-title": "<svg><title><form action='SERVER/t'></form></title></svg>",
    "svg-link": "<svg><use href='SERVER/u#a'/></svg>",
    "svg-animation": '<svg><animate attributeName="href" to="SERVER/a"/></svg>',
    "svg-load": '<svg><rect fill="url(SERVER/f)"/></svg>',
    "base": '<base href="SERVER/">',
    "object": '<object data="SERVER/o"></object>',
    "capitals": "<ScRiPt>alert(1)</sCrIpT>",
}
HARMLESS = {
    "front-matter-of-myst": "---\nmyst:\n  disable_syntax: []\n"
    "  enable_extensions: [colon_fence]\n---\n\n# X\n\n"
    "{download}`../../secret.txt`\n\n:::{include} ../../secret.txt\n:::",
    "front-matter": "---\nmyst:\n  enable_extensions: [substitution]\n"
    "  substitutions: {x: SECRET}\n---\n\n# X\n\n{{ x }}",
    "role": "{download}`x <SECRET_FILE>` {include}`SECRET_FILE` {raw}`x`",
    "link-to-a-file": "[x](SECRET_FILE) and [y](../../../etc/passwd)",
    "link-to-a-script": "[x](javascript:alert(1)) [y](data:text/html,x) <vbscript:x>",
    "block-break": "+++ {include}\n\n% a comment",
    "code-of-it": "```\n{include} SECRET_FILE\n```",
    "auto": "<https://example.org/x>",
}


@pytest.fixture
def server() -> Iterator[tuple[str, list[str]]]:
    """A server's address, and what was asked of it."""
    asked: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

        def log_message(self, *_: object) -> None:
            return

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as one:
        threading.Thread(target=one.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{one.server_port}", asked
        one.shutdown()


def test_nothing_of_a_page_reads_a_file_or_an_address(
    fixed: Course, tmp_path: Path, server: tuple[str, list[str]]
) -> None:
    """All pages in one build, which goes on after a fault here and ends at one for a site."""
    address, asked = server
    secret = tmp_path / "secret.txt"
    secret.write_text(SECRET, "utf-8")
    pages = {**DIRECTIVES, **IMAGES, **HTML, **HARMLESS}
    context = sources(fixed, "assets", dict.fromkeys(fixed.labs, ""))[CONTEXT]
    texts = {CONTEXT: context, "index.md": "# Front\n"}
    for name, text in pages.items():
        filled = text.replace("SECRET_FILE", str(secret)).replace("SERVER", address)
        head = "" if filled.startswith("---") else f"# {name}\n\n"
        texts[f"{name}.md"] = f"{head}{filled}\n"
    sphinx_folder.write_sources(tmp_path / "work", texts)
    config = Path(sphinx_folder.__file__).with_name("sphinx")
    html = tmp_path / "work" / "html"
    run = subprocess.run(
        [
            *(sys.executable, "-m", "sphinx", "-q", f"--conf-dir={config}"),
            *(str(tmp_path / "work" / "source"), str(html)),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    told = [line for line in run.stderr.splitlines() if "WARNING: a page holds" in line]
    named = {line.partition(".md")[0].rpartition("/")[2] for line in told}
    assert named == {*DIRECTIVES, *IMAGES, *HTML}, run.stderr
    assert asked == []
    shown = [
        path
        for path in html.rglob("*")
        if path.is_file() and SECRET.encode() in path.read_bytes()
    ]
    assert shown == []
    links = (html / "link-to-a-script.html").read_text("utf-8")
    assert not re.search(r'href="(javascript|data|vbscript):', links)
    assert "substitutions" in (html / "front-matter.html").read_text("utf-8")


def test_a_build_ends_at_such_a_page_with_a_sentence(
    fixed: Course, tmp_path: Path
) -> None:
    one = fixed.modules["mig"]
    page = replace(one.pages[0], body=f"{one.pages[0].body}\n\n```{{include}} x\n```\n")
    course = replace(
        fixed, modules={**fixed.modules, "mig": replace(one, pages=(page,))}
    )
    labs = dict.fromkeys(course.labs, "")
    with pytest.raises(
        Exception, match=r"modules/mig.*a page holds the directive include; write Mark"
    ):
        write_pages(course, tmp_path / "site", "assets", labs)


@pytest.mark.parametrize(
    "text", [*DIRECTIVES.values(), *IMAGES.values(), *HTML.values()]
)
def test_the_check_says_it_before_anything_is_built(text: str) -> None:
    says = foreign(f"Some words.\n\n{text}\n")
    if text == IMAGES["image-by-name"]:
        return  # what the name stands for is only known to who parses it
    assert says.startswith("holds the "), text
    assert says.count("\n") == 0


@pytest.mark.parametrize(
    "text",
    [
        *("a < b and `<b>` and ``<i> ` ``", "<https://example.org/x>", "5 <6"),
        *("```html\n<form>\n```", "$a<b$"),
        *("![MIG](figure:mig-slices)", "`![x](y)`", "{note}`x`"),
    ],
)
def test_what_our_pages_have_is_let_through(text: str) -> None:
    assert foreign(text) == ""


def test_a_lab_may_fold_its_solution_and_no_more(fixed: Course, tmp_path: Path) -> None:
    id, lab = next(iter(fixed.labs.items()))
    notebook = json.loads(lab.path.read_text("utf-8"))

    def found(text: str) -> list[str]:
        cell = {"cell_type": "markdown", "id": "one", "metadata": {}, "source": text}
        path = tmp_path / "lab.ipynb"
        path.write_text(json.dumps({**notebook, "cells": [cell]}), "utf-8")
        course = replace(fixed, labs={id: replace(lab, path=path)}, notebooks={})
        return [one.says for one in pages_hold_only_markdown(course)]

    assert found("<details><summary>Solution</summary>\n\nx\n\n</details>") == []
    assert found("<details open><summary>Solution</summary>")[0].startswith("holds the")
    assert found("![x](attachment:y.png)")[0].startswith("holds the image")


@pytest.mark.parametrize(
    "html",
    [
        *("<", "<form", "<div", '<a href="', "<a href='x' onfocus", "</x><form>"),
        *('<title><p title="</title><form>"></p></title>', "<svg><title><a title='<'>"),
        *("<rect style='fill: image-set(\"x\" 1x)'>", "<rect style='a: src(\"x\")'>"),
        *('<div data-folder="/files/x/">', '<div data-folder="../x/">'),
        *('<div data-folder="//x/">', '<div data-folder="https://x/">'),
        *('<a href="//x" style="a">', "<a\nhref=vbscript:x>", "<svg onload=x>"),
        *('<p class="a" formaction="x">', "<math><mi href='x'>", "<svg:form>"),
        *("<title><img></title>", '<text style="a: \\75rl(x)">', "<use href=x>"),
        *("<image src='/x.png'>", "<image href='data:image/svg+xml;base64,PA=='>"),
        *("<image href='/x.png'>", "<image href='data:text/html;base64,PA=='>"),
    ],
)
def test_html_that_is_refused(html: str) -> None:
    assert refused_html(html)


def test_a_drawing_may_hold_pixels_of_its_own() -> None:
    pixels = '<image x="1" width="9" href="data:image/png;base64,iVBORw0K"/>'
    assert refused_html(f'<svg viewBox="0 0 9 9">{pixels}</svg>') == ""
