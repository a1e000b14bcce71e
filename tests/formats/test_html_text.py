"""Fields in HTML: their text, and what stays in it as it is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certlab.formats.html_text import text_of


@pytest.mark.parametrize(
    ("html", "text", "kept"),
    [
        ("a &lt; b &amp;&nbsp;c", "a < b & c", ()),
        ("one<br>two<div>three</div>", "one\ntwo\nthree", ()),
        (
            "<b>bold</b>, <i>so</i> and <code>-cgi</code>",
            "**bold**, *so* and `-cgi`",
            (),
        ),
        ('<span style="color:red">plain</span>', "plain", ()),
        (
            "<script>alert(1)</script>",
            "<script>alert(1)</script>",
            ("script", "script"),
        ),
        ('<img src=x onerror="f()">', '<img src=x onerror="f()">', ("img",)),
        ('<a href="https://e.org">e</a>', '<a href="https://e.org">e</a>', ("a", "a")),
        ("<!-- said --> x", "<!-- said --> x", ()),
        ("<script>never closed", "<script>never closed", ("script",)),
        ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2", ()),
    ],
)
def test_text_of_a_field(html: str, text: str, kept: tuple[str, ...]) -> None:
    assert text_of(html) == (text, tuple(dict.fromkeys(kept)))


@given(st.text(st.characters(exclude_characters="<>&", exclude_categories=["C"])))
def test_a_text_without_tags_keeps_its_words(text: str) -> None:
    assert text_of(text)[0].split() == text.split()
