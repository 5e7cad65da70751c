import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Command, Option } from "commander";
import { type Language, languages, type Layout, layouts } from "../../core/declaration.js";
import { TrueupError } from "../../core/errors.js";
import type { FilesDraft } from "../../trueup.js";
import { exit, type ExitCode } from "../exit.js";
import { reviewAndWrite, type WritingFlags } from "../file-changes.js";
import { checkKinds } from "../kind-names.js";
import { collect } from "../option-values.js";
import {
  addExample,
  addReportOptions,
  addServerOptions,
  addVariableOptions,
  type RunFlags,
  type ServerFlags,
} from "../options.js";
import { packageDirectory, packageVersion } from "../package.js";
import { pathsFor } from "../project.js";
import { progressOf, type Session } from "../session.js";
import { type Target, withTarget } from "../target.js";
import { writeWhole } from "../write-whole.js";

interface Flags extends ServerFlags, RunFlags, Omit<WritingFlags, "format"> {
  readonly format: Language | "yaml" | "text" | "json";
  readonly json?: true;
  readonly under?: readonly string[];
  readonly kind?: readonly string[];
  readonly out?: string;
  readonly layout: Layout;
  readonly full?: true;
  readonly fold?: true;
  readonly schema?: true;
  readonly plainVariables?: true;
  readonly env?: string;
}

/** Where files go that nobody named a directory for. */
export const defaultOut = { yaml: "trueup", configuration: "terraform" } as const;

/** `trueup export`: what is live becomes files that plan empty. Writes nothing on the platform. */
export function defineExport(program: Command, session: Session): void {
  const command = program
    .command("export")
    .description("write the live settings into new files, or update existing files; changes nothing on the platform")
    .option("--under <path>", "only groups and projects at or below it, * and ** allowed (repeatable)", collect)
    .option(
      "--kind <kind>",
      "only this kind (repeatable); branches and files of repositories are left out unless asked for",
      collect,
    )
    .option(
      "--out <dir>",
      `directory of the files (default: ${defaultOut.yaml}; of a configuration: ${defaultOut.configuration})`,
    )
    .addOption(new Option("--layout <layout>", "how new files are cut").choices(layouts).default("per-group"))
    .option("--full", "also write values that are the platform's default, or inherited")
    .option("--fold", "say in one place, as policies and presets, what many groups or projects have in common (new files only)")
    .option("--schema", "write the schema for editors beside new files, which else refer to that of the package")
    .option(
      "--plain-variables",
      "write in clear the variables that are neither masked, hidden nor files, and do not look like a secret",
    )
    .option("--env <file>", "write the secrets that the platform shows into this new file outside of the repository, for a shell")
    .option("--yes", "do not ask before files that are there change");
  addReportOptions(addVariableOptions(addServerOptions(command)), ["text", "yaml", ...languages, "json"]);
  addExample(
    command,
    "trueup export",
    'trueup export --under "acme/**" --out ./acme',
    "trueup export --fold --out ./company",
    "trueup export --format hcl-import",
    "trueup export --kind topic --kind application_settings",
  );
  command.action(async () => {
    const flags = command.opts<Flags>();
    checkKinds(flags.kind ?? []);
    session.interrupt.listen();
    session.exitCode = await withTarget(flags, session, async (target) => exportTo(flags, target, session));
  });
}

async function exportTo(flags: Flags, target: Target, session: Session): Promise<ExitCode> {
  if (flags.env !== undefined) mustTakeSecrets(flags.env, session.cwd);
  const { draftExport } = await import("../../trueup.js");
  const bar = await progressOf(session, { work: "reading" });
  let expected = 0;
  const packagedSchema = join(packageDirectory(), "schemas", "trueup.schema.json");
  const language = languages.find((known) => known === flags.format);
  const request = {
    out: flags.out ?? (language === undefined ? ownDirectory(session) : defaultOut.configuration),
    ...(language === undefined ? {} : { configuration: { language, version: packageVersion() } }),
    under: flags.under ?? [],
    kinds: flags.kind ?? [],
    full: flags.full === true,
    fold: flags.fold === true,
    plainVariables: flags.plainVariables === true,
    layout: flags.layout,
    packagedSchema,
    ...(flags.schema ? { schema: readFileSync(packagedSchema, "utf8") } : {}),
    onExpect: (count: number) => bar.expect((expected += count)),
    onRead: (address: string) => bar.step("reading", address),
  };
  try {
    const draft = await session.interrupt.orLeave(draftExport(request, target.server, target.around));
    bar.clear();
    const format = flags.json || flags.format === "json" ? "json" : "text";
    const code = await reviewAndWrite(draft, { ...flags, format }, session);
    if (flags.env !== undefined && code === exit.ok) await writeEnvironment(flags.env, draft, session);
    return code;
  } finally {
    bar.end();
  }
}

/** What somebody else would copy from the pages of the platform by hand. */
async function writeEnvironment(file: string, { shown = new Map() }: FilesDraft, { cwd, output }: Session): Promise<void> {
  if (shown.size === 0) {
    output.note(`The platform shows no secret: ${file} was not written.\n`);
    return;
  }
  await writeSecrets(file, shown, cwd);
  output.note(
    `${shown.size} ${shown.size === 1 ? "secret is" : "secrets are"} in ${file}, which only you can read: set -a; . ${file}; set +a\n`,
  );
}

/** The directory of the files: that of the project, where it has only one. */
function ownDirectory(session: Session): string {
  const [only, ...others] = pathsFor([], session);
  return only === undefined || others.length > 0 || /\.(?:ya?ml|json)$/i.test(only) ? defaultOut.yaml : only;
}

/**
 * Throws TrueupError `env.file` unless a file may take secrets: it does not exist yet, and it is in no Git repository.
 * @param file as the user gave it
 */
function mustTakeSecrets(file: string, cwd: string): void {
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
async function writeSecrets(file: string, values: ReadonlyMap<string, string>, cwd: string): Promise<void> {
  mustTakeSecrets(file, cwd);
  const quoted = (value: string) => `'${value.replaceAll("'", String.raw`'\''`)}'`;
  const lines = [...values].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => `${name}=${quoted(value)}\n`);
  await writeWhole(resolve(cwd, file), lines.join(""));
}
