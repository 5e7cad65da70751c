import type { Context } from "../context.js";
import type { Json } from "../json.js";
import type { Attributes } from "../records.js";
import { SETTINGS } from "./application-settings-table.js";

const RAW = "_raw";
/** Lists whose texts are called otherwise. */
const RAW_OF: Readonly<Record<string, string>> = { outbound_local_requests_allowlist: "outbound_local_requests_whitelist" };

/** Stores a setting that facts of the release alone know, as it came; the text of a list is that list. */
export function storeFurther({ knowledge, params }: Context, name: string, value: Json, values: Record<string, Json>): void {
  if (knowledge === undefined) return;
  const list = name.endsWith(RAW) ? name.slice(0, -RAW.length) : undefined;
  if (list === undefined) values[name] = value;
  else if (!params.has(list)) values[RAW_OF[list] ?? list] = typeof value === "string" ? itemsOf(value) : [];
}

const itemsOf = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter((item) => item !== ""))];

/** The texts of lists that the release shows beside these. */
export function rawTexts({ knowledge }: Context, values: Attributes): Record<string, Json> {
  const names = [...(knowledge?.keys ?? [])].filter((name) => name.endsWith(RAW));
  return Object.fromEntries(
    names.flatMap((name) => {
      const list = name.slice(0, -RAW.length);
      const items = values[RAW_OF[list] ?? list];
      return Array.isArray(items) ? [[name, items.join("\n")]] : [];
    }),
  );
}

/** Values of a new instance that are otherwise on real servers than the documents say. */
export function realPresets({ knowledge }: Context): Attributes {
  const known = Object.entries(knowledge?.presets ?? {});
  return Object.fromEntries(known.filter(([name]) => Object.hasOwn(SETTINGS, name)));
}
