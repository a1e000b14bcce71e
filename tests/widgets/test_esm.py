"""Several modules made one for anywidget, and the same files run as they are."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from certlab.app import esm
from certlab.app.esm import STATIC, browser_files, joined, style

ENTRIES = (
    *("deck/quiz.js", "deck/flashcards.js", "exam/exam.js", "start/start.js"),
    "progress/progress.js",
    "../../labs/mig/static/board/board.js",
    "../../labs/gpu_architecture/static/numberbits/numberbits.js",
    *(
        f"../../labs/distributed/static/{it}/{it}.js"
        for it in ("collective", "schedule")
    ),
)


def run_node(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    return subprocess.run(
        [node, *arguments], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_joined_text_is_one_valid_module(entry: str, tmp_path: Path) -> None:
    path = tmp_path / "joined.mjs"
    path.write_text(joined(entry), "utf-8")
    checked = run_node("--check", path)
    assert checked.stderr == ""


@pytest.mark.parametrize("entry", ENTRIES)
def test_nothing_is_imported_and_one_thing_exported(entry: str) -> None:
    text = joined(entry)
    assert not re.search(r"^\s*import\b", text, re.MULTILINE)
    assert re.findall(r"^export.*", text, re.MULTILINE)[0].startswith(
        "export default {"
    )
    assert len(re.findall(r"^export", text, re.MULTILINE)) == 1


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_module_comes_once_and_after_those_it_needs(entry: str) -> None:
    text = joined(entry)
    assert text.count("function node(") == 1
    user = "function inline(" if "function inline(" in text else "export default {"
    assert text.index("function node(") < text.index(user)


def test_a_name_declared_in_two_modules_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.js").write_text('import { b } from "./b.js";\nconst one = b;\n')
    (tmp_path / "b.js").write_text("const one = 1;\nexport const b = one;\n")
    monkeypatch.setattr(esm, "STATIC", tmp_path)
    joined.cache_clear()
    whole = tmp_path / "whole.mjs"
    whole.write_text(joined("a.js"), "utf-8")
    joined.cache_clear()
    assert "already been declared" in run_node("--check", whole).stderr


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_modules_import_each_other_natively(entry: str) -> None:
    code = (
        f"const it = await import({json.dumps((STATIC / entry).resolve().as_uri())});"
    )
    script = f"{code} console.log(typeof it.default.render);"
    ran = run_node("--input-type=module", "--eval", script)
    assert (ran.stdout.strip(), ran.stderr) == ("function", "")


def test_the_style_keeps_to_the_widget() -> None:
    text = re.sub(r"/\*.*?\*/", "", style(), flags=re.DOTALL)
    selectors = re.findall(r"([^{};]+)\{", text)
    rules = [one.strip() for one in selectors if not one.strip().startswith("@")]
    assert rules
    assert [one for one in rules if ".certlab" not in one] == []


def test_nothing_is_fetched_from_elsewhere() -> None:
    words = re.compile(r"https?://[\w.]+")
    found = {
        address
        for path in browser_files()
        for address in words.findall(path.read_text("utf-8"))
    }
    assert found == {"http://www.w3.org"}  # the SVG namespace's name


DAYS = [
    ("2026-11-24", "2026-11-21", "in 3 days, Tuesday 24 November"),
    ("2026-11-22", "2026-11-21", "tomorrow, Sunday 22 November"),
    ("2026-11-21", "2026-11-21", "today"),
    ("2026-11-20", "2026-11-21", "today"),
    ("2027-01-02", "2026-12-31", "in 2 days, Saturday 2 January 2027"),
    ("2028-03-01", "2028-02-28", "in 2 days, Wednesday 1 March"),
]


def test_days_are_said_in_words() -> None:
    address = json.dumps((STATIC / "dates.js").as_uri())
    script = (
        f"const {{ dueWords, shortDay }} = await import({address});"
        f"const said = {json.dumps(DAYS)}.map(([due, today]) => dueWords(due, today));"
        'console.log(JSON.stringify([said, shortDay("2026-11-03")]));'
    )
    ran = run_node("--input-type=module", "--eval", script)
    said, short = json.loads(ran.stdout)
    assert said == [words for _, _, words in DAYS]
    assert short == "3 Nov 2026"
