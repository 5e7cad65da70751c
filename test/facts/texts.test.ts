import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { settledType } from "../../src/facts/evidence.js";
import { knownFacts } from "../../src/facts/known.js";
import { parametersOf } from "../../src/facts/parameters.js";
import { readSecrecy, secrecyByHand } from "../../src/facts/plain-field.js";
import type { ParameterFacts } from "../../src/facts/release.js";
import { settledField } from "../../src/facts/settle.js";
import { kinds } from "../../src/kinds/index.gen.js";

const folder = new URL("../../facts/", import.meta.url);
const files = new Map(readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), "utf8")]));
const { releases, announced: announcedOf, evidence, secrecy } = knownFacts(files);

interface Text {
  readonly kind: string;
  readonly key: string | undefined;
  readonly name: string;
}

const isText = ({ type, enum: words, format }: ParameterFacts): boolean => type === "string" && !words && format !== "binary";

/** All parameters of the kinds' operations that are texts, or that nothing settles. */
const texts: readonly Text[] = [...kinds].flatMap(([kind, one]) =>
  parametersOf(one, releases).flatMap(({ key, uses }) =>
    [...uses].flatMap(([name, ofName]) => {
      const some = ofName.some(({ operation, parameter }) => {
        const settled = settledType(operation, name, parameter, evidence);
        return settled === undefined || isText(settled);
      });
      return some ? [{ kind, key, name }] : [];
    }),
  ),
);
const called = ({ kind, key, name }: Text): string => `${key === undefined ? kind : `${kind}.${key}`} ${name}`;

describe("the list of texts", () => {
  it("decides of each text of the kinds' operations that no kind's file names whether it is a secret", () => {
    const open = texts.filter(
      ({ kind, key, name }) => (secrecy.of(kind, key, name) ?? secrecyByHand(kinds.get(kind), key, name)) === undefined,
    );
    expect(texts.length).toBeGreaterThan(300);
    expect(open.map((one) => called(one))).toEqual([]);
  });

  it("decides of nothing that no operation takes", () => {
    const known = new Set(
      [...kinds].flatMap(([kind, one]) =>
        parametersOf(one, releases).flatMap(({ key, uses }) => [...uses.keys()].map((name) => called({ kind, key, name }))),
      ),
    );
    const announced = new Set(
      [...kinds.keys()].flatMap((kind) => announcedOf(kind).map((name) => called({ kind, key: undefined, name }))),
    );
    expect(secrecy.decided.filter((one) => !known.has(one) && !announced.has(one))).toEqual([]);
  });

  it("agrees with the fields that people wrote", () => {
    const wrong = texts.filter(({ kind, key, name }) => {
      const listed = secrecy.of(kind, key, name);
      const byHand = secrecyByHand(kinds.get(kind), key, name);
      return listed !== undefined && byHand !== undefined && listed !== byHand;
    });
    expect(wrong.map((one) => called(one))).toEqual([]);
  });

  it("knows secrets that do not look so, and harmless names that do", () => {
    expect(secrecy.of("integration", "discord", "webhook")).toBe(true);
    expect(secrecy.of("integration", "google-play", "service_account_key")).toBe(true);
    expect(secrecy.of("integration", "google-play", "service_account_key_file_name")).toBe(false);
    expect(secrecy.of("application_settings", undefined, "recaptcha_site_key")).toBe(false);
  });

  it("leaves what it does not name to be a secret", () => {
    const use = { operation: "PUT /application/settings", parameter: { type: "string" } };
    const fieldOf = (name: string): unknown =>
      settledField(name, use, evidence, secrecy.of("application_settings", undefined, name));
    expect(fieldOf("gardens")).toMatchObject({ secret: true });
    expect(fieldOf("garden_gate_enabled")).toMatchObject({ type: "flag" });
    expect(fieldOf("commit_email_hostname")).not.toHaveProperty("secret");
  });

  it.each([
    ["- a", "no mapping of kinds"],
    ["lamp: [a]", "lamp has no lists"],
    ["lamp: {dark: [a]}", "lamp.dark is no list"],
    ["lamp: {plain: [a], secret: [a]}", "lamp a stands in it twice"],
  ])("%s is refused", (text, why) => expect(() => readSecrecy(text)).toThrow(why));
});
