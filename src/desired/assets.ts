import { createHash } from "node:crypto";
import path from "node:path";
import { remembered } from "../core/collections.js";
import { TrueupError } from "../core/errors.js";
import { contentOf } from "../core/git-blob.js";
import { file, type FileValue } from "../core/placeholders.js";
import { besideOf, isInside, type Overlay, readRegular, realPath, tooLarge } from "./find-files.js";
import type { SourceFile } from "./read-file.js";
import type { ScopedFiles } from "./scoped-files.js";

const largestImage = 20 * 1024 * 1024;

/** What files that are named are held against. */
interface AssetOptions {
  /** Pictures that stand in for the disk's. */
  readonly overlay?: Overlay | undefined;
  readonly scoped?: Pick<ScopedFiles, "mustReach"> | undefined;
  /** Called with each by its absolute path, before it is read. */
  readonly onNamed?: ((absolute: string) => void) | undefined;
}

/** Reads the files that desired state names; each once. */
export class Assets {
  private readonly hashes = remembered<string>();
  private readonly directories = remembered<string>();

  /** `root` is the absolute directory that paths in the desired state are relative to. */
  constructor(
    readonly root: string,
    private readonly options: AssetOptions = {},
  ) {}

  /** A path as a file names it, turned into one relative to the root. Throws TrueupError `file.outside`, and `scope.reach` for what the scopes of that file keep from it. */
  relative(name: string, source: SourceFile): string {
    const absolute = path.resolve(this.beside(source), name);
    const given = realPath(absolute);
    const inside = given === undefined ? isInside(absolute, this.root) : isInside(given, source.directory);
    if (path.isAbsolute(name) || !inside) {
      throw new TrueupError({
        code: "file.outside",
        message: "the path leads out of the directory",
        hint: "a path inside the directory of the desired state",
      });
    }
    this.options.scoped?.mustReach(absolute, source);
    this.options.onNamed?.(absolute);
    return path.relative(this.root, absolute).split(path.sep).join("/");
  }

  /** The directory that paths in a file are relative to, below the root by the root's own name, whatever links lead to that. */
  private beside(source: SourceFile): string {
    return this.directories(source.absolute, () => {
      const [beside, root] = [besideOf(source), realPath(this.root)];
      const isBelow = root !== undefined && isInside(beside, root);
      return isBelow ? path.join(this.root, path.relative(root, beside)) : beside;
    });
  }

  /** An image as desired state keeps it: its path and the hash of its content. Throws TrueupError `file.missing`, `file.size`, `file.outside`. */
  image(name: string, source: SourceFile): FileValue {
    const relative = this.relative(name, source);
    const absolute = path.join(this.root, relative);
    const sha256 = this.hashes(absolute, () => createHash("sha256").update(this.bytes(absolute)).digest("hex"));
    return file(relative, sha256);
  }

  /** What is in a file, as the text that stands for it. Throws as `image`. */
  content(name: string, source: SourceFile): string {
    return contentOf(this.bytes(path.join(this.root, this.relative(name, source))));
  }

  private bytes(absolute: string): Uint8Array {
    const given = this.options.overlay?.get(absolute);
    try {
      const bytes = typeof given === "string" ? Buffer.from(given) : (given ?? readRegular(absolute, largestImage));
      if (bytes.length > largestImage) throw tooLarge(bytes.length, largestImage);
      return bytes;
    } catch (error) {
      if (error instanceof TrueupError) throw error;
      throw new TrueupError({ code: "file.missing", message: "there is no such file", hint: "a path relative to this file" });
    }
  }
}
