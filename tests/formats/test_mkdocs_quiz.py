"""mkdocs-quiz pages: choices, gaps, examples that are not asked."""

import pytest

from certlab.formats.drafts import Blank, Choices, Gaps, Option
from certlab.formats.mkdocs_quiz import read

PAGE = """\
# Warps

A quiz is written like this:

```markdown
<quiz>
An example, not asked
- [x] Yes
</quiz>
```

<quiz>
How many threads has a **warp**?

- [ ] 16
> Half of it.
- [x] 32
> On every GPU so far,
> by name.
* [] 64

That is why blocks come in multiples of it.
</quiz>

=== "Indented"

    <quiz>
    Which two are memories?
    - [X] Shared
    - [ ] Warp
    - [x] Global
    </quiz>

<quiz>
A warp has [[32]] threads, a lane is [[one]] of them.

---
Lanes are counted from 0.
</quiz>
"""


def test_a_page_is_read() -> None:
    reading = read(PAGE)
    assert not reading.notes
    single, multi, cloze = reading.drafts
    assert (single.where, single.ask) == ("line 12", "How many threads has a **warp**?")
    assert single.body == Choices(
        (
            Option("16", False, "Half of it."),
            Option("32", True, "On every GPU so far,\nby name."),
            Option("64", False),
        )
    )
    assert single.explain == "That is why blocks come in multiples of it."
    assert (multi.kind, multi.ask) == ("multi", "Which two are memories?")
    assert (cloze.ask, cloze.explain) == ("Fill the gaps.", "Lanes are counted from 0.")
    assert cloze.body == Gaps(
        ("A warp has ", Blank(("32",)), " threads, a lane is ", Blank(("one",)),
         " of them.")
    )  # fmt: skip


@pytest.mark.parametrize(
    ("inside", "says"),
    [
        ("Really?\n- [?] Yes\n- [x] No", "a box is neither [x] nor [ ]; fix it."),
        (
            "Really?\n- [ ] Yes\n\n> Why\n- [x] No",
            "a line between two answers belongs to none; join or remove it.",
        ),
        ("Really?\n- [ ] Yes\n- [ ] No", "no option is correct."),
        ("- [ ] Yes\n- [x] No", "it asks nothing."),
        ("Only words.", "it has fewer than two options."),
    ],
)
def test_what_does_not_fit_is_refused_with_its_line(inside: str, says: str) -> None:
    reading = read(f"text\n\n<quiz>\n{inside}\n</quiz>\n")
    assert not reading.drafts
    assert [(one.where, one.says) for one in reading.notes] == [("line 3", says)]


def test_a_quote_after_a_blank_line_is_the_explanation() -> None:
    (draft,) = read("<quiz>\nSo?\n- [x] Yes\n- [ ] No\n\n> Said.\n</quiz>").drafts
    assert draft.explain == "> Said."


def test_a_code_fence_in_a_quiz_belongs_to_it() -> None:
    text = "<quiz>\nWhat is\n```\n2 + 2\n```\n- [x] 4\n- [ ] 5\n</quiz>"
    (draft,) = read(text).drafts
    assert draft.ask == "What is\n```\n2 + 2\n```"


def test_a_stray_fence_after_the_last_quiz_does_no_harm() -> None:
    reading = read("<quiz>\nSo?\n- [x] Yes\n- [ ] No\n</quiz>\n```\nThe end\n")
    assert (len(reading.drafts), reading.notes) == (1, [])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a\n<quiz>\nSo?\n- [x] Yes\n", "the quiz has no </quiz>."),
        (
            "a\n<?quiz?>\nquestion: So?\n<?/quiz?>",
            "it is written as mkdocs-quiz 0.x did",
        ),
        ("a\n```\n<quiz>So?</quiz>", "a code fence begins here and never ends"),
    ],
)
def test_what_never_ends_or_is_too_old_is_said(text: str, says: str) -> None:
    (note,) = read(text).notes
    assert (note.where, note.lost) == ("line 2", True)
    assert note.says.startswith(says)
