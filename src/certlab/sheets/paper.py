"""A sheet as PDF, printed by a Chromium of this machine, where there is one."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from certlab.errors import CourseError
from certlab.words import Sentence

VARIABLE = "CERTLAB_CHROMIUM"
_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
_LONGEST = 120  # seconds; printing takes one


def chromium() -> str:
    """Where a Chromium is, "" where there is none."""
    named = os.environ.get(VARIABLE)
    names = (named,) if named else _NAMES
    return next(filter(None, map(shutil.which, names)), "")


def print_to(pdf: Path, page: Path) -> None:
    """Print a file that was written.

    Raises:
        CourseError: there is no Chromium, or it did not print; the file stays.
    """
    browser = chromium()
    if not browser:
        raise CourseError(
            Sentence(
                "{page} is written, but no Chromium was found to print it; open it in a "
                "browser, choose Print, and there A4 and Save as PDF.",
                page=page,
            )
        )
    with tempfile.TemporaryDirectory(prefix="certlab-sheet-") as folder:
        made = Path(folder) / "sheet.pdf"
        words = [browser, "--headless", "--disable-gpu", "--no-pdf-header-footer"]
        words += [f"--user-data-dir={folder}/profile", f"--print-to-pdf={made}"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            words.append("--no-sandbox")  # it refuses to run for root otherwise
        why = ""
        try:
            subprocess.run(
                [*words, page.absolute().as_uri()],
                capture_output=True,
                check=True,
                timeout=_LONGEST,
            )
            shutil.copyfile(made, pdf)
        except subprocess.CalledProcessError as error:
            why = f"{Path(browser).name} ended with {error.returncode}"
        except subprocess.TimeoutExpired:
            why = f"{Path(browser).name} took more than {_LONGEST} seconds"
        except OSError as error:
            why = error.strerror or str(error)
    if why:
        raise CourseError(
            Sentence(
                "{pdf}: the PDF was not made ({why}); open {page} in a browser and print it.",
                pdf=pdf,
                why=why,
                page=page,
            )
        )
