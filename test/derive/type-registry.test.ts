import { describe, expect, it } from "vitest";
import { flag, flagType } from "../../src/core/types/flag.js";
import * as text from "../../src/core/types/text.js";
import { typeIn, typeNamesText, typeRegistryText } from "../../src/derive/type-registry.js";

describe("the registry of types of fields", () => {
  it("takes of a file its type and what makes fields of it, and nothing of a file that is no type", () => {
    expect(typeIn("text", text)).toMatchObject({ name: "textType", makers: ["secret", "text"] });
    expect(typeIn("fold", { fold: () => "" })).toBeUndefined();
    expect(typeIn("levels", { levels: { name: "flag" } })).toBeUndefined();
  });

  it("takes no type that is not called like its file, and no second one of a file", () => {
    expect(() => typeIn("switch", { flag, flagType })).toThrow("a type of field is called like its file, and this one flag");
    expect(() => typeIn("flag", { flagType, other: { ...flagType, name: "text" } })).toThrow("a file has one type of field");
  });

  it("does not depend on the order in which they were found", () => {
    const found = [typeIn("text", text), typeIn("flag", { flag, flagType })].flatMap((one) => one ?? []);
    for (const of of [typeNamesText, typeRegistryText]) expect(of(found)).toBe(of(found.toReversed()));
    expect(typeNamesText(found)).toContain('export type FieldType =\n  | "flag"\n  | "text";\n');
  });
});
