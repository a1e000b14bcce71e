"""Who comes in: the code, the limit on guessing it, nicknames and who owns one."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from jinja2 import Template
from tornado import web

from certlab.classroom.hub import guesses, nicknames
from certlab.classroom.hub.authenticator import ClassAuthenticator
from certlab.classroom.hub.guesses import FROM_ALL, FROM_ONE, SECONDS, Guesses

CODE, PASSWORD = "k7wm-3hpx", "p" * 32


class Browser:
    """A request that the Hub handles: an address, cookies, and the users it knows."""

    def __init__(self, users: set[str], forwarded: str = "10.0.0.1") -> None:
        headers = {"X-Forwarded-For": forwarded}
        self.request = SimpleNamespace(headers=headers, remote_ip="6.6.6.6")
        self.hub = SimpleNamespace(base_url="/hub/")
        self.users = users
        self.cookies: dict[str, bytes] = {}

    def find_user(self, name: str) -> object:
        return name if name in self.users else None

    def get_secure_cookie(self, name: str, **_: object) -> bytes | None:
        return self.cookies.get(name)

    def set_secure_cookie(self, name: str, value: str, **_: object) -> None:
        self.cookies[name] = value.encode()


def door() -> ClassAuthenticator:
    return ClassAuthenticator(
        user_password=CODE,
        admin_password=PASSWORD,
        admin_users={"instructor"},
        allow_all=True,
    )


def join(own: ClassAuthenticator, browser: Browser, name: str, password: str) -> Any:
    """The user who came in, or the status of the refusal."""
    data = {"username": name, "password": password}
    try:
        found = asyncio.run(own.get_authenticated_user(browser, data))
    except web.HTTPError as error:
        return error.status_code
    browser.users.add(found["name"])
    return found["name"], found["admin"]


@pytest.mark.parametrize("typed", [CODE, "K7WM-3HPX", "k7wm3hpx", " K7WM 3hpx "])
def test_the_code_lets_in_however_it_is_typed(typed: str) -> None:
    assert join(door(), Browser(set()), "Ada", typed) == ("ada", False)


def test_only_the_password_lets_the_instructor_in() -> None:
    own = door()
    assert join(own, Browser(set()), "instructor", CODE) == 403
    assert join(own, Browser(set()), "instructor", PASSWORD) == ("instructor", True)
    assert join(own, Browser(set()), "ada", PASSWORD) == 403


def test_a_nickname_belongs_to_the_browser_that_took_it() -> None:
    own, users = door(), set[str]()
    first, second = Browser(users), Browser(users)
    assert join(own, first, "ada", CODE) == ("ada", False)
    assert join(own, second, "ada", CODE) == 409
    assert join(own, second, "ADA", CODE) == 409
    assert join(own, first, "ada", CODE) == ("ada", False)
    users.discard("ada")  # as the Hub's admin page does
    own.delete_user(SimpleNamespace(name="ada"))
    assert join(own, second, "ada", CODE) == ("ada", False)


def test_it_stays_taken_when_the_hub_starts_again() -> None:
    assert join(door(), Browser({"ada"}), "ada", CODE) == 409


def test_guessing_is_stopped_from_one_address_and_the_others_go_on() -> None:
    own, users = door(), set[str]()
    for _ in range(FROM_ONE):
        assert join(own, Browser(users), "ada", "wrong-one") == 403
    assert join(own, Browser(users), "ada", CODE) == 429
    assert join(own, Browser(users, "10.0.0.2"), "ada", CODE) == ("ada", False)


def test_an_address_that_a_browser_writes_itself_does_not_count() -> None:
    own, users = door(), set[str]()
    for number in range(FROM_ONE):
        forged = Browser(users, f"10.1.0.{number}, 10.0.0.1")
        assert join(own, forged, "ada", "wrong-one") == 403
    assert join(own, Browser(users, "9.9.9.9, 10.0.0.1"), "ada", CODE) == 429
    own.proxies_before = ["10.0.0.1"]
    assert join(own, Browser(users, "9.9.9.9, 10.0.0.1"), "ada", CODE) == ("ada", False)


def test_guessing_from_many_addresses_is_stopped_too_and_for_a_while_only() -> None:
    now = 0.0
    own = Guesses(lambda: now)
    for number in range(FROM_ALL):
        assert own.wait(f"a{number}") == 0
        own.wrong(f"a{number}")
    assert own.wait("another") == SECONDS
    now = SECONDS
    assert own.wait("another") == 0


def test_forged_addresses_do_not_fill_the_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guesses, "_MOST_ADDRESSES", 10)
    own = Guesses(lambda: 0.0)
    for number in range(1000):
        own.wrong(f"a{number}")
    assert len(own._of) <= 11


@pytest.mark.parametrize(
    ("typed", "name"),
    [("Zoë B.", "zoe-b"), ("  Ada  Lovelace ", "ada-lovelace"), ("x_1", "x-1")],
)
def test_a_nickname_becomes_a_name_that_an_account_can_have(
    typed: str, name: str
) -> None:
    assert nicknames.account_name(typed) == name
    assert nicknames.allowed(name)


@pytest.mark.parametrize(
    "typed",
    [
        *("", "a", "1st", "李雷", "a" * 25, "../root", "a/b", "a;reboot"),
        *("<b>ada</b>", "ada' or 1=1 --", "$(id)", "ada\x00"),
    ],
)
def test_no_other_nickname_comes_in(typed: str) -> None:
    assert join(door(), Browser(set()), typed, CODE) == 400


def test_the_form_shows_markup_as_text() -> None:
    shown = Template(ClassAuthenticator.custom_html).render(
        username='"><script>x</script>', login_error="<script>y</script>", xsrf="t"
    )
    assert "<script>" not in shown
