"""Model Optimizer where a lab finds it: run, recorded, and refused in a sentence."""

from pathlib import Path

import pytest

from certlab.errors import Refusal
from certlab.labs.tensorrt.real import (
    model_optimizer,
    networks,
    runtime,
)
from tests.late import Late

np = Late("numpy")
# Stands in for a Python that has the tool: its file is the given one, unchanged.
COPIES = """#!/bin/sh
[ "$1" = -c ] && echo 9.8 && exit
cp "$4" "$6"
"""


def test_what_was_not_recorded_is_refused_with_what_would_help(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(model_optimizer.PYTHON, raising=False)
    with pytest.raises(Refusal, match=r"no recording other.*name its Python\.$"):
        model_optimizer.quantised("other", networks.blocks(1, 2, 4), None)


@pytest.mark.parametrize(
    ("program", "says"),
    [
        ("#!/bin/sh\necho no such module >&2; exit 1\n", "no such module"),
        ("", "denied"),
    ],
)
def test_a_python_without_it_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, says: str
) -> None:
    monkeypatch.setenv(model_optimizer.PYTHON, str(_program(tmp_path, program)))
    inputs = np.zeros((2, 2, 4, 4), np.float32)
    with pytest.raises(
        Refusal, match=f"wrote no file: .*{says}.*; see that CERTLAB_MO"
    ):
        model_optimizer.quantised("x", networks.blocks(1, 2, 4), inputs)


def test_a_recording_holds_no_weights_and_takes_them_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    network = networks.blocks(1, channels=2, side=4)
    inputs = np.ones((3, 2, 4, 4), np.float32)
    monkeypatch.setenv(model_optimizer.PYTHON, str(_program(tmp_path, COPIES)))
    monkeypatch.setenv(model_optimizer.RECORD, str(tmp_path))
    assert model_optimizer.says().startswith("Model Optimizer 9.8 runs here")
    made = model_optimizer.quantised("mine", network, inputs)
    assert made == network
    assert (tmp_path / "mine.onnx").stat().st_size < len(network.SerializeToString())
    monkeypatch.delenv(model_optimizer.PYTHON)
    monkeypatch.setattr(model_optimizer, "RECORDED", tmp_path)
    again = model_optimizer.quantised("mine", network, None)
    wanted, found = (runtime.load(one).run(inputs) for one in (network, again))
    assert np.array_equal(wanted, found)
    assert "Model Optimizer 9.8" in model_optimizer.says()


def _program(folder: Path, text: str) -> Path:
    path = folder / "python"
    path.write_text(text, "utf-8")
    path.chmod(0o755 if text else 0o644)
    return path
