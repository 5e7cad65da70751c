import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The directory of the installed package: the nearest one above this file that has a package.json. */
export function packageDirectory(): string {
  let directory = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(directory, "package.json"))) directory = dirname(directory);
  return directory;
}

/** The version of this package. */
export function packageVersion(): string {
  const content: unknown = JSON.parse(readFileSync(join(packageDirectory(), "package.json"), "utf8"));
  return typeof content === "object" && content !== null && "version" in content ? String(content.version) : "0";
}
