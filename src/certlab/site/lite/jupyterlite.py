"""One run of JupyterLite's builder, whose word that it went well is not taken."""

import json
import os
import sys
from pathlib import Path
from typing import Any

from certlab.course.labs import Lab
from certlab.errors import SiteError
from certlab.site.lite import wheels
from certlab.site.lite.programs import explain, run

KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"
# JupyterLab's halves of what the labs use; others that are installed here stay out.
INSTALLED = ("@jupyter-widgets/jupyterlab-manager", wheels.EXTENSION, "anywidget")
# Ours runs the start notebook's first cell, as it does on a machine.
OURS = Path(__file__).parents[2] / "app" / "labextension" / "certlab"
EXTENSIONS = (*INSTALLED, OURS.name)
CONFIG = "jupyter-lite.json"
_1980 = 315_532_800  # seconds: the same files give the same listing


def labextensions() -> Path:
    """The folder that holds the extensions.

    Raises:
        SiteError: an extension is installed nowhere.
    """
    from jupyter_core.paths import jupyter_path

    for folder in map(Path, jupyter_path("labextensions")):
        if all((folder / name / "package.json").is_file() for name in INSTALLED):
            return folder
    raise SiteError(
        "JupyterLab's extensions for widgets and for JupyterLite are not in one place; "
        "run pip install --force-reinstall 'certlab[study,site]'."
    )


def build_jupyterlite(
    scratch: Path, config: dict[str, Any], notebooks: Path, log: Path
) -> Path:
    """Run the builder in a folder that holds nothing of an earlier run.

    Args:
        scratch: an empty folder to work in.
        config: what goes into jupyter-lite.json.
        notebooks: the contents.
        log: where to write what it prints.

    Returns:
        What it has built.

    Raises:
        SiteError: it stopped with an error.
    """
    folder, to = scratch / "jupyterlite", scratch / "built"
    folder.mkdir()
    (folder / CONFIG).write_text(json.dumps(config), "utf-8")
    options = {
        "apps": ["lab"],
        "contents": [str(notebooks)],
        "federated_extensions": [
            *(str(labextensions() / name) for name in INSTALLED),
            str(OURS),
        ],
        "ignore_sys_prefix": ["federated_extensions"],
        "lite_dir": str(folder),
        "no_sourcemaps": True,
        "no_unused_shared_packages": True,
        "output_dir": str(to),
        "source_date_epoch": _1980,
    }
    settings = folder / "jupyter_lite_config.json"
    settings.write_text(json.dumps({"LiteBuildConfig": options}), "utf-8")
    words = [sys.executable, "-P", "-m", "jupyterlite_core", "build"]
    done = run(words, cwd=folder, env=_environment(scratch))
    log.write_text(done.stdout + done.stderr, "utf-8")
    if done.returncode != 0:
        raise explain("jupyter lite build", done.stdout + done.stderr, ())
    return to


def _environment(scratch: Path) -> dict[str, str]:
    """Without anybody's settings for JupyterLite, which could lead to other hosts."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("JUPYTERLITE_")}
    nowhere = str(scratch / "settings")
    return kept | {"JUPYTER_NO_CONFIG": "1", "JUPYTER_CONFIG_DIR": nowhere}


def require_whole(built: Path, python: Path, labs: list[Lab], log: Path) -> None:
    """Look for each thing that the builder should have made.

    A part of it that fails is only warned of, and the labs would then fetch Python from
    another host, or open empty.

    Args:
        python: the folder in `built` that Python is to be loaded from.

    Raises:
        SiteError: something is not there, or not as it should be.
    """
    missing = _missing(built, python, labs)
    if missing:
        raise SiteError(f"jupyter lite build left out {missing}; read {log}.")


def _missing(built: Path, python: Path, labs: list[Lab]) -> str:
    if not (built / "lab" / "index.html").is_file():
        return "the page of the labs"
    config = _config(built / CONFIG)
    there = {one.get("name") for one in config.get("federated_extensions", [])}
    for name in EXTENSIONS:
        if name not in there or not (built / "extensions" / name).is_dir():
            return f"the extension {name}"
    kernel = config.get("litePluginSettings", {}).get(KERNEL, {})
    address = f"./{python.relative_to(built).as_posix()}/pyodide.mjs"
    local = kernel.get("pyodideUrl") == address and kernel.get("disablePyPIFallback")
    if not local or _config(built / "lab" / CONFIG).get("litePluginSettings"):
        return "where Python is to be loaded from"
    for lab in labs:
        path = Path(lab.file)
        index = _json(built / "api" / "contents" / path.parent / "all.json")
        names = {one.get("name") for one in index.get("content", [])}
        if path.name not in names or not (built / "files" / path).is_file():
            return lab.file
    return ""


def _config(path: Path) -> dict[str, Any]:
    return dict(_json(path).get("jupyter-config-data", {}))


def _json(path: Path) -> dict[str, Any]:
    try:
        return dict(json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return {}
