"""The start page as Markdown, for where nothing is live: a stored notebook, another viewer."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from certlab.words import Words, day_words

Data = dict[str, Any]


def markdown(page: Data, today: date, words: Words) -> str:
    """What `start_page.planned` found, in one screen: what to do, how one stands, and why.

    Args:
        page: the traits.
        today: the day it was planned on.
        words: the language.
    """
    parts = [_head(page["goal"], words), _tasks(page["tasks"], words)]
    parts += [_expected(page["outlook"], page["goal"], words)]
    parts += ["\n".join(f"- {_plain(one)}" for one in page["reasons"])]
    parts += [words("Planned on {day}.", day=day_words(words, today))]
    return "\n\n".join(part for part in parts if part)


def _head(goal: Data, words: Words) -> str:
    day = day_words(words, date.fromisoformat(goal["day"]))
    minutes = words.ngettext("{n} minute a day", "{n} minutes a day", goal["minutes"])
    left = goal["left"]
    when = words.ngettext("{n} day left", "{n} days left", left) if left > 0 else ""
    told = " · ".join(filter(None, (day, when, minutes)))
    return f"**{_plain(goal['name'])}, {goal['code']}** · {told}"


def _tasks(tasks: list[Data], words: Words) -> str:
    if not tasks:
        nothing = words("Nothing more today")
        return f"**{nothing}**"
    if all(one["done"] == one["count"] for one in tasks):
        done = words("Done for today.")
        return f"**{done}**"
    minutes = max(1, round(sum(one["minutes"] for one in tasks)))
    head = words.ngettext(
        "Today, about {n} minute", "Today, about {n} minutes", minutes
    )
    rows = [
        (_task(one, words), _minutes(one, words), _plain(one["why"])) for one in tasks
    ]
    return _table((head, "", words("Why")), rows, ":--|--:|:--")


def _task(task: Data, words: Words) -> str:
    count, title = task["count"], _plain(task["title"])
    match task["kind"]:
        case "review":
            text = words.ngettext("{n} review", "{n} reviews", count)
        case "new":
            text = words.ngettext("{n} new item", "{n} new items", count)
        case "lab":
            text = words("Lab: {title}", title=title)
        case _other:
            text = words("Read: {title}", title=title)
    if task["path"]:
        return f"[{text}]({task['path']})"
    about = ", ".join(f"{_plain(one['name'])} {one['count']}" for one in task["parts"])
    return f"{text} ({about})" if about else text


def _minutes(task: Data, words: Words) -> str:
    if task["done"] == task["count"]:
        return words("Done")
    return words.ngettext("{n} min", "{n} min", max(1, round(task["minutes"])))


def _expected(outlook: Data, goal: Data, words: Words) -> str:
    """The figure for the whole where there is one, and a row for each domain."""
    lines = []
    day = day_words(words, date.fromisoformat(goal["day"]))
    if outlook["now"]:
        now = words("If it were today")
        lines.append(f"{now}: {_span(outlook['now'])}.")
    if outlook["then"]:
        then = words("On {day}, if nothing more is studied", day=day)
        lines.append(f"{then}: {_span(outlook['then'])}.")
    lines = lines or [words("Not enough data.")]
    lines = [_plain(outlook["plan"]), *lines, words("NVIDIA publishes no pass mark.")]
    told = " ".join(filter(None, lines))
    rows = [
        (
            _plain(f"{one['domain']} {one['name']}"),
            f"{one['weight']} %",
            _standing(one, words),
        )
        for one in outlook["domains"]
    ]
    head = (
        words("Domain"),
        words("Weight"),
        words("Expected score, with 80 % interval"),
    )
    return f"{told}\n\n{_table(head, rows, ':--|--:|:--')}"


def _standing(one: Data, words: Words) -> str:
    if "share" in one:
        return _span({"mean": one["share"], "low": one["low"], "high": one["high"]})
    if one["bare"]:
        return words("too few questions yet")
    return words.ngettext(
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
