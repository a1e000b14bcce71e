// @ts-check
/** What opens the search on every page: the field in the bar and the key /. The rest is fetched then. */

import { slashOpens } from "./slash_key.js";

const TYPING = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";

/**
 * Make the bar's field and the key open the search; on the page of the search it stands at once.
 *
 * @param {{ root: URL, fetchSearched: (name: string) => Promise<any>, style: () => Promise<any> }} given
 *   the front page's address, what fetches a file of the assets, and what brings the style sheet
 */
export function mountSearch(given) {
  const field = /** @type {HTMLAnchorElement | null} */ (document.querySelector("a.find"));
  const place = document.querySelector("[data-search]");
  /** @type {Promise<any> | null} */
  let loading = null;
  const load = () => {
    loading ??= Promise.all([import("./search.js"), given.style()]).then(([one]) => one);
    return loading;
  };
  const open = async () => {
    try {
      const { openSearch } = await load();
      if (place) place.querySelector("input")?.focus();
      else openSearch(given);
    } catch (error) {
      console.warn(error);
      if (field && !place) location.assign(field.href); // the page says what is amiss
    }
  };
  field?.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // in a tab of its own
    event.preventDefault();
    open();
  });
  // Before the widgets, which keep every plain key to themselves.
  addEventListener(
    "keydown",
    (event) => {
      const { key, target } = event;
      if (key !== "/" || event.ctrlKey || event.metaKey || event.altKey || !slashOpens()) return;
      if (target instanceof Element && target.closest(`${TYPING}, dialog`)) return;
      if (!field?.checkVisibility()) return; // in a mock exam nothing is looked up
      event.preventDefault();
      event.stopPropagation();
      open();
    },
    true,
  );
  if (!place) return;
  load()
    .then(({ drawSearch }) => {
      const typed = new URLSearchParams(location.search).get("q") ?? "";
      const { box, input } = drawSearch({ ...given, typed });
      box.className = "cl-search cl-search-page";
      place.replaceChildren(box);
      input.focus();
    })
    .catch(console.warn);
}
