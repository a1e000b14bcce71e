"""JupyterLab on a learner's folder: the app, or one notebook with a page to read beside it.

Settings of ours are defaults only: what the learner has set in JupyterLab stays. Their
JupyterLab workspaces are left alone too, because ours is kept in the folder.
"""

import atexit
import copy
import json
import logging
import os
import shutil
import socket
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from certlab.errors import ServerError
from certlab.servers.encryption import encryption
from certlab.servers.trust import trust

NAME = "certlab"  # of JupyterLab's workspace: which documents are open, and where
FIRST_MODULE = "cuda"  # whose page is beside a notebook of no module
APP = "certlab-app"  # the app's tab, as app_tab.js calls it
Notebooks = Iterable[tuple[str, str]]  # path in the workspace and text
_FOLDER = ".certlab"
_RESTORED = "layout-restorer:data"  # JupyterLab's name for where the tabs are
_JUPYTER = ("JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR")
_KEEP = ("IPYTHONDIR", "CERTLAB_CACHE")  # others' files in a home
# No node_modules of the workspace are offered as language servers, which would be run from there.
_SETTINGS = Path(__file__).parent / "jupyter_config"
# Has the app as a tab, and runs the start notebook's first cell; JupyterLite is built with the same.
_EXTENSIONS = Path(__file__).parents[1] / "app" / "labextension"
# JupyterLab tries to load whatever is installed, disabled or not. `make site` installs an
# extension that only JupyterLite can load; the first of a name counts, and ours is empty.
_OFF = Path(__file__).parent / "labextensions_off"


def launch(
    workspace: Path,
    open_path: str | None = None,
    shipped: Notebooks = (),
    *,
    tell: Callable[[str], None],
    port: int | None = None,
    browser: bool = True,
) -> int:
    """Serve a workspace until Ctrl-C, with the app or one of its notebooks open.

    Args:
        workspace: the learner's folder, filled.
        open_path: a notebook to open, as a path from there; the app when None, in front
            of what was open last.
        shipped: the notebooks of the course, to trust.
        tell: called once with the address, when it answers there.
        port: the port to serve at; the next free one from 8888 when None.
        browser: whether to open a browser window.

    Returns:
        The exit status, 0.

    Raises:
        ServerError: JupyterLab is not installed, or the port is taken.
    """
    quicken()
    try:
        from jupyterlab.labapp import LabApp
    except ImportError as error:
        raise ServerError(
            f"Opening a lab needs {error.name}; run pip install 'certlab[study]'."
        ) from error
    if port is not None:
        _claim(port)
    os.environ.update(environment(workspace))
    prepare(workspace, open_path, shipped)
    os.chdir(workspace)  # where its terminals open
    server = LabApp.initialize_server(arguments(workspace, open_path, port, browser))
    server.log.addFilter(_is_news)
    tell(server.public_url)
    server.start()
    return 0


def _is_news(record: logging.LogRecord) -> bool:
    """Whether it was not said: once it runs, Jupyter calls critical where it is and that it ends."""
    return record.levelno != logging.CRITICAL


def quicken() -> None:
    """Let Jupyter start two seconds earlier, without a grammar that nobody asks for.

    jsonschema checks internationalised addresses by it where it is installed, and compiles
    it whenever it is imported; no schema of Jupyter's has such an address.
    """
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type] # cannot be imported


def prepare(workspace: Path, open_path: str | None, shipped: Notebooks) -> None:
    """What JupyterLab finds with a filled workspace: a first layout, and notebooks to trust."""
    _prepare_layout(workspace, open_path)
    trust(text for _, text in shipped)


def environment(workspace: Path) -> dict[str, str]:
    """What the server, and each kernel and terminal in it, finds in the environment."""
    settings = os.environ.get("JUPYTER_CONFIG_PATH"), str(_SETTINGS)
    # So that a terminal in JupyterLab finds the certlab it belongs to.
    programs = str(Path(sys.executable).parent), os.environ.get("PATH")
    return {
        "CERTLAB_WORKSPACE": str(workspace),
        "JUPYTER_CONFIG_PATH": os.pathsep.join(filter(None, settings)),
        "PATH": os.pathsep.join(filter(None, programs)),
        **_without_a_home(),
    }


def _without_a_home() -> dict[str, str]:
    """Where Jupyter, kernels and the app keep their own files if the home cannot be written.

    Containers and some clusters give an account a home that is not there or not its own.
    What lies in these folders is run or believed, so they are new: a workspace may have
    come from somebody else, with such folders in it.
    """
    from jupyter_core.paths import jupyter_runtime_dir

    try:
        Path(jupyter_runtime_dir()).mkdir(parents=True, exist_ok=True)
    except OSError:
        instead = tempfile.mkdtemp(prefix="certlab-")
        atexit.register(shutil.rmtree, instead, ignore_errors=True)
        names = [*_JUPYTER, *(name for name in _KEEP if name not in os.environ)]
        return {name: str(Path(instead, name.lower())) for name in names}
    return {}


def arguments(
    workspace: Path, open_path: str | None, port: int | None, browser: bool
) -> list[str]:
    """JupyterLab's command line."""
    asked = f"/tree/{open_path}" if open_path else ""
    given = [
        f"--ServerApp.root_dir={workspace}",
        f"--LabApp.workspaces_dir={workspace / _FOLDER / 'layouts'}",
        f"--LabApp.default_url=/lab/workspaces/{NAME}{asked}",
        f"--ServerApp.open_browser={browser}",
        f"--LabApp.extra_labextensions_path={_EXTENSIONS}",
        f"--LabApp.extra_labextensions_path={_OFF}",
        # Lets a question open the section it is about in JupyterLab, not in a new tab.
        "--LabApp.expose_app_in_browser=True",
        "--ServerApp.answer_yes=True",  # Ctrl-C stops without a question
        "--ServerApp.kernel_spec_manager_class=certlab.app.server.kernels.KernelSpecs",
        "--Application.log_level=ERROR",  # the address, and what goes wrong
    ]
    given += [f"--KernelManager.{name}={value}" for name, value in encryption().items()]
    if port is not None:
        given += [f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        given.append("--allow-root")  # a container's only user; it serves localhost
    return given


def page_beside(workspace: Path, open_path: str) -> str | None:
    """The page to read with a notebook: its module's first, else that of the first module.

    None for the start notebook, which takes the whole width and says what to read.
    """
    if Path(open_path).parent == Path("labs"):
        return None
    modules = workspace / "modules"
    for name in (Path(open_path).parent.name, FIRST_MODULE):
        pages = [modules / f"{name}.md", *sorted((modules / name).glob("*.md"))]
        for page in filter(Path.is_file, pages):
            return page.relative_to(workspace).as_posix()
    return None


def layout(open_path: str | None, page: str | None) -> dict[str, Any]:
    """A JupyterLab workspace: the app and the notebook on the left, the page on the right."""
    data: dict[str, Any] = {}
    shown = [APP]
    if open_path is not None:
        shown.append(f"notebook:{open_path}")
        data[shown[-1]] = {"data": _document(open_path, "Notebook")}
    areas = [_tabs(*shown)]
    if page is not None:
        preview = f"markdownviewer-widget:{page}"
        data[preview] = {"data": _document(page, "Markdown Preview")}
        areas.append(_tabs(preview))
    dock = {
        "type": "split-area",
        "orientation": "horizontal",
        "sizes": [1 / len(areas)] * len(areas),
        "children": areas,
    }
    data[_RESTORED] = {
        "main": {"dock": dock, "current": shown[-1]},
        "left": {"collapsed": True, "visible": True, "widgets": []},
        "right": {"collapsed": True, "visible": True, "widgets": []},
    }
    return {"data": data, "metadata": {"id": NAME}}


def _document(path: str, factory: str) -> dict[str, str]:
    return {"path": path, "factory": factory}


def _tabs(*widgets: str) -> dict[str, Any]:
    """A tab area that shows its last one."""
    last = len(widgets) - 1
    return {"type": "tab-area", "currentIndex": last, "widgets": list(widgets)}


def _prepare_layout(workspace: Path, open_path: str | None) -> None:
    """Lay the window out: at first as we do, then as the learner did, with the app in front."""
    from jupyterlab_server.workspaces_handler import WorkspacesManager

    manager = WorkspacesManager(str(workspace / _FOLDER / "layouts"))
    try:
        kept = manager.load(NAME)["data"]
    except (ValueError, TypeError, KeyError):  # no JSON, or no layout
        kept = {}
    if not kept or not isinstance(kept, dict):
        page = page_beside(workspace, open_path) if open_path else None
        found = layout(open_path, page)
    elif open_path is None:
        found = {"data": app_in_front(kept), "metadata": {"id": NAME}}
    else:
        return  # JupyterLab opens it in front of what was there
    manager.save(NAME, json.dumps(found))


def app_in_front(kept: dict[str, Any]) -> dict[str, Any]:
    """A layout that opens on today's work, with the tabs that the learner had behind it.

    One that JupyterLab could not bring back, as of another version, is laid out anew; its
    documents are opened again all the same.
    """
    data = copy.deepcopy(kept)
    restored = data.get(_RESTORED)
    main = restored.get("main") if isinstance(restored, dict) else None
    main = main if isinstance(main, dict) else {}
    areas = list(_tab_areas(main.get("dock")))
    if not areas:
        return data | {_RESTORED: layout(None, None)["data"][_RESTORED]}
    area = next((one for one in areas if APP in one["widgets"]), areas[0])
    if APP not in area["widgets"]:
        area["widgets"].insert(0, APP)
    area["currentIndex"] = area["widgets"].index(APP)
    main["current"] = APP
    return data


def _tab_areas(dock: Any) -> Iterator[dict[str, Any]]:
    """The areas of a dock that hold tabs, whatever it is split into."""
    if not isinstance(dock, dict):
        return
    if dock.get("type") == "tab-area" and isinstance(dock.get("widgets"), list):
        yield dock
    children = dock.get("children")
    for child in children if isinstance(children, list) else []:
        yield from _tab_areas(child)


def _claim(port: int) -> None:
    """Make sure that a port is free.

    Raises:
        ServerError: it is not.
    """
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except (OSError, OverflowError) as error:
            raise ServerError(
                f"Port {port} cannot be used; give another with --port, or none."
            ) from error
