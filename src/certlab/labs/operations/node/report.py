"""How a game ended, in plain values: what was proved, what was missed, what it has cost."""

from collections.abc import Mapping
from typing import Any

from certlab.labs.operations.node import faults, hints
from certlab.labs.operations.node.evidence import evidence
from certlab.labs.operations.node.grading import Ending, costs, ending, walk
from certlab.labs.operations.node.scenarios import Scenario, begin
from certlab.labs.operations.node.session import Session
from certlab.labs.operations.node.state import Fault

# Points: of a right cause, of its proof, of the end that was reached, of no harm by the way.
POINTS = {"diagnosis": 30, "proof": 25, "end": 30, "care": 15}
A_HARM = 5  # points of a harm that the recorded solution does without
_HARMS = ("job", "tenant", "part", "forced")


def truth(game: Session) -> tuple[str, str, int]:
    """What is right to say: cause, machine and slot, as a diagnosis has them."""
    fault = game.scenario.faults[0]
    kind = faults.FAULTS[fault.id]
    if kind.diagnosis:
        return kind.diagnosis, "", 0
    return fault.id, fault.node, fault.slot if kind.place == "gpu" else 0


def report(game: Session) -> dict[str, Any]:
    """How a game ended, in values that JSON has.

    Returns:
        `passed`, `score` of 100 and its `parts`; `diagnosis` (given, truth, right, shown,
        mended_first); `evidence`, the lines that proved it and the causes that each excluded;
        `missed`, rivals that nothing excluded, and a line that would have; `checks`, each
        once settled and once after hours of work; `costs` of the moves by kind and `harms`
        in words; `hints`; `notes`; `wrong`, what classic wrong moves would have cost.
    """
    one, begun = game.scenario, begin(game.scenario, game.seed)
    proofs = evidence(game, game.diagnosed_at)
    gone = {rival for proof in proofs for rival in proof.excludes}
    missed = [rival for rival in one.rivals if rival not in gone]
    right, mended = game.diagnosis == truth(game), _mended(game)
    shown = right and not missed and not mended
    end = ending(one, game.world, begun)
    parts = _parts(game, right, 0 if mended else len(one.rivals) - len(missed), end)
    return {
        "passed": shown and end.reached,
        "score": max(0, sum(part["points"] for part in parts)),
        "parts": parts,
        "scenario": one.id,
        "seed": game.seed,
        "diagnosis": {
            "given": [*(game.diagnosis or ())],
            "truth": [*truth(game)],
            "right": right,
            "shown": shown,
            "mended_first": mended,
        },
        "evidence": [
            {**proof._asdict(), "excludes": [rival.id for rival in proof.excludes]}
            for proof in proofs
        ],
        "missed": [_missed(game, rival) for rival in missed],
        "checks": [
            {"check": line, "settled": settled, "worked": worked}
            for line, settled, worked in end.checks
        ],
        "load_hours": one.load_hours,
        "under_load": [*end.harms],
        "costs": costs(game.world),
        "harms": [harm.text for harm in game.world.harms],
        "hints": game.hints,
        "notes": [*game.notes],
        "wrong": [wrong(one, game.seed, move) for move in one.wrong],
    }


def _mended(game: Session) -> bool:
    """Whether the fault was gone before it was named."""
    before = game.turns[game.diagnosed_at].before
    began = begin(game.scenario, game.seed)
    return any(
        faults.stands(began, fault) and not faults.stands(before, fault)
        for fault in game.scenario.faults
    )


def _missed(game: Session, rival: Fault) -> dict[str, str]:
    found = hints.apart(game.scenario, game.seed, rival)
    return {"cause": rival.id, "line": found.line if found else ""}


def wrong(one: Scenario, seed: int, move: Mapping[str, Any]) -> dict[str, Any]:
    """What a classic wrong move costs: worked out by making it."""
    made = walk(one, seed, move["lines"])
    end = ending(one, made.world, begin(one, seed))
    return {
        "does": move["does"],
        "lines": [*move["lines"]],
        "costs": costs(made.world),
        "harms": [harm.text for harm in made.world.harms],
        "under_load": [*end.harms],
        "refused": made.refused > 0,
        "reached": end.reached,
    }


def costs_so(made: Mapping[str, Any], kind: str) -> bool:
    """Whether a wrong move costs what its file says: a kind of harm, "refused" or "end"."""
    if kind == "refused":
        return bool(made["refused"])
    return not made["reached"] if kind == "end" else made["costs"].get(kind, 0) > 0


def _parts(
    game: Session, right: bool, excluded: int, end: Ending
) -> list[dict[str, Any]]:
    """The score, part by part; all of it hangs on the right cause, and hints are taken off."""
    one = game.scenario
    spent, needed = (
        costs(world) for world in (game.world, walk(one, game.seed, one.solution).world)
    )
    harms = sum(max(0, spent.get(kind, 0) - needed.get(kind, 0)) for kind in _HARMS)
    held = sum(settled and worked for _, settled, worked in end.checks)
    share = {
        "diagnosis": 1.0,
        "proof": excluded / max(1, len(one.rivals)),
        "end": held / max(1, len(end.checks)),
        "care": max(0, 1 - A_HARM * harms / POINTS["care"]),
    }
    return [
        {"part": part, "points": round(right * share[part] * of), "of": of}
        for part, of in POINTS.items()
    ] + [{"part": "hints", "points": -hints.cost(game.hints), "of": 0}]
