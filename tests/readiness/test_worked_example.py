"""The worked example of docs/readiness.md, computed."""

from datetime import timedelta
from pathlib import Path

from benchmarks.readiness.courses import EXAM, course, item
from certlab.readiness import ASSUMED, readiness
from certlab.readiness.evidence import gather, walk
from certlab.readiness.posterior import SHARES, posterior
from certlab.readiness.score import expected
from certlab.study.exams.blueprint import blueprint
from certlab.study.standing import Standing
from tests.readiness.histories import NOW, answers, items

PAGE = Path(__file__).parents[2] / "docs" / "readiness.md"
COURSE = course((60, 40), 20, [item(id, n) for n in (1, 2) for id in items(n)])
ROWS = answers(
    [(id, n < 7, 10.0) for n, id in enumerate(items(1)[:9])]
    + [(id, n < 2, 10.0) for n, id in enumerate(items(2)[:6])]
)
EXAM_DAY = NOW + timedelta(days=5)


def cell(text: str, *shares: float) -> str:
    """The table's row, its shares in percent."""
    return f"| {text} | " + " | ".join(f"{100 * one:.1f} %" for one in shares) + " |"


def test_the_steps_of_the_example_are_as_written() -> None:
    page = PAGE.read_text("utf-8")
    plan = blueprint(COURSE, EXAM)
    record = walk(Standing(COURSE, ROWS), plan, NOW)
    found = gather(COURSE, plan, record, NOW, EXAM_DAY, ASSUMED)
    after = posterior(found, ASSUMED)
    shares, blends = [], []
    for domain, one in found.items():
        chances = after.share(domain)
        blend = expected(one, ASSUMED.transfer[0])
        for values, into in ((SHARES, shares), (blend, blends)):
            into.append(sum(x * p for x, p in zip(values, chances, strict=True)))
    assert cell("posterior mean of the share known", *shares) in page
    assert cell("blended with the share known", *blends) in page
    right, wrong = (record.memory[id].recall(EXAM_DAY) for id in ("d1-0", "d1-8"))
    both = f"{100 * right:.1f} % / {100 * wrong:.1f} %"
    assert f"| recall on the day, right at first / wrong at first | {both} |" in page
    kept = [found[1].practised[n].known for n in (0, 8)]
    both = f"{100 * kept[0]:.1f} % / {100 * kept[1]:.1f} %"
    assert f"| the same, guesses taken out | {both} |" in page


def test_the_result_of_the_example_is_as_written() -> None:
    page = " ".join(PAGE.read_text("utf-8").split())
    found = readiness(Standing(COURSE, ROWS), EXAM, EXAM_DAY.date(), NOW)
    shares = [one.share for one in found.domains]
    assert cell("right in the exam, guesses put back", *shares) in page
    ends = " | ".join(
        f"{100 * one.low:.1f} to {100 * one.high:.1f} %" for one in found.domains
    )
    assert f"| 80 % interval of that share | {ends} |" in page
    assert f"expected at {100 * found.mean:.1f} %" in page
    low, high = (round(100 * one) for one in (found.low, found.high))
    assert f"lie between {low} and {high} %" in page
    curve = dict(found.curve)
    said = (
        f"at least 60 % right is {100 * curve[60]:.1f} %, 70 % is "
        f"{100 * curve[70]:.1f} %, and 80 % is {100 * curve[80]:.1f} %"
    )
    assert said in page


def test_the_constants_on_the_page_are_those_of_the_code() -> None:
    page = " ".join(PAGE.read_text("utf-8").split())
    mean, spread = ASSUMED.transfer
    for says in (
        f"halves every {ASSUMED.half_life:g} days",
        f"the strength of {ASSUMED.likeness:g} answers",
        f"with the strength of {ASSUMED.level[1]:g}",
        f"(standard deviations {ASSUMED.shift} and {ASSUMED.slope})",
        f"`t` is {100 * mean:.0f} %, give or take {100 * spread:.0f}",
        f"counts as {ASSUMED.exercise} of a first answer",
        f"by {ASSUMED.form} logits either way",
        f"needs {ASSUMED.fresh} first answers",
        f"adds {ASSUMED.gain[0]} logits to `p`, give or take {ASSUMED.gain[1]}",
        f"taken higher and lower by {ASSUMED.shift} logits",
    ):
        assert says in page, says
