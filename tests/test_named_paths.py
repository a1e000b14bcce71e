"""Every file and module that a comment or a text of ours names is there."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from certlab.app.esm import SOURCE
from certlab.app.page_styles import page_styles
from tests.parsed_scripts import ROOT, scripts

PACKAGES = {path.name for path in SOURCE.iterdir() if path.is_dir()}
# Others' files are named too, "docs/quick-start.md" or "torch/distributed/run.py", so a path
# is ours when it begins with a folder of the package, of the repository, or beside the file.
TOP = {*PACKAGES, "benchmarks", "content", "quizzes", "tests", "tools"}
PATH = re.compile(
    r"(?<![\w/.<{~:-])([\w-]+(?:/[\w.-]+)+\.(?:py|mjs|js|tcss|css|toml|json|ipynb|md))\b(?![\w({*/-])"
)
MODULE = re.compile(r"(?<![\w.])certlab((?:\.\w+)+)")
# As assets and notebooks are asked for it, from the package's folder.
ADDRESS = re.compile(r"(?:\w+/)+static/[\w/.-]+\.(?:js|css)")


def test_every_path_that_a_comment_in_python_names_is_there() -> None:
    found = [
        f"{path.relative_to(ROOT)}, line {line}: {name}"
        for path in python()
        for line, words in python_comments(path)
        for name in lost(path, words)
    ]
    assert found == []


def test_every_path_that_a_comment_in_javascript_names_is_there() -> None:
    found = [
        f"{path.relative_to(ROOT)}, line {line}: {name}"
        for path, script in scripts().items()
        for line, words in script.comments
        for name in lost(path, words)
    ]
    assert found == []


def test_every_address_of_a_script_or_a_sheet_is_one() -> None:
    texts = [(path, text) for path in python() for text in python_texts(path)]
    texts += [(path, text) for path, one in scripts().items() for text in one.texts]
    joined = page_styles({})  # written with the pages, not kept
    found = [
        f"{path.relative_to(ROOT)}: {text}"
        for path, text in texts
        if ADDRESS.fullmatch(text)
        and text not in joined
        and not (SOURCE / text).is_file()
    ]
    assert found == []


def python() -> list[Path]:
    return sorted(
        path
        for path in SOURCE.rglob("*.py")
        if not path.relative_to(SOURCE).parts[0].startswith("_")
    )


def python_comments(path: Path) -> Iterator[tuple[int, str]]:
    """Line and words of comments and docstrings."""
    text = path.read_text("utf-8")
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(text)):
        if isinstance(
            node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
        ) and (words := ast.get_docstring(node, clean=False)):
            yield node.body[0].lineno, words


def python_texts(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def lost(path: Path, words: str) -> Iterator[str]:
    """What is named and is not there."""
    for name in PATH.findall(words):
        first = name.partition("/")[0]
        beside = (path.parent / first).is_dir()
        places = (SOURCE, ROOT, SOURCE / "app", path.parent)
        if (first in TOP or beside) and not any(
            (one / name).exists() for one in places
        ):
            yield name
    for dotted in MODULE.findall(words):
        if not is_there(dotted.split(".")[1:]):
            yield f"certlab{dotted}"


def is_there(parts: list[str]) -> bool:
    """Whether a dotted name leads to a module, or to a name that stands in one."""
    place = SOURCE
    for part in parts:
        if (place / part).is_dir():
            place = place / part
        elif (place / f"{part}.py").is_file():
            place = place / f"{part}.py"
        else:
            file = place if place.suffix else place / "__init__.py"
            return bool(re.search(rf"\b{part}\b", file.read_text("utf-8")))
    return True
