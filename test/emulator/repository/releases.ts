import { expect } from "vitest";
import type { Answer, Platform } from "../platform.js";

/** A private project below two groups and a public one, with tags and milestones, and a release of the public one. */
export const SEED = {
  users: [{ username: "dev" }, { username: "reporter" }, { username: "guest" }],
  groups: [{ full_path: "top" }, { full_path: "top/team" }],
  projects: [
    {
      path_with_namespace: "top/team/app",
      branches: ["main"],
      members: { dev: 30, reporter: 20, guest: 10 },
    },
    { path_with_namespace: "top/open", visibility: "public", branches: ["main"] },
  ],
  tags: [
    { project: "top/team/app", name: "v1", message: "One" },
    { project: "top/team/app", name: "v2" },
    { project: "top/team/app", name: "releases/v3" },
    { project: "top/open", name: "v1" },
  ],
  milestones: [
    { project: "top/team/app", title: "Own", due_date: "2030-02-01" },
    { project: "top/team/app", title: "Sooner", due_date: "2030-01-01" },
    { project: "top/open", title: "Elsewhere" },
    { group: "top/team", title: "Of the group" },
    { group: "top", title: "Of the group above" },
  ],
  releases: [{ project: "top/open", tag: "v1", author: "root" }],
} as const;

/** The releases of the private project. */
export const APP = "/projects/top%2Fteam%2Fapp/releases";
/** The releases of the public project. */
export const OPEN = "/projects/top%2Fopen/releases";
/** As a Developer of the private project. */
export const DEV = { token: "token-of-dev" };

/** Creates a release of the private project, as its Developer. */
export async function create(platform: Platform, json: Record<string, unknown>): Promise<Record<string, unknown>> {
  const answer = await platform.call("POST", APP, { ...DEV, json });
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body as Record<string, unknown>;
}

/** What a refusal says. */
export const refusal = (answer: Answer): unknown => [answer.status, answer.body];

/** The first evidence of a release. */
export function firstEvidence(release: Record<string, unknown>): { sha: string } {
  const [first] = release["evidences"] as [{ sha: string }];
  return first;
}
