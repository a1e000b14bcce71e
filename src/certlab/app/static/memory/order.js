// @ts-check
/** Siblings apart, situations together: the twin of certlab.study.item_order, which says why. */

const DAY = 86_400_000; // milliseconds, certlab.study.item_order.A_DAY
const AHEAD = 24; // places down the list at which another item is looked for
const BACK = 200; // places up the list at which a place between strangers is looked for
const SIBLINGS = 2; // what two items share from here on makes them siblings

/**
 * What to ask, in its order, and at the end what waits because a day has not passed.
 *
 * @param {any[][]} ranks entries of a bank in their order
 * @param {any[]} known all entries that there are, asked or not
 * @param {Map<string, any>} memories by item id
 * @param {number} now milliseconds since 1970
 */
export function inTurn(ranks, known, memories, now) {
  const kin = new Map(known.map((entry) => [entry.item, kinOf(entry)]));
  const shared = (one, other) => kinship(kin.get(one.item), kin.get(other.item));
  const met = { true: new Set(), false: new Set() }; // by whether of a card
  const meet = ({ card, givesAway }) => {
    for (const name of givesAway) met[card].add(name);
  };
  for (const [item, own] of kin) if (now - memories.get(item)?.counted < DAY) meet(own);
  const asked = [];
  const waiting = [];
  for (const rank of ranks) {
    const free = [];
    for (const group of gathered(rank, known)) {
      const each = group.map(({ item }) => kin.get(item));
      if (each.some(({ card, givesAway }) => count(givesAway, met[!card]))) waiting.push(group);
      else {
        free.push(group);
        each.forEach(meet);
      }
    }
    asked.push(...parted(free, shared, asked.at(-1)));
  }
  return [...asked, ...parted(waiting, shared, asked.at(-1))];
}

/** What an entry hangs on: with its section and objective, and what gives it away. */
function kinOf({ item, module, kind, kin, show, feedback }) {
  const anchor = feedback?.section?.anchor;
  const givesAway = new Set([item, ...kin]);
  const names = new Set([...givesAway, show.objective, ...(anchor ? [`${module}#${anchor}`] : [])]);
  return { module, card: kind === "card", givesAway, names };
}

/** How much two items share: two for each name, one for the module. */
function kinship(one, other) {
  return SIBLINGS * count(one.names, other.names) + Number(one.module === other.module);
}

function count(names, others) {
  let found = 0;
  for (const name of names) found += Number(others.has(name));
  return found;
}

/** Each place takes, of the next groups, the first that shares least with the last item; a sibling goes back to the last place between two strangers. */
export function parted(groups, shared, before = null) {
  const left = [...groups];
  const placed = [];
  const meet = (place, group) => {
    const last = place ? placed[place - 1].at(-1) : before;
    return last ? shared(last, group[0]) : 0;
  };
  const between = (group) => {
    const first = Math.max(0, placed.length - BACK + 1);
    for (let place = placed.length - 1; place >= first; place -= 1)
      if (meet(place, group) < SIBLINGS && shared(group.at(-1), placed[place][0]) < SIBLINGS)
        return place;
    return placed.length;
  };
  while (left.length) {
    const near = left.slice(0, AHEAD).map((group) => meet(placed.length, group));
    const least = Math.min(...near);
    const [group] = left.splice(near.indexOf(least), 1);
    placed.splice(least < SIBLINGS ? placed.length : between(group), 0, group);
  }
  return placed.flat();
}

/** The items of one situation together, where the first of them is, in the bank's order: it is read once. */
function gathered(rank, known) {
  const places = new Map(known.map(({ item }, place) => [item, place]));
  const together = new Map();
  for (const entry of rank) {
    const name = entry.show.context?.scenario ?? entry.item;
    together.set(name, [...(together.get(name) ?? []), entry]);
  }
  return [...together.values()].map((group) =>
    group.sort((one, other) => places.get(one.item) - places.get(other.item)),
  );
}
