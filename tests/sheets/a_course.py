"""The small course with a page and a bank that have one of each thing that a sheet is made of."""

from pathlib import Path

PAGE = """+++
title = "A small module"
short = "Small"
objectives = ["nca-test.1.1"]
minutes = 5
sources = ["guide"]
+++

## Warps

A warp is {fact:warp.threads}. ![Warps](figure:small-warps)

| | Threads | Bandwidth | Form |
|---|---:|---:|---|
| Warp | {fact:warp.threads|value} | | halves of {calc:fact(warp.threads)/2} |
| Told | 77 | | |
| Card | | {fact:card.bandwidth} | SXM5 |
| Module | | {fact:module.bandwidth} | OAM |

| Loose words | And more of them |
|---|---|
| A table without facts | is left where it stands |

> **Trap** "A warp has 66 threads." It has not.
>
> "All warps are alike." They are: a warp is {fact:warp.threads}.
>
> "A warp" is a word of weaving. It is no trap.
>
> Some say that warps are blocks, which is false.

```console
$ warps --list        # 1 which there are,
$ warps --all
$ warps --device 3    # those of device 3
$ warps --device 3    # 44 of them
```

> **Worked example** 64 threads are 2 warps.

## What the exam asks

- **Warps**: how many threads.
- **Blocks**: up to 1024 threads.
"""
FACTS = """
[[fact]]
id = "module.bandwidth"
what = "Memory bandwidth of the module"
value = 4.8
unit = "TB/s"
tier = "A"
sources = ["guide"]

[[fact]]
id = "tool.name"
what = "The tool that shows warps"
value = "warps"
tier = "A"
sources = ["guide"]
exam_era = "warpctl"
current = "warps"

[[fact]]
id = "block.max_threads"
what = "Most threads in a block"
value = 1024
unit = "threads"
tier = "A"
sources = ["guide"]

[[fact]]
id = "grid.rumour"
what = "Blocks in a grid, as somebody says"
value = 9
tier = "C"
sources = ["guide"]
"""
ITEMS = """
[[item]]
id = "small-card-loose"
rev = 1
kind = "card"
objective = "nca-test.1.1"
level = "recall"
pool = "practice"
ask = "Lanes of a warp?"
back = "There are 32."
sources = ["guide"]

[[item]]
id = "small-card-hook"
rev = 1
kind = "card"
objective = "nca-test.1.1"
level = "recall"
pool = "practice"
ask = "When do lanes diverge?"
back = "At a branch. Hook: one path at a time. It fails where all lanes agree."
sources = ["guide"]

[[item]]
id = "small-card-draft"
rev = 1
kind = "card"
objective = "nca-test.1.1"
level = "recall"
pool = "practice"
status = "draft"
ask = "Is this a draft?"
back = "It is."
sources = ["guide"]

[[item]]
id = "small-tool"
rev = 1
kind = "single"
objective = "nca-test.1.1"
level = "recall"
pool = "exam"
ask = "Which tool shows warps, and up to how many threads of a block?"
section = "warps"
sources = ["guide"]
explain = "It is {fact:tool.name}, and {fact:block.max_threads}; {fact:grid.rumour}."
option = [
  { id = "warps", text = "{fact:tool.name}", correct = true, why = "By name." },
  { id = "blocks", text = "blocks", why = "There is none." },
]

[[item]]
id = "small-block"
rev = 1
kind = "single"
objective = "nca-test.1.1"
level = "recall"
pool = "practice"
ask = "How large is a block at most?"
sources = ["guide"]
explain = "As the guide says; {fact:grid.rumour}."
option = [
  { id = "right", text = "{fact:block.max_threads}", correct = true, why = "So it is." },
  { id = "wrong", text = "99 threads", why = "That is less." },
]

[[item]]
id = "small-line"
rev = 1
kind = "command"
objective = "nca-test.1.1"
level = "apply"
pool = "practice"
ask = "Show the warps of device 5."
line = "warps --device 5"
program = "warps"
reads = "getopt"
flag = [{ names = ["--device"], value = 5, needed = true, why = "It names it." }]
sources = ["guide"]
tests = [
  { answer = "warps --device=5", outcome = "correct" },
  { answer = "warps --device 4", outcome = "wrong" },
]

[[item]]
id = "small-line-exam"
rev = 1
kind = "command"
objective = "nca-test.1.1"
level = "apply"
pool = "exam"
ask = "Show the warps of device 6."
line = "warps --device 6"
program = "warps"
reads = "getopt"
flag = [{ names = ["--device"], value = 6, needed = true, why = "It names it." }]
sources = ["guide"]
tests = [
  { answer = "warps --device=6", outcome = "correct" },
  { answer = "warps --device 4", outcome = "wrong" },
]
"""


def write(root: Path) -> Path:
    """Put page, facts and items into the folder of a small course."""
    (root / "content/modules/small.md").write_text(PAGE, "utf-8")
    for name, more in (("content/facts/small", FACTS), ("quizzes/small", ITEMS)):
        with (root / f"{name}.toml").open("a", encoding="utf-8") as file:
            file.write(more)
    return root
