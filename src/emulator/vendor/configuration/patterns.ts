const TOO_MANY = 1000;

/**
 * What is wrong with a pattern, for servers whose patterns run in linear time (RE2): these know no looking around and no references back. Undefined
 * where it is one.
 */
export function problemOfPattern(pattern: string): string | undefined {
  const [around] = /\(\?<?[=!]|\(\?>/.exec(withoutEscapes(pattern)) ?? [];
  if (around !== undefined) return `not valid RE2 syntax: invalid perl operator: ${around}`;
  const [back] = /\\(?:[1-9]|k<)/.exec(pattern.replaceAll("\\\\", "")) ?? [];
  if (back !== undefined) return `not valid RE2 syntax: invalid escape sequence: ${back}`;
  const counts = [...withoutEscapes(pattern).matchAll(/\{(\d+)(?:,(\d*))?\}/g)];
  const many = counts.find(([, from = "0", to = ""]) => Number(from) > TOO_MANY || Number(to) > TOO_MANY);
  if (many !== undefined) return `not valid RE2 syntax: invalid repetition size: ${many[0]}`;
  try {
    // Only whether it is one is asked here: flags, anchors and classes of RE2 stand for others alike.
    void new RegExp(inOurs(pattern));
    return undefined;
  } catch (error) {
    return `not valid RE2 syntax: ${error instanceof Error ? (error.message.split(": ").at(-1) ?? "") : String(error)}`;
  }
}

/** True where a pattern that was taken finds itself in a text. */
export function isFound(pattern: string, text: string): boolean {
  return problemOfPattern(pattern) === undefined && new RegExp(inOurs(pattern)).test(text);
}

/** The pattern as this language writes it. */
function inOurs(pattern: string): string {
  return pattern
    .replaceAll(/\(\?P</g, "(?<")
    .replaceAll(/\(\?[imsU]*(?:-[imsU]+)?:/g, "(?:")
    .replaceAll(/\(\?[imsU]*(?:-[imsU]+)?\)/g, "")
    .replaceAll(/\\A/g, "^")
    .replaceAll(/\\z/g, "$")
    .replaceAll(/\[:\^?(?:alpha|alnum|lower|upper|word):\]/g, "\\w")
    .replaceAll(/\[:\^?(?:digit|xdigit):\]/g, "\\d")
    .replaceAll(/\[:\^?space:\]/g, "\\s");
}

const withoutEscapes = (pattern: string): string => pattern.replaceAll(/\\./g, "");
