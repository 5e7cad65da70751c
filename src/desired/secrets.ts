import { isUtf8 } from "node:buffer";
import { realpathSync } from "node:fs";
import path from "node:path";
import { isCredentialVariable } from "../core/environment.js";
import { reasonOf, TrueupError } from "../core/errors.js";
import { secretReference, type SecretReference } from "../core/secret-template.js";
import { malformedThis, thisIn } from "../core/this-reference.js";
import { holdsReference } from "../core/types/secret-reference.js";
import { holdsVariable, malformedVariable } from "../core/variables.js";
import { isInside, readRegular, realPath } from "./find-files.js";

const largestSecret = 1024 * 1024;

/** Makes a value up for a variable, by its name. */
export type StandIn = (variable: string) => string;

/** Where the values of references come from. */
export interface SecretPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What stands for a variable that is not set; without it that is an error. */
  readonly standIn?: StandIn | undefined;
  /** Further variables that hold tokens of trueup itself, as the project file names them. */
  readonly tokenVariables?: readonly string[] | undefined;
  /** Directory that `${file:}` paths are relative to and must lie in. */
  readonly root: string;
  /** Told of the value of each reference, which must show nowhere, not even without the text around it. */
  readonly onValue?: (value: string) => void;
}

/** A text that holds no reference, with `$${` turned into the `${` that it stands for. */
export function unescapeLiteral(text: string): string {
  return text.replaceAll("$${", "${");
}

/** How to write a text so that it is read as it stands: with `$${` for each `${`, where it would be taken for something else. */
export function escapeLiteral(text: string): string {
  const isMistaken =
    text.includes("$${") ||
    thisIn(text).length > 0 ||
    [holdsReference, holdsVariable].some((holds) => holds(text)) ||
    [malformedReference, malformedVariable, malformedThis].some((begins) => begins(text) !== undefined);
  return isMistaken ? text.replaceAll("${", () => "$${") : text;
}

/** The template with each `${file:path}` replaced by what `rewrite` makes of its path. */
export function rewriteFiles(template: string, rewrite: (file: string) => string): string {
  return template.replaceAll(secretReference, (whole, from: string | undefined, name: string) =>
    from === "file" ? `\${file:${rewrite(name)}}` : whole,
  );
}

/** Something that begins like a reference and is none, for example `${ENV:TOKEN}`; undefined if there is nothing such. */
export function malformedReference(text: string): string | undefined {
  // What is well formed leaves a mark, lest the text around it grow together into something that was never written.
  const rest = text.replaceAll(/\$\$\{|\$\{env:[A-Za-z_][A-Za-z0-9_]*\}|\$\{file:[^{}]+\}/g, "|");
  return /\$\{\s*(?:env|file)\b/i.exec(rest)?.[0];
}

/**
 * The text that a template stands for: the value of each variable and the content of each file put in, `$${` as `${`.
 * Of a file the last line break is left out. Throws TrueupError `secret.missing`, `secret.own`, `secret.outside`, `secret.size` or `secret.text`; the value is never in its message.
 */
export function resolveSecret(template: string, places: SecretPlaces): string {
  return template.replaceAll(secretReference, (_, from: string | undefined, name: string) => {
    if (from === undefined) return "${";
    const value = readReference({ from: from === "env" ? "env" : "file", name }, places);
    places.onValue?.(value);
    return value;
  });
}

/** Throws TrueupError `secret.own` for a reference to a credential of trueup itself, which must not be sent anywhere. */
export function refuseOwnCredential({ from, name }: SecretReference, tokenVariables: readonly string[] = []): void {
  if (from !== "env" || (!isCredentialVariable(name) && !tokenVariables.includes(name))) return;
  throw new TrueupError({
    code: "secret.own",
    message: `${name} is a credential of trueup itself and cannot be referred to`,
    hint: "Give the value under a name of its own.",
  });
}

/** The value of one reference. Throws as `resolveSecret`. */
export function readReference({ from, name }: SecretReference, places: SecretPlaces): string {
  const { env, root, tokenVariables, standIn } = places;
  if (from === "file") return readSecretFile(name, root);
  refuseOwnCredential({ from, name }, tokenVariables);
  const value = env[name] || standIn?.(name);
  if (value === undefined) {
    throw new TrueupError({
      code: "secret.missing",
      message: `the variable ${name} is not set`,
      hint: `Set ${name} in the environment.`,
    });
  }
  return value;
}

function readSecretFile(file: string, root: string): string {
  const absolute = path.resolve(root, file);
  const real = realPath(absolute);
  if (!isInside(real ?? absolute, real === undefined ? path.resolve(root) : realpathSync(root))) {
    throw new TrueupError({
      code: "secret.outside",
      message: `the file ${file} lies outside the directory of the desired state`,
    });
  }
  if (real === undefined) {
    throw new TrueupError({
      code: "secret.missing",
      message: `there is no file ${file}`,
      hint: "The path is relative to the file that names it.",
    });
  }
  const value = secretText(secretBytes(real, file), file).replace(/\r?\n$/, "");
  if (value !== "") return value;
  // An empty secret is never sent: it would take away the one that is there.
  throw new TrueupError({
    code: "secret.missing",
    message: `the file ${file} is empty`,
    hint: "Write the secret into it; to unset the attribute, say null in its place.",
  });
}

/** Bytes that are no text would be sent as something else, and servers take no NUL. */
function secretText(bytes: Buffer, file: string): string {
  if (isUtf8(bytes) && !bytes.includes(0)) return bytes.toString("utf8");
  throw new TrueupError({
    code: "secret.text",
    message: `the file ${file} is no text that a server takes: ${isUtf8(bytes) ? "it has a NUL" : "it is not UTF-8"}`,
    hint: "Save the file as UTF-8. What is no text can be written in base64 where the server takes that.",
  });
}

function secretBytes(real: string, file: string): Buffer {
  try {
    return readRegular(real, largestSecret);
  } catch (error) {
    const isSize = error instanceof TrueupError && error.code === "file.size";
    throw new TrueupError({
      code: isSize ? "secret.size" : "secret.missing",
      message: `the file ${file} cannot be read: ${reasonOf(error)}`,
      hint: "The path is relative to the file that names it, and leads to a regular file.",
      cause: error,
    });
  }
}
