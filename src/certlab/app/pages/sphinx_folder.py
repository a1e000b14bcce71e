"""The folder that Sphinx works in: sources, what it has read of them, and the pages.

Used again, Sphinx reads and writes only what has changed since.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from os.path import normpath
from pathlib import Path

from certlab.errors import SiteError

CONTEXT = "site.json"  # of the sources: what the frame of each page is drawn from
_CONFIG = Path(__file__).with_name("sphinx")
_FAULT = "WARNING|ERROR|[Ee]rror:"
_NAMED = re.compile(r'(?:src|href)="([^"?#]*)')
# Of what Sphinx says: how many pages it will read and write, and each that it has.
_READS = re.compile(r"(\d+) added, (\d+) changed, \d+ removed")
_WRITES = re.compile(r"building \[html\]: targets for (\d+) ")
_DONE = re.compile(r"(reading|writing) \w+\.\.\. \[ *\d+%\]")
Say = Callable[[str], None]


def write_sources(folder: Path, texts: Mapping[str, str]) -> None:
    """Make `texts`, by path, what the folder is built from; what is the same stays as it is.

    Sphinx goes by the time of a file. The page of a source that is gone goes too.
    """
    source = folder / "source"
    for path, text in texts.items():
        file, data = source / path, text.encode()
        if not file.is_file() or file.read_bytes() != data:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
    for file in [one for one in source.rglob("*") if one.is_file()]:
        path = file.relative_to(source).as_posix()
        if path not in texts:
            file.unlink()
            page = folder / "html" / path
            page.with_suffix(".html").unlink(missing_ok=True)


def run_sphinx(folder: Path, say: Say = lambda _: None) -> None:
    """Build the pages below folder/html.

    Args:
        say: takes how far it is, as "12 of 74 pages read", once a page.

    Raises:
        SiteError: what Sphinx found wrong, and where.
    """
    words = [sys.executable, "-P", "-m", "sphinx", "--builder=html"]
    words += ["--fail-on-warning", f"--conf-dir={_CONFIG}"]
    words += [f"--doctree-dir={folder / 'doctrees'}"]
    words += [str(folder / "source"), str(folder / "html")]
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as faults,
        subprocess.Popen(
            words,
            # A fixed order of sets: the same course gives the same bytes. And English.
            env={
                **os.environ,
                "PYTHONHASHSEED": "0",
                "NO_COLOR": "1",
                "LC_ALL": "C",
                "PYTHONUTF8": "1",
                "PYTHONUNBUFFERED": "1",
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=faults,
            encoding="utf-8",
            errors="replace",
        ) as process,
    ):
        assert process.stdout is not None
        for line in _progress(process.stdout):
            say(line)
        if process.wait():
            faults.seek(0)
            lines = [line for line in faults.read().splitlines() if line]
            first = next((line for line in lines if re.search(_FAULT, line)), "")
            says = (first or (lines or ["it ended without a word"])[-1]).rstrip(".")
            raise SiteError(
                f"Sphinx: {says.replace(f'{folder}/source/', '')}; "
                "fix that and build again."
            )


def _progress(said: Iterable[str]) -> Iterator[str]:
    """Pages done of all, from what Sphinx says."""
    whole = {"reading": 0, "writing": 0}
    done = dict(whole)
    for line in said:
        if found := _WRITES.search(line):
            whole["writing"] = int(found[1])
        elif found := _READS.search(line):
            whole["reading"] = int(found[1]) + int(found[2])
        elif found := _DONE.match(line):
            step = found[1]
            done[step] += 1
            of = max(done[step], *whole.values()) if step == "writing" else whole[step]
            yield f"{done[step]} of {of} pages {'read' if step == 'reading' else 'written'}"


def forget_pages(folder: Path) -> None:
    """Have all pages written anew, though their sources stay as they are."""
    for page in (folder / "html").rglob("*.html"):
        page.unlink()


def take_over(folder: Path, to: Path, changed: Callable[[str], str]) -> None:
    """Copy the pages and what they name; Sphinx brings much that no page uses.

    Args:
        changed: gives of the text of a page what is written.
    """
    html = folder / "html"
    wanted: set[str] = set()
    for page in html.rglob("*.html"):
        text = page.read_text("utf-8")
        addresses = set(_NAMED.findall(text))
        wanted |= {normpath(f"{page.parent}/{address}") for address in addresses}
        target = _place(page, html, to)
        target.write_text(changed(text), "utf-8")
    wanted |= {f"{path}.LICENSE.txt" for path in wanted}
    for path in html.rglob("*"):
        if str(path) in wanted and path.is_file() and path.suffix != ".html":
            shutil.copyfile(path, _place(path, html, to))


def _place(path: Path, html: Path, to: Path) -> Path:
    place = to / path.relative_to(html)
    place.parent.mkdir(parents=True, exist_ok=True)
    return place
