// The emulator's company, whose seed is written as YAML, as a module: parsing that much YAML would take longer than the rest of its start.
import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";

const folder = new URL("../src/emulator/company/", import.meta.url);

/** The text of src/emulator/company.gen.ts. Throws where two files have the same part of the seed. */
export function companyText() {
  const company = {};
  for (const name of readdirSync(folder).sort()) {
    for (const [key, entries] of Object.entries(parse(readFileSync(new URL(name, folder), "utf8")))) {
      if (Object.hasOwn(company, key)) throw new Error(`src/emulator/company/${name}: ${key} is in another file too`);
      company[key] = entries;
    }
  }
  // As a text, because that is read faster than code.
  const text = JSON.stringify(JSON.stringify(company));
  return [
    "// Made by `npm run build` from src/emulator/company. Do not edit.",
    'import type { Entries } from "./core/seed.js";',
    "",
    "/** The seed of the little company. */",
    `export const company = JSON.parse(${text}) as Entries;`,
    "",
  ].join("\n");
}
