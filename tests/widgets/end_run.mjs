// What some sets came to: node end_run.mjs < [[rows, { since, now, resets, scope }], ...]
import { readFileSync } from "node:fs";
import { endLines } from "../../src/certlab/app/static/deck/session_end.js";

const told = JSON.parse(readFileSync(0, "utf-8")).map((one) => endLines(...one));
process.stdout.write(JSON.stringify(told));
