"""The small course with its page cut in two, and a second module that links into it."""

from pathlib import Path

from certlab.course import ledger, load

_HEAD = """+++
title = "{title}"
short = "{short}"
{more}objectives = ["nca-test.1.1"]
minutes = {minutes}
sources = ["guide"]
+++
"""
_MODULE = 'module_title = "A small module"\nmodule_short = "Small"\n'
FIRST, SECOND = (
    f"content/modules/small/{name}.md" for name in ("10_warps", "20_blocks")
)
OTHER = "content/modules/other.md"
PAGES = {
    FIRST: _HEAD.format(title="Warps of a GPU", short="Warps", more=_MODULE, minutes=5)
    + """
## Warps

A warp is {fact:warp.threads}. ![Warps](figure:small-warps)

> **Worked example** 64 threads are 2 warps.
""",
    SECOND: _HEAD.format(title="Blocks of warps", short="Blocks", more="", minutes=3)
    + """
A block is cut into [warps](module:small#warps), and [its size](#block-size) is free.

## Block size

Warps are whole, so a block has a multiple of {fact:warp.threads}.
""",
    OTHER: _HEAD.format(title="Another module", short="Other", more="", minutes=2)
    + """
## Grids

A grid has [blocks](module:small#block-size) of [a module](module:small).
""",
}


def cut(small: Path) -> Path:
    """Cut the page of a small course on disk in two."""
    (small / "content/modules/small.md").unlink()
    for name, text in PAGES.items():
        path = small / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    bank = small / "quizzes/small.toml"
    text = bank.read_text("utf-8")
    ask = 'ask = "How many blocks cover {given:n} elements?"\n'
    assert ask in text
    bank.write_text(text.replace(ask, f'{ask}section = "block-size"\n'), "utf-8")
    ledger.enter(load(small))
    return small
