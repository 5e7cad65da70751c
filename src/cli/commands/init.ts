import { lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { Command } from "commander";
import { TrueupError } from "../../core/errors.js";
import { addExample } from "../options.js";
import { packageDirectory } from "../package.js";
import type { Session } from "../session.js";
import { starter } from "../starter.js";

/** `trueup init`: a commented start that works as it stands. Never touches a file that is there. */
export function defineInit(program: Command, session: Session): void {
  const command = program
    .command("init [dir]")
    .description("write files to begin with: trueup.yaml, and the directory trueup/ with a group and a project");
  addExample(command, "trueup init && trueup plan --emulator");
  command.action((directory = ".") => writeStarter(String(directory), session));
}

function writeStarter(directory: string, { cwd, output }: Session): void {
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
  const shown = (name: string): string => relative(cwd, join(base, name)) || name;
  const taken = missing.map(([name]) => name).filter((name) => isTaken(join(base, name)));
  if (taken.length > 0) {
    throw new TrueupError({
      code: "init.exists",
      message: `nothing was written, because there is already ${taken.map(shown).join(", ")}`,
      hint: "Name another directory: trueup init DIR.",
    });
  }
  for (const [name, text] of missing) {
    const file = join(base, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: "wx" });
    output.result(`wrote ${shown(name)}\n`);
  }
  if (missing.length < Object.keys(files).length && !ignoresData(join(base, ".gitignore")))
    output.note(
      `${shown(".gitignore")} exists already: add .trueup/ to it, because the built-in platform keeps its data there.\n`,
    );
  const enter = base === cwd ? "" : `cd ${relative(cwd, base)} && `;
  output.note(`\nTo see what trueup would do with these files, without a server: ${enter}trueup plan --emulator\n`);
}

/** True if Git already ignores the directory of the built-in platform. */
function ignoresData(file: string): boolean {
  try {
    return /^\/?\.trueup\/?\s*$/m.test(readFileSync(file, "utf8"));
  } catch {
    return false; // a directory, or a link that leads nowhere
  }
}

/** True where a name is in use, also by a link that leads nowhere. */
function isTaken(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}
