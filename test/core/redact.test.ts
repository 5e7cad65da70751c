// @module-tag slow
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor } from "../../src/core/redact.js";

function scrubbed(text: string, ...secrets: readonly string[]): string {
  const redactor = createRedactor();
  for (const secret of secrets) redactor.add(secret);
  return redactor.scrub(text);
}

const bytes = (text: string): string[] => [...Buffer.from(text)].map((byte) => byte.toString(16).padStart(2, "0"));
const points = (text: string): number[] => Array.from(text, (one) => one.codePointAt(0) ?? 0);
const units = (text: string): string[] => text.split("").map((one) => one.charCodeAt(0).toString(16).padStart(4, "0"));

/** All that a redactor promises to know, and nothing else. */
const encodings = {
  "as it is": (text: string) => text,
  "in JSON": (text: string) => JSON.stringify(text).slice(1, -1),
  "in JSON of plain ASCII": (text: string) =>
    units(text)
      .map((unit) => `\\u${unit}`)
      .join(""),
  "in JSON of plain ASCII in upper case": (text: string) =>
    units(text)
      .map((unit) => `\\u${unit.toUpperCase()}`)
      .join(""),
  "percent-encoded": (text: string) => encodeURIComponent(text),
  "percent-encoded in lower case": (text: string) => encodeURIComponent(text).replaceAll(/%../g, (one) => one.toLowerCase()),
  "percent-encoded as a whole": (text: string) =>
    bytes(text)
      .map((byte) => `%${byte}`)
      .join(""),
  "encoded as a form": (text: string) => new URLSearchParams({ x: text }).toString().slice(2),
  "in named entities": (text: string) =>
    text.replaceAll(/[&<>"']/g, (one) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" })[one] ?? one),
  "in decimal entities": (text: string) =>
    points(text)
      .map((point) => `&#${point};`)
      .join(""),
  "in hexadecimal entities": (text: string) =>
    points(text)
      .map((point) => `&#x${point.toString(16)};`)
      .join(""),
  "in hexadecimal entities in upper case": (text: string) =>
    points(text)
      .map((point) => `&#X${point.toString(16).toUpperCase()};`)
      .join(""),
  "in hexadecimal": (text: string) => bytes(text).join(""),
  "in hexadecimal in upper case": (text: string) => bytes(text).join("").toUpperCase(),
  "in base64": (text: string) => Buffer.from(text).toString("base64"),
  "in base64url": (text: string) => Buffer.from(text).toString("base64url"),
};

describe("a redactor", () => {
  it("masks every place of every secret, also of short ones", () => {
    expect(scrubbed("a=hunter2 b=hunter2 c=1234", "hunter2", "1234")).toBe("a=[secret] b=[secret] c=[secret]");
  });

  it("masks a secret that holds another one as a whole", () => {
    expect(scrubbed("key: pass-word-1", "pass", "pass-word-1")).toBe("key: [secret]");
  });

  it("masks what it gets to know later", () => {
    const redactor = createRedactor();
    redactor.add("first-secret");
    expect(redactor.scrub("second-secret")).toBe("second-secret");
    redactor.add("second-secret");
    expect(redactor.scrub("second-secret")).toBe("[secret]");
  });

  it.each([
    { what: "of one line", secret: "a secret + more", written: (text: string) => encodeURIComponent(text) },
    { what: "of several lines", secret: "first line\nsecond line", written: (text: string) => text },
  ])("masks a secret $what wherever it stands in a text of several megabytes", ({ secret, written }) => {
    const filler = `${"x".repeat(99)}\n`;
    const lines = (1 << 20) / filler.length;
    // Around the end of the first megabyte, and of the second.
    for (const before of [lines - 2, lines - 1, lines, lines + 1, 2 * lines + 1].map(Math.floor)) {
      const text = (middle: string) => `${filler.repeat(before)}a ${middle} z\n${filler.repeat(lines)}`;
      expect(scrubbed(text(written(secret)), secret)).toBe(text("[secret]"));
    }
  });

  it("masks the forms in which servers send a secret back", () => {
    const secret = `a/b"c&d é`;
    const forms = [
      secret,
      encodeURIComponent(secret),
      new URLSearchParams({ x: secret }).toString().slice(2),
      JSON.stringify(secret).slice(1, -1),
      "a/b&quot;c&amp;d é",
      Buffer.from(secret).toString("base64"),
    ];
    for (const form of forms) expect(scrubbed(`<${form}>`, secret), form).toBe("<[secret]>");
    const credentials = Buffer.from(`user:${secret}`).toString("base64");
    expect(scrubbed(`<${credentials}>`, secret)).toContain("[secret]");
  });

  it("masks a secret with a plus sign in a path, where the sign stands for itself", () => {
    expect(scrubbed("/keys/a+b%2Fcd", "a+b/cd")).toBe("/keys/[secret]");
  });

  it("leaves alone what is too short to be one", () => {
    expect(scrubbed("abc of the alphabet", "abc")).toBe("abc of the alphabet");
  });

  it.each(Object.keys(encodings))("masks a secret %s, whatever it is and whatever stands around it", (name) => {
    const encode = encodings[name as keyof typeof encodings];
    const around = fc.string({
      unit: fc.constantFrom("x", "é", " ", "%", "&", "\\", "+", ";", "=", "<", "\u{1F600}"),
      maxLength: 6,
    });
    const secrets = fc
      .string({ unit: "grapheme", minLength: 6, maxLength: 40 })
      .filter((text) => Buffer.from(text).toString() === text && text.trim().length >= 6);
    fc.assert(
      fc.property(secrets, around, around, (secret, before, after) => {
        const shown = encode(secret);
        const clean = scrubbed(`${before}|${shown}|${after}`, secret);
        expect(clean).toContain("[secret]");
        expect(clean).not.toContain(shown);
      }),
      { numRuns: 200 },
    );
  });

  it("leaves what only looks like an encoding as it is", () => {
    const text = "100% of %zz &unknown; &#99999999; C:\\temp \\u12 a+b";
    expect(scrubbed(text, "a-secret-value")).toBe(text);
  });
});
