"""Labs on their GPU path, as steps: every cell is run, and a cell that fails fails the lab."""

import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from xml.etree import ElementTree as ET

from benchmarks.gpu.step import Ended, Found, Step, last_line
from certlab.course import Course
from certlab.course.labs import Lab

# By worth. What measures runs alone, or its clock would lie; what trains runs side by side.
MEASURING = (
    "cuda/10_matmul_cupy_numpy",
    "gpu-architecture/30_roofline",
    "gpu-architecture/40_memory_hierarchy",
    "cuda/40_streams",
)
SECONDS = 75.0  # for one lab
NO_RAPIDS = "RAPIDS is not on such a machine: cuDF and cuML stay as their contracts say"
_RAPIDS = "rapids"  # the module whose labs need what is not there


def gpu_labs(course: Course) -> list[Lab]:
    """The labs that have a GPU part, without those of RAPIDS; those that measure first."""
    found = [one for one in course.labs.values() if "G" in one.paths]
    found = [one for one in found if one.module != _RAPIDS]
    order = {id: place for place, id in enumerate(MEASURING)}
    return sorted(found, key=lambda one: order.get(one.id, len(order)))


def left_out(course: Course) -> list[str]:
    """The labs with a GPU part that are skipped by name."""
    labs = course.labs.values()
    return [one.id for one in labs if "G" in one.paths and one.module == _RAPIDS]


def steps(course: Course) -> Iterator[Step]:
    """One for each lab."""
    folder = Path(tempfile.mkdtemp(prefix="certlab-gpu-"))
    empty = folder / "pytest.ini"  # this checkout's own settings are for its tests
    empty.write_text("[pytest]\n", "utf-8")
    for lab in gpu_labs(course):
        told = folder / f"{lab.id.replace('/', '-')}.xml"
        words = [
            *(sys.executable, "-m", "pytest", "--quiet", "--noconftest"),
            *(
                "-c",
                str(empty),
                "--rootdir",
                str(course.root),
                "-p",
                "no:cacheprovider",
            ),
            *("--nbval-lax", f"--junit-xml={told}", str(lab.path)),
        ]
        yield Step(
            f"lab {lab.id}",
            words,
            SECONDS,
            partial(judged, told),
            alone=lab.id in MEASURING,
        )


def judged(told: Path, ended: Ended) -> Found:
    """What pytest wrote of the cells."""
    if not told.is_file():
        return Found("failed", last_line(ended))
    cells = list(ET.parse(told).iter("testcase"))
    wrong = [one for one in cells if one.find("failure") is not None]
    wrong += [one for one in cells if one.find("error") is not None]
    if wrong or ended.status:
        first = (wrong or cells)[0] if cells else None
        name = first.get("name", "") if first is not None else "no cell"
        why = _why(first)
        says = f"{len(wrong)} of {len(cells)} cells failed, the first {name}: {why}"
        # What a lab says of a library that it needs; CuPy is what such a machine is for.
        missing = "is not installed" in why and "CuPy" not in why
        return Found("not possible there" if missing else "failed", says)
    return Found("passed", f"{len(cells)} cells ran")


def _why(cell: ET.Element | None) -> str:
    """The error's last line, which names it."""
    for kind in ("failure", "error"):
        found = cell.find(kind) if cell is not None else None
        if found is not None:
            text = found.text or found.get("message") or ""
            lines = [line.strip() for line in text.splitlines() if line.strip()]
            errors = [one for one in lines if "Error" in one.split(":")[0]]
            return (errors or lines or ["no reason given"])[-1][:300]
    return "no reason given"
