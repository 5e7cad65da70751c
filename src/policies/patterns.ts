import { fold } from "../core/address.js";
import { textGlob } from "../core/glob.js";
import type { AttributePattern, LayerBody } from "../core/layer.js";

/** What a statement is about: something that hangs on a thing, or the thing itself. */
export type Child = LayerBody["child"];

/** True if a pattern means this place, or something that holds it. */
export function means({ child, path }: AttributePattern, of: Child, at: readonly string[]): boolean {
  return meansChild(child, of) && path.every((step, index) => step === at[index]);
}

/** True if one of some patterns means a place. */
export function isMeant(patterns: readonly AttributePattern[], child: Child, path: readonly string[]): boolean {
  return patterns.some((pattern) => means(pattern, child, path));
}

/** True if a pattern means all of something that hangs on a thing. */
export function meansWhole({ child, path }: AttributePattern, of: Child): boolean {
  return path.length === 0 && meansChild(child, of);
}

function meansChild(pattern: AttributePattern["child"], of: Child): boolean {
  if (pattern === undefined || of === undefined) return pattern === of;
  return pattern.kind === of.kind && (pattern.key === undefined || (of.key !== undefined && keyTest(pattern.key)(of.key)));
}

const tests = new Map<string, (key: string) => boolean>();
/** So many patterns of keys are kept read; files hold fewer. */
const mostTests = 10_000;

/** `*` is any part of a key; letter case does not count, because what is left alone must not change for a spelling. */
function keyTest(pattern: string): (key: string) => boolean {
  const known = tests.get(pattern);
  if (known) return known;
  const matches = textGlob(fold(pattern));
  const test = (key: string) => matches(fold(key));
  if (tests.size < mostTests) tests.set(pattern, test);
  return test;
}
