"""A class service on loopback, before a fake Hub, on the small course."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from benchmarks.classroom.fake_hub import CLIENT, SCOPE, SERVICE_TOKEN, FakeHub
from certlab.course import Course
from certlab.study.answers import new_ulid
from tests.bound import BOUND, until
from tests.late import Late

httpx = Late("httpx")
PREFIX = "/services/class/"


@dataclass
class Clock:
    """A clock that a test sets."""

    now: datetime = datetime(2026, 11, 23, 9, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def seconds(self) -> float:
        return self.now.timestamp()

    def on(self, **more: float) -> None:
        self.now += timedelta(**more)


@dataclass
class Class:
    """The service, who may ask it, and the clock that it goes by."""

    url: str
    hub: FakeHub
    service: Any
    clock: Clock
    clients: list[Any] = field(default_factory=list)

    def user(self, name: str, *, admin: bool = False) -> Any:
        """An HTTP client with this user's token."""
        return self.client(
            {"Authorization": f"token {self.hub.add(name, admin=admin)}"}
        )

    def client(self, headers: dict[str, str] | None = None) -> Any:
        """One with these headers."""
        self.clients.append(
            httpx.Client(
                base_url=self.url, headers=headers, timeout=BOUND, verify=False
            )
        )
        return self.clients[-1]

    def learner(self, name: str) -> Any:
        """A client of somebody who has joined."""
        client = self.user(name)
        assert client.post("api/join", json={"nickname": name}).status_code == 200
        return client


@contextmanager
def running(
    database: str, course: Course, hub: FakeHub, port: int = 0
) -> Iterator[Class]:
    """Serve a class in a thread, at a free port by default."""
    import uvicorn
    from jupyterhub.services.auth import HubOAuth

    from certlab.classroom.service.__main__ import Server, begin
    from certlab.classroom.service.app import build
    from certlab.classroom.service.bank import Bank
    from certlab.classroom.service.database import connect
    from certlab.classroom.service.identity import Identity
    from certlab.classroom.service.paces import Paces
    from certlab.classroom.service.service import Service

    engine = connect(database)
    begin(engine, "GPUs on Monday", "", None)
    oauth = HubOAuth(
        api_token=SERVICE_TOKEN,
        api_url=hub.api,
        base_url=PREFIX,
        oauth_client_id=CLIENT,
        access_scopes={SCOPE},
    )
    clock = Clock()
    identity, paces = Identity(oauth, clock.seconds), Paces(clock.seconds)
    service = Service(engine, Bank(course), identity, clock, paces=paces)
    config = uvicorn.Config(
        build(service), port=port, log_config=None, timeout_graceful_shutdown=3
    )
    server = Server(config, service)
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    until(lambda: server.started or not thread.is_alive(), "the service does not start")
    port = server.servers[0].sockets[0].getsockname()[1]
    found = Class(f"http://127.0.0.1:{port}{PREFIX}", hub, service, clock)
    try:
        yield found
    finally:
        for client in found.clients:
            client.close()
        server.should_exit = True
        thread.join(BOUND)
        engine.dispose()


@pytest.fixture(scope="module")
def hub() -> Iterator[FakeHub]:
    fake = FakeHub()
    yield fake
    fake.close()


@pytest.fixture
def room(tmp_path: Path, fixed: Course, hub: FakeHub) -> Iterator[Class]:
    """A class of its own for each test."""
    with running(str(tmp_path / "class.sqlite"), fixed, hub) as found:
        yield found


@pytest.fixture(scope="module")
def shared(
    tmp_path_factory: pytest.TempPathFactory, fixed: Course, hub: FakeHub
) -> Iterator[Class]:
    """One for all tests of a file that are refused, and so leave nothing behind."""
    file = tmp_path_factory.mktemp("shared") / "class.sqlite"
    with running(str(file), fixed, hub) as found:
        yield found


MadeRow = Callable[..., dict[str, Any]]


@pytest.fixture
def row() -> MadeRow:
    """A row as a learner's own server sends it; each has its own ulid."""

    def make(item: str = "cuda-warp-size", **more: Any) -> dict[str, Any]:
        at = datetime(2026, 11, 23, 9, tzinfo=UTC)
        right = more.pop("right", True)
        return {
            "ulid": new_ulid(at),
            "at": at.isoformat(),
            "item": item,
            "rev": 1,
            "outcome": "correct" if right else "wrong",
            "score": float(right),
            "response": "thirty-two" if right else "sixteen",
        } | more

    return make


def events(response: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Name and data of each event of an open line."""
    name = ""
    for line in response.iter_lines():
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))
