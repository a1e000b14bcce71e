"""docs/hosted.md: where each lab opens on a hosted machine, and what its GPU path wants there.

The table is written from the notebooks, with links once there is an address to link to.
"""

import ast
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from certlab.compute.hosted import FORMATS
from certlab.course.notebook import as_python
from tools.address.labs import binder_link, colab_link, lacks_in_binder
from tools.address.repository import Repository

_ROOT = Path(__file__).parents[2]
_TABLE = re.compile(r"(?<=<!-- labs -->\n).*?(?=<!-- /labs -->)", re.DOTALL)
_CLONE = re.compile(r"(?<=<!-- clone -->\n).*?(?=<!-- /clone -->)", re.DOTALL)
# The calls of a lab's first cell that say what it wants of a machine.
_CALLS = ("preflight", "summary")


@dataclass(frozen=True)
class Wants:
    """What the GPU path of a lab wants, in the words of its first cell; see `preflight`."""

    room_gib: float = 0
    bf16: bool = False
    ranks: int = 1

    def __str__(self) -> str:
        parts = ["1 GPU" if self.ranks == 1 else f"{self.ranks} GPUs, 1 shows less"]
        if self.bf16:
            parts.append(f"compute capability {FORMATS['BF16']} for BF16")
        if self.room_gib:
            parts.append(f"{self.room_gib:g} GiB of its memory free")
        return ", ".join(parts)


def hosted_page(text: str, path: str, repository: Repository | None) -> str:
    """The page with its table, and the lines that set a rented machine up."""
    for name, pattern in (("labs", _TABLE), ("clone", _CLONE)):
        if not pattern.search(text):
            raise ValueError(f"{path}: the marks of {name} are not there.")
    rows = "".join(_row(file, repository) for file in _notebooks())
    table = f"| lab | Colab | Binder | its GPU path |\n|---|---|---|---|\n{rows}"
    text = _TABLE.sub(lambda _: table, text)
    return _CLONE.sub(lambda _: _clone(repository), text)


def wants(notebook: dict[str, Any]) -> Wants:
    """What a lab says to `preflight` or `summary`."""
    said: dict[str, Any] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            for node in ast.walk(ast.parse(as_python(cell))):
                said |= _said(node)
    return Wants(**said)


def _said(node: ast.AST) -> dict[str, Any]:
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return {}
    if node.func.attr not in _CALLS:
        return {}
    known = {one.arg: one.value for one in node.keywords}
    names = Wants.__dataclass_fields__
    return {name: ast.literal_eval(known[name]) for name in names if name in known}


def _notebooks() -> list[Path]:
    return sorted(_ROOT.glob("labs/*/*.ipynb"))


def _row(file: Path, repository: Repository | None) -> str:
    path = file.relative_to(_ROOT).as_posix()
    notebook = json.loads(file.read_text("utf-8"))
    about = notebook["metadata"]["certlab"]
    name = path.removeprefix("labs/").removesuffix(".ipynb")
    lacks = lacks_in_binder(about["needs"])
    colab = f"[opens]({colab_link(path, repository)})" if repository else "yes"
    binder = f"[opens]({binder_link(path, repository)})" if repository else "yes"
    if lacks:
        binder = f"no: {' and '.join(lacks)}"
    gpu = str(wants(notebook)) if "G" in about["paths"] else ""
    return f"| [{name}](../{path}) | {colab} | {binder} | {gpu} |\n"


def _clone(repository: Repository | None) -> str:
    if not repository:
        return ""
    folder = repository.name.rpartition("/")[2]
    return f"```sh\ngit clone {repository.address}\nsh {folder}/.brev/setup.sh\n```\n"
