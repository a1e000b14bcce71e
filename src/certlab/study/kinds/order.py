"""Order questions: steps in a shuffled order, and which step stands too early."""

from typing import Any

from certlab.course.items.order import Order
from certlab.course.template import fill
from certlab.study.kinds.asking import Asking
from certlab.study.verdicts import Parts, Verdict, graded, invalid
from certlab.words import Sentence

# At least half of all orders are wrong; only in a broken item, which is asked in a
# check, is there none to be found.
MOST_SHUFFLES = 200
_UNMOVED = Sentence(
    "The steps are still in the order in which they were shown, which is never right; move one first."
)


def compile_order(body: Order, asking: Asking) -> Parts:
    """What to show, the key and the feedback; the shown order is never right.

    Raises:
        TemplateError, ExpressionError: a fact or a number is missing.
    """
    values = asking.values
    texts = {step.id: fill(step.text, values) for step in body.steps}
    whys = {step.id: fill(step.why, values) for step in body.steps}
    after = {id: list(body.after.get(id, ())) for id in texts}
    shown = list(texts)
    for _ in range(MOST_SHUFFLES):
        if not all(placed(after, shown).values()):
            break
        asking.draw.shuffle(shown)
    show = {"steps": [{"id": id, "text": texts[id]} for id in shown]}
    key = {
        "kind": "order",
        "options": shown,
        "after": after,
        "texts": texts,
        "whys": whys,
    }
    return show, key, {"whys": whys, "order": list(body.order)}


def placed(after: dict[str, list[str]], ids: list[str]) -> dict[str, bool]:
    """Whether each step, the ids in this order, comes after all it needs."""
    return {
        id: all(one in ids[:place] for one in after[id]) for place, id in enumerate(ids)
    }


def grade_order(key: dict[str, Any], response: Any) -> Verdict:
    """A list of step ids against what must come before what."""
    wanted = key["options"]
    ids = response if isinstance(response, list | tuple) else []
    if len(ids) != len(wanted) or not all(id in ids for id in wanted):
        return invalid(Sentence("Put all {count} steps in order.", count=len(wanted)))
    if list(ids) == wanted:
        return invalid(_UNMOVED)
    parts = placed(key["after"], list(ids))
    first = next((id for id in ids if not parts[id]), None)
    if first is None:
        return graded(True, parts=parts)
    earlier = ids[: ids.index(first)]
    missing = next(id for id in key["after"][first] if id not in earlier)
    texts = key["texts"]
    say = Sentence(
        '"{step}" is too early, because "{earlier}" comes before it. {why}',
        step=texts[first],
        earlier=texts[missing],
        why=key["whys"][first],
    )
    return graded(False, say, parts)
