import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { type GitlabformFile, gitlabformFile, type NameForNumber } from "../../../src/convert/gitlabform/index.js";
import type { Json, JsonObject } from "../../../src/core/json.js";
import { kinds } from "../../../src/program/kinds.js";

/** A configuration of gitlabform, written anew, that uses every section and word of its documentation. */
export const everyWordText = readFileSync(new URL("every-word.yml", import.meta.url), "utf8");

/** The same as plain data. */
export function everyWord(): JsonObject {
  return parse(everyWordText, { merge: true }) as JsonObject;
}

/** Converts as the program does; what is told stands under the JSON pointer of what it is about. */
export function converted(value: Json, nameOf?: NameForNumber): GitlabformFile {
  return gitlabformFile(
    { value, keyOrigin: (pointer) => ({ file: pointer, line: 1, column: 1 }) },
    {
      kinds,
      today: "2026-11-23",
      readText: (path) => (path === "files/hello.txt" ? "Hello {{ project }} of {{ group }}\n" : undefined),
      pictureAt: () => undefined,
      ...(nameOf ? { nameOf } : {}),
    },
  );
}

/** A configuration with these levels. */
export function levels(projects_and_groups: JsonObject, more: JsonObject = {}): GitlabformFile {
  return converted({ config_version: 4, ...more, projects_and_groups });
}
