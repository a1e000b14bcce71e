"""A class without a service: an extension of the Jupyter server that answers as one would.

It holds one class in memory, in which whoever asks is the same person, learner or
instructor. POST api/class/stub sets what it is like: `{"instructor": true}`, `{"away": true}`,
`{"waiting": 3}`, `{"lively": 28}` for so many learners, and `{"told": false}` for no class.
"""

import asyncio
import json
import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from jupyter_server.base.handlers import APIHandler
from tornado import web
from tornado.iostream import StreamClosedError

from certlab.classroom.handlers import SCRIPTS
from certlab.classroom.service import agenda
from certlab.course import Course, load, location
from certlab.study.questions import Question, compile_item

Data = dict[str, Any]
SEED = 7  # of a poll
NAMES = [
    "Ada",
    "Alan",
    "Barbara",
    "Chen",
    "Dennis",
    "Edsger",
    "Frances",
    "Grace",
    "Hedy",
    "Ida",
    "Jean",
    "Katherine",
    "Leslie",
    "Margaret",
    "Niklaus",
    "Olga",
    "Per",
    "Radia",
    "Shafi",
    "Tim",
    "Ulla",
    "Vint",
    "Wei",
    "Xin",
    "Yukihiro",
    "Zhenya",
    "Adele",
    "Brian",
]
STUCK = {3: "The cell of step 3 says that it has no MIG device.", 17: ""}


class Stub:
    """The class."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.streams: set[asyncio.Queue[str | None]] = set()
        self.reset({})

    def reset(self, _: Data) -> None:
        """As it begins."""
        self.about: Data = {
            "class": "stub",
            "name": "GPU systems, Tuesday",
            "syllabus": None,
            "shares": [
                "Your nickname, when you joined, and when you were last here.",
                "Each answer you give while you are in the class: which item, what you chose, whether it was right.",
                "Whether you are stuck, with the words that you write.",
            ],
            "kept_days": 30,
            "joined": False,
            "nickname": None,
            "instructor": False,
            "join": {"address": "http://10.0.0.5:8000", "code": "warp-32-mango"},
        }
        self.is_told, self.away, self.waiting = True, False, 0
        self.gate: Data | None = None
        self.agenda: Data = agenda.NONE
        self.at: Data | None = None
        self.asked: list[str] = []
        self.question: Question | None = None
        self.poll: Data = {}
        self.mine: object = None
        self.stuck = False
        self.learners: list[Data] = []
        self.columns: list[Data] = []
        self.cells: list[list[Any]] = []
        self.items: list[Data] = []
        self.received: list[list[Any]] = []

    def told(self) -> Data | None:
        """What each page hears anyway."""
        known = {"joined": self.about["joined"], "waiting": self.waiting}
        return {**known, "away": self.away, **SCRIPTS} if self.is_told else None

    def set(self, given: Data) -> None:
        """Be as a test says."""
        if given.pop("reset", False):
            self.reset({})
        self.is_told = given.pop("told", self.is_told)
        self.away = given.pop("away", self.away)
        self.waiting = given.pop("waiting", self.waiting)
        if many := given.pop("lively", 0):
            self.be_lively(many, given.pop("columns", 18))
        if "counts" in given:
            self.poll["counts"].append(given.pop("counts"))
        if "plan" in given:
            self.agenda = agenda.of(self.course, given.pop("plan"))
            self.about["syllabus"] = self.agenda["title"] or None
        for name in ("learners", "columns", "cells", "items", "gate"):
            if name in given:
                setattr(self, name, given.pop(name))
        self.about |= given
        if self.away:
            for queue in self.streams:
                queue.put_nowait(None)

    def be_lively(self, many: int, columns: int) -> None:
        """Learners who have answered for an hour, the same at every run."""
        draw = random.Random(22)
        named = [
            {"key": one.id, "title": one.title}
            for exam in self.course.certifications.values()
            for domain in exam.domains
            for one in domain.objectives
        ]
        self.columns = [
            named[place]
            if place < len(named)
            else {"key": f"more.{place}", "title": "Something more to know"}
            for place in range(columns)
        ]
        now = datetime.now(UTC)
        self.learners = [
            {
                "id": f"learner-{place}",
                "nickname": NAMES[place % len(NAMES)]
                + (f" {place // len(NAMES) + 1}" if place >= len(NAMES) else ""),
                "joined": (now - timedelta(minutes=60 - place % 7)).isoformat(),
                "stuck": STUCK.get(place) if many < 100 else None,
                "seen": (now - timedelta(minutes=draw.randrange(50))).isoformat(),
            }
            for place in range(many)
        ]
        self.cells = []
        for learner in self.learners:
            skill = draw.uniform(0.25, 0.95)
            for column in self.columns:
                if n := draw.randrange(6):
                    right = sum(draw.random() < skill for _ in range(n))
                    self.cells.append([learner["id"], column["key"], n, right])

    def state(self) -> Data:
        """What the stream says."""
        return {
            "gate": self.gate,
            "poll": self.shown_poll(),
            "stuck": self.stuck,
            "at": self.at,
            "asked": self.asked,
            "joined": len(self.learners) + self.about["joined"],
            "id": 1,
        }

    def shown_poll(self) -> Data | None:
        if self.question is None:
            return None
        poll, question = self.poll, self.question
        shown = [{"round": n, "counts": one} for n, one in enumerate(poll["counts"], 1)]
        return {
            "id": poll["id"],
            "item": question.item,
            "rev": question.rev,
            "round": poll["round"],
            "open": poll["open"],
            "show": question.show,
            "mine": self.mine,
            "votes": poll["votes"],
            "result": None if poll["open"] else shown,
            "key": question.key if poll["ended"] else None,
            "feedback": question.feedback if poll["ended"] else None,
        }

    def publish(self) -> None:
        for queue in self.streams:
            queue.put_nowait(self.event("state", self.state()))
            if self.about["instructor"]:
                queue.put_nowait(self.event("map", self.map()))

    def event(self, name: str, data: object) -> str:
        return f"event: {name}\ndata: {json.dumps(data)}\n\n"

    def map(self) -> Data:
        return {
            "learners": self.learners,
            "cells": self.cells,
            "gone": [],
            "whole": True,
        }

    def join(self, sent: Data) -> Data:
        if "taken" in sent["nickname"]:
            raise web.HTTPError(409, "Somebody has this nickname; choose another.")
        self.about |= {"joined": True, "nickname": sent["nickname"]}
        return self.about

    def leave(self, _: Data) -> None:
        self.about |= {"joined": False, "nickname": None}

    def vote(self, sent: Data) -> None:
        if not self.poll["open"] or sent["round"] != self.poll["round"]:
            raise web.HTTPError(409, "This vote is closed.")
        self.poll["votes"] += self.mine is None
        self.mine = sent["response"]

    def flag(self, sent: Data) -> None:
        self.stuck = sent["on"]

    def begin_step(self, sent: Data) -> None:
        since = datetime.now(UTC).isoformat()
        at = sent.get("at")
        self.at = None if at is None else {"step": at, "since": since}
        self.asked = [] if at is None else self.asked

    def ask(self, sent: Data) -> None:
        if "at" in sent:
            self.begin_step(sent)
        self.asked = [*self.asked, sent["item"]]
        item = self.course.items[sent["item"]]
        self.question = compile_item(self.course, item, SEED)
        number = self.poll.get("id", 0) + 1
        self.poll = {"id": number, "round": 1, "open": True, "ended": False, "votes": 0, "counts": []}  # fmt: skip
        self.mine = None

    def close(self, _: Data) -> None:
        """With votes of all others, of which most are for the first option."""
        self.poll["open"] = False
        if len(self.poll["counts"]) >= self.poll["round"] or self.question is None:
            return
        options = self.question.show.get("options", [])
        left, counts = len(self.learners) or 9, {}
        for option in options:
            counts[option["id"]] = (left + 1) // 2
            left -= counts[option["id"]]
        self.poll["counts"].append(counts)
        self.poll["votes"] = sum(counts.values())

    def again(self, _: Data) -> None:
        self.poll |= {"round": 2, "open": True, "votes": 0}
        self.mine = None

    def end(self, _: Data) -> None:
        self.poll |= {"open": False, "ended": True}

    def go_on(self, sent: Data) -> None:
        if "at" in sent:
            self.begin_step({"at": sent.pop("at")})
        self.gate = sent or None

    def begin_anew(self, sent: Data) -> None:
        self.cells = [one for one in self.cells if one[0] != sent["learner"]]

    def settings(self, sent: Data) -> None:
        self.about["kept_days"] = sent["kept_days"]


POSTS: dict[str, Callable[[Stub, Data], object]] = {
    "stub": Stub.set,
    "join": Stub.join,
    "leave": Stub.leave,
    "vote": Stub.vote,
    "stuck": Stub.flag,
    "poll": Stub.ask,
    "poll/close": Stub.close,
    "poll/again": Stub.again,
    "poll/end": Stub.end,
    "gate": Stub.go_on,
    "agenda": Stub.begin_step,
    "reset": Stub.begin_anew,
    "settings": Stub.settings,
}


class ClassHandler(APIHandler):
    """Every path of the class."""

    def initialize(self, stub: Stub) -> None:
        self.stub = stub

    @web.authenticated
    async def get(self, path: str) -> None:
        stub = self.stub
        if stub.away:
            self.refuse(503, "The class does not answer.")
        elif path == "events":
            await self.stream()
        elif path == "mine":
            self.finish('{"ulid": "1"}\n', set_content_type="application/x-ndjson")
        elif path == "received":
            self.finish(json.dumps(stub.received))
        else:
            shown = agenda.for_learners(stub.agenda)
            own = stub.agenda if stub.about["instructor"] else shown
            known = {"class": stub.about, "items": stub.items, "agenda": own}
            known["streams"] = {"open": len(stub.streams)}
            found = known.get(path)
            given = {"columns": stub.columns, **stub.map()}
            self.finish(json.dumps(given if found is None else found))

    @web.authenticated
    async def post(self, path: str) -> None:
        sent = self.get_json_body() or {}
        if self.stub.away and path != "stub":
            self.refuse(503, "The class does not answer.")
            return
        if path != "stub":
            self.stub.received.append([path, sent])
        try:
            answer = POSTS[path](self.stub, sent)
        except web.HTTPError as error:
            self.refuse(error.status_code, str(error.log_message))
            return
        self.stub.publish()
        self.finish(json.dumps(answer or {}))

    def refuse(self, status: int, says: str) -> None:
        self.set_status(status)
        self.finish(json.dumps({"error": says}))

    async def stream(self) -> None:
        """Events until the page goes away, or the class does."""
        stub = self.stub
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        stub.streams.add(queue)
        self.set_header("Content-Type", "text/event-stream")
        queue.put_nowait(": here\n\n" + stub.event("state", stub.state()))
        if stub.about["instructor"]:
            queue.put_nowait(stub.event("map", stub.map()))
        try:
            while (event := await queue.get()) is not None:
                self.write(event)
                await self.flush()
        except StreamClosedError:
            pass
        finally:
            stub.streams.discard(queue)


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": __name__}]


def _load_jupyter_server_extension(server: Any) -> None:
    stub = Stub(load(location.find()))
    app = server.web_app
    app.settings["certlab_class"] = stub.told
    base = app.settings["base_url"].rstrip("/") + r"/certlab(?:/~[\w-]+)?"
    app.add_handlers(".*", [(f"{base}/api/class/(.*)", ClassHandler, {"stub": stub})])
    rules = app.default_router.rules
    rules.insert(0, rules.pop(-2))  # before the pages, which take every path of theirs
