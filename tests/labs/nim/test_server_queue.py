"""Places in the server: who waits, who is refused, and who has gone. Passes are made by hand."""

import json
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from certlab.servers.running import LOOPBACK
from tests.bound import BOUND, until
from tests.late import Late

engine = Late("certlab.labs.nim.real.server.engine")
job = Late("certlab.labs.nim.real.server.job")
app = Late("certlab.labs.nim.real.server.app")
metrics = Late("certlab.labs.nim.real.server.metrics")
tiny_gpt = Late("certlab.labs.nemo.real.tiny_gpt")
checkpoint = Late("certlab.labs.nemo.real.checkpoint")
uvicorn = Late("uvicorn")

PROMPT = "It is a cold night. Ana is in the"


def loaded(slots: int, queue: int) -> Any:
    return engine.Engine(*checkpoint.shipped(), slots, queue, metrics.Metrics())


def test_many_at_once_have_the_tokens_of_each_alone() -> None:
    model, words = checkpoint.shipped()
    prompts = [
        words.encode(text) for text in (PROMPT, "Ben is", "A red", "Eva goes to")
    ]
    made = loaded(slots=2, queue=9)
    heard: dict[int, list[Any]] = {number: [] for number in range(4)}
    for number, prompt in enumerate(prompts):
        asked = job.Job(prompt=prompt, most=12 + number)
        made.submit(asked, heard[number].append)
    while not all(pieces and pieces[-1].finish for pieces in heard.values()):
        made.step()
    for number, prompt in enumerate(prompts):
        alone = tiny_gpt.generate(model, prompt, 12 + number)
        assert "".join(piece.text for piece in heard[number]) == words.decode(alone)
        assert heard[number][-1].tokens == 12 + number


def test_a_model_that_raises_ends_its_pass_and_not_the_server() -> None:
    made = loaded(slots=2, queue=0)
    heard: list[Any] = []
    made.submit(job.Job(prompt=[5], most=9, fault=True), heard.append)
    made.submit(job.Job(prompt=[6], most=9), heard.append)
    for _ in range(3):
        made.step()
    failures = [one for one in heard if isinstance(one, job.ApiError)]
    assert len(failures) == 2  # both were in that pass
    made.submit(job.Job(prompt=[6], most=1), heard.append)
    made.step()
    assert heard[-1].finish == "length"


@pytest.fixture
def paused() -> Iterator[tuple[Any, int]]:
    """A service with one slot and a queue of one, whose passes the test makes; its port."""
    made = loaded(slots=1, queue=1)
    made.run = threading.Event().wait
    service = app.Service(lambda _: made)
    until(lambda: service.engine, "no engine")
    listener = socket.socket()
    listener.bind((LOOPBACK, 0))
    web = uvicorn.Server(uvicorn.Config(service.app, log_level="error"))
    thread = threading.Thread(target=web.run, kwargs={"sockets": [listener]})
    thread.start()
    until(lambda: web.started, "the server did not start")
    yield made, listener.getsockname()[1]
    web.should_exit = web.force_exit = True
    thread.join()
    listener.close()


def ask(port: int, **more: object) -> socket.socket:
    """A connection that has asked for a completion."""
    body = {"model": "certlab/tiny-gpt", "prompt": PROMPT, "ignore_eos": True} | more
    text = json.dumps(body).encode()
    head = f"POST /v1/completions HTTP/1.1\r\nHost: a\r\nContent-Length: {len(text)}\r\n\r\n"
    sent = socket.create_connection((LOOPBACK, port), timeout=BOUND)
    sent.sendall(head.encode() + text)
    return sent


def test_one_more_than_may_wait_is_refused_and_told_when(paused: Any) -> None:
    made, port = paused
    with ask(port, max_tokens=2) as first, ask(port, max_tokens=2) as second:
        until(lambda: len(made._waiting) == 2, "two did not come")
        with ask(port) as third:
            says = third.recv(65536).decode()
        assert says.startswith("HTTP/1.1 429")
        assert "retry-after: 1" in says
        for _ in range(4):
            made.step()
        assert first.recv(65536).startswith(b"HTTP/1.1 200")
        assert second.recv(65536).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("stream", [True, False])
def test_a_client_that_goes_frees_its_place(paused: Any, stream: bool) -> None:
    made, port = paused
    gone = ask(port, max_tokens=200, stream=stream)
    until(lambda: made._waiting, "it did not come")
    made.step()
    made.step()
    if stream:
        assert b"data: " in gone.recv(65536)
    assert len(made._batch) == 1
    with ask(port, max_tokens=1) as patient:
        until(lambda: made._waiting, "the second did not come")
        gone.close()
        until(lambda: made._batch[0].gone, "nobody noticed")
        made.step()  # the place is free, and the one that waits gets it
        assert patient.recv(65536).startswith(b"HTTP/1.1 200")
    assert not made._batch
    assert made._cache.free == made._gpt.blocks
