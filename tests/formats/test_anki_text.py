"""Anki's text files: headers, fields, clozes, and what is wrong with one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certlab.errors import ContentError
from certlab.formats.anki_text import read
from certlab.formats.drafts import Back, Blank, Gaps

# As Anki exports notes in plain text, with GUID, note type, deck and tags.
FILE = """\
#separator:tab
#html:true
#guid column:1
#notetype column:2
#deck column:3
#tags column:6
aB3$\tBasic\tGPU\tThreads in a warp?\t<b>32</b>&nbsp;threads\tgpu warp
cD4%\tBasic\tGPU\t"A field in ""quotes""
on two lines"\tBack\t
eF5&\tCloze\tGPU\tA warp has {{c1::32}} threads, a block up to {{c2::1024::many}}.\tExtra\tgpu
"""


def test_a_file_is_read() -> None:
    reading = read(FILE, "notes.txt")
    first, second, third, fourth = reading.drafts
    assert (first.where, first.ask, first.body) == (
        "line 7", "Threads in a warp?", Back("**32** threads"),
    )  # fmt: skip
    assert first.about == "tags: gpu warp"
    assert second.ask == 'A field in "quotes"\non two lines'
    assert third.where == fourth.where == "line 10"
    assert (third.guid, fourth.guid) == ("eF5&", "eF5&-c2")
    block = " threads, a block up to "
    assert third.body == Gaps(("A warp has ", Blank(("32",)), f"{block}1024."))
    assert fourth.body == Gaps((f"A warp has 32{block}", Blank(("1024",)), "."))
    assert (third.ask, third.explain) == ("Fill the gap.", "Extra")
    assert [(one.where, one.says) for one in reading.notes] == [
        ("line 10", "hints in gaps are left out.")
    ]


def test_gaps_of_one_number_are_open_together() -> None:
    note = "{{c2::NVLink}} joins {{c10::GPUs}} and {{c2::NVSwitch}} too\t\n"
    both, one = read(note).drafts
    assert both.ask == "Fill the gaps."
    assert both.body == Gaps(
        (Blank(("NVLink",)), " joins GPUs and ", Blank(("NVSwitch",)), " too")
    )
    assert one.body == Gaps(("NVLink joins ", Blank(("GPUs",)), " and NVSwitch too"))


def test_without_headers_tabs_part_the_fields_and_nothing_is_html() -> None:
    (draft,) = read("Is 1 &lt; 2?\t<b>Yes</b>\n").drafts
    assert (draft.ask, draft.body) == ("Is 1 &lt; 2?", Back("<b>Yes</b>"))


def test_comments_and_empty_lines_are_passed_over() -> None:
    reading = read("# a comment\n\nfront\tback\n#another\n \t \n")
    assert [one.where for one in reading.drafts] == ["line 3"]
    assert not reading.notes


@pytest.mark.parametrize(
    ("header", "line"),
    [
        ("Semicolon", "front;back"),
        ("comma", "front,back"),
        ("Pipe", "front|back"),
        (";", "front;back"),
        ("\t", "front\tback"),
    ],
)
def test_separators(header: str, line: str) -> None:
    (draft,) = read(f"#separator:{header}\n{line}\n").drafts
    assert (draft.ask, draft.body) == ("front", Back("back"))


def test_further_fields_are_the_explanation_and_said() -> None:
    reading = read("#tags:all of them\nfront\tback\tmore\t\tand more\n")
    (draft,) = reading.drafts
    assert (draft.explain, draft.about) == ("more\n\nand more", "tags: all of them")
    assert reading.notes[0].says == "fields after the second are now explain."


def test_a_tag_that_stays_and_a_sound_that_does_not_come_are_said() -> None:
    reading = read("#html:true\n<img src=a.png>?\tback [sound:b.mp3]\n")
    assert reading.drafts[0].ask == "<img src=a.png>?"
    assert [one.says for one in reading.notes] == [
        "<img> stays in the text as it is written.",
        "a sound is named in the text and does not come along.",
    ]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("only one", "it has one field; fields are parted by a tab."),
        ("front\t ", "the card has no back."),
        ("\tback", "it asks nothing."),
        ("{{c1::a {{c2::b}}}}\tx", "a gap does not end, or holds another."),
        ("{{c1::open\tx", "a gap does not end, or holds another."),
        ("x" * 20_001 + "\ty", "a field is longer than 20,000 characters."),
    ],
)
def test_what_does_not_fit_is_refused(line: str, says: str) -> None:
    reading = read(f"{line}\nfront\tback\n")
    assert len(reading.drafts) == 1
    assert [(one.says, one.lost) for one in reading.notes] == [(says, True)]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("#separator:ab\nx", "notes.txt: line 1: separator must be one of comma,"),
        ("#tags column:0\nx", "notes.txt: line 1: tags column must be a number"),
        ("#tags column:x\nx", "notes.txt: line 1: tags column must be a number"),
        ('a\tb\nc\t"d\n', "notes.txt: a quoted field that begins after line 1"),
    ],
)
def test_a_broken_file_is_refused_in_a_sentence(text: str, says: str) -> None:
    with pytest.raises(ContentError) as caught:
        read(text, "notes.txt")
    assert str(caught.value).startswith(says)


FIELD = st.text(st.characters(exclude_characters='"\n\r#', exclude_categories=["C"]))


@given(front=FIELD, back=FIELD)
def test_plain_fields_come_in_as_they_are(front: str, back: str) -> None:
    reading = read(f"{front}\t{back}\n")
    for draft in reading.drafts:
        if isinstance(draft.body, Back):
            assert (draft.ask, draft.body.text) == (front.strip(), back.strip())
    assert reading.drafts or reading.notes or not (front + back).strip()


def test_gaps_that_never_end_take_no_time() -> None:
    text = "{{c1::" + "a::" * 6000
    assert not read(f"{text}\tx\n" * 100).drafts
