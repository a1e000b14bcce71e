"""Who comes in: anybody with the class's code under a free nickname, and the instructor.

JupyterHub's own shared-password authenticator compares the code. It would let everybody
with the code in under any name; here a nickname belongs to the browser that took it first.
"""

import asyncio
import re
from pathlib import Path
from typing import Any

from jupyterhub.authenticators.shared import SharedPasswordAuthenticator
from tornado import web
from traitlets import Bool, Integer, List, Unicode

from certlab.classroom.hub import accounts, nicknames, peer, seats
from certlab.classroom.hub.guesses import Guesses
from certlab.classroom.hub.joins import Joins
from certlab.classroom.hub.seats import Seats
from certlab.errors import ServerError

SEAT = "certlab-seat"  # the signed cookie of the browser that took nicknames
_LONGEST = 64  # letters that are looked at of what was typed as a code
DAYS = 14  # as JupyterHub's own cookie
WRONG = "This code is not right; look at what the instructor shows, and try again."
TAKEN = (
    "The nickname {name} is taken; choose another. If it is yours and this is another "
    "browser, ask the instructor to delete {name} on the Hub's admin page; your files stay."
)


class ClassAuthenticator(SharedPasswordAuthenticator):  # type: ignore[misc]  # JupyterHub has no types
    """The shared-password authenticator, slow to those who guess; a nickname has one owner."""

    real_accounts = Bool(
        False, help="Whether learners have accounts of the system."
    ).tag(config=True)
    proxies_before = List(
        Unicode(), help="Addresses of proxies in front of ours, whose word counts."
    ).tag(config=True)
    most_learners = Integer(
        400, min=1, help="Nicknames that the class takes; half of them in a minute."
    ).tag(config=True)
    custom_html = (Path(__file__).parent / "join.html").read_text("utf-8")

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.guesses = Guesses()
        self.joins = Joins()
        self.seats = Seats()
        self._taken: set[str] = (
            set()
        )  # of the Hub's users, and of who is just coming in
        self._accounts = asyncio.Lock()  # useradd refuses to run twice at once

    def normalize_username(self, username: str) -> str:
        """The name of the account."""
        return nicknames.account_name(username)

    def validate_username(self, username: str) -> bool:
        """Whether an account can have it; the base class asks here too."""
        return nicknames.allowed(username)

    async def authenticate(self, handler: Any, data: dict[str, str]) -> Any:
        """Take a nickname and a code.

        Raises:
            HTTPError: not this time, with the sentence that the form shows.
        """
        name = self.normalize_username(data.get("username", ""))
        if not nicknames.allowed(name):
            raise web.HTTPError(400, nicknames.SAYS)
        password = data.get("password", "")
        if name not in self.admin_users:
            password = _as_code(password)
        if not password.isascii():
            password = ""  # so wrong; the base class would fail on it
        known = await super().authenticate(
            handler, {"username": name, "password": password}
        )
        if known is None:
            await self._hold(self.guesses.wrong(self._address(handler)))
            raise web.HTTPError(403, WRONG)
        if name not in self.admin_users:
            self._take_seat(handler, name)
        await self._account(name)
        return known

    async def _hold(self, seconds: float) -> None:
        if seconds:
            self.guesses.waiting += 1
            try:
                await asyncio.sleep(seconds)
            finally:
                self.guesses.waiting -= 1

    def _take_seat(self, handler: Any, name: str) -> None:
        own = seats.read(handler.get_secure_cookie(SEAT, max_age_days=DAYS))
        user = handler.find_user(name)
        taken = name in self._taken or user is not None
        when = own.pop(name, None)
        if taken and (when is None or not self.seats.holds(name, when, user)):
            raise web.HTTPError(409, TAKEN.format(name=name))
        if not taken:
            there = len(self._taken - self.admin_users)
            if says := self.joins.refused(there, self.most_learners):
                raise web.HTTPError(429, says)
            when = self.seats.take(name)
        self._taken.add(name)
        value = seats.written(own | {name: when or ""})
        handler.set_secure_cookie(
            SEAT, value, expires_days=DAYS, httponly=True, path=handler.hub.base_url
        )

    async def _account(self, name: str) -> None:
        if not self.real_accounts:
            return
        try:
            async with self._accounts:
                await asyncio.to_thread(accounts.make, name)
        except ServerError as error:
            self._taken.discard(name)
            self.seats.free(name)
            raise web.HTTPError(409, str(error)) from error

    def add_user(self, user: Any) -> None:
        """Called for a new user, and at the start for all that there are."""
        super().add_user(user)
        self._taken.add(user.name)

    def delete_user(self, user: Any) -> None:
        """The nickname is free again; the account and its files stay."""
        self._taken.discard(user.name)
        self.seats.free(user.name)
        super().delete_user(user)

    def _address(self, handler: Any) -> str:
        """Who asks: what our own proxy saw, for a browser can write all that stands before."""
        connection = handler.request.connection
        host = str(connection.context.address[0])
        # Without accounts a learner's process cannot be told from the proxy.
        if self.real_accounts and not peer.is_ours(connection):
            return host
        named = handler.request.headers.get("X-Forwarded-For", "").split(",")
        for one in (part.strip() for part in reversed(named)):
            if one and one not in self.proxies_before:
                return str(one)
        return host


def _as_code(typed: str) -> str:
    """What was typed, as codes are written: "K7WM 3HPX" is "k7wm-3hpx"."""
    letters = re.sub(r"[\s-]+", "", typed[:_LONGEST].lower())
    return f"{letters[:4]}-{letters[4:]}"
