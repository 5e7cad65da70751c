import path from "node:path";
import type { Project } from "../program/project/project.js";
import { realPlace } from "../trueup.js";
import { mergeOf } from "./merge-result.js";
import { RevisionLayout, type RevisionObject } from "./revision-files.js";
import { commitOf, type Repository, repositoryOf } from "./revision.js";

/** Which revision's files a command looks at, and what it was given that names files. */
interface RevisionRequest {
  readonly at: string;
  /** The revision into which `at` is to be merged. */
  readonly base?: string | undefined;
  /** Paths of the command line. */
  readonly paths: readonly string[];
  /** The project file that it names. */
  readonly config?: string | undefined;
}

/** The name of the project file, which may lie anywhere above the files. */
const projectFile = "trueup.yaml";

/** The files that a run looks at where they are not those of the disk but of a revision: nothing of a checkout is read. */
export class RevisionOfRun {
  private constructor(
    private readonly layout: RevisionLayout,
    /** What the result of a merge is held against. */
    readonly base?: RevisionOfRun,
  ) {}

  /** Where the user stands. */
  private get here(): string {
    return this.layout.source.here;
  }

  /** Stands for the directory that the user is in, where files are looked for. */
  get cwd(): string {
    return this.layout.cwd;
  }

  /** Lays out the files of the command line and every project file. Throws TrueupError as `filesAt` does. */
  static async open(request: RevisionRequest, cwd: string): Promise<RevisionOfRun> {
    const { at, base: name, paths, config } = request;
    const repository = await repositoryOf(paths[0] ?? config, cwd);
    const { git } = repository;
    const head = { name: at, commit: await commitOf(at, git, "--at origin/main") };
    if (name === undefined) return RevisionOfRun.laidOut({ git, object: head.commit, name: at }, request, repository);
    const into = { name, commit: await commitOf(name, git, "--base origin/main") };
    const merged = await mergeOf(repository, into, head);
    let base: RevisionOfRun | undefined;
    try {
      base = await RevisionOfRun.laidOut({ git, object: into.commit, name }, request, repository);
      return await RevisionOfRun.laidOut(merged, request, repository, base);
    } catch (error) {
      await Promise.all([merged.remove(), base?.remove()]);
      throw error;
    }
  }

  private static async laidOut(
    source: RevisionObject,
    { paths, config }: RevisionRequest,
    { top, here }: Repository,
    base?: RevisionOfRun,
  ): Promise<RevisionOfRun> {
    const layout = await RevisionLayout.open({ ...source, top, here, isConfined: true });
    const opened = new RevisionOfRun(layout, base);
    try {
      await layout.layOutNamed(projectFile);
      await opened.layOut([...paths, ...(config === undefined ? [] : [config])]);
      return opened;
    } catch (error) {
      await layout.remove();
      throw error;
    }
  }

  /** A path of the command line as one from where the files are laid out: an absolute one would lead to the disk. */
  local(given: string): string {
    if (!path.isAbsolute(given)) return given;
    const real = this.real(given);
    return path.relative(this.here, real).split(path.sep).join("/") || ".";
  }

  /** Lays out what the run reads beside: the paths of the project file where the command line has none, certificates, and files of variables, which may also lie elsewhere. */
  async complete(
    project: Project | undefined,
    { hasPaths, vars, isMerged }: { readonly hasPaths: boolean; readonly vars: readonly string[]; readonly isMerged: boolean },
  ): Promise<void> {
    const { layout } = isMerged ? this : (this.base ?? this);
    const paths = hasPaths ? [] : project?.paths?.map((given) => layout.onDisk(given));
    const certificates = [...(project?.instances.values() ?? [])].flatMap(({ ca }) => (ca ? [layout.onDisk(ca.path)] : []));
    await this.base?.take(paths, [...certificates, ...vars]);
    await this.take(paths, this.base && !isMerged ? vars : [...certificates, ...vars]);
  }

  /** Lays out files of desired state, the usual ones where none are named, and files that may also lie on the disk. */
  private async take(paths: readonly string[] | undefined, files: readonly string[]): Promise<void> {
    const usual = path.join(this.here, "trueup");
    await this.layOut(paths ?? [this.layout.isDirectory(usual) ? usual : this.here]);
    for (const file of files) {
      const real = this.real(file);
      // oxlint-disable-next-line no-await-in-loop -- two of the same may not be written at once
      await (this.layout.placeOf(real) === undefined ? this.layout.copy(real) : this.layout.layOut([real]));
    }
  }

  async remove(): Promise<void> {
    await Promise.all([this.layout.remove(), this.base?.remove()]);
  }

  private async layOut(paths: readonly string[]): Promise<void> {
    await this.layout.layOut(paths.map((given) => this.real(given)));
  }

  /** A path with links of the directories resolved that lead to the repository, as git names its top. */
  private real(given: string): string {
    const absolute = path.resolve(this.here, given);
    return this.layout.placeOf(absolute) === undefined ? realPlace(absolute) : absolute;
  }
}
