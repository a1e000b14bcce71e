"""What tokens spell, as far as it is sure: whole characters, and no part of a stop text."""

import codecs


class Text:
    """Text that grows by the bytes of tokens.

    Attributes:
        stopped: whether a stop text has come; what it begins is left out.
    """

    def __init__(self, stops: tuple[str, ...], *, trim: bool) -> None:
        """`trim` leaves out the spaces before the first word."""
        self.stopped = False
        self._stops = stops
        self._trim = trim
        self._held = ""
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode

    def add(self, piece: bytes, *, last: bool = False) -> str:
        """What can be told now; what a stop text may begin with waits."""
        self._held += self._decode(piece, last)
        if self._trim:
            self._held = self._held.lstrip()
            self._trim = not self._held
        cuts = [at for stop in self._stops if (at := self._held.find(stop)) >= 0]
        if cuts:
            self.stopped = True
            return self._give(min(cuts))
        return self._give(len(self._held) - (0 if last else self._doubtful()))

    def _give(self, length: int) -> str:
        given, self._held = self._held[:length], self._held[length:]
        return given

    def _doubtful(self) -> int:
        """Characters at the end that a stop text begins with."""
        return max(
            (
                size
                for stop in self._stops
                for size in range(1, len(stop))
                if self._held.endswith(stop[:size])
            ),
            default=0,
        )
