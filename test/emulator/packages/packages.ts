import { expect } from "vitest";
import { each, idOf } from "../answers.js";
import type { Platform } from "../platform.js";

/** The packages of a private project. */
export const API = "/projects/acme-labs%2Fplatform%2Fapi/packages";
/** The packages of a public project. */
export const TOOLKIT = "/projects/open-source%2Ftoolkit/packages";
/** All that packages need: they come without a licence. */
export const FREE = { tier: "free" } as const;

/** The versions of the packages that a query finds. */
export async function versions(platform: Platform, query: string, path = API): Promise<unknown[]> {
  const answer = await platform.call("GET", `${path}?${query}`);
  expect(answer.status).toBe(200);
  return each(answer, "version");
}

/** The id of the one package that a query finds. */
export async function packageOf(platform: Platform, query: string, path = API): Promise<number> {
  const answer = await platform.call("GET", `${path}?${query}`);
  expect(each(answer, "id")).toHaveLength(1);
  return idOf({ ...answer, body: (answer.body as unknown[])[0] });
}
