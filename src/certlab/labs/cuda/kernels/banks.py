"""Which bank of shared memory each lane of a warp reads, and how many rounds that takes."""

from collections.abc import Iterable

BANKS = 32  # of one word of 4 bytes each; facts shared-memory.banks and .bank_width
LANES = 32


def words(stride: int, *, padded: bool = False) -> tuple[int, ...]:
    """The word that each lane reads, lane after lane.

    Args:
        stride: words from one lane's element to the next lane's; 0 for one word by all.
        padded: whether one word is left unused after each row of 32.
    """
    elements = [lane * stride for lane in range(LANES)]
    return tuple(one + (one // BANKS if padded else 0) for one in elements)


def asked(words: Iterable[int]) -> dict[int, tuple[int, ...]]:
    """The different words that each bank is asked for, by bank, smallest first.

    A word that several lanes read is delivered once, so it stands here once.
    """
    return {
        bank: tuple(sorted({word for word in words if word % BANKS == bank}))
        for bank in range(BANKS)
    }


def rounds(words: Iterable[int]) -> int:
    """Rounds that one read takes: as many as the busiest bank has words to deliver."""
    return max(len(one) for one in asked(words).values())
