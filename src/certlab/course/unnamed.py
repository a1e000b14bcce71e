"""Facts that nothing names: they stand on the Facts pages only, for who looks them up.

Pages, items, labs, laws and claims name a fact by its id. Code also composes ids,
`facts[f"{card}.sms"]`, or takes them apart; whatever a file's words could make counts as
named, so that no fact is listed which something reads.
"""

import re
from collections import Counter
from pathlib import Path

from certlab.course.catalogue import Course

PACKAGE = Path(__file__).parents[1]
KINDS = (".md", ".toml", ".ipynb", ".svg")
LARGEST = 8_000_000  # bytes
_ID = re.compile(r"[a-z0-9-]+\.[a-z0-9_]+")
_OWN = re.compile(r'(?m)^id = ".*"$')  # a row's own name of itself
_PART = r"((?:[a-z0-9_-]|\{[^{}\"'\\]*\})+)"
_COMPOSED = re.compile(rf"[\"']{_PART}\.{_PART}\\?[\"']")
_HOLE = re.compile(r"(?:\\{.*?\\})+")  # several side by side are as one
_WORD = re.compile(r"[\"']\.?([a-z0-9_]+)\\?[\"']")
_BEGUN = re.compile(r"[\"']([a-z0-9-]+\.[a-z0-9_]+_)\\?[\"']")
_APART = re.compile(r"partition\(\\?[\"']\.|split\(\\?[\"']\.|(?:ends|starts)with\(")


def unnamed(course: Course) -> list[str]:
    """The ids of the `[[fact]]` rows that nothing names, sorted."""
    made = {
        fact.id
        for rows in course.tables.values()
        for row in rows.values()
        for fact in row.facts
    }
    left = course.facts.keys() - made
    folders = (course.root / name for name in ("content", "quizzes", "labs"))
    texts = [one for each in folders for one in each.rglob("*") if one.suffix in KINDS]
    for path in (*filter(_is_read, texts), *PACKAGE.rglob("*.py")):
        text = path.read_text("utf-8", "replace")
        if path.parent.name == "facts":
            text = _OWN.sub("", text)
        left -= set(_ID.findall(text))
        if path.suffix in (".py", ".ipynb") and "fact" in text.casefold():
            left -= _composed(text, left)
    return sorted(left)


def warning(course: Course, ids: list[str]) -> str:
    """One line on them: how many stand in each file of facts, most first."""
    files = Counter(Path(course.facts[id].file).stem for id in ids).most_common()
    named = ", ".join(f"{file} {count}" for file, count in files)
    says = f"{len(ids)} facts stand on the Facts pages only ({named})"
    return f"content/facts: warning: {says}; check --json lists them."


def _is_read(path: Path) -> bool:
    """Whether it is a file, and no larger than anybody writes one: others have their gates."""
    return path.is_file() and not path.is_symlink() and path.stat().st_size <= LARGEST


def _composed(text: str, ids: set[str]) -> set[str]:
    """Those of the ids that a file's code can make of its words."""
    words = set(_WORD.findall(text))
    begun = tuple(_BEGUN.findall(text))
    forms = []
    for name, field in set(_COMPOSED.findall(text)):
        if "{" not in name + field:
            continue
        holes_only = re.fullmatch(r"(\{[^{}]*\})+", field)
        last = _HOLE.sub("[a-z0-9_]+", re.escape(field))
        last = "|".join(words) if holes_only else last
        first = _HOLE.sub("[a-z0-9-]+", re.escape(name))
        forms.append(re.compile(rf"{first}\.(?:{last})"))
    apart = _APART.search(text) is not None
    return {
        id
        for id in ids
        if (apart and id.partition(".")[2] in words)
        or id.startswith(begun)
        or any(form.fullmatch(id) for form in forms)
    }
