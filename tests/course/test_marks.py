"""Inline Markdown, read in one pass: the same in both languages, whatever the text."""

import json
import random
import resource
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from certlab.course.marks import Node, nodes
from certlab.terminal.question_lines import wrapped
from tests.page_rules import SOURCE, called

VECTORS = json.loads(
    (Path(__file__).parents[1] / "vectors" / "markup.json").read_text("utf-8")
)
MODULE = "app/static/marks.js"
LONG = 100_000
SECONDS = 30  # all together need three; one that grows with the square needs a minute


def listed(found: Sequence[Node]) -> Any:
    """The tree as JSON has it."""
    return json.loads(json.dumps(found))


@pytest.mark.parametrize("case", VECTORS, ids=[one["text"][:20] for one in VECTORS])
def test_a_text_becomes_its_tree(case: dict[str, Any]) -> None:
    assert listed(nodes(case["text"])) == case["tree"]


def test_the_page_makes_the_same_trees() -> None:
    found = called(MODULE, "nodes", [[case["text"]] for case in VECTORS])
    assert found == [case["tree"] for case in VECTORS]


def test_both_read_any_text_alike() -> None:
    chance = random.Random(37)
    signs = [
        *"`*_ \\a\n$5\t",
        "**",
        "***",
        "```",
        "```\n",
        "\n\n",
        "字",
        "\u3000",
        "\x1b",
        "\u202e",
    ]
    texts = [
        "".join(chance.choices(signs, k=chance.randrange(30))) for _ in range(3000)
    ]
    found = called(MODULE, "nodes", [[text] for text in texts])
    assert found == [listed(nodes(text)) for text in texts]


def depth(found: Sequence[Node]) -> int:
    return max(
        (1 + depth(one[1]) for one in found if not isinstance(one, str)), default=0
    )


PIECES = ["`", "*", "_", "**", "__", "***", "*_", "_*", "**_", "[", "](", "![", "<a", "$",
          "$<math ", "</math>", "\\", "`a", "*a", "_a", " _a", "**a ", "a* ", "*a _b ", "a**b",
          "`` `", "``a```b````", "\n", "\n ", "\n```a", "```\n", "```a\nb\n", "a\n\n", " ",
          "\u3000", "{{", "\x1b["]  # fmt: skip


def hostile() -> list[str]:
    """Long texts that a reader with a way back would try again and again."""
    runs = ["x".join("`" * count for count in range(1, 600))]
    pairs = ["*a _b " * 9000 + "b_ a* " * 9000, "**" * LONG + "a" + "**" * LONG]
    edges = ["a" + " " * LONG + "b", "a" + "\n" * LONG + "b", "` " + "a " * LONG + "`"]
    return [*(one * (LONG // len(one)) for one in PIECES), *runs, *pairs, *edges]


IN_PYTHON = """
import json, sys
from certlab.course.markup import html
from certlab.terminal.question_lines import wrapped
from certlab.course.maths import typeset
for text in json.load(sys.stdin):
    typeset("$" + text[:20_000], {"x": "y"})
    html(text)
    wrapped(text[:5_000])
"""
IN_NODE = """
const { nodes } = await import(process.argv[1]);
const { readFileSync } = await import("node:fs");
for (const text of JSON.parse(readFileSync(0, "utf8"))) nodes(text);
"""


def within(seconds: int) -> Any:
    """What a child does before it runs: it may use so many seconds of a processor."""
    return lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def test_no_text_takes_long_or_nests_deep() -> None:
    subprocess.run(
        [sys.executable, "-c", IN_PYTHON],
        input=json.dumps(hostile()).encode(),
        preexec_fn=within(SECONDS),
        check=True,
    )
    assert max(depth(nodes(text[:20_000])) for text in hostile()) <= 3


def test_a_formula_that_is_none_is_text() -> None:
    evil = '$<math alttext="&b;<"><script></script></math>$'
    assert nodes(evil) == [evil.strip("$")]
    assert wrapped(evil) == "&b;<"


def test_no_text_takes_long_in_a_page() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    module = (Path(SOURCE) / MODULE).as_uri()
    subprocess.run(
        [node, "--input-type=module", "-e", IN_NODE, module],
        input=json.dumps(hostile()).encode(),
        preexec_fn=within(SECONDS),
        check=True,
    )
