"""How one stands for an exam, as data: the score, its interval, and each domain."""

from dataclasses import asdict
from datetime import datetime
from typing import Any

from certlab.planner.goal import Goal
from certlab.planner.reasons import covers
from certlab.readiness import ASSUMED, DomainReadiness, Readiness, readiness
from certlab.readiness.notes import unserved
from certlab.study.standing import Standing
from certlab.words import Words

Data = dict[str, Any]


def outlook(standing: Standing, goal: Goal, now: datetime, words: Words) -> Data:
    """What is said of a score today, and on the day if nothing more is studied."""
    at_once = readiness(standing, goal.exam, None, now)
    ahead = readiness(standing, goal.exam, goal.day, now)
    return {
        "covers": words.say(covers(standing.course, goal.exam)),
        "lacks": ""
        if ahead.served >= ASSUMED.served
        else words.say(unserved(ahead.served)),
        "now": score_data(at_once),
        "then": score_data(ahead) if goal.day > now.date() else None,
        "curve": [list(one) for one in ahead.curve] if ahead.enough else [],
        "answers": sum(one.fresh for one in ahead.domains),
        "fresh": ASSUMED.fresh,
        "publisher": standing.course.publisher,
        "domains": [_domain_data(one) for one in at_once.domains if one.seats],
    }


def score_data(found: Readiness) -> Data | None:
    """The score of a sitting that day; None where too little is known for one."""
    return asdict(found.score) if found.enough else None


def _domain_data(one: DomainReadiness) -> Data:
    """One domain today; without a share where too little is known or asked of it."""
    known = {"share": one.share, "low": one.low, "high": one.high}
    return {
        "domain": one.domain,
        "name": one.name,
        "weight": one.weight,
        "missing": one.missing,
        "bare": one.thin or one.items < one.fresh + one.missing,
        "covered": one.covered,
        "objectives": one.objectives,
        **({} if one.missing or one.thin else known),
    }
