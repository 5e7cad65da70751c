import { Document, isScalar, Scalar, visit } from "yaml";
import { escaped } from "./text.js";

/** Characters that could move the cursor or hide text on a terminal. */
const odd = /[^\P{Cc}\n]|[\p{Cf}\u2028\u2029]/u;

/** A JSON value as YAML that no terminal obeys. Reads back as the same value. Ends with a line break. */
export function yamlText(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  // Only a double-quoted text has escapes.
  visit(document, {
    Scalar: (_, node) => {
      if (isScalar(node) && typeof node.value === "string" && odd.test(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return escaped(document.toString({ lineWidth: 0, defaultStringType: "PLAIN", doubleQuotedAsJSON: true }));
}
