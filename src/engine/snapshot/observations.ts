import type { Capabilities } from "../../core/api.js";
import type { Diagnostic, Origin } from "../../core/errors.js";
import type { Field } from "../../core/fields.js";
import { keyParts, type Kinds, type PlacedKind } from "../../core/kind.js";
import { isBefore, isUnsure } from "../../core/kinds-on.js";
import type { Directory } from "../../core/lookup.js";
import { compareVersions, type Tier, tierIncludes } from "../../core/names.js";
import type { Desired, Live, Unread } from "../../core/plan.js";
import { knownFrom } from "../../core/release-words.js";
import type { ParentNeed } from "./needs.js";

/** What plans are made with, beside what is desired and what is live. */
export interface Basis {
  readonly kinds: Kinds;
  readonly directory: Directory;
  readonly capabilities: Capabilities;
}

/** A desired thing beside what is live of it. */
export interface Observed {
  readonly desired: Desired;
  readonly kind: PlacedKind;
  readonly live: Live | undefined;
  /** The path under which it lives now, if a move is asked for or its group moves. */
  readonly livePath: string | undefined;
  /** True if both the old and the new path of a move exist. */
  readonly conflict: boolean;
  /** What it was looked for on. */
  readonly parent?: ParentNeed;
  /** What is there under the former key, where both are and one of them can become part of the other. */
  readonly merges?: Live;
  /** Live siblings that no declared one means, where this one is not there, or covers names, and its siblings were listed. */
  readonly beside?: readonly Live[];
  /** Numbers of all that have its key, where several do and nobody can say which is meant. */
  readonly alike?: readonly (number | string)[];
  /** What others on the same thing name it by, where its title proves nothing. */
  readonly called?: string;
  /** Declared attributes that this server does not know: what may see them and reads the thing singly does not find them. */
  readonly unknown?: readonly string[];
}

/** What is live of what is desired. */
export interface Observations {
  readonly observed: readonly Observed[];
  /** Groups and projects that something observed hangs on although nobody asks for them (a target may name a child alone). */
  readonly unnamedParents: readonly Observed[];
  /** Live things that no file declares and that `delete_undeclared` names. */
  readonly undeclared: readonly Undeclared[];
  /** What hangs on declared things and could not be read: nothing of it is observed. */
  readonly unread: readonly Unread[];
  /** How many lists and single things that hang on declared ones were asked for, read or not. */
  readonly asked: number;
}

/** A live thing that nobody declares and that is to go. */
export interface Undeclared {
  readonly live: Live;
  readonly kind: PlacedKind;
  readonly path: string;
  readonly key?: string;
  /** Where the files ask for it. */
  readonly origin: Origin;
}

/** Role, tier and release that a thing as a whole needs and the token or server lacks. */
export function lackingKind(
  { capabilities }: Basis,
  { key }: { readonly key?: string | undefined },
  kind: PlacedKind,
): Diagnostic[] {
  const { version, user, dialect } = capabilities;
  const shape = key === undefined ? undefined : kind.shapes?.[key];
  const lacks: Diagnostic[] = [];
  if (kind.administrators && !user.administrator)
    lacks.push({ rule: "role", message: `only an administrator may write it, and ${user.username} is none` });
  if ((kind.dialect ?? shape?.dialect) === "vendor" && dialect === "neutral")
    lacks.push({
      rule: "dialect",
      message: "only real servers have it, and this one speaks the neutral dialect: take it out of the files",
    });
  const scope = key === undefined ? undefined : keyParts(kind, key).scope;
  if (scope !== undefined && scope !== kind.key?.scope?.default)
    lacks.push(...lackingTier(capabilities, kind.key?.scope?.tier, `${kind.key?.scope?.field} ${scope} `));
  for (const needed of [kind.tier, shape?.tier]) lacks.push(...lackingTier(capabilities, needed, ""));
  if (isBefore(version, kind.since))
    lacks.push({ rule: "version", message: `needs release ${kind.since}; this server is ${version}` });
  if (isBefore(version, shape?.notBefore))
    lacks.push({ rule: "version", message: `needs release ${shape?.notBefore}; this server is ${version}` });
  if (shape?.until !== undefined && !isBefore(version, shape.until))
    lacks.push({ rule: "version", message: `gone since release ${shape.until}; this server is ${version}` });
  return lacks;
}

/** Dialect, tier and release that an attribute needs and the server lacks. */
export function lackingAttribute(capabilities: Capabilities, name: string, field: Field | undefined): Diagnostic[] {
  const { version, dialect } = capabilities;
  if (field?.dialect === "vendor" && dialect === "neutral")
    return [
      {
        rule: "dialect",
        message: `only real servers know ${name}, and this one speaks the neutral dialect: take it out of the files`,
      },
    ];
  const lacks = lackingTier(capabilities, field?.tier, `${name} `);
  if (isBefore(version, field?.notBefore))
    lacks.push({ rule: "version", message: `${name} needs release ${field?.notBefore}; this server is ${version}` });
  else if (field?.secret && field.unreadable && isUnsure(version, field))
    lacks.push({
      rule: "version",
      message: `${name} is known ${knownFrom(field)}, and this server is ${version}: an earlier release may drop it, and no reply would show that a secret is missing`,
    });
  if (field?.until !== undefined && !isBefore(version, field.until))
    lacks.push({ rule: "version", message: `${name} is gone since release ${field.until}; this server is ${version}` });
  return lacks;
}

function lackingTier({ tier, tierSource }: Capabilities, needed: Tier | undefined, what: string): Diagnostic[] {
  if (needed === undefined || tierIncludes(tier, needed)) return [];
  return [{ rule: "tier", message: `${what}needs ${needed}; this server is ${tier} (${tierHow[tierSource]})` }];
}

const tierHow = {
  license: "by its licence",
  flag: "by --tier",
  probe: "by what it shows; say --tier if that is wrong",
} as const;

/** What a real server of a release after the newest that facts are known of may know beyond them; undefined for any other server, and where no facts are. */
export function newerThanFacts({ version, dialect }: Capabilities, releases: readonly string[]): Diagnostic | undefined {
  const newest = releases.at(-1);
  const release = /^\d+\.\d+/.exec(version)?.[0];
  if (dialect === "neutral" || newest === undefined || release === undefined || compareVersions(release, newest) <= 0)
    return undefined;
  const message = `this server is ${version}, and what is known of releases ends with ${newest}: what it brought anew can be said under unchecked alone`;
  return { rule: "server.newer", message };
}
