"""The learner's own decks over HTTP: what static/own_decks draws.

GET  decks                  the decks with their counts, those removed, what cannot be read
GET  decks/cards?deck=ID    the cards of a deck, as they are changed
GET  decks/bank?deck=ID     what a set of the deck asks, and in which order
GET  decks/bank?item=ID     a bank of these cards; `item` may be there again
POST decks/import?file=NAME the file's bytes; { there } where a deck of that name is there
                            and neither `update` nor `beside` says what to do
POST decks/change           { deck, guid, rev, ask, back }
POST decks/remove           { deck, guid, rev } a card, { deck } the deck
POST decks/restore          { deck } that was removed

What changes something answers as GET decks, with what else there is to say.
"""

import asyncio
import json
import threading
from collections.abc import Callable
from datetime import datetime
from typing import Any

from jupyter_server.base.handlers import APIHandler
from tornado import web

from certlab.app.own_decks import LARGEST, OwnDeckDesk
from certlab.day.planner import zone_of
from certlab.errors import CourseError
from certlab.words import text

_WORK = threading.Lock()  # one change at a time, or two windows write one file


class DecksHandler(APIHandler):
    """The decks of one workspace."""

    def initialize(self, desk: OwnDeckDesk) -> None:
        """Called by tornado for each request."""
        self.desk = desk

    @web.authenticated
    async def get(self, name: str) -> None:
        """What there is."""
        desk, deck = self.desk, self.get_query_argument("deck", "")
        ids, now = self.get_query_arguments("item", strip=False), self._now()
        found: dict[str, Callable[[], Any]] = {
            "": lambda: desk.listing(now),
            "cards": lambda: {"cards": desk.cards(deck)},
            "bank": lambda: desk.bank(deck, ids, now),
        }
        await self._answer(found, name)

    @web.authenticated
    async def post(self, name: str) -> None:
        """Change something, all of it or nothing."""
        desk, now, body = self.desk, self._now(), self.request.body
        if len(body) > LARGEST:
            says = text()(
                "The file is larger than {n} MiB; export the deck in parts.",
                n=LARGEST // 2**20,
            )
            self._refuse(413, says)
            return
        file = self.get_query_argument("file", "")
        how = self.get_query_argument("how", "")
        sent = {} if name == "import" else self._sent()
        done: dict[str, Callable[[], Any]] = {
            "import": lambda: desk.take_in(file, body, how, now),
            "change": lambda: desk.change(sent),
            "remove": lambda: desk.remove(sent, now),
            "restore": lambda: desk.restore(sent),
        }

        def both(work: Callable[[], Any]) -> Callable[[], Any]:
            def run() -> Any:
                with _WORK:
                    said = work()
                    return {**desk.listing(now), **said}

            return run

        await self._answer({what: both(work) for what, work in done.items()}, name)

    async def _answer(self, works: dict[str, Callable[[], Any]], name: str) -> None:
        if name not in works:
            raise web.HTTPError(404)
        try:
            said = await asyncio.to_thread(works[name])
        except CourseError as error:
            self._refuse(400, text().say(error.args[0]))
            return
        self.finish(json.dumps(said))

    def _refuse(self, status: int, says: str) -> None:
        self.set_status(status)
        self.finish(json.dumps({"message": says}))

    def _now(self) -> datetime:
        now = datetime.now().astimezone()
        zone = zone_of(self.request.headers.get("Certlab-Offset"))
        return now.astimezone(zone) if zone else now

    def _sent(self) -> dict[str, Any]:
        try:
            told = json.loads(self.request.body or b"{}")
        except (ValueError, RecursionError) as error:
            raise web.HTTPError(400, "Send one object of JSON.") from error
        return told if isinstance(told, dict) else {}
