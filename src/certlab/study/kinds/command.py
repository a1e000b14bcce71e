"""Command questions: a line typed, read into program, flags and words, and graded."""

from collections.abc import Iterator
from typing import Any

from certlab.course.items.command import Call, Command, Flag, Trap, Value
from certlab.course.template import Values, fill
from certlab.study.entries import near, parse_number
from certlab.study.kinds.choice import Parts
from certlab.study.kinds.command_lines import LineError, Typed, read_line
from certlab.study.kinds.command_words import (
    Reader,
    bare,
    code,
    is_known,
    may_begin,
    name_in,
    read_program,
    unknown,
    why_of,
)
from certlab.study.verdicts import Verdict, invalid, told
from certlab.words import Sentence


def compile_command(body: Command, values: Values) -> Parts:
    """What to show, the key and the feedback of a command question."""
    may = ["env"] * bool(body.env) + ["pipe"] * (len(body.calls) > 1)
    key = {
        "kind": "command",
        "may": may,
        "env": {name: _wanted(row, values) for name, row in body.env.items()},
        "calls": [_call(one, values) for one in body.calls],
    }
    whys = {
        flag.names[0]: fill(flag.why, values)
        for call in body.calls
        for flag in call.flags
    }
    return {"may": may}, key, {"whys": whys, "answer": fill(body.line, values)}


def _call(call: Call, values: Values) -> dict[str, Any]:
    return {
        "programs": list(call.programs),
        "flags": [_flag(one, values) for one in call.flags],
        "arguments": [_wanted(row, values) for row in call.arguments],
        "rest": [_wanted(row, values) for row in call.rest],
        "joined": call.joined,
        "traps": [_trap(one, values) for one in call.traps],
    }


def _flag(flag: Flag, values: Values) -> dict[str, Any]:
    return {
        "names": list(flag.names),
        "values": None if flag.values is None else _wanted(flag.values, values),
        "needed": flag.needed,
        "after": list(flag.after),
        "why": fill(flag.why, values),
        "traps": [_trap(one, values) for one in flag.traps],
    }


def _trap(trap: Trap, values: Values) -> dict[str, str]:
    return {"written": fill(trap.written, values), "why": fill(trap.why, values)}


def _wanted(row: tuple[Value, ...], values: Values) -> list[dict[str, Any]]:
    """What is accepted: a text, or a number with the text that shows it."""
    return [
        {"text": fill(one, values)}
        if isinstance(one, str)
        else {"text": str(one), "number": one}
        for one in row
    ]


def grade_command(key: dict[str, Any], response: Any) -> Verdict:
    """A line against the program, flags and words of the key."""
    try:
        commands = read_line(response, key["may"])
        fault = next(_faults(key, commands), "")
    except LineError as error:
        return invalid(error.say)
    return told(not fault, fault)


def _faults(key: dict[str, Any], commands: list[Typed]) -> Iterator[str]:
    """What is wrong with a line, the worst first.

    Raises:
        LineError: before anything wrong stands what nobody can judge.
    """
    calls = key["calls"]
    if len(commands) != len(calls):
        first = commands[0].words[0]
        if not any(may_begin(call, first) for call in calls):
            raise unknown(first)
        yield Sentence(
            "The answer has {count} commands joined by pipes, but this line has {n}.",
            count=len(calls),
            n=len(commands),
        )
        return
    yield from _settings(key["env"], commands[0].settings)
    for call, command in zip(calls, commands, strict=True):
        yield from _wrong_call(call, command.words)


def _settings(env: dict[str, Any], settings: dict[str, str]) -> Iterator[str]:
    for name, value in settings.items():
        if name not in env:
            raise unknown(name)
        if not _fits(env[name], value):
            yield Sentence(
                "{word} needs {wanted}, not {written}.",
                word=code(name),
                wanted=code(env[name][0]["text"]),
                written=code(value),
            )
    for name in env:
        if name not in settings:
            yield Sentence("{word} is not set.", word=code(name))


def _wrong_call(call: dict[str, Any], words: list[str]) -> Iterator[str]:
    lead, fault = read_program(call, words)
    if fault:
        yield fault
        return
    found = Reader(call, words[lead:]).read()
    if found.fault:
        yield found.fault
        return
    unused = list(call["flags"])
    filled = []
    for name, value in found.flags:
        row = _row(unused, name, value)
        if row is None:  # one more than there are rows; some programs take the last
            raise LineError(
                Sentence(
                    "{word} is given once too often; remove the extra one.",
                    word=code(name),
                )
            )
        filled.append((row, f"{name} {value}" if value else name))
        yield from _wrong_value(row, name, value)
    yield from _wrong_places(filled)
    yield from _wrong_words(call["arguments"], found.words)
    yield from _wrong_rest(call, words[:lead], found.rest)
    for flag in unused:
        if flag["needed"]:
            word = code(flag["names"][0])
            yield Sentence("{word} is missing. {why}", word=word, why=flag["why"])


def _row(
    unused: list[dict[str, Any]], name: str, value: str | None
) -> dict[str, Any] | None:
    """The row that a flag fills, taken out of `unused`; the first where none fits."""
    rows = [flag for flag in unused if name in flag["names"]]
    row = next((flag for flag in rows if _takes(flag, value)), None)
    row = row or next(iter(rows), None)
    if row is not None:
        unused.remove(row)
    return row


def _takes(flag: dict[str, Any], value: str | None) -> bool:
    return value is None or not flag["values"] or _fits(flag["values"], value)


def _wrong_value(row: dict[str, Any], name: str, value: str | None) -> Iterator[str]:
    if not _takes(row, value):
        yield Sentence(
            "{word} needs {wanted}, not {written}. {why}",
            word=code(name),
            wanted=code(row["values"][0]["text"]),
            written=code(value or ""),
            why=why_of(row["traps"], value or "", row["why"]),
        )


def _wrong_places(rows: list[tuple[dict[str, Any], str]]) -> Iterator[str]:
    """Flags that stand before one that they have to follow."""
    for place, (row, written) in enumerate(rows):
        for other, first in rows[place + 1 :]:
            if set(row["after"]) & set(other["names"]):
                yield Sentence(
                    "{word} comes before {other} but has to come after it. {why}",
                    word=code(written),
                    other=code(first),
                    why=row["why"],
                )


def _wrong_words(wanted: list[Any], words: list[str]) -> Iterator[str]:
    for place, row in enumerate(wanted):
        if place >= len(words):
            yield Sentence("{word} is missing.", word=code(row[0]["text"]))
        elif not _fits_word(row, words[place]):
            yield Sentence(
                "{wanted} is expected where you wrote {written}.",
                wanted=code(row[0]["text"]),
                written=code(words[place]),
            )
    for word in words[len(wanted) :]:
        yield _stray(word)


def _wrong_rest(
    call: dict[str, Any], program: list[str], words: list[str]
) -> Iterator[str]:
    """What is wrong with the words that are handed on."""
    for place, word in enumerate(words):
        row = call["rest"][place] if place < len(call["rest"]) else []
        if _fits_word(row, word):
            continue
        if is_known(call, word):
            yield Sentence(
                "{word} comes after {first}, so {program} passes it on and does not read it.",
                word=code(name_in(word)),
                first=code(words[0]),
                program=code(" ".join(program)),
            )
        elif not row and word.startswith("-"):
            raise unknown(name_in(word))
    yield from _wrong_words(call["rest"], words)


def _stray(word: str) -> Sentence:
    return Sentence("{word} does not belong here.", word=code(word))


def _fits(row: list[dict[str, Any]], written: str) -> bool:
    return any(_same(one, written) for one in row)


def _fits_word(row: list[dict[str, Any]], written: str) -> bool:
    """Whether a plain word is wanted; it may have `./` or its folder before it."""
    return _fits(row, written) or _fits(row, bare(written))


def _same(wanted: dict[str, Any], written: str) -> bool:
    if "number" not in wanted:
        return bool(wanted["text"] == written)
    # No thousands here: to a program 1,024 is two numbers.
    number = None if "," in written else parse_number(written)
    return number is not None and near(number, wanted["number"])
