import type { Diagnostic } from "./errors.js";
import { formed } from "./fields.js";
import { keyParts, type Kind, type PlacedKind } from "./kind.js";
import { didYouMean } from "./names.js";
import { whyUnreadable } from "./text-reading.js";
import { holdsReference } from "./types/secret-reference.js";

/** Groups that hold one another: the platform allows no more (the reference of real servers, order constraints). */
const deepest = 20;

/** Characters of the path of a group, and of a user's own namespace; that of a project may have one (the reference of real servers, groups). */
const shortestHolder = 2;

/** Characters of what stands behind a key for its scope. */
const longestScope = 255;

/** Why a name cannot stand before the colon in a map or tree of this kind; undefined if it can. */
export function nameDiagnostic(kind: PlacedKind, name: string): Diagnostic | undefined {
  if (kind.as === "tree") {
    const message = pathError(kind, name);
    return message === undefined ? undefined : { rule: "name.path", message: `${JSON.stringify(name)}: ${message}` };
  }
  const { key } = kind;
  const allowed = kind.shapes ? Object.keys(kind.shapes) : key?.values;
  if (allowed && !allowed.includes(name)) {
    const guess = didYouMean(name, allowed);
    return {
      rule: "schema.key",
      message: `${JSON.stringify(name)} is no ${kind.title.toLowerCase()}: must be one of ${allowed.join(", ")}`,
      ...(guess ? { allowed: `did you mean ${guess}?` } : {}),
    };
  }
  // What is left out of it is not repeated: it may be a password.
  if (formed(key?.form, name) !== name) {
    const message =
      key?.variables === undefined
        ? `the name of a ${kind.title.toLowerCase()} stands without name and password in it: give them as its attributes`
        : `no secret stands in the address: write ${JSON.stringify(formed(key.form, name))}, and give what stands in braces by ${key.variables}, by reference`;
    return { rule: "name", message };
  }
  const message = plainNameError(name, longest(kind, name)) ?? attributeError(key?.oneOf, name) ?? formError(kind, name);
  const wrong = message === undefined ? whyUnreadable(key?.format, name) : { message };
  return wrong && { ...wrong, rule: "name", message: `${JSON.stringify(name)}: ${wrong.message}` };
}

/** What a name may be long, with the scope behind it: the bound is that of the key alone, and a scope has one of its own. */
function longest(kind: PlacedKind, name: string): number | undefined {
  const { max, scope } = kind.key ?? {};
  if (max === undefined || scope === undefined) return max;
  const parts = keyParts(kind, name);
  return parts.name.length > max || (parts.scope?.length ?? 0) > longestScope ? max : name.length;
}

function plainNameError(name: string, max: number | undefined): string | undefined {
  if (name.trim() === "") return "the name is empty";
  if (name !== name.trim()) return "the name begins or ends with a space";
  if (max !== undefined && name.length > max) return `the name has more than ${max} characters`;
  if (holdsReference(name)) return "a name cannot hold ${env:…} or ${file:…}";
  return undefined;
}

function attributeError(oneOf: readonly string[] | undefined, name: string): string | undefined {
  if (oneOf === undefined || oneOf.some((prefix) => name.startsWith(`${prefix}=`) && name.length > prefix.length + 1))
    return undefined;
  return `it must begin with ${oneOf.map((prefix) => `${prefix}=`).join(" or ")}`;
}

function formError(kind: PlacedKind, name: string): string | undefined {
  const { like } = kind.key ?? {};
  return like === undefined || new RegExp(like.pattern, "u").test(keyParts(kind, name).name) ? undefined : like.hint;
}

/** Why a full path is not valid for a group or project; undefined if it is (the reference of real servers, groups and projects). */
function pathError(kind: Kind, path: string): string | undefined {
  const segments = path.split("/");
  const isHolder = kind.tree === undefined || kind.tree.parent === kind.name;
  if (!isHolder && segments.length < 2) return "the full path must begin with a namespace, as in acme/web";
  const holders = isHolder ? segments.length : segments.length - 1;
  if (holders > deepest) return `more than ${deepest} levels of groups`;
  for (const [index, segment] of segments.entries()) {
    const wrong = segmentError(segment, isHolder || index < holders ? shortestHolder : 1);
    if (wrong) return wrong;
  }
  return undefined;
}

function segmentError(segment: string, shortest: number): string | undefined {
  if (segment === "") return "a segment of the path is empty";
  const shown = JSON.stringify(segment);
  if (segment.length < shortest) return `the segment ${shown} is too short: at least 2 characters`;
  if (segment.length > 255) return "a segment of the path has more than 255 characters";
  if (!/^[A-Za-z0-9_.-]+$/.test(segment)) return `the segment ${shown} may only have letters, digits, _ - and .`;
  if (segment.startsWith("-")) return `the segment ${shown} may not begin with -`;
  if (/\.$|\.git$|\.atom$/i.test(segment)) return `the segment ${shown} may not end in . .git or .atom`;
  return undefined;
}
