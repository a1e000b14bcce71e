// @ts-check
/**
 * Who listens to the stores of one name, in this document and in other tabs.
 *
 * @typedef {{ listeners: Set<() => void>, channel: BroadcastChannel | null }} Room
 */

/** @type {Map<string, Room>} */
const rooms = new Map();

/**
 * Who listens to the stores of one name in this document, and the way to the other tabs.
 *
 * @param {string} name
 * @returns {Room}
 */
export function roomOf(name) {
  const there = rooms.get(name);
  if (there) return there;
  /** @type {Room} */
  const room = { listeners: new Set(), channel: null };
  room.channel = channelNamed(name, () => tellOwn(room));
  rooms.set(name, room);
  return room;
}

/**
 * A channel between tabs; null where the browser has none.
 *
 * @param {string} name
 * @param {(event: MessageEvent) => void} heard
 */
export function channelNamed(name, heard) {
  try {
    const channel = new BroadcastChannel(name);
    channel.onmessage = heard;
    return channel;
  } catch {
    return null;
  }
}

/** @param {Room} room */
export function tellAll(room) {
  room.channel?.postMessage({ type: "changed" });
  tellOwn(room);
}

/** @param {Room} room */
export function tellOwn(room) {
  for (const listener of [...room.listeners]) queueMicrotask(listener);
}
