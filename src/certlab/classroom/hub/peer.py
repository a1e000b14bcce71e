"""Whether a request comes from our own proxy, whose word on who asks it counts.

Learners' processes can speak to the Hub's port themselves. Linux tells who owns the other end
of a connection on this machine (sock_diag(7)): the proxy belongs to whoever runs the Hub. A
secret header would not do, because the proxy would send it to learners' own servers as well.
"""

import os
import socket
import struct
from typing import Any

_SOCK_DIAG, _BY_FAMILY, _REQUEST = 4, 20, 1  # of Linux's <linux/netlink.h>, sock_diag.h
_ESTABLISHED, _ANY = 1, 0xFFFFFFFF
_HEADER, _FOUND = struct.Struct("=IHHII"), struct.Struct("=BB62xII")


def is_ours(connection: Any) -> bool:
    """Whether the other end of a connection of Tornado's belongs to this process's account."""
    if connection.stream.socket is None:
        return False  # closed meanwhile
    own = connection.stream.socket.getsockname()
    return owned_by_us(own, connection.context.address)


def owned_by_us(own: tuple[str, int], other: tuple[str, int]) -> bool:
    """Whether the end `other` of a connection on IPv4 is ours; a closed one is nobody's."""
    ends = struct.pack("!HH", other[1], own[1]) + b"".join(
        socket.inet_aton(host).ljust(16, b"\0") for host, _ in (other, own)
    )
    kind = (socket.AF_INET, socket.IPPROTO_TCP, 0, 0, _ANY)
    asked = struct.pack("=BBBBI", *kind) + ends + struct.pack("=III", 0, _ANY, _ANY)
    length = _HEADER.size + len(asked)
    try:
        with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, _SOCK_DIAG) as kernel:
            kernel.send(_HEADER.pack(length, _BY_FAMILY, _REQUEST, 0, 0) + asked)
            answer = kernel.recv(4096)
    except (OSError, AttributeError):  # no Linux, or one that does not tell
        return False
    if _HEADER.unpack_from(answer)[1] != _BY_FAMILY:
        return False  # there is no such connection
    _, state, uid, number = _FOUND.unpack_from(answer, _HEADER.size)
    return bool(state == _ESTABLISHED and number != 0 and uid == os.geteuid())
