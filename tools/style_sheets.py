"""Every rule of a widget's style sheet begins with that widget's root class.

    python -m tools.style_sheets [folder]

The names say who owns what: board.css is the widget board's, because board.js stands
next to it, and its root class is .cl-board. The scripts of its folder are the widget's.
A sheet without a script of its name is shared.

And a rule of the pages' own sheet stops at a widget: a paragraph's width, say, is not that
of a list which a widget draws. Such a rule says `:where(:not(.certlab *))`.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tinycss2

from certlab.app.esm import browser_files

SOURCE = Path("src/certlab")
# Blocks of rules, and rules with a name that is known to the whole page.
CONDITIONS = {"container", "layer", "media", "starting-style", "supports"}
KEYFRAMES = {"keyframes", "-webkit-keyframes"}
CLASS = re.compile(r"(?<![\w-])cl-[a-z0-9-]+")
PAGES = SOURCE / "app/pages/sphinx/site.css"
# A place that holds widgets; a selector within it must say more than an element's name.
_HOLDS_WIDGETS = {"check", "live", "page", "wide"}


def main(arguments: list[str]) -> int:
    """Print each fault; the exit status says whether there is one."""
    found = list(faults(Path(arguments[0]) if arguments else SOURCE))
    found += [] if arguments else list(reaching(PAGES))
    print("\n".join(found) if found else "All style sheets keep to their widgets.")
    return 1 if found else 0


def faults(folder: Path) -> Iterator[str]:
    """One sentence for each fault in the sheets and scripts below a folder."""
    files = browser_files(folder)
    sheets = [one for one in files if one.suffix == ".css"]
    owned = [one for one in sheets if one.with_suffix(".js").exists()]
    roots = {f"cl-{one.stem}": one.stem for one in owned}
    for sheet in sheets:
        owner = sheet.stem if f"cl-{sheet.stem}" in roots else None
        rules = tinycss2.parse_stylesheet(
            sheet.read_text("utf-8"), skip_comments=True, skip_whitespace=True
        )
        for line, says in _in_rules(rules, owner, roots):
            yield f"{sheet}:{line}: {says}"
    scripts = [one for one in files if one.suffix == ".js"]
    yield from _in_scripts(scripts, {f"cl-{one.stem}": one for one in owned})


def reaching(sheet: Path) -> Iterator[str]:
    """One sentence for each rule of a page that a widget on it would obey.

    On paper there are none: widgets are not printed.
    """
    rules = tinycss2.parse_stylesheet(
        sheet.read_text("utf-8"), skip_comments=True, skip_whitespace=True
    )
    for rule in _on_screen(rules):
        for selector in _split(rule.prelude):
            text = tinycss2.serialize(selector).strip()
            if not _stops(text):
                yield (
                    f"{sheet}:{rule.source_line}: {text} reaches into widgets; "
                    "add :where(:not(.certlab *))."
                )


def _on_screen(rules: list[Any]) -> Iterator[Any]:
    for rule in rules:
        if rule.type == "qualified-rule":
            yield rule
        elif (
            rule.type == "at-rule"
            and rule.content is not None
            and "print" not in tinycss2.serialize(rule.prelude)
        ):
            inner = tinycss2.parse_rule_list(
                rule.content, skip_comments=True, skip_whitespace=True
            )
            yield from _on_screen(inner)


def _stops(selector: str) -> bool:
    """Whether a selector of a page ends at widgets, whose classes all begin with cl-.

    It names them, or weighs nothing; or it asks for a class or an id of the page's own, in
    what it styles, or around that, or above it.
    """
    if "certlab" in selector or ".cl-" in selector or selector.startswith(":"):
        return True
    plain = re.sub(r"\([^()]*\)", "", selector)
    last = re.split(r"[\s>+~]+", plain)[-1]
    around = {*re.findall(r"[.#]([\w-]+)", selector)} - _HOLDS_WIDGETS
    child = re.search(r"([.#][\w-]+|article)(\[[^]]*\])*\s*>", plain)
    frame = re.fullmatch(r"(html|body|main|article|\*)(:.*)?", last)
    return bool(around or child or frame or "." in last or "#" in last)


Faults = Iterator[tuple[int, str]]


def _in_rules(rules: list[Any], owner: str | None, roots: dict[str, str]) -> Faults:
    for rule in rules:
        if rule.type == "error":
            yield rule.source_line, f"this is no CSS ({rule.message}); mend the rule."
        elif rule.type == "qualified-rule":
            for selector in _split(rule.prelude):
                yield from _in_selector(selector, owner, roots)
        elif rule.lower_at_keyword in CONDITIONS and rule.content is not None:
            inner = tinycss2.parse_rule_list(
                rule.content, skip_comments=True, skip_whitespace=True
            )
            yield from _in_rules(inner, owner, roots)
        else:
            yield from _in_named(rule, owner)


def _in_named(rule: Any, owner: str | None) -> Faults:
    """An at-rule that the whole page hears of: only keyframes, by a name of ours."""
    name = tinycss2.serialize(rule.prelude).strip()
    begins = f"cl-{owner}-" if owner else "cl-"
    if rule.lower_at_keyword not in KEYFRAMES:
        says = "holds for the whole page; say it in rules of the widget"
    elif not name.startswith(begins):
        says = f"has a name of the whole page; call it {begins}{name}"
    else:
        return
    yield rule.source_line, f"@{rule.at_keyword} {name} {says}."


def _split(prelude: list[Any]) -> list[list[Any]]:
    """The selectors of a rule, without the blanks and comments around them."""
    selectors: list[list[Any]] = [[]]
    for token in prelude:
        if token == ",":
            selectors.append([])
        elif token.type != "comment" and (selectors[-1] or token.type != "whitespace"):
            selectors[-1].append(token)
    return selectors


def _in_selector(
    selector: list[Any], owner: str | None, roots: dict[str, str]
) -> Faults:
    text = tinycss2.serialize(selector).strip()
    root = f".certlab .cl-{owner}" if owner else ".certlab"
    # Tokens, as .cl-boardroot begins with the letters of .cl-board as well.
    tokens = [getattr(one, "value", "") for one in selector]
    if owner and tokens[:5] != [".", "certlab", " ", ".", f"cl-{owner}"]:
        says = f"does not begin with {root}; begin with it, or use a shared sheet"
    elif "certlab" not in tokens:
        says = f"is not about what is within {root}; put that class into it"
    else:
        other = [one for one in CLASS.findall(text) if roots.get(one, owner) != owner]
        if not other:
            return
        says = f"names the root class of {roots[other[0]]}; take another name"
    yield selector[0].source_line if selector else 0, f"{text} {says}."


def _in_scripts(scripts: list[Path], roots: dict[str, Path]) -> Iterator[str]:
    """A root class is put on an element by its own widget's scripts, and by no others."""
    carried = set()
    for script in scripts:
        for number, line in enumerate(script.read_text("utf-8").splitlines(), 1):
            for name in CLASS.findall(line):
                if name not in roots:
                    continue
                if script.parent == roots[name].parent:
                    carried.add(name)
                else:
                    says = f"is the root class of {roots[name].stem}; take another name"
                    yield f"{script}:{number}: {name} {says}."
    for name in sorted(roots.keys() - carried):
        says = f"no script puts {name} on an element; give the root element that class"
        yield f"{roots[name]}:1: {says}."


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
