import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { trueup } from "../harness/built.js";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";
import { misbehavingServer } from "../harness/misbehaving-server.js";
import { testUnless } from "../needs.js";
import { clientSecret, decide } from "../platform/oauth-stage.js";
import { logIn, pageIn, placeToLogIn, storedLogin } from "./login.js";
import { controlC, noTerminal, onTerminal } from "./terminal.js";

const groups = "groups:\n  acme: { name: Acme }\n";

describe("trueup auth login", () => {
  test("prints the page, waits for the browser, keeps the login for its user alone, and says who that is", async () => {
    const place = await placeToLogIn();
    const { code, stdout, stderr } = await logIn(place);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^http:\S+: logged in\n {2}credential: the stored login\n {2}user: +alice \(Alice Archer\)\n {2}scopes: +api\n {2}expires: +\d{4}-\S+Z\n$/,
      ) as string,
    });
    expect(stderr).toContain("Open this page in a browser on this computer:");
    expect(stderr).toContain(`http://127.0.0.1:${place.port}/callback (Ctrl-C ends it)`);
    expect(statSync(place.logins).mode & 0o777).toBe(0o700);
    expect(readdirSync(place.logins).map((file) => statSync(join(place.logins, file)).mode & 0o777)).toEqual([0o600]);
    for (const name of ["access_token", "refresh_token", "code_verifier"]) {
      const token = storedLogin(place)[name];
      expect(token, name).toMatch(/^\S{20,}$/);
      expect(`${stdout}${stderr}`).not.toContain(token);
    }
  });

  test("serves plan, apply, drift and status from then on, and a token variable goes before it", async () => {
    const place = await placeToLogIn();
    await logIn(place);
    const how = { cwd: directory({ "groups.yaml": groups }), env: { ...place.env, TRUEUP_URL: place.server.url } };
    expect((await inProcess(["plan", "--detailed-exitcode"], how)).code).toBe(2);
    expect((await inProcess(["apply", "--yes"], how)).code).toBe(0);
    expect((await inProcess(["drift"], how)).code).toBe(0);
    const status = await inProcess(["auth", "status", "--json"], how);
    expect(JSON.parse(status.stdout)).toEqual([
      {
        url: place.server.url,
        source: "the stored login",
        valid: true,
        user: { id: expect.any(Number) as number, username: "alice", name: "Alice Archer" },
        scopes: ["api"],
        expires_at: expect.stringMatching(/Z$/) as string,
        problem: null,
      },
    ]);
    const token = await inProcess(["auth", "status", "--url", place.server.url, "--json"], {
      env: { ...place.env, TRUEUP_TOKEN: place.server.token },
    });
    expect(JSON.parse(token.stdout)).toMatchObject([{ source: "TRUEUP_TOKEN", user: { username: "root" }, scopes: null }]);
  });

  test("needs to know the application, and says what to register", async () => {
    const place = await placeToLogIn();
    const unknown = await inProcess(["auth", "login", "--url", place.server.url], { env: place.env });
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toContain(`no application is known at ${place.server.url}`);
    expect(unknown.stderr).toMatch(
      /\/-\/profile\/applications: redirect URI http:\/\/127\.0\.0\.1:7171\/callback, scope api, not confidential/,
    );
    await logIn(place);
    // The last login says it, then a variable, then the option.
    for (const [env, words, id] of [
      [{}, [], "trueup-cli"],
      [{ TRUEUP_CLIENT_ID: "by-variable" }, [], "by-variable"],
      [{ TRUEUP_CLIENT_ID: "by-variable" }, ["--client-id", "by-option"], "by-option"],
    ] as const) {
      let page: string | undefined;
      await trueup(["auth", "login", "--url", place.server.url, "--port", String(place.port), ...words], {
        env: { ...place.env, ...env },
        onStderr: (text, child) => {
          page ??= pageIn(text);
          if (page !== undefined) child.kill("SIGINT");
        },
      });
      expect(new URL(page ?? "").searchParams.get("client_id")).toBe(id);
    }
  });

  test("as a confidential application takes the secret from TRUEUP_CLIENT_SECRET, and logout then revokes", async () => {
    const place = await placeToLogIn({ dialect: "vendor" });
    const words = ["--client-id", "portal"];
    expect((await logIn(place, { words, env: { TRUEUP_CLIENT_SECRET: clientSecret } })).code).toBe(0);
    const { access_token: token } = storedLogin(place);
    const out = await inProcess(["auth", "logout"], { env: place.env });
    expect(out).toMatchObject({ code: 0, stdout: expect.stringContaining("and the server takes them no more") as string });
    expect(readdirSync(place.logins)).toEqual([]);
    const reply = await fetch(`${place.server.url}/api/v4/user`, { headers: { authorization: `Bearer ${String(token)}` } });
    expect(reply.status).toBe(401);
  });

  testUnless(noTerminal, "asks for the secret on a terminal without showing it, and nowhere else", async () => {
    const place = await placeToLogIn({ dialect: "vendor" });
    const words = ["--client-id", "portal", "--confidential", "--no-browser"];
    const nowhere = await inProcess(["auth", "login", "--url", place.server.url, ...words], { env: place.env });
    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining("Set TRUEUP_CLIENT_SECRET") as string });
    let [asked, landed] = [false, false];
    const { code, screen } = await onTerminal(
      ["auth", "login", "--url", place.server.url, "--port", String(place.port), ...words],
      {
        env: place.env,
        onScreen: (text, type) => {
          const page = pageIn(text);
          if (text.includes("Secret of the application") && !asked) type(`${clientSecret}\n`);
          asked ||= text.includes("Secret of the application");
          if (page !== undefined && !landed) void decide(page, "approve").then(async (location) => fetch(location));
          landed ||= page !== undefined;
        },
      },
    );
    expect(code).toBe(0);
    expect(screen).toContain("logged in");
    expect(screen).not.toContain(clientSecret);
    expect(storedLogin(place)["client_secret"]).toBe(clientSecret);
  });

  test("that the user denies exits with 1 and stores nothing", async () => {
    const place = await placeToLogIn();
    const { code, stderr } = await logIn(place, { browse: async (page) => decide(page, "deny") });
    expect(code).toBe(1);
    expect(stderr).toContain("access_denied");
    expect(readdirSync(place.logins)).toEqual([]);
  });

  test("that is interrupted exits with 130, stores nothing, and frees its port", async () => {
    const place = await placeToLogIn();
    for (let time = 1; time <= 2; time++) {
      const { code } = await trueup(
        ["auth", "login", "--url", place.server.url, "--client-id", "trueup-cli", "--port", String(place.port)],
        {
          env: place.env,
          onStderr: (text, child) => {
            if (text.includes("Waiting for the answer")) child.kill("SIGINT");
          },
        },
      );
      expect(code).toBe(130);
    }
    expect(readdirSync(place.logins)).toEqual([]);
  });

  test("never goes by plain http to another computer", async () => {
    const env = { XDG_CONFIG_HOME: directory() };
    const { code, stderr } = await inProcess(["auth", "login", "--url", "http://platform.example.com", "--client-id", "x"], {
      env,
    });
    expect(code).toBe(1);
    expect(stderr).toContain("plain http to platform.example.com would show the token");
  });

  testUnless(noTerminal, "opens the browser on a terminal, without a shell, and not in CI or with --no-browser", async () => {
    const place = await placeToLogIn();
    const bin = directory({ "xdg-open": '#!/bin/sh\nfor word in "$@"; do echo "[$word]" >> "$OPENED"; done\n' });
    const opened = join(bin, "opened");
    const env = { ...place.env, OPENED: opened, DISPLAY: ":0", PATH: `${bin}:${process.env["PATH"] ?? ""}` };
    chmodSync(join(bin, "xdg-open"), 0o755);
    const words = ["auth", "login", "--url", place.server.url, "--client-id", "trueup-cli", "--port", String(place.port)];
    /** Ends each with Ctrl-C. What the first ones open would stand in the file before what the last one does. */
    const untilItWaits = async (
      more: readonly string[],
      variables: Readonly<Record<string, string>>,
      isOpen: () => boolean = () => true,
    ): Promise<string> => {
      const { code, screen } = await onTerminal([...words, ...more], {
        env: { ...env, ...variables },
        onScreen: (text, type) => {
          if (text.includes("Ctrl-C ends it"))
            void expect
              .poll(isOpen, { timeout: 60_000 })
              .toBe(true)
              .then(
                () => type(controlC),
                () => type(controlC),
              );
        },
      });
      expect(code).toBe(130);
      return screen;
    };
    await untilItWaits(["--no-browser"], {});
    await untilItWaits([], { CI: "true" });
    expect(existsSync(opened)).toBe(false);
    const screen = await untilItWaits([], {}, () => existsSync(opened) && readFileSync(opened, "utf8").endsWith("\n"));
    expect(readFileSync(opened, "utf8")).toBe(`[${pageIn(screen) ?? ""}]\n`);
  });
});

test("trueup auth and its options are completed", async () => {
  const offered = async (...words: readonly string[]): Promise<string[]> =>
    (await trueup(["__complete", "auth", ...words])).stdout.split("\n").map((line) => line.split("\t")[0] ?? "");
  expect(await offered("")).toEqual(expect.arrayContaining(["login", "status", "logout"]));
  expect(await offered("login", "--")).toEqual(expect.arrayContaining(["--client-id", "--port", "--no-browser"]));
  expect(await offered("status", "--format", "j")).toContain("json");
  expect(await offered("nothing", "")).toEqual([""]);
});

describe("trueup auth status", () => {
  test("exits with 1 where nobody is logged in", async () => {
    const place = await placeToLogIn();
    expect(await inProcess(["auth", "status"], { env: place.env })).toMatchObject({
      code: 1,
      stdout: "Not logged in anywhere.\n",
    });
    const { code, stdout } = await inProcess(["auth", "status", "--url", place.server.url], { env: place.env });
    expect(code).toBe(1);
    expect(stdout).toContain(`Run trueup auth login --url ${place.server.url}`);
    const invalid = { ...place.env, TRUEUP_TOKEN: "not-a-token-0123456789" };
    const told = await inProcess(["auth", "status", "--url", place.server.url, "--json"], { env: invalid });
    expect(told.code).toBe(1);
    expect(JSON.parse(told.stdout)).toMatchObject([
      { source: "TRUEUP_TOKEN", valid: false, problem: { code: "api.unauthorized" } },
    ]);
  });

  test("of a job's own token says whose job it is; nothing that needs more is sent with it", async () => {
    const { url } = await platform({ seed: "default" });
    const env = { CI_SERVER_URL: url, CI_JOB_TOKEN: "job-token-of-website" };
    const { code, stdout } = await inProcess(["auth", "status", "--url", url, "--json"], { env });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([
      { source: "CI_JOB_TOKEN", valid: true, user: { username: expect.any(String) as string }, scopes: null },
    ]);
    const plan = await inProcess(["plan"], { cwd: directory({ "groups.yaml": groups }), env });
    expect(plan.code).toBe(1);
    expect(plan.stderr).toContain("The token from CI_JOB_TOKEN is a CI job token, which may not call this.");
  });

  test("of all servers sends no server the token of another", async () => {
    const place = await placeToLogIn();
    const proxy = await misbehavingServer(place.server.url);
    await logIn(place, { url: proxy.url });
    proxy.forget();
    const env = { ...place.env, TRUEUP_URL: place.server.url, TRUEUP_TOKEN: place.server.token };
    const { code, stdout } = await inProcess(["auth", "status", "--json"], { env });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([
      { url: place.server.url, source: "TRUEUP_TOKEN", user: { username: "root" } },
      { url: proxy.url, source: "the stored login", user: { username: "alice" } },
    ]);
    expect(proxy.arrived.length).toBeGreaterThan(0);
    const sent = proxy.arrived.map((one) => ({ ...one, body: String(one.body) }));
    expect(JSON.stringify(sent)).not.toContain(place.server.token);
  });

  test("needs a home only to look for logins", async () => {
    const server = await placeToLogIn();
    const env = { XDG_CONFIG_HOME: "", TRUEUP_TOKEN: server.server.token };
    expect((await inProcess(["auth", "status", "--url", server.server.url], { env })).code).toBe(0);
    expect((await inProcess(["auth", "status"], { env })).stderr).toContain("names no home directory");
  });
});

describe("trueup auth logout", () => {
  test("without a client secret says plainly that the server was not told, and what is left to do", async () => {
    const place = await placeToLogIn();
    await logIn(place);
    const { code, stdout } = await inProcess(["auth", "logout", "--url", place.server.url], { env: place.env });
    expect(code).toBe(0);
    expect(stdout).toContain("the tokens were removed from this computer");
    expect(stdout).toContain("The server cannot be told without the application's client secret.");
    expect(stdout).toMatch(/Access ends by itself at \d{4}-\S+Z\./);
    expect(stdout).toContain(`${place.server.url}/-/profile/applications`);
    expect(readdirSync(place.logins)).toEqual([]);
    expect((await inProcess(["auth", "logout", "--url", place.server.url], { env: place.env })).code).toBe(1);
  });

  test("asks which of several logins is meant; --all takes them all", async () => {
    const place = await placeToLogIn();
    const proxy = await misbehavingServer(place.server.url);
    await logIn(place);
    await logIn(place, { url: proxy.url });
    const which = await inProcess(["auth", "logout"], { env: place.env });
    expect(which.code).toBe(1);
    expect(which.stderr).toContain(proxy.url);
    expect((await inProcess(["auth", "logout", "--all"], { env: place.env })).code).toBe(0);
    expect(readdirSync(place.logins)).toEqual([]);
  });
});
