"""Texts of a bank in Markdown, as another program reads it; sentences of a check's cell."""

from collections.abc import Iterable

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from certlab.classroom.plan.kit.check_sentences import sentences
from certlab.classroom.plan.kit.markdown_text import code, fenced, markdown, row
from certlab.course import Course
from certlab.course.markup import plain
from certlab.course.template import Values, fill


def read(text: str) -> str:
    """What a program that knows tables and strikes shows of Markdown, without its marks."""
    reader = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    return " ".join(" ".join(_words(reader.parse(text))).split())


def _words(tokens: Iterable[Token]) -> Iterable[str]:
    for token in tokens:
        if token.type == "inline":
            yield "".join(_inside(token.children or []))
        elif token.type == "fence":
            yield token.content
        elif not token.type.startswith("paragraph"):
            yield f"<{token.type}>"


def _inside(tokens: Iterable[Token]) -> Iterable[str]:
    for token in tokens:
        if token.type in ("text", "code_inline"):
            yield token.content
        elif token.type == "softbreak":
            yield " "
        elif not token.type.startswith(("strong", "em")):
            yield f"<{token.type}>"


@pytest.mark.parametrize(
    "text",
    [
        "`nvidia-smi` as **root**, *twice*",
        "a name in <angle> brackets &amp; an entity",
        "~5 GB to ~7 GB, ~~both~~",
        "2 * 3 * 4 and _one_word_ and max_batch_size and _",
        "\\_not soft\\_ and \\*nor this\\*",
        "# no heading",
        "1. no list",
        "- no list either",
        "> no quotation",
        "one\n\n2) no list below\n\n+ nor this",
        "a backslash \\\\ and a tick \\` of its own",
        "``a ` tick`` in code",
        "See:\n```\n$ ls <dir>\n# no heading\n```\nThen `rm`.",
        "| no | table |",
    ],
)
def test_what_a_bank_has_as_text_stays_text(text: str) -> None:
    assert read(markdown(text, {})) == " ".join(plain(text).split())


def test_bold_and_code_stay_what_they_are() -> None:
    assert markdown("**bold** `code` *soft*", {}) == "**bold** `code` *soft*"


def test_a_formula_is_what_its_author_wrote(fixed: Course) -> None:
    tex = "\\max(W / P, Q / B)"
    filled = fill(f"It takes ${tex}$, or $5.", Values({}, maths=fixed.maths))
    assert "<math" in filled
    assert markdown(filled, fixed.maths) == f"It takes ${tex}$, or \\$5."


def test_code_has_the_ticks_it_needs() -> None:
    assert read(code("a `b` c")) == "a `b` c"
    assert read(code("`b`")) == "`b`"
    assert read(fenced("```\nin\n```")) == "``` in ```"


def test_what_follows_the_first_line_of_an_entry_belongs_to_it() -> None:
    text = row("-", f"One\n\n{fenced('two')}")
    tokens = [one.type for one in MarkdownIt().parse(f"{text}\n{row('-', 'Three')}")]
    assert tokens.count("bullet_list_open") == 1
    assert tokens.index("fence") < tokens.index("list_item_close")


def test_the_sentences_of_a_check_are_what_it_can_say() -> None:
    cell = '''
def cases():
    """Says nothing to a learner."""
    yield (1,), 2, "one makes two."
    yield (2,), 4, f"with {n} it is not."
    yield "a name", "NO.", """two
lines."""
exercises.check("id", f, cases(), hint="one makes two.")
'''
    assert sentences(cell) == ("one makes two.",)
    assert sentences("f(hint=f'{a} is not the same as {b}.')") == (
        "… is not the same as ….",
    )
    assert sentences("f(hint=f'{a}, of {b}: {c}.')") == ()
    assert sentences("f(") == ()
