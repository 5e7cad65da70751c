import { realpathSync } from "node:fs";
import path from "node:path";
import { type FileDiagnostic, type Origin, TrueupError, formatOrigin, warning } from "../core/errors.js";
import { fileGlob, glob } from "../core/glob.js";
import { asMounted, isInside } from "./find-files.js";
import type { SourceFile } from "./read-file.js";

/** What the files that a glob names may say, and what may leave by them. */
export interface FileScope {
  /** Of files, relative to the directory of the scopes; letter case counts. */
  readonly files: string;
  readonly words: readonly string[];
  /** Globs of full paths: groups and projects there, and what hangs on them. */
  readonly paths: readonly string[];
  /** Globs of variables that `${env:}` may name; undefined in the short form, which lists none. */
  readonly env?: readonly string[];
  readonly origin: Origin;
}

/** Which file may say what. */
export interface FileScopes {
  /** Absolute; what the globs of files are relative to. */
  readonly directory: string;
  readonly entries: readonly FileScope[];
}

/** One line of the scopes, ready to be asked. */
export class ScopeTest {
  readonly names: (place: string) => boolean;
  readonly lists: ((variable: string) => boolean) | undefined;
  readonly words: ReadonlySet<string>;
  private readonly paths: readonly ((path: string) => boolean)[];

  constructor(
    readonly scope: FileScope,
    extraWords: readonly string[],
  ) {
    this.names = fileGlob(scope.files);
    this.words = new Set([...scope.words, ...extraWords]);
    this.paths = scope.paths.map((pattern) => glob(pattern));
    const listed = scope.env?.map((pattern) => fileGlob(pattern));
    this.lists = listed && ((variable) => listed.some((matches) => matches(variable)));
  }

  allowsPath(full: string): boolean {
    // What is no path leads nowhere, and may not seem to lie below one.
    const isPlain = full.split("/").every((segment) => !["", ".", ".."].includes(segment));
    return isPlain && this.paths.some((matches) => matches(full));
  }

  /** The directory that is the file's own by this line: what the glob says before `**` and its last part, each directory by itself where that is a wildcard. */
  directoryOf(place: string): string {
    const above = this.scope.files.split("/").slice(0, -1);
    const wild = above.indexOf("**");
    return place
      .split("/")
      .slice(0, wild < 0 ? above.length : wild)
      .join("/");
  }

  /** The line as people find it. */
  get line(): string {
    return `${this.scope.files}: [${[...this.scope.words, ...this.scope.paths].join(", ")}] (${formatOrigin(this.scope.origin)})`;
  }
}

/** Where files lie under scopes, and what they may take from their surroundings. A file is where it really is, symlinks resolved. */
export class ScopedFiles {
  private readonly root: string;
  private readonly known = new Map<string, string | undefined>();
  private readonly unlisted = new Map<ScopeTest, Set<string>>();

  constructor(
    private readonly directory: string,
    readonly scopes: readonly ScopeTest[],
  ) {
    this.root = asMounted(realPlace(directory));
  }

  /** Where a path really leads, relative to the directory of the scopes, with forward slashes; undefined outside of that. */
  placeOf(absolute: string): string | undefined {
    if (!this.known.has(absolute)) this.known.set(absolute, this.placeOfLink(realPlace(absolute)));
    return this.known.get(absolute);
  }

  /** The path of a link itself, wherever that leads. `link` has the directories above it resolved. */
  placeOfLink(link: string): string | undefined {
    const real = asMounted(link);
    return isInside(real, this.root) ? path.relative(this.root, real).split(path.sep).join("/") : undefined;
  }

  /** The lines that name a place. */
  at(place: string | undefined): readonly ScopeTest[] {
    return place === undefined ? [] : this.scopes.filter((scope) => scope.names(place));
  }

  /** Throws TrueupError `scope.reach` for a path, as the file means it, that leads out of the own directories of the file or has a part that begins with a dot. */
  mustReach(absolute: string, source: SourceFile): void {
    const from = this.placeOf(source.absolute);
    const scopes = this.at(from);
    if (from === undefined || scopes.length === 0) return;
    const directories = [...new Set(scopes.map((scope) => scope.directoryOf(from)))];
    const places = [path.relative(this.directory, absolute).split(path.sep).join("/"), this.placeOf(absolute)];
    const isBelow = (place: string | undefined) =>
      place !== undefined &&
      directories.some((directory) => (directory === "" ? !place.startsWith("../") : place.startsWith(`${directory}/`)));
    const isHidden = places.some((place) => place?.split("/").some((part) => part.startsWith(".") && part !== ".."));
    if (!isHidden && places.every(isBelow)) return;
    const outside = places.find((place) => !isBelow(place)) ?? "what it names";
    throw new TrueupError({
      code: "scope.reach",
      message: isHidden ? "a part of this path begins with a dot" : `${outside} is out of the scope of this file`,
      hint: `a path below ${directories.map((directory) => (directory === "" ? "the directory of the project file" : `${directory}/`)).join(" or ")} of which no part begins with a dot`,
    });
  }

  /** Throws TrueupError `scope.env` for a variable that no scope of the file lists; in the short form, which has no list, it is noted (see `warnings`). */
  mustList(variable: string, source: SourceFile): void {
    const scopes = this.at(this.placeOf(source.absolute));
    if (scopes.length === 0 || scopes.some(({ lists }) => lists?.(variable))) return;
    const short = scopes.find(({ lists }) => lists === undefined);
    if (short) {
      this.unlisted.set(short, (this.unlisted.get(short) ?? new Set()).add(variable));
      return;
    }
    const [first] = scopes;
    throw new TrueupError({
      code: "scope.env",
      message: `no scope of this file lists the variable ${variable}`,
      hint: `add ${variable} to env of ${first?.scope.files ?? ""}${first ? ` (${formatOrigin(first.scope.origin)})` : ""}`,
    });
  }

  /** One warning for each line in the short form whose files refer to variables. */
  warnings(): readonly FileDiagnostic[] {
    return [...this.unlisted].map(([{ scope }, variables]) => {
      const names = [...variables].sort().join(", ");
      const may = [...scope.words, ...scope.paths].map((word) => JSON.stringify(word)).join(", ");
      return warning("scope.env", scope.origin, `its files refer to variables that it does not list: ${names}`, {
        allowed: `${scope.files}: { may: [${may}], env: [${names}] }; the next release refuses what is not listed`,
      });
    });
  }
}

/** With symlinks resolved; of what is not there yet those above it. */
export function realPlace(absolute: string): string {
  try {
    return realpathSync(absolute);
  } catch {
    const above = path.dirname(absolute);
    return above === absolute ? absolute : path.join(realPlace(above), path.basename(absolute));
  }
}
