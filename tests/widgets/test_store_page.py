"""The browser's store of answers in Chromium: tabs, ends, refusals, and files of Python's."""

import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page

from certlab.study.answers import Answer, from_line, stamp, to_line
from certlab.study.history import History
from tests.bound import MILLISECONDS, until
from tests.browser import CHROMIUM
from tests.widgets.tabs import (
    ROW,
    SITE,
    add,
    open_store,
    open_tab,
    refusal,
    rows,
    serve,
)

NOT_RECORDED = "The answer was not recorded: "
Made = Callable[..., BrowserContext]


@pytest.fixture
def browser(chromium: Browser) -> Iterator[Made]:
    """A context of its own; `script` runs before a page's own, `edit` changes files."""
    contexts = []

    def make(script: str = "", **options: Any) -> BrowserContext:
        context = chromium.new_context()
        contexts.append(context)
        serve(context, **options)
        if script:
            context.add_init_script(script)
        return context

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def site(browser: Made) -> BrowserContext:
    """A browser with nothing in its way."""
    return browser()


def sentence(said: str) -> bool:
    """Whether it is one: a capital, and the only full stop at its end."""
    return re.fullmatch(r"[A-Z][^.]+\.", said.replace(".jsonl", "")) is not None


def wait(tab: Page, what: str) -> None:
    """Until it is so; Playwright's own waiting needs eval, which the page forbids."""
    until(lambda: tab.evaluate(what), what)


# Rows


def test_a_row_that_says_when_and_where_is_kept_as_it_is(site: BrowserContext) -> None:
    tab = open_tab(site)
    said = {"at": "2026-11-21T10:00:00+01:00", "ulid": "u", "device": "lab"}
    kept = add(tab, **said)
    assert {**kept, **said} == kept
    assert rows(tab) == [kept]


def test_a_row_of_the_future_is_kept_and_does_not_count_until_then(
    site: BrowserContext,
) -> None:
    tab = open_tab(site)
    past = add(tab, at="2026-11-21T10:00:00+00:00")
    soon = add(tab, at=stamp(datetime.now(UTC) + timedelta(hours=12)))
    assert rows(tab) == [past, soon], "another machine's clock may be ahead"
    assert tab.evaluate("store.note") == ""
    add(tab, at="2999-01-03T10:00:00+00:00")
    assert rows(tab) == [past, soon]
    assert tab.evaluate("store.note") == (
        "1 answer is dated in the future, 2999-01-03; it is kept and does not count until then, "
        "so check the clock of this machine."
    )
    assert tab.evaluate("store.lines()").count("\n") == 3, "an export has it"


def test_all_tabs_are_one_device(site: BrowserContext) -> None:
    tabs = [open_tab(site) for _ in range(3)]
    for tab in tabs:
        tab.evaluate("(row) => void (window.adding = store.add(row))", ROW)
    devices = {tab.evaluate("adding.then((row) => row.device)") for tab in tabs}
    tabs[0].reload()
    open_store(tabs[0])
    devices.add(add(tabs[0])["device"])
    assert len(devices) == 1


def test_an_odd_name_of_another_version_is_a_field_like_any(
    site: BrowserContext,
) -> None:
    tab = open_tab(site)
    line = to_line(from_line(written(ulid="odd"))).removesuffix("}")
    line += ', "__proto__": {"a": 1}, "constructor": 2}'
    assert tab.evaluate("(line) => store.merge(line)", line)["added"] == 1
    assert tab.evaluate("store.lines()") == line + "\n"
    assert tab.evaluate("({}).a === undefined")


# Two tabs, and the end of a tab


def test_the_same_item_in_two_tabs_both_stand(site: BrowserContext) -> None:
    one, other = open_tab(site), open_tab(site)
    add(one, outcome="wrong", score=0)
    add(other, outcome="correct")
    assert [row["outcome"] for row in rows(one)] == ["wrong", "correct"]


def test_every_change_waits_for_the_disk(browser: Made) -> None:
    """Chromium's default hands rows to the system and does not wait for the disk."""
    site = browser(
        """const begin = IDBDatabase.prototype.transaction;
        window.begun = [];
        IDBDatabase.prototype.transaction = function (...given) {
          const made = begin.apply(this, given);
          begun.push([made.mode, made.durability]);
          return made;
        };"""
    )
    tab = open_tab(site)
    add(tab)
    tab.evaluate("(line) => store.merge(line)", written())
    tab.evaluate("store.clear()")
    modes = tab.evaluate("begun")
    assert [one for one in modes if one[0] == "readwrite"] == [
        ["readwrite", "strict"]
    ] * 3


def test_a_row_is_not_recorded_before_its_transaction_is_complete(
    browser: Made,
) -> None:
    site = browser(
        """window.order = [];
        const begin = IDBDatabase.prototype.transaction;
        IDBDatabase.prototype.transaction = function (...given) {
          const made = begin.apply(this, given);
          made.addEventListener("complete", () => order.push(made.mode));
          return made;
        };"""
    )
    tab = open_tab(site)
    for _ in range(2):
        tab.evaluate("order.length = 0")
        tab.evaluate("(row) => store.add(row).then(() => order.push('told'))", ROW)
        assert tab.evaluate("order") == ["readwrite", "told"]


def test_a_row_whose_transaction_ends_early_is_not_recorded(browser: Made) -> None:
    site = browser(
        """const put = IDBObjectStore.prototype.add;
        IDBObjectStore.prototype.add = function (row) {
          const request = put.call(this, row);
          request.addEventListener("success", () => this.transaction.abort());
          return request;
        };"""
    )
    tab = open_tab(site)
    assert (
        refusal(tab)
        == f"{NOT_RECORDED}the browser closed its storage meanwhile; try again."
    )
    assert rows(tab) == []


def test_a_tab_that_crashes_after_the_answer_has_kept_it(site: BrowserContext) -> None:
    tab = open_tab(site)
    kept = add(tab)
    with pytest.raises(Error, match="crash"):
        tab.goto("chrome://crash")
    assert rows(open_tab(site)) == [kept]


def test_a_browser_killed_after_the_answer_has_kept_it(
    chromium: Browser, tmp_path: Path
) -> None:
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]

    def begin() -> BrowserContext:
        made = chromium.browser_type.launch_persistent_context(
            tmp_path / "profile", executable_path=CHROMIUM, args=flags
        )
        made.set_default_timeout(MILLISECONDS)
        serve(made)
        return made

    site = begin()
    tab = open_tab(site)
    found = chromium_pids(tmp_path / "profile")
    kept = add(tab)
    for pid in found:
        os.kill(pid, signal.SIGKILL)
    with suppress(Error):  # it is closed already
        site.close()
    (tmp_path / "profile" / "SingletonLock").unlink(missing_ok=True)
    site = begin()
    assert rows(open_tab(site)) == [kept]
    site.close()


def chromium_pids(profile: Path) -> list[int]:
    """The browser process that runs on this profile of ours."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue  # it ended meanwhile
        of_profile = f"--user-data-dir={profile}".encode() in words
        if of_profile and not any(word.startswith(b"--type=") for word in words):
            found.append(int(entry.name))
    assert found
    return found


# Editions


def raw_open(tab: Page, version: int) -> str:
    """Open the database past the store; its tables, or what went wrong."""
    said: str = tab.evaluate(
        """(version) => new Promise((resolve) => {
          const request = indexedDB.open("certlab", version);
          request.onupgradeneeded = () => {};
          request.onsuccess = () => {
            window.raw = request.result;
            resolve([...raw.objectStoreNames].join(" "));
          };
          request.onerror = () => resolve(request.error.name);
          request.onblocked = () => resolve("blocked");
        })""",
        version,
    )
    return said


def test_a_page_older_than_the_database_says_so(site: BrowserContext) -> None:
    tab = open_tab(site)
    kept = add(tab)
    assert raw_open(tab, 2) == "answers meta"
    old = open_tab(site, store=False)
    said = open_store(old)
    assert said == (
        "Answers last only until you leave this page, so export them first: this page "
        "is older than the answers stored here; reload this page."
    )
    mine = add(old)
    assert rows(old) == [mine]
    count = tab.evaluate(
        """() => new Promise((resolve) => {
          const request = raw.transaction("answers").objectStore("answers").getAllKeys();
          request.onsuccess = () => resolve(request.result);
        })"""
    )
    assert count == [kept["ulid"]]


def test_an_open_page_gives_way_to_a_newer_one_and_then_says_so(
    site: BrowserContext,
) -> None:
    old, new = open_tab(site), open_tab(site)
    add(old)
    assert raw_open(new, 2) == "answers meta"
    said = refusal(old)
    assert said == (
        f"{NOT_RECORDED}this page is older than the answers stored here; reload this page."
    )
    assert said == refusal(old)


def test_a_newer_page_that_an_older_one_blocks_says_so(
    browser: Made,
) -> None:
    site = browser(edit=lambda _, text: text.replace("EDITION = 1", "EDITION = 2"))
    stubborn = open_tab(site, store=False)
    raw_open(stubborn, 1)
    new = open_tab(site, store=False)
    said = open_store(new)
    assert "older edition of this site open; close it, then reload" in said
    assert sentence(said)
    stubborn.evaluate("raw.close()")


# Persistence


def test_lasting_storage_is_asked_for_once_and_never_waited_for(browser: Made) -> None:
    site = browser(
        "navigator.storage.persist = () => { asked(); return new Promise(() => {}); };"
    )
    count = []
    site.expose_function("asked", lambda: count.append(1))
    tab = open_tab(site)
    tab.evaluate("(line) => store.merge(line)", written())
    assert count == []
    add(tab)
    add(tab)
    tab.reload()
    open_store(tab)
    add(tab)
    add(open_tab(site))
    assert count == [1]


def test_a_browser_that_refuses_lasting_storage_changes_nothing(browser: Made) -> None:
    site = browser("navigator.storage.persist = () => Promise.reject(new Error('no'));")
    tab = open_tab(site)
    errors: list[object] = []
    tab.on("pageerror", lambda error: errors.append(str(error)))
    kept = add(tab)
    assert rows(tab) == [kept]
    assert errors == []


# Refused storage

REFUSING = {
    "throws": "IDBFactory.prototype.open = () => { throw new DOMException('', 'SecurityError'); };",
    "undefined": "Object.defineProperty(window, 'indexedDB', { value: undefined });",
    "null": "Object.defineProperty(window, 'indexedDB', { value: null });",
    "getter": """Object.defineProperty(window, "indexedDB", {
        get() { throw new DOMException("", "SecurityError"); } });""",
    "error": """IDBFactory.prototype.open = () => {
        const request = { error: new DOMException("", "UnknownError") };
        setTimeout(() => request.onerror({}));
        return request; };""",
    "silent": "IDBFactory.prototype.open = () => ({});",
}


@pytest.mark.parametrize("way", REFUSING)
def test_where_storage_is_refused_rows_live_in_the_tab_and_export(
    browser: Made, way: str, tmp_path: Path
) -> None:
    site = browser(REFUSING[way], edit=lambda _, text: text.replace("8_000;", "80;"))
    tab = open_tab(site, store=False)
    said = open_store(tab)
    assert said.startswith("Answers last only until you leave this page, so export")
    assert sentence(said)
    first = add(tab)
    assert add(tab, ulid=first["ulid"]) == first
    heard = tab.evaluate(
        """async (row) => {
          const { openStore } = await import("/app/static/store/store.js");
          let heard = 0;
          (await openStore()).follow(() => { heard += 1; });
          await store.add(row);
          return [heard, (await (await openStore()).all()).length];
        }""",
        ROW,
    )
    assert heard == [1, 2]
    path = tmp_path / "history.jsonl"
    path.write_text(tab.evaluate("store.lines()"), "utf-8")
    log = History(path).read()
    assert (len(log.answers), log.problems) == (2, ())
    assert log.answers[0].device == log.answers[1].device != ""
    assert tab.evaluate("(text) => store.merge(text)", path.read_text("utf-8")) == {
        "added": 0,
        "known": 2,
        "answers": {"added": 0, "known": 2},
        "problems": [],
    }
    tab.evaluate("store.clear()")
    assert rows(tab) == []


def test_a_full_disk_records_nothing_and_later_works(browser: Made) -> None:
    site = browser(
        """for (const name of ["add", "put"]) {
          const real = IDBObjectStore.prototype[name];
          IDBObjectStore.prototype[name] = function (...given) {
            if (window.full) throw new DOMException("", "QuotaExceededError");
            return real.apply(this, given);
          };
        }"""
    )
    tab = open_tab(site)
    errors: list[object] = []
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.evaluate("void store.follow(() => { window.heard = true; })")
    tab.evaluate("window.full = true")
    said = refusal(tab)
    assert said == (
        f"{NOT_RECORDED}the browser's storage is full; make room, then try again."
    )
    told = "(line) => store.merge(line).catch((error) => error.message)"
    assert tab.evaluate(told, written()) == said.replace(
        NOT_RECORDED, "Nothing was imported: "
    )
    assert rows(tab) == []
    assert tab.evaluate("window.heard") is None
    tab.evaluate("window.full = false")
    kept = add(tab)
    assert rows(tab) == [kept]
    assert errors == []


def test_chromium_s_own_quota_is_met_in_words(site: BrowserContext) -> None:
    tab = open_tab(site)
    wire = site.new_cdp_session(tab)
    wire.send("Storage.overrideQuotaForOrigin", {"origin": SITE, "quotaSize": 10})
    said = refusal(tab)
    assert said.startswith(f"{NOT_RECORDED}the browser's storage is full")
    assert rows(tab) == []
    wire.send("Storage.overrideQuotaForOrigin", {"origin": SITE})
    assert refusal(tab) == ""
    assert len(rows(tab)) == 1


# The database taken away


def delete_database(tab: Page) -> str:
    said: str = tab.evaluate(
        """() => new Promise((resolve) => {
          const request = indexedDB.deleteDatabase("certlab");
          request.onsuccess = () => resolve("deleted");
          request.onerror = () => resolve(request.error.name);
          request.onblocked = () => resolve("blocked");
        })"""
    )
    return said


@pytest.mark.parametrize("how", ["deleted", "cleared", "closed"])
def test_a_database_taken_away_comes_back_with_the_next_answer(
    browser: Made, how: str
) -> None:
    site = browser(
        """const open = IDBFactory.prototype.open;
        IDBFactory.prototype.open = function (...given) {
          const request = open.apply(this, given);
          request.addEventListener("success", () => { window.opened = request.result; });
          return request;
        };"""
    )
    tab, other = open_tab(site), open_tab(site)
    first = add(tab)
    tab.evaluate("void store.follow(() => { window.heard = true; })")
    if how == "deleted":
        assert delete_database(other) == "deleted"
    elif how == "cleared":
        wire = site.new_cdp_session(other)
        kinds = {"origin": SITE, "storageTypes": "indexeddb"}
        wire.send("Storage.clearDataForOrigin", kinds)
    else:
        tab.evaluate("opened.close()")
    if how != "closed":
        wait(tab, "window.heard")
    kept = add(tab)
    assert rows(tab) == ([first, kept] if how == "closed" else [kept])
    assert rows(other) == rows(tab)


def test_a_transaction_that_never_ends_is_given_up(site: BrowserContext) -> None:
    """Another page holds the tables for ever; nothing is recorded behind our back."""
    tab, other = open_tab(site), open_tab(site, store=False)
    now = datetime.now(UTC)
    tab.clock.install(time=now)
    tab.clock.pause_at(now + timedelta(minutes=1))  # a slow machine gives nothing up
    raw_open(other, 1)
    other.evaluate(
        """() => {
          const table = raw.transaction("answers", "readwrite").objectStore("answers");
          window.holding = true;
          const hold = () => { if (holding) table.get("x").onsuccess = hold; };
          hold();
        }"""
    )
    begin = "(row) => { store.add(row).catch(({ message }) => { window.said = message; }); }"
    tab.evaluate(begin, ROW)

    def passes() -> object:
        tab.clock.run_for(1_000)
        return tab.evaluate("window.said")

    until(passes, "it is given up")
    said = tab.evaluate("window.said")
    assert said.startswith(f"{NOT_RECORDED}the browser's storage does not answer")
    other.evaluate("window.holding = false")
    assert rows(tab) == []
    assert refusal(tab) == ""


def test_a_database_of_somebody_else_s_is_told_apart(site: BrowserContext) -> None:
    tab = open_tab(site, store=False)
    assert raw_open(tab, 1) == ""
    said = open_store(open_tab(site, store=False))
    assert "stored data under our name; clear this site's data" in said
    assert sentence(said)


# Histories of Python's, and other files


def written(**parts: Any) -> str:
    """A line of Python's."""
    now = datetime(2026, 11, 21, 10, tzinfo=UTC)
    some = {"item": "cuda-warp-size", "rev": 1, "outcome": "wrong", "score": 0.0}
    given = {**some, "at": stamp(now), "ulid": "01", "device": "lab", **parts}
    return to_line(Answer(**given))


def merge(tab: Page, text: str) -> dict[str, Any]:
    found: dict[str, Any] = tab.evaluate("(text) => store.merge(text)", text)
    return found


def merge_file(tab: Page, data: bytes) -> dict[str, Any]:
    """Merge a file, as the page gets it from an input."""
    found: dict[str, Any] = tab.evaluate(
        "(bytes) => store.merge(new Blob([new Uint8Array(bytes)]))", list(data)
    )
    return found


def test_there_and_back_with_python(site: BrowserContext, tmp_path: Path) -> None:
    lab = History(tmp_path / "lab" / "history.jsonl")
    for n, response in enumerate(
        ["é 한 😀 \u2028 \"'\\\n", ["b", "a"], {"number": "1,5", "unit": "GB"}, None]
    ):
        more = {"later": {"deep": [n, 0.5, None, True]}}
        lab.append(Answer(f"i-{n}", n + 1, "correct", n / 3, response, more=more))
    text = lab.path.read_text("utf-8")
    tab = open_tab(site)
    assert merge(tab, text) == {
        "added": 4,
        "known": 0,
        "answers": {"added": 4, "known": 0},
        "problems": [],
    }
    assert tab.evaluate("store.lines()") == text
    kept = add(tab)
    back = tmp_path / "back.jsonl"
    back.write_bytes(tab.evaluate("store.lines()").encode())
    log = History(back).read()
    assert log.problems == ()
    assert log.answers[:-1] == lab.read().answers
    last = log.answers[-1]
    assert {**kept, "options": tuple(kept["options"])} == {
        one.name: getattr(last, one.name) for one in fields(last) if one.name != "more"
    }
    with lab.path.open("ab") as file:
        file.write(back.read_bytes())
    assert lab.read() == log
    assert merge(tab, lab.path.read_text("utf-8")) == {
        "added": 0,
        "known": 5,
        "answers": {"added": 0, "known": 5},
        "problems": [],
    }


def test_a_history_that_is_there_already_adds_nothing(site: BrowserContext) -> None:
    tab, other = open_tab(site), open_tab(site)
    text = "\n".join(written(ulid=f"{n:02}") for n in range(20)) + "\n"
    assert merge(tab, text)["added"] == 20
    first = tab.evaluate("store.lines()")
    assert merge(other, text.replace("wrong", "correct")) == {
        "added": 0,
        "known": 20,
        "answers": {"added": 0, "known": 20},
        "problems": [],
    }
    assert merge(tab, first + first)["known"] == 20
    assert tab.evaluate("store.lines()") == first


def test_bad_lines_are_named_and_the_rest_is_taken(site: BrowserContext) -> None:
    tab = open_tab(site)
    deep = "[" * 100_000 + "]" * 100_000
    lines = [
        written(ulid="a"),
        written(ulid="b")[:40],
        written(ulid="c").replace('"score": 0.0', '"score": NaN'),
        written(ulid="d").replace('"response": null', f'"response": {deep}'),
        "",
        written(ulid="e").replace('"schema": 1', '"schema": 2'),
        written(ulid="f", at="2026-11-21T10:00:00"),
        "[]",
        written(ulid="g"),
    ]
    found = merge(tab, "\n".join(lines))
    assert [row["ulid"] for row in rows(tab)] == ["a", "g"]
    assert (found["added"], found["known"]) == (2, 0)
    passed = "; it was skipped."
    assert [one for one in found["problems"] if "Line 4" not in one] == [
        f"Line 2 is torn or corrupt{passed}",
        f"Line 3 is torn or corrupt{passed}",
        f"Line 6 was written by another version of certlab{passed}",
        f"Line 7 has a time without its zone{passed}",
        f"Line 8 is not an answer{passed}",
    ]
    assert re.search("Line 4 is (nested too deep|torn)", found["problems"][2])


def test_a_windows_editor_s_marks_do_not_matter(site: BrowserContext) -> None:
    tab = open_tab(site)
    text = "\ufeff" + "\r\n".join(written(ulid=f"{n}") for n in range(3)) + "\r\n\r\n"
    assert merge(tab, text) == {
        "added": 3,
        "known": 0,
        "answers": {"added": 3, "known": 0},
        "problems": [],
    }
    assert merge_file(tab, text.encode())["known"] == 3
    assert tab.evaluate("store.lines()") == "".join(
        written(ulid=f"{n}") + "\n" for n in range(3)
    )


def test_a_line_that_is_not_text_is_named(site: BrowserContext) -> None:
    tab = open_tab(site)
    lines = [written(ulid="1"), written(ulid="2", response="é"), written(ulid="3")]
    data = b"\xef\xbb\xbf" + "\n".join(lines).encode("latin-1")
    assert merge_file(tab, data) == {
        "added": 2,
        "known": 0,
        "answers": {"added": 2, "known": 0},
        "problems": ["Line 2 is not text; it was skipped."],
    }
    assert [row["ulid"] for row in rows(tab)] == ["1", "3"]


OTHER_FILES = {
    "a picture": (
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 40,
        "This is not a history;",
    ),
    "a page": (b"<!doctype html>\n<p>Not\n<p>it\n", "(line 1 is torn or corrupt)"),
    "other JSON": (b'{"cells": []}', "(line 1 is not an answer)"),
    "a later schema": (
        b'{"schema": 9}\n' * 50,
        "(line 1 was written by another version",
    ),
    "UTF-16": (written().encode("utf-16"), "This is not a history;"),
    "random bytes": (bytes(range(255, 0, -1)) * 200, "(line 1 is not text)"),
}


@pytest.mark.parametrize("name", OTHER_FILES)
def test_a_file_that_is_no_history_is_refused_in_a_sentence(
    site: BrowserContext, name: str
) -> None:
    data, says = OTHER_FILES[name]
    tab = open_tab(site)
    found = merge_file(tab, data)
    assert (found["added"], found["known"], len(found["problems"])) == (0, 0, 1)
    assert says in found["problems"][0]
    assert sentence(found["problems"][0])
    assert rows(tab) == []


def test_a_huge_file_is_refused_unread(site: BrowserContext) -> None:
    tab = open_tab(site)
    found = tab.evaluate(
        """async () => {
          const piece = "x".repeat(1_000_000);
          const file = new File(Array.from({ length: 100 }, () => piece), "big");
          for (const name of ["text", "arrayBuffer", "stream", "slice"])
            file[name] = () => { throw new Error("it was read"); };
          return await store.merge(file);
        }"""
    )
    [says] = found["problems"]
    assert says.startswith("This is too large for a history; choose a certlab-hist")


def test_an_empty_file_is_a_history_without_answers(site: BrowserContext) -> None:
    tab = open_tab(site)
    nothing = {
        "added": 0,
        "known": 0,
        "answers": {"added": 0, "known": 0},
        "problems": [],
    }
    assert merge(tab, "") == merge_file(tab, b"") == merge(tab, "\n\n") == nothing
    assert tab.evaluate("store.lines()") == ""


def test_a_merge_is_whole_or_not_at_all(browser: Made) -> None:
    site = browser(
        """const real = IDBObjectStore.prototype.add;
        IDBObjectStore.prototype.add = function (row) {
          if (row.ulid === "7") throw new DOMException("", "QuotaExceededError");
          return real.call(this, row);
        };"""
    )
    tab = open_tab(site)
    text = "\n".join(written(ulid=f"{n}") for n in range(9))
    said = tab.evaluate("(text) => store.merge(text).catch(String)", text)
    assert "Nothing was imported: the browser's storage is full" in said
    assert rows(tab) == []


def test_a_long_history_comes_in_whole(site: BrowserContext) -> None:
    tab = open_tab(site)
    line = written(ulid="ULID", options=("a", "b", "c", "d"), response="a")
    text = "\n".join(line.replace("ULID", f"{n:06}") for n in range(20_000))
    assert merge(tab, text)["added"] == 20_000
    assert len(tab.evaluate("store.lines()").splitlines()) == 20_000


# Followers, and Python's workers


FOLLOW = (
    "() => { window.heard = 0; window.stop = store.follow(() => { heard += 1; }); }"
)


def test_a_change_is_heard_in_every_tab_until_one_stops(site: BrowserContext) -> None:
    one, other = open_tab(site), open_tab(site)
    for tab in (one, other):
        tab.evaluate(FOLLOW)
    add(one, ulid="a")
    wait(other, "heard === 1")
    assert one.evaluate("heard") == 1
    add(one, ulid="a")  # there already: nothing changed
    merge(one, written())
    merge(one, written())
    one.evaluate("store.clear()")
    wait(other, "heard === 3")
    other.evaluate("stop()")
    add(one)
    assert one.evaluate("heard") == 4
    assert len(rows(other)) == 1
    assert other.evaluate("heard") == 3


def test_what_is_heard_of_can_be_read(site: BrowserContext) -> None:
    one, other = open_tab(site), open_tab(site)
    other.evaluate(
        "() => { window.read = []; store.follow(async () => read.push((await store.all()).length)); }"
    )
    add(one)
    wait(other, "read.length === 1")
    assert other.evaluate("read") == [1]


def test_a_listener_that_fails_costs_no_answer(site: BrowserContext) -> None:
    tab = open_tab(site)
    tab.evaluate("void store.follow(() => { throw new Error('mine'); })")
    tab.evaluate(FOLLOW)
    add(tab)
    assert tab.evaluate("heard") == 1


def test_without_channels_the_own_tab_still_hears(browser: Made) -> None:
    site = browser("delete window.BroadcastChannel;")
    one, other = open_tab(site), open_tab(site)
    one.evaluate(FOLLOW)
    kept = add(one)
    assert one.evaluate("heard") == 1
    assert rows(other) == [kept]
    stop = "import('/app/static/store/workers.js').then(({ keepFromWorkers }) => keepFromWorkers(store)).then((stop) => stop())"
    one.evaluate(stop)


def test_rows_of_a_python_worker_are_kept_once(site: BrowserContext) -> None:
    page, worker = open_tab(site), open_tab(site, store=False)
    page.evaluate(
        "import('/app/static/store/workers.js').then(async ({ keepFromWorkers }) => { window.stop = await keepFromWorkers(store); })"
    )
    worker.evaluate(
        """() => {
          window.replies = [];
          window.channel = new BroadcastChannel("certlab-keep");
          channel.onmessage = ({ data }) => replies.push(data);
        }"""
    )
    send = "(line) => channel.postMessage({ type: 'keep', line })"
    line = written(ulid="w", surface="lite")
    for text in (line, line, line[:30]):
        worker.evaluate(send, text)
    wait(worker, "replies.length === 3")
    replies = worker.evaluate("replies")
    assert {
        "type": "refused",
        "say": f"{NOT_RECORDED}its line is torn or corrupt.",
    } in replies
    assert replies.count({"type": "kept", "ulid": "w"}) == 2
    worker.evaluate("channel.postMessage(null)")
    worker.evaluate("channel.postMessage({ type: 'other' })")
    page.evaluate("stop()")
    worker.evaluate(send, written(ulid="after"))
    time.sleep(0.3)
    kept = add(page)
    assert {row["ulid"] for row in rows(page)} == {"w", kept["ulid"]}
    assert line in page.evaluate("store.lines()").splitlines()
