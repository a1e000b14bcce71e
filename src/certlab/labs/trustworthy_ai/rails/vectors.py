"""Embeddings without a download: hashed words, and how near two texts are.

The score is that of NeMo Guardrails' index (`embeddings/basic.py`): 1 - d / 2, where d is the
distance of two vectors of length one.
"""

import math
import zlib
from functools import lru_cache

from certlab.labs.trustworthy_ai.rails.topics import pieces

WIDE = 512


@lru_cache(maxsize=512)
def vector(text: str) -> tuple[float, ...]:
    """`WIDE` numbers, of length one: words and pairs of words, counted by their checksum."""
    values = [0.0] * WIDE
    for piece in pieces(text):
        values[zlib.crc32(piece.encode()) % WIDE] += 1.0
    length = math.hypot(*values) or 1.0
    return tuple(value / length for value in values)


def nearness(one: str, other: str) -> float:
    """1 for texts of the same words, 0.29 for texts that share none."""
    cosine = sum(a * b for a, b in zip(vector(one), vector(other), strict=True))
    return 1 - math.sqrt(max(0.0, 2 - 2 * cosine)) / 2
