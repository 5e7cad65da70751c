// The list of what real servers alone have in the emulator: a file in src/emulator/vendor is served because it is there.
import { readdirSync } from "node:fs";

export const vendorIndex = "src/emulator/vendor/index.gen.ts";
const folder = new URL("../src/emulator/vendor/", import.meta.url);

/** The text of src/emulator/vendor/index.gen.ts. */
export function vendorIndexText() {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((one) => one.isFile() && one.name.endsWith(".ts") && !one.name.endsWith(".gen.ts"))
    .map(({ name }) => name.slice(0, -3))
    .sort();
  const called = (name) => name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
  return [
    "// Made by `npm run build` from the files of this folder. Do not edit.",
    'import type { Resource } from "../resource.js";',
    ...names.map((name) => `import ${called(name)} from "./${name}.js";`),
    "",
    "/** What real servers alone have, in the order of the names of its files. */",
    "export const vendorSections: readonly Resource[] = [",
    ...names.map((name) => `  ${called(name)},`),
    "];",
    "",
  ].join("\n");
}
