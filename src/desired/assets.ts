import { createHash } from "node:crypto";
import path from "node:path";
import { TrueupError } from "../core/errors.js";
import { contentOf } from "../core/git-blob.js";
import { file, type FileValue } from "../core/placeholders.js";
import { isInside, type Overlay, realPath } from "./find-files.js";
import type { SourceFile } from "./read-file.js";
import { readRegular, tooLarge } from "./regular-file.js";

const largestImage = 20 * 1024 * 1024;

/** Reads the files that desired state names; each once. */
export class Assets {
  private readonly hashes = new Map<string, string>();

  /** `root` is the absolute directory that paths in the desired state are relative to; pictures of the overlay stand in for the disk's. */
  constructor(
    readonly root: string,
    private readonly overlay: Overlay = new Map(),
  ) {}

  /** A path as a file names it, turned into one relative to the root. Throws TrueupError `file.outside`. */
  relative(name: string, source: SourceFile): string {
    const absolute = path.resolve(path.dirname(source.absolute), name);
    const given = realPath(absolute);
    const inside = given === undefined ? isInside(absolute, this.root) : isInside(given, source.directory);
    if (path.isAbsolute(name) || !inside) {
      throw new TrueupError({
        code: "file.outside",
        message: "the path leads out of the directory",
        hint: "a path inside the directory of the desired state",
      });
    }
    return path.relative(this.root, absolute).split(path.sep).join("/");
  }

  /** An image as desired state keeps it: its path and the hash of its content. Throws TrueupError `file.missing`, `file.size`, `file.outside`. */
  image(name: string, source: SourceFile): FileValue {
    const relative = this.relative(name, source);
    const absolute = path.join(this.root, relative);
    const known = this.hashes.get(absolute);
    if (known !== undefined) return file(relative, known);
    const sha256 = createHash("sha256").update(this.bytes(absolute)).digest("hex");
    this.hashes.set(absolute, sha256);
    return file(relative, sha256);
  }

  /** What is in a file, as the text that stands for it. Throws as `image`. */
  content(name: string, source: SourceFile): string {
    return contentOf(this.bytes(path.join(this.root, this.relative(name, source))));
  }

  private bytes(absolute: string): Uint8Array {
    const given = this.overlay.get(absolute);
    const bytes = typeof given === "string" ? Buffer.from(given) : given;
    if (bytes === undefined) return this.onDisk(absolute);
    if (bytes.length > largestImage) throw tooLarge(bytes.length, largestImage);
    return bytes;
  }

  private onDisk(absolute: string): Uint8Array {
    try {
      return readRegular(absolute, largestImage);
    } catch (error) {
      if (error instanceof TrueupError) throw error;
      throw new TrueupError({ code: "file.missing", message: "there is no such file", hint: "a path relative to this file" });
    }
  }
}
