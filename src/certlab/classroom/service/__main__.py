"""Run the service, as the Hub does: `python -m certlab.classroom.service --database FILE`.

The Hub gives JUPYTERHUB_API_TOKEN, JUPYTERHUB_API_URL, JUPYTERHUB_SERVICE_PREFIX,
JUPYTERHUB_CLIENT_ID, JUPYTERHUB_OAUTH_ACCESS_SCOPES and JUPYTERHUB_SERVICE_URL. Each option
but `--port` may also stand in the environment, as CERTLAB_CLASS_DATABASE does for
`--database`; so a password does not stand in the list of processes.
"""

import argparse
import os
import sys
from pathlib import Path
from urllib.parse import urlsplit

import uvicorn
from jupyterhub.services.auth import HubOAuth
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from certlab.classroom.service import class_settings, copies
from certlab.classroom.service.app import build
from certlab.classroom.service.bank import Bank
from certlab.classroom.service.database import connect
from certlab.classroom.service.identity import Identity
from certlab.classroom.service.refused import Refused, ServiceError
from certlab.classroom.service.service import Service
from certlab.course import load
from certlab.errors import CourseError

GRACE = 3  # seconds that requests get to end


def arguments() -> argparse.ArgumentParser:
    """What may be said on the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m certlab.classroom.service", description="Keep a class."
    )
    add = parser.add_argument
    own = os.environ.get
    file = own("CERTLAB_CLASS_DATABASE") or "class.sqlite"
    days = own("CERTLAB_CLASS_KEPT_DAYS") or None
    add("--database", default=file, help="A file, or postgresql://…")
    add("--port", type=int, help="On 127.0.0.1; as the Hub says where it is left out.")
    add(
        "--name",
        default=own("CERTLAB_CLASS_NAME") or "Class",
        help="What learners see.",
    )
    add(
        "--syllabus",
        default=own("CERTLAB_CLASS_SYLLABUS", ""),
        help="The class's plan.",
    )
    add(
        "--kept-days",
        type=int,
        default=days,
        help="How long rows are kept, at first 30.",
    )
    add("--course", type=Path, help="Another course's folder.")
    return parser


def joining() -> dict[str, str] | None:
    """Where and with which code one joins, as `certlab class serve` tells the service."""
    address = os.environ.get("CERTLAB_CLASS_ADDRESS", "")
    code = os.environ.get("CERTLAB_CLASS_CODE", "")
    return {"address": address, "code": code} if address else None


def hub() -> HubOAuth:
    """The Hub, as the environment tells of it."""
    token = os.environ.get("JUPYTERHUB_API_TOKEN", "")
    if not token:
        raise ServiceError(
            "JUPYTERHUB_API_TOKEN is not set; let the Hub start the service, "
            "as certlab class serve does."
        )
    prefix = os.environ.get("JUPYTERHUB_SERVICE_PREFIX", "/services/class/")
    return HubOAuth(api_token=token, base_url=prefix)


def begin(engine: Engine, name: str, syllabus: str, days: int | None) -> None:
    """Write down what the class was started with."""
    with Session(engine) as session, session.begin():
        try:
            new = class_settings.get(session, "class") is None
            known = copies.known_class(engine) if new else ""
            id = class_settings.begin(session, name, syllabus, days, known)
        except Refused as refused:
            raise ServiceError(f"--kept-days: {refused}") from refused
    copies.remember(engine, id)


def run(words: list[str]) -> None:
    """Serve until a signal ends it."""
    asked = arguments().parse_args(words)
    oauth = hub()
    engine = connect(asked.database)
    begin(engine, asked.name, asked.syllabus, asked.kept_days)
    bank = Bank(load(asked.course))
    service = Service(engine, bank, Identity(oauth), joining=joining())
    address = urlsplit(os.environ.get("JUPYTERHUB_SERVICE_URL", ""))
    config = uvicorn.Config(
        build(service),
        host="127.0.0.1",
        port=asked.port if asked.port is not None else address.port or 8090,
        access_log=False,
        log_level="warning",
        timeout_graceful_shutdown=GRACE,
        server_header=False,
    )
    try:
        Server(config, service).run()
        if service.is_lost():
            raise ServiceError(
                f"{asked.database}: the class's database is gone or was replaced while it "
                "was open; the Hub starts the service again, and the learners' servers send "
                "their answers again."
            )
    finally:
        engine.dispose()


class Server(uvicorn.Server):
    """Ends the open lines first, or shutting down would wait for those who listen."""

    def __init__(self, config: uvicorn.Config, service: Service) -> None:
        super().__init__(config)
        self._service = service

    async def on_tick(self, counter: int) -> bool:
        """Called by uvicorn ten times a second; whether to end."""
        return self._service.is_lost() or await super().on_tick(counter)

    async def shutdown(self, sockets: object = None) -> None:
        """Called by uvicorn when a signal came."""
        self._service.live.end_lines()
        await super().shutdown(sockets)  # type: ignore[arg-type]  # handed on as it came


def main() -> None:
    """What is wrong is one sentence and exit 1."""
    try:
        run(sys.argv[1:])
    except CourseError as error:
        print(f"certlab: {error}", file=sys.stderr)  # noqa: T201 -- the Hub's log
        sys.exit(1)


if __name__ == "__main__":
    main()
