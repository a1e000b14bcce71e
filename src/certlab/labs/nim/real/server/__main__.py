"""The server's process, which `certlab.labs.nim.real.server.start` starts."""

import json
import os
import socket
from typing import TYPE_CHECKING

import uvicorn

from certlab.labs.nim.real.server import SETTINGS
from certlab.labs.nim.real.server.app import Service
from certlab.labs.nim.real.server.metrics import Metrics
from certlab.servers.running import LOOPBACK

if TYPE_CHECKING:
    from certlab.labs.nim.real.server.engine import Engine


def main() -> None:
    """Listen at once, and load the model meanwhile."""
    given = json.loads(os.environ.pop(SETTINGS))

    def load(metrics: Metrics) -> "Engine":
        import torch  # a second or two

        from certlab.labs.nemo.real import checkpoint
        from certlab.labs.nim.real.server.engine import Engine

        torch.set_num_threads(1)  # its matrices are too small to share
        return Engine(*checkpoint.shipped(), given["slots"], given["queue"], metrics)

    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((LOOPBACK, given["port"]))
        except OSError as error:
            raise SystemExit(
                f"Port {given['port']} of {LOOPBACK} cannot be used ({error.strerror}); "
                "end what listens there, or take another port."
            ) from error
        service = Service(load, given["keys"], given["fault"])
        config = uvicorn.Config(service.app, access_log=False, log_level="warning")
        uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
