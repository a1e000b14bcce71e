// @ts-check
/** Who listens to the stores of one name, in this document and in other tabs. */

const rooms = new Map();

/** Who listens to the stores of one name in this document, and the way to the other tabs. */
export function roomOf(name) {
  if (!rooms.has(name)) {
    /** @type {{ listeners: Set<() => void>, channel: BroadcastChannel | null }} */
    const room = { listeners: new Set(), channel: null };
    room.channel = channelNamed(name, () => tellOwn(room));
    rooms.set(name, room);
  }
  return rooms.get(name);
}

/** A channel between tabs; null where the browser has none. */
export function channelNamed(name, heard) {
  try {
    const channel = new BroadcastChannel(name);
    channel.onmessage = heard;
    return channel;
  } catch {
    return null;
  }
}

export function tellAll(room) {
  room.channel?.postMessage({ type: "changed" });
  tellOwn(room);
}

export function tellOwn(room) {
  for (const listener of [...room.listeners]) queueMicrotask(listener);
}
