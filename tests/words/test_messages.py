"""The catalogues hold what the code says: all of it, nothing else, whole."""

import ast
import re
from pathlib import Path

import pytest

from certlab.words import __main__ as command
from certlab.words import languages
from certlab.words.catalogue import Catalogue, read_catalogue
from certlab.words.extract import KEYWORDS, SOURCE, messages
from certlab.words.language import HERE
from certlab.words.sentence import holes

SAID = messages()
MEND = "run python -m certlab.words and translate what is new"
# A call of words.js with what it is given first, a text in quotes or else.
CALL = re.compile(
    r"""(?<![\w.])(?P<name>t|tn|tparts)\(\s*(?P<quote>["'`]?)(?P<text>(?:\\.|(?!(?P=quote)).)*)"""
)


@pytest.fixture(params=languages()[1:])
def catalogue(request: pytest.FixtureRequest) -> Catalogue:
    return read_catalogue(HERE / f"{request.param}.po")


def test_a_catalogue_holds_exactly_what_is_said(catalogue: Catalogue) -> None:
    there = {(one.id, one.plural, one.places) for one in catalogue.entries.values()}
    said = {(one.id, one.plural, one.places) for one in SAID.values()}
    assert there == said, MEND


def test_everything_is_translated(catalogue: Catalogue) -> None:
    blank = [id for id, one in catalogue.entries.items() if not all(one.forms)]
    assert blank == [], MEND


def test_a_translation_has_the_placeholders_of_its_message(
    catalogue: Catalogue,
) -> None:
    unlike = {
        id: form
        for id, one in catalogue.entries.items()
        for form in one.forms
        if holes(form) != holes(id) | holes(one.plural)
    }
    assert unlike == {}


def test_no_translation_has_stray_spaces(catalogue: Catalogue) -> None:
    forms = [form for one in catalogue.entries.values() for form in one.forms]
    assert [one for one in forms if one != one.strip() or "  " in one] == []


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
            if name not in KEYWORDS["python"]:
                continue
            where = f"{place}, line {node.lineno}"
            first = node.args[0] if node.args else None
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
