import type { ChildProcess } from "node:child_process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hearSignals } from "../cli/heard-signals.js";
import { trueup } from "../harness/built.js";
import { type CommandLine, inProcess, type How, type Ran } from "../harness/command-line.js";
import { openFixture, type Fixture } from "../harness/fixture.js";

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture(inProcess);
  fixture.write("files/trueup.yaml", files);
});
afterEach(async () => fixture.close());

const files = `topics:
  one: { title: One }
  two: { title: Two }
groups:
  acme: { name: Acme, visibility: internal }
  acme/platform: { name: Platform, visibility: internal }
projects:
  acme/site: { visibility: internal }
  acme/platform/web: { visibility: internal }
`;
const addresses = {
  all: ["topic:one", "topic:two", "group:acme", "group:acme/platform", "project:acme/site", "project:acme/platform/web"],
  platform: ["group:acme/platform", "project:acme/platform/web"],
};

interface Outcome {
  readonly address: string;
  readonly status: string;
  readonly because?: string;
  readonly error?: { readonly method: string; readonly path: string; readonly status: number; readonly message: string };
  readonly notStuck?: readonly { readonly path: string; readonly cause: string; readonly source?: string }[];
}
interface Report {
  readonly outcomes: readonly Outcome[];
  readonly interrupted: boolean;
}

async function applyJson(env: How["env"] = {}, ...words: string[]): Promise<Report & { readonly code: number | null }> {
  const { code, stdout } = await fixture.run(["apply", "files", "--yes", "--json", ...words], env);
  return { code, ...(JSON.parse(stdout) as Report) };
}

function statuses(report: Report): Record<string, string> {
  return Object.fromEntries(report.outcomes.map(({ address, status }) => [address, status]));
}

function withStatus(report: Report, status: string): string[] {
  return report.outcomes.filter((one) => one.status === status).map(({ address }) => address);
}

/** What a plan would still change. */
async function planned(): Promise<string[]> {
  const { stdout } = await fixture.run(["plan", "files", "--json"]);
  return (JSON.parse(stdout) as { changes: { address: string }[] }).changes.map(({ address }) => address);
}

/** A picture of one pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const topicNames = async () => (await fixture.platform.call("GET", "/topics")) as { name: string }[];

describe("an apply of which some calls fail", () => {
  const refusal = { status: 400, body: '{"message":{"path":["is on the list of bad words"]}}' };

  it("does all that does not depend on them, tells why and because of what, and exits 3", async () => {
    fixture.server.misbehave({ method: "POST", path: /^\/groups/, body: /"platform"/, trouble: { answer: refusal } });
    const { code, stdout, stderr } = await fixture.run(["apply", "files", "--yes"]);
    expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.not.stringContaining("Error") });
    expect(stdout).toMatch(/Done\n(.*\n)*.*topic:one(.*\n)*.*project:acme\/site/);
    expect(stdout).toMatch(/Failed\n.*group:acme\/platform\s+POST \/groups answered 400: path: is on the list of bad words/);
    expect(stdout).toMatch(/Skipped\n.*project:acme\/platform\/web\s+was not tried, because of group:acme\/platform/);
    expect(stdout).toContain("Result: 4 done, 1 failed, 1 skipped, 0 not stored.");

    fixture.server.misbehave();
    expect(await planned()).toEqual(addresses.platform);
    expect(statuses(await applyJson())).toEqual({ "group:acme/platform": "done", "project:acme/platform/web": "done" });
    expect(await planned()).toEqual([]);
  });

  it("exits 1 if nothing succeeded", async () => {
    fixture.server.misbehave({
      method: "POST",
      trouble: { answer: { status: 500, body: '{"message":"500 Internal Server Error"}' } },
    });
    const report = await applyJson();
    expect(report.code).toBe(1);
    expect(withStatus(report, "failed")).toEqual(["topic:one", "topic:two", "group:acme"]);
    expect(withStatus(report, "skipped")).toEqual(["group:acme/platform", "project:acme/site", "project:acme/platform/web"]);
    expect(report.outcomes.at(-1)).toMatchObject({ because: "group:acme" });
    expect(report.outcomes[0]?.error).toMatchObject({ method: "POST", path: "/topics", status: 500 });
    expect(fixture.writes()).toHaveLength(3);
  });
});

describe("a thing that takes two calls, of which the second fails", () => {
  it("counts as something that was applied: exit 3, and the next apply finishes it", async () => {
    fixture.write("files/trueup.yaml", "topics:\n  one: { title: One, avatar: ./one.png }\n");
    fixture.write("files/one.png", png);
    fixture.server.misbehave({ method: "PUT", trouble: { answer: { status: 400, body: '{"message":"Disk full"}' } } });
    const { code, stdout } = await fixture.run(["apply", "files", "--yes"]);
    expect(code).toBe(3);
    expect(stdout).toMatch(
      /Failed\n.*topic:one\s+PUT \/topics\/\d+ answered 400: Disk full \[api\.refused\]\n\s+hint: .*\n\s+some of its calls had succeeded/,
    );

    fixture.server.misbehave();
    expect(await fixture.run(["apply", "files", "--yes"])).toMatchObject({ code: 0 });
    expect(await topicNames()).toHaveLength(1);
    expect(await planned()).toEqual([]);
  });
});

describe("a reply that is lost", () => {
  const create = { method: "POST", path: /^\/(topics|groups|projects)/ };

  it("after a create took effect: the thing is found and not created again", async () => {
    fixture.server.misbehave({ ...create, trouble: { drop: "after" } });
    const report = await applyJson();
    expect(report.code).toBe(0);
    expect(withStatus(report, "done")).toEqual(addresses.all);
    expect(fixture.writes().filter((one) => one.startsWith("POST"))).toHaveLength(6);
    expect(await topicNames()).toHaveLength(2);
    fixture.server.misbehave();
    expect(await planned()).toEqual([]);
  });

  it("and stays lost behind a gateway that answers 502: the thing is found", async () => {
    fixture.server.misbehave({ ...create, trouble: { alter: () => ({ status: 502, body: "<title>Bad gateway</title>" }) } });
    const report = await applyJson();
    expect(report.code).toBe(0);
    expect(withStatus(report, "done")).toEqual(addresses.all);
    expect(fixture.writes().filter((one) => one.startsWith("POST"))).toHaveLength(6);
  });

  it("before a create took effect: it is sent again once it is known not to be there", async () => {
    fixture.server.misbehave({ ...create, times: 1, trouble: { drop: "before" } });
    const report = await applyJson();
    expect(report.code).toBe(0);
    expect(withStatus(report, "done")).toEqual(addresses.all);
    expect(await topicNames()).toHaveLength(2);
  });

  it("for ever: the create fails with a sentence that says what to do", async () => {
    fixture.server.misbehave({ method: "POST", path: /^\/topics/, body: /"one"/, trouble: { drop: "before" } });
    const report = await applyJson();
    expect(report.code).toBe(3);
    expect(withStatus(report, "failed")).toEqual(["topic:one"]);
    expect(report.outcomes[0]?.error).toMatchObject({ method: "POST", path: "/topics", status: 0 });
    expect(report.outcomes[0]?.error?.message).toMatch(/no complete reply/);
  });

  it("of an update or a delete does no harm: they are sent again", async () => {
    await applyJson();
    fixture.write("files/trueup.yaml", files.replace("title: One", "title: Uno").replace("{ title: Two }", "{ ensure: absent }"));
    fixture.server.forget();
    fixture.server.misbehave(
      { method: "PUT", times: 1, trouble: { drop: "after" } },
      { method: "DELETE", times: 1, trouble: { drop: "after" } },
    );
    const report = await applyJson();
    expect(report).toMatchObject({ code: 0 });
    expect(statuses(report)).toEqual({ "topic:one": "done", "topic:two": "done" });
    expect(await planned()).toEqual([]);
  });
});

describe("a server that is busy", () => {
  it("is asked again after what its Retry-After says, also for a create", async () => {
    const answer = { status: 429, headers: { "retry-after": "0", "content-type": "text/plain" }, body: "Retry later\n" };
    fixture.server.misbehave({ method: "POST", times: 2, trouble: { answer } }, { method: "GET", times: 2, trouble: { answer } });
    const report = await applyJson();
    expect(report.code).toBe(0);
    expect(withStatus(report, "done")).toEqual(addresses.all);
    expect(await topicNames()).toHaveLength(2);
  });
});

/** The built command in a process that is sent signals by `send`, which resolves when it has heard them. */
function killable(): { readonly run: CommandLine; readonly send: (...signals: readonly NodeJS.Signals[]) => Promise<void> } {
  const heard = hearSignals();
  let child: ChildProcess | undefined;
  return {
    run: (words, place) =>
      trueup(words, { ...place, env: { ...place?.env, ...heard.env }, onStart: (started) => (child = started) }),
    send: async (...signals) => {
      for (const [index, signal] of signals.entries()) {
        child?.kill(signal);
        // oxlint-disable-next-line no-await-in-loop -- two at once would be one
        await heard.come(index + 1);
      }
    },
  };
}

describe("a signal in the middle of an apply", { tags: ["race"] }, () => {
  const words = ["apply", "files", "--yes", "--concurrency", "1"];

  /** Applies one call at a time, and sends the signals when the second create arrives. */
  const interrupted = async (...signals: NodeJS.Signals[]): Promise<Ran> => {
    const { run, send } = killable();
    fixture.server.misbehave(
      { method: "POST", times: 1, trouble: { delay: 0 } },
      { method: "POST", trouble: { meanwhile: () => send(...signals), when: "before" } },
    );
    return fixture.run(words, {}, run);
  };

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s: the call in flight is finished, nothing more begins, and the exit code is %d", async (signal, code) => {
    const ended = await interrupted(signal);
    expect(ended.code).toBe(code);
    expect(ended.stderr).toContain("Interrupted");
    expect(ended.stdout).toMatch(/Done\n.*\n.*\n\nSkipped\n/);
    expect(ended.stdout).toContain("was not tried: interrupted");
    expect(ended.stdout).toContain("Result: 2 done, 0 failed, 4 skipped, 0 not stored.");
    expect(fixture.writes()).toHaveLength(2);

    fixture.server.misbehave();
    expect(await planned()).toHaveLength(4);
    expect(await fixture.run(words)).toMatchObject({ code: 0 });
    expect(await planned()).toEqual([]);
  });

  it("a second one ends it at once", async () => {
    const ended = await interrupted("SIGINT", "SIGINT");
    expect(ended.code).toBe(130);
    expect(ended.stdout).not.toContain("Result:");
  });

  it("while it still reads: nothing is written", async () => {
    const { run, send } = killable();
    fixture.server.misbehave({ path: /^\/topics/, trouble: { meanwhile: () => send("SIGINT"), when: "before" } });
    const ended = await fixture.run(words, {}, run);
    expect(ended.code).toBe(130);
    expect(fixture.writes()).toEqual([]);
  });
});

describe("values that do not stick", () => {
  it("are reported with their likely cause and their line, exit 3", async () => {
    fixture.write(
      "files/trueup.yaml",
      "application_settings:\n  signup_enabled: false\n  disabled_oauth_sign_in_sources: [no-such-provider]\n",
    );
    const { code, stdout } = await fixture.run(["apply", "files", "--yes"]);
    expect(code).toBe(3);
    expect(stdout).toMatch(
      /Accepted by the server but not stored\n.*application_settings\s+disabled_oauth_sign_in_sources: asked/,
    );
    expect(stdout).toMatch(/likely cause: .*provider/);
    expect(stdout).toContain("files/trueup.yaml:3:");
  });

  describe("approval settings that are locked above", () => {
    const body = `groups:
  acme: { name: Acme, visibility: internal }
projects:
  acme/web:
    visibility: internal
    approval_settings:
      reset_approvals_on_push: true
      merge_requests_author_approval: true
`;

    beforeEach(async () => {
      await fixture.close();
      fixture = await openFixture(inProcess, { seed: { users: [{ username: "olga", token: "token-of-olga" }] } });
      fixture.write("files/trueup.yaml", body);
      await fixture.platform.call("PUT", "/application/settings", { prevent_merge_requests_author_approval: true });
    });

    it("are refused at plan, with what locks them", async () => {
      const { code, stdout } = await fixture.run(["apply", "files", "--yes"]);
      expect(code).toBe(1);
      expect(stdout.replaceAll(/\s+/g, " ")).toContain(
        "prevent_merge_requests_author_approval of application_settings is true, so merge_requests_author_approval can only be false",
      );
      expect(stdout).toContain("files/trueup.yaml:8:");
      expect(fixture.writes()).toEqual([]);
    });

    it("are reported after the write where the token may not see what locks them", async () => {
      const report = await applyJson({ TRUEUP_TOKEN: "token-of-olga" }, "--tier", "ultimate");
      expect(report.code).toBe(3);
      expect(withStatus(report, "not_stuck")).toEqual(["approval_settings:acme/web"]);
      const [missing, ...others] = report.outcomes.find(({ status }) => status === "not_stuck")?.notStuck ?? [];
      expect(others).toEqual([]);
      expect(missing).toMatchObject({ path: "merge_requests_author_approval", asked: true, live: false });
      expect(missing?.cause).toContain("locked");
      expect(missing?.source).toMatch(/^files\/trueup\.yaml:8:\d+$/);
    });
  });
});

describe("consent", () => {
  it("without a terminal and without --yes nothing is applied", async () => {
    const { code, stdout, stderr } = await fixture.run(["apply", "files"]);
    expect(code).toBe(1);
    expect(stdout).toContain("6 to create");
    expect(stderr).toContain("no terminal to ask on");
    expect(stderr).toContain("--yes");
    expect(fixture.writes()).toEqual([]);
  });

  it("a plan without changes needs none", async () => {
    fixture.write("files/trueup.yaml", "topics: {}\n");
    expect(await fixture.run(["apply", "files"])).toMatchObject({ code: 0 });
  });

  it.each([
    ["yes", 0, 6],
    ["y", 1, 0],
    ["no", 1, 0],
  ])("a terminal is asked: %s", async (answer, code, writes) => {
    const ended = await fixture.run(["apply", "files"], {}, (words, place) =>
      trueup(words, { ...place, terminal: `${answer}\n` }),
    );
    expect(ended.stdout).toMatch(/Apply these 6 calls\?/);
    expect(ended.code).toBe(code);
    expect(fixture.writes()).toHaveLength(writes);
    if (writes === 0) expect(ended.stdout).toContain("Nothing was applied.");
  });
});
