import { existsSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { TrueupError } from "../core/errors.js";
import { writeWhole } from "./write-whole.js";

/**
 * Throws TrueupError `env.file` unless a file may take secrets: it does not exist yet, and it is in no Git repository.
 * @param file as the user gave it
 */
export function mustTakeSecrets(file: string, cwd: string): void {
  const absolute = resolve(cwd, file);
  const refuse = (message: string, hint: string): never => {
    throw new TrueupError({ code: "env.file", message: `--env ${file}: ${message}`, hint });
  };
  if (existsSync(absolute)) refuse("the file exists", "Name a new file, or remove this one.");
  if (!existsSync(dirname(absolute))) refuse("its directory does not exist", "Make the directory first.");
  // A link may lead into a repository.
  for (let at = realpathSync(dirname(absolute)); ; at = dirname(at)) {
    if (existsSync(join(at, ".git")))
      refuse("it is in a Git repository, and secrets do not belong there", "Name a file outside of it, such as ~/secrets.env.");
    if (at === dirname(at)) return;
  }
}

/** Writes values by the names of their variables, for a shell to read, into a new file of mode 0600. */
export async function writeSecrets(file: string, values: ReadonlyMap<string, string>, cwd: string): Promise<void> {
  mustTakeSecrets(file, cwd);
  const quoted = (value: string) => `'${value.replaceAll("'", String.raw`'\''`)}'`;
  const lines = [...values].sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, value]) => `${name}=${quoted(value)}\n`);
  await writeWhole(resolve(cwd, file), lines.join(""));
}
