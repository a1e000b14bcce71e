"""A deck of the learner's own: from a file of another program, and brought up to date."""

import io
import json
import os
import sqlite3
import zipfile
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from certlab.course import Course
from certlab.study.own_decks import own_items
from tests.command_line import Run, certlab

BASIC = {
    "type": 0,
    "flds": [{"name": "Number"}, {"name": "Front"}, {"name": "Back"}, {"name": "More"}],
    "tmpls": [
        {"qfmt": "{{Front}}{{type:Back}}", "afmt": "{{FrontSide}}{{Back}}<br>{{More}}"}
    ],
}
CLOZE = {
    "type": 1,
    "flds": [{"name": "Text"}, {"name": "Extra"}],
    "tmpls": [{"qfmt": "{{cloze:Text}}", "afmt": "{{cloze:Text}}<br>{{Extra}}"}],
}
BOTH_WAYS = {**BASIC, "tmpls": [*BASIC["tmpls"], {"qfmt": "{{Back}}", "afmt": ""}]}
TYPES = {"1": BASIC, "2": CLOZE, "3": BOTH_WAYS}
QUIZ = """\
[{"type": "many_choice", "question": "So?", "answers": [
  {"answer": "A", "correct": true}, {"answer": "B", "correct": false}
]}]
"""
Note = tuple[str, int, str]


def database(*notes: Note, types: Any = TYPES) -> bytes:
    with sqlite3.connect(":memory:") as found:
        found.execute("CREATE TABLE col (models TEXT)")
        found.execute("INSERT INTO col VALUES (?)", (json.dumps(types),))
        columns = "id INTEGER PRIMARY KEY, guid TEXT, mid INTEGER, tags TEXT, flds TEXT"
        found.execute(f"CREATE TABLE notes ({columns})")
        found.executemany(
            "INSERT INTO notes (guid, mid, tags, flds) VALUES (?, ?, '', ?)", notes
        )
    return found.serialize()


def package(data: bytes, name: str = "collection.anki2") -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return file.getvalue()


def card(guid: str, front: str, back: str, type: int = 1) -> Note:
    return guid, type, f"1\x1f{front}\x1f{back}\x1f"


@pytest.fixture(autouse=True)
def workspace(
    fixed: Course, taught: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    taught(fixed)
    monkeypatch.chdir(tmp_path)
    return Path(os.environ["CERTLAB_WORKSPACE"])


def mine(name: str, data: bytes | str, *words: str) -> Run:
    raw = data if isinstance(data, bytes) else data.encode()
    Path(name).write_bytes(raw)
    return certlab("import", name, "--mine", *words)


def cards(workspace: Path) -> dict[str, dict[str, Any]]:
    (path,) = (workspace / "decks").iterdir()
    return {row["guid"]: row for row in json.loads(path.read_text("utf-8"))["cards"]}


def refusal(run: Run) -> str:
    assert run.returncode == 1
    assert run.stderr.count("\n") == 1
    return run.stderr


def test_a_package_comes_in_as_cards(workspace: Path) -> None:
    notes = (
        card("k&1", "What is <b>RoCE</b>?", "RDMA<br>over <i>Ethernet</i>"),
        ("k2", 2, "A {{c1::warp}} has {{c2::32::how many}} lanes.\x1fOn every GPU."),
        card("k3", "No back", ""),
        card("k4", "One way", "Or the other", 3),
    )
    run = mine("My net.apkg", package(database(*notes)))
    assert run.returncode == 0
    assert run.stdout == (
        "1 did not come in:\n"
        "  note 3: the card has no back.\n"
        "2 came in changed:\n"
        "  note 2: hints in gaps are left out.\n"
        "  note 4: of its several cards only the first is asked.\n"
        "4 new, 0 updated, 0 as before; the deck is "
        f"{workspace}/decks/my-net.json, and certlab drill --mine asks it.\n"
    )
    rows = cards(workspace)
    assert rows["k&1"]["ask"] == "What is **RoCE**?"
    assert rows["k&1"]["back"] == "RDMA\n\nover *Ethernet*"
    assert rows["k2"]["ask"] == "A [...] has 32 lanes."
    assert rows["k2"]["back"] == "A **warp** has 32 lanes."
    assert rows["k2-c2"]["ask"] == "A warp has [...] lanes."
    assert rows["k2"]["explain"] == "On every GPU."


def test_a_database_with_values_of_other_types_is_read(workspace: Path) -> None:
    run = mine("net.apkg", package(database((b"\xff\0", 1, "1\x1fA?\x1f1\x1f"))))  # type: ignore[arg-type]  # what sqlite takes
    assert run.stdout.startswith("1 new,")
    assert len(cards(workspace)) == 1


def test_a_second_import_updates_and_loses_nothing(workspace: Path) -> None:
    mine("net.apkg", package(database(card("a", "A?", "1"), card("b", "B?", "2"))))
    run = mine(
        "net.apkg", package(database(card("a", "A?", "1"), card("c", "C?", "3")))
    )
    assert run.stdout.startswith("1 new, 0 updated, 1 as before;")
    told = json.loads(
        mine("net.apkg", package(database(card("a", "A?", "one"))), "--json").stdout
    )
    assert (told["added"], told["updated"], told["known"]) == (0, 1, 0)
    rows = cards(workspace)
    assert {guid: row["rev"] for guid, row in rows.items()} == {"a": 2, "b": 1, "c": 1}
    assert rows["a"]["back"] == "one"


def test_markup_in_a_card_is_text(workspace: Path) -> None:
    front = "<script>alert(1)</script> {fact:warp.threads} $x$ [a](javascript:b)"
    mine("net.apkg", package(database(card("a", front, "\x1b[31m"))))
    assert cards(workspace)["a"]["ask"] == front.replace("{fact", "{ fact")
    run = certlab("drill", "--mine", "--plain", lines="\nq\n")
    assert "<script>alert(1)</script>" in run.stdout
    assert "\x1b" not in run.stdout


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is not an Anki package, or is cut short"),
        (package(database())[:-30], "is not an Anki package, or is cut short"),
        (package(b"SQLite format 3\0" + b"\xff" * 5000), "its database is broken"),
        (package(database(card("a", "A?", "1"))[:4096]), "its database is broken"),
        (package(database(card("a", "A?", "1"), types={})), "the type of its note 1"),
        (package(database(), "media"), "has no deck that we can read"),
        (package(b"", "collection.anki21b"), '"Support older Anki versions" ticked'),
    ],
    ids=["empty", "cut", "noise", "half", "no types", "media", "compressed"],
)
def test_a_broken_package_is_one_sentence_and_the_deck_stays(
    workspace: Path, data: bytes, says: str
) -> None:
    mine("net.apkg", package(database(card("a", "A?", "1"))))
    before = cards(workspace)
    assert says in refusal(mine("net.apkg", data))
    assert cards(workspace) == before


def test_a_package_that_is_not_there_is_said(workspace: Path) -> None:
    says = refusal(certlab("import", "none.apkg", "--mine"))
    assert says == "certlab: none.apkg: there is no such file; check the path.\n"
    assert not workspace.exists()


def test_a_package_of_10_000_cards_comes_in_and_is_drilled(workspace: Path) -> None:
    notes = (card(f"{n}", f"What is {n}?", f"{n}") for n in range(10_000))
    run = mine("net.apkg", package(database(*notes), "collection.anki21"))
    assert run.stdout.startswith("10,000 new, 0 updated, 0 as before;")
    drilled = certlab("drill", "--mine", "--plain", lines="\ny\nq\n")
    assert "your own card, deck net · 1 of 10" in drilled.stdout
    assert "1 right of 1." in drilled.stdout


@pytest.mark.parametrize(
    ("name", "text", "kinds"),
    [
        ("a.txt", "#separator:tab\n#guid column:1\nk1\tFront\tBack\n", ["card"]),
        ("a.gift", "::So::Is it? {=yes ~no}\n", ["single"]),
        ("a.json", QUIZ, ["single"]),
    ],
)
def test_other_formats_come_in_and_again(
    workspace: Path, fixed: Course, name: str, text: str, kinds: list[str]
) -> None:
    assert mine(name, text).stdout.startswith("1 new, 0 updated, 0 as before;")
    assert mine(name, text).stdout.startswith("0 new, 0 updated, 1 as before;")
    own, problems = own_items(workspace, fixed)
    assert [one.kind for one in own.values()] == kinds
    assert problems == ()


def test_the_guid_of_anki_text_is_the_cards(workspace: Path) -> None:
    head = "#separator:tab\n#guid column:1\n"
    mine("net.txt", f"{head}k1\tFront\tBack\n")
    mine("net.txt", f"{head}k1\tOther front\tBack\n")
    assert [*cards(workspace)] == ["k1"]
    assert cards(workspace)["k1"]["ask"] == "Other front"


def test_two_cards_that_ask_the_same_are_one(workspace: Path) -> None:
    run = mine("net.txt", "#separator:tab\nFront\tOne\nFront\tTwo\n")
    assert "line 3: it asks the same as line 2." in run.stdout
    assert len(cards(workspace)) == 1


ONE_STEM = """
Which is true? {{=NVLink joins GPUs ~NVLink joins disks}}

Which is true? {{=MIG splits a GPU ~{wrong}}}

Which is true? {{~NVLink joins disks =NVLink joins GPUs}}
"""


def test_a_stem_with_other_options_is_another_question(workspace: Path) -> None:
    text = ONE_STEM.format(wrong="MIG joins GPUs")
    assert mine("net.gift", text).stdout.startswith("3 new,")
    assert mine("net.gift", text).stdout.startswith("0 new, 0 updated, 3 as before")
    again = mine(
        "net.gift", text + "\nWhich is true? {=MIG splits a GPU ~MIG joins GPUs}\n"
    )
    assert "it asks the same as line 4." in again.stdout
    assert len(cards(workspace)) == 3


def test_a_question_that_came_in_alone_stays_the_same_one(workspace: Path) -> None:
    first, *_ = ONE_STEM.format(wrong="x").strip().split("\n\n")
    mine("net.gift", first)
    (known,) = cards(workspace)
    run = mine("net.gift", ONE_STEM.format(wrong="MIG joins GPUs"))
    assert run.stdout.startswith("2 new, 0 updated, 1 as before")
    assert known in cards(workspace)


def test_a_deck_is_named_as_somebody_says(workspace: Path) -> None:
    mine("a (1).txt", "Front\tBack\n", "--to", "Netze")
    mine("b.txt", "Front\tBack\n", "--to", "網路")
    names = sorted(path.name for path in (workspace / "decks").iterdir())
    assert "netze.json" in names
    assert len(names) == 2


def test_a_deck_that_is_broken_is_not_written_over(workspace: Path) -> None:
    mine("net.txt", "Front\tBack\n")
    path = workspace / "decks" / "net.json"
    path.write_text("{", "utf-8")
    says = refusal(mine("net.txt", "Front\tBack\n"))
    assert "this deck cannot be read; move it to another folder" in says
    assert path.read_text("utf-8") == "{"


def test_nothing_is_written_when_no_card_comes_in(workspace: Path) -> None:
    run = mine("net.gift", "Why? {}\n")
    assert run.returncode == 1
    assert "no card came in; nothing is written." in run.stderr
    assert not (workspace / "decks").exists()


def test_a_deck_that_cannot_be_written_is_as_it_was(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine("net.txt", "Front\tBack\n")
    before = cards(workspace)

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("certlab.whole_file.os.fsync", refuse)
    says = refusal(mine("net.txt", "Front\tOther\n"))
    assert "cannot be written (No space left on device), and is as it was" in says
    assert cards(workspace) == before


def test_own_cards_come_along_in_a_drill_of_everything_but_of_no_module(
    workspace: Path, fixed: Course
) -> None:
    mine("net.txt", "Front\tBack\n")
    everything = certlab("drill", "--plain", "--count", "2", lines="\n" * 9)
    assert "2 items: 2 new." in everything.stdout
    own, _ = own_items(workspace, fixed)
    module = next(iter(fixed.modules))
    one = certlab("drill", "--plain", "--count", "99", "--module", module)
    assert "your own card" not in one.stdout
    assert len(own) == 1


def test_without_a_deck_mine_says_how_to_take_one_in(workspace: Path) -> None:
    says = refusal(certlab("drill", "--mine", "--plain"))
    assert f"{workspace}/decks: you have no cards of your own yet" in says


def test_questions_for_a_course_still_need_their_module() -> None:
    Path("net.txt").write_text("Front\tBack\n", "utf-8")
    run = certlab("import", "net.txt")
    assert run.returncode == 2
    assert "--mine" in run.stderr


def test_a_plan_is_followed_by_own_cards(workspace: Path) -> None:
    day = date.today() + timedelta(days=4)  # noqa: DTZ011 -- the learner's own day
    words = ("--exam", "NCA-AIIO", "--date", f"{day}", "--minutes-a-day", "20")
    assert certlab("plan", *words).returncode == 0
    alone = certlab("drill", "--plain").stdout
    number = int(alone.partition(" ")[0])
    mine("net.txt", "Front\tBack\n")
    assert certlab("drill", "--plain").stdout.startswith(f"{number + 1} items: ")


@pytest.mark.parametrize(
    "text",
    [
        "[" * 200_000,
        '{"name": "a", "cards": [{"guid": "a\\u001b[31m"}]}',
        '{"cards": 5}',
    ],
    ids=["nested", "a guid with controls", "no list"],
)
def test_a_deck_of_somebody_elses_is_said_and_the_others_are_asked(
    workspace: Path, fixed: Course, text: str
) -> None:
    mine("net.txt", "Front\tBack\n")
    (workspace / "decks" / "evil.json").write_text(text, "utf-8")
    os.mkfifo(workspace / "decks" / "pipe.json")  # reading it would wait for ever
    own, says = own_items(workspace, fixed)
    assert len(own) == 1
    assert [one.partition(": ")[2].partition(";")[0] for one in says] == [
        "this deck cannot be read"
    ] * 2


def test_a_deck_that_would_be_too_large_to_read_is_not_written(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine("net.txt", "Front\tBack\n")
    before = cards(workspace)
    monkeypatch.setattr("certlab.study.own_deck_edits.MOST_BYTES", 100)
    says = refusal(mine("net.txt", "Other\tBack\n"))
    assert "import the file as another deck" in says
    assert cards(workspace) == before


def test_what_turns_the_direction_of_a_text_is_made_visible(workspace: Path) -> None:
    mine("net.txt", "#html:true\nA \u202egnp.exe\tB &#x202e; \u2067x\u2069\n")
    (card,) = cards(workspace).values()
    assert (card["ask"], card["back"]) == ("A \ufffdgnp.exe", "B \ufffd \u2067x\u2069")
