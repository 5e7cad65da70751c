import type { Answer, Platform } from "./platform.js";

/** The id in an answer. */
export function idOf(answer: Answer): number {
  const { body } = answer;
  if (typeof body === "object" && body !== null && "id" in body && typeof body.id === "number") return body.id;
  throw new Error(`no id in ${answer.status} ${JSON.stringify(body)}`);
}

/** One attribute of every entry of a list. */
export function each(answer: Answer, name: string): unknown[] {
  if (!Array.isArray(answer.body)) throw new Error(`no list: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.map((entry: Record<string, unknown>) => entry[name]);
}

/** How long what is waited for may take: a machine may be busy. */
export const PATIENCE = { timeout: 60_000 };

/** Creates a group and returns its id. */
export async function makeGroup(platform: Platform, path: string, attributes: Record<string, unknown> = {}): Promise<number> {
  return idOf(await platform.call("POST", "/groups", { json: { name: path, path, ...attributes } }));
}

/** Creates a project and returns its id. */
export async function makeProject(platform: Platform, path: string, attributes: Record<string, unknown> = {}): Promise<number> {
  return idOf(await platform.call("POST", "/projects", { json: { path, ...attributes } }));
}
