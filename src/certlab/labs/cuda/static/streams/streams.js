// @ts-check
/**
 * An array in chunks, dealt out to streams, in time: as certlab.labs.cuda.streams runs its `pipeline`,
 * where to queue work takes the host no time.
 *
 * @typedef {{ chunks: number, streams: number, times: number[], engines: number, pinned: boolean, breadth?: boolean }} Asked
 * @typedef {{ stream: string, step: number, chunk: number, engine: string, seconds: number, queued: number, after: number | null }} Task
 * @typedef {{ stream: string, step: number, chunk: number, engine: string, start: number, end: number }} Span when a task runs
 * @typedef {{ engines: string[], spans: Span[], busy: Record<string, number>, seconds: number, serial: number }} Timeline
 */

const names = (/** @type {number} */ engines) =>
  engines === 2 ? ["copy in", "kernels", "copy out"] : ["copies", "kernels", "copies"];

/**
 * The host's calls as [stream, step, chunk]: chunk after chunk, or step after step of a round.
 *
 * @param {Asked} asked
 * @returns {[stream: string, step: number, chunk: number][]}
 */
function calls({ chunks, streams, breadth }) {
  const made = [];
  for (let first = 0; first < chunks; first += streams) {
    const round = [...Array(Math.min(streams, chunks - first)).keys()];
    /**
     * @param {number} n
     * @param {number} step
     * @returns {[stream: string, step: number, chunk: number]}
     */
    const one = (n, step) => [String(((first + n) % streams) + 1), step, first + n];
    for (let outer = 0; outer < (breadth ? 3 : round.length); outer += 1)
      for (let inner = 0; inner < (breadth ? round.length : 3); inner += 1)
        made.push(breadth ? one(inner, outer) : one(outer, inner));
  }
  return made;
}

/**
 * Start and end of each task: always the one that can start first, then as queued.
 *
 * @param {Task[]} tasks
 */
function schedule(tasks) {
  /** @type {Map<number, { start: number, end: number }>} */
  const ends = new Map();
  /** @type {Record<string, number>} */
  const free = {};
  const waiting = new Map(tasks.entries());
  while (waiting.size) {
    /** @type {{ start: number, number: number } | null} */
    let best = null;
    for (const [number, task] of waiting) {
      if (best && task.queued > best.start) break; // who is queued later cannot start earlier
      const after = task.after === null ? 0 : ends.get(task.after)?.end;
      if (after === undefined) continue;
      const ready = Math.max(task.queued, after);
      const start = Math.max(ready, free[task.engine] ?? 0);
      if (!best || start < best.start) best = { start, number };
    }
    if (!best) throw new Error("no work may start");
    const task = tasks[best.number];
    waiting.delete(best.number);
    const end = best.start + task.seconds;
    ends.set(best.number, { start: best.start, end });
    free[task.engine] = end;
  }
  return tasks.map((_, number) => /** @type {{ start: number, end: number }} */ (ends.get(number)));
}

/**
 * When each piece runs.
 *
 * @param {Asked} asked `chunks`, `streams`, `times` of all chunks to copy in, work and copy out, `engines` that
 *   copy (1 or 2), whether the host's memory is `pinned`, and whether each step of a round is queued at once
 */
export function timeline(asked) {
  const engines = names(asked.engines);
  /** @type {Task[]} */
  const tasks = [];
  /** @type {Record<string, number>} */
  const last = {};
  let now = 0;
  /** @type {number | null} */
  let hold = null; // a copy that the host itself waits for
  for (const [stream, step, chunk] of calls(asked)) {
    if (hold !== null) now = Math.max(now, schedule(tasks)[hold].end);
    hold = step !== 1 && !asked.pinned ? tasks.length : null;
    const seconds = asked.times[step] / asked.chunks;
    const after = last[stream] ?? null;
    last[stream] = tasks.length;
    tasks.push({ stream, step, chunk, engine: engines[step], seconds, queued: now, after });
  }
  const ends = schedule(tasks);
  const spans = tasks.map(({ stream, step, chunk, engine }, n) => ({
    ...{ stream, step, chunk, engine },
    ...ends[n],
  }));
  /** @type {Record<string, number>} */
  const busy = {};
  for (const { engine, start, end } of spans) busy[engine] = (busy[engine] ?? 0) + end - start;
  return {
    engines: [...new Set(engines)],
    spans,
    busy,
    seconds: Math.max(...spans.map(({ end }) => end)),
    serial: asked.times.reduce((sum, one) => sum + one, 0),
  };
}
