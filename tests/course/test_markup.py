"""Inline Markdown as HTML and XML: our marks, and nothing of the text as a tag."""

import re
from html import unescape
from xml.etree.ElementTree import Element, fromstring, tostring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certlab.course.markup import append, html, plain


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("`-cgi` and **bold**", "<code>-cgi</code> and <strong>bold</strong>"),
        ("*so* and _so_", "<em>so</em> and <em>so</em>"),
        ("2 * 3 * 4 and snake_case_name", "2 * 3 * 4 and snake_case_name"),
        ("`` a`b `` and `**code**`", "<code>a`b</code> and <code>**code**</code>"),
        ("**bold `x` *so***", "<strong>bold <code>x</code> <em>so</em></strong>"),
        ("one\ntwo\n\nthree", "one two<br><br>three"),
        (r"\*no\* \`no\`", "*no* `no`"),
        ("<script>alert(1)</script> & so", "&lt;script&gt;alert(1)&lt;/script&gt; &amp; so"),
        ("", ""),
    ],
)  # fmt: skip
def test_marks(text: str, shown: str) -> None:
    assert html(text) == shown


def test_words_without_marks() -> None:
    assert plain("**a** `b` *c*\n\nd & <e>") == "a b c\n\nd & <e>"


@given(st.text())
def test_html_holds_no_tag_but_ours_and_all_the_words(text: str) -> None:
    shown = html(text)
    tags = re.findall(r"<[^>]*>", shown)
    assert set(tags) <= {f"<{slash}{tag}>" for slash in ("", "/")
                         for tag in ("code", "strong", "em", "br")}  # fmt: skip
    words = unescape(re.sub(r"<[^>]*>", "", shown.replace("<br>", "\n")))
    assert words == plain(text)


@given(st.text())
def test_xml_is_well_formed_and_says_the_same(text: str) -> None:
    root = Element("p")
    append(root, text)
    again = fromstring(tostring(root))
    assert "".join(again.itertext()) == plain(text).replace("\n\n", "").replace(
        "\r", "\n"
    )


FENCED = "Here:\n```sh\n$ ls <x>\n\n  *two*\n```\nWhat?"


def test_fenced_lines_stay_as_they_are() -> None:
    lines = "$ ls &lt;x&gt;\n\n  *two*"
    assert html(FENCED) == (
        f'Here:<code class="cl-block" tabindex="0">{lines}</code>What?'
    )
    assert plain(FENCED) == "Here:\n$ ls <x>\n\n  *two*\nWhat?"


def test_fenced_lines_are_code_lines_in_xml() -> None:
    root = Element("p")
    append(root, FENCED)
    assert [(one.tag, one.text) for one in root] == [
        *(("code", "$ ls <x>"), ("br", None)),
        *(("code", ""), ("br", None)),
        *(("code", "  *two*"), ("br", None)),
    ]
