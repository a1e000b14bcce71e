"""Questions of each kind on a page of the site: asked, and answered."""

import json
import re
from pathlib import Path
from typing import Any

from playwright.async_api import Page, Route

from tools.gallery.visit import State, Step, Visit, check, click, fill, see

KINDS = ("single", "multi", "numeric", "order", "match", "cloze", "command", "scenario")
CARD = "[data-certlab=quiz] .cl-item"
PARTS = (".cl-head > *", ".cl-body > *", ".cl-foot > *")
OUTLINES = re.compile(r"/banks/outlines\.json$")
Entry = dict[str, Any]


def entries(site: Path) -> dict[str, Entry]:
    """One question of each kind that the site's banks have, by kind."""
    found: dict[str, Entry] = {}
    for path in sorted(site.glob("_static/certlab-*/banks/*.json")):
        bank = json.loads(path.read_text("utf-8"))
        if "module" not in bank or path.stem.endswith("-exams"):
            continue
        for entry in bank["items"]:
            kind = "scenario" if "context" in entry["show"] else entry["kind"]
            found.setdefault(kind, entry)
    return found


def visits(root: str, site: Path, ready: str) -> list[Visit]:
    """A question of each kind, answered wrong; of the first kind also right."""
    have = entries(site)
    first = have[KINDS[0]]
    right = _answered("answered right", (_option(first, right=True),))
    ways: list[tuple[str, tuple[State, ...]]] = [(KINDS[0], (right,))]
    for kind in KINDS:
        wrong = _answered("answered wrong", _wrong(have[kind]))
        ways.append((kind, (_asked(), wrong)))
    return [
        Visit(
            f"Question, {kind}", f"{root}drill.html", states,
            before=only(have[kind]), ready=ready,
        )
        for kind, states in ways
    ]  # fmt: skip


def only(entry: Entry) -> Step:
    """Let the page find this one item in its banks."""

    async def answer(route: Route) -> None:
        reply = await route.fetch()
        banks = await reply.json()
        for bank in banks:
            own = [one for one in bank["items"] if one["item"] == entry["item"]]
            bank["items"] = own
        await route.fulfill(response=reply, json=banks)

    return lambda page: page.route(OUTLINES, answer)


def _asked() -> State:
    return State("asked", (see(f"{CARD} .cl-ask"),), PARTS, CARD)


def _answered(name: str, entered: tuple[Step, ...]) -> State:
    steps = (*entered, click(f"{CARD} [data-key=primary]"), see(f"{CARD} .cl-verdict"))
    return State(name, steps, PARTS, CARD)


def _wrong(entry: Entry) -> tuple[Step, ...]:
    """What enters an answer that is not right, as good as any."""
    match entry["kind"]:
        case "single":
            return (_option(entry, right=False),)
        case "multi":
            ids = [one["id"] for one in entry["show"]["options"]]
            chosen = ids[: entry["show"]["select"]]
            if {*chosen} == {*entry["key"]["correct"]}:
                chosen = ids[1 : entry["show"]["select"] + 1]
            return tuple(check(f"{CARD} [data-key=option-{id}]") for id in chosen)
        case "numeric":
            return (fill(f"{CARD} [data-key=number]", "123456"), _choose_all)
        case "order":
            return (click(f"{CARD} [data-step]:nth-child(2) .cl-moves button"),)
        case "match":
            return (_choose_all,)
        case "cloze":
            return (_fill_all,)
        case _:  # the program alone: what it must do is missing
            program = entry["key"]["calls"][0]["programs"][0]
            return (fill(f"{CARD} [data-key=line]", program),)


def _option(entry: Entry, *, right: bool) -> Step:
    ids = [one["id"] for one in entry["show"]["options"]]
    id = next(one for one in ids if (one in entry["key"]["correct"]) is right)
    return check(f"{CARD} [data-key=option-{id}]")


async def _choose_all(page: Page) -> None:
    """The first choice of every list."""
    for one in await page.locator(f"{CARD} select").all():
        await one.select_option(index=1)


async def _fill_all(page: Page) -> None:
    for one in await page.locator(f"{CARD} [data-gap]").all():
        await one.fill("7")
