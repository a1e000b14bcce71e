"""The real Triton: what is wrong is told in a sentence, and nothing listens to others."""

import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from certlab.errors import ServerError
from certlab.labs.triton.environment import ENVIRONMENT
from certlab.labs.triton.real import desk, load, recurrent, served_twice, server
from certlab.servers.running import free_ports

if ENVIRONMENT.lacks:
    pytest.skip(ENVIRONMENT.lacks, allow_module_level=True)

QUEUE = "dynamic_batching { default_queue_policy { max_queue_size: 1 } }\n"
RAISES = """
class TritonPythonModel:
    def execute(self, requests):
        raise ValueError("no such customer")
"""


@pytest.fixture(scope="module")
def triton() -> Iterator[server.Triton]:
    with tempfile.TemporaryDirectory() as scratch:
        repository = Path(scratch)
        recurrent.write(repository, "full")
        path = repository / "full/config.pbtxt"
        path.write_text(path.read_text() + QUEUE)
        recurrent.write(repository, "raises")
        desk.write(repository, "raises", [("1/model.py", RAISES)])
        found = server.start(repository, ready="ready")
        yield found
        found.stop()


def test_a_full_queue_refuses_and_says_so(triton: server.Triton) -> None:
    request = load.ask_all(triton.http, "full", [[0.1] * 16])
    while (
        True
    ):  # eight clients of a busy machine may come one after the other for a while
        found = load.measure(triton.http, request, clients=8, seconds=0.3, warm=0)
        if found.failed:
            break
        assert found.says == ""
    assert {*found.failed} == {503}
    assert "Exceeds maximum queue size" in found.says


def test_a_model_that_raises_says_why(triton: server.Triton) -> None:
    request = load.ask_all(triton.http, "raises", [[0.1] * 16])
    found = load.measure(triton.http, request, clients=1, seconds=0.1, warm=0)
    assert "ValueError: no such customer" in found.says
    assert triton.process.runs


def test_it_listens_on_this_machine_only(triton: server.Triton) -> None:
    for where in (triton.http, f"http://{triton.grpc}", triton.metrics):
        addresses = listening(urlsplit(where).port or 0)
        assert addresses
        # 127.0.0.1, also as IPv6 writes it, in the order of bytes that Linux has there.
        assert all(one.endswith("0100007F") for one in addresses)


def listening(port: int) -> list[str]:
    found = []
    for table in ("tcp", "tcp6"):
        for line in Path("/proc/net", table).read_text().splitlines()[1:]:
            address, _, number = line.split()[1].partition(":")
            if line.split()[3] == "0A" and int(number, 16) == port:
                found.append(address)
    return found


def test_a_port_in_use_and_a_repository_that_fails(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        http, (grpc, metrics) = taken.getsockname()[1], free_ports(2)
        with pytest.raises(ServerError, match="already in use"):
            server.start(tmp_path, ports=(http, grpc, metrics))
    recurrent.write(tmp_path, "wrong")
    path = tmp_path / "wrong/config.pbtxt"
    path.write_text(path.read_text().replace('"python"', '"pyton"'))
    with pytest.raises(
        ServerError, match=r"(?s)^Triton ended with exit status 1.*failed to load all"
    ):
        server.start(tmp_path)


def test_the_contest_has_both_sides_answer_alike() -> None:
    prepared = served_twice.prepare(4, 8)
    try:
        assert prepared.same() == ""
        prepared.old()
        prepared.new()
    finally:
        prepared.close()
