import { parseDocument } from "yaml";
import { isObject, type Json } from "../../../core/json.js";
import type { CheckedSettings } from "../../../core/pipeline-audit.js";
import { codeOwnerTest } from "./code-owners.js";

/** A file of the default branch: its text, null where there is none, undefined where the token may not see it. */
export type SeenFile = string | null | undefined;

/** So many files without an owner are named. */
const mostNamed = 5;

/** A place of CODEOWNERS. */
export interface OwnerFile {
  readonly path: string;
  readonly text: SeenFile;
}

/**
 * Does CODEOWNERS name somebody for the project file, for the files of each of its scopes, and for itself? Without that, whoever approves a request approves what the pipeline goes by. `places` are
 * those of the service, in its order: the first that is there counts.
 */
export function auditOwners(places: readonly OwnerFile[], projectFile: SeenFile, service: "gitlab" | "github"): CheckedSettings {
  const own = places.find(({ text }) => text !== null);
  if (own !== undefined && own.text === undefined)
    return { unseen: [{ what: "CODEOWNERS", reason: "the token may not read the repository" }] };
  const scopes = scopesOf(projectFile);
  const unread = { what: "the scopes of trueup.yaml", reason: "the file cannot be read on the default branch" };
  const isOwned = codeOwnerTest(own?.text ?? "", service);
  const needed = ["trueup.yaml", ...(own ? [own.path] : []), ...(scopes ?? [])];
  const lacking = needed.filter((pattern) => !isOwned(samplePath(pattern)));
  const flaw = {
    code: "pipeline.code-owners",
    message: `${own ? "CODEOWNERS names nobody for" : "There is no CODEOWNERS, which would name owners for"} ${named(lacking)}. So any approver lets through a change to what the pipeline goes by.`,
    mend: { place: "CODEOWNERS on the default branch: a line for each, such as /trueup.yaml @platform/owners" },
  };
  return { flaws: lacking.length === 0 ? [] : [flaw], unseen: scopes === undefined ? [unread] : [] };
}

function named(patterns: readonly string[]): string {
  const more = patterns.length - mostNamed;
  return [...patterns.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

/** The globs of the scopes; undefined where the file cannot be read. */
function scopesOf(file: SeenFile): readonly string[] | undefined {
  if (file === null) return [];
  const value = yamlOf(file);
  if (value === undefined) return undefined;
  const scopes = isObject(value) ? value["scopes"] : undefined;
  return isObject(scopes) ? Object.keys(scopes) : [];
}

/** What a YAML file of a repository says; undefined where it cannot be read, or its aliases make too much of it. */
export function yamlOf(text: SeenFile): Json | undefined {
  if (typeof text !== "string") return undefined;
  try {
    const document = parseDocument(text);
    return document.errors.length > 0 ? undefined : (document.toJS({ maxAliasCount: 100 }) as Json);
  } catch {
    return undefined;
  }
}

/** A file that the glob of a scope fits: two segments deep where it may be any number. */
function samplePath(pattern: string): string {
  return pattern.replaceAll("**", "any/file").replaceAll("*", "any");
}
