import { expect } from "vitest";
import type { Company } from "../company.js";

/** Who may deploy or approve: a level, a user or a group. */
export type Entry = { id: number; access_level: number | null; user_id: number | null; group_id: number | null };

/** A protected environment. */
export type Environment = {
  name: string;
  required_approval_count: number;
  deploy_access_levels: Entry[];
  approval_rules: (Entry & { required_approvals: number })[];
};

/** Where the company's protected environments are. */
export const path = "/groups/acme/protected_environments";
/** The entry of all Maintainers. */
export const maintainers = { access_level: 40 };

/** Protects production, unless another name is given. */
export async function protect(acme: Company, json: Record<string, unknown>): Promise<Environment> {
  const answer = await acme.call("POST", path, { json: { name: "production", ...json } });
  expect(answer.status).toBe(201);
  return answer.body as Environment;
}

/** Production, as it is protected. */
export async function read(acme: Company): Promise<Environment> {
  return (await acme.call("GET", `${path}/production`)).body as Environment;
}

/** What an entry stands for. */
export const who = ({ access_level, user_id, group_id }: Entry): unknown => ({ access_level, user_id, group_id });
