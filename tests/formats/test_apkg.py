"""Anki packages, opened with Anki's own library."""

import io
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from certlab.course import Course
from certlab.errors import ContentError
from certlab.formats import apkg, exports
from certlab.formats.apkg_notes import read_package
from certlab.study.questions import Question
from tests.formats.askable import choice, questions

collection = pytest.importorskip("anki.collection")

NOW = 1_795_000_000.0
Import = Callable[[list[Question], float], object]


@pytest.fixture
def anki(tmp_path: Path) -> Iterator["collection.Collection"]:
    found = collection.Collection(str(tmp_path / "collection.anki2"))
    yield found
    found.close()


@pytest.fixture
def imported(anki: "collection.Collection", tmp_path: Path) -> Import:
    def add(found: list[Question], now: float) -> object:
        path = tmp_path / "some.apkg"
        path.write_bytes(apkg.write(found, now).data)
        options = collection.ImportAnkiPackageOptions()
        request = collection.ImportAnkiPackageRequest(
            package_path=str(path), options=options
        )
        return anki.import_anki_package(request).log

    return add


def fields(anki: "collection.Collection", item: str) -> dict[str, str]:
    (id,) = anki.find_notes(f'Item:"{item}"')
    return dict(anki.get_note(id).items())


def test_every_item_of_the_course_is_a_note(
    anki: "collection.Collection", imported: Import, whole: Course
) -> None:
    items = exports.chosen(whole)
    asked = exports.compiled(whole, items)
    log = imported(asked, NOW)
    assert len(log.new) == anki.note_count() == anki.card_count() == len(items)
    guids = {anki.get_note(id).guid for id in anki.find_notes("")}
    assert guids == {f"certlab:{item.id}" for item in items}
    decks = {deck.name for deck in anki.decks.all_names_and_ids()}
    titles = {one.show["module"] for one in asked}
    assert decks == {"Default", "certlab", *(f"certlab::{one}" for one in titles)}
    assert {"CUDA", "MIG"} <= titles


def test_every_kind_has_its_front_and_back(
    anki: "collection.Collection", imported: Import
) -> None:
    imported(questions(), NOW)
    single = fields(anki, "mig-single")
    assert (
        "<code>flag</code> creates <em>GPU</em> instances &amp; why &lt;b&gt;?"
        in (single["Question"])
    )
    assert single["Answer"] == "<p><code>-cgi</code></p>"
    assert single["Reasons"].count("<li>") == 2
    assert single["Explanation"] == "It is short for <strong>create</strong>."
    assert "https://docs.nvidia.com/" in single["Sources"]
    numeric = fields(anki, "mig-numeric")
    assert "<p>Data: 3 GB</p>" in numeric["Question"]
    assert "1.5 ms" in numeric["Answer"]
    assert "That is in seconds." in numeric["Reasons"]
    assert fields(anki, "mig-order")["Answer"].startswith("<ol><li>Mode</li>")
    assert "nsys -&gt; x → Timeline" in fields(anki, "mig-match")["Answer"]
    assert (
        "[...] threads, <em>half</em> [...]." in fields(anki, "mig-cloze")["Question"]
    )
    assert fields(anki, "mig-card")["Answer"] == "<p>32</p>"


def test_the_back_is_not_on_the_front(
    anki: "collection.Collection", imported: Import
) -> None:
    imported(questions("single"), NOW)
    (card,) = (anki.get_card(id) for id in anki.find_cards(""))
    assert "Compute instances." not in card.question()
    assert "Compute instances." in card.answer()


def test_a_later_package_updates_and_keeps_the_schedule(
    anki: "collection.Collection", imported: Import
) -> None:
    first = questions("single", "card")
    imported(first, NOW)
    (card,) = (anki.get_card(id) for id in anki.find_cards("Item:mig-card"))
    card.ivl, card.due, card.type, card.queue = 90, 120, 2, 2
    anki.update_card(card)
    changed = replace(first[1], feedback={**first[1].feedback, "back": "32 threads"})
    log = imported([first[0], changed], NOW + 60)
    assert (len(log.new), len(log.updated)) == (0, 2)
    assert anki.note_count() == 2
    assert fields(anki, "mig-card")["Answer"] == "<p>32 threads</p>"
    assert anki.get_card(card.id).ivl == 90


def test_the_same_package_again_adds_nothing(
    anki: "collection.Collection", imported: Import
) -> None:
    imported(questions(), NOW)
    log = imported(questions(), NOW)
    assert (len(log.new), len(log.updated), len(log.duplicate)) == (0, 0, 9)


def test_scripts_are_text(anki: "collection.Collection", imported: Import) -> None:
    evil = '<script>alert(1)</script><img src=x onerror="f()">'
    imported([choice([evil, "{{FrontSide}}"], 1, ask=evil, why=evil)], NOW)
    for text in fields(anki, "mig-choice").values():
        assert "<script" not in text
        assert "<img" not in text


def test_the_ids_are_promises(tmp_path: Path) -> None:
    path = tmp_path / "some.apkg"
    path.write_bytes(apkg.write(questions("card"), NOW).data)
    with zipfile.ZipFile(path) as archive:
        assert archive.namelist() == ["collection.anki2", "media"]
        archive.extract("collection.anki2", tmp_path)
    database = sqlite3.connect(tmp_path / "collection.anki2")
    assert database.execute("select guid, mid from notes").fetchall() == [
        ("certlab:mig-card", 1_763_700_001)
    ]
    assert database.execute("select did from cards").fetchone() == (2_104_949_307,)
    database.close()


def test_the_same_notes_and_time_give_the_same_bytes() -> None:
    first, again = (apkg.write(questions(), NOW).data for _ in range(2))
    assert first == again
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        assert {one.date_time[:3] for one in archive.infolist()} == {(1980, 1, 1)}


def test_what_anki_cannot_hold_is_said_of_every_question_but_cards() -> None:
    lost = {one.item: one.says for one in apkg.write(questions(), NOW).lost}
    assert lost.keys() == {one.item for one in questions()} - {"mig-card"}
    assert lost["mig-numeric"].endswith("No unit is chosen, no tolerance applied.")


@pytest.mark.parametrize("legacy", [True, False])
def test_what_anki_exports_is_read_or_the_way_is_said(
    anki: "collection.Collection", imported: Import, tmp_path: Path, legacy: bool
) -> None:
    imported(questions("card", "single"), NOW)
    path = tmp_path / "out.apkg"
    options = collection.ExportAnkiPackageOptions(legacy=legacy)
    anki.export_anki_package(out_path=str(path), options=options, limit=None)
    if legacy:
        assert [one.guid for one in read_package(path).drafts] == [
            "certlab:mig-single",
            "certlab:mig-card",
        ]
    else:
        with pytest.raises(ContentError, match='"Support older Anki versions" ticked'):
            read_package(path)
