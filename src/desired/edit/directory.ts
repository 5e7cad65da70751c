import path from "node:path";
import type { Loaded } from "../index.js";
import type { SourceFile } from "../read-file.js";

/** Path of a file, relative to the root of the files, with forward slashes. */
export function relativePath({ absolute }: SourceFile, { directory }: Loaded): string {
  return path.relative(directory, absolute).split(path.sep).join("/");
}

/** Directory of a file, likewise; "" for the root itself. */
export function directoryOf(source: SourceFile, loaded: Loaded): string {
  const directory = path.posix.dirname(relativePath(source, loaded));
  return directory === "." ? "" : directory;
}
