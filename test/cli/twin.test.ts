import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type EmulatorOptions, parseFault } from "../../src/emulator/index.js";
import type { Administrator } from "../harness/administrator.js";
import { emulator, type EmulatorProcess, trueup } from "../harness/built.js";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { type RunningEmulator, platform } from "../harness/emulator.js";
import { testUnless } from "../needs.js";
import { controlC, noTerminal, onTerminal } from "./terminal.js";

const token = "glpat-token-of-the-original";
const secret = "hushed-token-of-an-integration";

/** A server with the little company on it, and things that only a copy of everything has. */
async function company(options: EmulatorOptions = {}): Promise<RunningEmulator> {
  const server = await platform({ seed: "default", token, ...options });
  await server.call("PUT", "/projects/acme-labs%2Fhandbook/integrations/assembla", { token: secret });
  await server.call("PUT", "/application/appearance", { title: "Acme Labs at work" });
  return server;
}

async function twinOf(
  { url }: RunningEmulator,
  ...words: readonly string[]
): Promise<{ twin: EmulatorProcess; told: () => string }> {
  let stderr = "";
  const twin = await emulator(["--from", url, ...words], {
    env: { TRUEUP_TOKEN: token },
    onStderr: (text) => (stderr += text),
  });
  return { twin, told: () => stderr };
}

async function end({ child }: EmulatorProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

/** Resolves when the server has been asked for something. */
async function begun({ url }: Pick<RunningEmulator, "url">): Promise<void> {
  const { total } = (await (await fetch(`${url}/-/emulator/stats`)).json()) as { total: number };
  if (total < 3) await begun({ url });
}

describe("trueup emulator --from", () => {
  test(
    "starts as the twin of a server: its tier, dialect and release, and the same things under the same names",
    { tags: ["nightly"] },
    async () => {
      const original = await company({ tier: "premium", dialect: "vendor", serverVersion: "16.1.0" });
      const { twin, told } = await twinOf(original);
      for (const path of ["/version", "/application/settings", "/application/appearance"]) {
        const drop = (reply: unknown) => ({ ...(reply as object), id: 0, created_at: "", updated_at: "" });
        expect(drop(await twin.call("GET", path))).toEqual(drop(await original.call("GET", path)));
      }
      expect(await twin.call("GET", "/license")).toMatchObject({ plan: "premium" });
      const lists = [
        "/projects?order_by=path&sort=asc",
        "/groups",
        "/topics",
        "/projects/acme-labs%2Fplatform%2Fapi/members/all",
      ];
      const paths = [
        ...lists,
        "/users",
        "/projects/acme-labs%2Fplatform%2Fapi/approval_rules",
        "/projects/acme-labs%2Fplatform%2Fapi/protected_branches",
        "/projects/acme-labs%2Fplatform%2Fapi/integrations",
      ];
      const names = async (from: Administrator, path: string) =>
        ((await from.call("GET", path)) as Record<string, unknown>[])
          .map((one) => String(one["path_with_namespace"] ?? one["full_path"] ?? one["username"] ?? one["slug"] ?? one["name"]))
          .sort();
      for (const path of paths) expect(await names(twin, path), path).toEqual(await names(original, path));
      expect(told()).toMatch(
        /^copied http:\/\/127\.0\.0\.1:\d+ with \d+ requests: 6 groups, 11 projects, 5 users, \d+ things of other kinds\n$/,
      );
    },
  );

  test("only reads the server", async () => {
    const original = await company();
    await fetch(`${original.url}/-/emulator/stats/reset`, { method: "POST" });
    await twinOf(original);
    const stats = (await (await fetch(`${original.url}/-/emulator/stats`)).json()) as { routes: Record<string, number> };
    expect(Object.keys(stats.routes)).toContainEqual(expect.stringMatching(/^GET .*\/projects/));
    expect(Object.keys(stats.routes).filter((route) => !/^(GET|HEAD) /.test(route))).toEqual([]);
  });

  test("takes no secret along, neither into its data file nor into what it prints, and nobody but the administrator gets in", async () => {
    const original = await company();
    const data = join(directory(), "twin.json");
    const { twin, told } = await twinOf(original, "--data", data);
    const reply = await fetch(`${twin.url}/api/v4/user`, { headers: { "private-token": "token-of-alice" } });
    expect(reply.status).toBe(401);
    await end(twin);
    for (const text of [readFileSync(data, "utf8"), told()]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(token);
    }
    expect(readFileSync(data, "utf8")).toContain("https://not-a-secret.invalid/");
  });

  test(
    "--data keeps the twin: the next start goes on with what it holds, copies nothing and says so",
    { tags: ["nightly"] },
    async () => {
      const original = await company({ tier: "free", dialect: "vendor" });
      const data = join(directory(), "twin.json");
      const first = await twinOf(original, "--data", data);
      await first.twin.call("POST", "/topics", { name: "mine", title: "Mine" });
      await end(first.twin);
      await original.call("POST", "/topics", { name: "theirs", title: "Theirs" });
      const { twin, told } = await twinOf(original, "--data", data);
      const topics = (await twin.call("GET", "/topics")) as { name: string }[];
      expect(topics.map(({ name }) => name)).toContain("mine");
      expect(topics.map(({ name }) => name)).not.toContain("theirs");
      expect(await twin.call("GET", "/version")).toEqual(await original.call("GET", "/version"));
      expect(told()).toContain(`${data} is kept as it is: nothing was copied from ${original.url}`);
    },
  );

  test(
    "--tier, --dialect and --server-version make a twin that differs in them, without what it then lacks",
    { tags: ["nightly"] },
    async () => {
      const original = await company();
      const { twin } = await twinOf(original, "--tier", "free", "--dialect", "vendor", "--server-version", "15.10.0");
      expect(await twin.call("GET", "/version")).toMatchObject({ version: "15.10.0" });
      expect(await twin.call("GET", "/projects/acme-labs%2Fhandbook")).toMatchObject({ merge_method: "ff" });
    },
  );

  test("--under copies a part, with the groups above it and whoever its things name", { tags: ["nightly"] }, async () => {
    const original = await company();
    const { twin } = await twinOf(original, "--under", "acme-labs/platform/api");
    expect(await twin.call("GET", "/projects")).toMatchObject([{ path_with_namespace: "acme-labs/platform/api" }]);
    const groups = (await twin.call("GET", "/groups?order_by=path")) as { full_path: string }[];
    expect(groups.map(({ full_path }) => full_path).sort()).toEqual([
      "acme-labs",
      "acme-labs/platform",
      "acme-labs/platform/tools",
      "acme-release",
    ]);
    const rules = await twin.call("GET", "/projects/acme-labs%2Fplatform%2Fapi/approval_rules");
    expect(rules).toEqual(expect.arrayContaining([expect.objectContaining({ name: "Security", approvals_required: 2 })]));
  });

  test("faults and latency are the twin's own: they do not come into the copying", { tags: ["nightly"] }, async () => {
    const original = await company();
    const { twin, told } = await twinOf(original, "--fault", "PUT /** status=500", "--fault", "GET /topics status=503");
    expect(await twin.call("GET", "/projects/acme-labs%2Fhandbook")).toMatchObject({ merge_method: "ff" });
    expect((await fetch(`${twin.url}/api/v4/topics`)).status).toBe(503);
    expect(told()).not.toContain("not copied");
  });

  test("what is scheduled for deletion is left out, and said", { tags: ["nightly"] }, async () => {
    const original = await company();
    await original.call("DELETE", "/groups/open-source");
    const { twin, told } = await twinOf(original);
    expect(((await twin.call("GET", "/groups")) as unknown[]).length).toBe(5);
    expect(told()).toContain("not copied:\n  - group:open-source is scheduled for deletion");
  });

  test.each([
    ["a server that cannot be reached", "http://127.0.0.1:9", token, /could not reach http:\/\/127\.0\.0\.1:9/],
    ["a token that is not valid", undefined, "wrong", /GET \/user answered 401/],
  ])("%s is one error, and exit code 1", async (_, url, wrong, message) => {
    const from = url ?? (await company()).url;
    const env = { TRUEUP_TOKEN: wrong, TRUEUP_BACKOFF_MS: "1" };
    const { code, stdout, stderr } = await inProcess(["emulator", "--from", from], { env });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(message);
    expect(stderr.match(/^Error: /gm)).toHaveLength(1);
  });

  test("a server that fails half-way leaves no emulator and no data file behind", { tags: ["nightly"] }, async () => {
    const original = await company({ faults: [parseFault("GET /projects/*/protected_branches status=500")] });
    const data = join(directory(), "twin.json");
    const env = { TRUEUP_TOKEN: token, TRUEUP_BACKOFF_MS: "1" };
    const { code, stdout, stderr } = await inProcess(["emulator", "--from", original.url, "--data", data], { env });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^Error: GET \/projects\/\d+\/protected_branches answered 500/m);
    expect(existsSync(data)).toBe(false);
  });

  test("Ctrl-C while it copies ends it at once with 130, and leaves no data file behind", async () => {
    const original = await company({ latency: 400 });
    await fetch(`${original.url}/-/emulator/stats/reset`, { method: "POST" });
    const data = join(directory(), "twin.json");
    const { code, stdout } = await trueup(["emulator", "--from", original.url, "--data", data], {
      env: { TRUEUP_TOKEN: token },
      onStart: (child) => void begun(original).then(() => child.kill("SIGINT")),
    });
    expect({ code, stdout }).toEqual({ code: 130, stdout: "" });
    expect(existsSync(data)).toBe(false);
  });

  testUnless(
    noTerminal,
    "on a terminal it shows how the copying goes on",
    async () => {
      const original = await company();
      let isEnded = false;
      const { screen } = await onTerminal(["emulator", "--from", original.url], {
        env: { TRUEUP_TOKEN: token },
        onScreen: (text, type) => {
          if (isEnded || !text.includes("Ctrl-C ends it.")) return;
          isEnded = true;
          type(controlC);
        },
      });
      expect(screen).toContain("reading  project:acme-labs/website");
      expect(screen).toMatch(/copied http:\/\/127\.0\.0\.1:\d+ with \d+ requests: 6 groups/);
    },
    { tags: ["nightly"] },
  );

  test(
    "a token that may not see everything makes a twin of what it may see, and the rest is said",
    { tags: ["nightly"] },
    async () => {
      const original = await company();
      let stderr = "";
      const twin = await emulator(["--from", original.url], {
        env: { TRUEUP_TOKEN: "token-of-alice" },
        onStderr: (text) => (stderr += text),
      });
      expect(await twin.call("GET", "/projects/acme-labs%2Fhandbook")).toMatchObject({ merge_method: "ff" });
      expect(stderr).toContain("Application settings: only an administrator may read it, and alice is none");
      expect(stderr).toContain("  - hooks of group:acme-labs cannot be read: 404 Not Found\n");
      expect(stderr).toMatch(/\n {2}- and \d+ more\n/);
    },
  );

  test("--seed beside --from, and --under without it, are refused", async () => {
    const both = await inProcess(["emulator", "--from", "http://127.0.0.1:9", "--seed", "none"]);
    expect(both).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("cannot be used with option '--seed <seed>'") as string,
    });
    const lone = await inProcess(["emulator", "--under", "acme"]);
    expect(lone).toMatchObject({ code: 1, stderr: expect.stringContaining("no --from names one") as string });
  });
});
