"""Command questions: a line typed, read into program, flags and words, and graded."""

from collections.abc import Iterator
from typing import Any

from certlab.course.items.command import Call, Command, Flag, Trap, Value
from certlab.course.template import Values, fill
from certlab.study.choices import Parts
from certlab.study.command_lines import LineError, Typed, read_line
from certlab.study.command_words import Reader, code, why_of
from certlab.study.entries import near, parse_number
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
        "rest": [_wanted((word,), values) for word in call.rest],
        "joined": call.joined,
        "traps": [_trap(one, values) for one in call.traps],
    }


def _flag(flag: Flag, values: Values) -> dict[str, Any]:
    return {
        "names": list(flag.names),
        "values": None if flag.values is None else _wanted(flag.values, values),
        "needed": flag.needed,
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
    except LineError as error:
        return invalid(error.say)
    fault = next(_faults(key, commands), "")
    return told(not fault, fault)


def _faults(key: dict[str, Any], commands: list[Typed]) -> Iterator[str]:
    """What is wrong with a line, the worst first."""
    calls = key["calls"]
    if len(commands) != len(calls):
        yield Sentence(
            "{count} commands are wanted, joined by pipes; this line has {n}.",
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
            yield _stray(name)
        elif not _fits(env[name], value):
            yield Sentence(
                "{word} wants {wanted}, not {written}.",
                word=code(name),
                wanted=code(env[name][0]["text"]),
                written=code(value),
            )
    for name in env:
        if name not in settings:
            yield Sentence("{word} is not set.", word=code(name))


def _wrong_call(call: dict[str, Any], words: list[str]) -> Iterator[str]:
    program, *words = words
    if program not in call["programs"]:
        yield Sentence(
            "The program is {wanted}, not {written}.",
            wanted=code(call["programs"][0]),
            written=code(program),
        )
        return
    found = Reader(call, words).read()
    if found.fault:
        yield found.fault
        return
    unused = list(call["flags"])
    for name, value in found.flags:
        yield from _wrong_flag(unused, name, value)
    yield from _wrong_words(call["arguments"], found.words)
    yield from _wrong_words(call["rest"], found.rest)
    for flag in unused:
        if flag["needed"]:
            word = code(flag["names"][0])
            yield Sentence("{word} is missing. {why}", word=word, why=flag["why"])


def _wrong_flag(
    unused: list[dict[str, Any]], name: str, value: str | None
) -> Iterator[str]:
    """Take the row that a flag fills out of `unused`, or say why it fills none."""
    rows = [flag for flag in unused if name in flag["names"]]
    if not rows:
        yield Sentence("{word} stands once too often.", word=code(name))
        return
    for flag in rows:
        if value is None or not flag["values"] or _fits(flag["values"], value):
            unused.remove(flag)
            return
    flag = rows[0]
    unused.remove(flag)
    why = why_of(flag["traps"], value or "", flag["why"])
    yield Sentence(
        "{word} wants {wanted}, not {written}. {why}",
        word=code(name),
        wanted=code(flag["values"][0]["text"]),
        written=code(value or ""),
        why=why,
    )


def _wrong_words(wanted: list[Any], words: list[str]) -> Iterator[str]:
    for place, row in enumerate(wanted):
        if place >= len(words):
            yield Sentence("{word} is missing.", word=code(row[0]["text"]))
        elif not _fits(row, words[place]):
            yield Sentence(
                "{wanted} is wanted where {written} stands.",
                wanted=code(row[0]["text"]),
                written=code(words[place]),
            )
    for word in words[len(wanted) :]:
        yield _stray(word)


def _stray(word: str) -> Sentence:
    return Sentence("{word} does not belong here.", word=code(word))


def _fits(row: list[dict[str, Any]], written: str) -> bool:
    return any(_same(one, written) for one in row)


def _same(wanted: dict[str, Any], written: str) -> bool:
    if "number" not in wanted:
        return bool(wanted["text"] == written)
    # No thousands here: to a program 1,024 is two numbers.
    number = None if "," in written else parse_number(written)
    return number is not None and near(number, wanted["number"])
