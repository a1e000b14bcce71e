"""A lab that opens on a hosted machine: badges, and a cell that installs certlab there.

Both are cells of their own, marked `certlab.only = "hosted"`, which learners' copies leave out:
the site and JupyterLab load no picture of another host.
"""

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from packaging.requirements import Requirement

from certlab.course.notebook import canonical, only_of
from tools.address.repository import Repository

#: What binder/postBuild installs, by the names of extras.
BINDER = ("study", "data", "inference", "endpoint", "numba")
_PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"
_ONLY = {"only": "hosted"}
_SET_UP = """\
# On a hosted machine this installs certlab; where it is installed, the cell does nothing.
import subprocess
import sys
from importlib import invalidate_caches
from importlib.util import find_spec

there = find_spec("certlab")
if not (there and there.origin):  # a folder of this name is no package
    wanted = [
{wanted}
    ]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", *wanted]
    ended = subprocess.run(pip, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise RuntimeError(f"certlab was not installed: {{ended.stderr.strip()}}")
    invalidate_caches()

    from certlab.compute import hosted

    print(hosted.where_answers_go())"""


def open_elsewhere(text: str, path: str, repository: Repository | None) -> str:
    """The notebook of a lab with both cells, or without a repository with neither."""
    notebook = json.loads(text)
    own = [cell for cell in notebook["cells"] if only_of(cell) != _ONLY["only"]]
    if not repository:
        new = own
    else:
        needs = notebook["metadata"]["certlab"]["needs"]
        badges = _cell("markdown", "badges", _badges(path, needs, repository))
        set_up = _cell("code", "set-up", _set_up(needs, repository))
        set_up |= {"outputs": [], "execution_count": None}
        set_up["metadata"] |= {"jupyter": {"source_hidden": True}}
        new = [badges, own[0], set_up, *own[1:]]
    if new == notebook["cells"]:
        return text
    return canonical(notebook | {"cells": new})


def colab_link(path: str, repository: Repository) -> str:
    """Where Colab opens a notebook as the release has it, whose wheel the notebook installs."""
    colab = f"https://colab.research.google.com/github/{repository.name}"
    return f"{colab}/blob/{repository.tag}/{quote(path)}"


def binder_link(path: str, repository: Repository) -> str:
    """Where Binder opens it, in JupyterLab."""
    return (
        f"https://mybinder.org/v2/gh/{repository.name}/{repository.tag}"
        f"?urlpath={quote(f'lab/tree/{path}', safe='')}"
    )


def lacks_in_binder(needs: list[str]) -> list[str]:
    """What a lab needs and binder/postBuild does not install."""
    there = {_name(line) for extra in BINDER for line in _extras()[extra]}
    return [name for name in needs if name not in there]


def requirements(needs: list[str]) -> list[str]:
    """What a lab needs beyond the extra `lab`, as pyproject.toml asks for it."""
    asked: dict[str, str] = {}
    for (
        lines
    ) in _extras().values():  # `test`, which has markers of its own, stands last
        for line in lines:
            asked.setdefault(_name(line), line)
    there = {_name(line) for line in _extras()["lab"]}
    return [asked[name] for name in needs if name not in there]


def _badges(path: str, needs: list[str], repository: Repository) -> str:
    colab = "https://colab.research.google.com/assets/colab-badge.svg"
    binder = "https://mybinder.org/badge_logo.svg"
    found = [f"[![Open in Colab]({colab})]({colab_link(path, repository)})"]
    if not lacks_in_binder(needs):
        found.append(f"[![Open in Binder]({binder})]({binder_link(path, repository)})")
    page = repository.file("docs/hosted.md")
    return "\n".join([*found, f"[What each costs and cannot show]({page})"])


def _set_up(needs: list[str], repository: Repository) -> str:
    wanted = [f"certlab[lab] @ {repository.wheel}", *requirements(needs)]
    return _SET_UP.format(
        wanted="\n".join(f"        {json.dumps(one)}," for one in wanted)
    )


def _cell(kind: str, id: str, source: str) -> dict[str, Any]:
    return {
        "cell_type": kind,
        "id": f"hosted-{id}",
        "metadata": {"certlab": dict(_ONLY)},
        "source": source,
    }


@cache
def _extras() -> dict[str, list[str]]:
    project = tomllib.loads(_PYPROJECT.read_text("utf-8"))["project"]
    return dict(project["optional-dependencies"])


def _name(requirement: str) -> str:
    return Requirement(requirement).name
