import { describe, expect, test } from "vitest";
import { TrueupError } from "../../src/core/errors.js";
import { normaliseUrl, resolveCredential, resolveServer } from "../../src/platform/index.js";
import type { ServerSource } from "../../src/platform/server.js";
import { failureOf } from "./local-server.js";

const origin = { file: "trueup.yaml", line: 2, column: 18 };

describe("the server", () => {
  test("is the flag, else TRUEUP_URL, else GITLAB_URL, else CI_SERVER_URL; an empty variable counts as none", async () => {
    const env = { TRUEUP_URL: "https://b.example", GITLAB_URL: "https://c.example", CI_SERVER_URL: "https://d.example" };
    expect(await resolveServer({ flagUrl: "https://a.example", env })).toEqual({ url: "https://a.example", source: "--url" });
    expect(await resolveServer({ env })).toEqual({ url: "https://b.example", source: "TRUEUP_URL" });
    expect(await resolveServer({ env: { ...env, TRUEUP_URL: "" } })).toEqual({ url: "https://c.example", source: "GITLAB_URL" });
    expect(await resolveServer({ env: { CI_SERVER_URL: "https://d.example" } })).toEqual({
      url: "https://d.example",
      source: "CI_SERVER_URL",
    });
    const none = await failureOf(resolveServer({ env: {} }), TrueupError);
    expect([none.code, none.hint]).toEqual(["server.none", "Give --url, or set TRUEUP_URL, GITLAB_URL or CI_SERVER_URL."]);
  });

  test("has one spelling: no trailing slash, default port or /api/v4; a path prefix stays", () => {
    const source = "--url";
    for (const text of ["https://P.example", "https://p.example/", "https://p.example:443/api/v4", "https://p.example/api/v4/"]) {
      expect(normaliseUrl(text, { source })).toBe("https://p.example");
    }
    expect(normaliseUrl("https://p.example:8443/platform/api/v4/", { source })).toBe("https://p.example:8443/platform");
  });

  test("that the files pin is the only one: another is refused, naming both and the line", async () => {
    const pin = { url: "https://p.example/", origin };
    expect((await resolveServer({ flagUrl: "https://p.example:443/api/v4", env: {}, pin })).url).toBe("https://p.example");
    const error = await failureOf(resolveServer({ env: { GITLAB_URL: "https://other.example" }, pin }), TrueupError);
    expect(error).toMatchObject({ code: "instance.pinned", where: "trueup.yaml:2:18" });
    expect(error.message).toBe(
      "The files belong to https://p.example (trueup.yaml:2:18), but GITLAB_URL is https://other.example.",
    );
  });

  test("is chosen by the pin only if somebody agrees", async () => {
    const pin = { url: "https://p.example", origin };
    expect((await failureOf(resolveServer({ env: {}, pin }), TrueupError)).hint).toContain("--url https://p.example");
    expect((await failureOf(resolveServer({ env: {}, pin, choosePin: async () => false }), TrueupError)).code).toBe(
      "server.none",
    );
    const chosen = await resolveServer({ env: {}, pin, choosePin: async (url) => url === "https://p.example" });
    expect(chosen).toEqual({ url: "https://p.example", source: "instance.url" });
  });

  test("is spoken to by plain http only on this computer, or when it is allowed by name", () => {
    const source = "--url";
    for (const text of ["http://localhost:8080", "http://127.0.0.1:1", "http://127.9.9.9", "http://[::1]:2"]) {
      expect(normaliseUrl(text, { source })).toBe(text);
    }
    for (const text of ["http://p.example", "http://localhost.evil.example", "http://127.0.0.1.evil.example", "http://0.0.0.0"]) {
      expect(() => normaliseUrl(text, { source })).toThrow(/plain http to .* would show the token/);
    }
    expect(normaliseUrl("http://p.example:80/", { source, allowHttp: ["P.example"] })).toBe("http://p.example");
    for (const other of ["http://q.example", "http://evil-p.example", "http://evil.p.example", "http://p.example.evil.example"])
      expect(() => normaliseUrl(other, { source, allowHttp: ["p.example"] }), other).toThrow(TrueupError);
  });

  test("is refused when its address holds a password, a query, or is none, and the password is not repeated", () => {
    for (const text of [
      "https://u:hunter2@p.example",
      "https://hunter2@p.example",
      "https://:hunter2@p.example",
      "https://p.example/?hunter2",
      "https://p.example/#hunter2",
      "ftp://hunter2",
      "hunter2",
      "https:hunter2",
      "https://p.example/\nhunter2",
      "",
    ]) {
      let message = "";
      try {
        normaliseUrl(text, { source: "TRUEUP_URL", where: "a.yaml:1:1" });
      } catch (error) {
        message = error instanceof TrueupError ? `${error.code} ${error.message} ${error.hint}` : "";
      }
      expect(message).toMatch(/^server\.url TRUEUP_URL: /);
      expect(message).not.toContain("hunter2");
    }
  });
});

describe("the token", () => {
  const at = (source: ServerSource) => ({ url: "https://p.example", source }) as const;

  test("TRUEUP_TOKEN goes first", async () => {
    const env = { TRUEUP_TOKEN: "a", GITLAB_TOKEN: "b", CI_JOB_TOKEN: "c" };
    expect(await resolveCredential({ ...at("--url"), env })).toMatchObject({
      kind: "personal",
      token: "a",
      from: "TRUEUP_TOKEN",
    });
  });

  test("GITLAB_TOKEN goes to GITLAB_URL or to an address given for trueup, and to no other", async () => {
    const env = { GITLAB_TOKEN: "b" };
    expect(await resolveCredential({ ...at("--url"), env })).toMatchObject({ kind: "personal", from: "GITLAB_TOKEN" });
    expect(await resolveCredential({ ...at("TRUEUP_URL"), env })).toMatchObject({ kind: "personal", from: "GITLAB_TOKEN" });
    const same = { ...env, GITLAB_URL: "https://p.example/api/v4/" };
    expect(await resolveCredential({ ...at("CI_SERVER_URL"), env: same })).toMatchObject({
      kind: "personal",
      from: "GITLAB_TOKEN",
    });
    for (const source of ["CI_SERVER_URL", "instance.url"] as const) {
      const credential = await resolveCredential({ ...at(source), env: { ...env, GITLAB_URL: "https://other.example" } });
      expect(credential).toMatchObject({ kind: "none", token: "" });
      expect(credential.passedOver.join(" ")).toContain("GITLAB_TOKEN is set, but");
    }
  });

  test("a stored login goes before a job token, and a job token only to the server of the job", async () => {
    const env = { CI_JOB_TOKEN: "c", CI_SERVER_URL: "https://p.example" };
    const storedLogin = async (url: string) => (url === "https://p.example" ? { token: "login" } : undefined);
    expect(await resolveCredential({ ...at("--url"), env, storedLogin })).toMatchObject({ kind: "oauth", token: "login" });
    expect(await resolveCredential({ ...at("--url"), env })).toMatchObject({ kind: "job", token: "c" });
    const elsewhere = await resolveCredential({ ...at("--url"), env: { ...env, CI_SERVER_URL: "https://ci.example" } });
    expect(elsewhere).toMatchObject({ kind: "none", passedOver: ["CI_JOB_TOKEN is set, but goes only to CI_SERVER_URL."] });
    expect(
      await resolveCredential({ ...at("--url"), env: { CI_JOB_TOKEN: "c", CI_SERVER_URL: "https://u:p@p.example" } }),
    ).toMatchObject({ kind: "none" });
  });

  test.each(["--instance", "the project file"] as const)(
    "of an instance that %s chose is its own variable's or the stored login",
    async (source) => {
      const others = { TRUEUP_TOKEN: "a", GITLAB_TOKEN: "b", GITLAB_URL: "https://p.example" };
      const env = { ...others, CI_JOB_TOKEN: "c", CI_SERVER_URL: "https://p.example" };
      const question = { ...at(source), tokenVariable: "ACCESS" };
      expect(await failureOf(resolveCredential({ ...question, env }), TrueupError)).toMatchObject({ code: "credential.missing" });
      expect(await resolveCredential({ ...question, env: { ...env, ACCESS: "own" } })).toMatchObject({
        token: "own",
        from: "ACCESS",
      });
      const storedLogin = async () => ({ token: "login" });
      expect(await resolveCredential({ ...question, env, storedLogin })).toMatchObject({ kind: "oauth", token: "login" });
    },
  );

  test("with a line break or a space is refused without being shown", async () => {
    for (const token of ["hunter2\n", "hunter2\r\nX-Evil: 1", "hunter 2hunter2", "hünter2"]) {
      const error = await failureOf(resolveCredential({ ...at("--url"), env: { TRUEUP_TOKEN: token } }), TrueupError);
      expect(error.code).toBe("credential.invalid");
      expect(`${error.message}${error.hint}`).not.toContain("nter");
    }
  });
});
