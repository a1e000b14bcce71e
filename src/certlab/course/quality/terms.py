"""Words of a page that a reader meets before anything says what they mean."""

import re
from collections.abc import Mapping

from certlab.course.catalogue import Course
from certlab.course.glossary import Term, is_name

# What a reader of any technical text brings along, and names that only look short.
_EVERYDAY = (
    "AI API ASCII BIOS CLI CPU GPU CSV FAQ GB HTTP HTTPS ID IO IP IT JPEG JSON KB MB ML "
    "OK OS PC PDF RAM SDK SQL SSD SSH TB TCP UDP TOML UEFI UI URL USB USD UTC XML YAML "
    "AMD AWS HPE IBM NVIDIA PRO RTX GTX"
)
EVERYDAY = frozenset(_EVERYDAY.split())
_MODEL = r"[A-Z]+\d{3,}"  # GH200, SN5600: the name of a product, no abbreviation
_ABBREVIATION = re.compile(
    rf"(?<![\w/.=-])(?!{_MODEL})[A-Z]{{2,}}[A-Z0-9]*s?(?![\w/=-])"
)
_CODE = re.compile(r"(?<!`)(`++).+?(?<!`)\1(?!`)|\$[^$\n]+\$|\{\w+:[^}]*\}", re.DOTALL)
_LINK = re.compile(r"\[[^\]]{0,400}\]\([^)]{0,400}\)")


Section = tuple[str, str]  # a page and an anchor of it, "" for what stands before all


def unexplained(
    course: Course, module: str, sections: Mapping[Section, str]
) -> dict[Section, list[str]]:
    """By section of a module, a phrase that names the words used there before they are explained.

    A term of this module's glossary may be used from the section on that explains it,
    one of another module after a link or an explanation, and an abbreviation that no
    glossary has after its long form. Explained is what stands in emphasis, beside a
    bracket, or in a link.
    """
    early: dict[Section, list[str]] = {}
    spoken = {name: _CODE.sub("`", text) for name, text in sections.items()}
    # A module uses few of all terms, and a pattern of each takes long.
    whole = "\n".join(spoken.values()).casefold()
    for term in course.glossary.values():
        # A common word in another module's glossary, "profile", means other things here.
        names = [one for one in term.spellings if term.module == module or is_name(one)]
        used = any(one.casefold() in whole for one in names)
        bare = _first_bare(spoken, names, term, module) if used else None
        if bare:
            section, word = bare
            early.setdefault(section, []).append(word)
    known = {one for term in course.glossary.values() for one in term.spellings}
    for section, word in _abbreviations(spoken):
        if word not in known:
            early.setdefault(section, []).append(word)
    return {
        section: [f"used before explained or linked: {', '.join(sorted(set(words)))}"]
        for section, words in early.items()
    }


def _first_bare(
    sections: Mapping[Section, str], names: list[str], term: Term, module: str
) -> tuple[Section, str] | None:
    """Section and words of a term's first use, unless it says what it is."""
    word = "|".join(re.escape(name) + "(?:s|es)?" for name in names)
    flags = 0 if all(map(is_name, names)) else re.IGNORECASE
    pattern = re.compile(rf"(?<![\w-])(?:{word})(?![\w-])", flags)
    for section, text in sections.items():
        if term.module == module and term.section == section[1]:
            break
        match = pattern.search(text)
        if match:
            return None if _is_explained(text, match) else (section, match[0])
    return None


def _abbreviations(sections: Mapping[Section, str]) -> list[tuple[Section, str]]:
    """Each abbreviation with the section that has it first, unless it says what it is."""
    firsts: dict[str, tuple[Section, bool]] = {}
    for section, text in sections.items():
        for match in _ABBREVIATION.finditer(text):
            word = match[0].removesuffix("s")
            if word not in EVERYDAY:
                firsts.setdefault(word, (section, _is_explained(text, match)))
    return [(section, word) for word, (section, said) in firsts.items() if not said]


def _is_explained(text: str, match: re.Match[str]) -> bool:
    """Whether its sentence has it in emphasis, beside a bracket or in a link."""
    before, after = text[: match.start()][-2:], text[match.end() :][:2]
    beside = before.endswith(("(", "*", "_")) or after.startswith((" (", "*", "_", ")"))
    links = (one.span() for one in _LINK.finditer(text))
    return beside or any(start <= match.start() < end for start, end in links)
