import type { JsonObject } from "../../src/core/json.js";

/** A pull request as a service holds it. */
export interface StoredPull {
  head: string;
  /** The commits that brought it to main: of a rebase each of them. */
  merged: readonly string[];
}

/** A review, at the commit that the request had. */
export interface StoredReview {
  readonly pull: number;
  readonly by: string;
  readonly at: string;
  state: "APPROVED" | "CHANGES_REQUESTED" | "COMMENTED" | "DISMISSED";
}

/** A deployment, with the states that it was given, the last one first. */
export interface StoredDeployment {
  readonly id: number;
  readonly by: string;
  readonly body: JsonObject;
  readonly states: string[];
}

/** What was merged and approved, and how far it was applied. */
export interface StoredMerges {
  readonly pulls: Map<number, StoredPull>;
  readonly reviews: StoredReview[];
  readonly deployments: StoredDeployment[];
}

/** The published examples that replies are made of, and users by their names. */
interface Shown {
  readonly examples: Readonly<
    Record<"pull-request-simple" | "deployment" | "deployment-status" | "pull-request-review", JsonObject>
  >;
  readonly user: (name: string) => JsonObject;
}

interface Call {
  readonly who: string;
  /** The last part of the path that a route names. */
  readonly last: string;
  readonly body: JsonObject;
  readonly searchParams: URLSearchParams;
}

/** The reply of a route that is about them; undefined for all others. */
export function mergesReply(name: string, stored: StoredMerges, call: Call, { examples, user }: Shown): unknown {
  const { pulls, reviews, deployments } = stored;
  const { who, last, body, searchParams } = call;
  const shownDeployment = (one: StoredDeployment) => {
    const { ref, environment, payload = {} } = one.body;
    return { ...examples.deployment, id: one.id, creator: user(one.by), sha: ref, ref, environment, payload };
  };
  switch (name) {
    case "GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls":
      return [...pulls].flatMap(([number, one]) =>
        one.merged.includes(last) || one.head === last ? [pullOf(number, one, examples["pull-request-simple"])] : [],
      );
    case "GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews":
      return reviews
        .filter(({ pull }) => pull === Number(last))
        .map(({ by, at, state }) => ({ ...examples["pull-request-review"], user: user(by), commit_id: at, state }));
    case "GET /repos/{owner}/{repo}/deployments":
      return deployments.filter((one) => one.body["environment"] === searchParams.get("environment")).map(shownDeployment);
    case "POST /repos/{owner}/{repo}/deployments": {
      const made = { id: 500 + deployments.length, by: who, body, states: [] };
      deployments.unshift(made);
      return shownDeployment(made);
    }
    case "GET /repos/{owner}/{repo}/deployments/{deployment_id}/statuses":
      return statesOf(deployments, last).map((state) => ({ ...examples["deployment-status"], state }));
    case "POST /repos/{owner}/{repo}/deployments/{deployment_id}/statuses": {
      const states = statesOf(deployments, last);
      // A success makes earlier ones of the place inactive.
      for (const { id, states: others } of deployments)
        if (String(id) !== last && others[0] === "success") others.unshift("inactive");
      states.unshift(body["state"] as string);
      return { ...examples["deployment-status"], state: body["state"] };
    }
    default:
      return undefined;
  }
}

function statesOf(deployments: readonly StoredDeployment[], id: string): string[] {
  return deployments.find((one) => String(one.id) === id)?.states ?? [];
}

function pullOf(number: number, { head, merged }: StoredPull, example: JsonObject): JsonObject {
  const end = (name: string, more: JsonObject) => ({ ...(example[name] as JsonObject), ...more });
  const repo = (name: string) => (example[name] as JsonObject)["repo"] as JsonObject;
  const isMerged = merged.length > 0;
  return {
    ...example,
    number,
    state: isMerged ? "closed" : "open",
    merged_at: isMerged ? "2026-01-01T00:00:00Z" : null,
    merge_commit_sha: merged.at(-1) ?? null,
    requested_teams: [],
    base: end("base", { ref: "main", repo: { ...repo("base"), full_name: "acme/desired" } }),
    head: end("head", { sha: head, ref: "request" }),
  };
}
