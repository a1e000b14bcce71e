"""What `certlab ask` prints: passages, each with its place."""

from collections.abc import Iterator

from certlab.search.answers import Answer, Answers
from certlab.terminal.paragraphs import filled
from certlab.words import Words

WIDTH = 80
_IN = "   "


def ask_lines(found: Answers, words: Words) -> Iterator[str]:
    """The passages, and what of the question was not understood."""
    if found.near:
        pairs = ", ".join(
            words("{word} as {meant}", word=word, meant=meant)
            for word, meant in found.near.items()
        )
        yield filled(words("Read {pairs}.", pairs=pairs), WIDTH, "", "")
    if found.unknown:
        unknown = ", ".join(found.unknown)
        says = words("Nothing in the course is called {words}.", words=unknown)
        yield filled(says, WIDTH, "", "")
    for number, one in enumerate(found.answers, 1):
        yield ""
        yield from _passage(number, one, words)
    if len(found.categories) > 1:
        says = words(
            "Found in {groups}. Look in one with --category.",
            groups=", ".join(found.categories),
        )
        yield ""
        yield filled(says, WIDTH, "", "")


def _passage(number: int, one: Answer, words: Words) -> Iterator[str]:
    kinds = {
        "section": "",
        "term": words("Glossary"),
        "fact": words("Facts"),
        "lab": words("Lab"),
        "item": words("Question"),
        "exam": words("Exam"),
    }
    where = " · ".join(filter(None, (kinds[one.kind], one.label, one.category)))
    yield filled(one.title, WIDTH, f"{number}. ".ljust(3), _IN)
    if where:
        yield filled(where, WIDTH, _IN, _IN)
    if one.says:
        yield filled(one.says, WIDTH, f"{_IN}  ", f"{_IN}  ")
    yield f"{_IN}{one.address}"
    if one.kind == "lab":
        yield f"{_IN}certlab lab open {one.id.removeprefix('lab:')}"
