"""Unit names: which unit of a question the words around a number mean.

`app/static/grading/unit_names.js` has the same rules.
"""

import re
from collections.abc import Sequence

from certlab.study.typed_text import plain

# Words for a unit, of one and in small letters, by what stands for it here.
_WORDS = {
    **dict.fromkeys(("sec", "second"), "s"),
    **dict.fromkeys(("msec", "millisecond"), "ms"),
    **dict.fromkeys(("us", "usec", "microsecond"), "μs"),
    **dict.fromkeys(("nsec", "nanosecond"), "ns"),
    **dict.fromkeys(("minute",), "min"),
    **dict.fromkeys(("hr", "hour"), "h"),
    **dict.fromkeys(("$", "us$", "dollar", "us dollar"), "usd"),
    **dict.fromkeys(("percent", "per cent"), "%"),
    **dict.fromkeys(("pp", "point"), "percentage point"),
    **dict.fromkeys(("kilo", "kilogram"), "kg"),
    **dict.fromkeys(("kilowatt hour", "kilowatt-hour"), "kwh"),
    **dict.fromkeys(("amp", "ampere"), "a"),
    **dict.fromkeys(("volt",), "v"),
    **dict.fromkeys(("c", "celsius", "degree", "degrees c", "degrees celsius"), "°c"),
    **dict.fromkeys(("ru", "rack unit"), "u"),
    **dict.fromkeys(("×", "time", "fold", "-fold", ":1", ": 1", "to 1"), "x"),
}
_BASES = {"byte": "b", "bit": "bit", "watt": "w", "hertz": "hz", "flops": "flops"}
_PREFIXES = {
    "": "",
    **{one: one[0] for one in ("kilo", "mega", "giga", "tera", "peta")},
    **{one: f"{one[0]}i" for one in ("kibi", "mebi", "gibi", "tebi")},
}
_WORDS |= {
    prefix + base: short + unit
    for prefix, short in _PREFIXES.items()
    for base, unit in _BASES.items()
}
_UNDER = {"sec": "s", "second": "s", "hr": "h", "hour": "h", "b": "byte"}
# By its letter: Gb, Gb/s and gb/s. A gb alone is read as GB, for nobody counts memory
# in bits, whereas a rate in small letters may be either.
_BITS = re.compile(r"([KMGTP]i?)b|([KMGTPkmgtp]?i?)b(?:ps|/s)")


def unit_meant(
    units: Sequence[str], nouns: Sequence[str], written: object
) -> str | None:
    """The unit of a question that a text means; None when it means none.

    Args:
        units: those an answer may be in.
        nouns: words of the question that count what is asked, which say nothing more
            where there is one unit; "%" among them where a share may be a percentage.
        written: what stands with the number.
    """
    text = plain(written) if isinstance(written, str) else None
    if text is None:
        return None
    for name in _names(text):
        for unit in units:
            if name in _names(plain(unit))[:1]:
                return unit
        if name == "x" and "" in units:
            return ""
        if name == "%" and "%" in nouns:
            return name
    said = {_single(word) for word in text.lower().split(" ")}
    known = said <= {_single(word) for word in nouns}
    return units[0] if len(units) == 1 and known else None


def bytes_meant(units: Sequence[str], written: str) -> str | None:
    """The unit in bytes that has the letters of a text in bits."""
    name = _names(plain(written))[0].replace("bit", "b")
    return next((one for one in units if _names(plain(one))[0] == name), None)


def _names(text: str) -> list[str]:
    """What a unit may be called, in one form for all its spellings, likeliest first."""
    bits = _BITS.fullmatch(text)
    low = re.sub(r" ?(?:/| per ) ?", "/", text.lower())
    low = re.sub(r"b(?:ps)?(?=/s$|$)", "bit", low) if bits else low
    low = re.sub(r"(?<=bit)$|(?<=b)ps$", "/s", low) if text[-2:] == "ps" else low
    head, slash, tail = low.partition("/")
    head = _WORDS.get(head) or _WORDS.get(_single(head)) or _single(head)
    if text == "mW":  # small letters do for MW, but these are milliwatts
        return [text]
    if not slash:
        # Operations are written TFLOPs as well, and percentage points %.
        other = "percentage point" if head == "%" else head.removesuffix("s")
        return [head, other] if head == "%" or head.endswith("flops") else [head]
    tail = _UNDER.get(_single(tail), _single(tail))
    if head.endswith(("flop", "flops")):
        head = head.removesuffix("s")
        return [f"{head}s"] if tail == "s" else [f"{head}/{tail}"]
    return [f"{head}/{tail}"]


def _single(word: str) -> str:
    """A word without the s of several, which ms and TFLOPS do not have."""
    many = len(word) > 2 and word.endswith("s") and not word.endswith("ops")
    return word[:-1] if many else word
