"""In a browser's Python an exercise is sent to the page, and nowhere else it is."""

import json
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from certlab.study import browser, exercises


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    """What goes over the page's channels, with Pyodide's modules stood in for."""
    found: list[tuple[str, dict[str, Any]]] = []

    def channel(name: str) -> SimpleNamespace:
        post = lambda message: found.append((name, message))
        return SimpleNamespace(postMessage=post, close=lambda: None)

    entries = SimpleNamespace(fromEntries=dict)
    js = SimpleNamespace(BroadcastChannel=SimpleNamespace(new=channel), Object=entries)
    ffi = SimpleNamespace(to_js=lambda value, dict_converter: dict_converter(value))
    monkeypatch.setitem(sys.modules, "js", js)
    monkeypatch.setitem(sys.modules, "pyodide", SimpleNamespace(ffi=ffi))
    monkeypatch.setitem(sys.modules, "pyodide.ffi", ffi)
    return found


def test_a_browser_sends_each_new_result(
    sent: list[tuple[str, dict[str, Any]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser, "HERE", True)
    assert exercises.check_value("mig-x", 2, 3, hint="more").outcome == "wrong"
    exercises.check_value("mig-x", 2, 3, hint="more")  # nothing new
    assert exercises.check_value("mig-x", 3, 3).outcome == "correct"
    rows = [json.loads(message["line"]) for _, message in sent]
    assert [row["outcome"] for row in rows] == ["wrong", "correct"]
    assert {(row["item"], row["surface"], row["mode"]) for row in rows} == {
        ("mig-x", "lite", "exercise")
    }
    assert {(name, message["type"]) for name, message in sent} == {
        ("certlab-keep", "keep")
    }


def test_elsewhere_nothing_is_sent(sent: list[tuple[str, dict[str, Any]]]) -> None:
    exercises.check_value("mig-x", 3, 3)
    assert sent == []
