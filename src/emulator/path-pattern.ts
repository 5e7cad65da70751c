/** Matches the paths that a template stands for: `{name}` is one segment, `*name` is all that follows. */
export function patternOf(path: string): RegExp {
  const literal = path.replaceAll(/[.+?^$()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${literal.replaceAll(/\{\w+\}/g, "[^/]+").replaceAll(/\*\w+/g, ".+")}$`);
}
