"""Command questions: a line typed, read into program, flags and words, and graded."""

from collections.abc import Iterator
from typing import Any

from certlab.study.kinds.command_lines import LineError, Typed, read_line, unseen
from certlab.study.kinds.command_words import (
    Reader,
    bare,
    caught,
    code,
    is_known,
    may_begin,
    name_in,
    read_program,
    unknown,
    why_of,
)
from certlab.study.typed_text import near, parse_number
from certlab.study.verdicts import Verdict, graded, invalid
from certlab.words import Sentence


def grade_command(key: dict[str, Any], response: Any) -> Verdict:
    """A line against the program, flags and words of the key."""
    try:
        commands = read_line(response, key["may"])
        names = [name for one in commands for name in one.variables]
        fault = _expansion(key["dollars"], names) or _fault(key, commands)
        if names and not fault:
            raise unseen()
    except LineError as error:
        return invalid(error.say)
    return graded(not fault, fault)


def _expansion(dollars: list[str], names: list[str]) -> str:
    """Why a name is lost that the shell replaces, where the name itself is wanted."""
    lost = next((name for name in names if name in dollars), "")
    return lost and Sentence(
        "The shell puts the value of a variable in the place of {word}; write it in "
        "single quotes.",
        word=code(f"${lost}"),
    )


def _fault(key: dict[str, Any], commands: list[Typed]) -> str:
    """The worst that is wrong with a line, "" when one of the right commands is in it.

    Raises:
        LineError: none of them lets the line be judged; what the first says of it.
    """
    faults: list[str] = []
    errors: list[LineError] = []
    for calls in (key["calls"], *([one] for one in key["others"])):
        try:
            faults.append(next(_faults(key["env"], calls, commands), ""))
        except LineError as error:
            errors.append(error)
    if not faults:
        raise errors[0]
    return "" if "" in faults else faults[0]


def _faults(
    env: dict[str, Any], calls: list[dict[str, Any]], commands: list[Typed]
) -> Iterator[str]:
    """What is wrong with a line, the worst first.

    Raises:
        LineError: before anything wrong stands what nobody can judge.
    """
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
    yield from _settings(env, calls[0], commands[0].settings)
    for call, command in zip(calls, commands, strict=True):
        yield from _wrong_call(call, command.words)


def _settings(
    env: dict[str, Any], call: dict[str, Any], settings: dict[str, str]
) -> Iterator[str]:
    for name, value in settings.items():
        if name not in env:
            yield caught(call, name)
        elif not _fits(env[name], value):
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
    if value is None or not flag["values"]:
        return True
    if flag["anycase"]:
        return value.lower() in {one["text"].lower() for one in flag["values"]}
    return _fits(flag["values"], value)


def _wrong_value(row: dict[str, Any], name: str, value: str | None) -> Iterator[str]:
    if not _takes(row, value):
        yield Sentence(
            "{word} needs {wanted}, not {written}. {why}",
            word=code(name),
            wanted=code(row["values"][0]["text"]),
            written=code(value or ""),
            why=_why(row, value or ""),
        )


def _why(row: dict[str, Any], value: str) -> str:
    written = value.lower() if row["anycase"] else value
    return why_of(row["traps"], written, row["why"])


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
        head, colon, port = written.rpartition(":")
        anywhere = port.isdigit() and wanted["text"] == f"{head}{colon}*"
        return anywhere or bool(wanted["text"] == written)
    # No thousands here: to a program 1,024 is two numbers.
    number = None if "," in written else parse_number(written)
    return number is not None and near(number, wanted["number"])
