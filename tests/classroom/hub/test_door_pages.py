"""The Hub's pages as a learner meets them, drawn as JupyterHub draws its templates."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader
from jupyterhub._data import DATA_FILES_PATH
from playwright.sync_api import Browser, Page, Route, expect

from certlab.classroom.hub import door, progress
from certlab.classroom.hub.door_words import door_words
from certlab.course.workspace import at_home
from certlab.words import ENGLISH
from tests.axe import violations
from tests.browser import browsing

ROOT = "http://hub.test"
MARKUP = '"><script>document.title="run"</script><b>'
SAY = door_words(ENGLISH, "GPU day")
SEAT = SimpleNamespace(words="copper lantern maple tulip")
ADA = SimpleNamespace(
    name="ada",
    admin=False,
    authenticator=SimpleNamespace(seats=SimpleNamespace(of=lambda _: SEAT)),
)
TEACHER = SimpleNamespace(
    name="instructor", admin=True, authenticator=ADA.authenticator
)
FORM = {
    "authenticator": SimpleNamespace(of_a_class=True),
    "authenticator_login_url": "/hub/login",
}
# A page by a name of ours: its template, and what the Hub gives it besides.
PAGES: dict[str, tuple[str, dict[str, Any]]] = {
    "sign-in": ("login", FORM),
    "wrong": ("login", FORM | {"login_error": "No.", "status_code": 403, "username": "ada"}),
    "taken": ("login", FORM | {"login_error": "No.", "status_code": 409, "username": "ada"}),
    "waiting": ("spawn_pending", {"user": ADA, "progress_url": "/progress"}),
    "stopping": ("stop_pending", {"user": ADA}),
    "failed": ("not_running", {"user": ADA, "failed": True, "failed_message": "No disk.", "spawn_url": "/s"}),
    "stopped": ("not_running", {"user": ADA, "spawn_url": "/s", "implicit_spawn_seconds": 10.0}),
    "home": ("home", {"user": ADA, "url": "/u", "default_server": SimpleNamespace(active=True)}),
    "logged-out": ("logout", {}),
    "missing": ("404", {"status_code": 404}),
    "busy": ("error", {"status_code": 503, "message": "Wait."}),
    "unstarted": ("error", {"status_code": 500, "message": "No.", "extra_error_html": "x"}),
    "way-back": ("way_back", {"user": ADA, "nickname": "ada", "seat": SEAT}),
    "look-up": ("way_back", {"user": TEACHER, "nickname": "ada", "seat": SEAT, "learners": ["ada"]}),
    "nobody": ("way_back", {"user": TEACHER, "nickname": "", "seat": None, "problem": "Nobody."}),
}  # fmt: skip


def rendered(template: str, given: dict[str, Any], name: str = "GPU day") -> str:
    theirs = FileSystemLoader(str(Path(DATA_FILES_PATH) / "templates"))
    ours = FileSystemLoader(str(door.PAGES))
    loader = ChoiceLoader([PrefixLoader({"templates": theirs}), ours, theirs])
    env = Environment(loader=loader, autoescape=True)
    hub = {
        "base_url": "/hub/",
        "login_url": "/hub/login",
        "logout_url": "/hub/logout",
        "xsrf": "t",
        "parsed_scopes": ["admin-ui"] if given.get("user") is TEACHER else [],
        "static_url": lambda path, **_: f"/hub/static/{path}",
    }
    variables = door.variables(name, f"{ROOT}/") | {
        "way_back": door.way_back(given.get("user"))
    }
    return env.get_template(f"{template}.html").render(hub | variables | given)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browsing() as browser:
        yield browser


@pytest.fixture
def show(chromium: Browser) -> Callable[..., Page]:
    context = chromium.new_context(reduced_motion="reduce")
    page = context.new_page()

    def opened(html: str, **answers: Callable[[Route], None]) -> Page:
        def answer(route: Route) -> None:
            path = route.request.url.removeprefix(f"{ROOT}/")
            if path in answers:
                answers[path](route)
            else:
                assert path == "page"  # a page of the Hub asks for nothing else
                route.fulfill(body=html, content_type="text/html")

        page.unroute_all()
        page.route("**/*", answer)
        page.goto(f"{ROOT}/page")
        return page

    return opened


def events(*told: dict[str, Any]) -> Callable[[Route], None]:
    lines = "".join(f"data: {json.dumps(one)}\n\n" for one in told)
    return lambda route: route.fulfill(body=lines, content_type="text/event-stream")


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_readable_in_both_themes_and_on_a_phone(
    name: str, show: Callable[..., Page]
) -> None:
    still = rendered(*PAGES[name]).replace(
        "setTimeout(", "((..._) => 0)("
    )  # no next page
    page = show(still, progress=events({"progress": 40}))
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert violations(page, colours_only=scheme == "dark") == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    expect(page.get_by_role("heading", level=1)).to_have_count(1)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_fetches_nothing_but_what_the_hub_has(name: str) -> None:
    html = rendered(*PAGES[name])
    found = re.findall(r'(?:src|href|action|url)=?["(]?([a-z]+:)?//', html)
    assert found == []
    assert not re.search(r"@import|url\(", html)


def test_what_people_write_is_text(show: Callable[..., Page]) -> None:
    said = {"login_error": MARKUP, "username": MARKUP, "status_code": 403}
    page = show(rendered("login", FORM | said, MARKUP))
    assert page.get_by_label("Nickname").input_value() == MARKUP
    expect(page.get_by_role("alert")).to_have_text(MARKUP)
    expect(page.get_by_role("heading", level=1)).to_contain_text(MARKUP)
    given = {
        "user": TEACHER,
        "nickname": MARKUP,
        "problem": MARKUP,
        "learners": [MARKUP],
    }
    show(rendered("way_back", given | {"seat": SimpleNamespace(words=MARKUP)}))
    show(rendered("error", {"status_code": 500, "message": MARKUP}))
    assert page.locator("main b").count() == 0


def test_the_field_that_was_wrong_has_the_focus(show: Callable[..., Page]) -> None:
    code, nickname = SAY["code"], SAY["nickname"]
    for name, label in (("sign-in", nickname), ("wrong", code), ("taken", nickname)):
        page = show(rendered(*PAGES[name]))
        expect(page.get_by_label(label)).to_be_focused()


def test_cookies_and_scripts_that_are_off_are_said_before_anybody_types(
    chromium: Browser, show: Callable[..., Page]
) -> None:
    html = rendered(*PAGES["sign-in"])
    page = show(html)
    expect(page.get_by_text(SAY["no_cookies"])).to_be_hidden()
    expired = {"login_error": "Login form invalid or expired. Try again."}
    page = show(rendered("login", FORM | expired | {"status_code": 403}))
    expect(page.get_by_role("alert")).to_have_text(SAY["expired"])
    off = chromium.new_context(java_script_enabled=False)
    plain = off.new_page()
    plain.route("**/*", lambda to: to.fulfill(body=html, content_type="text/html"))
    plain.goto(f"{ROOT}/page")
    expect(plain.get_by_text(SAY["no_script"])).to_be_visible()
    expect(plain.get_by_role("button", name=SAY["join"])).to_be_enabled()
    off.close()


def test_another_authenticators_own_form_is_shown() -> None:
    other = {"authenticator": SimpleNamespace(), "login_service": "the university"}
    html = rendered("login", other | {"authenticator_login_url": "/hub/oauth_login"})
    assert "Sign in with the university" in html
    assert SAY["code"] not in html


def test_who_waits_is_told_how_far_it_is(show: Callable[..., Page]) -> None:
    page = show(rendered(*PAGES["waiting"]), progress=events({"progress": 55}))
    expect(page.get_by_role("progressbar")).to_have_attribute("aria-valuenow", "55")
    expect(page.locator(".steps .now")).to_have_text(SAY["step_server"])
    expect(page.locator(".four")).to_have_text(SEAT.words)


def test_who_waits_is_led_on_when_the_server_is_there(
    show: Callable[..., Page],
) -> None:
    ready = events({"progress": 20}, {"progress": 100, "ready": True})
    bodies = [rendered(*PAGES["waiting"]), "<title>The course</title>"]
    page = show("")
    page.route(
        f"{ROOT}/page",
        lambda to: to.fulfill(body=bodies.pop(0), content_type="text/html"),
    )
    page.route(f"{ROOT}/progress", ready)
    page.goto(f"{ROOT}/page")
    expect(page).to_have_title("The course")  # where the Hub leads who asks again


def test_a_start_that_fails_says_why_and_offers_another(
    show: Callable[..., Page],
) -> None:
    why = "No room on the disk <b>"
    told = events({"progress": 100, "failed": True, "message": f"Spawn failed: {why}"})
    page = show(rendered(*PAGES["waiting"]), progress=told)
    expect(page.get_by_role("heading", level=1)).to_have_text(SAY["failed_title"])
    expect(page.get_by_role("alert").locator("#why")).to_have_text(why)
    again = page.get_by_role("link", name=SAY["again"])
    expect(again).to_have_attribute("href", "/hub/spawn/ada")
    expect(page.get_by_role("progressbar")).to_be_hidden()
    expect(page.locator(".four")).to_be_visible()


def test_a_class_that_ends_meanwhile_is_said(show: Callable[..., Page]) -> None:
    page = show(
        rendered(*PAGES["waiting"]), progress=lambda route: route.fulfill(status=503)
    )
    expect(page.get_by_role("alert")).to_have_text(SAY["no_hub"])


def test_the_folder_is_there_when_jupyterlab_is_about_to_start(tmp_path: Path) -> None:
    assert not progress.is_filled(tmp_path)
    (at_home(tmp_path) / ".certlab" / "layouts").mkdir(parents=True)
    assert progress.is_filled(tmp_path)
