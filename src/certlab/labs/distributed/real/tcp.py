"""TCP connections of this process, and what Linux counts of each (tcp_info of <linux/tcp.h>)."""

import os
import socket
import stat
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

# Where numbers of 8 bytes stand in struct tcp_info.
_RECEIVED = 128  # tcpi_bytes_received
_SENT = 200  # tcpi_bytes_sent
# Behind it tcpi_bytes_retrans: those of them that were sent once more, as a busy machine does
# even to itself.
_LONGEST = 256  # bytes of tcp_info that are asked for; kernels give what they have


def sockets() -> Iterator[socket.socket]:
    """Every TCP socket of this process, by a descriptor of our own, which the caller closes.

    Raises:
        OSError: the system does not list a process's descriptors.
    """
    for entry in Path("/proc/self/fd").iterdir():
        with suppress(OSError):  # closed meanwhile
            number = int(entry.name)
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                one = socket.socket(fileno=os.dup(number))
                internet = one.family in (socket.AF_INET, socket.AF_INET6)
                if internet and one.type == socket.SOCK_STREAM:
                    yield one
                else:
                    one.close()


def received(one: socket.socket) -> int:
    """Bytes that came in over a connection."""
    return int(struct.unpack_from("Q", _info(one), _RECEIVED)[0])


def sent(one: socket.socket) -> int:
    """Bytes that went out over a connection, those that were sent again counted once.

    Raises:
        struct.error: the kernel is too old to count them.
    """
    every, again = struct.unpack_from("QQ", _info(one), _SENT)
    return int(every - again)


def _info(one: socket.socket) -> bytes:
    return one.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _LONGEST)
