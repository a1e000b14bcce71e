"""How a page speaks: what is counted, and what is left out."""

from dataclasses import replace

from certlab.course import Course
from certlab.course.modules import Module
from certlab.course.quality.voice import BEST, voice

TOLD = ("Takeaway", "Try it", "Worked example", "In practice")
BODY = """You open the box. It is a long way from there to the sentence with eleven words.

![You see it](figure:a)

```text
you you you
```

> **Takeaway** Let it swing.

> **Try it** [How long?](item:a) Say it to [us](module:you).
"""


def test_it_counts_what_is_spoken(fixed: Course) -> None:
    page = replace(fixed.pages["cuda"], body=BODY)
    course = replace(fixed, modules={"cuda": Module("cuda", (page,))})
    row, best = voice(course)
    assert best == BEST | dict.fromkeys(TOLD, "")
    assert row["words"] == sum((4, 12, 4, 3, 6)), row
    assert row["short %"] == "80"
    assert row["you %"] == f"{100 * 3 / row['words']:.1f}"  # You, Let, us
    assert (row["Takeaway"], row["Try it"], row["Worked example"]) == (1, 1, 0)
    assert float(row["spread"]) > 0.5


def test_a_page_without_a_sentence_has_a_row(fixed: Course) -> None:
    page = replace(fixed.pages["cuda"], body="")
    row, _best = voice(replace(fixed, modules={"cuda": Module("cuda", (page,))}))
    assert (row["spread"], row["you %"]) == ("0.00", "0.0")
