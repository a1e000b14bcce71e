"""A folder of somebody else: all that could be run by opening what is in it."""

import json
import shutil
from pathlib import Path

START = "labs/00_start_here.ipynb"
# What Jupyter, IPython, Python or one of our own processes may import or read by its name.
AT_THE_TOP = (
    *("certlab.py", "pip.py", "sphinx.py", "ipykernel_launcher.py", "sitecustomize.py"),
    *("jupyter_config.py", "jupyter_server_config.py", "jupyter_lab_config.py"),
    *("ipython_config.py", "ipython_kernel_config.py"),
    *(".jupyter/jupyter_server_config.py", ".ipython/profile_default/startup/a.py"),
    *("profile_default/startup/a.py", "profile_default/ipython_kernel_config.py"),
    ".certlab/home/jupyter_config_dir/jupyter_server_config.py",
    "node_modules/pyright/langserver.index.js",
    ".certlab/home/ipythondir/profile_default/startup/a.py",
)
BESIDE = (
    *("certlab.py", "ipykernel_launcher.py", "sitecustomize.py", "usercustomize.py"),
    *("ipython_config.py", "ipython_kernel_config.py"),
    *("jedi.py", "comm.py", "psutil.py", "profile_default/startup/a.py"),
)
SCRIPT = "window.ranScript = (window.ranScript ?? '') + "


class Stranger:
    """Files of a stranger in a workspace; each says so when it is run."""

    def __init__(self, workspace: Path) -> None:
        self.workspace = workspace
        self.ran = workspace.parent / "ran"
        self.ran.mkdir()

    def at_the_top(self) -> None:
        """What comes with a workspace that was cloned."""
        for name in AT_THE_TOP:
            self._module(self.workspace / name)

    def beside(self, folder: str) -> None:
        """What lies beside a notebook in a folder of the workspace."""
        for name in BESIDE:
            self._module(self.workspace / folder / name)

    def start_notebook(self, folder: str) -> str:
        """Our start notebook as somebody hands it on, with modules beside it; its path."""
        path = f"{folder}/{START}"
        (self.workspace / path).parent.mkdir(parents=True)
        shutil.copy(self.workspace / START, self.workspace / path)
        self.beside(str(Path(path).parent))
        return path

    def _module(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        says = str(
            self.ran / path.relative_to(self.workspace).as_posix().replace("/", "-")
        )
        path.write_text(f"open({says!r}, 'w').close()\n", "utf-8")


def notebook(*outputs: dict[str, object], **metadata: object) -> str:
    """A notebook of one cell, with these outputs."""
    cell = {
        "cell_type": "code",
        "id": "a",
        "execution_count": 1,
        "metadata": {},
        "source": "1",
        "outputs": list(outputs),
    }
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    whole = {"cells": [cell], "metadata": {**kernel, **metadata}}
    return json.dumps(whole | {"nbformat": 4, "nbformat_minor": 5})


def failed(says: str) -> dict[str, object]:
    """An error that was stored."""
    return {
        "output_type": "error",
        "ename": "RuntimeError",
        "evalue": says,
        "traceback": [says],
    }


def shown(**data: object) -> dict[str, object]:
    """An output, by MIME type."""
    return {"output_type": "display_data", "metadata": {}, "data": data}


def with_a_widget() -> str:
    """A notebook that keeps the state of a widget, whose module is a script."""
    state = {
        "_model_module": "anywidget",
        "_model_module_version": "~0.11.*",
        "_view_module": "anywidget",
        "_view_module_version": "~0.11.*",
        "_model_name": "AnyModel",
        "_view_name": "AnyView",
        "_anywidget_id": "x",
        "_css": "",
        "_dom_classes": [],
        "_esm": f"{SCRIPT}'esm'; export default {{ render() {{ {SCRIPT}'render' }} }}",
    }
    model = {
        "model_name": "AnyModel",
        "model_module": "anywidget",
        "model_module_version": "~0.11.*",
        "state": state,
    }
    kept = {"state": {"b": model}, "version_major": 2, "version_minor": 0}
    view = {"application/vnd.jupyter.widget-view+json": {"model_id": "b"}}
    widgets = {"application/vnd.jupyter.widget-state+json": kept}
    return notebook(shown(**view), widgets=widgets)
