// Ask every question of a bank in every variant: node bank_run.mjs < {"banks": [...], "variants": n}
import { readFileSync } from "node:fs";
import { ask } from "../../src/certlab/app/static/deck/bank.js";

const { banks, variants } = JSON.parse(readFileSync(0, "utf-8"));
const asked = banks.map((bank) =>
  bank.items.map((entry) => Array.from({ length: variants }, (_, seed) => ask(bank, entry, seed))),
);
process.stdout.write(JSON.stringify(asked.flat(2)));
