import { defined } from "../../core/collections.js";
import { type Field, type ReferenceTarget, typeOf } from "../../core/fields.js";
import type { Json, Value } from "../../core/json.js";
import { withoutUserinfo } from "../../core/secret-names.js";
import { environmentReference, type SecretVariables } from "../../core/secret-variables.js";
import { levelWord } from "./entries.js";
import type { Omissions } from "./omissions.js";
import { isBranch, plainOf, type ConfigTree, configTreeOf } from "./tree.js";

/** What a value is of, for the name of a variable that holds it. */
export interface ValuePlace {
  readonly path: string;
  readonly key: string | undefined;
  readonly attribute: string;
}

/** Looks up the name for one of the platform's numbers; undefined where nothing has it that may be seen. */
export type NameForNumber = (target: ReferenceTarget, id: number) => string | undefined;

type Names = { readonly [name: string]: string };

/** Turns values of the configuration into ours. Secrets become references to the environment: one for each place where the configuration has one. */
export class Values {
  private readonly named = new Map<string, string>();

  constructor(
    private readonly omissions: Omissions,
    private readonly variables: SecretVariables,
    /** The name of a copied picture beside the files; undefined where the configuration's cannot be read. */
    private readonly pictureAt: (path: string) => string | undefined,
    /** Left out where only the configuration is read. */
    private readonly nameOf?: NameForNumber,
  ) {}

  /** The value of an attribute; undefined where it cannot be said. */
  of(field: Field | undefined, tree: ConfigTree, names: Names, place: ValuePlace): Value | undefined {
    if (field === undefined) return plainOf(tree);
    if (field.secret) return this.secretOf(tree, place);
    if (isBranch(tree)) return this.mapping(field, tree, names, place);
    const { value } = tree;
    if (value === null) return null;
    if (Array.isArray(value)) return this.list(field, tree.at, value, names, place);
    if (typeOf(field).isUploaded) return this.picture(tree.at, value);
    return this.single(field, tree.at, value);
  }

  private mapping(field: Field, tree: Extract<ConfigTree, { parts: unknown }>, names: Names, place: ValuePlace): Value {
    const isWords =
      [...tree.parts.keys()].every((name) => name === "add" || name === "remove") && typeOf(field).unordered !== undefined;
    const entries = [...tree.parts].flatMap(([name, part]): (readonly [string, Value])[] => {
      const fieldName = Object.hasOwn(names, name) ? (names[name] ?? name) : name;
      const inner = isWords ? field : (field.fields?.[fieldName] ?? field.item);
      if (inner === undefined && field.fields !== undefined) {
        this.omissions.tell(part.at, `${name} is left out: trueup does not know it`);
        return [];
      }
      const value = this.of(inner, part, names, { ...place, attribute: `${place.attribute}_${name}` });
      return value === undefined ? [] : [[fieldName, value]];
    });
    return Object.fromEntries(entries);
  }

  private list(field: Field, at: string, items: readonly Json[], names: Names, place: ValuePlace): Value {
    const item = field.fields === undefined ? field.item : field;
    return items.map((entry, index): Value => {
      const tree = configTreeOf(entry, `${at}/${index}`);
      if (isBranch(tree)) return this.mapping(field, tree, names, place);
      return item === undefined || item === field ? entry : (this.of(item, tree, names, place) ?? null);
    });
  }

  private single(field: Field, at: string, value: Json): Value {
    return typeOf(field).terraform.decodeState(field, value, {
      name: (reference, name) => this.nameFor(reference, at, name),
      levelName: levelWord,
      address: (address) => {
        const bare = withoutUserinfo(address);
        if (bare !== address)
          this.omissions.tell(at, "the name and password in the address are left out: write them as references");
        return bare;
      },
      items: (_item, values) => [...values],
    });
  }

  /** The platform's numbers are names in ours: only what is live tells which. */
  private nameFor({ target, wire }: Field, at: string, name: Json): Json {
    if (typeof name !== "number" || target === undefined || wire === "name") return name;
    const liveName = this.nameOf?.(target, name);
    if (liveName !== undefined) return liveName;
    const what = `${target.replaceAll("_", " ")} ${name}`;
    const unseen = `there is no ${what} that this token may see: write the name in place of the number`;
    const unasked = `${what} stands by its number: write its name, or convert with --live`;
    this.omissions.tell(at, this.nameOf ? unseen : unasked);
    return name;
  }

  private picture(at: string, value: Json): Value | undefined {
    if (value === "") return null;
    const picture = typeof value === "string" ? this.pictureAt(value) : undefined;
    if (picture !== undefined) return picture;
    this.omissions.tell(at, "the picture is left out: it cannot be read from here");
    return undefined;
  }

  /** `$NAME` and `${NAME}` as a whole are what somebody fills in before, so that they keep their name. */
  private secretOf({ at, ...tree }: ConfigTree, place: ValuePlace): Value | undefined {
    const value = "value" in tree ? tree.value : null;
    if (value === null || value === "") return value === "" ? "" : undefined;
    const known = this.named.get(at);
    const given =
      typeof value === "string" ? /^\$(?:\{([A-Z_][A-Z0-9_]*)\}|\(([A-Z_][A-Z0-9_]*)\)|([A-Z_][A-Z0-9_]*))$/.exec(value) : null;
    const { path, key, attribute } = place;
    const named = known ?? given?.slice(1).find((word) => word !== undefined);
    const name = named ?? this.variables.free(defined({ path, key }), [attribute]);
    this.named.set(at, name);
    return environmentReference(name);
  }
}
