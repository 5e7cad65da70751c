import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const source = fileURLToPath(new URL("../src", import.meta.url));
/** Where scripts/strip-sources.mjs puts the sources as JavaScript. */
const stripped = fileURLToPath(new URL("../.src-js", import.meta.url));

/** Tests load the sources as JavaScript, by Node itself: see scripts/strip-sources.mjs. */
export const strippedSources: Plugin = {
  name: "stripped-sources",
  enforce: "pre",
  resolveId(id, importer) {
    if (!/^[./]/.test(id) || importer === undefined) return undefined;
    const inside = relative(source, resolve(dirname(importer), id));
    return inside.startsWith("..") ? undefined : join(stripped, inside.replace(/\.ts$/, ".js"));
  },
};
