"""Collectives: who sends what to whom at each step, and what it costs.

A `Collective` is frozen; `account` tells its time and bytes without touching data,
`moved` runs it on real numbers. What an algorithm cannot do is a `Refusal`.

collective    what is asked: kind, algorithm, ranks, bytes, link; chunks: how a buffer is cut
plan          what an algorithm says; algorithms: each of them; plans: which does what
account       time and bytes of each step; data: the same on real numbers
cost          the constants of a link, from measured times
curves, draw, rank_layout, summary, report, messages   as pictures, words and data
"""

from certlab.errors import Refusal
from certlab.labs.distributed.collectives import draw, messages, report
from certlab.labs.distributed.collectives.account import (
    Account,
    Step,
    account,
    bus_factor,
    crossover,
    on_links,
)
from certlab.labs.distributed.collectives.collective import Collective
from certlab.labs.distributed.collectives.cost import (
    SHARED,
    Cost,
    Measured,
    by_gloo,
    fit,
    worst,
)
from certlab.labs.distributed.collectives.curves import curves, curves_words
from certlab.labs.distributed.collectives.data import expected, holdings, moved
from certlab.labs.distributed.collectives.link import Link, links
from certlab.labs.distributed.collectives.plan import Plan, Send
from certlab.labs.distributed.collectives.plans import ALGORITHMS, KINDS, PLANS
from certlab.labs.distributed.collectives.summary import step_words, words

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
