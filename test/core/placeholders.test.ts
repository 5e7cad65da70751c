import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { integer } from "../../src/core/fields.js";
import {
  canonicalJson,
  canonicalPieces,
  isObject,
  type Json,
  placeholdersIn,
  readKey,
  type Value,
  writtenForm,
} from "../../src/core/json.js";
import { file, isPlaceholder, lookup, masked, picture, ref, secret } from "../../src/core/placeholders.js";
import { diffNew, same } from "../../src/engine/forms/diff.js";

const marks = ["$ref", "$lookup", "$secret", "$file", "$unknown", "$$secret", "field", "sha256", "a"];
const json: fc.Arbitrary<Json> = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    fc.string(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("json"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...marks), tie("json"), { maxKeys: 3 }),
  ),
})).json;
const placeholder = fc.oneof(
  fc.string().map((template) => secret(template)),
  fc.string().map((name) => ref(name, "id")),
  fc.string().map((name) => lookup(name, "id")),
  fc.string().map((name) => file(name, "0")),
  fc.string().map((name) => picture(name, "0")),
  fc.constant(masked()),
);
const value: fc.Arbitrary<Value> = fc.oneof(
  json,
  placeholder,
  fc.array(fc.oneof(json, placeholder), { maxLength: 3 }),
  fc.dictionary(fc.constantFrom(...marks), fc.oneof(json, placeholder), { maxKeys: 3 }),
);

describe("placeholders", () => {
  it("are nothing that JSON can say, whatever its keys", () => {
    fc.assert(
      fc.property(json, (data) => {
        expect(placeholdersIn(JSON.parse(JSON.stringify(data)) as Json)).toEqual([]);
      }),
    );
  });

  it("are no objects of data, and found wherever they stand", () => {
    fc.assert(
      fc.property(placeholder, (one) => {
        expect(isObject(one)).toBe(false);
        expect(placeholdersIn([{ a: [one] }])).toEqual([one]);
      }),
    );
  });

  it("have a canonical form of their own: data of the same keys, and another secret, never have it", () => {
    expect(canonicalJson(secret("${env:A}"))).not.toBe(canonicalJson({ $secret: "${env:A}" }));
    expect(canonicalJson(secret("${env:A}"))).not.toBe(canonicalJson(secret("${env:B}")));
    expect(canonicalJson(masked())).not.toBe(canonicalJson({ $secret: null }));
    fc.assert(
      fc.property(value, value, (one, other) => {
        const alike = canonicalJson(one) === canonicalJson(other);
        expect(alike).toBe(canonicalJson(writtenForm(one)) === canonicalJson(writtenForm(other)));
        if (isPlaceholder(one) && !isPlaceholder(other)) expect(alike).toBe(false);
      }),
    );
  });

  it("give the same text of a document whether it is made at once or in pieces", () => {
    const document = fc.dictionary(fc.constantFrom(...marks), value, { maxKeys: 5 });
    fc.assert(
      fc.property(document, (made) => {
        expect([...canonicalPieces(made)].join("")).toBe(canonicalJson(made));
      }),
    );
  });

  it("leave data as it was when a plan is written and read", () => {
    const read = (written: Json): Json => {
      if (Array.isArray(written)) return written.map((item: Json) => read(item));
      if (!isObject(written)) return written;
      return Object.fromEntries(Object.entries(written).map(([key, part]) => [readKey(key), read(part ?? null)]));
    };
    fc.assert(
      fc.property(json, (data) => {
        expect(read(writtenForm(data))).toEqual(data);
      }),
    );
  });

  it("are compared as wholes", () => {
    const fields = { a: integer("A number.") };
    expect(same(fields, "b", secret("x"), { $secret: "x" })).toBe(false);
    expect(same(fields, "b", secret("x"), secret("x"))).toBe(true);
    expect(same(fields, "b", [secret("x")], [secret("y")])).toBe(false);
    expect(same(fields, "b", { deep: masked() }, { deep: { $secret: null } })).toBe(false);
    expect(diffNew(fields, { b: secret("x") })).toEqual([{ path: "b", before: undefined, after: secret("x") }]);
  });
});
