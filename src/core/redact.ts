/** Remembers secret values and takes them out of any text that leaves the process. */
export interface Redactor {
  /** Remembers a value. Values under four characters are left: hiding them would garble everything else. */
  add(value: string): void;
  /** The text with every remembered value, also in its URL-encoded, JSON-escaped and base64 forms, replaced by `[secret]`. */
  scrub(text: string): string;
}

const mask = "[secret]";

/** Makes an empty redactor. */
export function createRedactor(): Redactor {
  const forms = new Set<string>();
  let ordered: readonly string[] = [];
  return {
    add(value) {
      if (value.length < 4) return;
      for (const form of [
        value,
        encodeURIComponent(value),
        JSON.stringify(value).slice(1, -1),
        Buffer.from(value).toString("base64"),
      ]) {
        forms.add(form);
      }
      // Longest first, so that a secret that holds another one goes as a whole.
      ordered = [...forms].sort((a, b) => b.length - a.length);
    },
    scrub(text) {
      let clean = text;
      for (const form of ordered) clean = clean.replaceAll(form, mask);
      return clean;
    },
  };
}
