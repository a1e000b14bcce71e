"""A buffer cut into chunks, as even as can be: the first ones take what is left over."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Cuts:
    """Where a buffer is cut.

    Attributes:
        total: what is cut, in bytes or elements.
        parts: how many chunks.
    """

    total: int
    parts: int

    def start(self, chunk: int) -> int:
        """Where a chunk begins; that of `parts` is the end of the buffer."""
        each, over = divmod(self.total, self.parts)
        return chunk * each + min(chunk, over)

    def size(self, chunk: int) -> int:
        """How much one chunk holds."""
        return self.start(chunk + 1) - self.start(chunk)

    def sum(self, chunks: Iterable[int]) -> int:
        """How much several chunks hold; a run of them without walking it."""
        if isinstance(chunks, range) and chunks.step == 1:
            return self.start(chunks.stop) - self.start(chunks.start) if chunks else 0
        return sum(map(self.size, chunks))
