"""The app as certlab study serves it, in Chromium: its pages, and the learner's own history."""

import json
import re
from http.client import HTTPConnection
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from certlab.app.pages import edition, page_cache
from certlab.app.server.building import Pages
from certlab.app.server.pages import FRAME, WAITS, PageHandler
from certlab.course.workspace import START
from certlab.study.answers import Answer
from certlab.study.history import History
from tests.app.conftest import TOKEN, Served
from tests.app.test_class_strip import run
from tests.bound import until


def question(page: Page) -> Locator:
    """The first one of the page, drawn."""
    item = page.locator("[data-certlab=quiz] .cl-item")
    item.locator(".cl-ask").wait_for()
    return item


def answer(item: Locator) -> None:
    """Some answer to a choice: who is new is asked an easy one first."""
    item.get_by_role("radio").first.check()
    item.get_by_role("button", name="Check answer").click()


def test_an_answer_in_the_app_is_a_row_of_the_workspace(
    page: Page, server: Served
) -> None:
    page.goto(f"{server.root}/certlab/modules/mig.html")
    answer(question(page))
    until(lambda: History(server.history).read().answers, "the answer is on disk")
    (row,) = History(server.history).read().answers
    assert (row.surface, row.mode) == ("app", "drill")
    page.goto(f"{server.root}/certlab/progress.html")
    expect(page.locator("[data-certlab=progress] .cl-score")).to_contain_text(
        "1 answer"
    )


def test_a_link_that_somebody_sent_opens_its_drill_and_offers_none_to_send(
    page: Page, server: Served
) -> None:
    page.goto(f"{server.root}/certlab/?drill=mig")
    item = question(page)
    assert page.url == f"{server.root}/certlab/drill.html?drill=mig"
    expect(item.locator(".cl-head")).to_contain_text("MIG")
    expect(page.locator(".cl-send strong")).to_contain_text("MIG: ")
    # Nobody else could open an address of this machine.
    expect(page.get_by_role("button", name="Copy a link")).to_have_count(0)
    answer(item)
    until(lambda: History(server.history).read().answers, "the answer is on disk")
    (row,) = History(server.history).read().answers
    assert (row.surface, row.mode) == ("app", "drill")


def test_what_was_answered_in_the_terminal_counts_in_the_app(
    page: Page, server: Served
) -> None:
    page.goto(f"{server.root}/certlab/progress.html")
    score = page.locator("[data-certlab=progress] .cl-score")
    expect(score).to_have_text("Nothing is recorded.")
    History(server.history).append(Answer("mig-slices", 1, "correct", 1.0))
    expect(score).to_contain_text("1 answer, 1 right")
    expect(page.get_by_role("button", name="Reset")).to_have_count(0)


def test_answers_that_wait_are_said_at_the_foot_of_the_page(
    page: Page, server: Served
) -> None:
    page.goto(f"{server.root}/certlab/modules/mig.html")
    item = question(page)
    page.context.set_offline(True)
    answer(item)
    line = page.locator(".cl-away")
    expect(line).to_contain_text("1 answer waits in this browser")
    page.context.set_offline(False)
    expect(line).to_be_hidden()
    assert len(History(server.history).read().answers) == 1


def test_a_lab_opens_in_jupyterlab(page: Page, server: Served) -> None:
    page.goto(f"{server.root}/certlab/modules/mig.html")
    links = page.locator("a.button[href*='lite/lab/index.html']")
    path = links.first.get_attribute("href") or ""
    reply = page.context.request.get(
        f"{server.root}/certlab/modules/{path}", max_redirects=0
    )
    assert reply.status == 302
    place = path.partition("path=")[2]
    assert reply.headers["location"] == f"/lab/workspaces/certlab/tree/{place}"


def test_the_app_runs_no_script_of_a_page_and_stands_in_no_foreign_frame(
    page: Page, server: Served
) -> None:
    """It is of JupyterLab's origin, where code is run."""
    reply = page.context.request.get(f"{server.root}/certlab/~x/index.html")
    policy = reply.headers["content-security-policy"]
    assert reply.headers["referrer-policy"] == "strict-origin"
    assert "script-src 'self';" in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert page.evaluate("document.documentElement.dataset.home") == "workspace"


@pytest.mark.parametrize(
    ("path", "by"),
    [
        ("certlab/~word/", "'self'"),
        ("certlab/~word/modules/mig.html", "'self'"),
        ("certlab/", "'none'"),
        ("certlab/~/", "'none'"),
        ("certlab/~wor/", "'none'"),
        ("certlab/~words/", "'none'"),
        ("certlab/modules/~word/", "'none'"),
    ],
)
def test_a_frame_may_stand_only_where_the_word_is_in_the_address(
    path: str, by: str
) -> None:
    """JupyterLab's own page is told it, which no page of another can read."""
    asked = SimpleNamespace(
        settings={"page_config_data": {FRAME: "word"}},
        base_url="/user/ada/",
        request=SimpleNamespace(path=f"/user/ada/{path}"),
    )
    policy = PageHandler.content_security_policy.fget(asked)  # type: ignore[attr-defined]  # a property
    assert policy.endswith(f"; frame-ancestors {by}")


def test_whoever_is_not_signed_in_sees_nothing(page: Page, server: Served) -> None:
    """`page` waits until the pages are there."""
    line = HTTPConnection(urlsplit(server.root).netloc)
    line.request("GET", "/certlab/index.html")
    reply = line.getresponse()
    assert reply.status == 302
    assert reply.getheader("Location", "").startswith("/login")
    line.close()


@pytest.mark.parametrize(
    "path", ["../../etc/passwd", "%2e%2e/%2e%2e/etc/passwd", "built/x"]
)
def test_only_pages_are_served(page: Page, server: Served, path: str) -> None:
    line = HTTPConnection(urlsplit(server.root).netloc)
    line.request("GET", f"/certlab/{path}", headers={"Authorization": f"token {TOKEN}"})
    assert line.getresponse().status in (403, 404)
    line.close()


def test_why_pages_were_not_built_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a course that Sphinx or check refuses, by the process that builds."""
    monkeypatch.setenv("CERTLAB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("CERTLAB_COURSE", str(tmp_path / "none"))
    pages = Pages(tmp_path)
    assert "This page goes on by itself" in pages.status_line(None)
    ended(pages)
    assert pages.folder_for("index.html") is None
    assert "certlab: " in pages.status_line(None)
    assert "goes on by itself" not in pages.status_line(None)
    shown = WAITS.format(says=pages.status_line(None), base="/my/")
    assert f'href="/my/certlab/lite/lab/index.html?path={START}"' in shown


def ended(pages: Pages) -> None:
    """Wait until the process that builds them has ended, and see how."""
    until(lambda: pages.process and pages.process.poll() is not None, "it has ended")
    pages.refresh()


def test_how_far_the_building_is_and_what_is_there_early(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CERTLAB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("CERTLAB_COURSE", str(tmp_path / "none"))
    pages = Pages(tmp_path)
    pages.build_first("modules/mig.html")
    pages.build_first("about.html")
    home = edition.home(tmp_path)
    assert (home / page_cache.ASKED).read_text("utf-8") == "modules/mig.md"
    (home / page_cache.PROGRESS).write_text("12 of 74 pages read", "utf-8")
    assert "12 of 74 pages read" in pages.status_line(None)
    early = edition.first(tmp_path, pages.edition)
    (early / "modules").mkdir(parents=True)
    (early / "modules" / "mig.html").touch()
    assert pages.folder_for("modules/mig.html") == early
    says = "The other pages are being built, 12 of 74 pages read."
    assert pages.status_line(early) == says
    assert pages.news(early.name) == (says, False)
    assert pages.folder_for("about.html") is None
    ended(pages)
    assert pages.news(early.name) == (pages.status_line(early), True)
    pages.failure = ""  # as where they were built
    assert pages.news(early.name) == pages.news(pages.edition) == ("", True)
    assert pages.news("an-older-one") == (Pages.READY, True)


NOTE = """
const replies = REPLIES;
const place = { dataset: { shown: "first-1" }, textContent: "", hidden: false };
const seen = [];
globalThis.document = { querySelector: () => place };
globalThis.setTimeout = (then, pause) => { seen.push([place.textContent, place.hidden, pause]); then(); };
globalThis.fetch = async (address) => {
  const [reply] = replies.splice(0, 1);
  if (!reply || new URL(address).searchParams.get("shown") !== "first-1") throw Error("no reply");
  return { json: async () => reply };
};
await import(SCRIPT);
console.log(JSON.stringify([...seen, [place.textContent, place.hidden, replies.length]]));
"""


def test_the_note_of_an_open_page_lives_and_goes() -> None:
    told = [
        {"says": "12 of 74", "ended": False},
        None,  # the server is away
        {"says": "70 of 74", "ended": False},
        {"says": "", "ended": True},
        {"says": "never asked", "ended": True},
    ]
    script = Path(page_cache.__file__).parents[1] / "static/site/building_note.js"
    text = NOTE.replace("REPLIES", json.dumps(told))
    seen = json.loads(run(text.replace("SCRIPT", json.dumps(script.as_uri()))))
    assert seen == [
        ["", False, 3000],
        ["12 of 74", False, 3000],
        ["12 of 74", False, 30_000],
        ["70 of 74", False, 3000],
        ["", True, 1],
    ]


def test_an_early_page_finds_its_modules_when_the_building_has_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page was sent before the end, and asks for them after it."""
    monkeypatch.setenv("CERTLAB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("CERTLAB_COURSE", str(tmp_path / "none"))
    pages = Pages(tmp_path)
    ended(pages)
    assert pages.folder_for("quiz.js") is None
    whole = edition.home(tmp_path) / pages.edition
    whole.mkdir(parents=True)
    (whole / "quiz.js").touch()
    (whole / edition.DONE).touch()
    assert pages.folder_for("quiz.js") == whole


def test_an_open_page_of_the_edition_before_finds_its_modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CERTLAB_CACHE", str(tmp_path / "cache"))
    home = edition.home(tmp_path)
    before, now = home / "before", home / edition.edition(tmp_path)
    module = "_static/certlab-{}/quiz.js"
    for folder in (before, now):
        path = folder / module.format(folder.name)
        path.parent.mkdir(parents=True)
        path.touch()
        (folder / edition.DONE).touch()
    pages = Pages(tmp_path)
    assert pages.process is None
    assert pages.folder_for("index.html") == now
    assert pages.folder_for(module.format(now.name)) == now
    assert pages.folder_for(module.format("before")) == before
    assert pages.folder_for(module.format("none")) == now  # where it is not found


def test_an_edited_page_is_built_behind_the_older_one(
    page: Page, server: Served
) -> None:
    """`page` waits until the first ones are there."""
    source = server.course / "content" / "modules" / "mig.md"
    as_it_was = source.read_text("utf-8")

    def shown() -> str:
        reply = page.context.request.get(f"{server.root}/certlab/modules/mig.html")
        return reply.text()

    source.write_text(as_it_was + "\nA new sentence.\n", "utf-8")

    def the_older() -> bool:
        """Not at once, where the process that built the first ones has yet to end."""
        text = shown()
        article, note = text.find("</article>"), text.find("A newer edition is being")
        return 0 < article < note and "A new s" not in text  # below what one reads

    until(the_older, "the older page says that a newer one is built")
    until(lambda: "A new sentence." in shown(), "the newer page is shown")
    assert "A newer" not in shown()
    api = f"{server.root}/certlab/api/building"
    told = page.context.request.get(f"{api}?shown=older").json()
    assert told == {"says": Pages.READY, "ended": True}
    assert "import.meta.url" in page.context.request.get(f"{api}.js").text()
    source.write_text(as_it_was + "\n```nonsense\nx\n```\n", "utf-8")
    until(lambda: "an earlier edition" in shown(), "the reason is said")
    assert re.search(r"Sphinx: modules/mig\.md:\d+: .*nonsense", shown())
    assert "A new sentence." in shown()
    source.write_text(as_it_was, "utf-8")
    until(lambda: "A new sentence." not in shown(), "what is put right is shown")
