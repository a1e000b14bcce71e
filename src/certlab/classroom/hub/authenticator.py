"""Who comes in: anybody with the class's code under a free nickname, and the instructor.

JupyterHub's own shared-password authenticator compares the code. It would let everybody
with the code in under any name; here a nickname belongs to the browser that took it first,
and to whoever knows the four words that came with it.
"""

import asyncio
import re
from pathlib import Path
from typing import Any

from jupyterhub.authenticators.shared import SharedPasswordAuthenticator
from tornado import web
from traitlets import Bool, Integer, List, Unicode

from certlab.classroom.hub import accounts, nicknames, passwords, peer, seats, way_back
from certlab.classroom.hub.guesses import Guesses
from certlab.classroom.hub.joins import Joins
from certlab.classroom.hub.seats import Seats
from certlab.errors import ServerError
from certlab.words import Sentence, text

SEAT = "certlab-seat"  # the signed cookie of the browser that took nicknames
_LONGEST = 64  # letters that are looked at of what was typed as a code
DAYS = 14  # as JupyterHub's own cookie
WRONG = Sentence(
    "That is not the code of this class, nor the four words of this nickname: look at what "
    "the instructor shows, and try again."
)
MANY = Sentence(
    "Many wrong ones have come from this network, so for some minutes the answer to another "
    "takes longer; the right one lets you in at once."
)


def taken(name: str) -> Sentence:
    """Somebody else has the nickname, or the same person in another browser."""
    return Sentence(
        "The nickname {name} is taken: choose another, or, if it is yours, type your four "
        "words in place of the code; the instructor can look them up.",
        name=name,
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
    seats_file = Unicode(
        "", help="Where nicknames and their words are kept; nowhere by default."
    ).tag(config=True)
    of_a_class = True  # so that login.html draws our form

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.guesses = Guesses()
        self.joins = Joins()
        self.seats = Seats(Path(self.seats_file) if self.seats_file else None)
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
        typed = data.get("username", "")
        name = self.normalize_username(typed)
        if not nicknames.allowed(name):
            raise _refused(400, nicknames.SAYS)
        password = data.get("password", "")
        known = await self._known(handler, name, password)
        if known is None:
            when = self._comes_back(handler, name, password)
            if when is None:
                pause = self.guesses.wrong(self._address(handler))
                await self._hold(pause)
                raise _refused(403, WRONG, *([MANY] if pause else []))
            known = {"name": name, "admin": False, "groups": []}
            self._seat(handler, name, when)
        elif name not in self.admin_users:
            self._take_seat(handler, name, nicknames.called(typed))
        await self._account(name)
        return known

    async def _known(self, handler: Any, name: str, typed: str) -> Any:
        """Whom the code or the instructor's password lets in, None for nobody."""
        if name in self.admin_users:
            # As the class's settings have it, then as somebody's own file may.
            tried = [passwords.lock(typed), typed]
        else:
            tried = [_as_code(typed)]
        for one in tried:
            data = {"username": name, "password": one}
            # The base class would fail on other letters, and they are wrong.
            if one.isascii() and (known := await super().authenticate(handler, data)):
                return known
        return None

    def _comes_back(self, handler: Any, name: str, typed: str) -> str | None:
        """When the nickname was taken whose words these are, None for other words."""
        if not self._is_taken(handler, name):
            return None
        return self.seats.back(name, typed)

    def _is_taken(self, handler: Any, name: str) -> bool:
        return name in self._taken or handler.find_user(name) is not None

    async def _hold(self, seconds: float) -> None:
        if seconds:
            self.guesses.waiting += 1
            try:
                await asyncio.sleep(seconds)
            finally:
                self.guesses.waiting -= 1

    def _take_seat(self, handler: Any, name: str, called: str) -> None:
        own = seats.read(handler.get_secure_cookie(SEAT, max_age_days=DAYS))
        when = own.get(name)
        if self._is_taken(handler, name):
            user = handler.find_user(name)
            if when is None or not self.seats.holds(name, when, user):
                raise _refused(409, taken(name))
            self.seats.known(name, when, called)
        else:
            there = len(self._taken - self.admin_users)
            if says := self.joins.refused(there, self.most_learners):
                raise _refused(429, says)
            when = self.seats.take(name, called)
        self._taken.add(name)
        self._seat(handler, name, when)

    def _seat(self, handler: Any, name: str, when: str) -> None:
        """Let the browser have the nickname from now on."""
        own = seats.read(handler.get_secure_cookie(SEAT, max_age_days=DAYS))
        own.pop(name, None)  # the last one comes last
        value = seats.written(own | {name: when})
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

    def get_handlers(self, app: Any) -> list[Any]:
        """The Hub's pages of this authenticator: also the one with the words."""
        return [*super().get_handlers(app), (way_back.PATH, way_back.WayBack)]

    @property
    def names(self) -> set[str]:
        """Of the Hub's users, and of who is just coming in."""
        return set(self._taken)

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


def _refused(status: int, *says: str) -> web.HTTPError:
    """What the form shows, in the class's language."""
    return web.HTTPError(status, " ".join(map(text().say, says)))


def _as_code(typed: str) -> str:
    """What was typed, as codes are written: "K7WM 3HPX" is "k7wm-3hpx"."""
    letters = re.sub(r"[\s-]+", "", typed[:_LONGEST].lower())
    return f"{letters[:4]}-{letters[4:]}"
