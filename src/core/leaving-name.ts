/**
 * The path or name that something had before its deletion was scheduled; undefined where it has it still. Newer releases free both for others by then: they put
 * `-deletion_scheduled-` and the thing's number behind them (of projects `-deleted-` before), and take that away again when it is restored.
 */
export function nameBeforeLeaving(text: string, id: number | string): string | undefined {
  for (const word of ["deletion_scheduled", "deleted"]) {
    const end = `-${word}-${id}`;
    if (text.length > end.length && text.endsWith(end)) return text.slice(0, -end.length);
  }
  return undefined;
}

/** True for a full path that leads through a group which was renamed so: what lies there goes with it. */
export function liesInLeaving(path: string): boolean {
  return path
    .split("/")
    .slice(0, -1)
    .some((segment) => /-deletion_scheduled-\d+$/.test(segment));
}
