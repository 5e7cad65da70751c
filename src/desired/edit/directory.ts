import path from "node:path";
import type { Loaded } from "../index.js";
import type { Source } from "../read-file.js";

/** Directory of a file, relative to the root of the files, with forward slashes; "" for the root itself. */
export function directoryOf({ absolute }: Source, { directory }: Loaded): string {
  return path.relative(directory, path.dirname(absolute)).split(path.sep).join("/");
}
