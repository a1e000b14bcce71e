"""The scripts of pages, joined: what runs is what ran, and few files are asked for."""

import json
import re
from pathlib import Path
from posixpath import dirname, normpath

import pytest

from certlab.app.esm import SOURCE, browser_files
from certlab.app.page_scripts import MAIN, page_scripts
from certlab.app.page_styles import STYLE, page_styles
from certlab.app.pages.sources import SCRIPT
from tests.widgets.test_esm import run_node

NATIVE = re.compile(r'^import [^;]*? from "(\.[^"]+)";', re.MULTILINE)
FIRST = "app/static/site/first.js"
SMALL = {
    FIRST: """import { say, said as heard } from "../words.js";
import { HERE } from "./here.js";
say("first");
const { later } = await import("../../../day/static/later.js");
later();
const board = await import(new URL("labs/x/static/board/page.js", HERE).href);
board.mount();
const { default: odd } = await import("../odd.js");
console.log(JSON.stringify([HERE, heard, odd]));
""",
    "app/static/words.js": """export const said = [];
export function say(word) {
  said.push(word);
}
""",
    "app/static/site/here.js": """export const HERE = new URL("../../../", import.meta.url).href;
""",
    "app/static/both.js": """import { say } from "./words.js";
export class Both {
  constructor(name) {
    say(`both ${name}`);
  }
}
""",
    "app/static/odd.js": """import { say } from "./words.js";
say("odd");
const value = await Promise.resolve(7);
export { value as default };
""",
    "day/static/later.js": """import { Both } from "../../app/static/both.js";
import { deep } from "./deep.js";
export async function later() {
  new Both("later");
  deep();
}
""",
    "day/static/deep.js": """import { say } from "../../app/static/words.js";
export const WORKER = new URL("./worker.js", import.meta.url);
export function deep() {
  say("deep");
}
""",
    "day/static/worker.js": """import { later } from "./later.js";
later();
""",
    "labs/x/static/board/page.js": """import widget from "./board.js";
import { Both } from "../../../../app/static/both.js";
export function mount() {
  new Both(widget.name);
}
""",
    "labs/x/static/board/board.js": """export default { name: "board" };
""",
    "app/static/notebook/quiz.js": """import { say } from "../words.js";
export default { say };
""",
}  # fmt: skip


def imports(name: str, text: str) -> set[str]:
    """What a script asks for at once, from the package."""
    return {normpath(f"{dirname(name)}/{one}") for one in NATIVE.findall(text)}


def test_what_is_joined_runs_as_it_ran_apart(tmp_path: Path) -> None:
    for folder, texts in (("apart", SMALL), ("joined", page_scripts(SMALL, FIRST))):
        root = tmp_path / folder
        for name, text in texts.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, "utf-8")
        (root / "package.json").write_text('{"type": "module"}', "utf-8")
        ran = run_node(root / FIRST)
        assert ran.stderr == ""
        here, heard, odd = json.loads(ran.stdout)
        assert here == root.as_uri() + "/", folder
        assert heard == ["first", "both later", "deep", "both board", "odd"], folder
        assert odd == 7


def test_a_module_is_held_once_and_handed_on_from_its_address() -> None:
    made = page_scripts(SMALL, FIRST)
    for text in ("said = []", "class Both", 'say("deep")', 'name: "board"'):
        holders = [name for name in made if text in made[name]]
        assert len([name for name in holders if not name.endswith("worker.js")]) == 1
    assert "said = []" in made[MAIN]  # every page's
    assert "class Both" in made[MAIN]  # of day and of labs
    assert 'say("deep")' in made["day/static/later.js"]  # its alone
    assert 'name: "board"' in made["labs/x/static/board/page.js"]
    assert made["app/static/both.js"] == (
        'import { $app_static_both } from "./joined/main.js";\n'
        "export const { Both } = $app_static_both;\n"
    )


def test_a_worker_holds_all_that_it_imports_and_leaves_the_others_as_they_are() -> None:
    """It has no page, and what it shares a file with may need one."""
    worker = "day/static/worker.js"
    made = page_scripts(SMALL, FIRST)
    assert imports(worker, made[worker]) == set()
    for text in ("said = []", "class Both", 'say("deep")'):
        assert text in made[worker]
    without = page_scripts({k: v for k, v in SMALL.items() if k != worker}, FIRST)
    assert {k: v for k, v in made.items() if k != worker} == without


@pytest.fixture(scope="module")
def ours() -> dict[str, str]:
    """All scripts of the package, as pages are served them."""
    texts = {
        path.relative_to(SOURCE).as_posix(): path.read_text("utf-8")
        for path in browser_files()
        if path.suffix == ".js"
    }
    return page_scripts(texts, SCRIPT)


def test_no_script_waits_for_a_third(ours: dict[str, str]) -> None:
    """A page asks for one, which asks for those that several have in common, and no more."""
    common = {name for name in ours if name.startswith("app/static/joined/")}
    assert imports(MAIN, ours[MAIN]) == set()
    pages = [name for name in ours if name.endswith("/page.js")]
    for name in [SCRIPT, *pages, *common]:
        at_once = imports(name, ours[name])
        assert at_once <= common, name
        for one in at_once:
            assert imports(one, ours[one]) <= at_once, (name, one)


def test_each_is_a_module_that_parses(ours: dict[str, str], tmp_path: Path) -> None:
    """And exports what it did; a name may be declared once in a file."""
    for n, (name, text) in enumerate(ours.items()):
        (tmp_path / f"{n}.mjs").write_text(f"/* {name} */\n{text}", "utf-8")
    script = (
        "import { readFileSync } from 'node:fs'; import { SourceTextModule } from 'node:vm';"
        f"for (let n = 0; n < {len(ours)}; n++) {{"
        f" const text = readFileSync({json.dumps(str(tmp_path))} + `/${{n}}.mjs`, 'utf-8');"
        " try { new SourceTextModule(text); } catch (error) { console.log(text.slice(0, 80), error.message); }"
        "}"
    )
    ran = run_node(
        *("--experimental-vm-modules", "--no-warnings", "--input-type=module"),
        *("--eval", script),
    )
    assert (ran.stdout, ran.stderr) == ("", "")


def test_a_page_has_its_frame_and_its_widgets_styles_in_one_file() -> None:
    """And an icon in it, which is no request of its own."""
    sheets = {
        "app/static/theme/theme.css": b".certlab { --cl-ink: black; }\n",
        "app/static/theme/widgets.css": b".certlab .cl-item { margin: 0; }\n",
    }
    style = page_styles(sheets)[STYLE].decode()
    tokens, frame, widgets = (
        style.index(one)
        for one in ("body { --cl-ink: black; }", ".top .brand", ".certlab .cl-item")
    )
    assert tokens < frame < widgets
    addresses = re.findall(r"url\(([^)]*)\)", style)
    assert addresses
    assert all(one.startswith('"data:') for one in addresses)
