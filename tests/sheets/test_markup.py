"""A sheet as HTML: what helps to remember a card, and where that fails, are told apart."""

import pytest

from certlab.sheets.markup import body
from certlab.sheets.rows import Card, Command, Row, Section, Sheet, Trap


def drawn(*rows: Row) -> str:
    return body(Sheet("one", "One", "", (), (Section("Part", 1, rows),), ()))


@pytest.mark.parametrize(
    ("back", "says"),
    [
        (
            "At a branch. Hook: one path at a time. It fails where all agree.",
            (
                'At a branch. <span class="sheet-hook">One path at a time.</span> '
                '<span class="sheet-fails">It fails where all agree.</span>'
            ),
        ),
        (
            'A mark. As a hook: "all, most, alike". None helps.',
            'A mark. <span class="sheet-hook">All, most, alike.</span> None helps.',
        ),
        (
            "Half. It fails on Grace.",
            'Half. <span class="sheet-fails">It fails on Grace.</span>',
        ),
        (
            "It is set. Hook: `a.b` is on. Then it runs.",
            'It is set. <span class="sheet-hook"><code>a.b</code> is on.</span> Then it runs.',
        ),
        (
            "A hook on the wall, and *no* rule.",
            "A hook on the wall, and <em>no</em> rule.",
        ),
    ],
)
def test_a_back_with_its_hook_and_where_it_fails(back: str, says: str) -> None:
    assert f"<p>{says}</p>" in drawn(Card(0, "When?", back))


def test_what_a_course_says_is_text_and_no_markup() -> None:
    text = drawn(
        Card(0, "<b>When?</b>", "1 < 2 & <script>"),
        Command(0, "cat <a> && rm", "It <i>runs</i>."),
        Trap(0, '"<p>"', "</div>"),
    )
    assert not any(one in text for one in ("<b>", "<script", "<a>", "<i>", "</div>&"))
    assert "<code>cat &lt;a&gt; &amp;&amp; rm</code>" in text


def test_rows_of_one_kind_that_follow_each_other_are_one_list() -> None:
    text = drawn(Card(0, "A?", "a"), Card(0, "B?", "b"), Trap(0, '"c"', "d"))
    assert text.count('class="sheet-cards"') == 1
    assert text.count('class="sheet-traps"') == 1
