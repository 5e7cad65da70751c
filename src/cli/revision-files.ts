import { lstat, mkdir, mkdtemp, readFile, realpath, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { TrueupError } from "../core/errors.js";
import { type Git, mostBytes } from "./git.js";

/** A file of a revision. */
interface Entry {
  readonly isLink: boolean;
  readonly blob: string;
  readonly size: number;
  /** From the top of the repository. */
  readonly file: string;
}

/** Where the files of a revision come from. */
export interface RevisionObject {
  /** Runs git where the objects are. */
  readonly git: Git;
  /** A commit or a tree. */
  readonly object: string;
  /** As the user names it. */
  readonly name: string;
  /** Takes away what the objects are in, where that is only for this. */
  readonly remove?: () => Promise<void>;
}

/** The same, and where they go by. */
export interface RevisionSource extends RevisionObject {
  /** Absolute, with links resolved: the top of the repository, and where the user stands. */
  readonly top: string;
  readonly here: string;
  /** True to refuse links that lead out of the repository: whoever wrote the revision must not have files of this machine read. */
  readonly isConfined: boolean;
}

/**
 * The files of a revision in a directory of their own, each under its whole path, so that they lie to where the user stands as they do on the disk. The blobs are taken as they are;
 * only what is asked for is laid out, because a repository may hold much else.
 */
export class RevisionLayout {
  /** Stands for the directory that the user is in. */
  readonly cwd: string;
  private readonly done = new Set<string>();

  private constructor(
    readonly source: RevisionSource,
    private readonly entries: readonly Entry[],
    private readonly root: string,
  ) {
    this.cwd = path.join(root, source.here);
  }

  static async open(source: RevisionSource): Promise<RevisionLayout> {
    const listed = (await source.git(["ls-tree", "-r", "-z", "--long", "--full-tree", source.object])).toString();
    const entries = listed.split("\0").flatMap((line) => entryOf(line));
    const root = await realpath(await mkdtemp(path.join(tmpdir(), "trueup-revision-")));
    const layout = new RevisionLayout(source, entries, root);
    // What looks for the top of a repository finds it here, too.
    await mkdir(path.join(root, source.top, ".git"), { recursive: true });
    await mkdir(layout.cwd, { recursive: true });
    return layout;
  }

  /** Lays out what is at these paths, absolute as on the disk, with the files of the repository that links there lead to. Throws TrueupError `git.repository` for one that lies elsewhere. */
  async layOut(paths: readonly string[]): Promise<void> {
    const wanted = paths.flatMap((given) => this.placeOf(given) ?? []);
    if (wanted.length < paths.length) throw outside(this.source.top);
    await this.take((file) => wanted.some((place) => place === "" || file === place || file.startsWith(`${place}/`)));
  }

  /** Lays out all files of a name, wherever they are. */
  async layOutNamed(name: string): Promise<void> {
    await this.take((file) => path.posix.basename(file) === name);
  }

  /** Copies a file from the disk, for one that is no file of the repository. */
  async copy(absolute: string): Promise<void> {
    const content = await readFile(absolute).catch(() => undefined);
    if (content === undefined) return;
    const target = path.join(this.root, absolute);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, content, { mode: 0o600 });
  }

  /** True where the revision has a directory there. */
  isDirectory(absolute: string): boolean {
    const place = this.placeOf(absolute);
    return place !== undefined && this.entries.some(({ file }) => file.startsWith(place === "" ? "" : `${place}/`));
  }

  /** The path from the top of the repository; undefined outside of it. */
  placeOf(absolute: string): string | undefined {
    const place = path.relative(this.source.top, absolute).split(path.sep).join("/");
    return place === ".." || place.startsWith("../") || path.isAbsolute(place) ? undefined : place;
  }

  /** The absolute path on the disk that a path of the layout stands for. */
  onDisk(laidOut: string): string {
    return path.join("/", path.relative(this.root, laidOut));
  }

  async remove(): Promise<void> {
    await Promise.all([rm(this.root, { recursive: true, force: true }), this.source.remove?.()]);
  }

  private async take(isWanted: (file: string) => boolean): Promise<void> {
    const entries = this.entries.filter(({ file }) => !this.done.has(file) && isWanted(file));
    if (entries.length === 0) return;
    const size = entries.reduce((sum, entry) => sum + entry.size, 0);
    if (size > mostBytes) throw tooMuch(this.source.name, size);
    for (const { file } of entries) this.done.add(file);
    const contents = await this.contentsOf(entries);
    const top = path.join(this.root, this.source.top);
    // Links come last: until then no name can lead elsewhere.
    const [files, links] = [entries.filter(({ isLink }) => !isLink), entries.filter(({ isLink }) => isLink)];
    for (const { file } of files) {
      // oxlint-disable-next-line no-await-in-loop -- thousands of open files at once are too many
      const target = await placeIn(top, file);
      // oxlint-disable-next-line no-await-in-loop
      await writeFile(target, contents.get(file) ?? "", { mode: 0o600, flag: "wx" });
    }
    const targets: string[] = [];
    for (const { file } of links) {
      const to = contents.get(file)?.toString() ?? "";
      // oxlint-disable-next-line no-await-in-loop
      await symlink(to, await placeIn(top, file));
      targets.push(path.posix.join(path.posix.dirname(file), to));
    }
    if (links.length === 0) return;
    await this.take((file) => targets.some((target) => target === "." || file === target || file.startsWith(`${target}/`)));
    if (this.source.isConfined) await Promise.all(links.map(async ({ file }) => this.mustStayInside(top, file)));
  }

  private async contentsOf(entries: readonly Entry[]): Promise<ReadonlyMap<string, Buffer>> {
    const output = await this.source.git(["cat-file", "--batch"], entries.map(({ blob }) => `${blob}\n`).join(""));
    const contents = new Map<string, Buffer>();
    let at = 0;
    for (const { file } of entries) {
      const end = output.indexOf(10, at);
      const size = Number(output.subarray(at, end).toString().split(" ")[2]);
      if (!Number.isInteger(size)) throw lacking(this.source.name, file);
      contents.set(file, output.subarray(end + 1, end + 1 + size));
      at = end + 1 + size + 1;
    }
    return contents;
  }

  private async mustStayInside(top: string, file: string): Promise<void> {
    const real = await realpath(path.join(top, file)).catch(() => undefined);
    if (real === undefined || real === top || real.startsWith(`${top}${path.sep}`)) return;
    throw new TrueupError({
      code: "git.link",
      message: `the link ${file} of ${this.source.name} leads out of the repository`,
      hint: "Put the file itself there.",
    });
  }
}

/** Where a file goes, its directory made. A file system that takes two names for one must not lead it through a link. */
async function placeIn(top: string, file: string): Promise<string> {
  const target = path.join(top, ...file.split("/"));
  const above = await realpath(await directoryOf(path.dirname(target)));
  if (above !== top && !above.startsWith(`${top}${path.sep}`)) throw new Error(`${file} would be written through a link`);
  await mkdir(path.dirname(target), { recursive: true });
  return target;
}

/** The directory that a path is, or that holds it or what was there: the nearest one that is there. */
export async function directoryOf(absolute: string): Promise<string> {
  const stats = await stat(absolute).catch(async () => lstat(absolute).catch(() => undefined));
  return stats?.isDirectory() === true || path.dirname(absolute) === absolute ? absolute : directoryOf(path.dirname(absolute));
}

/** One line of the listing; what is no file or link (a submodule) is left out. */
function entryOf(line: string): Entry[] {
  const [, mode = "", blob = "", size = "0", file = ""] = /^(\d{6}) blob ([0-9a-f]+) +(\d+)\t([^]+)$/.exec(line) ?? [];
  if (file === "" || file.split("/").some((segment) => segment === ".." || segment.toLowerCase() === ".git")) return [];
  return [{ isLink: mode === "120000", blob, size: Number(size), file }];
}

function outside(top: string): TrueupError {
  const message = `a path lies outside of the repository ${path.basename(top)}`;
  return new TrueupError({ code: "git.repository", message, hint: "Give paths inside of the repository." });
}

function tooMuch(revision: string, size: number): TrueupError {
  const message = `the files at ${revision} hold ${Math.round(size / 2 ** 20)} MB; at most ${mostBytes / 2 ** 20} MB are read`;
  return new TrueupError({ code: "git.size", message, hint: "Give the paths of the files of desired state alone." });
}

function lacking(revision: string, file: string): TrueupError {
  const message = `the content of ${file} at ${revision} is not in this clone`;
  return new TrueupError({ code: "git.objects", message, hint: "Fetch it: nothing is fetched on the way." });
}
