"""Chance without a state: a number for a seed and a name; app/static/exam/chance.js is the twin."""

_WORD = 0xFFFFFFFF


def number(seed: int, name: str) -> int:
    """From 0 to 2**32 - 1: FNV-1a over "seed:name", its bits mixed by MurmurHash3's end.

    The second is fmix32 of https://github.com/aappleby/smhasher.
    """
    found = 0x811C9DC5
    for byte in f"{seed}:{name}".encode():
        found = (found ^ byte) * 0x01000193 & _WORD
    found = (found ^ found >> 16) * 0x85EBCA6B & _WORD
    found = (found ^ found >> 13) * 0xC2B2AE35 & _WORD
    return found ^ found >> 16
