"""What learners type to find this machine, and which ports are free."""

import errno
import re
import socket
from contextlib import suppress

from certlab.errors import ServerError

_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_NAME = re.compile(
    rf"https?://(?P<name>(?:{_LABEL}\.)*{_LABEL})(?::\d{{1,5}})?/?", re.IGNORECASE
)


def of_this_machine() -> str:
    """The address that others on the network see, else the machine's name."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # Nothing is sent: the system only chooses a way, and so an address of its own.
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return socket.gethostname()


def refuse_subdomains(address: str) -> None:
    """Make sure that servers can have names below an address.

    Raises:
        ServerError: they cannot.
    """
    found = _NAME.fullmatch(address)
    # "127.1" and "0x7f.1" are numbers too, to a browser.
    if not found or re.match(r"\d|0x", found["name"].rpartition(".")[2], re.IGNORECASE):
        raise ServerError(
            "--subdomains needs --address with a name to which *.NAME leads as well, such as "
            "--address https://class.example/."
        )


def port_problem(ip: str, port: int) -> str:
    """Why nobody can listen there, in one sentence; "" if one can."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((ip, port))
        except (OSError, OverflowError) as error:
            taken = getattr(error, "errno", None) == errno.EADDRINUSE
            why = "another program listens there" if taken else "it cannot be used"
            return f"Port {port}: {why}; give another with --port."
    return ""
