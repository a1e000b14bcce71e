"""What a part of a word stands for: variables, defaults, patterns, substitutions."""

import re
from collections.abc import Iterator
from fnmatch import translate

from certlab.labs.distributed.launching.shell.arithmetic import evaluate
from certlab.labs.distributed.launching.shell.marks import Open, any_open, holes
from certlab.labs.distributed.launching.shell.syntax import (
    Arithmetic,
    Parameter,
    Substitution,
    Text,
    Word,
)
from certlab.labs.distributed.launching.shell.variables import Variables

HOSTS = re.compile(r"\bscontrol\s+show\s+host(?:s|names?)\b")
_WHICH = re.compile(
    r"\$\(\s*(?:which|command\s+-v|type\s+-p)\s+([\w./+-]+)\s*\)", re.ASCII
)
_COUNTED = re.compile(r"\|\s*wc\s+-l\s*\)?$")
_INSIDE = re.compile(r"\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?:\[(\d+)\])?\})", re.ASCII)
_ANY = re.compile(r"\$\{?[#!]?([A-Za-z_]\w*)", re.ASCII)
_NAMES = re.compile(r"[A-Za-z_]\w*", re.ASCII)


def line(word: Word, have: Variables) -> str:
    """The one text that a word becomes where nothing is split, as in an assignment."""
    made = ""
    for part in word:
        if isinstance(part, Text):
            made = have.glue(made, part.text)
            continue
        found = values(part, have)
        told = found if isinstance(found, str) else " ".join(found)
        made = have.glue(made, told)
    return made


def names(word: Word) -> Iterator[str]:
    """The variables that a word speaks of."""
    for part in word:
        if isinstance(part, Parameter):
            named = [f"${part.name}" if part.name.isdigit() else part.name]
            yield from named if part.name else _ANY.findall(f"${part.raw}")
            yield from names(part.word)
            yield from names(part.index or ())
        elif isinstance(part, Substitution):
            yield from _ANY.findall(part.text)
        elif isinstance(part, Arithmetic):
            yield from _NAMES.findall(part.text)


def part_quoted(part: Parameter | Substitution | Arithmetic) -> bool:
    """Whether quotes, or its kind, keep a part from being split."""
    if isinstance(part, Arithmetic):
        return True
    return part.quoted or (isinstance(part, Substitution) and part.whole)


def values(
    part: Parameter | Substitution | Arithmetic, have: Variables
) -> str | list[str]:
    """What a part stands for: a text, or the words of `$@` and the like."""
    if isinstance(part, Arithmetic):
        sum_ = evaluate(part.text, have)
        return f"$(({part.text}))" if sum_ is None else str(sum_)
    if isinstance(part, Substitution):
        return _substituted(part.text, have)
    told = default(part, have)
    if told is not None:
        return line(told, have)
    if part.operator == "?":
        return _several_of(part, have) or f"${part.raw}"
    return _cut(part, _value(part, have))


def _several_of(part: Parameter, have: Variables) -> list[str]:
    """Some of the arguments or of an array, of which nobody knows how many."""
    several = part.name in ("@", "*") or line(part.index or (), have) in ("@", "*")
    return [Open(f"${part.raw}")] if several else []


def _value(part: Parameter, have: Variables) -> str | list[str]:
    """What `$name`, `${name[…]}` and `${#name}` are before an operator."""
    name, raw = part.name, f"${part.raw}"
    if part.operator.endswith("?") and part.index is None:
        raw = f"${name}"
    index = None if part.index is None else line(part.index, have)
    if name in ("@", "*") or index in ("@", "*"):
        every = _every(name, have)
        if part.length:
            if every is None or any_open(every):
                return _count(every, raw, have)
            return str(len(every))
        found: list[str] = [Open(raw)] if every is None else every
        starred = "*" in (name, index) and part.quoted
        return " ".join(found) if starred else found
    if name == "#":
        return raw if have.arguments is None else str(len(have.arguments))
    told = _scalar(name, index, raw, have)
    if part.length:
        return str(len(told)) if told is not None and not holes(told) else raw
    return raw if told is None else told


def _every(name: str, have: Variables) -> list[str] | None:
    if name in ("@", "*"):
        return None if have.arguments is None else list(have.arguments)
    value = have.values.get(name)
    if value is None:
        return None
    return list(value) if isinstance(value, list) else [value]


def _count(every: list[str] | None, raw: str, have: Variables) -> str:
    """How many elements: of the hosts of a job as many as it has nodes."""
    if every and len(every) == 1 and HOSTS.search(every[0]):
        return have.scalar("SLURM_NNODES") or raw
    return raw


def _scalar(name: str, index: str | None, raw: str, have: Variables) -> str | None:
    if name.isdigit():
        at = int(name[:9])
        if have.arguments is None or at == 0:
            return None
        return have.arguments[at - 1] if at <= len(have.arguments) else ""
    if index is None or name not in have.values:
        return None if index is not None else _first(name, have)
    value = have.values[name]
    every = value if isinstance(value, list) else [value]
    at_index = evaluate(index, have)
    if at_index is None or not -len(every) <= at_index < len(every):
        return raw if at_index is None or any_open(every) else ""
    if any_open(every[: at_index + 1]) or at_index < 0:
        return _host(every[0], at_index) or raw
    return every[at_index]


def _first(name: str, have: Variables) -> str | None:
    value = have.values.get(name)
    if isinstance(value, list) and value and isinstance(value[0], Open):
        return _host(value[0], 0) or f"${{{name}[0]}}"
    return have.scalar(name)


def _host(told: str, at: int) -> str:
    """One of the hosts that `scontrol show hostnames` prints, a line each."""
    if not HOSTS.search(told) or "|" in told or at < 0 or told[-1] != ")":
        return ""
    taken = "head -n 1" if at == 0 else f"sed -n {at + 1}p"
    return f"{told[:-1].rstrip()} | {taken})"


def default(part: object, have: Variables) -> Word | None:
    """The word of `${name:-word}` and the like, where it is what counts."""
    if not isinstance(part, Parameter) or part.operator.lstrip(":") not in (
        "-",
        "=",
        "+",
    ):
        return None
    plain = Parameter(part.raw, part.name, True, part.index)
    several = part.name in ("@", "*")
    if several:
        given = None if have.arguments is None else " ".join(have.arguments)
    elif part.index is not None:
        found = _value(plain, have) if part.name in have.values else None
        given = found if found is None or isinstance(found, str) else " ".join(found)
    elif have.values.get(part.name) == []:
        given = None
    else:
        given = _scalar(part.name, None, part.raw, have)
    empty = given is None or (part.operator[0] == ":" and given == "")
    if part.operator[-1] == "+":
        return () if empty else part.word
    if not empty:
        return None
    told = line(part.word, have)
    if given is None and told and not holes(told):
        have.defaults.setdefault(
            f"${part.name}" if part.name.isdigit() else part.name, told
        )
    if part.operator[-1] == "=" and not several:
        have.put(part.name, told, [part.name, *names(part.word)])
    return part.word


def _cut(part: Parameter, value: str | list[str]) -> str | list[str]:
    """`${name#pattern}` and its three sisters."""
    if part.operator not in ("#", "##", "%", "%%"):
        return value
    pattern = line(part.word, have=Variables())
    if isinstance(value, list):
        return [Open(f"${part.raw}")]
    if holes(value) or holes(pattern):
        return f"${part.raw}"
    ends = range(len(value) + 1)
    order = ends if part.operator in ("#", "%%") else reversed(ends)
    matches = re.compile(translate(pattern)).match
    for end in order:
        head, tail = value[:end], value[end:]
        if matches(head if part.operator[0] == "#" else tail):
            return tail if part.operator[0] == "#" else head
    return value


def _substituted(text: str, have: Variables) -> str:
    """`$(…)` as it is written, with the variables that are known."""

    def value(found: re.Match[str]) -> str:
        name, at = found[1] or found[2], found[3]
        index = None if at is None else (Text(at),)
        told = _value(Parameter(found[0][1:], name, True, index), have)
        return told if isinstance(told, str) else " ".join(told)

    if text[:1] == "\1":
        return text
    if named := _WHICH.fullmatch(made := _INSIDE.sub(value, text)):
        return named[1]
    if HOSTS.search(made) and _COUNTED.search(made):
        return have.scalar("SLURM_NNODES") or made
    return made
