"""Who comes in: the code, the limit on guessing it, nicknames and who owns one."""

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tornado import web
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets

from certlab.classroom.hub import guesses, nicknames, passwords, peer
from certlab.classroom.hub.authenticator import (
    MANY,
    SEAT,
    WRONG,
    ClassAuthenticator,
)
from certlab.classroom.hub.guesses import FREE, PAUSE, SECONDS, Guesses
from tests.bound import BOUND

CODE, PASSWORD = "k7wm-3hpx", "copper lantern maple tulip"


class Browser:
    """A request that the Hub handles: an address, cookies, and the users it knows."""

    def __init__(self, users: set[str], forwarded: str = "10.0.0.1") -> None:
        headers = {"X-Forwarded-For": forwarded}
        connection = SimpleNamespace(
            context=SimpleNamespace(address=("6.6.6.6", 1)), stream=SimpleNamespace()
        )
        self.request = SimpleNamespace(headers=headers, connection=connection)
        self.hub = SimpleNamespace(base_url="/hub/")
        self.users = users
        self.made = datetime.now(UTC).replace(
            tzinfo=None
        )  # as the Hub's database has it
        self.cookies: dict[str, bytes] = {}

    def find_user(self, name: str) -> object:
        return SimpleNamespace(created=self.made) if name in self.users else None

    def get_secure_cookie(self, name: str, **_: object) -> bytes | None:
        return self.cookies.get(name)

    def set_secure_cookie(self, name: str, value: str, **_: object) -> None:
        self.cookies[name] = value.encode()


def door(seats_file: Path | str = "") -> ClassAuthenticator:
    return ClassAuthenticator(
        user_password=CODE,
        admin_password=passwords.lock(PASSWORD),
        admin_users={"instructor"},
        allow_all=True,
        seats_file=str(seats_file),
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


@pytest.mark.parametrize(
    "typed", [PASSWORD, " Copper-LANTERN maple\ttulip", "copperlanternmapletulip"]
)
def test_only_the_password_lets_the_instructor_in(typed: str) -> None:
    own = door()
    assert join(own, Browser(set()), "instructor", CODE) == 403
    assert join(own, Browser(set()), "instructor", "copper lantern maple") == 403
    assert join(own, Browser(set()), "instructor", typed) == ("instructor", True)
    assert join(own, Browser(set()), "ada", typed) == 403


def test_a_password_of_the_instructors_own_settings_lets_in() -> None:
    own = door()
    own.admin_password = "a long password, Of My own choice"
    found = join(own, Browser(set()), "instructor", own.admin_password)
    assert found == ("instructor", True)


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
    assert join(own, first, "ada", CODE) == 409  # whose it was before
    assert join(own, second, "ada", CODE) == ("ada", False)
    assert join(door(), second, "ada", CODE) == ("ada", False)  # the Hub starts again


def test_who_had_a_nickname_before_does_not_have_it_when_the_hub_starts_again() -> None:
    users, before = set[str](), Browser(set())
    assert join(door(), before, "ada", CODE) == ("ada", False)
    before.users, before.made = users, before.made + timedelta(hours=1)
    users.add("ada")  # made an hour later, so of another browser
    assert join(door(), before, "ada", CODE) == 409


def test_two_who_share_a_browser_both_come_back() -> None:
    own, browser = door(), Browser(set())
    for name in ("ada", "bob", "ada", "bob"):
        assert join(own, browser, name, CODE) == (name, False)
    assert join(own, Browser(browser.users), "ada", CODE) == 409


def test_a_seat_of_an_earlier_version_counts() -> None:
    browser = Browser({"ada"})
    browser.cookies[SEAT] = b"ada"
    own = door()
    assert join(own, browser, "ada", CODE) == ("ada", False)
    assert join(own, browser, "ada", CODE) == ("ada", False)


def test_it_stays_taken_when_the_hub_starts_again() -> None:
    assert join(door(), Browser({"ada"}), "ada", CODE) == 409


def test_a_storm_of_wrong_codes_keeps_nobody_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Forty behind one router, and one of them comes late; the instructor too."""
    slept: list[float] = []
    monkeypatch.setattr(asyncio, "sleep", counting(slept))
    own, users = door(), set[str]()
    for number in range(5 * FREE):
        assert join(own, Browser(users), f"ada-{number}", "wrong-one") == 403
    assert slept == [PAUSE] * (4 * FREE)
    assert join(own, Browser(users), "late", CODE) == ("late", False)
    late = Browser(users)
    assert join(own, late, "instructor", PASSWORD) == ("instructor", True)
    assert join(own, Browser(users, "10.0.0.2"), "bob", "wrong-one") == 403
    assert len(slept) == 4 * FREE  # neither who is right nor another address waits


def test_whoever_waits_longer_is_told_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of one address alike, whatever they typed; and who is right hears nothing of it."""
    monkeypatch.setattr(asyncio, "sleep", counting([]))
    own, users = door(), {"ada"}

    def says(name: str, address: str = "10.0.0.1", typed: str = "wrong-one") -> str:
        data = {"username": name, "password": typed}
        with pytest.raises(web.HTTPError) as refused:
            asyncio.run(own.get_authenticated_user(Browser(users, address), data))
        assert refused.value.status_code == 403
        return str(refused.value.log_message)

    first = {says(f"zoe-{number}") for number in range(FREE)}
    assert len(first) == 1
    then = {says("ada"), says("bob"), says("instructor"), says("bob", typed="one two")}
    assert then == {f"{WRONG} {MANY}"}
    assert first == {says("bob", "10.0.0.2")} == {WRONG}
    assert join(own, Browser(users), "late", CODE) == ("late", False)


def counting(slept: list[float]) -> Callable[[float], Coroutine[Any, Any, None]]:
    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    return sleep


def test_answers_that_wait_are_not_without_number() -> None:
    own = Guesses(lambda: 0.0)
    for _ in range(FREE):
        assert own.wrong("a") == 0
    assert own.wrong("a") == PAUSE
    own.waiting = guesses._MOST_WAITING
    assert own.wrong("a") == 0


def test_wrong_codes_are_forgotten_after_a_while() -> None:
    now = 0.0
    own = Guesses(lambda: now)
    for _ in range(FREE):
        own.wrong("a")
    now = SECONDS
    assert own.wrong("a") == 0


@pytest.mark.parametrize("typed", ["ä7wm-3hpx", "k" * 10_000_000, "", "\x00", "漢字"])
def test_what_no_code_can_be_is_wrong_and_nothing_else(typed: str) -> None:
    assert join(door(), Browser(set()), "ada", typed) == 403
    assert join(door(), Browser(set()), "instructor", typed) == 403


def test_an_address_that_a_browser_writes_itself_does_not_count() -> None:
    own = door()
    forged = Browser(set(), "10.1.0.7, 10.0.0.1")
    assert own._address(forged) == "10.0.0.1"
    own.proxies_before = ["10.0.0.1"]
    assert own._address(forged) == "10.1.0.7"


ASK = """
import os, socket, sys
if len(sys.argv) > 2:
    os.setuid(int(sys.argv[2]))
one = socket.socket()
one.connect(("127.0.0.1", int(sys.argv[1])))
one.sendall(b"GET / HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n"
            b"X-Real-Ip: 10.9.8.6\\r\\nX-Forwarded-For: 10.9.8.7\\r\\n\\r\\n")
print(one.makefile().read().split()[-1], end="")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells whose it is")
@pytest.mark.skipif(
    os.geteuid() != 0, reason="no root, so no process of another account"
)
def test_an_address_counts_only_from_our_proxy() -> None:
    own = door()
    own.real_accounts = True

    class Ask(web.RequestHandler):
        def get(self) -> None:
            self.write(own._address(self))

    async def ask(*account: str) -> str:
        server = HTTPServer(web.Application([("/", Ask)]), xheaders=True)
        (listens,) = bind_sockets(0, "127.0.0.1")
        server.add_socket(listens)
        port = str(listens.getsockname()[1])
        pipe = asyncio.subprocess.PIPE
        words = [sys.executable, "-c", ASK, port, *account]
        process = await asyncio.create_subprocess_exec(*words, stdout=pipe)
        said, _ = await process.communicate()
        server.stop()
        return said.decode()

    assert asyncio.run(ask()) == "10.9.8.7"
    assert asyncio.run(ask("12345")) == "127.0.0.1"
    own.real_accounts = False  # one account, and so nothing tells them apart
    assert asyncio.run(ask("12345")) == "10.9.8.7"


SPEAK = """
import os, socket, sys
if len(sys.argv) > 2:
    os.setuid(int(sys.argv[2]))
one = socket.socket()
one.connect(("127.0.0.1", int(sys.argv[1])))
one.sendall(b"x")
sys.stdin.readline()
one.close()
sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells whose it is")
@pytest.mark.parametrize("account", [(), ("12345",)])
def test_the_system_tells_whose_the_other_end_is(account: tuple[str, ...]) -> None:
    if account and os.geteuid() != 0:
        pytest.skip("no root, so no process of another account")
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(BOUND)
        words = [sys.executable, "-c", SPEAK, str(server.getsockname()[1]), *account]
        with subprocess.Popen(words, stdin=subprocess.PIPE) as process:
            one, _ = server.accept()
            with one:
                ends = one.getsockname(), one.getpeername()
                assert one.recv(1) == b"x"
                assert peer.owned_by_us(*ends) is not bool(account)
                assert process.stdin
                process.stdin.write(b"\n")
                process.stdin.flush()
                assert one.recv(1) == b""  # closed, and so nobody's
                assert not peer.owned_by_us(*ends)
            process.stdin.close()
    assert not peer.owned_by_us(("127.0.0.1", 1), ("127.0.0.1", 2))


def test_forged_addresses_do_not_fill_the_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guesses, "_MOST_ADDRESSES", 10)
    own = Guesses(lambda: 0.0)
    for number in range(1000):
        own.wrong(f"a{number}")
    assert len(own._of) <= 10


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
