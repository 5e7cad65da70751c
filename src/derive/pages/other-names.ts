import { append } from "../../core/collections.js";
import type { Field, Fields } from "../../core/fields.js";
import type { Kind } from "../../core/kind.js";
import { code, table } from "./markdown.js";

/** A name that another tool has for an attribute, or for a whole of a kind. */
export interface ToolName {
  readonly tool: string;
  readonly name: string;
  /** What to write in files, in Markdown. */
  readonly write: string;
}

/** A name, what to write for it in Markdown, and whose name it is. */
export interface OtherName {
  readonly name: string;
  readonly write: string;
  readonly of: string;
}

/** Other names of attributes, those of the API and of other tools among them, and what to write in files, each name once for all that it stands for. */
export function otherNamesOf(fields: Fields, mistaken: Kind["mistaken"] = {}, tools: readonly ToolName[] = []): OtherName[] {
  const rows = Object.entries(fields).flatMap(([name, field]) => [
    ...namesOf(name, field),
    ...apiNames(name, field, new Set(Object.keys(fields))),
  ]);
  const wrong = Object.entries(mistaken).map(([name, write]) => ({
    name,
    write: write.startsWith("the key") ? write : code(write),
    of: "common mistake",
  }));
  const all = [...rows, ...tools.map(({ tool, name, write }) => ({ name, write, of: tool })), ...wrong];
  return mergedBy(mergedBy(all, "of"), "write");
}

/** The table of other names; undefined where there are none. */
export function otherNames(...names: Parameters<typeof otherNamesOf>): string | undefined {
  const rows = otherNamesOf(...names).map(({ name, write, of }) => [code(name), write, of]);
  return rows.length === 0 ? undefined : table(["name", "write", "used by"], rows);
}

/** Rows that are the same but for one column become one row, which has each value of that column once. */
function mergedBy(rows: readonly OtherName[], column: "write" | "of"): OtherName[] {
  const groups = new Map<string, OtherName[]>();
  for (const row of rows) append(groups, JSON.stringify({ ...row, [column]: "" }), row);
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map((row) => ({ ...row, [column]: [...new Set(group.map((entry) => entry[column]))].join(", ") })),
  );
}

/** What requests and replies call an attribute, and its parts, where that is another name. `taken` are names that mean another attribute. */
function apiNames(name: string, field: Field, taken: ReadonlySet<string>, path = ""): OtherName[] {
  if (field.deprecated) return [];
  const { read, write, unlicensed, vendor, fields = {} } = field;
  const names = [write, read, unlicensed?.write].filter((apiName) => apiName !== undefined);
  const others = [...new Set(names)].filter((apiName) => apiName !== name && apiName !== vendor && !taken.has(apiName));
  const inside = Object.entries(fields).flatMap(([part, inner]) =>
    apiNames(part, inner, new Set(Object.keys(fields)), `${path}${name}.`),
  );
  return [...others.map((apiName) => ({ name: apiName, write: code(`${path}${name}`), of: "API" })), ...inside];
}

function namesOf(name: string, { deprecated, vendor, older, since }: Field): OtherName[] {
  if (deprecated?.alias) {
    const { replacement, convert, lasting } = deprecated;
    const of = lasting ? "trueup (another form)" : convert ? "old name (values of another form)" : "old name";
    return [{ name, write: code(replacement), of }];
  }
  const earlier =
    since === undefined
      ? "servers that do not know the other name"
      : `servers of the documents and real servers before ${since} (in files, write the other name)`;
  return [
    ...(vendor === undefined || vendor === name ? [] : [{ name: vendor, write: code(name), of: "API of real servers" }]),
    ...(older ? [{ name: older.name, write: code(name), of: earlier }] : []),
  ];
}
