import { append } from "./collections.js";
import type { Fields } from "./fields.js";
import { textGlob } from "./glob.js";
import type { AttributeSubject, Kind } from "./kind-data.js";

/** Attributes that are about one thing, in the order in which people read them. */
export interface SubjectAttributes {
  /** `undefined` for those that no subject names, and for deprecated ones. */
  readonly subject: AttributeSubject | undefined;
  readonly isDeprecated: boolean;
  readonly names: readonly string[];
}

/** The attributes in the order of the subjects, then those of none, deprecated ones last; within each as the kind's file has them, then by name. Leaves out what is empty. */
export function bySubject({ subjects = [] }: Pick<Kind, "subjects">, fields: Fields): SubjectAttributes[] {
  const place = subjectPlaces(subjects);
  const groups = new Map<number, string[]>();
  for (const name of Object.keys(fields).sort(byFile(fields))) {
    const at = fields[name]?.deprecated ? subjects.length + 1 : place(name);
    append(groups, at, name);
  }
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([at, names]) => ({ subject: subjects[at], isDeprecated: at > subjects.length, names }));
}

/** The same attributes in that order. */
export function inSubjectOrder(kind: Pick<Kind, "subjects">, fields: Fields): Fields {
  const names = bySubject(kind, fields).flatMap((group) => group.names);
  return Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, fields[name]] as const] : [])));
}

/** Which subject a name belongs to, counted from 0: the one that has it as it is, else the first that has a pattern for it, else the number of them. */
function subjectPlaces(subjects: readonly AttributeSubject[]): (name: string) => number {
  const exact = new Map(subjects.flatMap(({ of }, at) => of.map((name) => [name, at] as const)).toReversed());
  const patterns = subjects.flatMap(({ of }, at) =>
    of.flatMap((name) => (name.includes("*") ? [{ at, matches: textGlob(name) }] : [])),
  );
  return (name) => exact.get(name) ?? patterns.find(({ matches }) => matches(name))?.at ?? subjects.length;
}

/** Those of the file as they stand there, the others behind them by name. */
function byFile(fields: Fields): (name: string, other: string) => number {
  const isPlain = (name: string): boolean => fields[name]?.plain === true;
  return (name, other) => {
    if (isPlain(name) !== isPlain(other)) return isPlain(name) ? 1 : -1;
    if (!isPlain(name)) return 0;
    return name < other ? -1 : 1;
  };
}
