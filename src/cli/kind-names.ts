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

/** Throws TrueupError `kind.unknown` for the first name that is no kind. */
export function checkKinds(names: readonly string[]): void {
  const known = kindNames();
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownKind(unknown, known);
}

/** The error for a name that is no kind, where some kinds are meant. */
export function unknownKind(unknown: string, meant: readonly string[]): TrueupError {
  const guess = didYouMean(unknown, meant);
  return new TrueupError({
    code: "kind.unknown",
    message: `there is no kind ${JSON.stringify(unknown)}`,
    hint: guess === undefined ? kindsHint(unknown, meant) : `Did you mean ${guess}?`,
  });
}

/** A path alone is the most likely mistake: the kind in front of it was left out. kubectl explains `pod.spec`. */
function kindsHint(unknown: string, meant: readonly string[]): string {
  const [kind = "", ...attribute] = unknown.split(".");
  if (attribute.length > 0 && meant.includes(kind)) return `Write two words: trueup explain ${kind} ${attribute.join(".")}`;
  return unknown.includes("/")
    ? `An address begins with a kind: project:${unknown} or group:${unknown}.`
    : `The kinds are ${meant.join(", ")}.`;
}
