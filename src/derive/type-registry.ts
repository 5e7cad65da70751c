import type { TypeDefinition } from "../core/types/type-definition.js";

/** A type of field with the file that declares it. */
export interface FoundType {
  /** Name of the file in the folder of types, without its ending. */
  readonly file: string;
  /** Name of the export. */
  readonly name: string;
  readonly type: TypeDefinition;
  /** Names of the functions that make fields of it. */
  readonly makers: readonly string[];
}

/** The type of field that a file exports, with what makes fields of it; undefined for a file that is none. Throws where one is not called like its file. */
export function typeIn(file: string, exported: Readonly<Record<string, unknown>>): FoundType | undefined {
  const all = Object.entries(exported);
  const [first, ...others] = all.filter((entry): entry is [string, TypeDefinition] => isType(entry[1]));
  if (first === undefined) return undefined;
  const [name, type] = first;
  if (others.length > 0) throw new Error("a file has one type of field");
  if (type.name !== file) throw new Error(`a type of field is called like its file, and this one ${type.name}`);
  return { file, name, type, makers: all.flatMap(([maker, value]) => (typeof value === "function" ? [maker] : [])).sort() };
}

function isType(value: unknown): value is TypeDefinition {
  return typeof value === "object" && value !== null && "name" in value && "schema" in value && "form" in value;
}

/** The text of the names of all types. It stands apart, because types are made of it. */
export function typeNamesText(types: readonly FoundType[]): string {
  const names = inOrder(types).map(({ type }) => `  | "${type.name}"`);
  return [made, "/** The name of a type of field: that of its file. */", "export type FieldType =", ...names].join("\n") + ";\n";
}

/** The text of the registry of types, and of all that makes fields. */
export function typeRegistryText(all: readonly FoundType[]): string {
  const types = inOrder(all);
  return [
    made,
    ...types.map(({ file, name }) => `import { ${name} } from "./${file}.js";`),
    'import type { FieldType } from "./names.gen.js";',
    'import type { TypeDefinition } from "./type-definition.js";',
    "",
    ...types.flatMap(({ file, makers }) => (makers.length === 0 ? [] : [`export { ${makers.join(", ")} } from "./${file}.js";`])),
    "",
    "/** All types of fields by name. */",
    "export const fieldTypes = {",
    ...types.map(({ name, type }) => `  ${type.name}: ${name},`),
    "} satisfies Record<FieldType, TypeDefinition>;",
    "",
  ].join("\n");
}

const made = "// Made by `npm run generate` from the files beside it. Do not edit.";

function inOrder(types: readonly FoundType[]): readonly FoundType[] {
  return [...types].sort((a, b) => (a.file < b.file ? -1 : 1));
}
