import { type DiagnosticDetails, type FileDiagnostic, fault } from "../../core/errors.js";
import type { PathGlob } from "../../core/layer.js";
import { holdsReference } from "../../core/types/secret-reference.js";
import type { Piece } from "../body.js";

/** Reads each glob of a list; one that could never match a full path is told of. Items that are no text are passed over. */
export function readGlobs(items: readonly Piece[], diagnostics: FileDiagnostic[], details: DiagnosticDetails): PathGlob[] {
  return items.flatMap(({ value, source, pointer }) => {
    if (typeof value !== "string") return [];
    const origin = source.valueOrigin(pointer);
    const wrong = whyNoGlob(value);
    if (wrong === undefined) return [{ pattern: value, origin }];
    diagnostics.push(fault(wrong.rule, origin, wrong.message, { ...details, allowed: wrong.allowed }));
    return [];
  });
}

/** What is wrong with a glob of full paths that can match none; undefined where nothing is. */
export function whyNoGlob(
  pattern: string,
): { readonly rule: string; readonly message: string; readonly allowed: string } | undefined {
  if (holdsReference(pattern))
    return { rule: "secret.place", message: "a glob cannot hold ${env:…} or ${file:…}", allowed: "the path itself" };
  const rule = "glob.form";
  const allowed = "a full path, in which * is one segment or a part of one, and ** any number of segments";
  if (pattern.length > 2000) return { rule, message: "the glob is longer than any full path", allowed };
  const segments = pattern.split("/");
  if (segments.some((segment) => segment === ""))
    return { rule, message: `${JSON.stringify(pattern)} has an empty segment, so it matches nothing`, allowed };
  const stars = segments.find((segment) => segment.includes("**") && segment !== "**");
  if (stars !== undefined)
    return {
      rule,
      message: `${JSON.stringify(pattern)} has the segment ${JSON.stringify(stars)}: ** is a whole segment`,
      allowed,
    };
  const odd = segments.find((segment) => !/^[A-Za-z0-9_.*-]+$/.test(segment));
  if (odd === undefined) return undefined;
  return { rule, message: `${JSON.stringify(pattern)} matches nothing: no path has the segment ${JSON.stringify(odd)}`, allowed };
}
