import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TerraformType } from "../../src/derive/terraform/types.js";
import { decodeValue, encodeValue } from "../../src/terraform/cty/dynamic-value.js";
import { fromJson, fromStateJson, toJson } from "../../src/terraform/cty/json.js";
import {
  BigNumber,
  ctyNumber,
  type CtyValue,
  Dynamic,
  objectValue,
  plainDecimal,
  sameValue,
  unknown,
} from "../../src/terraform/cty/value.js";
import { decimals, typedValues, types, valuesOf } from "./arbitrary-values.js";

const hex = (text: string): Uint8Array => Buffer.from(text.replaceAll(" ", ""), "hex");
/** The message that it throws. */
function outcome(act: () => unknown): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
const bytesOf = (value: CtyValue, type: TerraformType): string => Buffer.from(encodeValue(value, type)).toString("hex");

describe("values of Terraform's language in MessagePack", () => {
  it("come back as they were, of every type, with nulls and unknown values in any place", () => {
    fc.assert(
      fc.property(typedValues, ({ type, value }) => {
        const bytes = encodeValue(value, type);
        expect(isDeepStrictEqual(decodeValue(bytes, type), value)).toBe(true);
        expect(sameValue(decodeValue(bytes, type), value, type)).toBe(true);
      }),
    );
  });

  it.each<[string, string, TerraformType, CtyValue]>([
    ["an unknown value", "d40000", "string", unknown],
    ["an unknown value whose beginning is known", "c70c0c 82 01 c2 02 a7 68747470732f2f", "string", unknown],
    ["an unknown value of a sort to come", "d56300ff", ["list", "string"], unknown],
    ["2^53+1 as an int64", "d3 0020000000000001", "number", new BigNumber("9007199254740993")],
    ["the largest uint64", "cf ffffffffffffffff", "number", new BigNumber("18446744073709551615")],
    ["2^64 as a double", "cb 43f0000000000000", "number", new BigNumber("18446744073709551616")],
    ["a half as a double", "cb 3fe0000000000000", "number", 0.5],
    ["a tenth as text", "a3 302e31", "number", 0.1],
    [
      "the double next to a tenth",
      "cb 3fb999999999999a",
      "number",
      new BigNumber("0.1000000000000000055511151231257827021181583404541015625"),
    ],
    ["a small negative number", "e0", "number", -32],
    ["an int8", "d0 80", "number", -128],
    ["an int16", "d1 8000", "number", -32768],
    ["an int32", "d2 80000000", "number", -2147483648],
    ["a uint16", "cd ffff", "number", 65535],
    ["a float32", "ca 3f000000", "number", 0.5],
    ["a text of 16 bits of length", `da 0020 ${"61".repeat(32)}`, "string", "a".repeat(32)],
    ["a null", "c0", ["map", "string"], null],
    ["a dynamic value", "92 c4 08 22737472696e6722 a1 61", "dynamic", new Dynamic("string", "a")],
    ["a map with the key __proto__", "81 a9 5f5f70726f746f5f5f a1 61", ["map", "string"], objectValue([["__proto__", "a"]])],
    [
      "an object without an attribute",
      "81 a1 61 c3",
      ["object", { a: "bool", b: "string" }],
      objectValue([
        ["a", true],
        ["b", null],
      ]),
    ],
  ])("%s is understood as Terraform writes it", (_name, bytes, type, value) => {
    expect(decodeValue(hex(bytes), type)).toStrictEqual(value);
  });

  it("are written as Terraform reads them: unknown as d40000, decimals as text, wide integers to the last digit", () => {
    expect(bytesOf(unknown, "number")).toBe("d40000");
    expect(bytesOf(0.1, "number")).toBe("a3302e31");
    expect(bytesOf(2 ** 40, "number")).toBe("d30000010000000000");
    expect(bytesOf(new BigNumber("9007199254740993"), "number")).toBe(`b0${Buffer.from("9007199254740993").toString("hex")}`);
    expect(bytesOf(new Dynamic("string", "a"), "dynamic")).toBe("92c40822737472696e6722a161");
  });

  it("of any length keep their length", () => {
    for (const length of [0, 1, 15, 16, 31, 32, 255, 256, 65535, 65536, 6_000_000]) {
      const text = "x".repeat(length);
      expect(decodeValue(encodeValue(text, "string"), "string")).toBe(text);
      const items = Array.from({ length: Math.min(length, 70_000) }, (_, place) => place);
      expect(decodeValue(encodeValue(items, ["list", "number"]), ["list", "number"])).toEqual(items);
    }
  });

  it("that are not of the schema's type are refused at their place, without a look at what they hold", () => {
    const type: TerraformType = ["object", { rules: ["list", ["object", { port: "number" }]] }];
    const bytes = encodeValue(objectValue([["rules", [objectValue([["port", "top secret"]])]]]), [
      "object",
      { rules: ["list", ["object", { port: "string" }]] },
    ]);
    expect(() => decodeValue(bytes, type)).toThrow("`rules[0].port`");
    expect(() => decodeValue(bytes, type)).not.toThrow("top secret");
    expect(() => encodeValue(objectValue([["rules", [objectValue([["port", true]])]]]), type)).toThrow(
      "`rules[0].port` was given another type than its own, number",
    );
    expect(() => encodeValue(objectValue([["rule", null]]), type)).toThrow("`rule` is no attribute of the schema");
  });

  it("cut short, lengthened or bent fail with a sentence, and never hang or take memory that they do not fill", () => {
    fc.assert(
      fc.property(typedValues, fc.nat(), fc.integer({ min: 0, max: 255 }), ({ type, value }, place, byte) => {
        const bytes = Buffer.from(encodeValue(value, type));
        expect(() => decodeValue(bytes.subarray(0, bytes.length - 1), type)).toThrow(/`|the value/);
        expect(() => decodeValue(Buffer.concat([bytes, Buffer.from([0])]), type)).toThrow("bytes follow");
        bytes[place % bytes.length] = byte;
        try {
          decodeValue(bytes, type);
        } catch (error) {
          expect(error).toMatchObject({ name: "TrueupError", code: expect.stringMatching(/^terraform\.(value|number)$/) });
        }
      }),
    );
    expect(() => decodeValue(hex("dd ffffffff"), ["list", "string"])).toThrow("end in the middle");
    expect(() => decodeValue(hex("db ffffffff"), "string")).toThrow("end in the middle");
    expect(() => decodeValue(hex("a2 c328"), "string")).toThrow("not UTF-8");
    expect(() => decodeValue(hex("cb 7ff0000000000000"), "number")).toThrow("is none that Terraform has");
    const deep = Buffer.from(`${'["list",'.repeat(5000)}"string"${"]".repeat(5000)}`);
    const head = Buffer.from([0x92, 0xc5, deep.length >> 8, deep.length & 0xff]);
    expect(() => decodeValue(Buffer.concat([head, deep, Buffer.from([0xc0])]), "dynamic")).toThrow("says that it has a type");
  });
});

describe("numbers", () => {
  it("are never rounded: what a double does not print stays text", () => {
    fc.assert(
      fc.property(decimals, (text) => {
        const number = ctyNumber(text);
        expect(plainDecimal(typeof number === "number" ? String(number) : number.text)).toBe(plainDecimal(text));
        expect(ctyNumber(plainDecimal(text))).toStrictEqual(number);
      }),
    );
    expect(ctyNumber("9007199254740993")).toStrictEqual(new BigNumber("9007199254740993"));
    expect(ctyNumber("1.50e1")).toBe(15);
    expect(ctyNumber("-0.0")).toBe(0);
  });

  it("with an exponent beyond reason are refused", () => {
    expect(() => ctyNumber("1e999999999")).toThrow("is none that Terraform has");
    expect(() => ctyNumber("0x10")).toThrow("is none that Terraform has");
  });
});

describe("values from JSON", () => {
  it("of a state keep every digit, and every key", () => {
    const text =
      '{"id":9007199254740993,"ratio":0.1,"map":{"__proto__":"a\\"\\\\\\u00e9"},"any":{"type":["tuple",["number"]],"value":[1e2]},"gone":1}';
    const type: TerraformType = [
      "object",
      { id: "number", ratio: "number", map: ["map", "string"], any: "dynamic", more: "string" },
    ];
    expect(fromStateJson(text, type)).toStrictEqual(
      objectValue([
        ["id", new BigNumber("9007199254740993")],
        ["ratio", 0.1],
        ["map", objectValue([["__proto__", 'a"\\é']])],
        ["any", new Dynamic(["tuple", ["number"]], [100])],
        ["more", null],
      ]),
    );
  });

  it("are read as JSON.parse reads them, and refused where it refuses, showing nothing of the text", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.nat(), (text, cut) => {
        expect(toJson(fromJson(JSON.parse(text), "dynamic"))).toEqual(
          JSON.parse(text, (_, value: unknown) => (Object.is(value, -0) ? 0 : value)),
        );
        const wrapped = `{"type":"string","value":null,"more":${text.slice(0, cut % text.length)}}`;
        const refusal = outcome(() => JSON.parse(wrapped)) === undefined ? undefined : "this is no JSON at character";
        expect(outcome(() => fromStateJson(wrapped, "dynamic"))?.slice(0, 28)).toBe(refusal);
      }),
    );
    expect(() => fromStateJson("[".repeat(100_000), "dynamic")).toThrow("this is no JSON");
  });

  it("go there and back for every type without unknown values", () => {
    const simple = types.filter((type) => !JSON.stringify(type).includes("dynamic"));
    fc.assert(
      fc.property(
        simple.chain((type) => valuesOf(type, false).map((value) => ({ type, value }))),
        ({ type, value }) => isDeepStrictEqual(fromJson(toJson(value), type), value),
      ),
    );
  });

  it("take the type that the schema asks for where the platform writes another", () => {
    expect(fromJson(40, "string")).toBe("40");
    expect(fromJson("40", "number")).toBe(40);
    expect(fromJson("true", "bool")).toBe(true);
    expect(fromJson({ a: [1, "b"] }, "dynamic")).toStrictEqual(
      new Dynamic(
        ["object", Object.assign(Object.create(null), { a: ["tuple", ["number", "string"]] })],
        objectValue([["a", [1, "b"]]]),
      ),
    );
    expect(() => fromJson({ a: [{ b: [] }] }, ["object", { a: ["list", ["object", { b: "number" }]] }])).toThrow(
      "`a[0].b` is not of its type, number",
    );
    expect(() => toJson(unknown)).toThrow("known only after apply");
  });
});

describe("equality", () => {
  it("is by value: sets in any order, lists in theirs, left-out attributes as null", () => {
    expect(sameValue(["a", "b"], ["b", "a"], ["set", "string"])).toBe(true);
    expect(sameValue(["a", "b"], ["b", "a"], ["list", "string"])).toBe(false);
    expect(sameValue(objectValue([]), objectValue([["a", null]]), ["object", { a: "string" }])).toBe(true);
    expect(sameValue("1", 1, "dynamic")).toBe(false);
    expect(sameValue(unknown, null, "string")).toBe(false);
    expect(sameValue([["a", "b"], []], [[], ["b", "a"]], ["set", ["set", "string"]])).toBe(true);
  });
});
