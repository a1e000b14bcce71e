// @ts-check
/**
 * What must happen before a page is drawn: the theme that was chosen, and lists that fold on a
 * narrow screen. Without JavaScript they stand open. And the contents mark the place one reads at.
 */

(() => {
  // A short address that somebody sent, "…/?drill=mig", means a page of its own.
  const shell = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  const asks = /[?&](paper|scenario|drill)=/.exec(location.search)?.[1];
  const page = asks === "paper" ? "mock-exam" : "drill";
  // Some servers leave out the ending of a page's name, or end it with a slash.
  if (asks && !location.pathname.replace(/(\.html|\/)$/, "").endsWith(`/${page}`))
    location.replace(new URL(`../${page}.html${location.search}`, shell));

  /**
   * What a hash names; an address that somebody has cut off names nothing.
   *
   * @param {string} hash
   */
  function named(hash) {
    try {
      return document.getElementById(decodeURIComponent(hash.slice(1)));
    } catch {
      return null;
    }
  }

  let theme = "auto";
  try {
    theme = localStorage.getItem("theme") ?? theme;
  } catch {
    // Storage is refused: the system's theme it is.
  }
  document.body.dataset.theme = theme;
  // A page begins as it was left: with a plan there is no title for newcomers, not for a moment.
  try {
    const goal = localStorage.getItem("certlab-goal");
    if (goal) document.documentElement.dataset.goal = goal;
  } catch {
    // It is known a little later, by the answers.
  }
  document.documentElement.classList.add("live");

  // A section that has moved to a page of its own: its old address leads there at once.
  document.addEventListener("DOMContentLoaded", () => {
    const moved = named(location.hash);
    if (moved instanceof HTMLAnchorElement && "moved" in moved.dataset)
      location.replace(moved.href);
  });

  // Escape puts away what a term means, and a press elsewhere does; a pointer that rests on the
  // term shows it again when it comes back.
  const OPEN = ".says-what:is(:hover, :focus)";
  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    for (const term of document.querySelectorAll(OPEN)) {
      if (term instanceof HTMLElement) term.blur();
      term.classList.add("put-away");
      term.addEventListener("pointerleave", () => term.classList.remove("put-away"), {
        once: true,
      });
    }
  });
  addEventListener("focusin", ({ target }) => {
    if (target instanceof Element) target.classList.remove("put-away");
  });
  addEventListener("pointerdown", ({ target }) => {
    const now = document.activeElement;
    // On another term the focus goes there by itself; before that, nothing may move below the finger.
    const on = target instanceof Element && target.closest(".says-what");
    if (!on && now instanceof HTMLElement && now.matches(".says-what")) now.blur();
  });

  /** What a link leads to may be folded away, such as a source; not every browser unfolds it. */
  function unfold() {
    const there = named(location.hash);
    if (!there?.closest("main")) return;
    const all = [...document.querySelectorAll("main details:not([open])")];
    const folds = all.filter((one) => one.contains(there));
    for (const fold of folds) fold.setAttribute("open", "");
    if (folds.length) there.scrollIntoView();
  }
  document.addEventListener("DOMContentLoaded", unfold);
  addEventListener("hashchange", unfold);

  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element && target.closest(".fold > button");
    if (!button) return;
    const open = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!open));
  });

  // Furo marks the place too, but never the last headings, which do not reach the top.
  const LINE = 96; // pixels from the top: a heading above it has begun
  /** @type {Element | null} */
  let current = null;

  function here() {
    const root = document.documentElement;
    const most = root.scrollHeight - innerHeight;
    if (most <= 0) return null;
    // In the last screenful the line goes down with it: the last headings never reach the top.
    const left = Math.max(0, most - scrollY) / Math.min(innerHeight, most);
    const line = LINE + (innerHeight - LINE) * Math.max(0, 1 - left);
    /** @type {NodeListOf<HTMLAnchorElement>} */
    const links = document.querySelectorAll(".toc-tree a[href^='#']");
    const top = (/** @type {HTMLAnchorElement} */ { hash }) =>
      named(hash)?.getBoundingClientRect().top;
    return [...links].filter((link) => (top(link) ?? Infinity) <= line).at(-1) ?? null;
  }

  function markPlace() {
    const link = here();
    if (link === current) return;
    current?.removeAttribute("aria-current");
    current = link;
    if (!link) return;
    link.setAttribute("aria-current", "true");
    const box = link.closest(".fold");
    if (!box) return;
    const [inner, outer] = [link, box].map((one) => one.getBoundingClientRect());
    if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
    else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
  }

  document.addEventListener("DOMContentLoaded", () => {
    if (!document.querySelector(".toc-tree")) return;
    addEventListener("scroll", () => requestAnimationFrame(markPlace), { passive: true });
    new ResizeObserver(markPlace).observe(document.body);
  });

  // What is folded is printed, too.
  /** @type {any[]} */ // details elements
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("main details:not(.check)")].filter(
      (one) => one instanceof HTMLDetailsElement && !one.open,
    );
    for (const details of opened) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of opened) details.open = false;
    opened = [];
  });
})();
