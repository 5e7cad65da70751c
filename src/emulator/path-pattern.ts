/** Matches the paths that a template with `{name}` places stands for. */
export function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/[.+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, "[^/]+")}$`);
}
