"""Somebody's very first question: one to recall, of which one option is right."""

from certlab.course.items import LEVELS, Item


def easy_first(items: list[Item]) -> list[Item]:
    """The same items; for somebody new an easy one is moved to the front, where there is one.

    The twin of `app/static/memory/easy_first.js`.
    """
    single = [one for one in items if sum(o.correct for o in one.body.offered) == 1]
    single.sort(
        key=lambda one: LEVELS.index(one.level)
    )  # the order stays within a level
    return [*single[:1], *(one for one in items if one not in single[:1])]
