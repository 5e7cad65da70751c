import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isObject } from "../../src/core/json.js";
import { className, propertyName } from "../../src/derive/constructs.js";
import { apiData, desiredState } from "../../src/derive/terraform/own.js";
import { terraformResources } from "../../src/derive/terraform/resources.js";
import type { TerraformAttribute, TerraformAttributes, TerraformType } from "../../src/derive/terraform/types.js";
import { kinds } from "../../src/program/kinds.js";
import { installPacked, type PackedInstall } from "../packed.js";
import { draws } from "../ring.js";
import { load, packagesOf, synthesize, type Loaded } from "./cores.js";

let install: PackedInstall | undefined;
let loaded: Loaded | undefined;
let out = "";
beforeAll(async () => {
  install = await installPacked(packagesOf("cdktn"));
  loaded = load(install, "cdktn");
  out = join(install.place, "out");
  mkdirSync(out);
});
afterAll(() => install?.remove());

interface Subject {
  readonly name: string;
  readonly block: "resource" | "data";
  readonly type: string;
  readonly attributes: TerraformAttributes;
}

const subjects: readonly Subject[] = [
  ...terraformResources(kinds).flatMap(({ kind, type, attributes, data }): Subject[] => [
    { name: className(kind.name), block: "resource", type, attributes },
    { name: `DataTrueup${className(kind.name)}`, block: "data", type, attributes: data },
  ]),
  { name: "DesiredState", block: "resource", ...desiredState },
  { name: "DataTrueupApi", block: "data", ...apiData },
];

/** The body that a construct with these properties has in the JSON, and the outputs that `more` adds. */
function bodyOf(
  subject: Subject,
  properties: object,
  more: (made: Record<string, unknown>, stack: TerraformStack) => void = () => {},
) {
  if (loaded === undefined) throw new Error("nothing is installed");
  const { trueup, core } = loaded;
  const classes = trueup as unknown as Record<
    string,
    new (scope: Construct, id: string, properties: object) => Record<string, unknown>
  >;
  const json = synthesize({ trueup, core }, out, (stack) => {
    new trueup.TrueupProvider(stack, "trueup");
    const Class = classes[subject.name];
    if (Class === undefined) throw new Error(`there is no class ${subject.name}`);
    more(new Class(stack, "one", properties), stack);
  });
  const block = json[subject.block];
  const byName = isObject(block) ? block[subject.type] : undefined;
  const body = isObject(byName) ? byName["one"] : undefined;
  if (!isObject(body)) throw new Error(`no ${subject.block} was made`);
  const { "//": _, ...attributes } = body;
  return { attributes, outputs: json["output"] };
}

// What the cores take for their own in texts (tokens, and numbers that stand for tokens) is theirs to test.
const word = fc.stringMatching(/^[a-zäöü _./:'"\\<>&@#-]{0,12}$/);
const key = fc.stringMatching(/^[a-zA-Z_.-]{1,8}$/).filter((text) => text !== "__proto__");

function plainValue(type: TerraformType): fc.Arbitrary<unknown> {
  if (type === "string") return word;
  if (type === "number") return fc.integer({ min: -1000, max: 1000 });
  if (type === "bool") return fc.boolean();
  if (type === "dynamic") return fc.dictionary(key, fc.oneof(word, fc.boolean(), fc.array(word), fc.dictionary(key, word)));
  if (type[0] === "map") return fc.dictionary(key, plainValue(type[1]));
  if (type[0] === "set" || type[0] === "list") return fc.array(plainValue(type[1]), { maxLength: 3 });
  throw new Error("no attribute has such a type");
}

/** A value in Terraform's names, and the same as properties. */
interface Pair {
  readonly terraform: unknown;
  readonly property: unknown;
}

function pairOf({ type, nested }: TerraformAttribute): fc.Arbitrary<Pair> {
  if (!nested) return plainValue(type ?? "dynamic").map((value) => ({ terraform: value, property: value }));
  const body = bodyPair(nested.attributes);
  if (nested.mode === "single") return body;
  if (nested.mode === "map")
    return fc.dictionary(key, body).map((parts) => ({
      terraform: Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.terraform])),
      property: Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.property])),
    }));
  return fc.array(body, { maxLength: 3 }).map((parts) => ({
    terraform: parts.map((part) => part.terraform),
    property: parts.map((part) => part.property),
  }));
}

/** Some of the attributes that may be given, and all that must be. */
function bodyPair(attributes: TerraformAttributes): fc.Arbitrary<{ readonly terraform: object; readonly property: object }> {
  const given = Object.entries(attributes).filter(([, { use }]) => use !== "computed");
  const [required, optional] = [
    given.filter(([, { use }]) => use === "required"),
    given.filter(([, { use }]) => use !== "required"),
  ];
  return fc
    .subarray(optional, { maxLength: Math.min(6, optional.length) })
    .chain((some) => fc.tuple(...[...required, ...some].map(([name, value]) => fc.tuple(fc.constant(name), pairOf(value)))))
    .map((pairs) => ({
      terraform: Object.fromEntries(pairs.map(([name, { terraform }]) => [name, terraform])),
      property: Object.fromEntries(pairs.map(([name, { property }]) => [propertyName(name), property])),
    }));
}

describe("constructs of the provider", () => {
  it.each(subjects)(
    "$name: whatever is given is in the JSON as it is, under the names of the schema and no others",
    (subject) => {
      fc.assert(
        fc.property(bodyPair(subject.attributes), ({ terraform, property }) => {
          expect(bodyOf(subject, property).attributes).toEqual(terraform);
        }),
        { numRuns: draws(30) },
      );
    },
  );

  it.each(subjects)("$name: every attribute that a state holds can be referred to", (subject) => {
    const shown = Object.entries(subject.attributes).filter(([, { writeOnly }]) => !writeOnly);
    const { outputs } = bodyOf(subject, {}, (made, stack) => {
      for (const [name] of shown)
        new (loaded as Loaded).core.TerraformOutput(stack, `out-${name}`, { value: made[propertyName(name)] });
    });
    const values = Object.values(isObject(outputs) ? outputs : {}).map((output) =>
      isObject(output) ? output["value"] : undefined,
    );
    const prefix = `${subject.block === "data" ? "data." : ""}${subject.type}.one`;
    expect(new Set(values)).toEqual(new Set(shown.map(([name]) => `\${${prefix}.${name}}`)));
  });
});
