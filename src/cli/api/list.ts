import type { Endpoint } from "../../platform/endpoint.js";
import { endpoints } from "../../platform/endpoints.gen.js";
import { columns } from "../../report/columns.js";
import { type ApiFormat, render } from "./render.js";

/** The endpoints that mention a word in path, name or summary (all without one), as text. */
export async function listEndpoints(word: string, format: ApiFormat, width: number): Promise<string> {
  const matching = endpoints
    .filter((endpoint) => mentions(endpoint, word.toLowerCase()))
    .sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method));
  if (format !== "table") return render(matching.map(plain), format, width);
  const rows = matching.map(({ method, path, tier, summary }) => [method, path, tier, summary]);
  const text = columns(rows.length === 0 ? [] : [["METHOD", "PATH", "TIER", "SUMMARY"], ...rows], "");
  return text.map((line) => `${line}\n`).join("");
}

function mentions({ id, method, path, aliases = [], summary }: Endpoint, word: string): boolean {
  return [id, `${method} ${path}`, ...aliases, summary].some((text) => text.toLowerCase().includes(word));
}

function plain({ id, method, path, aliases = [], summary, tier, role, list = false, beyondDocuments = false }: Endpoint) {
  return { id, method, path, aliases, summary, tier, role, list, beyond_documents: beyondDocuments };
}
