import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { command, emulator } from "../harness/built.js";
import { inProcess, top } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";

describe("trueup emulator", () => {
  test.each(["SIGTERM", "SIGINT"] as const)(
    "answers as soon as its first line is there, and %s ends it cleanly",
    async (signal) => {
      const { url, token, child } = await emulator(["--seed", "none", "--token", "token-of-my-own"]);
      expect(token).toBe("token-of-my-own");
      const reply = await fetch(`${url}/api/v4/user`, { headers: { "private-token": token } });
      expect(await reply.json()).toMatchObject({ username: "root" });
      const ended = once(child, "exit");
      child.kill(signal);
      expect(await ended).toEqual([0, null]);
    },
  );

  test("without --json it prints address and token to standard output", async () => {
    const child = spawn(process.execPath, [command, "emulator", "--token", "token-for-people"], {
      cwd: top,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [first] = (await once(child.stdout.setEncoding("utf8"), "data")) as [string];
    child.kill("SIGTERM");
    await once(child, "exit");
    expect(first).toMatch(/^url: {3}http:\/\/127\.0\.0\.1:\d+\ntoken: token-for-people\n/);
  });

  test("--host beyond the loopback is warned of on standard error, and the loopback is not", async () => {
    let [exposed, own] = ["", ""];
    const open = await emulator(["--seed", "none", "--host", "0.0.0.0", "--allow-host", "platform.test"], {
      onStderr: (text) => (exposed += text),
    });
    expect(await open.call("GET", "/topics")).toEqual([]);
    expect(exposed).toMatch(/^warning: other machines can reach the emulator at http:\/\/0\.0\.0\.0:\d+, .*\n$/);
    await emulator(["--seed", "none", "--host", "localhost"], { onStderr: (text) => (own += text) });
    expect(own).toBe("");
  });

  test("--data keeps the state from one run to the next", async () => {
    const data = join(directory(), "platform.json");
    const first = await emulator(["--seed", "none", "--data", data]);
    await first.call("POST", "/topics", { name: "kept", title: "Kept" });
    const ended = once(first.child, "exit");
    first.child.kill("SIGTERM");
    await ended;
    const second = await emulator(["--seed", "none", "--data", data]);
    expect(await second.call("GET", "/topics")).toMatchObject([{ name: "kept" }]);
  });

  test("--fault makes the named requests go wrong, and apply comes through what is temporary", async () => {
    const { url, token, call } = await emulator([
      "--seed",
      "none",
      "--fault",
      "POST /topics status=503 retry-after=0 times=1",
      "--fault",
      "GET /version reset=before times=1",
    ]);
    const cwd = directory({ "topics.yaml": "topics:\n  rust: { title: Rust }\n" });
    const env = { TRUEUP_URL: url, TRUEUP_TOKEN: token, TRUEUP_BACKOFF_MS: "1" };
    const { code, stderr } = await inProcess(["apply", ".", "--yes"], { cwd, env });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(await call("GET", "/topics")).toMatchObject([{ name: "rust" }]);
  });

  test("--tier, --dialect and --server-version are what it says of itself", async () => {
    const { call } = await emulator(["--seed", "none", "--tier", "premium", "--dialect", "vendor", "--server-version", "16.1.0"]);
    expect(await call("GET", "/version")).toMatchObject({ version: expect.stringMatching(/^16\.1\.0/) as string });
    expect(await call("GET", "/license")).toMatchObject({ plan: "premium" });
  });

  test("without options it is a server of today with a licence for everything; --dialect neutral is the platform of the documents", async () => {
    const today = await emulator([]);
    expect(await today.call("GET", "/version")).toMatchObject({ version: expect.stringMatching(/^19\.0\.0/) as string });
    expect(await today.call("GET", "/license")).toMatchObject({ plan: "ultimate" });
    expect(await today.call("GET", "/projects/acme-labs%2Fwebsite/protected_tags")).toEqual([]);
    const documented = await emulator(["--dialect", "neutral"]);
    expect(await documented.call("GET", "/version")).toMatchObject({ version: expect.stringMatching(/^15\.4\.0/) as string });
    await expect(documented.call("GET", "/projects/acme-labs%2Fwebsite/protected_tags")).rejects.toThrow("404");
  });

  test("a data file goes on as what it was made; another release may be asked for, and another dialect is refused", async () => {
    const data = join(directory(), "platform.json");
    const run = async (...words: string[]) => {
      const { call, child } = await emulator(["--data", data, ...words]);
      const { version } = (await call("GET", "/version")) as { readonly version: string };
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      return version;
    };
    expect(await run("--seed", "none", "--dialect", "neutral")).toMatch(/^15\.4\.0/);
    expect(await run()).toMatch(/^15\.4\.0/);
    expect(await run("--dialect", "neutral", "--server-version", "16.1.0")).toMatch(/^16\.1\.0/);
    expect(await run()).toMatch(/^15\.4\.0/);
    const { code, stdout, stderr } = await inProcess(["emulator", "--data", data, "--dialect", "vendor"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(
      `${data} holds a platform of the neutral dialect, release 15.4.0, which cannot go on in the vendor dialect [emulator.start]\n` +
        "  hint: Go on in the neutral dialect, or begin anew: name another data file, or remove this one with all that it holds.\n",
    );
  });

  test("--limits hosted limits requests and says so, in minutes that --limits-window makes shorter", async () => {
    const { url, token } = await emulator("--seed none --limits hosted --limits-window 6".split(" "));
    const reply = await fetch(`${url}/api/v4/version`, { headers: { "private-token": token } });
    expect(reply.headers.get("ratelimit-limit")).toBe("2000");
    expect(Number(reply.headers.get("ratelimit-reset")) % 6).toBe(0);
  });

  test("--token-lifetime is how long OAuth tokens are good", async () => {
    const { url } = await emulator(["--seed", "default", "--token-lifetime", "90"]);
    const body = new URLSearchParams({ grant_type: "password", username: "alice", password: "password-of-alice" });
    const reply = await fetch(`${url}/oauth/token`, { method: "POST", body });
    expect(await reply.json()).toMatchObject({ token_type: "bearer", expires_in: 90 });
  });

  test.each([
    [["--seed", "nowhere.yaml"], "the seed nowhere.yaml cannot be used"],
    [["--seed", "list.yaml"], "it is no mapping"],
    [["--seed", "odd.yaml"], "unknown keys: nonsense"],
    [["--seed", "cut.yaml"], "cannot be used: Flow map must end with a } at line 1, column 2 [emulator.seed]"],
    [["--token", ""], "--token is empty"],
    [["--token", "two words"], "holds a space"],
    [["--host", ""], "It is empty: is a variable not set?"],
    [["--port", "70000"], "whole number from 0 to 65535"],
    [["--limits-window", "6"], "no --limits"],
    [["--fault", "GET /topics explode"], '"explode" is no effect. A fault is written as'],
  ])("%j is refused", async (words, said) => {
    const cwd = directory({ "list.yaml": "- 1\n", "odd.yaml": "nonsense: []\n", "cut.yaml": "{" });
    const { code, stdout, stderr } = await inProcess(["emulator", ...words], { cwd });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(said);
  });

  test("a port that is taken is told", async () => {
    const { url } = await emulator(["--seed", "none"]);
    const { code, stderr } = await inProcess(["emulator", "--port", new URL(url).port]);
    expect(code).toBe(1);
    expect(stderr).toContain("the port is taken");
  });
});
