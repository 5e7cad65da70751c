// @module-tag slow
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Plan } from "../../src/core/plan.js";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { openFixture } from "../harness/fixture.js";
import { gitForge } from "../harness/git-forge.js";
import { githubForge } from "../harness/github-forge.js";
import { commit, git, repository } from "../harness/repository.js";
import { hostileTexts, mustBeInert } from "../report/inert.js";

/** An issue as a person sees it. */
interface SeenIssue {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly isOpen: boolean;
  readonly by: string;
}

/** A forge of each service, which people use beside trueup. */
interface Hosting {
  readonly repository: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  issues(): Promise<readonly SeenIssue[]>;
  comments(): Promise<readonly string[]>;
  /** What a person does with an issue. */
  change(number: number, change: { readonly body?: string; readonly isOpen?: boolean }): Promise<void>;
  /** An issue with the label that somebody else makes. */
  make(body: string): Promise<void>;
  /** The tokens that came. */
  tokens(): readonly (string | undefined)[];
}

const services: Readonly<Record<"gitlab" | "github", () => Promise<Hosting>>> = {
  gitlab: async () => {
    const forge = await gitForge();
    const path = "/projects/platform%2Fdesired/issues";
    type Shown = { iid: number; title: string; description: string; state: string; author: { username: string } };
    const list = async () => (await forge.call("alice", "GET", path)) as Shown[];
    return {
      repository: forge.repository,
      env: {
        ...forge.variables("0".repeat(40)),
        CI_PIPELINE_SOURCE: "schedule",
        CI_PROJECT_URL: `${forge.url}/platform/desired`,
        CI_COMMIT_BRANCH: "main",
      },
      issues: async () =>
        (await list()).map(({ iid: number, title, description: body, state, author: { username: by } }) => ({
          number,
          title,
          body,
          isOpen: state === "opened",
          by,
        })),
      comments: async () => {
        const [issue] = await list();
        const notes = (await forge.call("alice", "GET", `${path}/${issue?.iid}/notes`)) as { body: string; system: boolean }[];
        return notes.filter(({ system }) => !system).map(({ body }) => body);
      },
      change: async (number, { body, isOpen }) => {
        const said = {
          ...(body === undefined ? {} : { description: body }),
          ...(isOpen === undefined ? {} : { state_event: isOpen ? "reopen" : "close" }),
        };
        await forge.call("alice", "PUT", `${path}/${number}`, said);
      },
      make: async (body) => {
        await forge.call("mallory", "POST", path, { title: "Drift", description: body, labels: "trueup-drift" });
      },
      tokens: () => forge.arrived.map(({ token }) => token),
    };
  },
  github: async () => {
    const forge = await githubForge();
    return {
      repository: forge.repository,
      env: { ...forge.variables("0".repeat(40)), GITHUB_EVENT_PATH: undefined, GITHUB_REF: "refs/heads/main" },
      issues: async () => forge.issues.map(({ state, ...rest }) => ({ ...rest, isOpen: state === "open" })),
      comments: async () => forge.comments.map(({ body }) => body),
      change: async (number, { body, isOpen }) => {
        const issue = forge.issues.find((one) => one.number === number);
        if (!issue) throw new Error(`there is no issue ${number}`);
        if (body !== undefined) issue.body = body;
        if (isOpen !== undefined) issue.state = isOpen ? "open" : "closed";
      },
      make: async (body) => {
        forge.issues.push({
          id: 900,
          number: 900,
          by: "mallory",
          body,
          isRequest: false,
          title: "Drift",
          state: "open",
          labels: ["trueup-drift"],
        });
      },
      tokens: () => forge.arrived.map(({ authorization }) => authorization?.replace("Bearer ", "")),
    };
  },
};

const files = {
  "trueup/a.yaml":
    "topics:\n  a: { title: A }\n  b: { title: B }\ngroups:\n  acme: { name: Acme, variables: { KEY: { value: eight-chars } } }\n",
};

/** Groups of which each shard has some, and something of the instance. */
const company = {
  "trueup/a.yaml": [
    "topics: { a: { title: A } }\ngroups:",
    ...Array.from({ length: 25 }, (_, index) => `  team-${index}: { name: Team ${index} }`),
  ].join("\n"),
};

async function stage(service: "gitlab" | "github", contents: Readonly<Record<string, string>> = files) {
  const hosting = await services[service]();
  const fixture = await openFixture(inProcess, { asks: true, dialect: "vendor", serverVersion: "19.0.0-ee" });
  onTestFinished(async () => fixture.close());
  const clone = repository(contents);
  const push = (more?: Readonly<Record<string, string>>) => {
    if (more) commit(clone, more);
    git(clone, "push", "-q", hosting.repository, "main");
  };
  push();
  const own = { TRUEUP_URL: undefined, TRUEUP_TOKEN: undefined, TRUEUP_READ_TOKEN: fixture.platform.token };
  const night = async (...words: readonly string[]) =>
    fixture.run(["ci", "drift", "--url", fixture.server.url, ...words], { ...hosting.env, ...own });
  const heal = async () => {
    const end = await inProcess(["apply", "--yes"], {
      cwd: clone,
      env: { TRUEUP_URL: fixture.platform.url, TRUEUP_TOKEN: fixture.platform.token },
    });
    expect(end.code, end.stderr).toBe(0);
  };
  const topicNamed = async (name: string) => {
    const all = (await fixture.platform.call("GET", "/topics")) as { id: number; name: string }[];
    return all.find((one) => one.name === name)?.id;
  };
  return { hosting, fixture, clone, push, night, heal, topicNamed };
}

describe.each(["gitlab", "github"] as const)("trueup ci drift on %s", (service) => {
  it("keeps one issue through the nights: made, updated when the set changed, opened again, closed when healed", async () => {
    const { hosting, fixture, night, heal, topicNamed } = await stage(service);
    await heal();
    fixture.server.forget();
    const quiet = await night();
    expect(quiet, quiet.stderr).toMatchObject({ code: 0, stderr: expect.stringContaining("no open issue") as string });
    expect(await hosting.issues()).toEqual([]);

    await fixture.platform.call("DELETE", `/topics/${await topicNamed("a")}`);
    await fixture.platform.call("PUT", `/topics/${await topicNamed("b")}`, { title: "By hand" });
    const first = await night();
    expect(first, first.stderr).toMatchObject({ code: 2, stderr: expect.stringContaining("was made") as string });
    const [issue, ...others] = await hosting.issues();
    expect(others).toEqual([]);
    expect(issue).toMatchObject({ isOpen: true, title: `trueup: drift of ${fixture.server.url}` });
    expect(issue?.body).toContain("**1 changed by hand, 1 deleted by hand.**");
    expect(issue?.body).toMatch(/deleted by hand <b><code>topic:a<\/code>/);
    expect(issue?.body).not.toMatch(/\bcreate\b/);
    expect(issue?.body).toContain("trueup drift --adopt ADDRESS");
    expect(issue?.body).toMatch(/It sends 2 calls/);

    const same = await night();
    expect(same.stderr).toContain("was left as it is: the differences are the same");
    expect(await hosting.comments()).toEqual([]);

    const number = issue?.number ?? 0;
    await hosting.change(number, { body: `Alice looks at it.\n\n${issue?.body}\n\nSee the wiki.` });
    await fixture.platform.call("PUT", "/groups/acme", { name: "By hand" });
    expect((await night()).stderr).toContain("was updated");
    const [updated] = await hosting.issues();
    expect(updated?.body).toMatch(/^Alice looks at it\.\n\n<!-- trueup:drift:/);
    expect(updated?.body).toMatch(/-->\n\nSee the wiki\.$/);
    expect(updated?.body).toContain("**2 changed by hand, 1 deleted by hand.**");
    expect(await hosting.comments()).toEqual(["The differences changed: 2 changed by hand, 1 deleted by hand."]);

    await hosting.change(number, { isOpen: false });
    expect((await night()).stderr).toContain("was opened again");
    expect(await hosting.issues()).toMatchObject([{ number, isOpen: true }]);

    await heal();
    const healed = await night();
    expect(healed, healed.stderr).toMatchObject({ code: 0, stderr: expect.stringContaining("was closed") as string });
    const [closed] = await hosting.issues();
    expect(closed).toMatchObject({ number, isOpen: false });
    expect(closed?.body).toContain("Alice looks at it.");
    expect(await hosting.comments()).toContain("The instance is as the files say again.");
    expect(fixture.writes()).toEqual([]);
    expect(new Set(hosting.tokens())).toEqual(new Set([hosting.env["TRUEUP_NOTES_TOKEN"]]));
  });

  it("keeps the issue open where the run could not read everything, or read another part", async () => {
    const { hosting, fixture, night, heal, topicNamed } = await stage(service);
    await heal();
    await fixture.platform.call("PUT", `/topics/${await topicNamed("b")}`, { title: "By hand" });
    expect(await night()).toMatchObject({ code: 2 });
    await heal();
    fixture.server.misbehave({ path: /\/groups\/[^/]+\/variables/, times: 1, trouble: { answer: { status: 403, body: "{}" } } });
    const blind = await night();
    expect(blind, blind.stderr).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("could not read everything") as string,
    });
    expect(await hosting.issues()).toMatchObject([{ isOpen: true }]);
    const part = await night("--under", "acme");
    expect(part, part.stderr).toMatchObject({ code: 0, stderr: expect.stringContaining("read another part") as string });
    expect(await hosting.issues()).toMatchObject([{ isOpen: true }]);
    expect(await night()).toMatchObject({ code: 0 });
    expect(await hosting.issues()).toMatchObject([{ isOpen: false }]);
  });

  it("tells in the issue what no file declares, if the project file asks for that", async () => {
    const asking = { ...files, "trueup.yaml": "paths: [trueup]\nundeclared: report\n" };
    const { hosting, fixture, night, heal, push } = await stage(service, asking);
    await heal();
    await fixture.platform.call("PUT", "/groups/acme", { project_creation_level: "noone" });
    await fixture.platform.call("POST", "/groups", { name: "Other", path: "other" });
    const first = await night();
    expect(first, first.stderr).toMatchObject({ code: 2, stderr: expect.stringContaining("was made") as string });
    const [issue] = await hosting.issues();
    expect(issue?.body).toContain("**2 not declared.**");
    expect(issue?.body).toContain("<code>group:acme</code> <code>project_creation_level</code>: <code>noone</code>, by itself");
    expect(issue?.body).toContain("1 of kind <code>group</code> declared in no file");
    expect(issue?.body).toContain("trueup drift --undeclared --adopt ADDRESS");
    expect(issue?.body).not.toContain("To put it back");
    expect((await night()).stderr).toContain("the differences are the same");
    await fixture.platform.call("PUT", "/groups/acme", { project_creation_level: "maintainer" });
    expect((await night()).stderr).toContain("was updated");
    const parts = join(directory(), "night");
    for (const shard of ["1/2", "2/2"]) {
      const part = await night("--shard", shard, "--parts", parts, "--no-issue");
      expect(part.code, part.stdout + part.stderr).not.toBe(1);
    }
    const together = await night("--parts", parts);
    expect(together, together.stderr).toMatchObject({ code: 2, stderr: expect.stringContaining("was updated") as string });
    expect((await hosting.issues())[0]?.body).toContain("**2 not declared.**");
    push({ "trueup.yaml": "paths: [trueup]\n" });
    const other = await night();
    expect(other, other.stderr).toMatchObject({ code: 0, stderr: expect.stringContaining("read another part") as string });
  });

  it("takes no issue of somebody else for its own, and says so", async () => {
    const { hosting, night } = await stage(service);
    expect(await night()).toMatchObject({ code: 2 });
    const [issue] = await hosting.issues();
    await hosting.make(issue?.body ?? "");
    await hosting.change(issue?.number ?? 0, { body: "Taken away" });
    const told = await night();
    expect(told.stderr).toContain("was made; 1 issue with the same marker by others ignored");
  });

  it("is told once by several shards, by the last one that ends", async () => {
    const { hosting, night } = await stage(service, company);
    const parts = join(directory(), "night-1");
    const shards = [1, 2, 3].map((number) => ["--shard", `${number}/3`, "--parts", parts]);
    const [first = [], ...others] = shards;
    const begun = await night(...first);
    expect(begun.stderr).toContain("1 of 3 parts are there");
    expect(await hosting.issues()).toEqual([]);
    await Promise.all(others.map(async (words) => night(...words)));
    const [issue, ...more] = await hosting.issues();
    expect(more).toEqual([]);
    expect(issue?.body).toContain("**26 deleted by hand.**");
    const silent = join(directory(), "silent");
    for (const words of shards) await night(...words.with(3, silent), "--no-issue");
    expect((await night("--parts", silent)).stderr).toContain("the same as before");
    const again = await night("--parts", parts);
    expect(again, again.stderr).toMatchObject({ code: 2, stderr: expect.stringContaining("the same as before") as string });
    const lacking = join(directory(), "night-2");
    await night(...first.with(3, lacking));
    const partly = await night("--parts", lacking);
    expect(partly, partly.stderr).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("could not read everything") as string,
    });
  });

  it("shows hostile texts that do nothing", async () => {
    const names = hostileTexts.slice(0, 60);
    const rows = names.map(
      (text, index) => `  t${index}: { title: ${JSON.stringify(text)}, description: ${JSON.stringify(text)} }\n`,
    );
    const { hosting, night } = await stage(service, { "trueup/a.yaml": `topics:\n${rows.join("")}` });
    expect(await night()).toMatchObject({ code: 2 });
    const [issue] = await hosting.issues();
    mustBeInert((issue?.body ?? "").replaceAll(/^<!-- trueup:drift:[\w :]+ -->$/gm, ""));
  });
});

it("trueup ci drift takes the files of the current directory outside of a pipeline, and writes reports without an issue", async () => {
  const fixture = await openFixture(inProcess, { asks: true, dialect: "vendor", serverVersion: "19.0.0-ee" });
  onTestFinished(async () => fixture.close());
  fixture.write("trueup/a.yaml", files["trueup/a.yaml"]);
  const env = { TRUEUP_READ_TOKEN: fixture.platform.token, TRUEUP_TOKEN: undefined };
  const told = await fixture.run(["ci", "drift", "--no-issue", "--report", "junit=out/drift.xml"], env);
  expect(told, told.stderr).toMatchObject({ code: 2 });
  expect(readFileSync(join(fixture.directory, "out/drift.xml"), "utf8")).toContain("topic:a");
  const lost = await inProcess(["ci", "drift", "--url", fixture.server.url], { cwd: directory(), env: {} });
  expect(lost).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("CI_API_V4_URL is not set, and --forge is not given") as string,
  });
});

it("shards of any number read together what one run reads, and none reads what another one does", async () => {
  const fixture = await openFixture(inProcess, { asks: true, dialect: "vendor", serverVersion: "19.0.0-ee" });
  onTestFinished(async () => fixture.close());
  fixture.write("trueup/a.yaml", company["trueup/a.yaml"]);
  for (const path of ["left-over", "team-3"]) await fixture.platform.call("POST", "/groups", { name: path, path });
  fixture.write(
    "trueup/b.yaml",
    "policies:\n  closed: { groups: ['**'], undeclared: include, set: { project_creation_level: noone } }\n",
  );
  const env = { TRUEUP_READ_TOKEN: fixture.platform.token, TRUEUP_TOKEN: undefined };
  const read = async (...words: readonly string[]) => {
    await fixture.run(["ci", "drift", "--no-issue", "--report", "json=out/drift.json", ...words], env);
    const plan = JSON.parse(readFileSync(join(fixture.directory, "out/drift.json"), "utf8")) as Plan;
    return plan.changes.map(
      ({ address, attributes }) =>
        `${address} ${attributes
          .map(({ path }) => path)
          .sort()
          .join()}`,
    );
  };
  const whole = await read();
  expect(whole.length).toBeGreaterThan(26);
  for (const of of [1, 2, 7]) {
    const parts: string[] = [];
    for (let number = 1; number <= of; number++) parts.push(...(await read("--shard", `${number}/${of}`)));
    expect(parts.sort()).toEqual(whole.toSorted());
  }
});

it("refuses shards that cannot be told together", async () => {
  const run = async (...words: readonly string[]) =>
    inProcess(["ci", "drift", "--url", "https://platform.example.com", "--no-issue", ...words], { cwd: directory(), env: {} });
  expect(await run("--shard", "4/3")).toMatchObject({ code: 1, stderr: expect.stringContaining("for example 3/8") as string });
  const both = await run("--shard", "1/3", "--under", "acme");
  expect(both.stderr).toContain("--shard cannot be combined with --under or --target");
  const none = await run("--parts", "nowhere");
  expect(none.stderr).toContain("the parts in nowhere cannot be read: there is no part in it");
});
