"""At the end of a run, one line on the tests that this machine could not run.

Whoever runs the tests with Python and git alone sees hundreds of skips; the line says which
packages of Debian would bring them back.
"""

import re
from collections import Counter
from collections.abc import Iterable

import pytest

# What a reason speaks of, and what brings it; the first that is found counts.
BRINGS = {
    r"chromium": ("Chromium", "apt install chromium"),
    r"firefox": ("Firefox", "apt install firefox-esr"),
    r"puppeteer": ("puppeteer", "npm install --prefix tests/site/firefox"),
    r"pyodide": ("Pyodide", "npm install --prefix tests/pyodide"),
    r"\bnode\b": ("Node", "apt install nodejs"),
    r"\bnpm\b": ("npm", "apt install npm"),
    r"C\+\+ compiler|nvcc": ("a C++ compiler", "apt install g++"),
    r"slurm": ("Slurm", "apt install slurm-wlm munge"),
    r"nginx": ("nginx", "apt install nginx-light"),
    r"postgresql": ("PostgreSQL", "apt install postgresql"),
    r"triton": ("Triton", "certlab lab prepare triton"),
}


def sentence(reasons: Iterable[str]) -> str:
    """How many tests were left out and what would bring them; "" for none."""
    wants: Counter[str] = Counter()
    for reason in reasons:
        found = (
            f"{name} ({way})"
            for word, (name, way) in BRINGS.items()
            if re.search(word, reason, re.IGNORECASE)
        )
        wants[next(found, "")] += 1
    if not wants:
        return ""
    other = wants.pop("", 0)
    parts = [f"{n} for want of {name}" for name, n in wants.most_common()]
    if other:
        parts.append(f"{other} for other reasons (pytest -rs lists them)")
    return f"Tests left out here: {wants.total() + other}; {', '.join(parts)}."


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = terminalreporter.stats.get("skipped", [])
    line = sentence(str(report.longrepr) for report in reports)
    if line:
        terminalreporter.section("left out")
        terminalreporter.line(line)
