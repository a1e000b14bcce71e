"""Collectives: who sends what to whom at each step, and what it costs.

A `Collective` is frozen; `account` tells its time and bytes without touching data,
`moved` runs it on real numbers. What an algorithm cannot do is a `Refusal`.
"""

from certlab.sim.collectives import draw, messages, report
from certlab.sim.collectives.account import (
    Account,
    Step,
    account,
    bus_factor,
    crossover,
    on_links,
)
from certlab.sim.collectives.collective import Collective
from certlab.sim.collectives.cost import SHARED, Cost, Measured, by_gloo, fit, worst
from certlab.sim.collectives.curves import curves, curves_words
from certlab.sim.collectives.data import expected, holdings, moved
from certlab.sim.collectives.link import Link, links
from certlab.sim.collectives.plan import Plan, Send
from certlab.sim.collectives.plans import ALGORITHMS, KINDS, PLANS
from certlab.sim.collectives.summary import step_words, words
from certlab.sim.refusal import Refusal

__all__ = [
    "ALGORITHMS",
    "KINDS",
    "PLANS",
    "SHARED",
    "Account",
    "Collective",
    "Cost",
    "Link",
    "Measured",
    "Plan",
    "Refusal",
    "Send",
    "Step",
    "account",
    "bus_factor",
    "by_gloo",
    "crossover",
    "curves",
    "curves_words",
    "draw",
    "expected",
    "fit",
    "holdings",
    "links",
    "messages",
    "moved",
    "on_links",
    "report",
    "step_words",
    "words",
    "worst",
]
