import { Token } from "cdktf";

/** What a property is called in Terraform. Of properties that hold objects also what the parts of those are called. */
export type AttributeName =
  | string
  | {
      readonly name: string;
      /** One object, several of them, or objects under keys that the user chooses. */
      readonly mode: "single" | "list" | "set" | "map";
      readonly attributes: AttributeNames;
    };

/** Names in Terraform by property. */
export type AttributeNames = { readonly [property: string]: AttributeName };

/** A body of Terraform's JSON. */
export type TerraformBody = { [name: string]: unknown };

/** Properties in Terraform's JSON: known names rewritten, the user's keys and tokens kept. Throws, naming `place`, for unknown properties and where an object or list must stand. */
export function terraformBody(properties: object, names: AttributeNames, place: string): TerraformBody {
  const body: TerraformBody = {};
  for (const [property, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    const name = Object.hasOwn(names, property) ? names[property] : undefined;
    if (name === undefined) throw new Error(unknownProperty(property, names, place));
    if (typeof name === "string") body[name] = plainValue(value);
    else body[name.name] = nestedValue(value, name, `${place}, ${property}`);
  }
  return body;
}

function nestedValue(value: unknown, { mode, attributes }: Exclude<AttributeName, string>, place: string): unknown {
  if (value === null || Token.isUnresolved(value)) return value;
  const partOf = (part: unknown, where: string): unknown => {
    if (Token.isUnresolved(part)) return part;
    if (typeof part !== "object" || part === null || Array.isArray(part)) throw new Error(`${where}: an object must stand here`);
    return terraformBody(part, attributes, where);
  };
  if (mode === "single") return partOf(value, place);
  if (mode === "map") {
    if (typeof value !== "object" || Array.isArray(value)) throw new Error(`${place}: an object must stand here`);
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, partOf(part, `${place}, ${key}`)]));
  }
  if (!Array.isArray(value)) throw new Error(`${place}: a list must stand here`);
  return value.map((part: unknown, index) => partOf(part, `${place}, item ${index + 1}`));
}

/** A value without names of ours in it. */
function plainValue(value: unknown): unknown {
  if (typeof value === "string") return withoutDirectives(value);
  if (typeof value !== "object" || value === null || Token.isUnresolved(value)) return value;
  if (Array.isArray(value)) return value.map(plainValue);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [withoutDirectives(key), plainValue(part)]));
}

/** Escapes every `%{` that begins no directive of Terraform and is not escaped already, such as `%{title}` in commit templates. (`${…}` stays an expression.) */
function withoutDirectives(text: string): string {
  return text.replaceAll(/(?<!%)%\{(?!~?\s*(?:if|else|endif|for|endfor)\b)/g, "%%{");
}

function unknownProperty(property: string, names: AttributeNames, place: string): string {
  const known = Object.keys(names);
  const inTerraform = known.find((name) => terraformName(names[name]) === property);
  const hint = inTerraform === undefined ? `The properties are ${known.join(", ")}.` : `Use ${inTerraform}.`;
  return `${place}: there is no property ${property}. ${hint}`;
}

function terraformName(name: AttributeName | undefined): string | undefined {
  return typeof name === "object" ? name.name : name;
}
