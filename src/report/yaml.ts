import { Document, isScalar, Scalar, visit } from "yaml";

/** Characters that could move the cursor or hide text on a terminal. */
const odd = /[^\P{Cc}\n]|[\p{Cf}\u2028\u2029]/u;
const allOdd = new RegExp(odd.source, "gu");

/** A JSON value as YAML that no terminal obeys. Reads back as the same value. Ends with a line break. */
export function yamlText(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  // Only a double-quoted text has escapes.
  visit(document, {
    Scalar: (_, node) => {
      if (isScalar(node) && typeof node.value === "string" && odd.test(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  const text = document.toString({ lineWidth: 0, defaultStringType: "PLAIN", doubleQuotedAsJSON: true });
  return text.replaceAll(allOdd, (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
