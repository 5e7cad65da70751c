import { readdirSync } from "node:fs";
import { join } from "node:path";
import { TrueupError } from "../core/errors.js";
import { didYouMean } from "../core/names.js";
import { packageDirectory } from "./package.js";

/** Names of all kinds: each has a schema of its own. Known without loading the kinds. */
export function kindNames(): string[] {
  return readdirSync(join(packageDirectory(), "schemas", "kinds"))
    .filter((file) => file.endsWith(".json"))
    .map((file) => file.slice(0, -".json".length))
    .sort();
}

/** Kinds whose deletes need `--allow-delete`, or that a rename may merge into another one. */
export const allowDeleteKinds: readonly string[] = ["branch", "group", "project", "topic"];
/** Kinds whose scheduled deletion can be taken back. */
export const allowRestoreKinds: readonly string[] = ["group", "project"];

/** Throws TrueupError `kind.unknown` for the first name that is no kind. */
export function checkKinds(names: readonly string[]): void {
  const known = kindNames();
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownKind(unknown, known, known);
}

/** Throws TrueupError for the first kind that such an option does nothing for: `kind.unknown` if it is none, else `usage`. */
export function checkAllowances(flags: {
  readonly allowDelete?: readonly string[];
  readonly allowRestore?: readonly string[];
}): void {
  checkAllowed("--allow-delete", flags.allowDelete ?? [], allowDeleteKinds);
  checkAllowed("--allow-restore", flags.allowRestore ?? [], allowRestoreKinds);
}

function checkAllowed(option: string, names: readonly string[], meant: readonly string[]): void {
  const idle = names.find((name) => !meant.includes(name));
  if (idle === undefined) return;
  const known = kindNames();
  if (!known.includes(idle)) throw unknownKind(idle, known, meant);
  throw new TrueupError({
    code: "usage",
    message: `${option} ${idle} has no effect`,
    hint: `Leave it out. Only these kinds need it: ${meant.join(", ")}.`,
  });
}

function unknownKind(unknown: string, known: readonly string[], meant: readonly string[]): TrueupError {
  const guess = didYouMean(unknown, meant);
  return new TrueupError({
    code: "kind.unknown",
    message: `there is no kind ${JSON.stringify(unknown)}`,
    hint: guess === undefined ? kindsHint(unknown, known, meant) : `Did you mean ${guess}?`,
  });
}

/** A path alone is the most likely mistake: the kind in front of it was left out. kubectl explains `pod.spec`. */
function kindsHint(unknown: string, known: readonly string[], meant: readonly string[]): string {
  const [kind = "", ...attribute] = unknown.split(".");
  if (attribute.length > 0 && known.includes(kind)) return `Write two words: trueup explain ${kind} ${attribute.join(".")}`;
  return unknown.includes("/")
    ? `An address begins with a kind: project:${unknown} or group:${unknown}.`
    : `The kinds are ${meant.join(", ")}.`;
}
