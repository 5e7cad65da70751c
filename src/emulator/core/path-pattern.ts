/** Matches the paths that a template stands for: `{name}` is one segment, `*name` is all that follows. */
export function patternOf(path: string): RegExp {
  const literal = path.replaceAll(/[.+?^$()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${literal.replaceAll(/\{\w+\}/g, "[^/]+").replaceAll(/\*\w+/g, ".+")}$`);
}

/**
 * True when a name, such as that of a protected branch, or a wildcard, is that of a branch. A star stands for any text. Every part between stars is taken at its
 * first place, so that many stars cost no more than few.
 */
export function covers(pattern: string, name: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return pattern === name;
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  let place = first.length;
  for (const part of rest) {
    const index = name.indexOf(part, place);
    if (index < 0) return false;
    place = index + part.length;
  }
  return place + last.length <= name.length;
}

/**
 * True when a path fits parts of which `**` is any number of segments, also none, and of which others are wildcards for one. Takes time by the product of both lengths at most: after
 * each segment it is known which parts may come next.
 */
export function coversPath(parts: readonly string[], segments: readonly string[]): boolean {
  let next = withSkipped(parts, new Set([0]));
  for (const segment of segments) {
    const further = new Set<number>();
    for (const at of next) {
      const part = parts[at];
      if (part === "**") {
        if (segment !== "") further.add(at);
      } else if (part !== undefined && covers(part, segment)) further.add(at + 1);
    }
    next = withSkipped(parts, further);
  }
  return next.has(parts.length);
}

/** The places, with those behind a `**` that stands for nothing. */
function withSkipped(parts: readonly string[], places: Set<number>): Set<number> {
  for (const at of places) if (parts[at] === "**") places.add(at + 1);
  return places;
}
