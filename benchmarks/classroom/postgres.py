"""A PostgreSQL of one's own, on a free port in a folder that goes when it ends."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from certlab.errors import ServerError

SUFFICES = 120  # seconds to start
USER = "nobody"  # PostgreSQL does not run as root


def programs() -> Path | None:
    """The folder of initdb and postgres; Debian has them outside of PATH."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return folders[-1].parent if folders else None


@contextmanager
def running() -> Iterator[str]:
    """Start one; its address. It is as durable as PostgreSQL is when nothing is set."""
    binaries = programs()
    if binaries is None:
        raise ServerError("There is no PostgreSQL here; apt install postgresql.")
    user = USER if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory(prefix="class-postgres-") as name:
        folder = Path(name)
        if user:
            shutil.chown(folder, user)
        data, log = folder / "data", folder / "log"
        make = ["initdb", "--no-sync", "--auth=trust", "--username=class"]
        _run([str(binaries / make[0]), *make[1:], "-D", str(data)], user)
        port = _free_port()
        options = ["-D", str(data), "-h", "127.0.0.1", "-p", str(port), "-k", name]
        with log.open("wb") as to:
            server = subprocess.Popen(
                [str(binaries / "postgres"), *options],
                user=user,
                cwd=name,
                stdout=to,
                stderr=to,
            )
        try:
            _wait(server, port, log)
            yield f"postgresql://class@127.0.0.1:{port}/postgres"
        finally:
            server.terminate()
            server.wait()


def _run(command: list[str], user: str | None) -> None:
    done = subprocess.run(
        command, user=user, cwd="/", capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise ServerError(f"{command[0]}: {done.stderr.strip() or done.stdout.strip()}")


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _wait(server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    import psycopg

    end = time.monotonic() + SUFFICES
    while server.poll() is None and time.monotonic() < end:
        try:
            psycopg.connect(
                f"host=127.0.0.1 port={port} user=class dbname=postgres"
            ).close()
        except psycopg.OperationalError:
            time.sleep(0.05)
        else:
            return
    raise ServerError(f"PostgreSQL does not start: {log.read_text('utf-8')[-400:]}")
