"""What a translation leaves as it is: placeholders, code, links, gaps, formulas, numbers."""

import re
from collections import Counter
from collections.abc import Mapping

from certlab.course.facts import Fact
from certlab.course.maths import formulas
from certlab.course.measures import PLAIN
from certlab.course.pages import FENCE
from certlab.course.template import GAP, PLACEHOLDER
from certlab.course.units import UNITS

_CODE = re.compile(r"(?<!`)(`++)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_NUMBER = re.compile(r"[A-Za-z]*\d+(?:[.,]\d+)*[A-Za-z]*")
_COMMENT = re.compile(r"(?:^|(?<=\s))#\s.*$", re.MULTILINE)
_WORD_UNIT = re.compile(r"[a-z]{3,}|[A-Z]+s")  # "slices" and "SMs", but not "GiB"


def marks(text: str, facts: Mapping[str, Fact]) -> Counter[str]:
    """Each mark with how often it stands in a text.

    A unit that is a word may be said in words of the language, so `{fact:ID}` counts as
    `{fact:ID|value}` there. A symbol may not: GiB is not GB in any language. Comments in
    blocks of code are texts.
    """
    found: Counter[str] = Counter()
    for block in FENCE.finditer(text):
        lines = _COMMENT.sub("", block.group()).splitlines()
        found["\n".join(line.rstrip() for line in lines)] += 1
    rest = FENCE.sub(" ", text)
    found.update(f"${one}$" for one in formulas(rest))
    for placeholder in PLACEHOLDER.finditer(rest):
        found[_placeholder(placeholder, facts)] += 1
    rest = PLACEHOLDER.sub(" ", rest)
    found.update(f"{{{{{gap}}}}}" for gap in GAP.findall(rest))
    rest = GAP.sub(" ", rest)
    found.update(f"`{code.strip()}`" for _, code in _CODE.findall(rest))
    rest = _CODE.sub(" ", rest)
    found.update(f"]({target})" for target in _LINK.findall(rest))
    rest = _LINK.sub("]", rest).translate(PLAIN)
    found.update(one.removesuffix("s") for one in _NUMBER.findall(rest))
    return found


def has_words(text: str) -> bool:
    """Whether there is something to translate: a word beside code and placeholders."""
    for pattern in (PLACEHOLDER, GAP, _CODE):
        text = pattern.sub(" ", text)
    return re.search(r"[a-z]{2,}", text) is not None


def differences(
    english: str, other: str, facts: Mapping[str, Fact]
) -> tuple[list[str], list[str]]:
    """The marks that a translation lacks, and those that only it has."""
    there, here = marks(english, facts), marks(other, facts)
    return sorted((there - here).elements()), sorted((here - there).elements())


def _placeholder(found: re.Match[str], facts: Mapping[str, Fact]) -> str:
    kind, body, option = found.groups()
    if kind == "given":  # its unit stands in the item, and is nobody's to change
        return found.group()
    unit = facts[body].unit if kind == "fact" and body in facts else option or ""
    worded = unit not in UNITS or _WORD_UNIT.fullmatch(unit)
    return f"{{{kind}:{body}}}" if worded else found.group()
