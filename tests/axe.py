"""What axe-core finds wrong on a page, with its colours looked at once a style.

Measuring the contrast of every text takes four fifths of axe's time, and a course's page
has a thousand of them in some twenty styles: one text of each is enough.
"""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

# All that depends on a theme.
COLOURS = ["color-contrast", "link-in-text-block"]
# One visible text of each colour, size and weight on what is painted behind it.
_RUN = """async (rules) => {
  const behind = new Map(), first = new Map();
  for (const one of document.body.querySelectorAll("*")) {
    const style = getComputedStyle(one);
    const own = `${style.backgroundColor} ${style.backgroundImage} ${style.opacity}`;
    const below = behind.get(one.parentElement) ?? "";
    behind.set(one, below.endsWith(own) ? below : `${below} / ${own}`);
    const says = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!says || !one.checkVisibility()) continue;
    const look = [style.color, style.fill, style.fontSize, style.fontWeight, behind.get(one)].join();
    if (!first.has(look)) first.set(look, one);
  }
  const types = { resultTypes: ["violations"] };
  const runs = [await axe.run(document, { ...types, ...rules })];
  if (first.size) runs.push(await axe.run([...first.values()], { ...types, runOnly: ["color-contrast"] }));
  return runs.flatMap((run) => run.violations.map(({ id, nodes }) => [id, nodes[0].html]));
}"""


def violations(page: Page, *, colours_only: bool = False) -> list[list[str]]:
    """Each rule that is broken, with the first element that breaks it.

    Args:
        page: where to look, as it is now.
        colours_only: leave out what no theme changes.
    """
    page.evaluate(Axe().axe_script)
    contrast, *others = COLOURS
    rules = (
        {"runOnly": others}
        if colours_only
        else {"rules": {contrast: {"enabled": False}}}
    )
    found: list[list[str]] = page.evaluate(_RUN, rules)
    return found


def in_both_themes(page: Page) -> list[list[str]]:
    """What is wrong on a widget's page, each with its theme; it is left in the dark one."""
    found = []
    for theme in ("light", "dark"):
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        broken = violations(page, colours_only=theme == "dark")
        found += [[theme, *one] for one in broken]
    return found
