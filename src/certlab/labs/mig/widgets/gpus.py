"""The GPUs of a board and what stood on them before: pure, nothing is drawn here."""

import re
from collections.abc import Mapping

from certlab.errors import CourseError
from certlab.labs import mig
from certlab.labs.mig.partitions import Mig
from certlab.near_names import choice
from certlab.words import Sentence

MOST = 8  # in one server
_JOINED = re.compile(r"\\\n\s*")


class Gpus:
    """Simulated GPUs of one model, with undo.

    Attributes:
        table: placement table of the model.
        all: the GPUs as they are now.
    """

    def __init__(self, tables: Mapping[str, Mig], gpu: str, count: int) -> None:
        """So many empty GPUs. Raises CourseError: no such GPU, or not 1 to 8 of them."""
        self._tables = tables
        self._past: list[tuple[Mig, tuple[mig.Gpu, ...]]] = []
        self.table, self.all = self._empty(gpu, count)

    @property
    def undoable(self) -> bool:
        """Whether there is a change to undo."""
        return bool(self._past)

    def __getitem__(self, number: int) -> mig.Gpu:
        """One GPU, from 0. Raises CourseError: there is no such one."""
        if not 0 <= number < len(self.all):
            says = f"There is no GPU {number} on the board of {len(self.all)}."
            raise CourseError(says)
        return self.all[number]

    def change(self, changed: Mapping[int, mig.Gpu]) -> None:
        """Take changed GPUs, by number, and remember what was before."""
        if changed:
            self._remember()
            self.all = tuple(changed.get(n, one) for n, one in enumerate(self.all))

    def setup(self, gpu: str | None, count: int | None) -> None:
        """Another model, which begins empty, or another number of GPUs.

        Raises:
            CourseError: no such GPU, or not 1 to 8 of them.
        """
        many = len(self.all) if count is None else count
        table, empty = self._empty(gpu or self.table.id, many)
        kept = self.all if table == self.table else ()
        self._remember()
        self.table, self.all = table, (*kept, *empty[len(kept) :])[: len(empty)]

    def undo(self) -> bool:
        """Back to before the last change; whether there was one."""
        if not self._past:
            return False
        self.table, self.all = self._past.pop()
        return True

    def _remember(self) -> None:
        self._past.append((self.table, self.all))

    def _empty(self, gpu: str, count: int) -> tuple[Mig, tuple[mig.Gpu, ...]]:
        if gpu not in self._tables:
            raise CourseError(
                f"There is no GPU {gpu} here; {choice(gpu, self._tables)}"
            )
        if not 1 <= count <= MOST:
            says = Sentence(
                "A board has 1 to {most} GPUs, not {n}.", most=MOST, n=count
            )
            raise CourseError(says)
        table = self._tables[gpu]
        return table, (mig.Gpu(table),) * count


def run_lines(gpus: tuple[mig.Gpu, ...], text: str) -> mig.Result:
    """Run lines of nvidia-smi on the GPUs; comments and blank lines are passed over.

    What succeeded before a refusal stays, as it does on a machine.
    """
    texts, code, why = [], 0, ""
    for line in _JOINED.sub(" ", text).splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            result = mig.run(gpus, line)
        except mig.Refusal as refusal:
            code, why = refusal.code, refusal.says
            break
        gpus, code, why = result.gpus, result.code, result.why
        texts.append(result.text)
        if code:
            break
    return mig.Result(gpus, "\n".join(texts), code, why)
