"""What one start of a class's Hub follows from, and what stays from one start to the next."""

import json
import secrets
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from certlab import whole_file
from certlab.classroom.hub import passwords
from certlab.errors import ServerError

VARIABLE = "CERTLAB_CLASS_LAUNCH"  # where the Hub's configuration finds this
FILE, KEPT = "launch.json", "class.json"
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike
INSTRUCTOR = "instructor"
# What a start of an earlier version did not write, as it was then.
_SINCE = {"subdomains": False}


@dataclass(frozen=True)
class Launch:
    """One start.

    Attributes:
        folder: of the class: its databases, logs and secrets.
        cache: what all learners share and cannot change, such as the built pages.
        name: what the class is called.
        address: what learners type into their browsers.
        subdomains: whether each server has a name of its own below that of the address.
        ip: to listen on, "" for all of this machine.
        port: of the proxy; `ports` are those on 127.0.0.1 of the Hub, of the proxy's own
            API and of the class's service.
        code: what learners join with; `password` is the instructor's.
        token: what our own commands show the Hub.
        accounts: whether each learner gets an account of the system.
        gib: memory a learner, 0 for no limit; `cpus` likewise.
        idle_minutes: after which a learner's server is stopped, 0 for never.
        database: of the class's service, as SQLAlchemy names it.
        kept_days: how long the service keeps what learners shared.
        syllabus: the plan that the class opens with, "" for none.
        certificate, key: for HTTPS, "" for HTTP.
        gpus: a folder that `certlab class plan` wrote, "" for none.
        settings: the instructor's own file for JupyterHub, loaded last, "" for none.
        proxy: the program configurable-http-proxy.
    """

    folder: str
    cache: str
    name: str
    address: str
    subdomains: bool
    ip: str
    port: int
    ports: tuple[int, int, int]
    code: str
    password: str
    token: str
    accounts: bool
    gib: float
    cpus: float
    idle_minutes: int
    database: str
    kept_days: int
    syllabus: str
    certificate: str
    key: str
    gpus: str
    settings: str
    proxy: str

    def write(self) -> Path:
        """Keep it for the Hub and for our own commands; it holds secrets."""
        return _write(Path(self.folder) / FILE, asdict(self))


def read(folder: Path) -> Launch:
    """The last start of a class.

    Raises:
        ServerError: there was none, or another version wrote it.
    """
    try:
        told = json.loads((folder / FILE).read_text("utf-8"))
        names = {one.name for one in fields(Launch)}
        known = _SINCE | {k: v for k, v in told.items() if k in names}
        return Launch(**known)
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise ServerError(
            f"{folder}: no class was started from here; run certlab class serve first, "
            "or name another folder with --folder."
        ) from error


def secrets_of(folder: Path, *, new_code: bool = False) -> dict[str, str]:
    """The code, the instructor's password and our token; those of before, if there are any."""
    path, told = folder / KEPT, {}
    if path.exists():
        try:
            told = json.loads(path.read_text("utf-8"))
        except ValueError as error:
            raise ServerError(f"{path}: cannot be read; remove it.") from error
    if new_code:
        told.pop("code", None)
    drawn = "".join(secrets.choice(_LETTERS) for _ in range(8))
    made = {
        "code": f"{drawn[:4]}-{drawn[4:]}",
        "password": passwords.drawn(),
        "token": secrets.token_hex(32),
    }
    whole = {name: told.get(name) or new for name, new in made.items()}
    _write(path, whole)
    return whole


def _write(path: Path, told: dict[str, Any]) -> Path:
    """As a file that only its owner can read, whole or not at all."""
    whole_file.write(path, json.dumps(told, indent=1), secret=True)
    return path
