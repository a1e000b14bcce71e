"""Several programs at once on one history: writers, one that imports, and readers."""

import subprocess
import sys
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from certlab.study.answers import Answer, new_ulid, stamp, to_bytes
from certlab.study.history import FILE, History

WRITERS, ROWS = 3, 1400  # so long that many reads fall among the writes
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


def other_history(path: Path) -> set[str]:
    """So many rows of another machine at `path`; their ulids."""
    now = datetime(2026, 11, 21, tzinfo=UTC)
    row = Answer("mig-y", 1, "wrong", 0.0, at=stamp(now), device="0badcafe")
    rows = [replace(row, ulid=new_ulid(now)) for _ in range(ROWS)]
    path.write_bytes(b"".join(map(to_bytes, rows)))
    return {row.ulid for row in rows}


def test_many_programs_at_once_lose_nothing(tmp_path: Path) -> None:
    history, other = History(tmp_path / "home" / FILE), tmp_path / "other.jsonl"
    theirs = other_history(other)

    def start(code: str, *given: object) -> subprocess.Popen[str]:
        words = [sys.executable, "-c", code, str(history.path), *map(str, given)]
        return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)

    writers = [start(WRITER, ROWS) for _ in range(WRITERS)]
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
    assert told == [f"0 {ROWS}", f"{ROWS} 0"]
    assert [len(one) for one in said] == [ROWS] * WRITERS
    ours = {ulid for one in said for ulid in one}
    assert {row.ulid for row in log.rows} == ours | theirs
    lines = history.path.read_bytes().splitlines()
    assert len(lines) == len(log.rows) == (WRITERS + 1) * ROWS
    assert len({row.device for row in log.rows if row.ulid in ours}) == 1
    assert reads
