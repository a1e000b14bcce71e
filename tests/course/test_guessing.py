"""What the form of options tells somebody who knows nothing, on banks made for it."""

import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import combinations, product
from math import comb
from pathlib import Path

import pytest

from certlab.course import Course, check, load
from certlab.course.quality.chance import tail
from certlab.course.quality.cues import CUES, cues
from certlab.course.quality.guesser import held_out, pick, shuffled, weights
from certlab.course.quality.lengths import LEAKS, lengths_tell_nothing, rate
from certlab.course.quality.lifts import (
    ENOUGH,
    ENOUGH_OF_A_BANK,
    a_guess_wins_little,
    lift,
)
from certlab.course.quality.shown import VisibleChoice, shown

WORDS = ["slot", "lane", "bank", "rack", "port", "link", "tile", "wave", "node", "ring"]
Options = Callable[[random.Random], tuple[list[str], int]]


def blind(draw: random.Random) -> tuple[list[str], int]:
    """Four options of which any may be the key."""
    options = [" ".join(draw.sample(WORDS, draw.randint(2, 5))) for _ in range(4)]
    return options, draw.randrange(4)


def longest(draw: random.Random) -> tuple[list[str], int]:
    options, _ = blind(draw)
    return options, max(range(4), key=lambda n: len(options[n]))


def hedged(draw: random.Random) -> tuple[list[str], int]:
    options, key = blind(draw)
    return [one + " usually" * (n == key) for n, one in enumerate(options)], key


def only_the_key(said: str) -> Options:
    """Four options of like length, of which the key alone has words that say nothing."""

    def make(draw: random.Random) -> tuple[list[str], int]:
        key = draw.randrange(4)
        pairs = [draw.sample(WORDS, 2) for _ in range(4)]
        texts = [f"{a} of the {b}" for a, b in pairs]
        texts[key] = said.format(*pairs[key])
        return texts, key

    return make


def items(count: int, make: Options, bank: str = "one") -> list[VisibleChoice]:
    draw = random.Random(bank)
    found = []
    for n in range(count):
        texts, key = make(draw)
        options = tuple(texts)
        found.append(
            VisibleChoice(f"{bank}-{n}", bank, "Which?", options, options, (key,))
        )
    return found


def write(root: Path, name: str, some: Iterable[VisibleChoice]) -> None:
    """A bank with these items."""
    lines = [f'module = "{name}"']
    for one in some:
        options = ", ".join(
            f'{{ id = "o-{n}", text = "{text}", why = "W." '
            f"{', correct = true' * (n in one.keys)} }}"
            for n, text in enumerate(one.options)
        )
        lines.append(
            f'[[item]]\nid = "{one.id}"\nrev = 1\nkind = "single"\nlevel = "recall"\n'
            f'objective = "nca-test.1.1"\npool = "practice"\nask = "{one.stem}"\n'
            f'sources = ["guide"]\noption = [{options}]\n'
        )
    (root / f"quizzes/{name}.toml").write_text("\n".join(lines), "utf-8")


def test_the_tail_of_single_keys_is_the_binomial_one() -> None:
    rows = [((1, 0, 0, 0), (0,))] * 9 + [((1, 0, 0, 0), (1,))] * 11
    exact = sum(comb(20, n) * 0.25**n * 0.75 ** (20 - n) for n in range(9, 21))
    assert tail(rows) == pytest.approx(exact)


def test_the_tail_counts_every_way_the_keys_could_lie() -> None:
    rows = [((6, 3, 3, 0), (0,)), ((4, 4, 0), (0, 1)), ((0, 2, 1, 5, 5), (3, 4))]
    ways = [list(combinations(points, len(keys))) for points, keys in rows]
    seen = sum(points[n] for points, keys in rows for n in keys)
    sums = [sum(map(sum, one)) for one in product(*ways)]
    assert tail(rows) == pytest.approx(sum(one >= seen for one in sums) / len(sums))
    assert tail([]) == 1


def test_options_that_tie_share_a_point() -> None:
    options = ("aa", "bb", "c", "d")
    item = VisibleChoice("x", "one", "Which?", options, options, (0, 2))
    values = {leak.name: rate([item], leak) for leak in LEAKS}
    assert values == {"longest": 0.5, "shortest": 0.5, "longer": 0.5, "shorter": 0.5}
    low = replace(item, keys=(2, 3))
    values = {leak.name: rate([low], leak) for leak in LEAKS}
    assert values == {"longest": 0, "shortest": 1, "longer": 1 / 6, "shorter": 5 / 6}


def test_keys_that_are_longest_are_a_problem_of_the_course(small: Path) -> None:
    write(small, "one", items(30, longest) + items(60, blind, "two"))
    found = list(lengths_tell_nothing(load(small)))
    failing = [one for one in found if not one.warning]
    says = "the longest option is the key more often than chance: share 0."
    assert any(one.says.startswith(says) for one in failing), found
    assert all(one.file == "quizzes" for one in failing)


def test_keys_that_are_shortest_are_a_problem_too(small: Path) -> None:
    some = items(20, longest)
    turned = [
        replace(one, keys=(min(range(4), key=lambda n: len(one.options[n])),))
        for one in some
    ]
    write(small, "one", turned)
    found = [one.says for one in lengths_tell_nothing(load(small)) if not one.warning]
    assert any("the shortest option is the key" in one for one in found), found
    assert any("keys are shorter than other options" in one for one in found), found


def test_one_bank_among_many_is_warned(small: Path) -> None:
    write(small, "one", items(10, longest))
    write(small, "two", items(200, blind, "two"))
    found = list(lengths_tell_nothing(load(small)))
    assert {(one.file, one.warning) for one in found} == {("quizzes/one.toml", True)}


def test_lengths_are_of_what_is_shown(course: Course) -> None:
    item = next(one for one in shown(course) if one.id == "small-warp-size")
    assert item.options == ("32 threads", "16 threads", "64 threads")
    assert item.keys == (0,)


def test_marks_have_no_length(small: Path) -> None:
    path = small / "quizzes/small.toml"
    bank = path.read_text("utf-8").replace('"16 threads"', '"`16` **threads**"')
    path.write_text(bank, "utf-8")
    item = next(one for one in shown(load(small)) if one.id == "small-warp-size")
    assert item.options[1] == "16 threads"
    assert item.marked[1] == "`16` **threads**"


def test_cues_are_differences_within_an_item() -> None:
    options = ("A warp usually waits", "A warp never waits", "All 32 of them")
    marked = (*options[:2], "All `32` of them")
    item = VisibleChoice("x", "one", "When does a warp wait?", marked, options, (0,))
    found = dict(zip(CUES, zip(*cues(item), strict=True), strict=True))
    assert all(sum(column) == pytest.approx(0) for column in found.values())
    for cue, one in (("longest", 0), ("shortest", 2), ("hedges", 0), ("digits", 2)):
        assert [n for n, x in enumerate(found[cue]) if x > 0.6] == [one], cue
    assert found["absolutes"] == pytest.approx((-2 / 3, 1 / 3, 1 / 3))
    assert found["code"][2] > 0
    assert found["words of the stem"][0] == found["words of the stem"][1] > 0
    assert found["words of other options"][2] < 0


def test_the_check_asks_for_both(small: Path) -> None:
    write(small, "one", items(80, hedged))
    says = [one.says for one in check.check(small)[1] if one.file == "quizzes"]
    assert any("the longest option is the key" in one for one in says), says
    assert any("without knowledge" in one for one in says), says


def test_what_one_of_several_banks_gives_away_is_not_learned_from_it() -> None:
    """A guesser of a bank has seen the others only."""
    some = items(40, hedged)
    for bank in ("two", "three"):
        some += items(20, blind, bank)
    rates = []
    for more in ([], items(20, blind, "four")):
        found = held_out((*some, *more))
        rates.append(sum(found[one.id] for one in some[:40]) / 40)
    assert rates[0] > 0.9, "three banks are held out in halves"
    assert rates[1] < 0.9, "four are held out each as a whole"


def test_keys_with_careful_words_are_found(small: Path) -> None:
    write(small, "one", items(40, hedged))
    write(small, "two", items(60, blind, "two"))
    problem, of_bank = a_guess_wins_little(load(small))
    assert [(one.file, one.warning) for one in (problem, of_bank)] == [
        ("quizzes", False),
        ("quizzes/one.toml", False),
    ]
    for one in (problem, of_bank):
        assert "keys have more of the cue 'hedges', first in one-" in one.says


@pytest.mark.parametrize(
    ("said", "cue"),
    [
        ("{0}: a {1}", "colon or semicolon"),
        ("{0}; a {1}", "colon or semicolon"),
        ("{0}, the {1}", "comma"),
        ("{0} and a {1}", "and"),
        ("{0} not {1}", "negation"),
        ("{0} as {1}", "reason or clause"),
    ],
)
def test_keys_that_alone_have_a_form_are_found(
    said: str, cue: str, small: Path
) -> None:
    write(small, "one", items(ENOUGH, only_the_key(said)))
    problem = next(a_guess_wins_little(load(small)))
    assert not problem.warning
    assert f"keys have more of the cue {cue!r}" in problem.says


def test_signs_inside_numbers_and_names_are_no_punctuation() -> None:
    options = ("1,000 at 9:30", "gpu:1 of 2.5", "a: b", "a, b")
    found = dict(
        zip(
            CUES,
            zip(
                *cues(VisibleChoice("x", "one", "Which?", options, options, (0,))),
                strict=True,
            ),
            strict=True,
        )
    )
    assert [n for n, x in enumerate(found["colon or semicolon"]) if x > 0] == [2]
    assert [n for n, x in enumerate(found["comma"]) if x > 0] == [3]


def test_the_middle_of_numbers() -> None:
    for texts, middle in (
        (("32 threads", "1,024", "64", "256"), [2, 3]),
        (("32 threads", "1,024", "64", "none"), []),
    ):
        rows = cues(VisibleChoice("x", "one", "Which?", texts, texts, (0,)))
        place = list(CUES).index("number in the middle")
        assert [n for n, row in enumerate(rows) if row[place] > 0] == middle


def test_one_bank_fails_alone_though_the_course_does_not(small: Path) -> None:
    """A cue that two small banks share tells little of a course that is mostly blind."""
    for bank in ("two", "three"):
        some = items(12, only_the_key("{0}: a {1}"), bank)
        write(small, bank, some + items(ENOUGH_OF_A_BANK - 10, blind, f"{bank}-more"))
    write(small, "one", items(300, blind))
    found = list(a_guess_wins_little(load(small)))
    files = {"quizzes/two.toml", "quizzes/three.toml"}
    assert {one.file for one in found if not one.warning} == files


def test_more_banks_widen_the_interval_of_each() -> None:
    some = items(20, blind)
    found = {one.id: float(n < 10) for n, one in enumerate(some)}
    alone, one_of_seven = (lift(some, found, [found], tests) for tests in (1, 7))
    assert one_of_seven.low < alone.low < alone.high < one_of_seven.high


def test_shuffled_keys_are_found_by_luck_only() -> None:
    some = tuple(items(100, hedged))
    draws = shuffled(some)
    assert sum(held_out(some).values()) / len(some) > 0.9
    rates = sorted(sum(one.values()) / len(some) for one in draws)
    assert sum(rates) / len(rates) == pytest.approx(0.25, abs=0.02)
    assert rates[0] < 0.2
    assert 0.3 < rates[-1] < 0.5


def test_keys_that_lie_blindly_are_not(small: Path) -> None:
    write(small, "one", items(300, blind))
    assert list(a_guess_wins_little(load(small))) == []


def test_too_few_items_prove_nothing(small: Path) -> None:
    write(small, "one", items(ENOUGH - 4, hedged))  # and two of the small course
    assert list(a_guess_wins_little(load(small))) == []
    write(small, "one", items(ENOUGH, hedged))
    assert list(a_guess_wins_little(load(small))) != []


def test_a_lift_that_may_be_large_is_warned(small: Path) -> None:
    some = items(10, hedged, "one") + items(80, blind, "three")
    write(small, "one", some)
    (problem,) = a_guess_wins_little(load(small))
    assert problem.warning
    assert "and may be above 10%" in problem.says


@pytest.mark.parametrize("banks", [1, 5])
def test_an_item_is_guessed_by_who_has_not_seen_its_key(banks: int) -> None:
    """A guess that knows nothing of the key finds it in one of its four places."""
    some = [one for n in range(banks) for one in items(3, blind, f"bank-{n}")]
    turned = [
        [replace(one, keys=((one.keys[0] + by) % 4,)) for one in some]
        for by in range(4)
    ]
    for one in some:
        sums = 0.0
        for other in turned:
            only = [
                x if x.id == one.id else y for x, y in zip(other, some, strict=True)
            ]
            sums += held_out(tuple(only))[one.id]
        assert sums == pytest.approx(1)


def test_several_keys_are_found_in_part() -> None:
    rest = [0.0] * (len(CUES) - 1)
    row = [[x, *rest] for x in (0.0, 2.0, 1.0, 1.0)]
    # one for sure, the other in half the cases
    assert pick(row, (1, 2), [1.0, *rest]) == 0.75
    assert pick(row, (1, 2), [0.0, *rest]) == 0.5
    assert weights([]) == [0.0, *rest]


def test_the_interval_of_a_lift() -> None:
    some = items(4, blind)
    found = {one.id: float(n < 2) for n, one in enumerate(some)}
    got = lift(some, found, [found, {one.id: 0.25 for one in some}])
    assert (got.items, got.picked, got.chance, got.lift) == (4, 0.5, 0.25, 0.25)
    reach = 1.645 * (4 * 0.25 / 3 / 4) ** 0.5
    assert (got.low, got.high) == pytest.approx((0.25 - reach, 0.25 + reach), abs=1e-3)
    assert got.luck == (0.375, 0.5)
