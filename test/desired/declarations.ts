import { createHash } from "node:crypto";
import fc from "fast-check";
import { formatAddress } from "../../src/core/address.js";
import type { Declaration } from "../../src/core/declaration.js";
import { type Field, type Fields, typeOf } from "../../src/core/fields.js";
import type { Json, Spec, Value } from "../../src/core/json.js";
import { addressIn, fieldsOf, isTopLevel, type Kind, placedKinds } from "../../src/core/kind.js";
import { file, secret as secretValue } from "../../src/core/placeholders.js";
import { isReading, type TextReading } from "../../src/core/text-reading.js";
import { kinds } from "../../src/program/kinds.js";

/** Any text, with what is hard to write more often than it comes by chance. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        ...Array.from(
          "\n\r\t \0\u0007\u007f\u0085\u00a0\u00ad\u200d\u2028\u2029\u202e\ufeff\ufffe\\\"'#-:?,[]{}&*!|>%@`~=<$0123456789",
        ),
        "\ud800",
        "no",
        "a",
        "é",
        "😀",
        "${",
        "$",
        "{env:A}",
        "${env:A}",
        "${file:../a}",
        "${ENV:A}",
        "---",
        "...",
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join("")),
  fc.constantFrom(
    "yes",
    "No",
    "on",
    "null",
    "~",
    "0o7",
    "0x1f",
    "1_000",
    "12:30",
    "2026-01-31",
    "1e3",
    ".inf",
    "<<",
    "=",
    "-",
    "?",
  ),
);

/** Pictures by their path. */
export const pictures: Readonly<Record<string, Uint8Array>> = Object.fromEntries(
  ["assets/logo.png", "acme/assets/a picture.png", "top.png"].map((name) => [name, Buffer.from(name)]),
);

/** Variables that secrets refer to. */
export const variables: Readonly<Record<string, string>> = { ACME_ONE: "one", ACME_TWO: "two" };

const segments = fc.oneof(
  fc.constantFrom(
    "acme",
    "Acme",
    "beta",
    "instance",
    "trueup",
    "con",
    "AUX.x",
    "node_modules",
    "_hidden",
    ".hidden",
    "x.yaml",
    "a.yml",
  ),
  fc.constantFrom("trueup.schema.json", "acme-2", "acme-group", "123", "1_0", "0x1f", "no", "null", "a".repeat(255), "assets"),
  fc.stringMatching(/^[a-z0-9_.][A-Za-z0-9_.-]{0,6}[a-z0-9]$/),
);
const path = fc.array(segments, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));

const secret = fc
  .tuple(fc.constantFrom("", "Bearer "), fc.constantFrom(...Object.keys(variables)))
  .map(([before, name]) => secretValue(`${before}\${env:${name}}`));

/** Texts that can be read as what they are to be. */
const readable: Readonly<Record<TextReading, readonly [string, ...string[]]>> = {
  color: ["#d9534f", "#FFF", "red"],
  cron: ["0 3 * * 1", "*/5 * * * *", "0 0 * * mon"],
  instant: ["2026-01-31", "2035-01-07T06:00:00Z", "2035-01-07T07:00:00+01:00"],
  re2: ["^[a-z]+$", "(?i)fix", "a|b"],
  "time-zone": ["UTC", "Europe/Berlin", "Eastern Time (US & Canada)"],
};
const picture = fc
  .constantFrom(...Object.entries(pictures))
  .map(([name, bytes]) => file(name, createHash("sha256").update(bytes).digest("hex")));

/** Of a type that nothing more is known of here. */
function sampleOf(field: Field): Json {
  return typeOf(field).schema.sample(field, sampleOf);
}

function valueOf(field: Field): fc.Arbitrary<Value> {
  const some = someValueOf(field);
  return field.nullable ? fc.oneof({ weight: 8, arbitrary: some }, { weight: 1, arbitrary: fc.constant(null) }) : some;
}

function someValueOf(field: Field): fc.Arbitrary<Value> {
  switch (field.type) {
    case "text":
      if (field.secret) return secret;
      if (isReading(field.format)) return fc.constantFrom(...readable[field.format]);
      return fc.oneof(
        anyText,
        fc.constantFrom("https://example.com/a", "1 day", "2026-01-31", "a@example.com", "#182848"),
        secret,
      );
    case "integer":
      return fc.oneof(fc.integer({ min: field.min ?? 0, max: field.max ?? (field.min ?? 0) + 100 }), fc.maxSafeInteger());
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case "flag":
      return fc.boolean();
    case "enum":
    case "level":
      return fc.constantFrom(...(field.values ?? []));
    case "image":
      return picture;
    case "reference":
      return fc.oneof(path, anyText);
    case "set":
    case "list":
      return fc.array(field.item ? valueOf(field.item) : fc.constant(null), { maxLength: 4 });
    case "map":
      return fc.dictionary(anyText, field.item ? valueOf(field.item) : fc.constant(null), { maxKeys: 3 });
    case "record":
      return specOf(field.fields ?? {});
    case "entries":
      return fc.array(
        fc
          .tuple(fc.constantFrom(...(field.identity?.length ? field.identity : [""])), specOf(field.fields ?? {}))
          .map(([named, parts]) =>
            Object.fromEntries(Object.entries(parts).filter(([name]) => name === named || !field.identity?.includes(name))),
          ),
        { maxLength: 3 },
      );
    default:
      return fc.constant(sampleOf(field));
  }
}

/** Some attributes, in their order. What things above or beside this one have a say in is left out. */
function specOf(fields: Fields): fc.Arbitrary<Spec> {
  const free = Object.entries(fields).filter(([name]) => name !== "visibility" && name !== "rule_type");
  return fc
    .subarray(free, { maxLength: Math.min(12, free.length) })
    .chain((chosen) =>
      fc
        .tuple(...chosen.map(([, field]) => valueOf(field)))
        .map((values) => Object.fromEntries(chosen.map(([name], index) => [name, values[index]]))),
    );
}

function keyOf(kind: Kind): fc.Arbitrary<string> {
  const keys = kind.shapes ? Object.keys(kind.shapes) : kind.key?.values;
  return keys ? fc.constantFrom(...keys) : anyText;
}

/** A declaration of any kind, with any values: also such as no file can say. */
export const anyDeclaration: fc.Arbitrary<Declaration> = fc.constantFrom(...placedKinds(kinds)).chain((kind) =>
  fc
    .record({
      path:
        kind.as === "map" && isTopLevel(kind)
          ? anyText
          : kind.tree?.parent === kind.name
            ? path
            : path.map((one) => `${one}/web`),
      key: keyOf(kind),
    })
    .chain((names) => {
      const hasPath = kind.as !== "one" || !isTopLevel(kind);
      const hasKey = kind.as === "map" && !isTopLevel(kind);
      const place = addressIn(kind, hasPath ? names.path : undefined, hasKey ? names.key : undefined);
      return fc
        .record({ spec: specOf(fieldsOf(kind, { key: place.key })), remarks: fc.array(anyText, { maxLength: 1 }) })
        .map(({ spec, remarks }) => ({ ...place, address: formatAddress(place), spec, remarks }));
    }),
);
