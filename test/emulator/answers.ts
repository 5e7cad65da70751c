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

/** Asks until the answer is as wanted. */
export async function until(ask: () => Promise<Answer>, holds: (answer: Answer) => boolean): Promise<Answer> {
  for (let turn = 0; turn < 500; turn += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each look comes after the one before
    const answer = await ask();
    if (holds(answer)) return answer;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error("what was waited for never came");
}

/** Creates a group and returns its id. */
export async function makeGroup(platform: Platform, path: string, attributes: Record<string, unknown> = {}): Promise<number> {
  return idOf(await platform.call("POST", "/groups", { json: { name: path, path, ...attributes } }));
}

/** Creates a project and returns its id. */
export async function makeProject(platform: Platform, path: string, attributes: Record<string, unknown> = {}): Promise<number> {
  return idOf(await platform.call("POST", "/projects", { json: { path, ...attributes } }));
}
