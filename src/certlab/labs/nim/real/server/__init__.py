"""An OpenAI-compatible server over the course's tiny GPT, on this machine only.

    with server.start() as served:
        client = OpenAI(base_url=served.base_url, api_key="not-used")

It has the addresses of a NIM for language models, and behind them in-flight batching,
streams, errors, and metrics by vLLM's names. It differs from vLLM where it refuses: a full
queue answers 429, a wrong key in OpenAI's form, and /tokenize asks for a key too.
"""

import json
import os
import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Literal

from certlab.servers import running

MODEL = "certlab/tiny-gpt"
# A variable, because everybody on a machine can read a command line, and keys are in it.
SETTINGS = "CERTLAB_SERVER"


@dataclass(frozen=True)
class Served(AbstractContextManager["Served"]):
    """A server that answers; it ends with `stop`, with a `with`, or with the notebook.

    Attributes:
        process: it runs, has a log, and stops.
        url: where health, metrics and tokens are, "http://127.0.0.1:40123".
    """

    process: running.Server
    url: str

    @property
    def base_url(self) -> str:
        """What a client of OpenAI's API is given."""
        return f"{self.url}/v1"

    def stop(self) -> None:
        """End it."""
        self.process.stop()

    def __exit__(self, *_: object) -> None:
        self.stop()


def start(
    *,
    slots: int = 8,
    queue: int = 32,
    keys: Mapping[str, float] | None = None,
    fault: str = "",
    wait: Literal["ready", "live"] = "ready",
    port: int | None = None,
    seconds: float = 120.0,
) -> Served:
    """Start the server and wait until it answers.

    Args:
        slots: answers that are computed together.
        queue: answers that wait for a slot; one more is refused with 429.
        keys: until when each is valid, as seconds since 1970; None asks for no key.
        fault: a text; the model raises at the third token of an answer to a prompt with it.
        wait: "live" returns while the model is still being loaded.
        port: a free one when None.
        seconds: until it must answer.

    Raises:
        ServerError: it cannot run here, has ended, or did not answer in time.
    """
    number = running.free_ports(1)[0] if port is None else port
    url = f"http://{running.LOOPBACK}:{number}"
    settings = {"port": number, "slots": slots, "queue": queue, "fault": fault}
    process = running.start(
        "The server of the tiny GPT",
        [sys.executable, "-m", __name__],
        lambda: running.answers(f"{url}/v1/health/{wait}"),
        environment={
            "PYTHONPATH": os.pathsep.join(sys.path),
            SETTINGS: json.dumps(settings | {"keys": keys and dict(keys)}),
        },
        seconds=seconds,
    )
    return Served(process, url)
