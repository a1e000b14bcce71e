"""Take over what a whole run has recorded, for `make fast`.

    .ci/run                                             (or any pytest --record-seconds=FILE)
    .venv/bin/python -m tools.fast.renew build/seconds.json

A row changes only when it differs by more than a third and half a second, so that machines
and days are no diff. Files that the run had no test of keep their row, while they exist.
"""

import json
import sys
from pathlib import Path

from tools.fast.choice import SECONDS

ROOT = Path(__file__).parents[2]
Rows = dict[str, float]


def renewed(old: Rows, new: Rows) -> Rows:
    """The rows as they are kept, by file; two digits of each are enough."""
    rows = dict(old)
    for file, seconds in new.items():
        before = old.get(file)
        if before is None or abs(seconds - before) > max(0.5, before / 3):
            rows[file] = float(f"{max(seconds, 0.1):.2g}")
    return dict(sorted(rows.items()))


def main(words: list[str]) -> int:
    """Renew tests/seconds.json from a recorded file."""
    if len(words) != 1 or not Path(words[0]).is_file():
        print("usage: python -m tools.fast.renew build/seconds.json", file=sys.stderr)
        return 2
    old = json.loads(SECONDS.read_text("utf-8")) if SECONDS.exists() else {}
    rows = renewed(old, json.loads(Path(words[0]).read_text("utf-8")))
    rows = {file: row for file, row in rows.items() if (ROOT / file).exists()}
    SECONDS.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")
    differ = sum(rows.get(file) != old.get(file) for file in {*rows, *old})
    print(f"{len(rows)} files, {sum(rows.values()):.0f} s; {differ} rows differ.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
