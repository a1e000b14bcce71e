"""Messages are found in the code, and what is translated of them is sound."""

import ast
import re
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_file

from certlab.words import __main__ as command
from certlab.words import languages
from certlab.words.catalogue import Catalogue, catalogue_text, read_catalogue
from certlab.words.extract import KEYWORDS, SOURCE, messages, untranslated, updated
from certlab.words.language import HERE
from certlab.words.sentence import holes

SAID = messages()
# A call of words.js with what it is given first, a text in quotes or else.
CALL = re.compile(
    r"""(?<![\w.])(?P<name>t|tn|tparts)\(\s*(?P<quote>["'`]?)(?P<text>(?:\\.|(?!(?P=quote)).)*)"""
)

PYTHON = r"""
words("double \"quoted\"") + words('single "quoted"', n=1)
words(
    "over two "
    "lines"
)
words.ngettext("{n} ant", "{n} ants", n)
Sentence("outer", inner=Sentence("inner {x}", x=1))
passwords("not one")
"""
JAVASCRIPT = """
const x = t("from a page", { a: t('within it') });
tn("{n} bee", "{n} bees", n);
text.at("none");
"""


@pytest.fixture(params=languages()[1:])
def catalogue(request: pytest.FixtureRequest) -> Catalogue:
    return read_catalogue(HERE / f"{request.param}.po")


def test_a_translation_has_the_placeholders_of_its_message(
    catalogue: Catalogue,
) -> None:
    unlike = {
        id: form
        for id, one in catalogue.entries.items()
        for form in one.forms
        if form and holes(form) != holes(id) | holes(one.plural)
    }
    assert unlike == {}


@pytest.mark.parametrize("lang", languages()[1:])
def test_a_catalogue_is_up_to_date(lang: str) -> None:
    """After a change of messages, or of the files that say them: python -m certlab.words."""
    path = HERE / f"{lang}.po"
    now = catalogue_text(updated(read_catalogue(path), SAID))
    assert now == path.read_text("utf-8")


def test_no_translation_has_stray_spaces(catalogue: Catalogue) -> None:
    """Only a row of a table, which has them in English, has such spaces."""
    forms = [
        form
        for id, one in catalogue.entries.items()
        for form in one.forms
        if id == id.strip() and "  " not in id
    ]
    assert [one for one in forms if one != one.strip() or "  " in one] == []


def test_messages_are_found_as_babel_finds_them(tmp_path: Path) -> None:
    """Other quotes, other lines, and texts that follow each other."""
    (tmp_path / "a.py").write_text(PYTHON, "utf-8")
    (tmp_path / "b.js").write_text(JAVASCRIPT, "utf-8")
    keywords = {
        "words": None,
        "Sentence": None,
        "ngettext": (1, 2),
        "t": None,
        "tn": (1, 2),
    }
    theirs = {
        said
        for kind, name in (("python", "a.py"), ("javascript", "b.js"))
        for _, said, *_ in extract_from_file(kind, tmp_path / name, keywords)
    }
    ours = messages(tmp_path).values()
    assert {
        (one.id, one.plural) if one.plural else one.id for one in ours
    } == theirs | {"within it"}  # Babel passes over a call in a call
    assert len(ours) == 9


def test_a_message_counted_in_one_place_only_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(
        'words("{n} ant"); words.ngettext("{n} ant", "{n} ants", 2)'
    )
    with pytest.raises(ValueError, match="counted otherwise elsewhere"):
        messages(tmp_path)


def test_what_is_not_translated_is_counted_and_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("certlab.words.extract.HERE", tmp_path)
    monkeypatch.setattr(
        "certlab.words.extract.messages", lambda: dict(list(SAID.items())[:9])
    )
    text = (HERE / "zh_TW.po").read_text("utf-8")
    path = tmp_path / "zh_TW.po"
    path.write_text(text[: text.index("\n\n") + 2], "utf-8")
    assert untranslated() == {"zh_TW": 9}
    first = next(iter(SAID))
    path.write_text(
        path.read_text("utf-8") + f'\nmsgid "{first}"\nmsgstr "x"\n', "utf-8"
    )
    assert untranslated() == {"zh_TW": 8}


# Where a function `words` puts a state or a formula into words.
OWN_WORDS = ("labs/", "course/", "bench/", "classroom/plan/")


def test_every_call_in_python_is_found() -> None:
    """Babel passes over a message within another's call, or within an f-string."""
    for path in SOURCE.rglob("*.py"):
        place = path.relative_to(SOURCE).as_posix()
        if place.startswith(("words/", "_course/")):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name not in KEYWORDS["py"]:
                continue
            where = f"{place}, line {node.lineno}"
            first = node.args[0] if node.args else None
            if name == "words" and place.startswith(OWN_WORDS):
                continue
            assert isinstance(first, ast.Constant), f"{where}: write the message out"
            assert place in SAID[str(first.value)].places, f"{where}: take it out"


def test_every_call_in_javascript_is_found() -> None:
    count = 0
    for path in SOURCE.rglob("*.js"):
        place = path.relative_to(SOURCE).as_posix()
        if path.name == "words.js":
            continue
        for call in CALL.finditer(path.read_text("utf-8")):
            assert call["quote"] in "\"'", f"{place}: write out {call[0]}"
            assert call["quote"], f"{place}: write out {call[0]}"
            text = re.sub(r"\\(.)", r"\1", call["text"])
            assert text in SAID, f"{place}: take {text} out of the call around it"
            assert place in SAID[text].places
            count += 1
    assert count > 200


def test_the_command_brings_a_catalogue_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "HERE", tmp_path)
    path = tmp_path / "xx.po"
    assert command.main(["xx"]) == 0
    assert set(read_catalogue(path).entries) == set(SAID)
    blank = f"{len(SAID)} to translate, 0 removed"
    assert f"xx.po: {len(SAID)} messages, {blank}." in capsys.readouterr().out
    text = path.read_text("utf-8")
    done = text.replace('msgid "Undone."\nmsgstr ""', 'msgid "Undone."\nmsgstr "U"')
    assert done != text
    path.write_text(f'{done}\nmsgid "Never said"\nmsgstr "N"\n', "utf-8")
    assert command.main([]) == 0
    assert f"{len(SAID) - 1} to translate, 1 removed" in capsys.readouterr().out
    assert path.read_text("utf-8") == done
    path.write_text("msgid", "utf-8")
    assert command.main([]) == 1
    assert "xx.po" in capsys.readouterr().err
    assert path.read_text("utf-8") == "msgid"
