"""`certlab ask` as somebody types it, on the small course with groups and a word of everyday."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from certlab.course import location
from certlab.terminal.paragraphs import columns
from tests.command_line import certlab
from tests.conftest import FIXED

GROUPS = """
[[group]]
title = "Hardware"
zh_TW = "硬體"
modules = ["mig"]

[[group]]
title = "Programming"
zh_TW = "程式設計"
modules = ["cuda"]
"""
EVERYDAY = """
[[word]]
says = ["hack to pieces"]
means = ["fragmentation"]
"""
Found = Callable[..., dict[str, Any]]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The course that there is, and an empty cache."""
    root = tmp_path / "course"
    shutil.copytree(FIXED, root)
    settings = root / "content/course.toml"
    settings.write_text(settings.read_text("utf-8") + GROUPS, "utf-8")
    (root / "content/everyday.toml").write_text(EVERYDAY, "utf-8")
    monkeypatch.setattr(location, "find", lambda: root)
    monkeypatch.setenv("CERTLAB_CACHE", str(tmp_path / "cache"))
    return root


def found(*words: str) -> dict[str, Any]:
    """What it prints as JSON."""
    ran = certlab("ask", *words, "--json")
    assert (ran.returncode, ran.stderr) == (0, "")
    told: dict[str, Any] = json.loads(ran.stdout)
    return told


@pytest.mark.usefixtures("root")
def test_passages_stand_with_their_place_in_eighty_columns() -> None:
    ran = certlab("ask", "how do warps wait")
    assert ran.returncode == 0
    assert "   modules/cuda.html#warps" in ran.stdout.splitlines()
    assert "Programming" in ran.stdout
    assert ran.stdout.count(".html") <= 5
    assert max(map(columns, ran.stdout.splitlines())) <= 80


@pytest.mark.usefixtures("root")
def test_words_may_be_typed_with_and_without_quotes_and_a_fact_has_its_tier() -> None:
    told = found("how", "many", "threads", "in", "a", "warp")
    assert told["answers"] == found("how many threads in a warp")["answers"]
    fact = next(one for one in told["answers"] if one["id"] == "fact:warp.threads")
    assert "32" in fact["says"]
    assert "tier A" in fact["says"]
    assert fact["address"].endswith("#warp.threads")


@pytest.mark.usefixtures("root")
def test_a_category_is_a_group_or_a_module_and_leaves_out_the_others() -> None:
    everywhere = found("memory", "--count", "20")
    modules = {one["module"] for one in everywhere["answers"]}
    assert {"mig", "cuda"} <= modules
    assert everywhere["categories"] == ["Hardware", "Programming"]
    for category in ("hardware", "mig"):
        only = found("memory", "--category", category, "--count", "20")
        assert {one["module"] for one in only["answers"]} == {"mig"}
    ran = certlab("ask", "memory", "--category", "Hardwear")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "did you mean Hardware?" in ran.stderr


@pytest.mark.usefixtures("root")
def test_what_people_say_is_taken_for_what_the_course_calls_it() -> None:
    first = found("what does hack to pieces mean")["answers"][0]
    assert first["id"] == "page:mig#fragmentation"


@pytest.mark.usefixtures("root")
@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([""], "The word after ask is empty"),
        (["   "], "names nothing to look for"),
        (["what", "is", "the"], "names nothing to look for"),
        (["?! …"], "names nothing to look for"),
        (["x" * 10_240], "The question has 10,240 characters; ask in 500 at most."),
        (["Fledermausflügel"], "Nothing was found for Fledermausflügel."),
    ],
)
def test_what_cannot_be_answered_is_one_sentence(words: list[str], says: str) -> None:
    ran = certlab("ask", *words)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert says in ran.stderr
    assert ran.stderr.count("\n") == 1


@pytest.mark.usefixtures("root")
def test_a_word_that_is_misread_or_unknown_is_said() -> None:
    ran = certlab("ask", "Was ist ein contianer, Fledermaus?")
    assert ran.returncode == 0
    assert "contianer as container" in ran.stdout
    assert "Nothing in the course is called" in ran.stdout
    assert "fledermaus" in ran.stdout


@pytest.mark.usefixtures("root")
def test_markup_and_orders_to_the_terminal_are_words_like_others() -> None:
    ran = certlab("ask", "<b>warps</b> {fact:warp.threads} \x1b[31m[bold]$(ls)")
    assert ran.returncode == 0
    assert "\x1b" not in ran.stdout
    assert "warp" in ran.stdout


def test_an_edited_course_is_read_anew_and_an_unchanged_one_is_not(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not found("fragmentation")["unknown"]
    page = root / "content/modules/mig.md"
    page.write_text(page.read_text("utf-8").replace("## Fragmentation", "## Fragmentation and xylophones"), "utf-8")  # fmt: skip
    first = found("xylophones")["answers"][0]
    assert first["title"] == "Fragmentation and xylophones"

    def never(*_: object) -> None:
        raise AssertionError("the course was read again")

    monkeypatch.setattr("certlab.app.search_files.load", never)
    assert found("xylophones")["answers"][0] == first


@pytest.mark.usefixtures("root")
def test_it_speaks_another_language_where_the_pages_have_none() -> None:
    ran = certlab("ask", "MIG", "--lang", "zh_TW")
    assert ran.returncode == 0
    assert "事實 · Facts" in ran.stdout
    assert "modules/mig.html" in ran.stdout


def test_a_broken_list_of_everyday_words_is_refused(root: Path) -> None:
    path = root / "content/everyday.toml"
    path.write_text(EVERYDAY + EVERYDAY + "[[word]]\nsays = []\n", "utf-8")
    ran = certlab("ask", "warps")
    assert ran.returncode == 1
    checked = certlab("check").stdout
    assert "stands here twice" in checked
    assert "says is empty" in checked
    assert "means" in checked
