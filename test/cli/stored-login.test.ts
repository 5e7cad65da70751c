import type { ChildProcess } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { trueup } from "../harness/built.js";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { type Answer, misbehavingServer } from "../harness/misbehaving-server.js";
import { testUnless } from "../needs.js";
import { clientSecret, ofApi } from "../platform/oauth-stage.js";
import { takesAll } from "../ring.js";
import { hearSignals } from "./heard-signals.js";
import { expire, logIn, type Place, placeToLogIn, storedLogin } from "./login.js";
import { noTerminal, onTerminal } from "./terminal.js";

const groups = "groups:\n  acme: { name: Acme }\n";

describe("a stored login", () => {
  /** Answers `trueup auth status` of the login, in a process of its own. */
  const status = async (place: Place, url: string) => trueup(["auth", "status", "--url", url], { env: place.env });

  test(
    "whose access token ended goes on in two processes that notice it at the same moment, every time",
    { tags: ["race"] },
    async () => {
      const place = await placeToLogIn();
      await logIn(place);
      const rounds = takesAll ? 10 : 3;
      const used = new Set([storedLogin(place)["access_token"]]);
      for (let round = 1; round <= rounds; round++) {
        expire(place);
        const both = await Promise.all([status(place, place.server.url), status(place, place.server.url)]);
        expect(both.map(({ code }) => code)).toEqual([0, 0]);
        used.add(storedLogin(place)["access_token"]);
      }
      expect(used.size).toBe(rounds + 1);
    },
  );

  test(
    "survives kill -9 of the process that renewed it: the new pair is stored before it is used",
    { tags: ["race"] },
    async () => {
      const place = await placeToLogIn();
      const proxy = await misbehavingServer(place.server.url);
      await logIn(place, { url: proxy.url });
      const { access_token: before } = storedLogin(place);
      expire(place);
      let child: ChildProcess | undefined;
      proxy.misbehave({ path: ofApi, trouble: { meanwhile: () => child?.kill("SIGKILL"), when: "before" } });
      const killed = await trueup(["auth", "status", "--url", proxy.url], {
        env: place.env,
        onStart: (started) => (child = started),
      });
      proxy.misbehave();
      expect(killed.code).toBeNull();
      expect(storedLogin(place)["access_token"]).not.toBe(before);
      expect((await inProcess(["auth", "status", "--url", proxy.url], { env: place.env })).code).toBe(0);
    },
  );

  test("survives kill -9 of the process that was about to renew it: its lock is taken over", { tags: ["race"] }, async () => {
    const place = await placeToLogIn();
    const proxy = await misbehavingServer(place.server.url);
    await logIn(place, { url: proxy.url });
    expire(place);
    let child: ChildProcess | undefined;
    const kill = (): Answer => {
      child?.kill("SIGKILL");
      return { status: 503 };
    };
    proxy.misbehave({ body: /refresh_token=/, trouble: { answer: kill } });
    const killed = await trueup(["auth", "status", "--url", proxy.url], {
      env: place.env,
      onStart: (started) => (child = started),
    });
    proxy.misbehave();
    expect(killed.code).toBeNull();
    expect(readdirSync(place.logins).filter((file) => file.endsWith(".lock"))).toHaveLength(1);
    expect((await inProcess(["auth", "status", "--url", proxy.url], { env: place.env })).code).toBe(0);
    expect(readdirSync(place.logins)).toHaveLength(1);
  });

  test(
    "survives Ctrl-C in the middle of its renewal: that is seen through, and then the command ends with 130",
    { tags: ["race"] },
    async () => {
      const place = await placeToLogIn();
      const proxy = await misbehavingServer(place.server.url);
      await logIn(place, { url: proxy.url });
      const { refresh_token: before } = storedLogin(place);
      expire(place);
      let child: ChildProcess | undefined;
      const heard = hearSignals();
      const interrupt = async (): Promise<void> => {
        child?.kill("SIGINT");
        await heard.come(1);
      };
      proxy.misbehave({ body: /refresh_token=/, trouble: { meanwhile: interrupt, when: "after" } });
      const { code } = await trueup(["auth", "status", "--url", proxy.url], {
        env: { ...place.env, ...heard.env },
        onStart: (started) => (child = started),
      });
      proxy.misbehave();
      expect(code).toBe(130);
      expect(storedLogin(place)["refresh_token"]).not.toBe(before);
      expect((await inProcess(["auth", "status", "--url", proxy.url], { env: place.env })).code).toBe(0);
    },
  );

  test("whose token ends again and again while apply is at work lets it go on to the end", { tags: ["nightly"] }, async () => {
    const place = await placeToLogIn({ tokenLifetime: 2, latency: 400 });
    await logIn(place);
    const { access_token: before } = storedLogin(place);
    const depth = Array.from(
      { length: 6 },
      (_, index) =>
        `  ${Array(index + 1)
          .fill("deep")
          .join("/")}: { name: Deep ${index} }\n`,
    ).join("");
    const how = { cwd: directory({ "groups.yaml": `groups:\n${depth}` }), env: { ...place.env, TRUEUP_URL: place.server.url } };
    const applied = await trueup(["apply", "--yes"], how);
    expect(applied).toMatchObject({ code: 0, stderr: expect.stringContaining("[6/6]") as string });
    expect(storedLogin(place)["access_token"]).not.toBe(before);
    expect((await inProcess(["drift"], how)).code).toBe(0);
  });

  test("that the server ended is told with the way out, by every command", async () => {
    const place = await placeToLogIn({ dialect: "vendor" });
    await logIn(place, { words: ["--client-id", "portal"], env: { TRUEUP_CLIENT_SECRET: clientSecret } });
    const { access_token: token } = storedLogin(place);
    const body = new URLSearchParams({ client_id: "portal", client_secret: clientSecret, token: String(token) });
    await fetch(`${place.server.url}/oauth/revoke`, { method: "POST", body });
    const how = { cwd: directory({ "groups.yaml": groups }), env: { ...place.env, TRUEUP_URL: place.server.url } };
    for (const words of [["plan"], ["drift"], ["auth", "status"]]) {
      const { code, stdout, stderr } = await inProcess(words, how);
      expect(code).toBe(1);
      expect(`${stdout}${stderr}`).toContain(`Run trueup auth login --url ${place.server.url}`);
    }
  });

  testUnless(
    noTerminal,
    "lets the files' own instance.url choose the server; without one, a terminal is asked and nobody else",
    async () => {
      const place = await placeToLogIn();
      const { url } = place.server;
      const cwd = directory({ "groups.yaml": `instance: { url: "${url}" }\n${groups}` });
      const none = await inProcess(["plan"], { cwd, env: place.env });
      expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining(`trueup auth login --url ${url}`) as string });
      for (const [answer, code] of [
        ["no", 1],
        ["yes", 0],
      ] as const) {
        let asked = false;
        const ran = await onTerminal(["plan"], {
          cwd,
          env: { ...place.env, TRUEUP_TOKEN: place.server.token },
          onScreen: (screen, type) => {
            if (screen.includes("Only the files name the server") && !asked) type(`${answer}\n`);
            asked ||= screen.includes("Only the files name the server");
          },
        });
        expect({ asked, code: ran.code }).toEqual({ asked: true, code });
      }
      await logIn(place);
      const how = { cwd, env: place.env };
      expect((await inProcess(["plan", "--out", "plan.json"], how)).code).toBe(0);
      expect((await inProcess(["apply", "--plan", "plan.json", "--yes"], how)).code).toBe(0);
      expect((await inProcess(["apply", "--yes"], how)).code).toBe(0);
    },
  );
});

describe("a stored login that cannot be read", () => {
  const broken = "p.example.com-0.json";

  test("keeps none of the others back: status shows them, and logout --all ends them", async () => {
    const place = await placeToLogIn();
    await logIn(place);
    writeFileSync(join(place.logins, broken), "{", { mode: 0o600 });
    const shown = await inProcess(["auth", "status"], { env: place.env });
    expect(shown).toMatchObject({ code: 1, stdout: expect.stringContaining(`${place.server.url}: logged in`) as string });
    expect(shown.stderr).toContain(`${broken}: the stored login cannot be read`);
    const ended = await inProcess(["auth", "logout", "--all"], { env: place.env });
    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain(`Logged out of ${place.server.url}`);
    expect(ended.stderr).toContain("Delete the file");
    expect(readdirSync(place.logins)).toEqual([broken]);
  });

  test("is removed by logout of its server, which says that the server was not told", async () => {
    const place = await placeToLogIn();
    await logIn(place);
    const [file = ""] = readdirSync(place.logins);
    writeFileSync(join(place.logins, file), "{", { mode: 0o600 });
    const ended = await inProcess(["auth", "logout", "--url", place.server.url], { env: place.env });
    expect(ended.stdout).toContain("The server could not be told: the stored login cannot be read");
    expect(readdirSync(place.logins)).toEqual([]);
  });
});

test("a login that could not be kept is told before anybody approves it", async () => {
  const place = await placeToLogIn();
  const home = directory({ "a-file": "" });
  const { code, stderr } = await logIn(place, { env: { XDG_CONFIG_HOME: join(home, "a-file") } });
  expect(code).toBe(1);
  expect(stderr).toContain("the stored logins cannot be used");
  expect(stderr).not.toContain("/oauth/authorize");
});
