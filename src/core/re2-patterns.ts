/** Repetitions of which RE2 takes no more. */
const mostRepetitions = 1000;

/**
 * What is surely wrong with a regular expression for a server that reads it in linear time (RE2): that knows no looking around, no references back and nothing possessive.
 * Undefined where nothing is known to be wrong.
 */
export function whyNotRe2(pattern: string): string | undefined {
  const open = withoutLiterals(pattern);
  const [around] = /\(\?(?:<?[=!]|>)/.exec(open) ?? [];
  if (around !== undefined) return `${around} is not known to RE2, which does not look around`;
  const [back] = /\\(?:[1-9]|[gk][<{'])/.exec(pattern.replaceAll("\\\\", "")) ?? [];
  if (back !== undefined) return `${back} is not known to RE2, which does not refer back`;
  const counts = [...open.matchAll(/\{(\d+)(?:,(\d*))?\}/g)];
  const many = counts.find((found) => found.slice(1).some((count) => Number(count ?? 0) > mostRepetitions));
  if (many !== undefined) return `${many[0]} repeats more often than RE2 does`;
  try {
    // Only whether it holds together is asked: flags, anchors and classes of RE2 stand for others alike.
    void new RegExp(inOurs(open));
    return undefined;
  } catch (error) {
    return `it is no regular expression: ${error instanceof Error ? (error.message.split(": ").at(-1) ?? "") : String(error)}`;
  }
}

/** The expression without what stands for itself: escaped characters become letters, and so does what a class holds. */
function withoutLiterals(pattern: string): string {
  return pattern
    .replaceAll(/\\Q[\s\S]*?(?:\\E|$)/g, "x")
    .replaceAll(/\\[pP]\{[^}]*\}|\\x\{[^}]*\}|\\[\s\S]/g, "x")
    .replaceAll(/\[\^?\]?(?:\[:\^?\w+:\]|[^\]])*\]/g, "x");
}

/** Names and flags as this language writes them. */
function inOurs(pattern: string): string {
  return pattern
    .replaceAll("(?P<", "(?<")
    .replaceAll(/\(\?[imsU]*(?:-[imsU]+)?:/g, "(?:")
    .replaceAll(/\(\?[imsU]*(?:-[imsU]+)?\)/g, "");
}
