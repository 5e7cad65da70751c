import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, onTestFinished } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import { top } from "./command-line.js";
import { directory, write } from "./directory.js";
import { serveGit } from "./git-http.js";
import { mergesReply, type StoredMerges } from "./github-merges.js";
import { git } from "./repository.js";

interface Route {
  readonly status: number;
  readonly reply: object;
  readonly body?: object;
  readonly query: readonly string[];
}
interface Description {
  readonly routes: Readonly<Record<string, Route>>;
  readonly schemas: Readonly<Record<string, object>>;
  readonly examples: Readonly<
    Record<
      | "pull-request"
      | "issue-comment"
      | "issue"
      | "full-repository"
      | "environment"
      | "content-file"
      | "pull-request-simple"
      | "deployment"
      | "deployment-status"
      | "pull-request-review",
      JsonObject
    >
  >;
}

/** The part of GitHub's description of its API that trueup uses. */
export const described = JSON.parse(readFileSync(join(top, "test/fixtures/github-api.json"), "utf8")) as Description;
const ajv = new Ajv({ strict: false, validateFormats: false });
ajv.addSchema({ $id: "github", components: { schemas: described.schemas } });

/** The schema with its references leading into the description. */
function compiled(schema: object): (value: unknown) => string {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"github#/components');
  const check = ajv.compile(JSON.parse(text) as object);
  return (value) => (check(value) ? "" : ajv.errorsText(check.errors));
}

const routes = Object.entries(described.routes).map(([name, { status, reply, body, query }]) => {
  const [method = "", path = ""] = name.split(" ");
  const pattern = new RegExp(`^/api/v3${path.replaceAll(/\{\w+\}/g, "([^/]+)")}$`);
  return { name, method, pattern, status, query, reply: compiled(reply), body: compiled(body ?? {}) };
});

/** Users of the forge, and their numbers; the first is that of the tokens of jobs. */
const people = { "github-actions[bot]": 41_898_282, alice: 1, mallory: 3 } as const;
type Person = keyof typeof people;

/** One text that somebody wrote. */
interface Written {
  readonly id: number;
  readonly by: Person;
  /** The request that it is on. */
  readonly on: number;
  body: string;
}

/** An issue, or a pull request that the list of issues has, too. */
export interface StoredIssue extends Omit<Written, "on"> {
  readonly number: number;
  readonly isRequest: boolean;
  title: string;
  state: string;
  readonly labels: readonly string[];
}

/** A service that speaks the routes that trueup uses as GitHub's description has them, and serves commits to real git. */
export interface GithubForge extends StoredMerges {
  readonly url: string;
  /** The bare repository behind it, to push to. */
  readonly repository: string;
  readonly request: number;
  /** What a job of the pull request has in its environment, its event's file included. */
  variables(head: string, event?: JsonObject | number): Readonly<Record<string, string>>;
  setHead(sha: string, request?: number): void;
  /** What a run on a branch has in its environment. */
  branchVariables(sha: string): Readonly<Record<string, string>>;
  setFork(isFork: boolean): void;
  readonly comments: Written[];
  readonly issues: StoredIssue[];
  say(by: Person, body: string, on?: number): void;
  /** What the next requests are answered with, one each, before anything is done. */
  readonly refusals: { readonly status: number; readonly headers: Readonly<Record<string, string>> }[];
  /** True where the token may set no labels: they are left out without a word. */
  dropsLabels: boolean;
  /** What the routes of settings and files show, by their path below the repository; a number is the status of a refusal, and what is not here is not found. */
  readonly settings: Map<string, unknown>;
  /** Headers that git came with. */
  readonly credentials: readonly (string | undefined)[];
  readonly arrived: readonly { readonly method: string; readonly path: string; readonly authorization: string | undefined }[];
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Starts one that ends with the test, and fails it if a request or a reply is not as the description says. */
export async function githubForge(): Promise<GithubForge> {
  const repository = join(directory(), "acme", "desired.git");
  git(directory(), "init", "-q", "--bare", "-b", "main", repository);
  const [credentials, arrived, wrong]: [(string | undefined)[], GithubForge["arrived"][number][], string[]] = [[], [], []];
  const state = { isFork: false };
  const server = createServer((request, response) => {
    const { url: path = "", method = "GET", headers } = request;
    if (path.includes(".git/")) {
      credentials.push(headers.authorization);
      serveGit(request, response, join(repository, "../.."));
      return;
    }
    arrived.push({ method, path, authorization: headers.authorization });
    const answered = async () => {
      const body = JSON.parse((await textOf(request)) || "{}") as JsonObject;
      const { status, body: told, headers: more } = answer(forge, state, { method, path, body, headers }, wrong);
      response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...more }).end(JSON.stringify(told));
    };
    void answered();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    expect(wrong).toEqual([]);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const forge: GithubForge = {
    url,
    repository,
    request: 7,
    credentials,
    arrived,
    comments: [],
    issues: [],
    refusals: [],
    dropsLabels: false,
    settings: new Map(),
    pulls: new Map([[7, { head: "", merged: [] }]]),
    reviews: [],
    deployments: [],
    setHead: (head, number = 7) => void forge.pulls.set(number, { head, merged: [] }),
    setFork: (isFork) => void (state.isFork = isFork),
    say: (by, body, on = 7) => void forge.comments.push({ id: 1 + forge.comments.length, by, on, body }),
    variables: (head, event = 7) => {
      if (typeof event !== "number") return variablesOf(url, event);
      return variablesOf(url, { action: "synchronize", number: event, pull_request: pullOf({ ...state, head, number: event }) });
    },
    branchVariables: (sha) => ({
      ...variablesOf(url, { ref: "refs/heads/main", after: sha }),
      GITHUB_EVENT_NAME: "push",
      GITHUB_REF: "refs/heads/main",
      GITHUB_REF_PROTECTED: "true",
      GITHUB_SHA: sha,
      GITHUB_WORKFLOW_REF: "acme/desired/.github/workflows/trueup.yml@refs/heads/main",
    }),
  };
  return forge;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function variablesOf(url: string, event: JsonObject): Readonly<Record<string, string>> {
  const file = join(directory(), "event.json");
  write(file, JSON.stringify(event));
  return {
    GITHUB_ACTIONS: "true",
    GITHUB_API_URL: `${url}/api/v3`,
    GITHUB_SERVER_URL: url,
    GITHUB_REPOSITORY: "acme/desired",
    GITHUB_EVENT_NAME: "pull_request_target",
    GITHUB_EVENT_PATH: file,
    GITHUB_STEP_SUMMARY: join(directory(), "summary.md"),
    TRUEUP_NOTES_TOKEN: "token-of-github-actions[bot]",
  };
}

/** The pull request as both the API and an event have it. */
interface PullState {
  readonly head: string;
  readonly isFork: boolean;
  readonly number: number;
}

function pullOf({ head, isFork, number }: PullState): JsonObject {
  const example = described.examples["pull-request"];
  const end = (name: string, more: JsonObject, repo: JsonObject) => {
    const given = example[name] as JsonObject;
    return { ...given, ...more, repo: { ...(given["repo"] as JsonObject), ...repo } };
  };
  return {
    ...example,
    number,
    state: "open",
    // The teams of the published example lack what the published schema asks of them.
    requested_teams: [],
    base: end("base", { ref: "main" }, { id: 1, full_name: "acme/desired" }),
    head: end(
      "head",
      { sha: head, ref: "request" },
      isFork ? { id: 2, full_name: "eve/desired" } : { id: 1, full_name: "acme/desired" },
    ),
  };
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: JsonObject;
  readonly headers: IncomingMessage["headers"];
}

function answer(forge: GithubForge, state: Pick<PullState, "isFork">, asked: Asked, wrong: string[]): Reply {
  const { method, path, body, headers } = asked;
  const refusal = forge.refusals.shift();
  if (refusal) return { ...refusal, body: { message: "You have exceeded a secondary rate limit." } };
  const who = (Object.keys(people) as Person[]).find((name) => headers.authorization === `Bearer token-of-${name}`);
  if (who === undefined) return { status: 401, body: { message: "Bad credentials" } };
  const { pathname, searchParams } = new URL(path, forge.url);
  if (pathname === "/api/graphql") return { status: 200, body: { data: { viewer: { databaseId: people[who] } } } };
  const route = routes.find((one) => one.method === method && one.pattern.test(pathname));
  if (!route) {
    wrong.push(`no such route: ${method} ${path}`);
    return { status: 404, body: { message: "Not Found" } };
  }
  const odd = [...searchParams.keys()].filter((name) => !route.query.includes(name));
  const isBad = method === "GET" ? "" : route.body(body);
  if (odd.length > 0 || isBad !== "") wrong.push(`${method} ${path}: ${odd.join()} ${isBad}`);
  const last = route.pattern.exec(pathname)?.at(-1) ?? "";
  const isSetting = !/\/(?:pulls|issues|deployments)\b/.test(route.name);
  const setting = isSetting
    ? forge.settings.get(decodeURIComponent(pathname.replace(/^\/api\/v3\/repos\/acme\/desired/, "")))
    : 0;
  if (setting === undefined) return { status: 404, body: { message: "Not Found" } };
  if (isSetting && typeof setting === "number") return { status: setting, body: { message: "Resource not accessible" } };
  const whole = isSetting ? setting : bodyOf(route.name, forge, state, { who, body, last, searchParams });
  const [shown, link] = Array.isArray(whole) ? pageOf(whole, forge.url + pathname, searchParams) : [whole, undefined];
  const error = route.reply(shown);
  if (error !== "") wrong.push(`the reply to ${method} ${path}: ${error}`);
  return { status: route.status, body: shown, ...(link === undefined ? {} : { headers: { link } }) };
}

interface Call {
  readonly who: Person;
  readonly body: JsonObject;
  readonly last: string;
  readonly searchParams: URLSearchParams;
}

function bodyOf(name: string, forge: GithubForge, state: Pick<PullState, "isFork">, call: Call): unknown {
  const { who, body, last, searchParams } = call;
  const number = Number(last);
  const merges = mergesReply(name, forge, call, { examples: described.examples, user: (by) => userOf(by as Person) });
  if (merges !== undefined) return merges;
  const said = body as Readonly<Partial<Record<"title" | "body" | "state", string>>>;
  const { body: text = "", title = "" } = said;
  switch (name) {
    case "GET /repos/{owner}/{repo}/pulls/{pull_number}":
      return pullOf({ ...state, number, head: forge.pulls.get(number)?.head ?? "" });
    case "GET /repos/{owner}/{repo}/issues/{issue_number}/comments":
      return forge.comments.filter(({ on }) => on === number).map(commentOf);
    case "POST /repos/{owner}/{repo}/issues/{issue_number}/comments":
      forge.say(who, text, number);
      return commentOf(forge.comments.at(-1)!);
    case "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}": {
      const comment = forge.comments.find(({ id }) => id === number)!;
      comment.body = text;
      return commentOf(comment);
    }
    case "GET /repos/{owner}/{repo}/issues":
      return forge.issues
        .filter(({ labels }) => labels.includes(searchParams.get("labels") ?? ""))
        .map((one) => issueOf(one, forge));
    case "POST /repos/{owner}/{repo}/issues": {
      const next = 100 + forge.issues.length;
      const labels = forge.dropsLabels ? [] : (body["labels"] as string[]);
      const made = {
        id: next,
        number: next,
        by: who,
        body: text,
        title,
        state: "open",
        labels,
        isRequest: false,
      };
      forge.issues.push(made);
      return issueOf(made, forge);
    }
    default: {
      const issue = forge.issues.find((one) => one.number === number)!;
      for (const key of ["title", "body", "state"] as const) issue[key] = said[key] ?? issue[key];
      return issueOf(issue, forge);
    }
  }
}

function userOf(by: Person): JsonObject {
  return { ...(described.examples["issue-comment"]["user"] as JsonObject), login: by, id: people[by] };
}

function commentOf({ id, by, body }: Omit<Written, "on">): JsonObject {
  return { ...described.examples["issue-comment"], id, body, user: userOf(by) };
}

function issueOf({ number, by, body, title, state, labels, isRequest }: StoredIssue, { url }: GithubForge): JsonObject {
  const { pull_request: link, labels: some, ...example } = described.examples.issue;
  const [label] = some as JsonObject[];
  const own = { number, title, body, state, user: userOf(by), html_url: `${url}/acme/desired/issues/${number}` };
  return {
    ...example,
    ...own,
    labels: labels.map((name) => ({ ...label, name })),
    ...(isRequest ? { pull_request: link! } : {}),
  };
}

function pageOf(whole: readonly unknown[], address: string, query: URLSearchParams): [readonly unknown[], string | undefined] {
  const [size, page] = [Number(query.get("per_page") ?? 30), Number(query.get("page") ?? 1)];
  const isLast = page * size >= whole.length;
  return [
    whole.slice((page - 1) * size, page * size),
    isLast ? undefined : `<${address}?page=${page + 1}>; rel="next", <${address}>; rel="last"`,
  ];
}
