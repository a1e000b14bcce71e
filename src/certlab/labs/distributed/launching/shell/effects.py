"""What assignments and builtins of bash do to the variables."""

import re

from certlab.labs.distributed.launching.shell.arithmetic import evaluate
from certlab.labs.distributed.launching.shell.expansion import fields
from certlab.labs.distributed.launching.shell.marks import (
    Open,
    any_open,
    as_typed,
    holes,
)
from certlab.labs.distributed.launching.shell.parameters import line, names
from certlab.labs.distributed.launching.shell.syntax import Assignment, Simple
from certlab.labs.distributed.launching.shell.variables import Variables

# They set up a session, and none of what a launch line takes its numbers from.
_SESSION = re.compile(
    r"(.*/)?(activate|\.?bashrc|\.?bash_profile|\.?profile|conda\.sh|mamba\.sh|modules?\.sh|init/\w+)"
)
_LOCAL = {"declare", "local", "typeset"}


def assign_sum(text: str, have: Variables) -> None:
    """`(( name = … ))` and its kind."""
    found = re.match(
        r"\s*([A-Za-z_]\w*)\s*(\+\+|--|[-+*/%]?=(?!=))(.*)", text, re.DOTALL
    )
    if found is None:
        return
    name, operator, rest = found.groups()
    sums = {"++": f"{name} + 1", "--": f"{name} - 1", "=": rest}
    value = evaluate(sums.get(operator, f"{name} {operator[0]} ({rest})"), have)
    have.put(name, f"${name}" if value is None else str(value), [name])


def assign(one: Assignment, have: Variables) -> None:
    """`name=value` and its kind."""
    made = [name for word in one.words for name in names(word)]
    if one.array is not None:
        value = [each for word in one.array for each in fields(word, have)]
        put = have.append if one.append else have.put
        put(one.name, value, made)
        return
    told = line(one.value, have)
    if one.index is not None:
        _element(one.name, evaluate(line(one.index, have), have), told, have)
    elif one.append:
        have.append(one.name, told, made)
    else:
        have.say(one.name, told, made)


def _element(name: str, at: int | None, told: str, have: Variables) -> None:
    """`name[at]=told`."""
    before = have.values.get(name, [])
    every = before if isinstance(before, list) else [before]
    closed = at is not None and not any_open(every)
    if at is None or not closed or not 0 <= at <= len(every):
        have.put(name, [Open(f"${{{name}[@]}}")])
    else:
        have.put(name, [*every[:at], told, *every[at + 1 :]])


def declare(node: Simple, words: list[str], have: Variables) -> None:
    """Assignments alone, or behind `export` and its kind."""
    named = [one.name for one in node.assignments]
    if words and words[0] in _LOCAL and "-g" not in words:
        have.make_local([*named, *(one.partition("=")[0] for one in words[1:])])
    for one in node.assignments:
        assign(one, have)
    told = [one.partition("=") for one in words[1:] if one[:1] not in ("-", "+")]
    for name, equals, value in told:
        named.append(name)
        if equals:
            have.put(name, value)
    for word in words[1:]:
        if holes(word.partition("=")[0]):  # nobody knows which variable is set
            have.sourced.append((node.line, as_typed(word), have.clock))
    flags = "".join(one for one in words[1:] if one[:1] == "-")
    if words[:1] == ["export"] or (words and "x" in flags):
        have.exported |= set(named)
    if "a" in flags:
        for name, equals, _ in told:
            if not equals and name not in have.values:
                have.put(name, [])


def run_builtin(node: Simple, words: list[str], have: Variables) -> bool:
    """A builtin that sets variables; whether it is one."""
    name, *rest = words
    plain = [one for one in rest if re.fullmatch(r"[A-Za-z_]\w*", one)]
    if name == "unset":
        for one in plain:
            have.unset(one)
    elif name in ("mapfile", "readarray") and plain:
        told = line(node.source, have) if node.source else ""
        have.put(plain[-1], [Open(told or f"${{{plain[-1]}[@]}}")])
    elif name in ("read", "getopts"):
        have.blur(plain)
    elif name in ("source", ".") and rest:
        if not _SESSION.fullmatch(rest[0]):
            have.sourced.append((node.line, rest[0], have.clock))
    elif name == "let":
        for one in rest:
            assign_sum(one, have)
    elif name == "printf" and rest[:1] == ["-v"] and len(rest) > 1:
        have.blur(rest[1:2])
    elif name == "shift":
        have.arguments = have.arguments[1:] if have.arguments else have.arguments
    elif name == "set":
        if "--" in rest:
            given = rest[rest.index("--") + 1 :]
            have.arguments = None if any_open(given) else tuple(given)
        if "-a" in rest or "allexport" in rest:
            have.exported |= set(have.values)
    else:
        return False
    return True
