"""Which file names which: imports, and files that a text names by their path.

Nothing is run. What a program finds by its name alone is said in `BY_NAME`.
"""

import heapq
import json
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path, PurePosixPath

from tools.imports import Import, imported

# How far a mention carries. Far is what seldom matters: it is tried after all that is near.
NEAR, FAR = 1, 3
COURSE = "(the course)"  # stands for all of content/, quizzes/ and labs/
# Files that find others by a pattern: who finds, and what.
BY_NAME = {
    "src/certlab/module_parts.py": re.compile(
        r"src/certlab/labs/\w+/(verbs|widgets|contest|page|environment|gates)\b.*"
    ),
    "src/certlab/app/esm.py": re.compile(r"src/certlab/.*/static/.*\.(js|css)"),
    "src/certlab/app/assets.py": re.compile(r"src/certlab/.*/static/.*"),
    "tests/project/test_workflows.py": re.compile(r"\.github/.*"),
}
NAMING = (".py", ".ipynb", ".js", ".mjs", ".html")
_DOTTED = re.compile(r"\bcertlab(?:\.\w+)+")
_PATH = re.compile(r"[\w./-]*\w\.(?:js|mjs|css|html|py|toml|json|sh|ini|po|ts)\b")
_JS_IMPORT = re.compile(r"""(?:from|import)\s*\(?["'](\.[^"']*)["']""")
# The fixture of all of the course, or the course as a learner's program finds it.
_ASKS_ALL = re.compile(r"\b(whole: Course|read_once|real_course)\b|(?<![\w.])load\(\)")
_WORD = re.compile(r"[\w-]+")
_MAGIC = re.compile(r"^\s*[%!].*", re.MULTILINE)

Files = Mapping[str, str]  # path: text
Edges = dict[str, dict[str, int]]  # from what is named to who names it, and how far


def read(root: Path) -> dict[str, str]:
    """All files that git knows or could, and the text of those that name others."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    names = [one for one in listed.split("\0") if (root / one).is_file()]
    return {
        one: (root / one).read_text("utf-8", "replace")
        if one.endswith(NAMING) and not one.startswith(("content/", "tests/courses/"))
        else ""
        for one in names
    }


def edges(files: Files) -> Edges:
    """Who names each file, and so may fail when it changes."""
    tails = _tails(files)
    found: Edges = defaultdict(dict)
    for file in files:
        for target, far in _named(file, files, tails):
            # What the first conftest.py brings is for all tests, and few take all of it.
            if file not in {target, "tests/conftest.py"}:
                known = found[target].get(file, far)
                found[target][file] = min(known, far)
    written = defaultdict(list)
    for file in files:
        if file.endswith(".py"):
            written[file.rpartition("/")[0]].append(file)
    for file in files:
        if not file.endswith((".py", ".ipynb")) and file not in found:
            # Nobody names it: who reads it is written in the nearest folder with Python.
            folders = (str(one) for one in PurePosixPath(file).parents)
            readers = next((written[one] for one in folders if one in written), [])
            found[file] = dict.fromkeys(readers, FAR)
    return found


def reach(changed: Iterable[str], edges: Edges) -> dict[str, int]:
    """Every file that a change can reach, and over how many steps."""
    far = dict.fromkeys(changed, 0)
    queue = [(0, file) for file in far]
    while queue:
        steps, file = heapq.heappop(queue)
        if steps > far[file]:
            continue
        for by, more in edges.get(file, {}).items():
            if steps + more < far.get(by, steps + more + 1):
                far[by] = steps + more
                heapq.heappush(queue, (far[by], by))
    return far


def _named(
    file: str, files: Files, tails: dict[str, list[str]]
) -> Iterator[tuple[str, int]]:
    text = files[file]
    if file.endswith(".ipynb"):
        text = _code(text)
    if file.endswith((".py", ".ipynb")):
        for one in _imports(text):
            if target := _target(one, files):
                yield target, NEAR
        for dotted in _DOTTED.findall(text):
            module, _, name = dotted.rpartition(".")
            if target := _target(Import(nested=True, module=module, name=name), files):
                yield target, NEAR
        if _ASKS_ALL.search(text):
            yield COURSE, FAR
        for conftest in _conftests(file, files):
            yield conftest, FAR
        twin = file.removesuffix(".py")
        yield from (
            (twin + end, NEAR) for end in (".mjs", ".html") if twin + end in files
        )
    if file in BY_NAME:
        yield from ((one, FAR) for one in files if BY_NAME[file].fullmatch(one))
    if "vectors" in text and file.startswith("tests/"):
        words = set(_WORD.findall(text))
        yield from ((one, NEAR) for one in files if _of_vectors(one) in words)
    folder = PurePosixPath(file).parent
    for place in _JS_IMPORT.findall(text):
        yield _plain(folder / place), NEAR
    # A text that names a test speaks of it, and uses nothing of it.
    for path in {one for one in _PATH.findall(text) if "test_" not in one}:
        yield from ((one, NEAR) for one in _meant(path, folder, files, tails))


def _of_vectors(file: str) -> str:
    """The folder of tests/vectors that a file is in, "" of others."""
    parts = file.split("/")
    return parts[2] if parts[:2] == ["tests", "vectors"] and len(parts) > 3 else ""


def _imports(text: str) -> frozenset[Import]:
    try:
        return imported(text)
    except SyntaxError:  # ruff and the tests say where
        return frozenset()


def _target(one: Import, files: Files) -> str:
    """The file behind an import; a name that a package hands on leads to where it is made."""
    for _ in range(4):
        if one.name and (file := _file(f"{one.module}.{one.name}", files)):
            return file
        file = _file(one.module, files)
        if not (one.name and file.endswith("__init__.py")):
            return file or _file(one.module.rpartition(".")[0], files)
        handed = (of for of in _imports(files[file]) if of.name == one.name)
        origin = next(handed, None)
        if origin is None:
            return file
        one = origin
    return ""


def _file(module: str, files: Files) -> str:
    stem = module.replace(".", "/")
    tries = (
        f"{root}{stem}{end}" for root in ("src/", "") for end in (".py", "/__init__.py")
    )
    return next((one for one in tries if one in files), "")


@cache
def _code(text: str) -> str:
    """The code of a notebook as one text, "" of what is none."""
    try:
        cells = json.loads(text)["cells"]
        code = ["".join(one["source"]) for one in cells if one["cell_type"] == "code"]
    except (ValueError, KeyError, TypeError):  # certlab check says so
        return ""
    return _MAGIC.sub("pass", "\n".join(code))


def _conftests(file: str, files: Files) -> Iterator[str]:
    for folder in PurePosixPath(file).parents:
        name = _plain(folder / "conftest.py")
        if name in files and name != file:
            yield name


def _meant(
    path: str, folder: PurePosixPath, files: Files, tails: dict[str, list[str]]
) -> list[str]:
    """The files that a path in a text may mean; none where it could be any of many."""
    beside = _plain(folder / path)
    if beside in files:
        return [beside]
    plain = _plain(PurePosixPath(path)).lstrip("./")
    ends = [
        one
        for one in tails.get(plain.rpartition("/")[2], ())
        if f"/{one}".endswith(f"/{plain}")
    ]
    return ends if len(ends) <= 3 else []


def _tails(files: Files) -> dict[str, list[str]]:
    """The files of each name; of the course only notebooks, which others name by path."""
    found = defaultdict(list)
    for file in files:
        if not file.startswith(("content/", "quizzes/")):
            found[file.rpartition("/")[2]].append(file)
    return found


def _plain(path: PurePosixPath) -> str:
    """A path without "..", which PurePosixPath leaves in."""
    parts: list[str] = []
    for part in path.parts:
        if part == ".." and parts:
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)
