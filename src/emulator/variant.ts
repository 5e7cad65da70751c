/** Parts of a thing that are worked out when they are first asked for. */
export type LateParts<T> = { readonly [Name in keyof T]?: () => T[Name] };

/** A copy of a thing with parts of its own. What is late in the original, or here, stays so until somebody asks for it: most operations are never called. */
export function variant<T extends object>(original: T, own: Partial<T>, late: LateParts<T> = {}): T {
  const parts = { ...Object.getOwnPropertyDescriptors(original), ...Object.getOwnPropertyDescriptors(own) };
  const copy = Object.create(Object.prototype, parts) as T;
  for (const name of Object.keys(late) as (keyof T)[]) defineLate(copy, name, late[name]);
  return copy;
}

function defineLate<T extends object, Name extends keyof T>(thing: T, name: Name, work: (() => T[Name]) | undefined): void {
  if (work !== undefined) Object.defineProperty(thing, name, { enumerable: true, configurable: true, get: once(work) });
}

/** Does a piece of work when its result is first asked for, and no second time. */
export function once<T>(work: () => T): () => T {
  let done: { readonly value: T } | undefined;
  return () => (done ??= { value: work() }).value;
}
