// The list of the emulator's resources: a folder in src/emulator/resources is served because it is there.
import { existsSync, readdirSync } from "node:fs";

export const resourceIndex = "src/emulator/resources/index.gen.ts";
const folder = new URL("../src/emulator/resources/", import.meta.url);

/** The text of src/emulator/resources/index.gen.ts. */
export function resourceIndexText() {
  const names = readdirSync(folder)
    .filter((name) => existsSync(new URL(`${name}/operations.ts`, folder)))
    .sort();
  const called = (name) => name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
  return [
    "// Made by `npm run build` from the folders beside it. Do not edit.",
    'import type { Resource } from "../core/resource.js";',
    ...names.map((name) => `import ${called(name)} from "./${name}/operations.js";`),
    "",
    "/** What the emulator serves, in the order of the names of the folders. */",
    "export const areas: readonly Resource[] = [",
    ...names.map((name) => `  ${called(name)},`),
    "];",
    "",
  ].join("\n");
}
