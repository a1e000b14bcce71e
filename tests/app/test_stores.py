"""One store, two homes: the browser's database, and a workspace behind a real server."""

import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from certlab.app.esm import SOURCE
from certlab.study.answers import Answer, to_line
from certlab.study.history import History
from tests.app.conftest import TOKEN, Served
from tests.bound import until
from tests.widgets.tabs import ROW, add, refusal

SITE = (
    "http://certlab.localhost"  # as good as https to a browser, and asked of no network
)
KINDS = {".js": "text/javascript", ".css": "text/css"}
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; connect-src 'self'">
<title>A page</title>"""
LINE = to_line(Answer("b", 1, "wrong", 0.0, at="2026-11-21T10:00:00+00:00", ulid="two"))


class Home:
    """A browser of its own on pages whose store has one of the two homes."""

    def __init__(self, browser: Browser, server: Served | None) -> None:
        self.server = server
        self.root = server.root if server else SITE
        self.context: BrowserContext = browser.new_context()
        self.context.route(f"{self.root}/page/**", _answer)

    def tab(self, *, signed_in: bool = True) -> Page:
        """A page with the store as `window.store`."""
        tab = self.context.new_page()
        if self.server and signed_in:
            address = f"{self.root}/certlab/api/history?token={TOKEN}"
            assert self.context.request.get(address).ok
        tab.goto(f"{self.root}/page/index.html")
        tab.evaluate(
            """async (address) => {
              const { openStore } = await import("/page/app/static/store/store.js");
              const { openServerStore } = await import("/page/app/static/store/server.js");
              window.store = await (address ? openServerStore(address) : openStore());
            }""",
            f"{self.root}/certlab/api/" if self.server else "",
        )
        return tab


def _answer(route: Any) -> None:
    """A file of the package, for a page of the server's own origin."""
    path = SOURCE / route.request.url.partition("/page/")[2]
    if path.is_file():
        kind = f"{KINDS[path.suffix]}; charset=utf-8"
        route.fulfill(body=path.read_bytes(), content_type=kind)
    else:
        route.fulfill(body=PAGE, content_type="text/html; charset=utf-8")


@pytest.fixture(params=["browser", "workspace"])
def home(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[Home]:
    server: Served | None = None
    if request.param == "workspace":
        server = request.getfixturevalue("server")
        server.history.unlink(missing_ok=True)
    found = Home(chromium, server)
    yield found
    found.context.close()


@pytest.fixture
def workspace(server: Served, chromium: Browser) -> Iterator[Home]:
    """The second home alone."""
    server.history.unlink(missing_ok=True)
    found = Home(chromium, server)
    yield found
    found.context.close()


def rows(tab: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tab.evaluate("store.rows()")
    return found


# What both hold


def test_a_row_is_filled_in_and_there_after_a_reload(home: Home) -> None:
    tab, before = home.tab(), datetime.now(UTC)
    kept = add(tab, extra={"kept": [1, None]})
    assert kept["at"].endswith("+00:00")
    assert re.fullmatch("[0-9A-HJKMNP-TV-Z]{26}", kept["ulid"])
    assert re.fullmatch("[0-9a-f]{8}", kept["device"])
    assert {**kept, **ROW} == kept
    assert (kept["mode"], kept["extra"]) == ("drill", {"kept": [1, None]})
    assert abs(datetime.fromisoformat(kept["at"]) - before) < timedelta(hours=1)
    assert rows(tab) == [kept]
    assert rows(home.tab()) == [kept]


def test_a_ulid_is_added_once_whoever_comes_first(home: Home) -> None:
    one, other = home.tab(), home.tab()
    first = add(one, ulid="same", item="first")
    assert add(other, ulid="same", item="second") == first
    one.evaluate(
        "(row) => Promise.all([1, 2, 3].map(() => store.add(row)))",
        {**ROW, "ulid": "again"},
    )
    assert [row["ulid"] for row in rows(other)] == ["same", "again"]


def test_two_tabs_at_once_lose_nothing(home: Home) -> None:
    tabs = [home.tab(), home.tab()]
    for name, tab in enumerate(tabs):
        tab.evaluate(
            """([row, name]) => {
              const each = Array.from({ length: 40 }, (_, n) => ({ ...row, item: `${name}-${n}` }));
              window.adding = Promise.all(each.map((one) => store.add(one)));
            }""",
            [ROW, name],
        )
    for tab in tabs:
        assert tab.evaluate("adding.then((rows) => rows.length)") == 40
    wanted = {f"{name}-{n}" for name in (0, 1) for n in range(40)}
    for tab in tabs:
        found = rows(tab)
        assert {row["item"] for row in found} == wanted
        assert len({row["ulid"] for row in found}) == len(found) == 80


def test_rows_come_in_order_of_time_then_of_ulid(home: Home) -> None:
    tab = home.tab()
    for second, ulid in [(2, "a"), (1, "b"), (3, "a2"), (1, "a3")]:
        add(tab, at=f"2026-11-21T10:00:0{second}+00:00", ulid=ulid)
    assert [row["ulid"] for row in rows(tab)] == ["a3", "b", "a", "a2"]
    lines = tab.evaluate("store.lines()").splitlines()
    assert [json.loads(line)["ulid"] for line in lines] == ["a3", "b", "a", "a2"]


def test_steps_are_rows_and_only_answers_that_stand_are_answers(home: Home) -> None:
    tab = home.tab()
    kept = add(tab)
    add(tab, outcome="undone", response=kept["ulid"], score=0)
    last = add(tab)
    assert tab.evaluate("store.all()") == [last]
    assert len(rows(tab)) == 3


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ({"item": None}, "it has no usable item."),
        ({"score": "1"}, "it has no usable score."),
        ({"rev": None}, "it has no usable rev."),
        ({"at": "2026-11-21T10:00:00"}, "it has a time without its zone."),
    ],
)
def test_what_could_not_be_read_again_is_not_recorded(
    home: Home, parts: dict[str, Any], says: str
) -> None:
    tab = home.tab()
    assert refusal(tab, **parts) == f"The answer was not recorded: {says}"
    assert rows(tab) == []


def test_a_history_is_taken_in_and_counted(home: Home) -> None:
    tab = home.tab()
    add(tab, ulid="one")
    text = f"{LINE}\n{tab.evaluate('store.lines()')}no row\n"
    assert tab.evaluate("(text) => store.merge(text)", text) == {
        "added": 1,
        "known": 1,
        "answers": {"added": 1, "known": 1},
        "problems": ["Line 3 is torn or corrupt; it was skipped."],
    }
    assert [row["ulid"] for row in rows(home.tab())] == ["two", "one"]


def test_another_tab_hears_of_a_change(home: Home) -> None:
    one, other = home.tab(), home.tab()
    other.evaluate("void store.follow(() => { window.heard = true; })")
    add(one)
    until(lambda: other.evaluate("window.heard"), "the other tab heard")


def test_a_store_says_where_it_keeps(home: Home) -> None:
    tab = home.tab()
    kept = "workspace" if home.server else "browser"
    assert tab.evaluate("[store.home, store.note, store.refused]") == [kept, "", ""]


# A workspace


def test_what_the_terminal_adds_is_seen_and_so_is_the_pages_by_python(
    workspace: Home, server: Served
) -> None:
    tab = workspace.tab()
    tab.evaluate("void store.follow(() => { window.heard = true; })")
    kept = History(server.history).append(Answer("typed", 1, "wrong", 0.0))
    until(lambda: tab.evaluate("window.heard"), "the page heard of the terminal's row")
    (there,) = rows(tab)
    assert (there["item"], there["device"]) == ("typed", kept.device)
    assert add(tab)["device"] == kept.device
    log = History(server.history).read()
    assert [one.item for one in log.answers] == ["typed", ROW["item"]]
    assert log.problems == ()


def test_a_torn_line_is_passed_over_and_what_follows_is_read(
    workspace: Home, server: Served
) -> None:
    tab = workspace.tab()
    add(tab, ulid="one")
    with server.history.open("a") as file:
        file.write('{"schema": 1, "ul')
    assert len(rows(tab)) == 1
    add(tab, ulid="two")
    assert [row["ulid"] for row in rows(workspace.tab())] == ["one", "two"]


def test_another_file_in_its_place_is_read_from_its_beginning(
    workspace: Home, server: Served
) -> None:
    tab = workspace.tab()
    add(tab, ulid="one")
    server.history.unlink()
    assert rows(tab) == []
    server.history.write_text(LINE + "\n", "utf-8")
    assert [row["ulid"] for row in rows(tab)] == ["two"]


def test_what_a_workspace_holds_is_not_removed(workspace: Home) -> None:
    tab = workspace.tab()
    add(tab)
    says = tab.evaluate("store.clear().then(() => '', (error) => error.message)")
    assert says == (
        "The answers of a workspace cannot be removed here; they are in its file "
        "history.jsonl."
    )
    assert len(rows(tab)) == 1


def test_a_disk_that_is_full_is_said_and_nothing_is_recorded(
    workspace: Home, server: Served
) -> None:
    tab = workspace.tab()
    server.history.mkdir()  # what cannot be written to, whoever asks
    try:
        assert refusal(tab).startswith(f"{server.history}: ")
    finally:
        server.history.rmdir()
    assert rows(tab) == []


def test_an_answer_waits_for_a_server_that_is_away(
    workspace: Home, server: Served
) -> None:
    """It is cut off by the browser, as by a closed lid."""
    tab = workspace.tab()
    add(tab, ulid="one")
    workspace.context.set_offline(True)
    assert add(tab, ulid="two")["ulid"] == "two"
    assert [row["ulid"] for row in rows(tab)] == ["one", "two"]
    assert tab.evaluate("store.note") == (
        "1 answer waits in this browser: Your server does not answer; everything is "
        "sent once it runs and the network is back."
    )
    assert len(History(server.history).read().rows) == 1
    tab.close()  # what waits outlives the page
    workspace.context.set_offline(False)
    again = workspace.tab()
    assert [row["ulid"] for row in rows(again)] == ["one", "two"]
    until(lambda: len(History(server.history).read().rows) == 2, "it was sent")
    assert again.evaluate("store.note") == ""
    assert len(rows(workspace.tab())) == 2


# Into every table of the browser whose name begins so.
PUT = """async ([begin, row]) => {
  for (const { name } of await indexedDB.databases()) {
    if (!name.startsWith(begin)) continue;
    const database = await new Promise((resolve) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
    });
    const put = database.transaction("answers", "readwrite").objectStore("answers").put(row);
    await new Promise((resolve) => { put.onsuccess = resolve; });
    database.close();
  }
}"""
ODD = {**ROW, "ulid": "odd", "at": "2026-11-21T10:00:00Z", "milliseconds": "fast"}


def test_a_row_that_cannot_be_used_holds_up_no_other(
    workspace: Home, server: Served
) -> None:
    """It was taken in by an earlier edition; sent, it would be refused for ever."""
    tab = workspace.tab()
    workspace.context.set_offline(True)
    add(tab, ulid="two")
    tab.evaluate(PUT, ["certlab-waiting-", ODD])
    tab.close()
    workspace.context.set_offline(False)
    again = workspace.tab()
    until(lambda: History(server.history).read().rows, "the other was sent")
    assert [row["ulid"] for row in rows(again)] == ["two"]
    assert [row.ulid for row in History(server.history).read().rows] == ["two"]


def test_a_row_that_lies_in_the_browser_and_cannot_be_used_is_told(
    chromium: Browser,
) -> None:
    home = Home(chromium, None)
    tab = home.tab()
    add(tab, ulid="one")
    tab.evaluate(PUT, ["certlab", ODD])
    tab.evaluate(PUT, ["certlab", {**ODD, "ulid": "null", "at": None}])
    assert [row["ulid"] for row in rows(tab)] == ["one"]
    told = "2 rows stored here cannot be used; they are kept and skipped."
    assert tab.evaluate("store.note") == told
    exported = tab.evaluate("store.lines()")
    assert exported.count("\n") == 3, "they are exported with the others"
    home.context.close()


def test_what_another_tab_left_waiting_is_not_lost_when_this_one_sends(
    workspace: Home, server: Served
) -> None:
    one, other = workspace.tab(), workspace.tab()
    workspace.context.set_offline(True)
    add(one, ulid="one")
    add(other, ulid="two")
    other.close()
    workspace.context.set_offline(False)
    until(lambda: History(server.history).read().rows, "the first tab has sent")
    assert rows(one)  # when it has also put away what it sent
    workspace.tab()
    kept = {row.ulid for row in History(server.history).read().rows}
    assert kept == {"one", "two"}


def test_an_answer_waits_where_the_page_is_not_signed_in_any_more(
    workspace: Home, server: Served
) -> None:
    tab = workspace.tab()
    add(tab, ulid="one")
    workspace.context.clear_cookies()
    add(tab, ulid="two")
    assert "open the address that certlab study prints" in tab.evaluate("store.note")
    assert len(History(server.history).read().rows) == 1
    again = workspace.tab()
    assert [row["ulid"] for row in rows(again)] == ["one", "two"]
    assert len(History(server.history).read().rows) == 2


@pytest.fixture(scope="module", autouse=True)
def log(server: Served) -> Callable[[], str]:
    """What the server wrote since this file began; other files have asked it odd things."""
    path: Path = server.history.parent / "server.log"
    begun = len(path.read_text("utf-8"))
    return lambda: path.read_text("utf-8")[begun:]


def test_the_log_of_the_server_has_no_fault(
    workspace: Home, log: Callable[[], str]
) -> None:
    workspace.tab()
    assert "Traceback" not in log()
