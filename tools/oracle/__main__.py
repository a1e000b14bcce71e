"""Let real tools print the world of the virtual node, and show what ours prints otherwise.

    make oracle [ARGS="REFEREE ..."]
    make oracle ARGS="--store"       keeps what the real tools printed, for the tests

A tool that is installed is taken as it stands, and nothing needs root; a referee whose tool
is not installed is passed over, and its goldens stay. Exit status 1: a text differs.
"""

import argparse
import difflib
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tools.oracle import GOLDENS, Case, Referee, golden, masked, referees


def main(arguments: Sequence[str]) -> int:
    """Run the referees that were named, all by default; give the exit status."""
    known = referees()
    parser = argparse.ArgumentParser(
        prog="make oracle",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("referee", nargs="*", help=f"of {', '.join(known) or 'none'}")
    parser.add_argument("--store", action="store_true", help="keep what was printed")
    given = parser.parse_args(arguments)
    strange = [name for name in given.referee if name not in known]
    if strange:
        parser.error(f"There is no referee {strange[0]}; there are {', '.join(known)}.")
    differ = sum(_run(known[name], given.store) for name in given.referee or known)
    return 1 if differ else 0


def _run(referee: Referee, store: bool) -> int:
    """How many of its cases differ."""
    version = referee.version()
    if not version:
        print(f"{referee.name}: its tool is not installed here; passed over.")
        return 0
    cases = referee.cases()
    printed = {name: _real(case) for name, case in cases.items()}
    differences = {
        name: _difference(name, cases[name], text) for name, text in printed.items()
    }
    for text in filter(None, differences.values()):
        print(text)
    differ = sum(map(bool, differences.values()))
    print(f"{referee.name} ({version}): {len(cases)} cases, {differ} differ.")
    if store:
        _store(referee, version, printed)
    return differ


def _real(case: Case) -> str:
    with tempfile.TemporaryDirectory(prefix="certlab-oracle-") as folder:
        return case.real(Path(folder))


def _difference(name: str, case: Case, real: str) -> str:
    return "\n".join(
        difflib.unified_diff(
            masked(case, real).splitlines(),
            masked(case, case.ours()).splitlines(),
            f"{name}: the real tool",
            f"{name}: ours",
            lineterm="",
        )
    )


def _store(referee: Referee, version: str, printed: dict[str, str]) -> None:
    """Put what the tool printed in place of what it printed before."""
    shutil.rmtree(GOLDENS / referee.name, ignore_errors=True)
    for name, text in printed.items():
        path = golden(referee.name, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    versions = GOLDENS / referee.name / "versions.toml"
    versions.write_text(f'tool = "{version}"\n', "utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
