import { createHash } from "node:crypto";
import { fold } from "./address.js";

/** The names in a path come from the platform: longer ones are cut, so that every file system takes them. */
const longest = 100;
/** Names that mean a device to some systems, whatever follows a dot, or a directory that is not read. */
const unfit = /^(?:con|prn|aux|nul|conin\$|conout\$|com\d|lpt\d)(?:\.|$)|^node_modules$/i;

/** Gives out paths for new files, relative to their root and such as loading finds: never one twice, whatever its letter case, and none that lies outside. */
export class FileNames {
  private readonly files = new Set<string>();
  private readonly directories = new Set<string>();

  /** `taken` are the paths of files that are there already, or will be; `ending` is that of all names, with its dot. */
  constructor(
    taken: Iterable<string>,
    private readonly ending: string,
  ) {
    for (const file of taken) this.take(file);
  }

  /** A path for a file in the directory of these names; `word` is added to its name where that is taken. */
  claim(directory: readonly string[], name: string, word: string): string {
    const place = this.directory(directory);
    const file = this.free(
      `${place}${segmentName(name)}`,
      word,
      this.ending,
      (path) => !this.files.has(path) && !this.directories.has(path),
    );
    this.take(file);
    return file;
  }

  /** The path of a directory, with a slash at its end; "" for the root. */
  private directory(names: readonly string[]): string {
    return names.reduce(
      (above, name) => `${this.free(`${above}${segmentName(name)}`, "files", "", (path) => !this.files.has(path))}/`,
      "",
    );
  }

  private free(stem: string, word: string, ending: string, isFree: (folded: string) => boolean): string {
    if (isFree(fold(stem + ending))) return stem + ending;
    for (let count = 1; ; count++) {
      const name = `${stem}-${word}${count === 1 ? "" : `-${count}`}${ending}`;
      if (isFree(fold(name))) return name;
    }
  }

  private take(file: string): void {
    const path = fold(file);
    this.files.add(path);
    for (let slash = path.lastIndexOf("/"); slash > 0; slash = path.lastIndexOf("/", slash - 1))
      this.directories.add(path.slice(0, slash));
  }
}

/** A name that every file system takes and that loading does not skip, as near to the segment as can be. */
function segmentName(segment: string): string {
  const plain = segment.replaceAll(/[^A-Za-z0-9_.-]/g, "-").replace(/\.+$/, "-");
  const short = plain.length > longest ? `${plain.slice(0, longest)}-${digest(segment)}` : plain;
  return /^(?:[._-]|$)/.test(short) || unfit.test(short) ? `path-${short}` : short;
}

function digest(text: string): string {
  return createHash("sha256").update(fold(text)).digest("hex").slice(0, 12);
}
