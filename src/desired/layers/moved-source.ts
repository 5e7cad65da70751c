import type { SourceFile } from "../read-file.js";

/** A file in which what is asked for at a pointer, or below it, stands elsewhere: `to` takes the rest of the pointer and gives the whole one. */
export function movedSource(source: SourceFile, prefix: string, to: (below: string) => string): SourceFile {
  const moved = (pointer: string): string => {
    const isInside = pointer === prefix || pointer.startsWith(`${prefix}/`);
    return isInside ? to(pointer.slice(prefix.length)) : pointer;
  };
  return {
    ...source,
    keyOrigin: (pointer) => source.keyOrigin(moved(pointer)),
    valueOrigin: (pointer) => source.valueOrigin(moved(pointer)),
  };
}
