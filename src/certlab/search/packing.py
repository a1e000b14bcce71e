"""An index as text: sorted words and their postings, small enough to send to a browser.

A word is written as how many letters it shares with the one before, in base 36, and the
rest: "warp warps wave" is "0warp 4s 2ve". Words of one stem make a group; a word of an
earlier group ends in "<" and how many groups ago that was, in base 36.

A posting is the distance to the next passage and the impact, from 1 to IMPACTS, in one
number: distance * IMPACTS + impact - 1, in digits of five bits, the lowest first. A digit
that another follows is larger by 32.
"""

from collections.abc import Iterable, Mapping, Sequence

IMPACTS = 12
_BASE36 = "0123456789abcdefghijklmnopqrstuvwxyz"
_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_VALUES = {digit: value for value, digit in enumerate(_DIGITS)}
_HALF = 32


def pack_words(groups: Mapping[str, int]) -> str:
    """Words by group, sorted; the groups count from 0 as their first words come."""
    found, before, next_group = [], "", 0
    for word in sorted(groups):
        shared = 0
        most = min(len(word), len(before), len(_BASE36) - 1)
        while shared < most and word[shared] == before[shared]:
            shared += 1
        ago = next_group - groups[word]
        back = f"<{_base36(ago)}" if ago else ""
        found.append(f"{_BASE36[shared]}{word[shared:]}{back}")
        next_group += not ago
        before = word
    return " ".join(found)


def unpack_words(text: str) -> dict[str, int]:
    """The group of each word, in the order of the words."""
    groups: dict[str, int] = {}
    before, next_group = "", 0
    for entry in text.split():
        rest, _, back = entry[1:].partition("<")
        before = before[: int(entry[0], 36)] + rest
        groups[before] = next_group - int(back, 36) if back else next_group
        next_group += not back
    return groups


def pack_postings(postings: Iterable[tuple[int, int]]) -> str:
    """Passages in order, each with its impact."""
    found, last = [], -1
    for passage, impact in postings:
        number = (passage - last - 1) * IMPACTS + impact - 1
        last = passage
        while number >= _HALF:
            found.append(_DIGITS[number % _HALF + _HALF])
            number //= _HALF
        found.append(_DIGITS[number])
    return "".join(found)


def unpack_postings(text: Sequence[str]) -> list[tuple[int, int]]:
    """What was packed."""
    found, last, number, unit = [], -1, 0, 1
    for digit in text:
        value = _VALUES[digit]
        number += value % _HALF * unit
        unit *= _HALF
        if value < _HALF:
            last += number // IMPACTS + 1
            found.append((last, number % IMPACTS + 1))
            number, unit = 0, 1
    return found


def _base36(number: int) -> str:
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 36)
        digits = _BASE36[digit] + digits
    return digits
