// The worker of a class's stream, with pages and streams of this file: prints what each page is told.
const streams = [];
let connect;
globalThis.addEventListener = (_, listener) => {
  connect = listener;
};
globalThis.setInterval = () => {};
globalThis.fetch = async (address, { headers, signal }) => {
  if (headers.refused) return new Response(JSON.stringify({ error: "Later." }), { status: 503 });
  let send;
  const body = new ReadableStream({
    start: (controller) => {
      send = (event, data) =>
        controller.enqueue(
          new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
        );
      signal.addEventListener("abort", () => controller.error(signal.reason));
    },
  });
  streams.push({ address, signal, send });
  return new Response(body);
};
await import(process.argv[2]);
const never = setTimeout(() => {
  throw new Error("what was waited for never came");
}, Number(process.argv[3]));

/** A page that has come; `told` is what it heard, without the questions who is there. */
function page(headers = {}) {
  const { port1, port2 } = new MessageChannel();
  const told = [];
  port1.on("message", (one) => Object.keys(one).length && told.push(one));
  connect({ ports: [port2] });
  port1.postMessage({ address: "http://class.test/events", headers });
  return { told, port: port1, leave: () => port1.postMessage(null) };
}

async function until(holds) {
  while (!holds()) await new Promise((done) => setTimeout(done, 1));
}

const found = {};
const [first, second] = [page(), page()];
await until(() => streams.length);
streams[0].send("state", 1);
await until(() => first.told.length && second.told.length);
const third = page();
await until(() => third.told.length);
found.late = [[...third.told], streams.length];

streams[0].send("map", "whole");
await until(() => third.told.length === 2);
const fourth = page();
await until(() => streams.length === 2);
streams[1].send("map", "whole");
await until(() => fourth.told.length);
found.map = [[...fourth.told], first.told.at(-1), streams.map(({ signal }) => signal.aborted)];

const all = [first, second, third, fourth];
for (const one of all.slice(1)) one.leave();
streams[1].send("state", 2);
await until(() => first.told.at(-1).data === 2);
found.stays = streams[1].signal.aborted;
first.leave();
await until(() => streams[1].signal.aborted);

const fifth = page({ refused: "yes" });
await until(() => fifth.told.length);
found.refused = fifth.told;
page();
await until(() => streams.length === 3);
found.again = streams[2].address;
clearTimeout(never);
console.log(JSON.stringify(found));
process.exit();
