"""What `certlab study` hands to JupyterLab, without starting it."""

import hashlib
import json
import os
import re
import shutil
import socket
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from jupyter_client.manager import KernelManager
from jupyterlab.labapp import LabApp
from jupyterlab_server.config import get_page_config
from jupyterlab_server.workspaces_handler import WorkspacesManager
from nbformat.sign import NotebookNotary

from certlab.app.server import kernels
from certlab.app.server.kernels import KernelSpecs
from certlab.course import Course
from certlab.course.workspace import fill, notebooks
from certlab.errors import ServerError
from certlab.servers import jupyterlab
from certlab.servers.jupyterlab import APP
from certlab.servers.trust import trust
from tests import strangers
from tests.bound import BOUND

START = "labs/00_start_here.ipynb"
SHARE = Path(sys.prefix) / "share" / "jupyter" / "lab" / "schemas"


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    pages = ("modules/cuda/20_b.md", "modules/cuda/10_a.md", "modules/mig.md")
    for name in (*pages, START, "labs/mig/10_x.ipynb"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return tmp_path


def test_the_page_beside_a_lab_is_that_of_its_module(workspace: Path) -> None:
    beside = jupyterlab.page_beside
    assert beside(workspace, "labs/mig/10_x.ipynb") == "modules/mig.md"
    assert beside(workspace, START) is None  # it takes the whole width
    assert beside(workspace, "labs/cuda/10_x.ipynb") == "modules/cuda/10_a.md"
    assert beside(workspace, "quizzes/drill.ipynb") == "modules/cuda/10_a.md"
    shutil.rmtree(workspace / "modules" / "cuda")
    assert beside(workspace, "quizzes/drill.ipynb") is None


def test_the_first_layout_has_the_app_the_notebook_and_the_page() -> None:
    data = jupyterlab.layout(START, "modules/cuda.md")["data"]
    main = data["layout-restorer:data"]["main"]
    notebook, page = f"notebook:{START}", "markdownviewer-widget:modules/cuda.md"
    areas = main["dock"]["children"]
    assert [area["widgets"] for area in areas] == [[APP, notebook], [page]]
    assert areas[0]["currentIndex"] == 1
    assert main["current"] == notebook
    assert {notebook, page} < data.keys()


def test_the_first_layout_is_the_app_where_nothing_is_asked_for() -> None:
    main = jupyterlab.layout(None, None)["data"]["layout-restorer:data"]["main"]
    assert [area["widgets"] for area in main["dock"]["children"]] == [[APP]]
    assert main["current"] == APP


def main_of(data: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = data["layout-restorer:data"]["main"]
    return found


def tab_area(*widgets: str) -> dict[str, Any]:
    return {"type": "tab-area", "currentIndex": 0, "widgets": [*widgets]}


def prepared(folder: Path, kept: str) -> dict[str, Any]:
    """What JupyterLab finds as data where this was kept as its workspace."""
    layouts = folder / ".certlab" / "layouts"
    manager = WorkspacesManager(str(layouts))
    manager.save("certlab", json.dumps({"data": {}, "metadata": {"id": "certlab"}}))
    (file,) = layouts.iterdir()
    file.write_text(kept, "utf-8")
    jupyterlab.prepare(folder, None, ())
    found: dict[str, Any] = manager.load("certlab")["data"]
    return found


def test_it_opens_on_the_app_with_the_learners_tabs_behind(workspace: Path) -> None:
    lab = "notebook:labs/mig/10_x.ipynb"
    split = {"type": "split-area", "orientation": "horizontal", "sizes": [0.5, 0.5]}
    split["children"] = [tab_area("page"), tab_area(lab, APP, "b")]
    left = {"collapsed": False, "widgets": ["filebrowser"]}
    restored = {"main": {"dock": split, "current": lab}, "left": left}
    kept = {"layout-restorer:data": restored, lab: {"data": {"path": "x"}}}
    found = prepared(
        workspace, json.dumps({"data": kept, "metadata": {"id": "certlab"}})
    )
    beside, area = main_of(found)["dock"]["children"]
    assert main_of(found)["current"] == APP
    assert area == {**tab_area(lab, APP, "b"), "currentIndex": 1}
    assert beside == tab_area("page")
    assert found["layout-restorer:data"]["left"] == left
    assert found[lab] == kept[lab]


def test_a_layout_without_the_app_gets_it_as_its_first_tab(workspace: Path) -> None:
    dock = tab_area("an-older-name-of-ours", "notebook:a.ipynb")
    restored = {"main": {"dock": dock, "current": "an-older-name-of-ours"}}
    kept = {"data": {"layout-restorer:data": restored}, "metadata": {"id": "certlab"}}
    main = main_of(prepared(workspace, json.dumps(kept)))
    assert main["current"] == APP
    assert main["dock"] == tab_area(APP, *dock["widgets"])


ODD: list[Any] = [
    None,
    [],
    "x",
    {"main": None},
    {"main": {"dock": None}},
    {"main": {"dock": []}},
]
ODD += [{"main": {"dock": {"type": "split-area", "children": [None, {}]}}}]


@pytest.mark.parametrize("restored", ODD)
def test_a_layout_that_cannot_be_brought_back_opens_on_the_app(
    workspace: Path, restored: object
) -> None:
    kept = {"layout-restorer:data": restored, "notebook:a.ipynb": {"data": {}}}
    found = prepared(
        workspace, json.dumps({"data": kept, "metadata": {"id": "certlab"}})
    )
    assert main_of(found)["dock"]["children"] == [tab_area(APP)]
    assert found["notebook:a.ipynb"] == {"data": {}}


@pytest.mark.parametrize("kept", ["", "{", "[]", "{}", '{"data": []}', '{"data": 1}'])
def test_a_file_that_is_no_layout_is_written_anew(workspace: Path, kept: str) -> None:
    assert main_of(prepared(workspace, kept))["current"] == APP


def test_a_notebook_that_is_asked_for_leaves_the_layout(workspace: Path) -> None:
    jupyterlab.prepare(workspace, None, ())
    layouts = workspace / ".certlab" / "layouts"
    (file,) = layouts.iterdir()
    before = file.read_bytes()
    jupyterlab.prepare(workspace, START, ())
    assert file.read_bytes() == before


def test_the_command_line(workspace: Path) -> None:
    words = jupyterlab.arguments(workspace, None, None, browser=False)
    assert f"--ServerApp.root_dir={workspace}" in words
    assert "--LabApp.default_url=/lab/workspaces/certlab" in words
    assert "--ServerApp.open_browser=False" in words
    assert not any(word.startswith("--ServerApp.port") for word in words)
    words = jupyterlab.arguments(workspace, START, 9999, browser=True)
    assert f"--LabApp.default_url=/lab/workspaces/certlab/tree/{START}" in words
    assert {"--ServerApp.port=9999", "--ServerApp.port_retries=0"} <= set(words)


def test_what_only_jupyterlite_can_load_is_not_offered_to_jupyterlab(
    workspace: Path, tmp_path: Path
) -> None:
    """Both are installed in one environment by `make site`."""
    for name in ("pyodide-kernel-extension", "another"):
        path = tmp_path / "installed" / "@jupyterlite" / name / "package.json"
        path.parent.mkdir(parents=True)
        build = {"_build": {"load": "static/x.js", "extension": "./extension"}}
        known = {"name": f"@jupyterlite/{name}", "version": "1", "jupyterlab": build}
        path.write_text(json.dumps(known), "utf-8")
    app = LabApp()
    words = jupyterlab.arguments(workspace, START, None, browser=False)
    app.parse_command_line([word for word in words if word.startswith("--LabApp.")])
    paths = [*app.extra_labextensions_path, str(tmp_path / "installed")]
    found = get_page_config(paths)["federated_extensions"]
    assert {one["name"] for one in found} == {"certlab", "@jupyterlite/another"}


def test_no_page_asks_whether_jupyterlab_should_be_built(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It starts Node twice each time, and nobody who studies builds JupyterLab."""
    for name, value in jupyterlab.environment(workspace).items():
        monkeypatch.setenv(name, value)
    assert get_page_config([])["buildCheck"] is False


def test_kernels_and_terminals_find_the_workspace_and_certlab(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "/theirs")
    found = jupyterlab.environment(workspace)
    assert found["CERTLAB_WORKSPACE"] == str(workspace)
    theirs, ours = found["JUPYTER_CONFIG_PATH"].split(os.pathsep)
    assert theirs == "/theirs"  # the first counts
    assert (Path(ours) / "labconfig" / "default_setting_overrides.json").is_file()
    assert found["PATH"].split(os.pathsep)[0] == str(Path(sys.executable).parent)


def test_each_setting_of_ours_is_one_that_jupyterlab_knows() -> None:
    file = jupyterlab._SETTINGS / "labconfig" / "default_setting_overrides.json"
    for plugin, values in json.loads(file.read_text("utf-8")).items():
        package, _, name = plugin.partition(":")
        schema = json.loads((SHARE / package / f"{name}.json").read_text("utf-8"))
        assert values.keys() <= schema["properties"].keys()


def test_a_port_that_is_taken_is_a_sentence(workspace: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(ServerError, match=rf"^Port {port} cannot be used; give"):
            jupyterlab.launch(workspace, START, tell=print, port=port, browser=False)
    with pytest.raises(ServerError, match="Port 70000 cannot be used"):
        jupyterlab.launch(workspace, START, tell=print, port=70000, browser=False)


def test_without_jupyterlab_the_line_to_install_it_is_said(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "jupyterlab.labapp", None)
    line = re.escape("run pip install 'certlab[study]'.")
    with pytest.raises(ServerError, match=line):
        jupyterlab.launch(workspace, START, tell=print)


def is_trusted(path: Path) -> bool:
    """As JupyterLab finds out when it opens a notebook."""
    notary = NotebookNotary()
    try:
        return notary.check_signature(nbformat.read(path, as_version=4))
    finally:
        notary.store.close()


def test_only_notebooks_as_shipped_are_trusted(
    whole: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    folder = tmp_path / "workspace"
    fill(whole, folder)
    changed = folder / START
    notebook = json.loads(changed.read_text("utf-8"))
    notebook["cells"][0]["source"] = ["mine"]
    changed.write_text(json.dumps(notebook), "utf-8")
    theirs = folder / "labs" / "theirs.ipynb"
    theirs.write_bytes(changed.read_bytes())
    shipped = dict(notebooks(whole))
    assert trust(shipped.values()) == len(shipped)
    assert trust(shipped.values()) == 0  # signed already
    trusted = {path for path in folder.rglob("*.ipynb") if is_trusted(path)}
    assert trusted == {folder / name for name in shipped} - {changed}


def test_what_a_workspace_says_is_ours_is_not_trusted_for_it(
    fixed: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder of somebody else brings its own list of what the course put there."""
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    folder = tmp_path / "workspace"
    forged = folder / "notes" / "summary.ipynb"
    forged.parent.mkdir(parents=True)
    script = strangers.shown(**{"application/javascript": "document.title = 'theirs'"})
    forged.write_text(strangers.notebook(script), "utf-8")
    digest = hashlib.sha256(forged.read_bytes()).hexdigest()
    listed = folder / ".certlab" / "editions.json"
    listed.parent.mkdir()
    names = ("notes/summary.ipynb", START, "labs/../notes/summary.ipynb")
    listed.write_text(json.dumps(dict.fromkeys(names, digest)), "utf-8")
    (folder / "labs").mkdir()
    (folder / START).symlink_to(forged)
    fill(fixed, folder)
    jupyterlab.prepare(folder, None, notebooks(fixed))
    assert not is_trusted(forged)


def test_where_no_home_can_be_written_jupyter_keeps_its_files_in_a_new_folder(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not in the workspace: what lies in such folders is run, and may be a stranger's."""
    for name in ("JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "CERTLAB_CACHE"):
        monkeypatch.delenv(name, raising=False)
    assert "JUPYTER_DATA_DIR" not in jupyterlab.environment(workspace)
    (workspace / "a-file").touch()
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(workspace / "a-file" / "jupyter"))
    monkeypatch.setenv("IPYTHONDIR", "/theirs")
    found = jupyterlab.environment(workspace)
    for name in ("JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "CERTLAB_CACHE"):
        assert not Path(found[name]).is_relative_to(workspace)
        assert list(Path(found[name]).parent.iterdir()) == []
        assert Path(found[name]).parent.stat().st_mode & 0o077 == 0
        monkeypatch.setenv(name, found[name])
    assert "IPYTHONDIR" not in found
    assert trust([strangers.notebook()]) == 1  # its store of signatures can be opened


MODULE = ["-m", "ipykernel_launcher"]


def test_python_starts_for_a_notebook_without_the_folder_it_lies_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    begin = str(Path(kernels.__file__).with_name("kernel_begin.py"))
    argvs = {
        # As ipykernel installs one for its Python, and one of another Python.
        "python3": ["python", "-Xfrozen_modules=off", *MODULE, "-f", "x"],
        "theirs": ["/other/python", *MODULE, "-f", "x"],
        "away": ["docker", "run", "them", "python", *MODULE, "-f", "x"],
        "another": ["bash", "-c", "x"],
    }
    for name, argv in argvs.items():
        folder = tmp_path / "kernels" / name
        folder.mkdir(parents=True)
        spec = {"argv": argv, "display_name": name, "language": "python"}
        (folder / "kernel.json").write_text(json.dumps(spec), "utf-8")
    found = {name: KernelSpecs().get_kernel_spec(name).argv for name in argvs}
    assert found == argvs | {
        "python3": ["python", "-Xfrozen_modules=off", begin, "-f", "x"],
        "theirs": ["/other/python", begin, "-f", "x"],
    }


def test_a_cell_imports_what_lies_beside_its_notebook_and_an_opened_one_nothing(
    tmp_path: Path,
) -> None:
    ran = tmp_path / "ran"
    notebooks = tmp_path / "notebooks"
    notebooks.mkdir()
    says = f"open({str(ran)!r}, 'a').write(__name__ + ' ')\n"
    for name in ("ipykernel_launcher", "sitecustomize", "jedi", "kernels", "mine"):
        (notebooks / f"{name}.py").write_text(says, "utf-8")
    manager = KernelManager(kernel_spec_manager=KernelSpecs())
    manager.start_kernel(cwd=str(notebooks))
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=BOUND)
        client.complete("imp", reply=True, timeout=BOUND)
        assert not ran.exists()
        cell = "import os, mine, kernels; assert os.path.samefile(mine.__file__, 'mine.py')"
        reply = client.execute(cell, reply=True, timeout=BOUND)
        assert reply["content"]["status"] == "ok", reply["content"]
        assert ran.read_text("utf-8").split() == ["mine", "kernels"]
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
