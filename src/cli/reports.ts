import { constants, existsSync, realpathSync } from "node:fs";
import { access } from "node:fs/promises";
import { dirname, relative, resolve, sep } from "node:path";
import { reasonOf, TrueupError } from "../core/errors.js";
import {
  renderReport,
  type ReportFormatName,
  reportFormatNames,
  reportFormats,
  type Reported,
} from "../report/report-formats.js";
import { packageVersion } from "./package.js";
import type { Session } from "./session.js";
import { usage } from "./usage.js";
import { writeWhole } from "./write-whole.js";

/** A report that somebody asked for. */
export interface ReportFile {
  readonly format: ReportFormatName;
  /** As it was given. */
  readonly file: string;
  /** Where it is written. */
  readonly target: string;
}

/**
 * Reads what `--report` was given and makes the directories of the files, before anything else is done: a report that cannot be written costs no wait. Throws TrueupError `usage` for a format that there is not, or not
 * of this subject, and for two reports in one file, and `report.write` for what cannot be written, and for what files of desired state are called or the run reads.
 * @param read the paths that the run reads beside the project file
 */
export async function reportFiles(
  given: readonly string[] | undefined,
  subject: keyof Reported,
  session: Session,
  read: readonly string[] = [],
): Promise<readonly ReportFile[]> {
  const { cwd, opened } = session;
  const inputs = [...read.map((path) => resolve(cwd, path)), ...(opened ? [opened.place.file] : [])];
  const files = await Promise.all((given ?? []).map(async (file) => reportFile(file, subject, { cwd, inputs })));
  const targets = new Map<string, ReportFile>();
  for (const file of files) {
    const other = targets.get(file.target);
    if (other) throw usage(`two reports go into ${file.file}: ${other.format} and ${file.format}`, "Name a file for each.");
    targets.set(file.target, file);
  }
  return files;
}

/** Writes reports, each whole or not at all, without the values of secrets. Those without a text are left. Throws TrueupError `report.write`. */
export async function writeReports(
  files: readonly ReportFile[],
  render: (format: ReportFormatName) => Promise<string | undefined>,
  { redactor }: Session,
): Promise<void> {
  for (const { format, file, target } of files) {
    const text = await render(format);
    if (text === undefined) continue;
    try {
      await writeWhole(target, redactor.scrub(text));
    } catch (error) {
      throw unwritable(file, error);
    }
  }
}

/** A subject in a format, as a file has it: without colours, and as wide as it is. */
export async function reportText<Subject extends keyof Reported>(
  format: ReportFormatName,
  subject: Subject,
  about: Reported[Subject],
): Promise<string> {
  const { kinds } = await import("../program/kinds.js");
  const look = { color: false, width: Number.POSITIVE_INFINITY, kinds, version: packageVersion() };
  return renderReport(format, subject, about, look);
}

/** Tells where files stand in the repository that the user is in; without one, from where the user is. */
export async function placesInRepository({ cwd }: Session): Promise<(file: string) => string> {
  const { repositoryOf } = await import("./revision.js");
  const top = await repositoryOf(undefined, cwd).catch((error: unknown) => {
    if (error instanceof TrueupError) return { top: cwd, here: cwd };
    throw error;
  });
  return (file) => relative(top.top, resolve(top.here, file)).split(sep).join("/");
}

async function reportFile(
  given: string,
  subject: keyof Reported,
  { cwd, inputs }: { readonly cwd: string; readonly inputs: readonly string[] },
): Promise<ReportFile> {
  const at = given.indexOf("=");
  const [name, file] = at < 0 ? [given, ""] : [given.slice(0, at), given.slice(at + 1)];
  const names = reportFormatNames(subject);
  const format = names.find((known) => known === name);
  if (format === undefined) {
    const message = Object.hasOwn(reportFormats, name)
      ? `--report ${name} does not go with this command`
      : `there is no report ${JSON.stringify(name)}`;
    throw usage(message, `Give --report FORMAT=FILE with one of ${names.join(", ")}.`);
  }
  if (file === "") throw usage(`--report ${name} names no file`, `Give --report ${name}=FILE.`);
  try {
    const [{ targetFile }, { makeDirectories }] = await Promise.all([
      import("../program/files/target-file.js"),
      import("../program/files/make-directories.js"),
    ]);
    const absolute = resolve(cwd, file);
    makeDirectories(dirname(absolute));
    const target = await targetFile(absolute);
    if (/\.ya?ml$/i.test(target)) throw new Error("it is YAML by its name, which no report is");
    if (inputs.some((input) => existsSync(input) && realpathSync(input) === target)) throw new Error("this run reads it");
    await access(dirname(target), constants.W_OK);
    return { format, file, target };
  } catch (error) {
    throw unwritable(file, error);
  }
}

function unwritable(file: string, error: unknown): TrueupError {
  return new TrueupError({
    code: "report.write",
    message: `the report cannot be written to ${file}: ${reasonOf(error)}`,
    hint: "Name a file that is not there yet or an earlier report, in a directory that can be written.",
    cause: error,
  });
}
