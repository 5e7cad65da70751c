import { lstatSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { type Command, Option } from "commander";
import { reasonOf, TrueupError } from "../../core/errors.js";
import { makeDirectories } from "../../program/files/make-directories.js";
import type { ForgeService } from "../../trueup.js";
import { addExample } from "../options.js";
import { packageDirectory } from "../package.js";
import { ciServices, type PipelineForm, pipelineOf } from "../pipeline.js";
import type { Session } from "../session.js";
import { starter } from "../starter.js";

/** What commander makes of the options of `trueup init`. */
interface InitFlags {
  readonly ci?: ForgeService;
  readonly trusted?: true;
}

/** `trueup init`: a commented start that works as it stands, or the pipeline alone. Never touches a file that is there. */
export function defineInit(program: Command, session: Session): void {
  const command = program
    .command("init [dir]")
    .description("write files to begin with: trueup.yaml, and the directory trueup/ with a group and a project")
    .addOption(
      new Option("--ci <service>", "write only the pipeline, such that no author of a request can change it").choices(ciServices),
    )
    .option("--trusted", "with --ci gitlab, write the pipeline for the repository itself, where every author is trusted");
  addExample(command, "trueup init && trueup plan --emulator", "trueup init --ci gitlab", "trueup init --ci github");
  command.action((directory = ".") => {
    const { ci, trusted = false } = command.opts<InitFlags>();
    if (ci !== undefined) return writePipeline(String(directory), { service: ci, isTrusted: trusted }, session);
    if (trusted) {
      throw new TrueupError({
        code: "init.trusted",
        message: "--trusted says which pipeline to write, and --ci is missing",
        hint: "Give both: trueup init --ci gitlab --trusted.",
      });
    }
    return writeStarter(String(directory), session);
  });
}

function writeStarter(directory: string, session: Session): void {
  const { cwd, output } = session;
  const base = resolve(cwd, directory);
  const files: Readonly<Record<string, string>> = {
    ...starter,
    ...Object.fromEntries(
      ["trueup.schema.json", "project.schema.json"].map((name) => [
        `trueup/${name}`,
        readFileSync(join(packageDirectory(), "schemas", name), "utf8"),
      ]),
    ),
  };
  // A .gitignore belongs to everybody: one that is there is left as it is.
  const missing = Object.entries(files).filter(([name]) => name !== ".gitignore" || !isTaken(join(base, name)));
  writeNew(base, missing, "Name another directory: trueup init DIR.", session);
  if (missing.length < Object.keys(files).length && !ignoresData(join(base, ".gitignore")))
    output.note(
      `${shown(base, ".gitignore", session)} exists already: add .trueup/ to it, because the built-in platform keeps its data there.\n`,
    );
  const enter = base === cwd ? "" : `cd ${relative(cwd, base)} && `;
  output.note(`\nTo see what trueup would do with these files, without a server: ${enter}trueup plan --emulator\n`);
}

function writePipeline(directory: string, form: PipelineForm, session: Session): void {
  const { name, text, nextSteps } = pipelineOf(form);
  const words = `trueup init --ci ${form.service}${form.isTrusted ? " --trusted" : ""} DIR`;
  writeNew(resolve(session.cwd, directory), [[name, text]], `Name another directory: ${words}.`, session);
  const steps = nextSteps.map((step, index) => `  ${index + 1}. ${step}\n`).join("");
  session.output.note(`\nNext, as the comments of the file explain:\n${steps}`);
}

/** Writes all of these files, or none where one is there. */
function writeNew(base: string, files: readonly (readonly [string, string])[], hint: string, session: Session): void {
  const taken = files.map(([name]) => name).filter((name) => isTaken(join(base, name)));
  if (taken.length > 0) {
    throw new TrueupError({
      code: "init.exists",
      message: `nothing was written, because there is already ${taken.map((name) => shown(base, name, session)).join(", ")}`,
      hint,
    });
  }
  for (const [name, text] of files) {
    const file = join(base, name);
    try {
      makeDirectories(dirname(file));
      writeFileSync(file, text, { flag: "wx" });
    } catch (error) {
      throw unwritable(shown(base, name, session), error);
    }
    session.output.result(`wrote ${shown(base, name, session)}\n`);
  }
}

function unwritable(where: string, error: unknown): TrueupError {
  return new TrueupError({
    code: "file.unwritable",
    where,
    message: `it cannot be written: ${reasonOf(error)}`,
    hint: "See to it that you may write there and that nothing else has the name of its directory, or name another directory.",
    cause: error,
  });
}

function shown(base: string, name: string, { cwd }: Session): string {
  return relative(cwd, join(base, name)) || name;
}

/** True if Git already ignores the directory of the built-in platform. */
function ignoresData(file: string): boolean {
  try {
    return /^\/?\.trueup\/?\s*$/m.test(readFileSync(file, "utf8"));
  } catch {
    return false; // a directory, or a link that leads nowhere
  }
}

/** True where a name is in use, also by a link that leads nowhere. False below what is no directory: to write there says so. */
function isTaken(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
