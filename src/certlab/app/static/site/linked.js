// @ts-check
/** What a page's address asks for, fetched where it names something. */

/** What reads such an address and draws what it says; null where the page's own names nothing. */
export async function linkOf() {
  const given = new URLSearchParams(location.search);
  if (!given.has("drill") && !given.has("scenario")) return null;
  const { countOf, drawLinked, itemsOf, linkedDrill } = await import("./linked_drill.js");
  return { countOf, drawLinked, itemsOf, linkedDrill };
}
