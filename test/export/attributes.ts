import fc from "fast-check";
import type { Field } from "../../src/core/fields.js";
import type { Json } from "../../src/core/json.js";
import { allFields, fieldsOf, type Kind, liveKinds } from "../../src/core/kind.js";
import { kinds } from "../../src/program/kinds.js";
import { offers, type Server } from "../e2e/subjects.js";
import { hasValues, twoValues, unsetValue } from "../e2e/values.js";

/** One attribute that a server has: of a kind, and of a slug where each slug has attributes of its own. */
export interface Attribute {
  readonly kind: Kind;
  readonly slug: string | undefined;
  readonly name: string;
  readonly field: Field;
  /** Kind, slug and name, with dots between. */
  readonly label: string;
}

const all = liveKinds(kinds).flatMap((kind) => {
  const slugs = kind.shapes ? Object.keys(kind.shapes) : [undefined];
  return slugs.flatMap((slug) =>
    Object.entries({ ...allFields(kind), ...(slug === undefined ? {} : fieldsOf(kind, { key: slug })) })
      .filter(([, field]) => hasValues(field))
      .map(([name, field]): Attribute => {
        const label = [kind.name, ...(slug === undefined ? [] : [slug]), name].join(".");
        return { kind, slug, name, field, label };
      }),
  );
});
const byLabel = new Map(all.map((one) => [one.label, one]));

/** Every attribute of every kind of the documents that a server has, deprecated spellings among them. Kinds of real servers alone have test/e2e/whole-instance.test.ts. */
export function attributesOf(server: Server): Attribute[] {
  return all.filter(
    ({ field, kind, slug }) =>
      kind.dialect !== "vendor" && offers(server, undefined, kind, slug) && offers(server, field, kind, slug),
  );
}

/** An attribute by its label. */
export function attributeOf(label: string): Attribute {
  const attribute = byLabel.get(label);
  if (!attribute) throw new Error(`there is no attribute ${label}`);
  return attribute;
}

/** Texts that are easily lost on the way into a file and back. */
export const oddTexts: readonly string[] = [
  "",
  " ",
  "  leading and trailing  ",
  "yes",
  "null",
  "~",
  "0123",
  "1_000",
  "12:30",
  "1e3",
  "true",
  "- item",
  "key: value",
  "# no comment",
  "text # no comment",
  "* alias & anchor ! tag",
  "%directive",
  "@at `tick`",
  "{flow: [1, 2]}",
  "\"double\" and 'single'",
  "back\\slash \\n",
  "first\nsecond\n",
  "first\r\nsecond",
  "\n\nblank lines first",
  "  indented\n    more\n  less",
  "tab\there",
  "${env:HOME}",
  "$${env:HOME} and ${file:/etc/passwd} and ${",
  "Größe Ω 漢字 🦊 e\u0301",
  "\u2028 line separator, \u00a0 no break, \u0085 next line, \u200b zero",
  "\ufeff mark",
  "---",
  "...",
  "2001-12-14",
  "__proto__",
  "<script>alert(1)</script>",
  "ends with colon:",
  "x".repeat(240),
  `${"words and words ".repeat(15)}end`,
];

/** Values of an attribute in the form of the files: mostly such as it is meant to have, now and then odd ones. The platform may decline them. */
export function valuesOf({ field, label }: Attribute): fc.Arbitrary<Json> {
  const [first, second] = twoValues(field, label);
  const none = unsetValue(field);
  const usual = fc.constantFrom<Json[]>(first, second, ...(none === undefined ? [] : [none]));
  const odd = oddOf(field);
  return odd === undefined ? usual : fc.oneof({ weight: 3, arbitrary: usual }, { weight: 2, arbitrary: odd });
}

function oddOf(field: Field): fc.Arbitrary<Json> | undefined {
  if (field.secret || field.deprecated) return undefined;
  switch (field.type) {
    case "text":
      return field.format === "url" ? fc.constantFrom(...oddAddresses) : fc.constantFrom(...oddTexts);
    case "integer":
      return fc.constantFrom(field.min ?? 0, field.max ?? 1_000_000, (field.min ?? 0) + 7);
    case "number":
      return fc.constantFrom(field.min ?? 0, 1.25, field.max ?? 1000.5);
    case "set":
    case "list":
      return field.item?.type === "text" ? fc.constantFrom<Json[]>([], ["b", "a"], ["yes", "0123", "# odd"]) : fc.constant([]);
    default:
      return undefined;
  }
}

const oddAddresses = [
  "http://127.0.0.1:8080/path?query=a%20b&c=#fragment",
  "https://example.com/%7Bid%7D",
  "https://münchen.example/ü",
  "",
] as const;
