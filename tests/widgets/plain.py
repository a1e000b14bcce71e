"""Content without a Latin letter, so that every English word left is the interface's."""

import re
from dataclasses import replace
from typing import Any

from playwright.sync_api import Page

from certlab.study.questions import Question

_LETTER = re.compile(r"[A-Za-z]")
# What an author writes stands under these names, or in a table of that name.
_TEXTS = {
    *("ask", "text", "title", "label", "module", "objective", "why", "explain"),
    *("exam_era", "current", "publisher", "back", "working"),
}
_TABLES = {"whys", "texts"}
_WALK = """([root, allowed, names]) => {
  const found = [];
  const bare = (text) => names ? text.replace(new RegExp(names, "g"), " ") : text;
  const look = (text) => found.push(...(bare(text).match(/[A-Za-z]{2,}/g) ?? []));
  const top = document.querySelector(root);
  for (const one of [top, ...top.querySelectorAll("*")]) {
    if (one.closest("code, kbd, pre, textarea")) continue;  // what is typed, and keys
    for (const name of ["aria-label", "title", "alt", "placeholder"]) look(one.getAttribute(name) ?? "");
    for (const child of one.childNodes) if (child.nodeType === Node.TEXT_NODE) look(child.data);
  }
  return found.filter((word) => !allowed.includes(word));
}"""


def plain(value: Any, name: str = "") -> Any:
    """A part of a question or a bank with each letter of its texts made another."""
    if isinstance(value, dict):
        whole = name in _TABLES
        return {id: plain(one, "text" if whole else id) for id, one in value.items()}
    if isinstance(value, list):
        return [plain(one, name) for one in value]
    if isinstance(value, str) and name in _TEXTS:
        return _LETTER.sub("字", value)
    return value


def plain_question(question: Question) -> Question:
    """A question whose authors wrote no English."""
    parts = {name: plain(getattr(question, name)) for name in ("show", "feedback")}
    key = {**question.key}
    for name in ("texts", "whys", "calls", "traps"):
        if name in key:
            key[name] = plain(key[name], name)
    return replace(question, **parts, key=key)


def english(page: Page, root: str, *allowed: str, names: str = "") -> list[str]:
    """The Latin words that a part of a page shows or tells, but for those that stay.

    `names` is a pattern of what is no word, in JavaScript's spelling.
    """
    found: list[str] = page.evaluate(_WALK, [root, list(allowed), names])
    return found
