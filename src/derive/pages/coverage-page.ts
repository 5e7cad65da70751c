import { append } from "../../core/collections.js";
import { type Fields, typeOf } from "../../core/fields.js";
import type { IgnoredParameters } from "../../core/kind-data.js";
import { everyFieldsOf, fieldsOf, type Kind, type Kinds } from "../../core/kind.js";
import { type OperationAccount, parameterStandings } from "../../core/release-facts.js";
import { code, table } from "./markdown.js";

const reasons: Readonly<Record<IgnoredParameters[string], string>> = {
  action: "does something, and is no state",
  "other-kind": "another kind has it",
  "read-elsewhere": "its value is read elsewhere",
  development: "only servers for development have it",
  gone: "no longer there",
};

/** The page that counts what became of every parameter of the kinds' operations in each known release. */
export function coveragePage(kinds: Kinds, operations: readonly OperationAccount[], releases: readonly string[]): string {
  return `${[
    "<!-- Made by `npm run generate` from the kinds and the facts of releases. Do not edit. -->",
    "# What became of every parameter",
    "Servers say what their operations take. Of each release that trueup has facts of, and of each operation by which its [kinds](kinds/README.md) are written, this page counts what became of the parameters: " +
      "a *field* stands in the kind's file, a *plain* one is an attribute that facts alone know, an *other name* is one of an attribute that has another, *identity* is what names the thing or where it lies, and *ignored* is no attribute, for one of five reasons. There is no sixth column.",
    "What servers have and no kind is about, with the reason and what to do instead, stands in [left-out.md](left-out.md).",
    "## Counts",
    countsTable(operations),
    ...lackingLines(kinds, operations, releases),
    "## Sizes",
    sizesTable(kinds),
    "## Ignored, and why",
    ignoredTable(operations),
    "## Types that nothing settles",
    "Servers declare no type for these, and neither corrections nor their names tell one. They take any text, number or flag, and are compared as the server shows them.",
    untypedTable(kinds),
  ].join("\n\n")}\n`;
}

/** Of more places only their number is said. */
const mostPlaces = 6;

/** Operations that differ in the key alone are one line. */
function countsTable(operations: readonly OperationAccount[]): string {
  const groups = new Map<string, OperationAccount[]>();
  for (const operation of operations) {
    const route =
      operation.key === undefined
        ? operation.operation
        : `${operation.operation.slice(0, operation.operation.lastIndexOf("/"))}/{key}`;
    append(groups, JSON.stringify([operation.kind, route, operation.release]), operation);
  }
  const rows = [...groups].map(([place, same]) => {
    const [kind, route, release] = JSON.parse(place) as [string, string, string];
    const parameters = same.flatMap((operation) => operation.parameters);
    const counts = parameterStandings.map((standing) => String(parameters.filter(({ as }) => as === standing).length));
    return [code(kind), code(route), release, ...counts, same[0]?.key === undefined ? "" : String(same.length)];
  });
  return table(["kind", "operation", "release", "field", "plain", "other name", "identity", "ignored", "keys"], rows);
}

/** Kinds of which the facts of a release have no operation that writes. */
function lackingLines(kinds: Kinds, operations: readonly OperationAccount[], releases: readonly string[]): string[] {
  const lines = releases.flatMap((release) => {
    const has = new Set(operations.filter((operation) => operation.release === release).map(({ kind }) => kind));
    const lacking = [...kinds.keys()].filter((name) => !has.has(name));
    return lacking.length === 0
      ? []
      : [
          `- The facts of ${release} have no operation that writes ${lacking.map(code).join(", ")}: real servers of that release have.`,
        ];
  });
  return lines.length === 0 ? [] : [lines.join("\n")];
}

function sizesTable(kinds: Kinds): string {
  const rows = [...kinds.values()].map((kind) => {
    const attributes = everyAttribute(kind);
    const plain = attributes.filter(([, { plain: isPlain }]) => isPlain).length;
    const keys = kind.shapes ? Object.keys(kind.shapes).length : undefined;
    return [code(kind.name), String(attributes.length), String(plain), keys === undefined ? "" : String(keys)];
  });
  return table(["kind", "attributes", "of these known from facts alone", "keys with attributes of their own"], rows);
}

/** Attributes of each sort of member, other names left out; with the key in front where keys differ. */
function everyAttribute(kind: Kind): (readonly [string, Fields[string]])[] {
  const sets: (readonly [string, Fields])[] = kind.shapes
    ? Object.keys(kind.shapes).map((key) => [`${key}.`, fieldsOf(kind, { key })] as const)
    : everyFieldsOf(kind).map((fields) => ["", fields] as const);
  const all = sets.flatMap(([before, fields]) =>
    Object.entries(fields).map(([name, field]) => [`${before}${name}`, field] as const),
  );
  return [...new Map(all)].filter(([, { deprecated }]) => !deprecated?.alias);
}

function ignoredTable(operations: readonly OperationAccount[]): string {
  const ignored = new Map<string, { readonly cells: readonly string[]; readonly where: Set<string> }>();
  for (const { kind, operation, key, parameters } of operations)
    for (const { name, as, reason } of parameters) {
      if (as !== "ignored") continue;
      const id = `${kind} ${name} ${reason}`;
      const known = ignored.get(id) ?? {
        cells: [code(kind), code(name), reason === undefined ? "" : reasons[reason]],
        where: new Set(),
      };
      known.where.add(key ?? operation.split(" ")[0] ?? operation);
      ignored.set(id, known);
    }
  const rows = [...ignored.values()].map(({ cells, where }) => {
    const places = where.size > mostPlaces ? `${where.size} keys` : [...where].sort().join(", ");
    return [...cells, places];
  });
  rows.sort((row, other) => (row.join(" ") < other.join(" ") ? -1 : 1));
  return table(["kind", "parameter", "why", "where"], rows);
}

function untypedTable(kinds: Kinds): string {
  const rows = [...kinds.values()].flatMap((kind) => {
    const names = everyAttribute(kind).flatMap(([name, field]) => (typeOf(field).isUnsettled ? [code(name)] : []));
    return names.length === 0 ? [] : [[code(kind.name), String(names.length), names.sort().join(", ")]];
  });
  return table(["kind", "number", "attributes"], rows);
}
