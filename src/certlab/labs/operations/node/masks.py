"""What of a text is no evidence: clocks, ages, process ids and counters of sequence."""

import re

_NAME = "[A-Z][a-z]{2}"  # of a day or a month
_MASKS = (
    (rf"\b{_NAME}, \d\d {_NAME} \d{{4}} \d\d:\d\d:\d\d\b", "<time>"),
    (r"\b[IWE]\d{4} \d\d:\d\d:\d\d\.\d{6}", "<time>"),
    (rf"\b{_NAME} {_NAME} +\d+ \d\d:\d\d:\d\d( [A-Z]{{3}})?( \d{{4}})?", "<time>"),
    (r"\b[A-Z][a-z]{2} +\d+ (\d{4} )?\d\d:\d\d:\d\d\b", "<time>"),
    (r"\d{4}([-/])\d\d\1\d\d([T ]+\d\d:\d\d(:\d\d(\.\d{3})?)?)?", "<time>"),
    (r"\[ *\d+\.\d{6}\]", "[<time>]"),
    # How long a job has run, "1-02:03:04" or "2:10". The address of a GPU goes on with a point.
    (r"(?<![\w:.])(\d+-)?\d{1,2}:\d\d(:\d\d)?(?![\w:.])", "<time>"),
    (r"; [^;\n]* ago\b", "; <age> ago"),
    (r"\b\d+ (week|day)s?( \d+ days?)?( \d+h)? ago\b", "<age>"),
    (r"\bup +[^\n]*(?=, +\d+ users?)", "up <age>"),
    (r"(?<![\w:.-])(\d+[dhms]){1,3}(?![\w:.-])", "<age>"),
    (r"\[(tid )?\d+\]", "[<pid>]"),
    (r"\b(pid[= ]'?|PID: )\d+", "<pid>"),
)
_COMPILED = tuple((re.compile(pattern), instead) for pattern, instead in _MASKS)


def masked(text: str) -> str:
    """A text without what two moments of one machine differ in."""
    for pattern, instead in _COMPILED:
        text = pattern.sub(instead, text)
    return text


def differ(here: str, there: str) -> bool:
    """Whether two texts differ in more than that; no mask reaches over the end of a line."""
    if here == there:
        return False
    mine, theirs = here.split("\n"), there.split("\n")
    return len(mine) != len(theirs) or any(
        masked(one) != masked(other)
        for one, other in zip(mine, theirs, strict=True)
        if one != other
    )
