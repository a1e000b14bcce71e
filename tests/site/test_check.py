"""A site that would go to another host is refused, whatever the builders said."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from certlab.app import content_security
from certlab.site.check import check

KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"
Refused = Callable[[Callable[[], object]], str]


def page(body: str) -> str:
    rule = f'<meta http-equiv="Content-Security-Policy" content="{content_security.PAGES}">'
    return f"<!doctype html><html lang=en><head>{rule}</head><body>{body}</body></html>"


def config(**kernel: object) -> str:
    settings = {
        "pyodideUrl": "./static/pyodide-1/pyodide.mjs",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {"packages": ["certlab"]},
        **kernel,
    }
    return json.dumps(
        {"jupyter-config-data": {"litePluginSettings": {KERNEL: settings}}}
    )


LOCK = json.dumps({"packages": {"certlab": {"file_name": "certlab.whl"}}})
GOOD = {
    "index.html": page('<img src="a.svg"><a href="https://example.org/">source</a>'),
    "_static/site.css": "a { background: url(data:image/png;base64,AA) } b { background: url('x.svg') }",
    "_static/certlab-1/page.js": 'import { open } from "./store.js";\n',
    "lite/index.html": page(""),
    "lite/jupyter-lite.json": config(),
    "lite/static/pyodide-1/pyodide.mjs": "",
    "lite/static/pyodide-1/pyodide-lock.json": LOCK,
    "lite/static/pyodide-1/certlab.whl": "",
}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for name, text in GOOD.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path


def test_a_whole_site_passes(site: Path) -> None:
    check(site)


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("index.html", page('<script src="https://cdn.test/a.js"></script>'), "it loads https://cdn.test/a.js"),
        ("index.html", page('<img src="//cdn.test/a.png">'), "it loads //cdn.test/a.png"),
        ("index.html", page('<link rel="stylesheet" href="http://cdn.test/a.css">'), "http://cdn.test/a.css"),
        ("index.html", page('<img src="a.png" srcset="a.png 1x, https://cdn.test/b.png 2x">'), "b.png"),
        ("index.html", "<!doctype html><html><body></body></html>", "no Content-Security-Policy"),
        ("_static/site.css", '@import "https://cdn.test/a.css";', "https://cdn.test/a.css"),
        ("_static/site.css", "a { src: url( 'https://cdn.test/f.woff2') }", "f.woff2"),
        ("_static/certlab-1/page.js", 'import { a } from "https://cdn.test/a.js";', "it imports"),
        ("_static/certlab-1/page.js", 'const a = await import("https://cdn.test/a.js");', "it imports"),
        ("lite/jupyter-lite.json", config(pyodideUrl="https://cdn.test/pyodide.mjs"), "names https://cdn.test"),
        ("lite/jupyter-lite.json", config(pyodideUrl=""), "Pyodide is not next to it"),
        ("lite/jupyter-lite.json", config(pyodideUrl="./static/pyodide-2/pyodide.mjs"), "Pyodide is not next to it"),
        ("lite/jupyter-lite.json", config(disablePyPIFallback=False), "looked for on the net"),
        ("lite/jupyter-lite.json", "{}", "Pyodide is not next to it"),
        ("lite/static/pyodide-1/pyodide-lock.json", '{"packages": {}}', "it lacks certlab"),
        ("lite/lab/jupyter-lite.json", config(pipliteUrls=["https://cdn.test/all.json"]), "all.json"),
        ("lite/static/pyodide-1/pyodide-lock.json", LOCK.replace("certlab.whl", "https://cdn.test/certlab.whl"), "not next to it"),
        ("lite/static/pyodide-1/pyodide-lock.json", LOCK.replace("certlab.whl", "gone.whl"), "gone.whl is not next to it"),
    ],
)  # fmt: skip
def test_what_would_leave_the_site_is_refused(
    site: Path, refused: Refused, name: str, text: str, says: str
) -> None:
    path = site / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")
    said = refused(lambda: check(site))
    assert said.startswith(f"{name}: ")
    assert says in said
    assert "was not put in place" in said


@pytest.mark.parametrize(
    "name", ["lite/jupyter-lite.json", "lite/static/pyodide-1/pyodide-lock.json"]
)
def test_what_is_missing_is_refused(site: Path, refused: Refused, name: str) -> None:
    (site / name).unlink()
    assert refused(lambda: check(site)).startswith(f"{name}: it is missing")
