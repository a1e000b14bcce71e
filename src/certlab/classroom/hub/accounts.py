"""Real accounts for learners, which the system keeps apart: each home is its owner's alone.

An account is ours if it is in our group. Nobody may come in under the name of another
account of this machine, such as the instructor's own or the one of a service.
"""

import grp
import os
import pwd
import subprocess
from pathlib import Path

from certlab.errors import ServerError

GROUP = "certlab-class"
SERVICES = "certlab-service"
_PRIVATE = 0o700


def is_ours(name: str) -> bool:
    """Whether the account is one that this class made."""
    try:
        return name in grp.getgrnam(GROUP).gr_mem
    except KeyError:
        return False


def exists(name: str) -> bool:
    """Whether this machine has such an account, whoever made it."""
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


def make(name: str) -> Path:
    """Make the account, or find it; its home is closed to others.

    Returns:
        The home.

    Raises:
        ServerError: there is another account of that name, or the system makes none.
    """
    if exists(name):
        if not is_ours(name):
            raise ServerError(
                f"The nickname {name} is taken on this machine; choose another."
            )
    else:
        _run("groupadd", "--force", GROUP)
        _run("useradd", "--create-home", "--shell", "/bin/bash", "-G", GROUP, name)
    home = Path(pwd.getpwnam(name).pw_dir)
    home.chmod(_PRIVATE)
    return home


def _run(*words: str) -> None:
    # Debian keeps these programs where only root's own shell looks.
    path = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
    try:
        done = subprocess.run(
            words,
            env={"PATH": path, "LC_ALL": "C"},
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError as error:
        raise ServerError(
            f"Accounts need the program {words[0]}; install shadow's tools (on Debian: "
            "apt install passwd), or give --trusting."
        ) from error
    if done.returncode:
        raise ServerError(f"{words[0]}: {done.stderr.strip()}; no account was made.")


def for_services() -> pwd.struct_passwd:
    """The account of what listens for learners beside the Hub: it owns its database only.

    Raises:
        ServerError: the system makes none.
    """
    if not exists(SERVICES):
        _run("useradd", "--system", "--user-group", "--no-create-home", SERVICES)
    return pwd.getpwnam(SERVICES)


def members() -> list[str]:
    """The accounts that classes on this machine have made."""
    try:
        return sorted(grp.getgrnam(GROUP).gr_mem)
    except KeyError:
        return []
