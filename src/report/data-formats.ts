/** The formats that programs read: one document, written as JSON or as YAML. */
export const dataFormats = ["json", "yaml"] as const;

/** The name of a format that programs read. */
export type DataFormat = (typeof dataFormats)[number];

/** True for a format that programs read. */
export function isData(format: string): format is DataFormat {
  return dataFormats.some((known) => known === format);
}

/** A JSON document in a format that programs read. YAML gives the same values in the same order. Ends with a line break. */
export async function dataText(format: DataFormat, json: string): Promise<string> {
  return format === "json" ? json : (await import("./yaml.js")).yamlText(JSON.parse(json));
}

/** A result in the format that is asked for: the document that `json` makes, where that is one that programs read, else its own text. */
export async function resultText<Format extends string>(
  format: Format,
  json: () => string,
  texts: Readonly<Record<Exclude<Format, DataFormat>, () => string>>,
): Promise<string> {
  return isData(format) ? dataText(format, json()) : texts[format as Exclude<Format, DataFormat>]();
}

/** The formats of what has a text for people and a document for programs. */
export const textOrData = ["text", ...dataFormats] as const;

/** The name of one of them. */
export type TextOrData = (typeof textOrData)[number];
