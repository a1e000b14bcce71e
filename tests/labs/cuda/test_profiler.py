"""The profiled training loop: its trace has its parts, and failures are sentences."""

import json
import sys

import pytest

from certlab.errors import BackendError
from certlab.labs.cuda import chrome_trace
from certlab.labs.cuda.real import profiler


@pytest.fixture
def torch_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other tests of this folder hide torch."""
    monkeypatch.delitem(sys.modules, "torch")


def test_the_trace_names_every_part_of_every_step(torch_here: None) -> None:
    events = chrome_trace.read(profiler.training(2))
    steps = [one for one in events if one.name.startswith("step ")]
    assert [one.name for one in steps] == ["step 1", "step 2"]
    for step in steps:
        inside = [
            one.name for one in events if step.holds(one) and one.name in profiler.PARTS
        ]
        assert inside == list(profiler.PARTS)
    assert "aten::linear" in {one.name for one in events}


def test_shortened_it_says_the_same_of_the_parts(torch_here: None) -> None:
    whole = profiler.training(1, from_text=False)
    short = profiler.shortened(whole, {"at": "today"})
    assert json.loads(short)["made"] == {"at": "today"}
    assert len(short) < len(whole)
    kinds = ("user_annotation", "cpu_op")
    ours = [(o.name, o.seconds) for o in chrome_trace.read(short)]
    theirs = [
        (o.name, o.seconds) for o in chrome_trace.read(whole) if o.category in kinds
    ]
    assert ours == [(name, pytest.approx(seconds)) for name, seconds in theirs]


def test_without_torch_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiler.importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(BackendError, match=r"pip install 'certlab\[torch\]'"):
        profiler.training()


def test_a_process_that_fails_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiler.importlib.util, "find_spec", lambda _name: object())
    monkeypatch.setattr(profiler, "__name__", "no_such_module")
    with pytest.raises(BackendError, match="No module named 'no_such_module'"):
        profiler.training()
