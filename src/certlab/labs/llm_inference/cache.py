"""The KV cache as blocks: who holds which, what is free, what may be reused.

A contiguous cache is the same thing with blocks as long as the longest request.
"""

from collections import OrderedDict, deque


class Blocks:
    """A pool of blocks that requests take as they grow and give back when they end.

    Full blocks of a prefix that several requests begin with are shared. A shared block
    that nobody uses stays, with what it holds, until a free one is needed: the one that
    has been unused for longest goes first.
    """

    def __init__(self, count: int, tokens: int, *, reuse: bool = False) -> None:
        self.tokens = tokens
        self.held: dict[int, list[int]] = {}  # of each request, in order
        self._free = deque(range(count))
        self._reuse = reuse
        self._users: dict[int, int] = {}  # of each shared block
        self._shared: OrderedDict[tuple[str, int], int] = OrderedDict()
        self._name: dict[int, tuple[str, int]] = {}
        self._idle = 0  # shared blocks without users

    @property
    def free(self) -> int:
        """Blocks that a request could take, kept prefixes among them."""
        return len(self._free) + self._idle

    def needs(self, tokens: int) -> int:
        """Blocks that hold so many tokens."""
        return -(-tokens // self.tokens)

    def known(self, prefix: str, shared: int, tokens: int) -> list[int]:
        """Blocks that hold the beginning of a prompt already.

        At least one token is left to be read, because the next one follows from it.
        """
        found: list[int] = []
        if self._reuse and prefix:
            for place in range(min(shared, tokens - 1) // self.tokens):
                block = self._shared.get((prefix, place))
                if block is None:
                    break
                found.append(block)
        return found

    def admit(
        self, request: int, prefix: str, shared: int, tokens: int, spare: int = 0
    ) -> int | None:
        """Give a request the blocks of its prompt: tokens that are there already, or None.

        None means that fewer than `spare` blocks would be left, and nothing changed.
        """
        known = self.known(prefix, shared, tokens)
        idle = sum(not self._users[block] for block in known)
        new = self.needs(tokens) - len(known)
        if self.free - idle - new < spare:
            return None
        for block in known:
            self._idle -= not self._users[block]
            self._users[block] += 1
            self._shared.move_to_end(self._name[block])
        self.held[request] = known + [self._take() for _ in range(new)]
        return len(known) * self.tokens

    def keep(self, request: int, prefix: str, shared: int) -> None:
        """The prompt has been read: share the full blocks of its prefix from now on."""
        if not (self._reuse and prefix):
            return
        for place, block in enumerate(self.held[request][: shared // self.tokens]):
            if (prefix, place) not in self._shared:
                self._shared[prefix, place] = block
                self._name[block] = (prefix, place)
                self._users[block] = 1

    def grow(self, request: int) -> bool:
        """One block more for a request, or False when none is free."""
        if not self.free:
            return False
        self.held[request].append(self._take())
        return True

    def release(self, request: int) -> None:
        """Take back what a request holds."""
        for block in self.held.pop(request):
            if block in self._users:
                self._users[block] -= 1
                self._idle += not self._users[block]
            else:
                self._free.append(block)

    def _take(self) -> int:
        """A free block; a kept prefix gives its last block first."""
        if self._free:
            return self._free.popleft()
        prefix = next(name for name, of in self._shared.items() if not self._users[of])
        last = max(
            name
            for name, of in self._shared.items()
            if name[0] == prefix[0] and not self._users[of]
        )
        block = self._shared.pop(last)
        del self._name[block], self._users[block]
        self._idle -= 1
        return block
