import { realpathSync } from "node:fs";
import path from "node:path";
import { TrueupError } from "../core/errors.js";
import type { Project } from "../program/project/project.js";
import { RevisionLayout } from "./revision-files.js";
import { commitOf, outside, repositoryOf } from "./revision.js";

/** Which revision's files a command looks at, and what it was given that names files. */
export interface RevisionRequest {
  readonly at: string;
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
    private readonly here: string,
    private readonly top: string,
  ) {}

  /** Stands for the directory that the user is in, where files are looked for. */
  get cwd(): string {
    return this.layout.cwd;
  }

  /** Lays out the files of the command line and every project file. Throws TrueupError as `filesAt` does. */
  static async open({ at, paths, config }: RevisionRequest, cwd: string): Promise<RevisionOfRun> {
    const { git, top, here } = await repositoryOf(paths[0] ?? config, cwd);
    const object = await commitOf(at, git, "--at origin/main");
    const layout = await RevisionLayout.open({ git, object, name: at, top, here, isConfined: true });
    const opened = new RevisionOfRun(layout, here, top);
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
    { hasPaths, vars }: { readonly hasPaths: boolean; readonly vars: readonly string[] },
  ): Promise<void> {
    const own = project?.paths?.map((one) => this.layout.onDisk(one));
    const usual = path.join(this.here, "trueup");
    const paths = hasPaths ? [] : (own ?? [this.layout.isDirectory(usual) ? usual : this.here]);
    const certificates = [...(project?.instances.values() ?? [])].flatMap(({ ca }) => (ca ? [this.layout.onDisk(ca.path)] : []));
    await this.layOut(paths);
    for (const one of [...certificates, ...vars]) {
      const real = this.real(one);
      // oxlint-disable-next-line no-await-in-loop -- two of the same may not be written at once
      await (this.layout.placeOf(real) === undefined ? this.layout.copy(real) : this.layout.layOut([real]));
    }
  }

  async remove(): Promise<void> {
    await this.layout.remove();
  }

  private async layOut(paths: readonly string[]): Promise<void> {
    const real = paths.map((one) => this.real(one));
    if (real.some((one) => this.layout.placeOf(one) === undefined)) throw outside(this.top);
    await this.layout.layOut(real);
  }

  /** A path with links of the directories resolved that lead to the repository, as git names its top. */
  private real(given: string): string {
    const absolute = path.resolve(this.here, given);
    return this.layout.placeOf(absolute) === undefined ? resolved(absolute) : absolute;
  }
}

/** A path with all links resolved, as far as something is there. */
function resolved(absolute: string): string {
  try {
    return realpathSync(absolute);
  } catch {
    const above = path.dirname(absolute);
    return above === absolute ? absolute : path.join(resolved(above), path.basename(absolute));
  }
}

/** Throws TrueupError `usage` where files of a revision are asked for by a run that writes files. */
export function mustNotWrite(at: string | undefined, option: string): void {
  if (at === undefined) return;
  throw new TrueupError({
    code: "usage",
    message: `--at cannot be combined with ${option}`,
    hint: "The files of a revision are read alone: check it out to change them.",
  });
}
