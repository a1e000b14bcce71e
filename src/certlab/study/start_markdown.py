"""The start page as Markdown, for where nothing is live: a stored notebook, another viewer."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from certlab.words import Words, day_words

Data = dict[str, Any]


def markdown(page: Data, today: date, _: Words) -> str:
    """What `start_page.planned` found, in one screen: what to do, how one stands, and why.

    Args:
        page: the traits.
        today: the day it was planned on.
        _: the language.
    """
    parts = [_head(page["goal"], _), _tasks(page["tasks"], _)]
    parts += [_expected(page["outlook"], page["goal"], _)]
    parts += ["\n".join(f"- {_plain(one)}" for one in page["reasons"])]
    parts += [_("Planned on {day}.", day=day_words(_, today))]
    return "\n\n".join(part for part in parts if part)


def _head(goal: Data, _: Words) -> str:
    day = day_words(_, date.fromisoformat(goal["day"]))
    minutes = _.ngettext("{n} minute a day", "{n} minutes a day", goal["minutes"])
    left = goal["left"]
    when = _.ngettext("{n} day left", "{n} days left", left) if left > 0 else ""
    told = " · ".join(filter(None, (day, when, minutes)))
    return f"**{_plain(goal['name'])}, {goal['code']}** · {told}"


def _tasks(tasks: list[Data], _: Words) -> str:
    if not tasks:
        nothing = _("Nothing more today")
        return f"**{nothing}**"
    minutes = max(1, round(sum(one["minutes"] for one in tasks)))
    head = _.ngettext("Today, about {n} minute", "Today, about {n} minutes", minutes)
    rows = [(_task(one, _), _minutes(one, _), _plain(one["why"])) for one in tasks]
    return _table((head, "", _("Why")), rows, ":--|--:|:--")


def _task(task: Data, _: Words) -> str:
    count, title = task["count"], _plain(task["title"])
    match task["kind"]:
        case "review":
            words = _.ngettext("{n} review", "{n} reviews", count)
        case "new":
            words = _.ngettext("{n} new item", "{n} new items", count)
        case "lab":
            words = _("Lab: {title}", title=title)
        case _other:
            words = _("Read: {title}", title=title)
    if task["path"]:
        return f"[{words}]({task['path']})"
    about = ", ".join(f"{_plain(one['name'])} {one['count']}" for one in task["parts"])
    return f"{words} ({about})" if about else words


def _minutes(task: Data, _: Words) -> str:
    return _.ngettext("{n} min", "{n} min", max(1, round(task["minutes"])))


def _expected(outlook: Data, goal: Data, _: Words) -> str:
    """The figure for the whole where there is one, and a row for each domain."""
    lines = []
    day = day_words(_, date.fromisoformat(goal["day"]))
    if outlook["now"]:
        now = _("If it were today")
        lines.append(f"{now}: {_span(outlook['now'])}.")
    if outlook["then"]:
        then = _("On {day}, if nothing more is studied", day=day)
        lines.append(f"{then}: {_span(outlook['then'])}.")
    lines = lines or [_("Not enough data.")]
    told = " ".join([*lines, _("NVIDIA publishes no pass mark.")])
    rows = [
        (
            _plain(f"{one['domain']} {one['name']}"),
            f"{one['weight']} %",
            _standing(one, _),
        )
        for one in outlook["domains"]
    ]
    head = (_("Domain"), _("Weight"), _("Expected score, with 80 % interval"))
    return f"{told}\n\n{_table(head, rows, ':--|--:|:--')}"


def _standing(one: Data, _: Words) -> str:
    if "share" in one:
        return _span({"mean": one["share"], "low": one["low"], "high": one["high"]})
    if one["bare"]:
        return _("too few questions yet")
    return _.ngettext(
        "{n} more answer needed", "{n} more answers needed", one["missing"]
    )


def _span(score: Data) -> str:
    mean, low, high = (round(100 * score[name]) for name in ("mean", "low", "high"))
    return f"**{mean}** ({low}–{high})"


def _table(head: Iterable[str], rows: Iterable[Iterable[str]], rule: str) -> str:
    lines = [head, *rows]
    first, *rest = [f"| {' | '.join(cells)} |" for cells in lines]
    return "\n".join([first, f"|{rule}|", *rest])


def _plain(text: str) -> str:
    """Text that no Markdown reads as more than it is."""
    for sign in ("\\", "|", "[", "]", "*", "_", "<", "`"):
        text = text.replace(sign, f"\\{sign}")
    return text
