"""Several programs at once on one history: writers, one that imports, and readers."""

import subprocess
import sys
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from certlab.study.answers import Answer, new_ulid, stamp, to_bytes
from certlab.study.history import FILE, History

WRITERS = 3
WRITER = """
import sys
from pathlib import Path
from certlab.study.answers import Answer
from certlab.study.history import History
history = History(Path(sys.argv[1]))
for n in range(int(sys.argv[2])):
    row = Answer("mig-x", 1, "correct", 1.0, response="大" * (n % 40), milliseconds=n)
    print(history.append(row).ulid)
"""
IMPORTER = """
import sys
from pathlib import Path
from certlab.study.history import History
merged = History(Path(sys.argv[1])).merge(Path(sys.argv[2]))
print(merged.added, merged.known, *merged.problems)
"""


def other_history(path: Path, count: int) -> set[str]:
    """So many rows of another machine at `path`; their ulids."""
    now = datetime(2026, 11, 21, tzinfo=UTC)
    row = Answer("mig-y", 1, "wrong", 0.0, at=stamp(now), device="0badcafe")
    rows = [replace(row, ulid=new_ulid(now)) for _ in range(count)]
    path.write_bytes(b"".join(map(to_bytes, rows)))
    return {row.ulid for row in rows}


# Of the many rows more reads fall among the writes.
@pytest.mark.parametrize("count", [300, pytest.param(1400, marks=pytest.mark.soak)])
def test_many_programs_at_once_lose_nothing(tmp_path: Path, count: int) -> None:
    history, other = History(tmp_path / "home" / FILE), tmp_path / "other.jsonl"
    theirs = other_history(other, count)

    def start(code: str, *given: object) -> subprocess.Popen[str]:
        words = [sys.executable, "-c", code, str(history.path), *map(str, given)]
        return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)

    writers = [start(WRITER, count) for _ in range(WRITERS)]
    importers = [start(IMPORTER, other) for _ in range(2)]
    reads, most = 0, 0
    while any(one.poll() is None for one in writers):
        log = history.read()
        assert log.problems == (), "a row that is being written is waited for"
        assert len(log.rows) >= most, "what was read once is there"
        reads, most = reads + 1, len(log.rows)
        time.sleep(0.01)
    said = [one.communicate()[0].split() for one in writers]
    told = sorted(one.communicate()[0].strip() for one in importers)
    log = history.read()
    assert log.problems == ()
    assert told == sorted([f"0 {count}", f"{count} 0"])
    assert [len(one) for one in said] == [count] * WRITERS
    ours = {ulid for one in said for ulid in one}
    assert {row.ulid for row in log.rows} == ours | theirs
    lines = history.path.read_bytes().splitlines()
    assert len(lines) == len(log.rows) == (WRITERS + 1) * count
    assert len({row.device for row in log.rows if row.ulid in ours}) == 1
    assert reads
