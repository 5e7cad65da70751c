import { existsSync, lstatSync, statSync } from "node:fs";
import { basename, dirname, join, parse, relative, resolve, sep } from "node:path";
import { checkerOf, diagnosticsOf } from "../../core/body-check.js";
import { defined } from "../../core/collections.js";
import { fault, type FileDiagnostic, hasCode, TrueupError } from "../../core/errors.js";
import { isObject, type Json } from "../../core/json.js";
import { isTopLevel, placedKinds } from "../../core/kind.js";
import { didYouMean } from "../../core/names.js";
import { envelopeWords, projectProperties, projectSchema } from "../../core/project-schema.js";
import type { Explanation } from "../../core/schema-error.js";
import { tellsSecret } from "../../core/secret-names.js";
import { pointerStep, pointerSteps } from "../../core/steps.js";
import {
  displayPath,
  isInside,
  type IsSecret,
  maskedText,
  type ProjectPlace,
  readSource,
  realPath,
  rootOf,
  sortDiagnostics,
  type SourceFile,
} from "../../desired/index.js";
import { kinds } from "../../kinds/index.gen.js";
import { ProjectContent } from "./content.js";
import type { Project } from "./project.js";

export { sortDiagnostics } from "../../desired/index.js";

/** Name of the project file, where `--config` names no other. */
const projectFileName = "trueup.yaml";

/** A project file with what is wrong with it. */
export interface ReadProject {
  /** Undefined where it cannot be understood. */
  readonly content: Project | undefined;
  /** As far as it can be understood: it is no file of desired state in any case. */
  readonly place: ProjectPlace;
  readonly diagnostics: readonly FileDiagnostic[];
  /** Its text for code frames, secrets overwritten. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Reads the project file: the one that is named, else `trueup.yaml` where files at these paths have theirs (`projectDirectories`). A file of that name that declares things and says
 * nothing of a project is one of desired state, as it always was. Undefined without one. Throws TrueupError `files.missing` for a named one that is not there.
 */
export async function readProject(
  named: string | undefined,
  cwd: string,
  paths: readonly string[] = [],
): Promise<ReadProject | undefined> {
  if (named !== undefined) return readAt(resolve(cwd, named), named, cwd);
  for (const directory of projectDirectories(paths, cwd)) {
    // oxlint-disable-next-line no-await-in-loop -- the first one that is there is meant
    const project = await readAt(join(directory, projectFileName), undefined, cwd);
    if (project !== undefined) return project;
  }
  return undefined;
}

async function readAt(absolute: string, named: string | undefined, cwd: string): Promise<ReadProject | undefined> {
  if (!isThere(absolute)) {
    // What hides behind a link that leads nowhere must not be passed over: it may be what forbids something.
    if (named === undefined && lstatSync(absolute, { throwIfNoEntry: false }) === undefined) return undefined;
    throw new TrueupError({
      code: "files.missing",
      message: `there is no project file ${displayPath(absolute, cwd)}`,
      hint: "Name a file that is there with --config, or write one: trueup init.",
    });
  }
  const place = { absolute, file: displayPath(absolute, cwd), directory: parse(absolute).root };
  const diagnostics: FileDiagnostic[] = [];
  const source = readSource(place, diagnostics);
  if (named === undefined && declaresThings(source)) return undefined;
  const isSound = diagnostics.length === 0;
  if (isSound) diagnostics.push(...schemaDiagnostics(source), ...secretDiagnostics(source));
  const content = isSound ? await new ProjectContent(source, dirname(absolute), diagnostics).read() : undefined;
  const texts = new Map([[source.file, maskedText(source, secretNamesIn(source))]]);
  return { content, place: content?.place ?? { file: absolute }, diagnostics: sortDiagnostics(diagnostics), texts };
}

function isThere(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // Links that lead to each other in a circle lead nowhere.
    if (hasCode(error, "ELOOP")) return false;
    throw error;
  }
}

/** True for a file of desired state: it says something that only such a file says, and nothing that only a project file says. */
function declaresThings({ value }: SourceFile): boolean {
  if (!isObject(value)) return false;
  const keys = Object.keys(value).filter((key) => key !== "version");
  const names = Object.keys(projectProperties(kinds));
  return keys.some((key) => desiredKeys().includes(key)) && !keys.some((key) => names.includes(key));
}

/** Keys at the top of files of desired state. */
function desiredKeys(): readonly string[] {
  return [...envelopeWords(kinds), ...placedKinds(kinds).flatMap((kind) => (isTopLevel(kind) ? [kind.file] : []))];
}

function schemaDiagnostics(source: SourceFile): readonly FileDiagnostic[] {
  if (source.value === undefined) return [];
  const explanations = diagnosticsOf(checkerOf(projectSchema(kinds)), source.value);
  return explanations.map((explanation) => {
    const steps = pointerSteps(explanation.pointer);
    const { rule, message, allowed } = inProjectWords(explanation, steps);
    const origin = explanation.at === "key" ? source.keyOrigin(explanation.pointer) : source.valueOrigin(explanation.pointer);
    const attribute = steps.length > 0 ? steps.join(".") : undefined;
    return fault(rule, origin, message, defined({ attribute, allowed }));
  });
}

function inProjectWords(explanation: Explanation, steps: readonly string[]): Pick<Explanation, "rule" | "message" | "allowed"> {
  const name = steps.at(-1) ?? "";
  if (explanation.rule !== "schema.unknown") return explanation;
  if (["token", "private_token", "access_token"].includes(name)) {
    const message = "a token must not be written in a file";
    return { rule: "secret.literal", message, allowed: "token_env with the name of the environment variable that holds it" };
  }
  if (steps.length > 1) return explanation;
  if (desiredKeys().includes(name)) {
    const message = `${name} is desired state, which the project file does not hold`;
    return { rule: explanation.rule, message, allowed: "put it into a file of the paths, such as trueup/groups.yaml" };
  }
  const names = Object.keys(projectProperties(kinds));
  const guess = didYouMean(name, [...names, ...desiredKeys()]);
  const message = `there is no ${JSON.stringify(name)} in a project file`;
  return { rule: explanation.rule, message, allowed: guess ? `did you mean ${guess}?` : names.join(", ") };
}

/**
 * The directories in which a project file is looked for, the first that has one first: where the user stands, if the files lie there; then from the top of the Git repository that the
 * files lie in down to them, so that no file in a part of it takes the place of one for the whole. Without a repository only beside the files, and beside their directory where that is
 * called `trueup`, as `trueup init` makes it.
 */
function projectDirectories(paths: readonly string[], cwd: string): readonly string[] {
  const root = rootOf(paths, cwd);
  const files = realPath(root) ?? root;
  const here = realPath(cwd) ?? cwd;
  const directories = isInside(files, here) ? [cwd] : [];
  const top = repositoryOf(files);
  if (top !== undefined) return [...new Set([...directories, ...downTo(files, top)])];
  if (directories.length > 0) return [...new Set([...directories, ...downTo(files, here)])];
  return basename(files) === "trueup" ? [dirname(files), files] : [files];
}

/** The top of the Git repository that a directory lies in. */
function repositoryOf(directory: string): string | undefined {
  if (existsSync(join(directory, ".git"))) return directory;
  const above = dirname(directory);
  return above === directory ? undefined : repositoryOf(above);
}

/** A directory above another, and all between the two, the uppermost first. */
function downTo(below: string, above: string): readonly string[] {
  const steps = relative(above, below)
    .split(sep)
    .filter((step) => step !== "");
  return [above, ...steps.map((_, index) => join(above, ...steps.slice(0, index + 1)))];
}

/** What looks like a reference: a project file is read before there is anything that could be looked up. */
const reference = /\$\{\s*(?:env|file|var)\b/i;

/** How the tokens of well-known platforms begin: one of them is not the name of a variable. */
const tokenLike = /^(?:gl[a-z]{2,5}-|gh[pousr]_|github_pat_)/i;

interface Text {
  readonly pointer: string;
  readonly name: string;
  readonly text: string;
}

/** Secrets and references to them in a project file, which holds none. */
function secretDiagnostics(source: SourceFile): readonly FileDiagnostic[] {
  return textsIn(source.value ?? null, "", "").flatMap(({ pointer, name, text }) => {
    const details = { attribute: pointerSteps(pointer).join(".") };
    const origin = source.valueOrigin(pointer);
    if (reference.test(text)) {
      const message = "the project file holds no ${env:…}, ${file:…} or ${var:…}: it says where values come from";
      return [fault("secret.place", origin, message, { ...details, allowed: "the value itself; token_env for a token" })];
    }
    if (name === "token_env" && tokenLike.test(text)) {
      const allowed = "the name of the environment variable that holds the token";
      return [fault("secret.literal", origin, "a token must not be written in a file", { ...details, allowed })];
    }
    // Keys of instances that no schema knows are refused as such.
    if (!tellsSecret(name) || /^\/instances\/[^/]+\/[^/]+$/.test(pointer)) return [];
    const message = "what is called like this is a secret, which must not stand in a file";
    const allowed = "${env:NAME} where files of desired state use it; token_env for a token";
    return [fault("secret.literal", origin, message, { ...details, allowed })];
  });
}

/** Names under which values stand that may be secrets, for masking them in code frames. */
function secretNamesIn({ value }: SourceFile): IsSecret {
  const texts = textsIn(value ?? null, "", "");
  const isHidden = ({ name, text }: Text): boolean =>
    tellsSecret(name) || (name === "token_env" && !/^[A-Z_][A-Z0-9_]*$/.test(text)) || (name === "url" && text.includes("@"));
  const names = new Set(texts.filter(isHidden).map(({ name }) => name));
  return (name) => names.has(name);
}

/** All texts, each with the nearest name that it stands under. */
function textsIn(value: Json, pointer: string, name: string): readonly Text[] {
  if (typeof value === "string") return [{ pointer, name, text: value }];
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => textsIn(item, pointer + pointerStep(index), name));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => textsIn(part ?? null, pointer + pointerStep(key), key));
}
