"""The pages of a course, built in a process beside the server when the course has changed."""

import sys
from contextlib import suppress
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen

from certlab import whole_file
from certlab.app.pages import edition, in_use, page_cache

FIRST = "index.html"
LASTING = "_static/certlab-"  # a name that changes with its bytes


class Pages:
    """A course's pages: those of today, or older ones while a process builds them."""

    READY = "A newer edition is ready; open the page again to see it."

    def __init__(self, root: Path) -> None:
        self.root = root
        self.edition = ""
        self.folder: Path | None = None
        self.process: Popen[str] | None = None
        self.failure = ""
        page_cache.clean(root)  # before it begins to build, and before it is in use
        in_use.hold(edition.home(root))
        self.refresh()

    def refresh(self) -> None:
        """Take the pages of the course as it is now, or begin to build them."""
        if self.process:
            ended = self.process.poll() is not None
            self._take()
            if not ended:
                return
            self._end(self.process)
        now = edition.edition(self.root)
        if now == self.edition:
            return
        self.edition, self.failure = now, ""
        self._take()
        if edition.find(self.root, now) is None:
            words = [sys.executable, "-P", "-m", page_cache.__name__]
            self.process = Popen(
                words, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE, text=True
            )

    def _take(self) -> None:
        older = edition.newest(self.root)
        there = edition.find(self.root, self.edition)
        self.folder = there or (older[0] if older else None)

    def _end(self, process: "Popen[str]") -> None:
        """It has built them; or it says why not, and the older ones stay."""
        said = process.communicate()[1].strip().splitlines()
        self.process = None
        if process.returncode:
            self.failure = said[-1] if said else "The pages were not built."

    def folder_for(self, path: str) -> Path | None:
        """The folder that has a page or one of its files now; None where one must wait."""
        if self.folder is None:
            early = edition.first(self.root, self.edition)
            if (early / (path or FIRST)).is_file():
                return early
            self._take()  # the building may have ended since the page was sent
        if (
            self.folder
            and path.startswith(LASTING)
            and not (self.folder / path).is_file()
        ):
            # Of a page that was opened before a newer edition came.
            for older in edition.newest(self.root):
                if (older / path).is_file():
                    return older
        return self.folder

    def build_first(self, path: str) -> None:
        """Have a page built first, if nobody has asked for another before."""
        note = edition.home(self.root) / page_cache.ASKED
        if self.process and not note.exists():
            note.parent.mkdir(parents=True, exist_ok=True)
            whole_file.write(note, f"{(path or FIRST).removesuffix('.html')}.md")

    def status_line(self, shown: Path | None) -> str:
        """What is told of a building beside a page of `shown`; "" if there is nothing."""
        if self.failure:
            older = " Until then this is an earlier edition." if shown else ""
            return self.failure + older
        if self.process is None or (shown and shown.name == self.edition):
            return ""
        done = ""
        with suppress(FileNotFoundError):
            note = edition.home(self.root) / page_cache.PROGRESS
            done = f", {note.read_text('utf-8')}"
        if shown is None:
            return (
                f"The pages of the course are being built{done}. "
                "This page goes on by itself."
            )
        if self.folder and shown.name == self.folder.name:
            return (
                f"A newer edition is being built{done}; open the page again to see it."
            )
        return f"The other pages are being built{done}."

    def news(self, shown: str) -> tuple[str, bool]:
        """What an open page of a folder of that name is told now, and whether that is all."""
        if self.folder is None or self.folder.name != self.edition:
            says = self.status_line(Path(shown))
            if says or self.process:
                return says, self.process is None
        if shown in (self.edition, edition.first(self.root, self.edition).name):
            return "", True
        return self.READY, True
