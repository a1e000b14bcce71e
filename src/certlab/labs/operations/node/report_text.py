"""A report as a text, for a terminal."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from certlab.labs.operations.node import faults
from certlab.words import Sentence, with_commas

_PARTS = {
    "diagnosis": Sentence("the right cause, at the right place"),
    "proof": Sentence("proof: rivals excluded before you named it"),
    "end": Sentence("the end: reached, and held under work"),
    "care": Sentence("care: no harm that was not needed"),
    "hints": Sentence("hints"),
}


def text(found: Mapping[str, Any]) -> str:
    """A report as lines."""
    return lines([*_score(found), "", *_cause(found), "", *_end(found), *_moves(found)])


def _score(found: Mapping[str, Any]) -> Iterator[str]:
    score = found["score"]
    if found["passed"]:
        yield Sentence("Solved: {score} points of 100.", score=score)
    else:
        yield Sentence("Not solved: {score} points of 100.", score=score)
    yield ""
    for part in found["parts"]:
        got = f"{part['points']:>4}" + (f"/{part['of']}" if part["of"] else "")
        what = _PARTS[part["part"]]
        yield Sentence("{points}  {what}", points=f"{got:<8}", what=what)


def _cause(found: Mapping[str, Any]) -> Iterator[str]:
    said = found["diagnosis"]
    yield Sentence("The cause: {cause}", cause=place_of(*said["truth"]))
    if not said["right"]:
        yield Sentence("You said: {cause}", cause=place_of(*said["given"]))
    if said["mended_first"]:
        yield Sentence(
            "You repaired it before you named it, so the diagnosis counts as a guess."
        )
    elif said["right"] and not said["shown"]:
        yield Sentence("You are right, and you guessed: not every rival was excluded.")
    gone: set[str] = set()
    for proof in found["evidence"]:
        line, new = proof["line"], [id for id in proof["excludes"] if id not in gone]
        gone |= {*new}
        if new:
            rivals = with_commas(new)
            yield Sentence("  {line}  excludes {rivals}", line=line, rivals=rivals)
    for miss in found["missed"]:
        yield Sentence("Nothing you looked at excludes {cause}.", cause=miss["cause"])
        if miss["line"]:
            yield Sentence("  {line}  would have", line=miss["line"])


def _end(found: Mapping[str, Any]) -> Iterator[str]:
    hours = f"{found['load_hours']:g}"
    for row in found["checks"]:
        check = row["check"]
        if row["settled"] and row["worked"]:
            yield Sentence("  yes  {check}", check=check)
        elif row["settled"]:
            yield Sentence(
                "  no   {check}, after {hours} h of work", check=check, hours=hours
            )
        else:
            yield Sentence("  no   {check}", check=check)
    yield from (f"       {harm}" for harm in found["under_load"])
    minutes = f"{found['costs']['minutes']:g}"
    yield ""
    yield Sentence("Simulated time: {n} min.", n=minutes)
    yield from (f"  {harm}" for harm in found["harms"])


def _moves(found: Mapping[str, Any]) -> Iterator[str]:
    if found["wrong"]:
        yield ""
        yield Sentence("What one is tempted to do:")
    for move in found["wrong"]:
        says = [*move["harms"], *move["under_load"]]
        says += [Sentence("it is refused")] * move["refused"]
        says += [Sentence("it does not solve the case")] * (not move["reached"])
        does, n = move["does"], f"{move['costs']['minutes']:g}"
        costs = with_commas(says)
        yield Sentence("  {does} ({n} min): {costs}", does=does, n=n, costs=costs)


def place_of(cause: str, node: str, slot: int) -> str:
    """A diagnosis in words."""
    says = faults.CAUSES[cause].says
    if not node:
        return says
    if not slot:
        return Sentence("{says} On {node}.", says=says, node=node)
    return Sentence("{says} On {node}, slot {slot}.", says=says, node=node, slot=slot)


def lines(rows: Sequence[str]) -> str:
    """Sentences below each other."""
    first, *rest = rows or [""]
    for row in rest:
        first = Sentence("{above}\n{below}", above=first, below=row)
    return first
