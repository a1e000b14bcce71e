"""Several modules made one for anywidget, and the same files run as they are."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from certlab.app.esm import COMMENT, STATIC, browser_files, joined, style
from tests.parsed_scripts import scripts

ENTRIES = (
    *(f"notebook/{it}.js" for it in ("quiz", "flashcards", "exam", "start")),
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


@pytest.fixture
def join(tmp_path: Path) -> Callable[..., str]:
    """Join modules given by name and text; the first is the entry."""

    def made(**texts: str) -> str:
        for name, text in texts.items():
            path = tmp_path / f"{name.replace('_', '/')}.js"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")
        return joined(tmp_path / f"{next(iter(texts))}.js")

    return made


def test_each_module_has_a_scope_of_its_own(
    join: Callable[..., str], tmp_path: Path
) -> None:
    text = join(
        a='import { b, far as one } from "./b.js";\nimport { C } from "./deep/c.js";\n'
        "const far = b();\nconsole.log(far, one, new C().one);\n"
        "export default { render() {} };\n",
        b='import {\n  C,\n} from "./deep/c.js";\nconst one = 1;\n'
        "export const far = new C().one;\nexport function b() {\n  return one;\n}\n",
        deep_c='import { d } from "../d.js";\nexport class C {\n  one = d;\n}\n',
        d="const one = 3;\nexport const d = one;\n",
    )
    whole = tmp_path / "whole.mjs"
    whole.write_text(text, "utf-8")
    ran = run_node(whole)
    assert (ran.stdout.strip(), ran.stderr) == ("1 3 3", "")


@pytest.mark.parametrize(
    ("texts", "says"),
    [
        ({"a": 'import b from "./b.js";\n', "b": ""}, "import b from"),
        ({"a": 'const b = import("./b.js");\n', "b": ""}, "import("),
        ({"a": "const at = import.meta.url;\n"}, "import.meta"),
        (
            {"a": 'import { b } from "./b.js";\n', "b": "export let b = 1;\n"},
            "export let",
        ),
        (
            {"a": 'import { b } from "./b.js";\n', "b": "let b;\nexport { b };\n"},
            "export { b }",
        ),
        (
            {"a": 'import { b } from "./b.js";\n', "b": "export const b = await 1;\n"},
            "await",
        ),
        (
            {
                "a": 'import { b } from "./b.js";\n',
                "b": 'import { a } from "./a.js";\n',
            },
            "circle",
        ),
    ],
)
def test_what_cannot_be_joined_is_refused(
    join: Callable[..., str], texts: dict[str, str], says: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        join(**texts)


def test_a_page_is_served_all_of_a_script_but_its_comments() -> None:
    for path in browser_files():
        whole = path.read_text("utf-8").splitlines()
        left = iter(COMMENT.sub(b"", path.read_bytes()).decode().splitlines())
        line = next(left, None)
        gone = {}
        for number, one in enumerate(whole, 1):
            if one == line:
                line = next(left, None)
            else:
                gone[number] = one.strip()
        assert line is None, path
        told = scripts()[path].comments if path in scripts() else ()
        alone = {number for number, _ in told}  # of a text in backticks none is one
        odd = [
            one
            for number, one in gone.items()
            if not one.startswith(("/**", "*"))
            and not (one.startswith("//") and number in alone)
        ]
        assert odd == [], path


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
