"""A course in which one value of one file is of another type, or made to do harm.

    python -m tests.course.hostile_files FOLDER SEED COUNT [CHECKED]

Prints a line for each case in which reading it, and for the first CHECKED cases (all, where
it is left out) `certlab check`, does not end in sentences. It runs in a process of its own,
which its caller gives a bound of processor seconds and of memory.
"""

import json
import random
import re
import shutil
import sys
import tomllib
import traceback
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from certlab.course import catalogue, problems
from certlab.course.problems import Problem
from certlab.course.translations import translation
from certlab.course.translations.translation import languages
from certlab.words import extract
from tests.command_line import certlab

SMALL = Path(__file__).parents[1] / "courses" / "small"
FRONT = re.compile(r"\A\+\+\+\n(.*?\n)\+\+\+\n", re.DOTALL)
Where = tuple[str | int, ...]


class Raw(str):
    """TOML, or JSON, as it is to stand in the file."""

    __slots__ = ()


TYPES = [
    *("5", "-1", "0", "1.5", "true", '"x"', '""', "[]", "[[]]", "{}", "[1]", '["a"]'),
    *("[{}]", "[{a = 1}]", "{a = 1}", '{a = {b = "c"}}', '{a = ["b"]}'),
    *("2026-11-21", "2026-11-21T00:00:00Z", "07:32:00", '["a", "a"]', "[[1], [2]]"),
]
HARM = [
    *("nan", "inf", "1e400", "9" * 5000, "9" * 25, "-9223372036854775808"),
    "[" * 3000 + "]" * 3000,
    "[" * 40 + "]" * 40,
    "{a." * 30 + "a = 1" + "}" * 30,
    *('"\\u0000"', '"\\u001b]0;x\\u0007"', '"\\u202e"', '"../../../etc/passwd"'),
    *('"{calc:(((9**64)**64)**64)**64}"', '"(9**64)**64"', '"{fact:no.such}"'),
    *('"{calc:}"', '"{given:}"', '"{{}}"', '"{{a}}"', '"$x$"', '"`a``a```a"'),
    json.dumps("-" * 3000 + "1"),
    json.dumps("`a``" * 2000),
    json.dumps("_" * 5000),
    json.dumps("(" * 400),
    json.dumps("1" + " " * 20_000 + "1"),
    json.dumps("<script>alert(1)</script>"),
]
JSON = [
    *("5", "-1", "1.5", "true", "null", '"x"', '""', "[]", "[[]]", "{}", '{"a": 1}'),
    *("[null]", "[5]", '["a"]', "[{}]", '[{"a": []}]', "NaN", "1e999", "9" * 5000),
    *("[" * 3000 + "]" * 3000, '"\\ud800"', '{"certlab": 5}', '{"text/plain": {}}'),
]


def dumped(value: Any, *, as_json: bool) -> str:
    """A value of a file, as it stands behind its name."""
    if isinstance(value, Raw):
        return value
    if isinstance(value, dict):
        sign = ": " if as_json else " = "
        rows = [
            f"{json.dumps(k, ensure_ascii=False)}{sign}{dumped(v, as_json=as_json)}"
            for k, v in value.items()
        ]
        return f"{{{', '.join(rows)}}}"
    if isinstance(value, list):
        return f"[{', '.join(dumped(one, as_json=as_json) for one in value)}]"
    if isinstance(value, date):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False)


def written(path: Path, data: dict[str, Any], text: str) -> str:
    """The file with other values."""
    if path.suffix == ".ipynb":
        return dumped(data, as_json=True)
    lines = [
        f"{json.dumps(name, ensure_ascii=False)} = {dumped(value, as_json=False)}\n"
        for name, value in data.items()
    ]
    if path.suffix == ".md":
        return f"+++\n{''.join(lines)}+++\n{FRONT.sub('', text)}"
    return "".join(lines)


def read(path: Path) -> dict[str, Any]:
    text = path.read_text("utf-8")
    if path.suffix == ".ipynb":
        return dict(json.loads(text))
    if path.suffix == ".md":
        found = FRONT.match(text)
        assert found
        text = found[1]
    return tomllib.loads(text)


def places(value: Any, where: Where = ()) -> Iterator[Where]:
    """Where a value stands, for every one."""
    if where:
        yield where
    if isinstance(value, dict | list):
        rows = value.items() if isinstance(value, dict) else enumerate(value)
        for name, one in rows:
            yield from places(one, (*where, name))


def changed(value: Any, where: Where, new: Any) -> Any:
    """The same data with another value at one place; left out where it is None."""
    if not where:
        return new
    name, *rest = where
    copy = value.copy()
    if new is None and not rest:
        del copy[name]
    else:
        copy[name] = changed(value[name], tuple(rest), new)
    return copy


def cases(seed: int, count: int) -> Iterator[tuple[Path, Where, Any]]:
    """As many as are asked for, from every file as many, by chance."""
    drawn = random.Random(seed)
    files = [
        path
        for path in sorted(SMALL.rglob("*"))
        if path.suffix in (".toml", ".md", ".ipynb")
    ]
    tops = {path: list(places(read(path))) for path in files}
    for number in range(count):
        path = files[number % len(files)]
        pool = JSON if path.suffix == ".ipynb" else [*TYPES, *HARM]
        value = drawn.choice([None, *map(Raw, pool)])
        where = drawn.choice(tops[path])
        # A whole table is as likely as a value deep in it.
        yield path, where[: drawn.randint(1, len(where))], value


def fault(root: Path, *, check: bool) -> str:
    """What is wrong with how a course is read or checked; "" for nothing."""
    found: list[Problem] = []
    try:
        if check:
            run = certlab("--course", str(root), "check")
            lines = [*run.stdout.splitlines(), *run.stderr.splitlines()]
        else:
            catalogue.read(root, found)
            for lang in languages(root):
                translation.read(root, {}, lang, found)
            lines = [line for one in found for line in str(one).splitlines()]
    except Exception:  # noqa: BLE001  # any is what is looked for
        return traceback.format_exc()
    if any("\x1b" in line or "\x00" in line for line in lines):
        return "a control character was printed"
    if long := next((line for line in lines if len(line) > problems.LONGEST), ""):
        return f"a line of {len(long)} characters: {long[:300]}"
    return ""


def main(folder: Path, seed: int, count: int, checked: int) -> None:
    extract.untranslated = dict  # slow, and not of the course
    for number, (path, where, value) in enumerate(cases(seed, count)):
        name = path.relative_to(SMALL)
        text = path.read_text("utf-8")
        broken = written(path, changed(read(path), where, value), text)
        root = folder / "course"
        shutil.rmtree(root, ignore_errors=True)
        shutil.copytree(SMALL, root)
        (root / name).write_text(broken, "utf-8")
        if says := fault(root, check=number < checked):
            sys.stdout.write(f"{name} {where} = {str(value)[:60]}\n{says[-700:]}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    seed, count, *checked = map(int, sys.argv[2:])
    main(Path(sys.argv[1]), seed, count, *(checked or [count]))
