"""The notebooks that open in the browser, and why the others do not."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from certlab.course import Course
from certlab.course.labs import Lab
from certlab.course.notebook import canonical, learners_copy, only_of, source
from certlab.site.lite.full_pyodide import LIBRARIES

LISTING = "notebooks.json"  # read by lite/lab.js
# What JupyterLite's kernel would write into a notebook that is merely opened. It is there
# already, so that such a notebook counts as unchanged and no copy of it is kept, which
# would hide the next edition.
_KERNEL = {
    "kernelspec": {
        "display_name": "Python (Pyodide)",
        "language": "python",
        "name": "python",
    },
    "language_info": {
        "codemirror_mode": {"name": "python", "version": 3},
        "file_extension": ".py",
        "mimetype": "text/x-python",
        "name": "python",
        "nbconvert_exporter": "python",
        "pygments_lexer": "ipython3",
        "version": "3.8",
    },
}


def opens(lab: Lab, pyodide: Path | None) -> str:
    """Why a lab does not open in the browser, as a sentence; "" when it does.

    Args:
        lab: the lab.
        pyodide: the full distribution that the site is built with, if any.
    """
    if "B" not in lab.paths:
        return "This lab needs Python on a machine of your own: run certlab study."
    needs = _needs(lab)
    never = [name for name in needs if name.lower() not in LIBRARIES]
    if never:
        return (
            f"This lab needs {_listed(never)}, which no browser has: run certlab study."
        )
    if needs and pyodide is None:
        return (
            f"This lab needs {_listed(needs)}, and this site was built without: "
            "run certlab study."
        )
    return ""


def _needs(lab: Lab) -> list[str]:
    """What a lab needs in a browser: not what is only asked for in cells that are left out."""
    cells = json.loads(lab.path.read_text("utf-8"))["cells"]
    left_out = "".join(source(one) for one in cells if not _is_for_here(one))
    return [name for name in lab.needs if f'"{name}"' not in left_out]


def write_notebooks(course: Course, pyodide: Path | None, to: Path) -> list[Lab]:
    """Write those that open below `to`, each where the course has it.

    A notebook carries its edition, by which the page tells a learner's copy of an
    earlier one from the text that is served now.
    """
    every = [*course.labs.values(), *course.notebooks.values()]
    chosen = [lab for lab in every if not opens(lab, pyodide)]
    to.mkdir(parents=True, exist_ok=True)  # also where no lab opens
    for lab in chosen:
        notebook = _read(lab)
        notebook["cells"] = [one for one in notebook["cells"] if _is_for_here(one)]
        notebook["metadata"] |= _KERNEL
        notebook["metadata"]["certlab"]["edition"] = edition(lab)
        path = to / lab.file
        path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False)
        path.write_text(text + "\n", "utf-8")
    return chosen


def _is_for_here(cell: dict[str, Any]) -> bool:
    """Whether a cell means something in a browser: not what is about a machine's folder."""
    return only_of(cell) not in ("machine", "hosted")


def edition(lab: Lab) -> str:
    """A short digest of what a notebook says."""
    text = canonical(_read(lab))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def listing(course: Course, labs: Iterable[Lab]) -> dict[str, dict[str, str]]:
    """What the page wants to know of each notebook, by its path.

    `page` is where the course goes on, from the site's root, and `about` its title.
    """
    return {lab.file: {"edition": edition(lab), **_page(course, lab)} for lab in labs}


def _page(course: Course, lab: Lab) -> dict[str, str]:
    module = course.modules.get(lab.module)
    if module is None:
        return {"page": "index.html", "about": "all modules"}
    return {"page": f"modules/{module.id}.html", "about": module.short}


def _read(lab: Lab) -> dict[str, Any]:
    """A lab as a learner gets it, on any surface."""
    notebook = learners_copy(json.loads(lab.path.read_text("utf-8")))
    return dict(json.loads(canonical(notebook)))


def _listed(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
