"""The learner's folder: pages to read, labs to run, the history.

What the learner has edited is never overwritten. A newer edition of an edited notebook
is put beside it. Started twice, or stopped in the middle, it ends as if it had run once.
"""

import json
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from certlab import whole_file
from certlab.course import editions as editions_file
from certlab.course import location
from certlab.course.catalogue import Course
from certlab.course.figures import as_picture
from certlab.course.notebook import canonical, learners_copy
from certlab.course.pages import Page
from certlab.course.render import render_figure, render_list, render_page
from certlab.course.section_checks import after_sections, section_items
from certlab.errors import WorkspaceError

VARIABLE = "CERTLAB_WORKSPACE"
START = editions_file.START
# What a fill is about to put there, so that the next one knows it if this one is stopped.
_UNFINISHED = ".certlab/unfinished.json"
_HISTORY = "history.jsonl"  # as certlab.study.history calls it, which stands above


@dataclass
class Filled:
    """What filling a workspace did, as paths from it.

    Attributes:
        written: files that were not there, and those that the learner had not edited.
        added: the first of the two.
        offered: newer editions beside what the learner has edited.
        unchanged: how many files were left as they are.
    """

    written: list[str] = field(default_factory=list)
    added: list[str] = field(default_factory=list)
    offered: list[str] = field(default_factory=list)
    unchanged: int = 0


def find(chosen: Path | None = None) -> Path:
    """The workspace: the one chosen, else $CERTLAB_WORKSPACE, else the one at home.

    Raises:
        WorkspaceError: the course itself lies there, and a learner's files would mix with it.
    """
    named = chosen or os.environ.get(VARIABLE)
    if not named:
        return move_in(Path.home())
    if location.around(Path(named).expanduser()):
        way = "with --workspace" if chosen else f"in {VARIABLE}"
        raise WorkspaceError(
            f"{named}: the course itself is kept there, and your work would mix with its files; "
            f"name another folder {way}."
        )
    return Path(named)


def at_home(home: Path) -> Path:
    """~/certlab; ~/certlab-work where somebody keeps the course's checkout in ~/certlab."""
    folder = home / "certlab"
    return folder.with_name("certlab-work") if location.around(folder) else folder


def move_in(home: Path) -> Path:
    """The workspace at home, with what earlier editions kept in a checkout there.

    Of that the history is copied last: as long as it is missing, all of it is copied anew.

    Raises:
        WorkspaceError: it cannot be copied.
    """
    old, workspace = home / "certlab", at_home(home)
    moved = old == workspace or (workspace / _HISTORY).exists()
    if not moved and (old / _HISTORY).exists():
        _copy_history(old, workspace)
    return workspace


def _copy_history(old: Path, workspace: Path) -> None:
    try:
        workspace.mkdir(exist_ok=True)
        for name in (".certlab", "decks"):
            if (old / name).is_dir():
                shutil.copytree(old / name, workspace / name, dirs_exist_ok=True)
        whole_file.write(workspace / _HISTORY, (old / _HISTORY).read_bytes())
    except OSError as error:
        raise WorkspaceError(
            f"{old / _HISTORY}: cannot be copied to {workspace} ({error.strerror}); make room or "
            "give write access."
        ) from error


def introduce(workspace: Path) -> str:
    """The line that tells a learner where their files are, and why not where one looks first."""
    usual = Path.home() / "certlab"
    if workspace != usual.with_name("certlab-work") or not location.around(usual):
        return f"Your folder is {workspace}."
    line = f"Your folder is {workspace}, because {usual} holds the course itself."
    if (usual / _HISTORY).exists():
        line += f" The history that was in {usual} was copied there."
    return line


def fill(course: Course, workspace: Path) -> Filled:
    """Bring pages, figures, labs and drills of the course into a workspace.

    Raises:
        WorkspaceError: the folder cannot be written.
    """
    try:
        return _fill(course, workspace)
    except OSError as error:
        raise WorkspaceError(
            f"{workspace}: cannot be written ({error.strerror}); "
            "give another folder with --workspace."
        ) from error


def _fill(course: Course, workspace: Path) -> Filled:
    (workspace / editions_file.FILE).parent.mkdir(parents=True, exist_ok=True)
    with whole_file.alone(workspace / editions_file.LOCK):
        before = editions_file.read(workspace / editions_file.FILE)
        editions = before | _finished(workspace)
        done, texts = Filled(), dict[str, str]()
        for name, text in _files(course):
            if place := _place(workspace, name, text, editions, done):
                texts[place] = text
        if texts:
            editions_file.keep(
                workspace / _UNFINISHED, {name: editions[name] for name in texts}
            )
        for name, text in texts.items():
            (workspace / name).parent.mkdir(parents=True, exist_ok=True)
            whole_file.write(workspace / name, text)
        if editions != before:
            editions_file.keep(workspace / editions_file.FILE, editions)
        (workspace / _UNFINISHED).unlink(missing_ok=True)
    return done


def _finished(workspace: Path) -> dict[str, str]:
    """What a fill that was stopped had put in its place; what it left beside goes."""
    found = {}
    for name, digest in editions_file.read(workspace / _UNFINISHED).items():
        path = workspace / name
        whole_file.sweep(path)
        if path.is_file() and editions_file.digest(name, path.read_bytes()) == digest:
            found[name] = digest
    return found


def _files(course: Course) -> Iterator[tuple[str, str]]:
    for page in course.pages.values():
        yield f"modules/{page.id}.md", _with_checks(course, page)
    for module in course.modules.values():
        if module.several:  # notebooks link it; an older edition had the page here
            yield f"modules/{module.id}.md", render_list(module)
    for figure in course.figures.values():
        if figure.wide:
            continue  # the preview of a notebook is wide
        svg = as_picture(render_figure(course, figure))
        yield f"modules/figures/{figure.id}.svg", svg
    yield from notebooks(course)


def notebooks(course: Course) -> Iterator[tuple[str, str]]:
    """Each notebook that a workspace gets: its path there and its text."""
    for lab in course.labs.values():
        notebook = json.loads(lab.path.read_text("utf-8"))
        yield lab.file, canonical(learners_copy(notebook))
    for lab in course.notebooks.values():
        yield lab.file, lab.path.read_text("utf-8")


def _with_checks(course: Course, page: Page) -> str:
    """The page, and after each section the way to its question in the app.

    JupyterLab opens such a link there (labextension/certlab/static/lab_links.js).
    """
    asked = section_items(course, page)
    name = page.id.rpartition("/")[2]

    def say(anchor: str) -> str:
        title = page.sections[anchor]
        link = f"[Check yourself: one question on {title}]({name}.md#check-{anchor})"
        return link if anchor in asked else ""

    body = replace(page, body=after_sections(page, page.body, say))
    return render_page(course, body)


def _place(
    workspace: Path, name: str, text: str, editions: dict[str, str], done: Filled
) -> str:
    """Where a file is to be written: beside it if the learner has made it theirs, or ""."""
    path, new = workspace / name, editions_file.digest(name, text.encode())
    # An empty file has nothing of the learner's: a power cut may leave one.
    data = path.read_bytes() if path.is_file() else b""
    # A folder or a pipe in its place is theirs, whatever is in it.
    there = data or (path.exists() and not path.is_file())
    old = editions_file.digest(name, data) if there else None
    before = editions.get(name)
    editions[name] = new
    if old == new or (old is not None and before == new):
        done.unchanged += 1
        return ""
    if old is None or old == before:
        done.written.append(name)
        done.added += [name] if old is None else []
        return name
    name = editions_file.beside(workspace, name, editions)
    editions[name] = new
    done.offered.append(name)
    return name
