"""Fills that are killed, or that meet a full disk, at each place where they can be.

    python -m tests.course.stopped_fills COURSE FOLDER

Prints what went wrong, a line each. It forks, so it runs without the threads of pytest.
"""

import os
import resource
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from certlab.course import Course, load
from certlab.course.workspace import fill
from certlab.errors import WorkspaceError

Files = dict[str, bytes]
# What Python is about to do with a file, as its audit hooks name it.
STEPS = {"open", "os.rename", "os.remove", "os.mkdir", "os.chmod"}


def editions(root: Path) -> list[Course]:
    """Three editions in which each page and lab differs."""
    found = []
    for number in range(3):
        for path in [*root.rglob("content/modules/*.md"), *root.rglob("*.ipynb")]:
            text = path.read_text("utf-8")
            old, new = f"edition {number - 1}", f"edition {number}"
            if number:
                path.write_text(text.replace(old, new), "utf-8")
            elif path.suffix == ".md":
                path.write_text(f"{text}\n{new}\n", "utf-8")
            else:
                meant = text.replace('"title": "', f'"title": "{new} ', 1)
                path.write_text(meant, "utf-8")
        found.append(load(root))
    return found


def seen(folder: Path) -> Files:
    """Every file that a learner may see, and what was left beside; not our own records."""
    return {
        name: path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
        and not (name := path.relative_to(folder).as_posix()).startswith(".certlab/")
    }


def child(work: Callable[[], object]) -> int:
    """Do the work in a process of its own; how it ended."""
    if pid := os.fork():
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    try:
        work()
    except WorkspaceError:
        os._exit(3)
    except BaseException as error:  # noqa: BLE001  # a child must not go on as its parent
        sys.stdout.write(f"{error!r}\n")
        sys.stdout.flush()
        os._exit(4)
    os._exit(0)


def killed_at(step: int, course: Course, folder: Path) -> int:
    """Fill, and be killed before the given step."""

    def work() -> None:
        left = iter(range(step))

        def hook(event: str, _args: object) -> None:
            if event in STEPS and next(left, None) is None:
                os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(hook)
        fill(course, folder)

    return child(work)


def torn_at(size: int, course: Course, folder: Path, action: int) -> int:
    """Fill where no file may be longer; be killed by the kernel in a write, or refused it."""

    def work() -> None:
        signal.signal(signal.SIGXFSZ, signal.Handlers(action))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        fill(course, folder)

    return child(work)


def faults(root: Path, scratch: Path) -> Iterator[str]:
    """What is not as it should be."""
    courses = editions(root)
    whole = []
    for number, course in enumerate(courses):
        fill(course, scratch / f"whole-{number}")
        whole.append(seen(scratch / f"whole-{number}"))
    first, second, third = whole
    if any(first[name] == second[name] for name in first if name.endswith(".md")):
        yield "the editions do not differ"

    def after(what: str, folder: Path) -> Iterator[str]:
        """Whatever a stopped fill left, no file of it is torn, and the next one mends it."""
        for name, data in seen(folder).items():
            hidden = Path(name).name.startswith(".")
            if not hidden and data not in (first.get(name), second.get(name)):
                yield f"{what}: {name} is torn, {len(data)} bytes"
        done = fill(courses[2], folder)
        if done.offered:
            yield f"{what}: {done.offered} were taken as the learner's"
        for name in seen(folder).keys() ^ third.keys():
            yield f"{what}: {name} lies there or is missing"

    def stops() -> Iterator[tuple[str, Callable[[Path], int], int]]:
        sizes = sorted({len(data) for data in second.values()})
        for size in (0, *sizes):
            for ended, action in ((-signal.SIGXFSZ, 0), (3, 1)):
                yield (
                    f"no file above {size} bytes, signal {action}",
                    lambda folder, at=size, how=action: torn_at(  # type: ignore[misc]
                        max(at - 1, 0), courses[1], folder, how
                    ),
                    ended,
                )
        step = 0
        while True:
            yield (
                f"killed before step {step}",
                lambda folder, at=step: killed_at(at, courses[1], folder),  # type: ignore[misc]
                -signal.SIGKILL,
            )
            step += 1

    for before in (None, 0):  # a new folder, and one of the first edition
        for what, stop, expected in stops():
            folder = scratch / "stopped"
            shutil.rmtree(folder, ignore_errors=True)
            if before is not None:
                fill(courses[before], folder)
            ended = stop(folder)
            if ended == 0:
                break  # that many steps there are not
            if ended != expected:
                yield f"{what}: ended with {ended}"
            yield from after(f"from {before}, {what}", folder)


if __name__ == "__main__":
    for fault in faults(Path(sys.argv[1]), Path(sys.argv[2])):
        sys.stdout.write(f"{fault}\n")
