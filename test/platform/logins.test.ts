// @module-tag slow
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { TrueupError } from "../../src/core/errors.js";
import { underLock } from "../../src/platform/logins/lock.js";
import type { Login } from "../../src/platform/logins/login.js";
import { loginDirectory, loginFile, openLogins } from "../../src/platform/logins/store.js";
import { failureOf } from "./local-server.js";

const url = "https://p.example/platform";

const login: Login = {
  url,
  client_id: "trueup-cli",
  redirect_uri: "http://127.0.0.1:7171/callback",
  code_verifier: "v".repeat(43),
  access_token: "access-1",
  refresh_token: "refresh-1",
  expires_at: 1_800_000_000_000,
  lifetime: 7_200_000,
  ended: false,
};

/** A place for logins that is not there yet. */
function place(): string {
  const top = mkdtempSync(join(tmpdir(), "trueup-logins-"));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  return join(top, "trueup", "logins");
}

/** A process number that nobody has. */
const nobody = 2 ** 22 + 1;

describe("stored logins", () => {
  test("lie in trueup/logins of XDG_CONFIG_HOME, else of ~/.config, on Windows of APPDATA, and nowhere without a home", () => {
    expect(loginDirectory({ XDG_CONFIG_HOME: "/x", HOME: "/h" }, "linux")).toBe("/x/trueup/logins");
    expect(loginDirectory({ XDG_CONFIG_HOME: "relative", HOME: "/h" }, "darwin")).toBe("/h/.config/trueup/logins");
    expect(loginDirectory({ APPDATA: "/a", HOME: "/h" }, "win32")).toBe("/a/trueup/logins");
    expect(loginDirectory({ HOME: "" }, "linux")).toBeUndefined();
    expect(loginDirectory({ HOME: "/h" }, "win32")).toBeUndefined();
  });

  test("are one file for each server, which nobody else can read", async () => {
    const directory = place();
    const logins = openLogins(directory);
    expect((await logins.list()).logins).toEqual([]);
    expect(await logins.read(url)).toBeUndefined();
    const other = { ...login, url: "https://p.example", client_secret: "secret-1" };
    for (const one of [login, other, { ...login, access_token: "access-2" }]) {
      await logins.alone(one.url, async (change) => change.write(one));
      // Before it is read, which would close it too.
      expect(statSync(join(directory, loginFile(one.url))).mode & 0o777).toBe(0o600);
    }
    expect(await logins.read(url)).toEqual({ ...login, access_token: "access-2" });
    expect((await logins.list()).logins).toHaveLength(2);
    expect(await logins.read(other.url)).toEqual(other);
    const files = readdirSync(directory);
    expect(files.toSorted()).toEqual([loginFile(url), loginFile(other.url)].toSorted());
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    for (const file of files) expect(statSync(join(directory, file)).mode & 0o777).toBe(0o600);
  });

  test("that others could read are closed to them, and the user is told", async () => {
    const directory = place();
    const told: string[] = [];
    const logins = openLogins(directory, (text) => told.push(text));
    await logins.alone(url, async (change) => change.write(login));
    expect(told).toEqual([]);
    chmodSync(join(directory, loginFile(url)), 0o644);
    expect(await logins.read(url)).toEqual(login);
    expect(statSync(join(directory, loginFile(url))).mode & 0o777).toBe(0o600);
    expect(told.join("")).toMatch(/could be read by others/);
    chmodSync(directory, 0o755);
    await logins.alone(url, async (change) => change.write(login));
    expect(statSync(directory).mode & 0o777).toBe(0o700);
  });

  test("that cannot be read as such are refused without a word of what they hold", async () => {
    const directory = place();
    mkdirSync(directory, { recursive: true });
    const logins = openLogins(directory);
    for (const text of [
      "hunter2",
      "[]",
      '{"format":"trueup.login/9","access_token":"hunter2"}',
      JSON.stringify({ format: "trueup.login/1", ...login, code_verifier: 7, access_token: "hunter2" }),
      JSON.stringify({ format: "trueup.login/1", ...login, url: "https://evil.example", access_token: "hunter2" }),
      `{"format":"${"hunter2".repeat(20_000)}"}`,
    ]) {
      writeFileSync(join(directory, loginFile(url)), text, { mode: 0o600 });
      const error = await failureOf(logins.read(url), TrueupError);
      expect(error).toMatchObject({ code: "login.unreadable", where: join(directory, loginFile(url)) });
      expect(`${error.message}${error.hint}`).not.toContain("hunter2");
    }
  });

  test("that cannot be read keep none of the others back", async () => {
    const directory = place();
    const logins = openLogins(directory);
    await logins.alone(url, async (change) => change.write(login));
    const text = readFileSync(join(directory, loginFile(url)), "utf8");
    writeFileSync(join(directory, "broken.json"), "{", { mode: 0o600 });
    writeFileSync(join(directory, "misnamed.json"), text, { mode: 0o600 });
    writeFileSync(join(directory, "nowhere.json"), text.replace("https://", ""), { mode: 0o600 });
    mkdirSync(join(directory, "directory.json"));
    const held = await logins.list();
    expect(held.logins).toEqual([login]);
    expect(held.unreadable.map(({ code, where }) => `${code} ${where}`)).toEqual(
      ["broken", "directory", "misnamed", "nowhere"].map((name) => `login.unreadable ${join(directory, `${name}.json`)}`),
    );
  });

  test("in a place that is none are none, and the file system's refusal is told with what to do", async () => {
    const file = join(place(), "..", "..", "a-file");
    writeFileSync(file, "");
    const logins = openLogins(join(file, "trueup", "logins"));
    expect(await logins.read(url)).toBeUndefined();
    expect(await logins.list()).toEqual({ logins: [], unreadable: [] });
    const error = await failureOf(
      logins.alone(url, async (change) => change.write(login)),
      TrueupError,
    );
    expect(error).toMatchObject({ code: "login.storage", where: join(file, "trueup", "logins") });
    expect(error.hint).toContain("XDG_CONFIG_HOME");
  });

  test("are changed by one at a time, and what one wrote the next one reads", async () => {
    const directory = place();
    await openLogins(directory).alone(url, async (change) => change.write({ ...login, lifetime: 0 }));
    const count = async (): Promise<void> =>
      openLogins(directory).alone(url, async (change) => {
        const { lifetime = 0, ...rest } = (await change.read()) ?? login;
        await change.write({ ...rest, lifetime: lifetime + 1 });
      });
    await Promise.all(Array.from({ length: 20 }, count));
    expect((await openLogins(directory).read(url))?.lifetime).toBe(20);
    expect(readdirSync(directory)).toEqual([loginFile(url)]);
  });
});

describe("the lock of a login", () => {
  const lockAt = (holder: object): string => {
    const directory = place();
    mkdirSync(directory, { recursive: true });
    const file = join(directory, "x.lock");
    writeFileSync(file, JSON.stringify({ id: "1", ...holder }));
    return file;
  };
  const patience = { wait: 100, stale: 60_000 };
  const old = new Date(Date.now() - 61_000);

  test("that a process left behind when it was killed is taken over, by one only", { tags: ["race"] }, async () => {
    const file = lockAt({ pid: nobody, host: hostname() });
    let inside = 0;
    const work = async (): Promise<void> => {
      expect(++inside).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      inside--;
    };
    await Promise.all(Array.from({ length: 10 }, async () => underLock(file, work)));
    expect(existsSync(file)).toBe(false);
  });

  test("of a living process is waited for, and then told with the process", async () => {
    const file = lockAt({ pid: process.pid, host: hostname() });
    const error = await failureOf(
      underLock(file, async () => undefined, patience),
      TrueupError,
    );
    expect(error).toMatchObject({ code: "login.locked", where: file });
    expect(error.message).toContain(String(process.pid));
    expect(existsSync(file)).toBe(true);
  });

  test("of another computer, or one that nobody signed, is taken over only when it is old", async () => {
    for (const holder of [{ pid: nobody, host: "another" }, {}]) {
      const file = lockAt(holder);
      await failureOf(
        underLock(file, async () => undefined, patience),
        TrueupError,
      );
      utimesSync(file, old, old);
      expect(await underLock(file, async () => readFileSync(file, "utf8"), patience)).toContain(String(process.pid));
    }
  });

  test("is let go when the work fails", async () => {
    const file = lockAt({ pid: nobody, host: hostname() });
    await failureOf(
      underLock(file, async () => Promise.reject(new Error("failed"))),
      Error,
    );
    expect(existsSync(file)).toBe(false);
  });
});
