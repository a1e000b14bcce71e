"""A report of what was measured: Markdown to post, JSON to compute with, a chart."""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from certlab import __version__, compute, whole_file
from certlab.bench import drawing, other_machines, wording
from certlab.bench.entries import Entry
from certlab.bench.other_machines import Machine
from certlab.bench.trial import Trial
from certlab.compute.interval import Interval
from certlab.errors import WorkspaceError

NAMES = ("bench.md", "bench.json", "bench.svg")
_ENGINES = (
    *("polars", "duckdb", "pyarrow", "scikit-learn", "networkx", "umap-learn", "dask"),
    *("threadpoolctl", "cuml-cu13", "cugraph-cu13", "nx-cugraph-cu13"),
)


_READ = (
    "A ratio is the old side over the new one: above 1 the new one is better. *Refused* is "
    "a claim whose own sides differ in something it is not about; the question to ask in "
    "its place is next to it. What needs a GPU, or has no lab yet, was not run, and no "
    "figure stands for it. A limit is reckoned from data sheets or from bytes, not measured."
)


def claim_place(folder: Path, *, replace: bool) -> None:
    """See that a report can be written there, before anything is measured.

    Raises:
        WorkspaceError: one is there and was not to be replaced, nothing can be written, or
            what lies there as another machine's is no report.
    """
    there = [name for name in NAMES if (folder / name).exists()]
    if there and not replace:
        raise WorkspaceError(
            f"{folder} already holds a report ({there[0]}); add --replace, or name "
            "another folder."
        )
    other_machines.read(folder)  # so that a bad one is told now
    try:
        folder.mkdir(parents=True, exist_ok=True)
        trial = folder / f".{NAMES[0]}.part"
        trial.write_text("", "utf-8")
        trial.unlink()
    except OSError as error:
        raise WorkspaceError(
            f"{folder}: the report cannot be written there ({error.strerror}); name "
            "another folder."
        ) from error


def write(
    folder: Path, entries: Sequence[Entry], command: str, now: datetime
) -> list[str]:
    """Write the three files, with what other machines measured in columns of the table.

    Returns:
        The paths written; without matplotlib there is no chart.

    Raises:
        WorkspaceError: a file could not be written.
    """
    machine = about(command, now)
    others = other_machines.read(folder)
    texts = {"bench.json": as_json(entries, machine)}
    try:
        chart = drawing.drawn(entries)
    except ImportError:
        texts["bench.md"] = markdown(entries, machine, "", others)
    else:
        texts["bench.svg"] = drawing.standalone(chart)
        texts["bench.md"] = markdown(entries, machine, chart.words, others)
    written = []
    for name, text in texts.items():
        try:
            whole_file.write(folder / name, text)
        except OSError as error:
            raise WorkspaceError(
                f"{folder / name}: cannot be written ({error.strerror})."
            ) from error
        written.append(str(folder / name))
    return written


def about(command: str, now: datetime) -> dict[str, str]:
    """The machine, the versions, the day and the command: what a figure needs beside it."""
    found = compute.device.report()
    found |= {name: one for name in _ENGINES if (one := _version(name))}
    return {
        "date": now.isoformat(timespec="minutes"),
        "command": command,
        "certlab": __version__,
        **_load(),
        **found,
    }


def _load() -> dict[str, str]:
    """How busy the machine is, this run included; nothing where the system does not say."""
    try:
        return {
            "load": f"{os.getloadavg()[0]:.1f} processes at work, the mean of the last minute"
        }
    except (AttributeError, OSError):  # Windows has none
        return {}


def as_json(entries: Sequence[Entry], machine: dict[str, str]) -> str:
    """The report for programs."""
    rows = [as_row(one) for one in entries]
    return json.dumps({"about": machine, "claims": rows}, indent=1, ensure_ascii=False)


def as_row(entry: Entry) -> dict[str, Any]:
    """One claim for programs."""
    row = entry.row
    claim = {
        name: getattr(row, name)
        for name in ("id", "module", "claims", "claim", "low", "high", "of", "about")
    }
    sides = {"old": asdict(row.old), "new": asdict(row.new)}
    words = {name: getattr(row, name) for name in ("limit_why", "fair", "note", "lab")}
    return {
        **claim,
        "claimed": row.claimed,
        "sides": sides,
        "refused": entry.refused,
        "worked": entry.worked,
        "limit": entry.limit,
        **words,
        "here": _trial(entry.trial),
        "beside": [
            {"contest": one.contest, "why": one.why, **_trial(trial)}
            for one, trial in entry.beside
        ],
    }


def _trial(trial: Trial) -> dict[str, Any]:
    contest = trial.contest
    return {
        "contest": contest.id if contest else "",
        "state": trial.state,
        "says": trial.says,
        "compared": wording.compared(contest) if contest else "",
        "measures": contest.measures if contest else "",
        "ratio": _interval(trial.found),
        "old": _interval(trial.old),
        "new": _interval(trial.new),
    }


def _interval(found: Interval | None) -> dict[str, float] | None:
    return asdict(found) if found else None


def markdown(
    entries: Sequence[Entry],
    machine: dict[str, str],
    chart: str,
    others: Sequence[Machine] = (),
) -> str:
    """The report for people.

    Args:
        entries: the claims.
        machine: as `about` tells it.
        chart: what the chart shows, of this machine alone; "" when there is none.
        others: machines whose figures stand beside.
    """
    gpu = machine.get("gpu 0", machine.get("gpu", "none"))
    head = (
        f"By `{machine['command']}` on {machine['date']}, on {machine['cpu']}; GPU: "
        f"{gpu}. Times are medians, with 95 % intervals in brackets; the answers of both "
        "sides were compared first."
    )
    lines = ["# Claimed and measured", "", head, "", _READ, ""]
    if chart:
        lines += [f"![{chart}](bench.svg)", ""]
    columns = [f"on {_cell(other.title)}" for other in others]
    names = ["claim", "claimed", "measured here", *columns, "limit", "compared here"]
    lines += [f"| {' | '.join(names)} |", "|---" * len(names) + "|"]
    lines += [_cells(entry, others) for entry in entries]
    lines += ["", "## What each figure leaves out", ""]
    for entry in entries:
        told = " ".join(
            f"*{word}*: {_cell(text).rstrip('.')}."
            for word, text in wording.details(entry)
            if word != "here"
        )
        ids = ", ".join(entry.row.claims)
        lines += [f"**{entry.row.id}** ({ids}). {entry.row.claim} {told}", ""]
    lines += _about_table("The machine", machine)
    for other in others:
        lines += ["", *_about_table(other.title, other.about)]
    return "\n".join(lines) + "\n"


def _about_table(title: str, about: Mapping[str, str]) -> list[str]:
    rows = [f"| {name} | {_cell(text)} |" for name, text in about.items()]
    return [f"## {title}", "", "| | |", "|---|---|", *rows]


def _cells(entry: Entry, others: Sequence[Machine]) -> str:
    here = wording.here(entry)
    compared = wording.told(entry.trial)
    if entry.worked and not entry.trial.contest:
        compared = "not run: worked out from the claim's figures or from data sheets"
    if entry.refused:
        compared = f"refused: {'; '.join(entry.refused)}. {entry.row.fair}"
    beside = [
        f"{one.contest} {wording.interval(trial.found)}"
        for one, trial in entry.beside
        if trial.found
    ]
    if beside:
        compared = f"{compared.rstrip('.')}. Next to it: {', '.join(beside)}"
    beside_here = [other.cells.get(entry.row.id, "not measured") for other in others]
    cells = (
        *(entry.row.id, entry.row.claimed, here, *beside_here),
        *(wording.limit(entry), compared),
    )
    return f"| {' | '.join(map(_cell, cells))} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
