import { createHash } from "node:crypto";
import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { App, type LocalExecProvisioner, type TerraformMetaArguments, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { parseDocument, visit } from "yaml";

/** What is to be applied, where, and how far. */
export interface ReconcileRunProps extends Pick<TerraformMetaArguments, "count" | "dependsOn" | "forEach" | "lifecycle"> {
  /** The directory or file of trueup, from where the program runs that synthesizes. */
  readonly path: string;
  /** Name of the environment variable that holds the server's address when Terraform runs. Without it: as the command line finds it, in TRUEUP_URL and others. */
  readonly urlFrom?: string;
  /** Name of the environment variable that holds the token when Terraform runs. Without it: as the command line finds it, in TRUEUP_TOKEN, a login and others. */
  readonly tokenFrom?: string;
  /** Tier of the server's licence, where it cannot be found out. */
  readonly tier?: "free" | "premium" | "ultimate";
  /** Only what has one of these addresses, * and ** allowed. */
  readonly targets?: readonly string[];
  /** Kinds that hold data and may be deleted all the same. */
  readonly allowDelete?: readonly ("group" | "project")[];
  /** Kinds of which deletions that are only scheduled may be taken back. */
  readonly allowRestore?: readonly ("group" | "project")[];
  /** Deletes of one kind that are allowed at once. */
  readonly maxDeletes?: number;
  /** Addresses of values to send again that the server never shows. */
  readonly resendSecrets?: readonly string[];
  /** Requests in flight at once; without it as many as the server bears. */
  readonly concurrency?: number;
  /** Hosts that plain http is allowed to. */
  readonly allowHttp?: readonly string[];
  /** The program. `npx --no trueup` if not given: the trueup of the project, or else the one on the PATH. */
  readonly command?: readonly [program: string, ...words: string[]];
  /** Further values that make it run again when they change. */
  readonly triggers?: { readonly [name: string]: string };
}

/** What runs, and what makes it run again. */
interface ReconcileCommand {
  readonly triggers: { readonly [name: string]: string };
  readonly provisioner: LocalExecProvisioner;
}

/** How Terraform runs the command line, the path as the last word and read by no shell. Throws for names of variables that are none, and where there is nothing to apply. */
export function reconcileCommand(scope: Construct, properties: ReconcileRunProps): ReconcileCommand {
  const words = [...(properties.command ?? ["npx", "--no", "trueup"]), "apply", "--yes", ...optionsOf(properties), "--"];
  const interpreter = [...environmentOf(properties), ...words];
  const given = path.relative(process.cwd(), path.resolve(properties.path)).split(path.sep).join("/") || ".";
  return {
    triggers: {
      ...properties.triggers,
      content: contentHash(path.resolve(properties.path)),
      command: interpreter.join(" "),
    },
    provisioner: { type: "local-exec", interpreter, command: literal(given), workingDir: literal(pathToHere(scope)) },
  };
}

/** From where Terraform runs to where this program runs: the same on every machine that has the directories lie as here. */
function pathToHere(scope: Construct): string {
  const app = App.of(scope);
  const { workingDirectory } = app.manifest.forStack(TerraformStack.of(scope));
  return path.relative(path.resolve(app.outdir, workingDirectory), process.cwd()).split(path.sep).join("/") || ".";
}

function optionsOf(properties: ReconcileRunProps): string[] {
  const { targets, allowDelete, allowRestore, resendSecrets, allowHttp, tier, concurrency, maxDeletes } = properties;
  const repeated = (option: string, values: readonly string[] = []): string[] => values.flatMap((value) => [option, value]);
  const single = (option: string, value: string | number | undefined): string[] =>
    value === undefined ? [] : [option, String(value)];
  return [
    ...single("--tier", tier),
    ...single("--concurrency", concurrency),
    ...repeated("--allow-http", allowHttp),
    ...repeated("--target", targets),
    ...repeated("--resend-secrets", resendSecrets),
    ...repeated("--allow-delete", allowDelete),
    ...repeated("--allow-restore", allowRestore),
    ...single("--max-deletes", maxDeletes),
  ];
}

/** Words in front of the program that hand variables on under the names that the command line knows. A shell does it: their values are in no JSON. */
function environmentOf({ urlFrom, tokenFrom }: ReconcileRunProps): string[] {
  const pairs = Object.entries({ TRUEUP_URL: urlFrom, TRUEUP_TOKEN: tokenFrom }).flatMap(([name, from]) =>
    from === undefined ? [] : [`${name}="\${${checked(from)}:?is not set, and ${name} is to come from it}"`],
  );
  return pairs.length === 0 ? [] : ["/bin/sh", "-c", literal(`${pairs.join(" ")} exec "$@"`), "trueup"];
}

function checked(name: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    throw new Error(`${JSON.stringify(name)} is no name of an environment variable: give the name, never the value`);
  return name;
}

/** A text in which Terraform shall see nothing of its own language. */
function literal(text: string): string {
  return text.replaceAll(/[$%](?=\{)/g, "$&$&");
}

/**
 * A hash of all that `trueup apply` reads of a path: the files of a directory by its rules (`*.yaml` and `*.yml`, without names that begin with a dot or an
 * underscore, and `node_modules`), or one file; and every file inside that a text in them names, such as pictures. It does not depend on where the directory
 * lies. What `${env:…}` and `${file:…}` stand for is left out, because a hash of secrets can be guessed at.
 * Throws where there is nothing, or no file of trueup.
 */
export function contentHash(given: string): string {
  const stats = statOf(given);
  if (stats === undefined) throw new Error(`there is no ${given}: give the directory or file of trueup that is to be applied`);
  const root = stats.isDirectory() ? given : path.dirname(given);
  const declaring = stats.isDirectory() ? filesBelow(given) : [given];
  if (declaring.length === 0) throw new Error(`${given} holds no *.yaml or *.yml file for trueup to apply`);
  const hash = createHash("sha256");
  const all = new Set([...declaring, ...declaring.flatMap((file) => filesNamed(file, realpathSync(root)))]);
  const byPlace = new Map([...all].map((file) => [path.relative(root, file).split(path.sep).join("/"), file]));
  for (const [place, file] of [...byPlace].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${JSON.stringify(place)} ${createHash("sha256").update(readFileSync(file)).digest("hex")}\n`);
  }
  return hash.digest("hex");
}

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    if (/^[._]/.test(entry.name) || entry.name === "node_modules") return [];
    const absolute = path.join(directory, entry.name);
    if (entry.isDirectory()) return filesBelow(absolute);
    return /\.ya?ml$/.test(entry.name) && statOf(absolute)?.isFile() ? [absolute] : [];
  });
}

/** Files below the root that a text of the file names, as pictures are: by their path from where it stands. */
function filesNamed(file: string, root: string): string[] {
  const namedFiles: string[] = [];
  visit(parseDocument(readFileSync(file, "utf8"), { uniqueKeys: false }), {
    Scalar(_, { value }) {
      if (typeof value !== "string" || value === "" || path.isAbsolute(value)) return;
      const absolute = path.resolve(path.dirname(file), value);
      if (statOf(absolute)?.isFile() && realpathSync(absolute).startsWith(`${root}${path.sep}`)) namedFiles.push(absolute);
    },
  });
  return namedFiles;
}

/** Undefined for what is not there, and for texts that cannot be a path. */
function statOf(name: string): ReturnType<typeof statSync> {
  try {
    return statSync(name, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
