"""What serves the file: the real Triton, taken ports, a kill, and the stand-in."""

import gc
import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from certlab.errors import Refusal, ServerError
from certlab.labs.mlops.real.pipeline import serving
from certlab.labs.tensorrt.real import networks
from certlab.labs.triton import metrics
from certlab.labs.triton.environment import ENVIRONMENT
from certlab.servers.own_environment import OwnEnvironment
from tests.late import Late

np = Late("numpy")
helper = Late("onnx.helper")
triton = pytest.mark.skipif(bool(ENVIRONMENT.lacks), reason=ENVIRONMENT.lacks)
ROW = [1.0] + [0.0] * 9


def model(weight: float = 1.0) -> Any:
    """Logits 0 and weight times the first measure."""
    weights = np.zeros((10, 2), np.float32)
    weights[0, 1] = weight
    node = helper.make_node("MatMul", ["x", "w"], ["y"])
    return networks.model([node], {"w": weights}, ["batch", 10], ["batch", 2])


@pytest.fixture(scope="module")
def service() -> Iterator[serving.Triton]:
    found = serving.start(model())
    assert isinstance(found, serving.Triton)
    yield found
    found.stop()


@triton
def test_triton_answers_each_row_and_counts_it(service: serving.Triton) -> None:
    assert service.ask([ROW, [0.0] * 10]) == pytest.approx([0.731, 0.5], abs=1e-3)
    rows = metrics.read(service.metrics())
    assert metrics.total(rows, "nv_inference_request_failure", model=serving.NAME) == 0
    assert any(name == "nv_inference_request_success" for name, _ in rows)


@triton
def test_a_row_of_another_length_is_refused_in_tritons_words(
    service: serving.Triton,
) -> None:
    with pytest.raises(ServerError, match=r"^serve: Triton refuses a row: .*shape"):
        service.ask([[1.0, 2.0]])


@triton
def test_a_server_that_was_killed_is_told_and_leaves_no_folder() -> None:
    found = serving.start(model())
    assert isinstance(found, serving.Triton)
    folder = found.folder
    for one in Path("/proc").glob("[0-9]*/cmdline"):
        words = one.read_bytes().split(b"\0")
        own = f"--model-repository={folder / 'models'}".encode() in words
        if own and words[0].endswith(b"tritonserver"):
            os.kill(int(one.parent.name), signal.SIGKILL)
    with pytest.raises(ServerError, match=r"^serve: Triton does not answer any more"):
        found.ask([ROW] * 1000)  # the kernel ends a process a moment after the signal
    found.stop()
    found.stop()
    assert not folder.exists()


@triton
def test_a_service_that_nobody_holds_any_more_is_ended() -> None:
    found = serving.start(model())
    assert isinstance(found, serving.Triton)
    live, folder = found.live, found.folder
    assert live.process.runs
    del found
    gc.collect()
    assert not live.process.runs
    assert not folder.exists()


@triton
def test_a_file_that_is_no_model_is_told_in_one_line() -> None:
    class Broken:
        def SerializeToString(self) -> bytes:
            return b"no model"

    with pytest.raises(ServerError) as told:
        serving.start(Broken())
    assert str(told.value).startswith("serve: Triton did not start: ")
    assert "\n" not in str(told.value)


@triton
def test_a_taken_port_is_told_by_its_number() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(ServerError, match=f"port {port} is taken by another"):
            serving.start(model(), (port, port, port))


def test_a_repository_that_the_checker_does_not_take_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = tmp_path / "files"
    files.mkdir()
    text = (serving.FILES / "config.pbtxt").read_text()
    (files / "config.pbtxt").write_text(text.replace("TYPE_FP32", "FP32"))
    (files / "model.txt").write_text("")
    monkeypatch.setattr(serving, "FILES", files)
    with pytest.raises(Refusal, match=r"^serve: tumour: input x has the type FP32"):
        serving.written(model(), tmp_path / "folder")


def test_where_triton_is_not_prepared_a_stand_in_serves_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = tmp_path / "lock.txt"
    lock.write_text("nothing==1 --hash=sha256:0\n")
    elsewhere = OwnEnvironment(
        "triton", lock, tmp_path, ("no such system",), ((3, 11),)
    )
    monkeypatch.setattr(serving, "ENVIRONMENT", elsewhere)
    found = serving.start(model(2.0))
    assert isinstance(found, serving.StandIn)
    assert "stand-in" in found.says
    assert "no such system" in found.says
    assert found.ask([ROW, [0.0] * 10]) == pytest.approx([0.881, 0.5], abs=1e-3)
    (counted,) = metrics.read(found.metrics()).values()
    assert counted == 2
    found.stop()
    with pytest.raises(ServerError, match="was stopped; run serve again"):
        found.ask([ROW])
