/**
 * Names with those that they build on before each, each once, where it is first needed; a circle is cut where it closes. Every name is looked at once, and chains may be of any
 * length: nothing here is nested.
 */
export function basesFirst(names: Iterable<string>, basesOf: (name: string) => Iterable<string>): string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  for (const first of names) {
    const open = seen.has(first) ? [] : [opened(first, basesOf)];
    seen.add(first);
    for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
      const { done, value: base } = last.bases.next();
      if (done === true) {
        found.push(last.name);
        open.pop();
      } else if (!seen.has(base)) {
        seen.add(base);
        open.push(opened(base, basesOf));
      }
    }
  }
  return found;
}

function opened(name: string, basesOf: (name: string) => Iterable<string>): { name: string; bases: Iterator<string> } {
  return { name, bases: basesOf(name)[Symbol.iterator]() };
}
