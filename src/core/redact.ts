/** Takes secrets out of any text that leaves the process. */
export interface Scrubber {
  /** The text with every remembered value, also URL-encoded, form-encoded, escaped for JSON or HTML, on one line, or within base64, replaced by `[secret]`. */
  scrub(text: string): string;
}

/** Remembers the secret values of one run. It forgets none, so whoever lives longer than a run makes one for each. */
export interface Redactor extends Scrubber {
  /** Remembers a value. Values under four characters are left: hiding them would garble everything else. */
  add(value: string): void;
}

const mask = "[secret]";
const shortest = 4;

/** Makes an empty redactor. */
export function createRedactor(): Redactor {
  const values = new Set<string>();
  const forms = new Set<string>();
  let ordered: readonly string[] | undefined;
  return {
    add(value) {
      if (value.length < shortest || values.has(value)) return;
      values.add(value);
      for (const form of formsOf(value)) forms.add(form);
      ordered = undefined;
    },
    scrub(text) {
      // Longest first, so that a secret that holds another one goes as a whole. Sorted only when asked for: thousands may come in a row.
      ordered ??= [...forms].sort((a, b) => b.length - a.length);
      let clean = text;
      for (const form of ordered) clean = clean.replaceAll(form, mask);
      return clean;
    },
  };
}

/** The ways in which servers and libraries write a value. */
function formsOf(value: string): string[] {
  const form = new URLSearchParams([["", value]]).toString().slice(1);
  const forms = [
    value,
    encodeURIComponent(value),
    form,
    JSON.stringify(value).slice(1, -1),
    htmlEscaped(value),
    value.replaceAll(/\s+/g, " ").trim(),
    Buffer.from(value).toString("base64"),
    ...withinBase64(value),
  ];
  return forms.filter((one) => one.length >= shortest);
}

function htmlEscaped(value: string): string {
  const names: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return value.replaceAll(/[&<>"']/g, (character) => names[character] ?? character);
}

/** The characters that stand for the value wherever it lies in a longer encoded text, for example after a user name and a colon. */
function withinBase64(value: string): string[] {
  const bytes = Buffer.from(value);
  const inner = [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString("base64");
    return encoded.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
  });
  // So few characters could stand in any encoded text by chance.
  return inner.filter((one) => one.length >= 8).flatMap((one) => [one, one.replaceAll("+", "-").replaceAll("/", "_")]);
}
