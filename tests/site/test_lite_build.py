"""Building the labs: whole, local, the same each time, and plain about what is missing."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from certlab.app import content_security
from certlab.course import Course, load
from certlab.course.location import PARTS
from certlab.course.notebook import canonical, learners_copy
from certlab.site.lite import (
    cache_folders,
    full_pyodide,
    jupyterlite,
    own_wheel,
    pyodide,
    wheels,
)
from certlab.site.lite import output as lite
from certlab.site.lite.notebooks import write_notebooks
from certlab.site.lite.output import opens, ready, write_lite
from certlab.site.lite.python_folder import PRELOADED

Refused = Callable[[Callable[[], object]], str]


def silent(_: str) -> None:
    """Takes what a build says."""


@pytest.fixture(scope="module")
def built(site: Path) -> Path:
    """JupyterLite, as the site has it."""
    return site / "lite"


@pytest.fixture(scope="module")
def assets(site: Path) -> str:
    """Our modules, as JupyterLite names them."""
    (folder,) = site.glob("_static/certlab-*")
    return f"../_static/{folder.name}"


def config(built: Path) -> dict:
    text = (built / "jupyter-lite.json").read_text("utf-8")
    return json.loads(text)["jupyter-config-data"]


def python(built: Path) -> Path:
    (folder,) = (built / "static").glob("pyodide-*")
    return folder


def sums(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): cache_folders.sha256(path)
        for path in folder.rglob("*")
        if path.is_file()
    }


# What is built.


def test_python_is_loaded_from_beside_it_alone(built: Path) -> None:
    kernel = config(built)["litePluginSettings"][jupyterlite.KERNEL]
    assert kernel["pyodideUrl"] == f"./static/{python(built).name}/pyodide.mjs"
    assert kernel["disablePyPIFallback"] is True
    lock = json.loads((python(built) / pyodide.LOCK).read_text("utf-8"))["packages"]
    assert (
        set(PRELOADED) == set(kernel["loadPyodideOptions"]["packages"]) <= lock.keys()
    )
    there = sums(python(built))
    assert {
        one["file_name"]: one["sha256"] for one in lock.values()
    }.items() <= there.items()
    listed = {one["file_name"] for one in lock.values()}
    assert there.keys() - listed == {*pyodide.CORE}


def test_no_setting_names_a_host(built: Path) -> None:
    for path in [*built.rglob("jupyter-lite.json"), built / "notebooks.json"]:
        assert not re.search(r"https?://|cdn", path.read_text("utf-8")), path
    for path in built.rglob("jupyter-lite.ipynb"):  # may hold settings as well
        metadata = json.loads(path.read_text("utf-8"))["metadata"]["jupyter-lite"]
        assert not metadata.get("jupyter-config-data")


def test_what_learners_keep_hangs_on_no_path(built: Path) -> None:
    found = config(built)
    names = [
        found[f"{one}StorageName"] for one in ("contents", "settings", "workspaces")
    ]
    assert names == ["certlab notebooks", "certlab settings", "certlab layouts"]


def test_only_the_labs_app_is_there_under_the_policy(built: Path) -> None:
    pages = {path.relative_to(built).as_posix() for path in built.rglob("*.html")}
    assert pages == {"index.html", "lab/index.html"}
    for page in pages:
        text = (built / page).read_text("utf-8")
        first = re.search(r"<(?:meta http|script|link|style)[^>]*>", text)
        assert first is not None
        assert content_security.LITE in first.group()
        for attributes, code in re.findall(
            r"<script([^>]*)>(.*?)</script>", text, re.DOTALL
        ):
            assert "application/json" in attributes or not code.strip()


def test_the_charset_comes_where_browsers_look_for_it(built: Path) -> None:
    assert b"<meta charset" in (built / "lab" / "index.html").read_bytes()[:1024]


def test_what_keeps_its_name_is_asked_for_by_its_edition(
    built: Path, assets: str
) -> None:
    text = (built / "lab" / "index.html").read_text("utf-8")
    (edition,) = set(re.findall(r'"lab\.(?:js|css)\?v=([0-9a-f]{12})"', text))
    script = (built / "lab" / "lab.js").read_text("utf-8")
    imports = re.findall(r'^import .* from "(.*)";$', script, re.MULTILINE)
    assert imports == [
        f"../{assets}/app/static/store/store.js",
        f"../{assets}/app/static/store/workers.js",
        f"./bar.js?v={edition}",
        f"./edition.js?v={edition}",
        f"./kernel.js?v={edition}",
    ]
    names = [path.name for path in (built / "build").glob("*.js")]
    assert {name for name in names if not re.search(r"\.[0-9a-f]{7}\.js$", name)} == {
        "service-worker.js"
    }


def test_notebooks_are_the_courses_with_their_edition(
    built: Path, whole: Course
) -> None:
    listing = json.loads((built / "notebooks.json").read_text("utf-8"))
    every = [*whole.labs.values(), *whole.notebooks.values()]
    browser = {lab.file: lab for lab in every if "B" in lab.paths}
    there = {
        path.relative_to(built / "files").as_posix()
        for path in (built / "files").rglob("*.ipynb")
    }
    assert browser.keys() == listing.keys() == there
    for file, lab in browser.items():
        notebook = json.loads((built / "files" / file).read_text("utf-8"))
        assert (
            notebook["metadata"]["certlab"].pop("edition") == listing[file]["edition"]
        )
        whole_lab = learners_copy(json.loads(lab.path.read_text("utf-8")))
        whole_lab["cells"] = [
            cell
            for cell in whole_lab["cells"]
            if cell["metadata"].get("certlab", {}).get("only") != "machine"
        ]
        assert canonical(notebook) == canonical(whole_lab)
    assert listing["labs/mig/10_place_profiles.ipynb"]["page"] == "modules/mig.html"


def test_a_changed_course_gives_python_another_folder(
    built: Path, assets: str, whole: Course, tmp_path: Path
) -> None:
    for part in PARTS:
        shutil.copytree(whole.root / part, tmp_path / part)
    glossary = tmp_path / "content" / "modules" / "mig.md"
    glossary.write_text(glossary.read_text("utf-8") + "\nOne more line.\n", "utf-8")
    write_lite(load(tmp_path), tmp_path / "lite", assets, None, silent)
    assert python(tmp_path / "lite").name != python(built).name


def test_the_same_course_gives_the_same_bytes_whatever_lies_beside_it(
    built: Path,
    assets: str,
    whole: Course,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JUPYTERLITE_PYODIDE_URL", "https://example.org/pyodide.tar.bz2")
    stale = Path(".jupyterlite.doit.db")
    stale.write_bytes(b"stale")
    Path("jupyter_lite_config.json").write_text(
        '{"LiteBuildConfig": {"apps": ["repl"]}}'
    )
    write_lite(whole, tmp_path / "lite", assets, None, silent)
    assert sums(tmp_path / "lite") == sums(built)
    assert stale.read_bytes() == b"stale"


# Our own wheel.


def test_it_holds_what_a_browser_uses_of_the_package_and_the_course(
    whole: Course, tmp_path: Path
) -> None:
    path = own_wheel.pack(whole, tmp_path)
    with zipfile.ZipFile(path) as wheel:
        names = set(wheel.namelist())
    inside = {name.removeprefix("certlab/_course/") for name in names}
    files = [*whole.items.values(), *whole.labs.values(), *whole.figures.values()]
    assert {one.file for one in files} <= inside
    assert "certlab/labs/mig/static/board/board.js" in names
    assert not [
        name
        for name in names - {f"certlab/{one}" for one in own_wheel.BROUGHT}
        if re.search(r"^certlab/(site|cli|servers|terminal|day/plain)/", name)
        or re.search(r"/(tests|\..*|__pycache__)/", name)
    ]
    assert not [name for name in names if Path(name).suffix in own_wheel.WEIGHTS]
    (tmp_path / "two").mkdir()
    assert own_wheel.pack(whole, tmp_path / "two").read_bytes() == path.read_bytes()


def test_it_is_packed_from_an_installed_wheel_too(
    whole: Course, tmp_path: Path
) -> None:
    here = own_wheel.pack(whole, tmp_path)
    site = tmp_path / "installed"
    with zipfile.ZipFile(here) as wheel:
        wheel.extractall(site)
    package = Path(own_wheel.PACKAGE)
    for name in (*own_wheel.LEFT_OUT, "day/plain"):
        if (package / name).is_dir():
            ignore = shutil.ignore_patterns("__pycache__")
            shutil.copytree(
                package / name,
                site / "certlab" / name,
                ignore=ignore,
                dirs_exist_ok=True,
            )
    pages = site / "certlab" / "_pages" / "0123456789abcdef"
    pages.mkdir(parents=True)
    (pages / "index.html").write_text("what a wheel of the app carries", "utf-8")
    code = (
        f"import sys; sys.path.insert(0, {str(site)!r})\n"
        "from pathlib import Path\n"
        "from certlab.course import load\n"
        "from certlab.site.lite import own_wheel\n"
        f"own_wheel.pack(load(), Path({str(site)!r}))"
    )
    subprocess.run([sys.executable, "-S", "-c", code], check=True, cwd=tmp_path)
    with zipfile.ZipFile(here) as first, zipfile.ZipFile(site / here.name) as second:
        licences = {name for name in first.namelist() if "/licenses/" in name}
        record = f"{own_wheel._INFO}/RECORD"
        assert set(first.namelist()) - set(second.namelist()) <= licences
        assert set(second.namelist()) <= set(first.namelist())
        assert {n: second.read(n) for n in second.namelist() if n != record} == {
            n: first.read(n) for n in second.namelist() if n != record
        }


IMPORTS = """
import {{ loadPyodide }} from "{folder}/pyodide.mjs";
const python = await loadPyodide({{ indexURL: "{folder}" }});
await python.loadPackage({packages}, {{ messageCallback: () => {{}} }});
console.log(await python.runPythonAsync(`
import ast, importlib, json, pkgutil
import certlab
from certlab.course import load
from certlab.errors import CourseError
course = load()
over = {{'onerror': lambda name: None}}
walked = [one.name for one in pkgutil.walk_packages(certlab.__path__, 'certlab.', **over)]
names = []
for lab in (*course.labs.values(), *course.notebooks.values()):
    if 'B' in lab.paths:
        for cell in json.loads(lab.path.read_text('utf-8'))['cells']:
            only = cell['metadata'].get('certlab', {{}}).get('only')
            if cell['cell_type'] == 'code' and only != 'machine':
                # What stands under a condition may be missing here: test_lite_page.py runs it.
                for node in ast.parse(''.join(cell['source'])).body:
                    if isinstance(node, ast.Import):
                        names += [alias.name for alias in node.names]
                    elif isinstance(node, ast.ImportFrom):
                        names.append(node.module)
for name in walked:
    try:
        importlib.import_module(name)
    except (ImportError, CourseError):
        if '.real' not in name:  # what runs a library that no browser has
            raise
for name in names:
    importlib.import_module(name)
f'{{len(course.labs)}} {{len(walked) > 80}} {{course.root}}'
`));
"""


def test_all_of_it_is_imported_by_a_browsers_python(built: Path, whole: Course) -> None:
    script = IMPORTS.format(folder=python(built), packages=json.dumps(PRELOADED))
    words = ["node", "--input-type=module", "--eval", script]
    run = subprocess.run(words, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-2000:]
    assert run.stdout.split()[:2] == [str(len(whole.labs)), "True"]
    assert run.stdout.strip().endswith("/site-packages/certlab/_course")


# Which labs open, and why others do not.


def test_a_lab_that_does_not_open_says_why(whole: Course, tmp_path: Path) -> None:
    from dataclasses import replace

    cuda = whole.lab("cuda/10_matmul_cupy_numpy")
    assert opens(whole.lab("mig/10_place_profiles"), None) == ""
    assert "a machine of your own" in opens(cuda, None)
    some = replace(cuda, paths=("C", "B"))
    assert opens(some, None) == (
        "This lab needs numpy and matplotlib, and this site was built without: "
        "run certlab study."
    )
    assert opens(some, tmp_path) == ""
    torch = replace(some, needs=("numpy", "torch"))
    assert "needs torch, which no browser has" in opens(torch, tmp_path)
    # Of this one only the part on a real model needs it, in cells that a browser has not.
    assert opens(whole.lab("llm-inference/10_batching"), None) == ""


# What may be missing.


@pytest.fixture
def programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str, str], None]:
    """A PATH of one's own; put programs there, each a line of shell."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("sh", "cat", "env"):
        (folder / name).symlink_to(shutil.which(name) or "/bin/false")
    monkeypatch.setenv("PATH", str(folder))

    def put(name: str, line: str) -> None:
        (folder / name).write_text(f"#!/bin/sh\n{line}\n")
        (folder / name).chmod(0o755)

    return put


Put = Callable[[str, str], None]
NODE = "echo v20.20.2"


def test_no_node(programs: Put, refused: Refused) -> None:
    assert refused(lambda: ready(None)) == (
        "Building the labs needs Node; install Node 20 or newer."
    )


@pytest.mark.parametrize("line", ["echo v18.19.0", "echo nothing", "exit 1"])
def test_an_old_node(programs: Put, refused: Refused, line: str) -> None:
    programs("node", line)
    assert "install Node 20 or newer." in refused(lambda: ready(None))


def test_no_npm(programs: Put, refused: Refused, tmp_path: Path) -> None:
    programs("node", NODE)
    assert "needs npm" in refused(lambda: ready(None, tmp_path / "cache"))


@pytest.mark.parametrize(
    "name", ["jupyterlite_core", "jupyterlite_pyodide_kernel", "jupyter_server"]
)
def test_no_extra(monkeypatch: pytest.MonkeyPatch, refused: Refused, name: str) -> None:
    find = lite.find_spec
    monkeypatch.setattr(
        lite, "find_spec", lambda one: None if one == name else find(one)
    )
    assert "run pip install 'certlab[study,site]'." in refused(lambda: ready(None))


def test_widgets_of_another_version(
    monkeypatch: pytest.MonkeyPatch, refused: Refused
) -> None:
    monkeypatch.setattr(wheels, "version", lambda _: "1.2.3")
    said = refused(lambda: ready(None))
    assert "anywidget 1.2.3 is installed here" in said
    assert said.endswith("run pip install anywidget==0.11.0.")


@pytest.mark.parametrize(
    ("printed", "says"),
    [
        ("npm error code ENOTFOUND", "the npm registry cannot be reached"),
        ("npm error code ECONNREFUSED", "the npm registry cannot be reached"),
        ("npm error code E404", "the npm registry does not have it"),
        ("npm error code ENOSPC", "the disk is full"),
        ("npm error something else.", "npm error something else; fix that"),
        ("", "it ended without a word; fix that"),
    ],
)
def test_npm_brings_nothing(
    programs: Put, refused: Refused, tmp_path: Path, printed: str, says: str
) -> None:
    programs("npm", f"echo '{printed}' >&2; exit 1")
    cache = tmp_path / "cache"
    said = refused(lambda: pyodide.fetch(cache, silent))
    assert said.startswith("npm pack pyodide@")
    assert says in said
    assert list(cache.iterdir()) == []


@pytest.mark.parametrize(
    "row",
    [
        '[{"filename": "p.tgz", "integrity": "sha512-AAAA"}]',
        '[{"filename": "none.tgz", "integrity": "sha512-AAAA"}]',
        '[{"filename": "p.tgz"}]',
        "[]",
        "no JSON",
    ],
)
def test_a_torn_download_is_not_kept(
    programs: Put, refused: Refused, tmp_path: Path, row: str
) -> None:
    programs("npm", f"printf torn > p.tgz; echo '{row}'")
    cache = tmp_path / "cache"
    refused(lambda: pyodide.fetch(cache, silent))
    assert list(cache.iterdir()) == []


def test_a_package_that_is_no_pyodide_is_not_kept(
    programs: Put, refused: Refused, tmp_path: Path
) -> None:
    digest = hashlib.sha512(b"torn").digest()
    from base64 import b64encode

    row = json.dumps(
        [{"filename": "p.tgz", "integrity": f"sha512-{b64encode(digest).decode()}"}]
    )
    programs("npm", f"printf torn > p.tgz; echo '{row}'")
    assert "this is no Pyodide" in refused(
        lambda: pyodide.fetch(tmp_path / "cache", silent)
    )
    assert list((tmp_path / "cache").iterdir()) == []


def test_what_was_kept_and_is_damaged_is_not_taken(tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    (scratch / "a").write_text("a")
    cache_folders.keep(scratch, tmp_path / "kept")
    assert cache_folders.is_kept(tmp_path / "kept")
    for text in ("b", ""):
        (tmp_path / "kept" / "a").write_text(text)
        assert not cache_folders.is_kept(tmp_path / "kept")
    (tmp_path / "kept" / "a").unlink()
    assert not cache_folders.is_kept(tmp_path / "kept")
    assert not cache_folders.is_kept(tmp_path / "none")


def test_the_package_index_is_out_of_reach(
    monkeypatch: pytest.MonkeyPatch, refused: Refused, tmp_path: Path
) -> None:
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    said = refused(lambda: wheels.fetch_kernel(tmp_path / "cache", silent))
    assert said.startswith("pip download: the package index cannot be reached")
    assert list((tmp_path / "cache").iterdir()) == []


@pytest.mark.parametrize(
    ("printed", "says"),
    [
        ("/usr/bin/python3: No module named pip", "python -m ensurepip"),
        (
            "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES",
            "other bytes under a pinned name",
        ),
        ("ERROR: No matching distribution found for six==1", "lacks a pinned wheel"),
        ("OSError: [Errno 28] No space left on device", "the disk is full"),
    ],
)
def test_pip_brings_nothing(
    monkeypatch: pytest.MonkeyPatch,
    refused: Refused,
    tmp_path: Path,
    printed: str,
    says: str,
) -> None:
    done = subprocess.CompletedProcess([], 1, "", printed)
    monkeypatch.setattr(wheels, "run", lambda _: done)
    assert says in refused(lambda: wheels.fetch_kernel(tmp_path, silent))


def test_a_full_distribution_that_is_none(
    programs: Put, refused: Refused, tmp_path: Path
) -> None:
    programs("node", NODE)
    assert "pyodide.mjs is missing" in refused(lambda: ready(tmp_path))
    assert full_pyodide.LIBRARIES == ("numpy", "pandas", "matplotlib", "pyyaml")


# JupyterLite ends well and has left something out.


def no_extension(copy: Path) -> None:
    shutil.rmtree(copy / "extensions" / "anywidget")


def not_listed(copy: Path) -> None:
    change(
        copy / "jupyter-lite.json", lambda data: data["federated_extensions"].clear()
    )


def from_elsewhere(copy: Path) -> None:
    def name(data: dict) -> None:
        kernel = data["litePluginSettings"][jupyterlite.KERNEL]
        kernel["pyodideUrl"] = "https://example.org/pyodide.mjs"

    change(copy / "jupyter-lite.json", name)


def from_nowhere(copy: Path) -> None:
    change(copy / "jupyter-lite.json", lambda data: data.pop("litePluginSettings"))


def by_the_app(copy: Path) -> None:
    other = {jupyterlite.KERNEL: {"pyodideUrl": "https://example.org/pyodide.mjs"}}
    change(
        copy / "lab" / "jupyter-lite.json",
        lambda data: data.update(litePluginSettings=other),
    )


def not_indexed(copy: Path) -> None:
    (copy / "api" / "contents" / "labs" / "mig" / "all.json").unlink()


def no_notebook(copy: Path) -> None:
    (copy / "files" / "labs" / "mig" / "20_share_a_gpu.ipynb").unlink()


def no_page(copy: Path) -> None:
    (copy / "lab" / "index.html").unlink()


def no_settings(copy: Path) -> None:
    (copy / "jupyter-lite.json").write_text("{", "utf-8")


def change(path: Path, act: Callable[[dict], object]) -> None:
    data = json.loads(path.read_text("utf-8"))
    act(data["jupyter-config-data"])
    path.write_text(json.dumps(data), "utf-8")


@pytest.mark.parametrize(
    ("damage", "what"),
    [
        (no_extension, "the extension anywidget"),
        (not_listed, "the extension @jupyter-widgets/jupyterlab-manager"),
        (from_elsewhere, "where Python is to be loaded from"),
        (from_nowhere, "where Python is to be loaded from"),
        (by_the_app, "where Python is to be loaded from"),
        (not_indexed, "labs/mig/10_place_profiles.ipynb"),
        (no_notebook, "labs/mig/20_share_a_gpu.ipynb"),
        (no_page, "the page of the labs"),
        (no_settings, "the extension @jupyter-widgets/jupyterlab-manager"),
    ],
)
def test_what_is_left_out_is_noticed(
    built: Path,
    assets: str,
    whole: Course,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    refused: Refused,
    damage: Callable[[Path], None],
    what: str,
) -> None:
    def build(scratch: Path, *_: object) -> Path:
        ignore = shutil.ignore_patterns("static", "build")
        copy = Path(shutil.copytree(built, scratch / "built", ignore=ignore))
        (copy / "static").mkdir()
        damage(copy)
        return copy

    def empty(*words: object) -> str:
        """Stands for the folder of Python, which is not looked into."""
        (scratch,) = (
            one for one in words if isinstance(one, Path) and one.name == "static"
        )
        (scratch / python(built).name).mkdir()
        return python(built).name

    monkeypatch.setattr(lite, "write_python", empty)
    monkeypatch.setattr(lite, "build_jupyterlite", build)
    to = tmp_path / "lite"
    said = refused(lambda: write_lite(whole, to, assets, None, silent))
    assert said.startswith(f"jupyter lite build left out {what}; read ")
    assert list(tmp_path.iterdir()) == []


def test_a_course_without_labs_has_a_folder_for_the_builder(
    fixed: Course, tmp_path: Path
) -> None:
    bare = replace(fixed, labs={}, notebooks={})
    assert write_notebooks(bare, None, tmp_path / "notebooks") == []
    assert (tmp_path / "notebooks").is_dir()  # it ends at one that is not there
