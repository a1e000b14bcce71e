// @ts-check
/**
 * What of a table may be published, as certlab.labs.trustworthy_ai.privacy.release has it.
 *
 * @typedef {[postcode: string, born: number, sex: string, illness: string]} Row
 * @typedef {{ digits: number, years: number, sex: boolean, k: number, illnesses: number }} Settings
 * @typedef {{ key: string[], rows: number[], illnesses: number, published: boolean }} Group rows by number
 * @typedef {ReturnType<typeof counted>} Counted
 */

/**
 * A year as a span of so many years, "1980-1989" for ten.
 *
 * @param {number} year
 * @param {number} years
 */
function coarser(year, years) {
  if (!years) return "";
  const first = Math.floor(year / years) * years;
  return years === 1 ? String(year) : `${first}-${first + years - 1}`;
}

/**
 * The groups of rows that share all quasi-identifiers, by their keys.
 *
 * @param {Row[]} table rows of postcode, year of birth, sex and illness
 * @param {Settings} settings `digits`, `years`, `sex`, `k` and `illnesses` that a group must have
 */
export function release(table, { digits, years, sex, k, illnesses }) {
  /** @type {Map<string, {key: string[], rows: number[]}>} */
  const groups = new Map();
  table.forEach(([postcode, born, own], number) => {
    const key = [postcode.slice(0, digits), coarser(born, years), sex ? own : ""];
    const name = key.join(" ");
    const rows = groups.get(name)?.rows ?? [];
    groups.set(name, { key, rows: [...rows, number] });
  });
  return [...groups.values()]
    .sort((a, b) => {
      const at = a.key.findIndex((part, n) => part !== b.key[n]);
      return at < 0 ? 0 : a.key[at] < b.key[at] ? -1 : 1;
    })
    .map(({ key, rows }) => {
      const kinds = new Set(rows.map((number) => table[number][3])).size;
      return {
        ...{ key, rows, illnesses: kinds },
        published: rows.length >= k && kinds >= illnesses,
      };
    });
}

/**
 * What a release comes to.
 *
 * @param {Group[]} groups
 */
export function counted(groups) {
  const rows = (/** @type {Group[]} */ some) =>
    some.reduce((sum, group) => sum + group.rows.length, 0);
  const published = groups.filter((group) => group.published);
  return {
    alone: groups.filter((group) => group.rows.length === 1).length,
    smallest: Math.min(...published.map((group) => group.rows.length)),
    groups: published.length,
    kept: rows(published),
    suppressed: rows(groups) - rows(published),
    alike: published.filter((group) => group.rows.length > 1 && group.illnesses === 1),
  };
}
