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

/** The formats of what has a text for people and a document for programs. */
export const textOrData = ["text", ...dataFormats] as const;

/** The name of one of them. */
export type TextOrData = (typeof textOrData)[number];
