"""A learner's own decks in the app: imported by file, asked among the reviews, changed, removed."""

import json
import shutil
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import FilePayload, Page, expect

from certlab.study.answers import Answer
from certlab.study.history import History
from tests.app.conftest import TOKEN, Served

Ask = Callable[..., Any]
TEXT = b"What is RoCE?\tRDMA over Ethernet\nWhat is <b>NVLink</b>?\tA link of GPUs\n"


@pytest.fixture
def decks(server: Served) -> Iterator[Path]:
    """The folder of the decks, empty before and after."""
    folder = server.history.parent / "decks"
    shutil.rmtree(folder, ignore_errors=True)
    server.history.unlink(missing_ok=True)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)
    server.history.unlink(missing_ok=True)


@pytest.fixture
def ask(server: Served, decks: Path) -> Ask:
    def asked(name: str = "", sent: object = None) -> Any:
        data = sent if sent is None or isinstance(sent, bytes) else json.dumps(sent)
        request = urllib.request.Request(
            f"{server.root}/certlab/api/decks/{name}",
            data=data.encode() if isinstance(data, str) else data,
            headers={"Authorization": f"token {TOKEN}"},
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    return asked


def refused(ask: Ask, name: str, sent: object) -> str:
    with pytest.raises(urllib.error.HTTPError) as refusal:
        ask(name, sent)
    assert refusal.value.code in (400, 413)
    says = json.load(refusal.value)["message"]
    assert "\n" not in says
    return str(says)


def cards(ask: Ask, deck: str = "net") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ask(f"cards?deck={deck}")["cards"]
    return found


def test_a_file_becomes_a_deck_and_what_does_not_come_in_is_named(ask: Ask) -> None:
    assert ask()["decks"] == []
    said = ask("import?file=net.tsv", TEXT + b"alone\n")
    assert said["taken"]["added"] == 2
    (lost,) = [one for one in said["taken"]["notes"] if one["lost"]]
    assert "one field" in lost["says"]
    row = {"deck": "net", "name": "net", "cards": 2, "due": 0, "fresh": 2}
    assert ask()["decks"] == [row]


@pytest.mark.parametrize(
    ("file", "data", "says"),
    [
        ("a.tsv", b"", "a.tsv: "),
        ("a.bin", b"no deck at all", "a.bin: this is no deck that certlab can read"),
        ("a.apkg", b"no archive", "a.apkg: "),
        ("../../a.apkg", b"no archive", "a.apkg: "),
        ("..", TEXT, "give the file a shorter name"),
        ("x" * 300 + ".tsv", TEXT, "give the file a shorter name"),
    ],
)
def test_what_is_no_deck_is_refused_in_one_sentence_and_nothing_is_written(
    file: str, data: bytes, says: str, ask: Ask, decks: Path
) -> None:
    try:
        said = ask(f"import?file={quote(file)}", data)
    except urllib.error.HTTPError as refusal:
        message = json.load(refusal)["message"]
        assert says in message
        assert "/tmp" not in message
    else:
        assert said["taken"]["added"] == 0
    assert not list(decks.glob("*.json"))


def test_a_deck_that_is_there_is_never_written_over_unasked(
    ask: Ask, decks: Path
) -> None:
    ask("import?file=net.tsv", TEXT)
    before = (decks / "net.json").read_bytes()
    other = b"What is RoCE?\tSomething else\n"
    assert ask("import?file=net.tsv", other)["there"] == {"deck": "net", "name": "net"}
    assert (decks / "net.json").read_bytes() == before
    said = ask("import?file=net.tsv&how=beside", other)
    assert (said["taken"]["deck"], len(said["decks"])) == ("net 2", 2)
    assert (decks / "net.json").read_bytes() == before
    said = ask("import?file=net.tsv&how=update", other)
    assert (said["taken"]["updated"], said["taken"]["added"]) == (1, 0)
    assert Path(said["taken"]["copy"]).read_bytes() == before


def test_a_card_is_changed_and_keeps_what_is_remembered_of_it(ask: Ask) -> None:
    ask("import?file=net.tsv", TEXT)
    one, other = cards(ask)
    sent = {"deck": "net", **one, "ask": "What is <i>RoCE</i> {fact:x}?", "back": "It."}
    changed = ask("change", sent)["cards"][0]
    assert (changed["guid"], changed["rev"]) == (one["guid"], one["rev"] + 1)
    assert changed["ask"] == "What is <i>RoCE</i> { fact:x}?"  # nothing is filled in
    # Another window still shows it as it was.
    assert "changed elsewhere" in refused(ask, "change", {**sent, "ask": "Mine?"})
    assert "changed elsewhere" in refused(ask, "remove", sent)
    assert cards(ask) == [changed, other]
    empty = {"deck": "net", **changed, "back": " "}
    assert "both sides" in refused(ask, "change", empty)
    left = ask("remove", {"deck": "net", **changed})["cards"]
    assert left == [other]
    assert "not in its deck" in refused(ask, "change", {"deck": "net", **changed})


def test_a_removed_deck_lies_where_it_is_put_back_from(ask: Ask, decks: Path) -> None:
    ask("import?file=net.tsv", TEXT)
    before = (decks / "net.json").read_bytes()
    said = ask("remove", {"deck": "net"})
    assert (said["decks"], said["moved"]) == ([], str(decks / "removed" / "net.json"))
    assert "no deck net" in refused(ask, "remove", {"deck": "net"})
    assert "no deck .." in refused(ask, "remove", {"deck": "../history"})
    ask("import?file=net.tsv", b"Another\tone\n")
    assert "is there again" in refused(ask, "restore", {"deck": "net"})
    again = ask("remove", {"deck": "net"})
    assert len(again["removed"]) == 2
    said = ask("restore", {"deck": "net"})
    assert [one["deck"] for one in said["decks"]] == ["net"]
    assert (decks / "net.json").read_bytes() == before


def test_a_file_that_was_broken_by_hand_is_named_and_can_be_removed(
    ask: Ask, decks: Path
) -> None:
    ask("import?file=net.tsv", TEXT)
    (decks / "net.json").write_text("{", "utf-8")
    said = ask()
    assert "cannot be read" in said["problems"][0]
    assert [(one["deck"], one["cards"]) for one in said["decks"]] == [("net", 0)]
    assert "cannot be read" in refused(ask, "import?file=net.tsv", TEXT)
    assert ask("remove", {"deck": "net"})["decks"] == []


def test_own_cards_are_among_the_reviews_of_the_day_with_their_minutes(
    ask: Ask, server: Served, decks: Path
) -> None:
    def read(name: str) -> Any:
        request = urllib.request.Request(
            f"{server.root}/certlab/api/{name}",
            headers={"Authorization": f"token {TOKEN}"},
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def today(name: str = "today") -> list[dict[str, Any]]:
        return [one for one in read(name)["tasks"] if one["kind"] == "review"]

    history = History(server.history)
    day = datetime.now(UTC).date() + timedelta(days=28)
    told = {"exam": "ncp-aii", "day": day.isoformat(), "minutes": 30}
    history.append(Answer("", 0, "goal", 0, told, mode="plan"))
    assert today() == []
    ask("import?file=net.tsv", TEXT)
    (review,) = today()
    assert (review["count"], review["done"]) == (2, 0)
    assert review["minutes"] == review["planned"] > 0
    first = review["items"][0]
    asked = ask(f"bank?item={quote(first)}&item=mine/net/gone")["bank"]["items"]
    assert [one["item"] for one in asked] == [first]
    assert asked[0]["show"]["deck"] == "net"
    # The start notebook has the same list, and its banks hold what is on it.
    (same,) = today("start/today")
    assert same["items"] == review["items"]
    own = read("start/banks?exam=ncp-aii")["banks"][-1]
    assert [one["item"] for one in own["items"]] == review["items"]
    history.append(Answer(first, 1, "correct", 1.0))
    (review,) = today()
    assert (review["count"], review["done"], len(review["items"])) == (2, 1, 1)
    (decks / "net.json").unlink()  # by hand
    assert today() == []


def test_a_learner_imports_drills_changes_and_removes_a_deck(
    page: Page, server: Served, decks: Path
) -> None:
    page.goto(f"{server.root}/certlab/progress.html#decks")
    section = page.locator("#decks")
    file = FilePayload(name="net.tsv", mimeType="text/plain", buffer=TEXT)
    section.locator("[data-key=deck-file]").set_input_files(file)
    expect(section.get_by_role("status")).to_contain_text("2 new cards")
    section.get_by_role("button", name="Drill this deck").click()
    item = section.locator(".cl-own-drill .cl-item")
    expect(item.locator(".cl-head")).to_contain_text("your own card, deck net")
    item.locator("[data-key=primary]").press("Enter")
    expect(item).to_contain_text("RDMA over Ethernet")
    item.locator("[data-key=primary]").press("Enter")  # known
    expect(section.locator(".cl-own-deck")).to_contain_text("1 new")
    section.get_by_role("button", name="Close").click()
    section.get_by_role("button", name="Cards: net").click()
    section.get_by_role("button", name="Change: What is RoCE?").click()
    other = page.context.new_page()
    other.goto(f"{server.root}/certlab/progress.html#decks")
    other.get_by_role("button", name="Cards: net").click()
    other.get_by_role("button", name="Change: What is RoCE?").click()
    other.get_by_label("Back of the card", exact=True).fill(
        "<img src=x onerror=alert(1)>"
    )
    other.get_by_role("button", name="Save").click()
    expect(other.locator(".cl-own-cards li").first).to_contain_text("<img src=x")
    other.close()
    section.get_by_label("Back of the card", exact=True).fill("What I typed")
    section.get_by_role("button", name="Save").click()
    expect(section.get_by_role("alert")).to_contain_text("changed elsewhere")
    expect(section.get_by_label("Back of the card", exact=True)).to_have_value(
        "What I typed"
    )
    expect(section.locator("form")).to_contain_text("It says now: What is RoCE?")
    section.get_by_role("button", name="Save").click()
    expect(section.locator(".cl-own-cards li").first).to_contain_text("What I typed")
    section.get_by_role("button", name="Remove: net").click()
    section.get_by_role("button", name="Remove the deck: net").click()
    expect(section.get_by_role("status")).to_contain_text(str(decks / "removed"))
    assert (decks / "removed" / "net.json").exists()
    section.locator("summary", has_text="1 removed deck").click()
    section.get_by_role("button", name="Put back: net").click()
    expect(section.locator(".cl-own-deck").first).to_contain_text("2 cards")
