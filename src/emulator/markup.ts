/** Text that is HTML already. `html` alone makes it. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A tagged template whose values are escaped, for text and for attributes in double quotes; markup and lists of it stand as they are. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Markup | readonly Markup[])[]): Markup {
  return new Markup(parts.map((part, place) => part + shown(values[place] ?? "")).join(""));
}

function shown(value: string | Markup | readonly Markup[]): string {
  if (typeof value === "string") return escaped(value);
  return value instanceof Markup ? value.text : value.map(({ text }) => text).join("");
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
