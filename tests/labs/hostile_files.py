"""Files that bite, in a process of its own whose time and memory have an end.

`python -m tests.labs.hostile_files` reads each one and prints as JSON what was said of it. What
is drawn is drawn from a seed, so that a case that fails can be had again.
"""

import json
import random
import resource
import sys
import traceback
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from typing import Any

from certlab.course import load
from certlab.errors import CourseError
from certlab.labs import mig
from certlab.labs.distributed import launching
from certlab.labs.distributed.real import manifests
from certlab.labs.mig import parted_config
from certlab.labs.mig.real import mig_parted
from certlab.labs.systems import topology
from tests.labs.distributed.launching.vectors import vectors

SECONDS, BYTES = 120, 3 << 30  # ten times what is used, and more
LINE = "torchrun --standalone a.py"
DEEP = 3000
SCRIPTS = {
    "defaults in defaults": f"torchrun {'${A:-' * 40}x{'}' * 40} a.py",
    "defaults without an end": f"torchrun {'${A:-' * DEEP}{'}' * DEEP} a.py",
    "quotes in substitutions": "torchrun " + '"$(' * DEEP + ')"' * DEEP + " a.py",
    "substitutions that launch": f"A={'$(' * 300}torchrun x{')' * 300}\n{LINE}",
    "one word of many": f"B={'x' * 100_000}\ntorchrun {'$B' * 20_000} a.py",
    "many words of one": f"B={'x' * 100_000}\n" + f"torchrun {'$B ' * 100}\n" * 300,
    "names side by side": f"torchrun {'$X' * 100_000}",
    "backticks": f"torchrun {'`' * 100_000}",
    "doubled": "A=a\n" + "A=$A$A\n" * 60 + LINE,
    "a chain": f"{LINE} && true" * 5000,
    "many exports": "".join(f"export A{n}=1\n" for n in range(2000))
    + f"{LINE}\n" * 2000,
    "a power": "torchrun --nnodes=$((9**9**9)) a.py",
    "a shift": "torchrun --nnodes=$((1<<9999999999)) a.py",
    "a sum that grows": "A=1\n" + "A=$((A*A+99999999999999))\n" * 200 + LINE,
    "braces": f"for i in {{1..1000000000}}; do {LINE}; done",
    "too long": LINE + " x" * 500_000,
    "calls of calls": "".join(f"f{n}() {{ f{n + 1}; f{n + 1}; }}\n" for n in range(11))
    + "f0",
    "open quote": f"#!/bin/bash\n#SBATCH --comment=don't{'x' * 5000}\n{LINE}",
    "time": f"#!/bin/bash\n#SBATCH -t 99999999999:00\n#SBATCH -a 0-4294967295\n{LINE}",
    "nodes to 30 million": "torchrun --nnodes=1:30000000 a.py",
    "nodes to 2^64": "torchrun --nnodes=1:18446744073709551616 a.py",
    "nodes to 999999": "torchrun --nnodes=1:999999 a.py",
    "no process": "torchrun --nproc-per-node=0 a.py",
    "fewer than none": "torchrun --nproc-per-node=-3 a.py",
    "processes without an end": "torchrun --nproc-per-node=99999999999999 a.py",
    "restarts in a raised two": "torchrun --max-restarts=² a.py",
    "an argument of 5000 digits": f"f() {{ torchrun ${{{'9' * 5000}}} a.py; }}\nf a",
    "processes in words": "torchrun --nproc-per-node=eight a.py",
}
OTHERS: list[Any] = [
    *(None, True, 0, -1, 3, 10**30, 1.5, float("nan"), float("inf"), "", "a", "8", "²"),
    *(
        [],
        {},
        [None],
        ["a"],
        [[]],
        [{}],
        {"a": None},
        {1: 2},
        {True: 1},
        {None: 1},
        "x" * 5000,
    ),
]
PIECES = [
    *(
        "'",
        '"',
        "`",
        "$(",
        "${",
        "((",
        "}",
        ")",
        "{",
        "[",
        "]",
        ":",
        "- ",
        "\n",
        "\t",
        "&a ",
    ),
    *(
        "*a",
        "!!",
        "|",
        ">",
        "#",
        "#SBATCH ",
        "$((",
        "9" * 20,
        "${A}$A",
        "<<E\n",
        "\u202e",
        "%",
    ),
    *(
        "{1..9}",
        "[[[[",
        "!!timestamp x",
        "9999-99-99",
        "<<: ",
        "? ",
        "torchrun ",
        "srun ",
    ),
    *(
        "--nnodes=1:30000000 ",
        "\\",
        "\r",
        "\0",
        "🙂",
        "GPU0",
        "\tNV18",
        "mlx5_0",
        "\x1b[1m",
    ),
]


def said(what: Callable[[], object]) -> str:
    """What was said; a traceback where there was one."""
    try:
        return str(what())
    except CourseError as error:
        return f"refused: {error}"
    except Exception:  # noqa: BLE001 -- whatever it is, it is what this looks for
        return traceback.format_exc()


def below(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    pairs = value.items() if isinstance(value, dict) else ()
    for key, each in enumerate(value) if isinstance(value, list) else pairs:
        yield (*path, key)
        yield from below(each, (*path, key))


def of_other_kinds(value: Any, random: random.Random) -> Any:
    """A copy in which one or two fields are of another kind."""
    made = deepcopy(value)
    for _ in range(random.choice([1, 2])):
        *path, last = random.choice([*below(made)] or [("none",)])
        place = made
        for key in path:
            place = place[key]
        if last != "none":
            place[last] = deepcopy(random.choice(OTHERS))
    return made


def damaged(text: str, random: random.Random) -> str:
    """A text from which something was cut, and into which something was put."""
    for _ in range(random.randint(1, 4)):
        at = random.randint(0, len(text))
        end = min(len(text), at + random.choice([0, 0, random.randint(1, 40)]))
        text = text[:at] + random.choice([*PIECES, ""]) + text[end:]
    return text


Case = tuple[str, Callable[[], object]]  # its name, and what is done


def of_text(text: str) -> object:
    return launching.check_manifests(manifests.documents(text))


ENDLESS = "9" * 5000
OUTPUTS = [
    f"GPU {ENDLESS}: x (UUID: y)\n\t Link 0: 25 GB/s\n",
    f"\tGPU0\tGPU1\nGPU0\t X \tNV{ENDLESS}\nGPU1\tNV{ENDLESS}\t X \n",
    f"a:1:1 [0] NCCL INFO Ring 0{ENDLESS} : 0 -> 1 -> 0\n",
    *("[" * 5000, '{"a":' * 5000, "\t" * 200_000 + "GPU0"),
]


def told_of(text: str) -> object:
    context = topology.Context(load().facts, {}, None, "")
    return [str(topology.told(one, context)) for one in topology.parts(text, None)[0]]


def drawn(seed: int, many: int) -> Iterator[Case]:
    draw = random.Random(seed)
    yamls = [one.text for one in vectors(".yaml")]
    scripts = [one.text for one in vectors(".sh", ".sbatch", ".bash")]
    for _ in range(many):
        made = of_other_kinds(manifests.documents(draw.choice(yamls)), draw)
        yield f"manifest {made!r}", partial(launching.check_manifests, made)
        text = damaged(draw.choice(yamls), draw)
        yield f"yaml {text!r}", partial(of_text, text)
        text = damaged(draw.choice(scripts), draw)
        yield f"script {text!r}", partial(launching.check, text)
    yield from _of_mig(draw, many)
    captures = [one.text for one in topology.captures().values()]
    for text in OUTPUTS:
        yield f"read {text[:80]!r}", partial(told_of, text)
    for _ in range(many // 4):
        text = damaged(draw.choice(captures), draw)
        yield f"read {text!r}", partial(told_of, text)


def _of_mig(draw: random.Random, many: int) -> Iterator[Case]:
    boards = (mig.Gpu(mig.tables(load())["h100-80gb"]),) * 8
    rule = {
        "devices": "all",
        "mig-enabled": True,
        "mig-devices": {"1g.10gb": 2, "3g.40gb": 1},
    }
    config = {
        "version": "v1",
        "mig-configs": {"x": [rule, {**rule, "devices": [0, 3]}]},
    }
    lines = [
        "mig -i 0 -cgi 9,14 -C",
        "mig -lgip",
        "mig -i 0 -gi 1 -cci 0",
        "-i 0 -mig 1",
    ]

    def applied(text: str) -> object:
        return [
            parted_config.apply(one, boards) for one in mig_parted.read(text).values()
        ]

    def answered(line: str) -> object:
        return [row for _, row in mig.report.answers(boards, [line])]

    for _ in range(many):
        text = json.dumps(of_other_kinds(config, draw), default=str)
        yield f"mig-parted {text}", partial(applied, text)
        text = damaged(text, draw)
        yield f"mig-parted {text}", partial(applied, text)
        line = f"nvidia-smi {damaged(draw.choice(lines), draw)}"
        yield f"sim mig {line!r}", partial(answered, line)
    for place in (
        f"1g.10gb:{ENDLESS}",
        "1g.10gb:²",
        f"{ENDLESS}:1",
        ",".join("9" * 5000),
    ):
        yield f"place {place[:80]}", partial(mig.report.placed, boards[0], place)
    for line in (f"mig -i {ENDLESS} -lgi", "mig -i ² -lgi", f"mig -dgi -gi {ENDLESS}"):
        yield f"sim mig {line[:80]}", partial(answered, f"nvidia-smi {line}")
    for devices in ({"1g.10gb": 10**9}, {"1g.10gb": 12, "2g.20gb": 12, "3g.40gb": 12}):
        text = json.dumps(
            {**config, "mig-configs": {"x": [{**rule, "mig-devices": devices}]}}
        )
        yield f"mig-parted {text}", partial(applied, text)


def main() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    told = {
        name: said(partial(launching.check, text)) for name, text in SCRIPTS.items()
    }
    broken = []
    for name, what in drawn(int(sys.argv[1]), int(sys.argv[2])):
        answer = said(what)
        if "Traceback" in answer or not answer or len(answer) > 50_000:
            broken.append([name[:1000], answer[-1000:]])
    sys.stdout.write(json.dumps({"told": told, "broken": broken}))


if __name__ == "__main__":
    main()
