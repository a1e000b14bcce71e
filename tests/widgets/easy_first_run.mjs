// What somebody new is asked first: node easy_first_run.mjs < [{"item", "kind", "show": {"level"}}]
import { readFileSync } from "node:fs";
import { easyFirst } from "../../src/certlab/app/static/memory/easy_first.js";

const entries = JSON.parse(readFileSync(0, "utf-8"));
process.stdout.write(JSON.stringify(easyFirst(entries).map(({ item }) => item)));
