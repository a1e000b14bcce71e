"""What learners type to find this machine, and which ports are free."""

import errno
import socket
from contextlib import suppress


def of_this_machine() -> str:
    """The address that others on the network see, else the machine's name."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # Nothing is sent: the system only chooses a way, and so an address of its own.
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return socket.gethostname()


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
