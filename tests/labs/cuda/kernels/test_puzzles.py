"""Each puzzle takes its right kernel and refuses a list of cheats and mistakes."""

import inspect
import itertools
import linecache
from collections.abc import Callable
from typing import Any

import pytest

from certlab.labs.cuda.kernels import COLLECTION, attempted, puzzles
from tests.labs.cuda.kernels import written

Kernel = Callable[..., Any]
_number = itertools.count()


def edited(puzzle: str, old: str, new: str) -> Kernel:
    """The right kernel of a puzzle with one text replaced."""
    text = inspect.getsource(written.RIGHT[puzzle])
    assert old in text
    return made(text.replace(old, new))


def made(text: str) -> Kernel:
    """A function of that source, whose text can be had as a cell's can."""
    file = f"<cell {next(_number)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    space = dict(vars(written))
    exec(compile(text, file, "exec"), space)  # noqa: S102 -- the texts above
    name = text.partition("def ")[2].partition("(")[0]
    return space[name]


def hint(puzzle: str, kernel: Kernel) -> str:
    """The first hint, "" when all claims hold."""
    claims = puzzles.claims(COLLECTION[puzzle], kernel)
    return next((says for holds, says in claims if not holds), "")


@pytest.mark.parametrize("name", COLLECTION)
def test_the_right_kernel_is_taken(name: str) -> None:
    assert hint(name, written.RIGHT[name]) == ""


MISTAKES = [
    ("map", "1.8 * c[i] + 32", "1.8 * c[i]", "element 0 of the output is"),
    ("map", "out[i] =", "c[i] =", "only out is written; c is input"),
    ("map", "    out[i] =", "    if i > 0:\n        out[i] =", "never written"),
    ("map", "out[i] = 1.8 * c[i] + 32", "out[:] = 1.8 * c[i]", "a slice is many"),
    ("guard", "if i < out.size", "if True", "takes x[10], and x has 10 elements"),
    ("guard", "if i < out.size", "if i <= out.size", "takes x[10]"),
    ("guard", "if i < out.size", "if i < out.size - 1", "never written"),
    ("guard", "cuda.grid(1)", "cuda.threadIdx.x", "between blocks"),
    ("guard", "+ y[i]", "+ y[i] + 0 * x[i]", "reads global memory 3 times"),
    (
        "plane",
        "column, row = cuda.grid(2)",
        "row, column = cuda.grid(2)",
        "x is the column",
    ),
    ("plane", "row < rows and ", "", "takes table[3, 0]"),
    ("stencil", "    cuda.syncthreads()\n", "", "no barrier stands between"),
    ("stencil", "tile[t + 1] = x", "tile[t] = x", "which nobody has written"),
    ("stencil", "if i > 0", "if i >= 0", "takes x[-1]"),
    ("total", "        cuda.syncthreads()\n", "", "no barrier stands between"),
    (
        "total",
        "        cuda.syncthreads()\n        if t < step:\n",
        "        if t < step:\n            cuda.syncthreads()\n",
        "is not at the barrier",
    ),
    ("total", "x[i] if i < x.size else 0.0", "x[i]", "takes x[27]"),
    ("tiles", "        cuda.syncthreads()\n    out", "    out", "no barrier stands"),
    (
        "tiles",
        "        cuda.syncthreads()\n        for j",
        "        for j",
        "no barrier",
    ),
]


@pytest.mark.parametrize(("puzzle", "old", "new", "says"), MISTAKES)
def test_a_mistake_is_told(puzzle: str, old: str, new: str, says: str) -> None:
    assert says in hint(puzzle, edited(puzzle, old, new))


CHEATS = [
    (
        "map",
        "def one(out, c):\n    for i in range(out.size):\n        out[i] = 1.8 * c[i] + 32\n",
        "no loop is needed",
    ),
    (
        "total",  # loops are allowed here, so the count of writes and reads must tell
        ("def one(out, x):\n    if cuda.grid(1) == 0:\n"
        "        size = cuda.blockDim.x\n"
        "        for b in range(out.size):\n            s = 0.0\n"
        "            for i in range(b * size, min(x.size, b * size + size)):\n"
        "                s += x[i]\n            out[b] = s\n"),
        "one thread writes 2 elements",
    ),
    (
        "total",
        ("def one(out, x):\n    part = cuda.shared.array(16, float32)\n"
        "    t = cuda.threadIdx.x\n    i = cuda.grid(1)\n"
        "    part[t] = x[i] if i < x.size else 0.0\n    cuda.syncthreads()\n"
        "    s = 0.0\n    if t == 0:\n        for j in range(cuda.blockDim.x):\n"
        "            s += part[j]\n        out[cuda.blockIdx.x] = s\n"),
        "cannot do with under 3",
    ),
    (
        "total",
        ("def one(out, x):\n    i = cuda.grid(1)\n    if i < x.size:\n"
        "        cuda.atomic.add(out, cuda.blockIdx.x, x[i])\n"),
        "which nobody has written",
    ),
    (
        "stencil",
        ("def one(out, x):\n    i = cuda.grid(1)\n    if i < x.size:\n        s = x[i]\n"
        "        if i > 0:\n            s += x[i - 1]\n"
        "        if i + 1 < x.size:\n            s += x[i + 1]\n        out[i] = s / 3\n"),
        "global memory is read 28 times in all, and 16 will do",
    ),
    (
        "tiles",
        ("def one(out, a, b):\n    column, row = cuda.grid(2)\n    s = 0.0\n"
        "    for k in range(a.shape[1]):\n        s += a[row, k] * b[k, column]\n"
        "    out[row, column] = s\n"),
        "one thread reads global memory 8 times, and 6 will do",
    ),
    ("map", "def one(out, c):\n    out[0] = sum(c)\n", "sum is not for a kernel"),
    ("map", "def one(out, c):\n    np.copyto(out, c)\n", "there is no np"),
    ("map", "def one(out, c):\n    x = [v for v in c]\n    out[0] = x[0]\n", "a comprehension"),
    ("map", "def one(out, c):\n    def f(i):\n        return i\n    out[0] = f(c[0])\n", "defines no function"),
    (
        "total",
        "def one(out, x):\n    while True:\n        pass\n",
        "does one of its loops never end",
    ),
    ("map", "def one(out, c):\n    i = cuda.grid(1)\n    out[i] = cuda.shfl(c[i])\n", "cuda.shfl is not simulated"),
    ("map", "def one(out):\n    i = cuda.grid(1)\n    out[i] = 1\n", "takes 1 arguments, not 2"),
]  # fmt: skip


@pytest.mark.parametrize(("puzzle", "text", "says"), CHEATS)
def test_a_cheat_is_refused(puzzle: str, text: str, says: str) -> None:
    assert says in hint(puzzle, made(text))


def test_a_kernel_that_takes_columns_for_rows_is_told_of_coalescing() -> None:
    kernel = made(
        "def one(out, table, means):\n    column, row = cuda.grid(2)\n"
        "    rows, columns = out.shape\n    if row < rows and column < columns:\n"
        "        c = columns - 1 - column\n"
        "        out[row, c] = table[row, c] - means[c]\n"
    )
    assert "x is the column" in hint("plane", kernel)


def test_a_stub_is_not_attempted() -> None:
    assert not attempted(made('def one(out, c):\n    """What it does."""\n'))
    assert not attempted(made("def one(out, c):\n    pass\n"))
    assert attempted(written.total)


def test_what_is_no_kernel_is_refused_in_a_sentence() -> None:
    assert hint("map", 5) == "A kernel is a function that begins with def."
    assert "text of this kernel cannot be had" in hint("map", print)
    assert "begins with def" in hint("map", lambda: None)
