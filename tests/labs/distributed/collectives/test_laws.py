"""Laws of collectives, over all of them, any ranks and sizes."""

import random

from hypothesis import given
from hypothesis import strategies as st

from certlab.labs.distributed import collectives
from certlab.labs.distributed.collectives import Collective, Link

LINK = Link("a link", 1e-6, 1e9)
PAIRS = [(kind, one) for kind, all_ in collectives.PLANS.items() for one in all_]


@st.composite
def settings_(draw: st.DrawFn, pairs: list[tuple[str, str]] = PAIRS) -> Collective:
    """A collective that its algorithm does."""
    kind, algorithm = draw(st.sampled_from(pairs))
    if algorithm == "halving-doubling":
        ranks = 2 ** draw(st.integers(0, 4))
    else:
        ranks = draw(st.integers(1, 17))
    size = draw(st.integers(0, 400))
    if kind not in ("all-reduce", "broadcast"):
        size *= ranks
    root = draw(st.integers(0, ranks - 1)) if kind == "broadcast" else 0
    return Collective(kind, algorithm, ranks, size, LINK, root)


def numbers(one: Collective, count: int, seed: int) -> list[list[int]]:
    """Numbers for every rank, of which no two sums are alike by chance."""
    draw = random.Random(seed)
    return [[draw.getrandbits(60) for _ in range(count)] for _ in range(one.ranks)]


@given(settings_(), st.integers(0, 5), st.integers(0, 2**32))
def test_what_arrives_is_what_the_operation_means(
    one: Collective, each: int, seed: int
) -> None:
    count = each if one.kind == "all-gather" else each * one.ranks
    data = numbers(one, count, seed)
    assert collectives.moved(one, data) == collectives.expected(one, data)


@given(st.integers(0, 3), st.integers(0, 40), st.integers(0, 2**32))
def test_all_algorithms_agree(power: int, count: int, seed: int) -> None:
    """An all-reduce, of any count: chunks need not be alike."""
    ranks = 2**power
    data = numbers(Collective("all-reduce", "ring", ranks, 0, LINK), count, seed)
    results = {
        collectives.moved(Collective("all-reduce", one, ranks, 0, LINK), data)
        for one in collectives.PLANS["all-reduce"]
    }
    assert len(results) == 1


@given(settings_())
def test_bytes_are_conserved(one: Collective) -> None:
    """Steps, ranks and links tell the same bytes, however the account was made."""
    done, plan, cuts = collectives.account(one), one.plan, one.cuts
    by_links = collectives.on_links(one)
    assert done.bytes == sum(by_links.values())
    senders = [plan.sent(rank, cuts) for rank in plan.senders]
    assert done.bytes == sum(senders)
    assert done.sent_most == max(senders[: one.ranks])
    for step in done.steps:
        sizes = [cuts.sum(send.chunks) for send in plan.messages(step.number)]
        assert (step.messages, step.bytes, step.largest) == (
            len(sizes),
            sum(sizes),
            max(sizes),
        )


@given(st.integers(1, 200), st.integers(0, 10**6))
def test_a_ring_s_ranks_send_2_p_minus_1_over_p_of_the_buffer(p: int, n: int) -> None:
    one = Collective("all-reduce", "ring", p, n, LINK)
    done = collectives.account(one)
    assert len(done.steps) == 2 * (p - 1)
    assert done.bytes == 2 * (p - 1) * n  # over all ranks exactly
    # and a rank's own share within the two chunks that it never sends
    assert abs(done.sent_most - 2 * (p - 1) * n / p) < 2
    if n % p == 0:
        assert done.sent_most == 2 * (p - 1) * n // p


@given(st.integers(0, 12))
def test_steps_of_the_algorithms(power: int) -> None:
    p = 2**power
    steps = {
        one: len(collectives.account(Collective("all-reduce", one, p, p, LINK)).steps)
        for one in ("tree", "halving-doubling", "in-switch")
    }
    assert steps == {
        "tree": 2 * power,
        "halving-doubling": 2 * power,
        "in-switch": int(p > 1),
    }


@given(st.integers(2, 500))
def test_a_tree_takes_log2_steps_rounded_up_each_way(p: int) -> None:
    done = collectives.account(Collective("all-reduce", "tree", p, p, LINK))
    assert 2 ** (len(done.steps) // 2) >= p > 2 ** (len(done.steps) // 2 - 1)
    assert done.bytes == 2 * (p - 1) * p  # p - 1 additions, p - 1 copies of the whole


@given(settings_(), st.integers(1, 50))
def test_time_is_a_straight_line_in_the_size(one: Collective, times: int) -> None:
    def seconds(size: int) -> float:
        sized = Collective(one.kind, one.algorithm, one.ranks, size, LINK, one.root)
        return collectives.account(sized).seconds

    step = one.ranks * 1000
    base = seconds(0)
    assert abs(seconds(times * step) - base - times * (seconds(step) - base)) < 1e-9


@given(settings_([pair for pair in PAIRS if pair[1] in ("ring", "halving-doubling")]))
def test_no_bus_bandwidth_beats_the_link_without_a_switch(one: Collective) -> None:
    done = collectives.account(one)
    assert done.bus_bandwidth <= LINK.bytes_per_second * (1 + 1e-9)


@given(settings_())
def test_nobody_sends_what_it_does_not_hold_or_adds_a_number_twice(
    one: Collective,
) -> None:
    """By contributions, in bits: what is added was not there before."""
    plan, stages = one.plan, list(collectives.holdings(one))
    for number in range(1, plan.steps + 1):
        before = stages[number - 1]
        for send in plan.messages(number):
            if one.ranks in (send.source, send.target):
                continue
            for chunk in send.chunks:
                assert chunk in before[send.source]
                if send.adds:
                    mine, theirs = before[send.target], before[send.source]
                    assert not mine[chunk] & theirs[chunk]
