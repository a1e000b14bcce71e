"""Our reader of .po files against Babel's, and what it refuses."""

import gettext
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from certlab.errors import ContentError
from certlab.words.catalogue import PLURALS, Entry, catalogue_text, read_catalogue
from certlab.words.extract import updated
from certlab.words.language import HERE, Words

HEAD = r"""msgid ""
msgstr ""
"Language: xx\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\n"
"""
ODD = (
    HEAD
    + r"""
# A note.
#. From the code.
#: a.py b.js
#: c.py
#, python-brace-format
msgid "A \"quoted\" {word}\t\\ and more"
msgstr ""
"Ein \"{word}\"\n"
"in zwei Zeilen"

msgid "{n} answer"
msgid_plural "{n} answers"
msgstr[0] "eins"
msgstr[1] ""

#~ msgid "gone"
#~ msgstr "weg"

msgid "untranslated"
msgstr ""
"""
)


def by_babel(path: Path) -> dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]]:
    with path.open("rb") as file:
        catalogue = read_po(file)
    return {
        (one.id if isinstance(one.id, str) else one.id[0]): (
            "" if isinstance(one.id, str) else one.id[1],
            (one.string,) if isinstance(one.string, str) else tuple(one.string),
            tuple(place for place, _ in one.locations),
        )
        for one in catalogue
        if one.id
    }


def by_us(path: Path) -> dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]]:
    entries = read_catalogue(path).entries
    return {id: (one.plural, one.forms, one.places) for id, one in entries.items()}


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    path = tmp_path / "xx.po"
    path.write_text(ODD, "utf-8")
    return path


@pytest.mark.parametrize("path", sorted(HERE.glob("*.po")), ids=lambda one: one.stem)
def test_what_ships_reads_as_babel_reads_it(path: Path) -> None:
    assert by_us(path)
    assert by_us(path) == by_babel(path)


def test_odd_files_read_as_babel_reads_them(odd: Path) -> None:
    assert len(by_us(odd)) == 3
    assert by_us(odd) == by_babel(odd)


def test_a_file_written_again_says_the_same(odd: Path) -> None:
    before = read_catalogue(odd)
    odd.write_text(catalogue_text(before), "utf-8")
    assert read_catalogue(odd) == before
    assert by_us(odd) == by_babel(odd)


@pytest.mark.parametrize("path", sorted(HERE.glob("*.po")), ids=lambda one: one.stem)
def test_what_ships_is_in_the_one_form(path: Path) -> None:
    assert catalogue_text(read_catalogue(path)) == path.read_text("utf-8")


@pytest.mark.parametrize("rule", PLURALS)
def test_a_plural_rule_is_gettext_s(rule: str) -> None:
    formula = rule.partition("plural=")[2].removesuffix(";")
    theirs = gettext.c2py(formula)  # type: ignore[attr-defined]  # not in its stubs
    counts = range(201)
    assert [PLURALS[rule](n) for n in counts] == [int(theirs(n)) for n in counts]


REFUSED = {
    "a line of none": (HEAD + "\nmsgid a\n", "line 7.*msgid a does not belong there"),
    "no field first": (HEAD + '\n"a"\n', "does not belong there"),
    "a field twice": (
        HEAD + '\nmsgid "a"\nmsgid "b"\nmsgstr "c"\n',
        'msgid "b" does not belong there',
    ),
    "another escape": (HEAD + '\nmsgid "\\x41"\nmsgstr ""\n', "does not belong there"),
    "a context": (
        HEAD + '\nmsgctxt "x"\nmsgid "a"\nmsgstr ""\n',
        "does not belong there",
    ),
    "a note too late": (
        HEAD + '\nmsgid "a"\n# note\nmsgstr ""\n',
        "does not belong there",
    ),
    "no translation": (HEAD + '\nmsgid "a"\n', "needs a msgid, and its msgstr"),
    "forms out of order": (
        HEAD + '\nmsgid "a"\nmsgid_plural "b"\nmsgstr[1] ""\nmsgstr[0] ""\n',
        "all forms of it",
    ),
    "forms of one": (HEAD + '\nmsgid "a"\nmsgstr[0] ""\n', "needs a msgid"),
    "too few forms": (
        HEAD + '\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] ""\n',
        '"a" needs 2 plural forms',
    ),
    "twice": (
        HEAD + '\nmsgid "a"\nmsgstr ""\n\nmsgid "a"\nmsgstr ""\n',
        'line 10: "a" is there twice',
    ),
    "another language": (HEAD.replace("xx", "yy"), "must say .Language: xx"),
    "another encoding": (HEAD.replace("UTF-8", "Big5"), "charset=UTF-8"),
    "another rule": (HEAD.replace("n > 1", "n > 2"), "must say Plural-Forms"),
    "no head": ('msgid "a"\nmsgstr ""\n', "must say .Language: xx"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_catalogue_is_refused_in_a_sentence(
    name: str, tmp_path: Path
) -> None:
    text, says = REFUSED[name]
    path = tmp_path / "xx.po"
    path.write_text(text, "utf-8")
    with pytest.raises(ContentError, match=says) as told:
        read_catalogue(path)
    assert str(told.value).startswith("xx.po")
    assert str(told.value).endswith(".")


def test_an_update_keeps_adds_and_removes(odd: Path) -> None:
    said = {
        "new": Entry("new", "", (), ("d.py",)),
        "{n} new": Entry("{n} new", "{n} news", (), ("d.py",)),
        "{n} answer": Entry("{n} answer", "{n} answers", (), ("e.js",)),
        "untranslated": Entry("untranslated", "untranslateds", (), ("e.js",)),
    }
    before = read_catalogue(odd)
    after = updated(before, said).entries
    assert list(after) == list(said)
    assert after["new"].forms == ("",)
    assert after["{n} new"].forms == ("", "")
    assert after["{n} answer"].forms == ("eins", "")
    assert after["{n} answer"].places == ("e.js",)
    assert after["untranslated"].forms == ("", "")  # counted now, and was not
    quoted = Entry('A "quoted" {word}\t\\ and more', "", (), ("a.py",))
    (kept,) = updated(before, {quoted.id: quoted}).entries.values()
    assert kept.forms == ('Ein "{word}"\nin zwei Zeilen',)
    assert kept.notes == ("# A note.",)


def test_a_changed_message_keeps_its_translation_as_fuzzy(tmp_path: Path) -> None:
    path = tmp_path / "xx.po"
    text = (
        HEAD + '\n# A note.\n#: a.py\nmsgid "Reload this page."\nmsgstr "Neu laden."\n'
    )
    path.write_text(text, "utf-8")
    new = "Reload that page."
    said = {
        new: Entry(new, "", (), ("a.py",)),
        "Quite another": Entry("Quite another", "", (), ("a.py",)),
    }
    path.write_text(catalogue_text(updated(read_catalogue(path), said)), "utf-8")
    assert (
        '#, fuzzy\nmsgid "Reload that page."\nmsgstr "Neu laden."\n'
        in path.read_text("utf-8")
    )
    again = read_catalogue(path)
    assert again.entries[new].notes == ("# A note.",)
    assert Words("xx", again)(new) == new  # nobody is shown it
    assert all(one.forms == ("",) for one in again.entries.values())
    assert again.entries["Quite another"].fuzzy == ()
    assert catalogue_text(updated(again, said)) == path.read_text("utf-8")
    settled = path.read_text("utf-8").replace("#, fuzzy\n", "")
    path.write_text(settled, "utf-8")
    assert Words("xx", read_catalogue(path))(new) == "Neu laden."


def test_a_message_that_is_counted_from_now_on_takes_no_single_form(
    tmp_path: Path,
) -> None:
    path = tmp_path / "xx.po"
    path.write_text(HEAD + '\nmsgid "{n} ant"\nmsgstr "eine"\n', "utf-8")
    said = {"{n} ant": Entry("{n} ant", "{n} ants", (), ("a.py",))}
    (entry,) = updated(read_catalogue(path), said).entries.values()
    assert (entry.forms, entry.fuzzy) == (("", ""), ())
