import { isObject, type Json, type JsonObject } from "../../core/json.js";
import { columns } from "../../report/columns.js";
import { clean, escaped, shorten } from "../../report/text.js";

/** How a reply is shown. */
export type ApiFormat = "json" | "table" | "yaml";

/** A reply as text that ends with a line break; empty for a table of nothing. */
export async function render(value: Json, format: ApiFormat, width: number): Promise<string> {
  if (format === "table")
    return table(value, width)
      .map((row) => `${row}\n`)
      .join("");
  if (format === "json") return `${escaped(JSON.stringify(value, null, 2))}\n`;
  const { yamlText } = await import("../../report/yaml.js");
  return yamlText(value);
}

/** Properties that tell things apart and how they are, in the order in which people read them. */
const telling = [
  ["id", "iid", "key", "slug", "username", "full_path", "path_with_namespace", "tag_name", "name", "title", "version"],
  ["status", "state", "stage", "ref", "environment", "visibility", "active", "package_type", "rule_type"],
  ["approvals_required", "created_at"],
].flat();
/** Of a list whose items have few of them, so many columns are shown. */
const fewest = 3;
const longestCell = 60;

function table(value: Json, width: number): string[] {
  if (Array.isArray(value)) {
    const items: readonly Json[] = value;
    const objects = items.filter(isObject);
    return objects.length === items.length ? listTable(objects, width) : items.map((item) => cell(item));
  }
  if (!isObject(value)) return [cell(value)];
  const longest = Math.max(longestCell, width - 40);
  const rows = Object.entries(value).map(([name, inner]) => [clean(name), cell(inner, longest)]);
  return columns(rows, "");
}

function listTable(items: readonly JsonObject[], width: number): string[] {
  if (items.length === 0) return [];
  const names = columnsOf(items);
  const rows = [names.map((name) => name.toUpperCase()), ...items.map((item) => names.map((name) => cell(item[name])))];
  // A table that is too wide loses its last columns: the first ones tell what each row is.
  const fitting = names.findLastIndex((_, last) => tableWidth(rows, last + 1) <= width) + 1;
  const shown = rows.map((row) => row.slice(0, Math.max(fitting, 1)));
  return columns(shown, "");
}

function columnsOf(items: readonly JsonObject[]): string[] {
  const present = new Set(items.flatMap((item) => Object.keys(item).filter((name) => isPlain(item[name]))));
  const chosen = telling.filter((name) => present.has(name));
  const isNamed = chosen.includes("name") || chosen.includes("title");
  const shown = chosen.filter(
    (name) => name !== "tag_name" || !isNamed || items.some((item) => item["tag_name"] !== item["name"]),
  );
  if (shown.length >= fewest) return shown;
  return [...shown, ...[...present].filter((name) => !shown.includes(name))].slice(0, fewest * 2);
}

function tableWidth(rows: readonly (readonly string[])[], count: number): number {
  const widths = Array.from({ length: count }, (_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return widths.reduce((sum, width) => sum + width + 2, -2);
}

function isPlain(value: Json | undefined): boolean {
  return value !== undefined && typeof value !== "object";
}

function cell(value: Json | undefined, longest = longestCell): string {
  if (value === undefined || value === null) return "";
  return shorten(clean(typeof value === "string" ? value : JSON.stringify(value)), longest);
}
