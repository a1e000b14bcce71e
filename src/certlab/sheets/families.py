"""Facts that belong together, side by side: those that differ in one word of their name."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile

from certlab.course.facts import Fact, format_number
from certlab.course.units import UNITS
from certlab.sheets.rows import Row, Run, Table

_LEAST = 2  # facts of a family, and families of a table
_LONGEST = 34  # characters of a name that stands beside others
_VALUE = 14  # the same of its value
_HANGING = {"of", "the", "a", "an", "in", "for", "any", "from", "on", "with", "by", ","}

Rank = Callable[[Fact], float]


def families(facts: Sequence[Fact], rank: Rank, title: str) -> Iterator[Row]:
    """Facts as tables, as runs, and what is like no other by itself.

    Args:
        facts: in the order in which they are to stand.
        rank: what the exams make of each.
        title: over a table of several families.
    """
    runs = [run for group in _alike(facts) for run in _runs(group, rank)]
    named: dict[tuple[str, ...], list[Run]] = {}
    for run in runs:
        named.setdefault(tuple(name for name, _ in run.pairs), []).append(run)
    for names, group in named.items():
        if len(names) >= _LEAST and len(group) >= _LEAST:
            cells = tuple(
                (one.label, *(value for _, value in one.pairs)) for one in group
            )
            best = max(one.rank for one in group)
            yield Table(best, title, ("", *names), cells)
        else:
            yield from group


def _alike(facts: Sequence[Fact]) -> list[list[Fact]]:
    """Facts of one property, or whose names differ in one word; never of two units."""
    found: dict[tuple[str, ...], list[Fact]] = {}
    for fact in facts:
        property = fact.id.partition(".")[2]
        found.setdefault((property, fact.unit, fact.sparsity), []).append(fact)
    groups: list[list[Fact]] = []
    for group in found.values():
        if len(group) == 1:
            near = (one for one in groups if _differ_in_one_word(*one, *group))
            if there := next(near, None):
                there += group
                continue
        groups.append(group)
    return groups


def _differ_in_one_word(first: Fact, *others: Fact) -> bool:
    words = [one.what.split() for one in (first, *others)]
    if len({(one.unit, one.sparsity) for one in (first, *others)}) > 1:
        return False
    if len({len(one) for one in words}) > 1:
        return False
    return sum(len(set(column)) > 1 for column in zip(*words, strict=True)) == 1


def _runs(group: Sequence[Fact], rank: Rank) -> Iterator[Run]:
    label, names = _split([one.what.split() for one in group])
    longest = max(len(format_number(one.value)) for one in group)
    wide = longest > _VALUE or max(map(len, names)) > _LONGEST
    if len(group) < _LEAST or not label or wide:
        for one in group:
            yield Run(rank(one), _label(one), (("", one.shown),))
        return
    forms = [one.form for one in group]
    several = len(set(forms)) > 1
    pairs = []
    for one, name in zip(group, names, strict=True):
        form = f" ({one.form})" if one.form and several else ""
        pairs.append((f"{name}{form}", format_number(one.value)))
    first = group[0]
    said = first.unit.casefold() in label.casefold().split()
    unit = "" if said else first.unit
    more = [unit, "" if several else first.form]
    if first.sparsity and first.sparsity not in label:
        more.append(first.sparsity)
    about = ", ".join(filter(None, more))
    best = max(map(rank, group))
    yield Run(best, f"{label} ({about})" if about else label, tuple(pairs))


def _label(fact: Fact) -> str:
    """How a single fact is called, with what its value holds for."""
    more = [fact.form, "" if fact.sparsity in fact.what else fact.sparsity]
    about = ", ".join(one for one in more if one)
    return f"{fact.what} ({about})" if about else fact.what


def _split(words: Sequence[Sequence[str]]) -> tuple[str, list[str]]:
    """What several names have in common, and the words in which each differs; "" for none."""
    before = _common(words)
    rests = [one[len(before) :] for one in words]
    after = _common([one[::-1] for one in rests])[::-1]
    names = [" ".join(one[: len(one) - len(after)]) for one in rests]
    if not all(names) or len(set(names)) < len(names) or not before:
        return "", names
    if not all(any(map(str.isalpha, name)) for name in names):
        # A number stays with what it counts: "A100 40 GB", "CUDA 12.x".
        unit = after[0] if after and after[0].strip(",") in UNITS else ""
        names = [f"{before[-1]} {name} {unit}".strip() for name in names]
        before, after = before[:-1], after[bool(unit) :]
    while before and before[-1].strip(",").lower() in {*_HANGING, ""}:
        before = before[:-1]
    gap = " …" if after and not after[0].startswith((",", "(")) else ""
    label = " ".join(before) + gap + (" " if after else "") + " ".join(after)
    return label.strip(" ,"), [name.strip(",") for name in names]


def _common(rows: Iterable[Sequence[str]]) -> list[str]:
    """The words with which all rows begin."""
    same = takewhile(lambda column: len(set(column)) == 1, zip(*rows, strict=False))
    return [column[0] for column in same]
