"""Answers of somebody who means harm, for each kind of question.

`python -m tests.study.hostile` reads cases from stdin and prints what Python says of them, under
a limit of time and memory; `tests/widgets/hostile_run.mjs` does the same with the ES module.
A long text is sent as {"$repeat": [before, what, times, behind]}.
"""

import json
import resource
import sys
from collections.abc import Iterator
from typing import Any

from certlab.study.grading import grade

SECONDS, BYTES = (
    30,
    2**30,
)  # of a processor, and of addresses; a tenth of each is enough
LONG, NEARLY = 100_000, 900  # times; the second is short enough to be graded
NAMES = ("__proto__", "constructor", "toString", "hasOwnProperty", "length", "0")
# Each is a trap for something that goes back and forth in a text.
PIECES = (
    *(("1", " ", "1"), ("1", "\u3000", "1"), ("", ".", "a"), ("", "1,", ""), ("", "1.", "a")),
    *(("a", "-", "a"), ("a", " ", "a"), ("", "'", ""), ('"', "a", ""), ('"', "\\", ""), ("", "\\", "")),
    *(("/", "a/", "a"), ("", "# ", ""), ("", "$(", ""), ("-", "x", ""), ("", "\ud800", "")),
    *(("a", "\u0316\u0301", ""), ("a", "\u0301", "\u0316"), ("", "\ufdfa", ""), ("1", " hundred", "")),
    *(("1", "⁹", ""), ("1:", "1", ":a"), ("", "half-", ""), ("A=", "A=1 ", ""), ("env ", "env ", "")),
    *(("a=", "b", "=c"), ("", "|", ""), ("2^", "9", ""), ("1/", "1/", "1"), ("b", "b/s", "ps")),
)  # fmt: skip
ODD: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        0,
        -1,
        1e308,
        -1e-320,
        2**63,
        10**400,
        0.1,
        "",
        " ",
        ".",
        "\0",
    ),
    *(
        [],
        {},
        [[]],
        [{}],
        [None],
        {"": ""},
        {"number": {}},
        {"number": [[1]], "unit": {}},
    ),
    *(
        "\ud800",
        "\udc00\ud800",
        "\u202e",
        "\u200b",
        "NaN",
        "Infinity",
        "-0",
        "1e999",
        "0x10",
    ),
)

NO_UNIT = (None, "", " ", ".")  # as if none were given


def long_texts(times: int) -> list[Any]:
    """Each piece so often."""
    return [
        {"$repeat": [before, what, times, behind]} for before, what, behind in PIECES
    ]


def whole(told: Any) -> Any:
    """What was sent, with its long texts in full."""
    if isinstance(told, dict):
        if "$repeat" in told:
            before, what, times, behind = told["$repeat"]
            return before + what * times + behind
        return {name: whole(one) for name, one in told.items()}
    return [whole(one) for one in told] if isinstance(told, list) else told


def nested(depth: int, inner: Any = "a") -> Any:
    """Lists and objects in each other."""
    for number in range(depth):
        inner = [inner] if number % 2 else {"number": inner}
    return inner


def responses(key: dict[str, Any], right: Any, times: int) -> Iterator[Any]:
    """None of them is right, whatever the question is."""
    odd = [*ODD, *NAMES, nested(300), *long_texts(times)]
    yield from odd
    yield from ({name: right} for name in NAMES)
    yield [right] * 3
    if key["kind"] == "numeric":
        nought = ("0", "-0") if key["answer"] == 0 else ()
        yield from ({**right, "number": one} for one in odd if str(one) not in nought)
        yield from ({**right, "unit": one} for one in odd if one not in NO_UNIT)
    elif isinstance(right, dict):
        for name in key.get("left") or [gap["id"] for gap in key["gaps"]]:
            yield {field: one for field, one in right.items() if field != name}
            yield from ({**right, name: one} for one in odd)
    elif isinstance(right, list):
        yield from (
            right + right,
            right[:-1],
            [*right, *NAMES],
            [right[0]] * len(right),
        )
        yield right[:-1] + right[:1] if len(right) > 1 else []
        for one in odd:
            yield [one, *right[1:]]
            yield [*right, one]
    elif key["kind"] == "command":
        words = right.split(" ")
        for place, word in enumerate(words):
            for name in NAMES[:2] if word.startswith("-") else ():
                yield " ".join([*words[:place], f"{word}={name}", *words[place + 1 :]])


def no_json() -> Iterator[Any]:
    """What no request can hold, but a program may."""
    circle: list[Any] = []
    circle.append(circle)
    ring: dict[str, Any] = {}
    ring |= {"number": ring, "unit": ring, "a": ring}
    yield from (float("nan"), float("inf"), -float("inf"), 10**4000, circle, ring)
    yield from (b"1", object(), {1}, (), ("a",), {1: 2}, nested(50_000), 1j, range(9))
    yield from (
        {"number": float("nan")},
        {"number": 10**4000},
        {"number": nested(50_000)},
    )


def main() -> None:
    """Say what is said of each case; then grade what is no JSON, and say nothing of it."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    cases = json.load(sys.stdin)
    said = [grade(one["key"], whole(one["response"])) for one in cases]
    told = [[one.outcome, one.score, one.say, one.parts] for one in said]
    odd = list(no_json())
    for key in {json.dumps(one["key"]): one["key"] for one in cases}.values():
        for response in odd:
            assert grade(key, response).outcome != "correct", (key["kind"], response)
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main()
