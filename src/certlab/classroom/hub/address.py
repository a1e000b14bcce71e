"""What learners type to find this machine, and which ports are free."""

import errno
import ipaddress
import socket
from contextlib import suppress
from urllib.parse import urlsplit

from certlab.errors import ServerError


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
    parts = urlsplit(address)
    whole = parts.scheme in {"http", "https"} and parts.path in {"", "/"}
    if not whole or not parts.hostname or _is_number(parts.hostname):
        raise ServerError(
            "--subdomains needs --address with a name to which *.NAME leads as well, such as "
            "--address https://class.example/."
        )


def _is_number(host: str) -> bool:
    with suppress(ValueError):
        return bool(ipaddress.ip_address(host))
    return False


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
