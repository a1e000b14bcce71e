"""A folder `static` anywhere in the package is the app's browser code, because of its name."""

import json
import re
from pathlib import Path

import pytest

from certlab.app import assets, esm, page_widgets
from certlab.app.esm import SOURCE, browser_files, joined, scope_name
from certlab.course import Course
from certlab.site.lite import output
from tools.style_sheets import faults

ROOT = SOURCE.parents[1]
TREE = {
    "app/static/dom.js": "export const node = 1;\n",
    "app/static/words.LICENSE.txt": "",
    "day/static/today/page.js": 'import { node } from "../../../app/static/dom.js";\nexport default { node };\n',
    "day/static/today/today.css": ".certlab .cl-today { top: 0; }",
    "day/static/today/today.js": 'node("div", { class: "cl-today" });',
    "labs/dials/static/dial.css": "p { top: 0; }",
    "planner/rules/static/goal.js": "",
    "planner/rules/static/static/deep.js": "",
    # Under another name; what JupyterLab, Sphinx and JupyterLite load themselves, and what a wheel carries.
    "app/labextension/x/static/a.js": "",
    "app/pages/sphinx/static/b.js": "",
    "site/lite/static/c.js": "",
    "planner/statics/other.js": "",
    "_pages/one/lite/static/d.js": "",
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An invented package, in the place of ours."""
    package = tmp_path / "package"
    for name, text in TREE.items():
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    for module in (esm, assets, page_widgets):
        monkeypatch.setattr(module, "SOURCE", package)
    monkeypatch.setattr(browser_files, "__defaults__", (package,))
    return package


def test_a_folder_is_found_by_its_name(package: Path) -> None:
    files = [one.relative_to(package).as_posix() for one in browser_files()]
    assert files == list(TREE)[:8]


def test_pages_are_served_it(package: Path, fixed: Course, tmp_path: Path) -> None:
    folder = tmp_path / assets.write_assets(fixed, tmp_path)
    written = {one.relative_to(folder).as_posix() for one in folder.rglob("*")}
    assert {"day/static/today/page.js", "app/static/words.LICENSE.txt"} <= written
    assert not {one for one in written if one.endswith(("/b.js", "/c.js", "/d.js"))}
    assert page_widgets.folder("today") == "day/static/today/"


def test_a_notebook_has_it_joined(package: Path) -> None:
    page = package / "day/static/today/page.js"
    assert "const $app_static_dom = " in joined(page)
    assert scope_name(page) == "$day_static_today_page"


def test_its_sheets_keep_to_their_widgets(package: Path) -> None:
    (fault,) = faults(package)
    assert "labs/dials/static/dial.css:1: p is not about" in fault


def test_types_are_checked_in_every_such_folder() -> None:
    included = json.loads((ROOT / "tsconfig.json").read_text("utf-8"))["include"]
    assert included == ["src/certlab/**/static/**/*"]
    assert all("static" in one.relative_to(SOURCE).parts for one in browser_files())


def test_a_module_of_jupyterlite_reaches_it() -> None:
    text = 'import { day } from "../../../day/static/day.js";\nimport { Bar } from "./bar.js";\n'
    placed = output.placed(text, "_static/certlab-1", "9")
    assert re.findall('from "(.*)"', placed) == [
        "../_static/certlab-1/day/static/day.js",
        "./bar.js?v=9",
    ]
