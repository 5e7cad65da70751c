// @module-tag slow
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inProcess, type Ran } from "../harness/command-line.js";
import { mustBeRefused, openFixture, type Fixture } from "../harness/fixture.js";
import { type Answer, startMisbehaving } from "../harness/misbehaving-server.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(inProcess, {
    seed: { users: [{ username: "alice", token: "token-of-alice-0123" }] },
    secrets: ["token-of-alice-0123"],
  });
});
afterAll(async () => fixture.close());
beforeEach(() => {
  fixture.server.misbehave();
  fixture.server.forget();
});

const topic = "topics:\n  typescript: { title: TypeScript }\n";

describe("servers and credentials that are wrong", () => {
  beforeAll(async () => fixture.write("good/trueup.yaml", topic));
  const apply = async (env: Record<string, string | undefined> = {}, ...words: string[]): Promise<Ran> =>
    fixture.run(["apply", "--yes", "good", ...words], env);
  const html = { status: 200, headers: { "content-type": "text/html" }, body: "<html><title>Sign in</title></html>" };

  /** After every test of this block: nothing was written, whatever was read. */
  const mustHaveWrittenNothing = async (): Promise<void> => {
    expect(fixture.writes()).toEqual([]);
    expect(await fixture.platform.call("GET", "/topics")).toEqual([]);
  };

  it("a wrong token", async () => {
    const ended = await apply({ TRUEUP_TOKEN: "glpat-not-the-right-one" });
    mustBeRefused(ended, "401", "TRUEUP_TOKEN is not valid here");
    expect(ended.stderr).not.toContain("not-the-right");
    await mustHaveWrittenNothing();
  });

  it("no token", async () => {
    mustBeRefused(await apply({ TRUEUP_TOKEN: undefined }), "401", "set TRUEUP_TOKEN");
    await mustHaveWrittenNothing();
  });

  it("a token with a line break, which is not repeated", async () => {
    const ended = await apply({ TRUEUP_TOKEN: "glpat-broken\nInjected: header" });
    mustBeRefused(ended, "TRUEUP_TOKEN");
    expect(ended.stderr).not.toMatch(/glpat-broken|Injected/);
    expect(fixture.server.arrived).toEqual([]);
  });

  it.each([
    ["topics", topic, /topic:typescript/],
    ["application settings", "application_settings: { signup_enabled: false }\n", /application_settings/],
    ["appearance", "appearance: { title: Acme }\n", /appearance/],
  ])("the token of somebody who is no administrator, for %s", async (_, text, address) => {
    fixture.write("admin/trueup.yaml", text);
    const { code, stdout } = await fixture.run(["apply", "--yes", "admin"], { TRUEUP_TOKEN: "token-of-alice-0123" });
    expect(code).toBe(1);
    expect(stdout).toMatch(/only an administrator may write it, and alice is none/);
    expect(stdout).toMatch(address);
    expect(stdout).toContain("admin/trueup.yaml:");
    await mustHaveWrittenNothing();
  });

  it("a server that is down", async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    mustBeRefused(await apply({ TRUEUP_URL: `http://127.0.0.1:${port}` }), `could not reach http://127.0.0.1:${port}`, "hint:");
  });

  it("a server that ends every connection", async () => {
    fixture.server.misbehave({ trouble: { drop: "before" } });
    mustBeRefused(await apply(), "GET /user", "no complete reply");
    await mustHaveWrittenNothing();
  });

  it("a server that answers with web pages", async () => {
    fixture.server.misbehave({ trouble: { answer: html } });
    mustBeRefused(await apply(), "does not look like the API", "Sign in");
    await mustHaveWrittenNothing();
  });

  it("a server that answers with another kind of JSON", async () => {
    fixture.server.misbehave({ trouble: { answer: { status: 200, body: "[1,2]" } } });
    mustBeRefused(await apply(), "does not look like the API");
    await mustHaveWrittenNothing();
  });

  it.each(["/user", "/topics"])("JSON of %s that is cut off", async (path) => {
    const alter = ({ body = "", ...answer }: Answer): Answer => ({ ...answer, body: String(body).slice(0, -1) });
    fixture.server.misbehave({ path: new RegExp(`^${path}`), trouble: { alter } });
    mustBeRefused(await apply(), `GET ${path}`, "no whole JSON");
    await mustHaveWrittenNothing();
  });

  it.each(["/user", "/topics"])("500s of %s for ever", async (path) => {
    fixture.server.misbehave({ path: new RegExp(`^${path}`), trouble: { answer: { status: 500, body: '{"message":"Oh no"}' } } });
    mustBeRefused(await apply(), `GET ${path} answered 500`, "Oh no", "attempts");
    await mustHaveWrittenNothing();
  });

  it("a redirect to another host, which learns nothing", async () => {
    const other = await startMisbehaving(fixture.platform.url);
    const answer = { status: 302, headers: { location: `${other.url}/api/v4/user` } };
    fixture.server.misbehave({ trouble: { answer } });
    mustBeRefused(await apply(), "302", other.url, "No token was sent there");
    expect(other.arrived).toEqual([]);
    await other.close();
    await mustHaveWrittenNothing();
  });

  it("a link to further pages on another host, which learns nothing", async () => {
    const other = await startMisbehaving(fixture.platform.url);
    const link = `<${other.url}/api/v4/topics?page=2&private_token=x>; rel="next"`;
    fixture.server.misbehave({
      path: /^\/topics/,
      times: 1,
      trouble: { alter: (answer) => ({ ...answer, headers: { ...answer.headers, link, "x-next-page": "2" } }) },
    });
    const { code } = await fixture.run(["plan", "good"]);
    expect(code).toBe(0);
    expect(other.arrived).toEqual([]);
    expect(fixture.server.arrived.every(({ path }) => !path.includes("private_token"))).toBe(true);
    await other.close();
  });

  it("files that are pinned to another server", async () => {
    fixture.write("pinned/trueup.yaml", `instance: { url: https://platform.example.com }\n${topic}`);
    mustBeRefused(
      await fixture.run(["apply", "--yes", "pinned"]),
      /pinned\/trueup\.yaml:1:\d+/,
      "https://platform.example.com",
      fixture.server.url,
    );
    expect(fixture.server.arrived).toEqual([]);
  });

  it("no server at all", async () => {
    mustBeRefused(await apply({ TRUEUP_URL: undefined }), "No server is chosen", "--url", "TRUEUP_URL");
    expect(fixture.server.arrived).toEqual([]);
  });

  it("plain http to another computer, unless it is allowed by name", async () => {
    const env = { TRUEUP_URL: "http://platform.invalid" };
    mustBeRefused(await apply(env), "plain http to platform.invalid", "--allow-http platform.invalid");
    mustBeRefused(await apply(env, "--allow-http", "platform.invalid"), "could not reach http://platform.invalid");
  });

  it.each(["ftp://platform.example.com", "platform.example.com", "https://user:hunter2x@platform.example.com"])(
    "an address that is none: %s",
    async (url) => {
      const ended = await apply({ TRUEUP_URL: url });
      mustBeRefused(ended, "TRUEUP_URL");
      expect(ended.stderr).not.toContain("hunter2x");
    },
  );

  it("a tier that lacks what is declared", async () => {
    fixture.write("tier/trueup.yaml", "application_settings: { delayed_group_deletion: true }\n");
    mustBeRefused(
      await fixture.run(["apply", "--yes", "--tier", "free", "tier"]),
      /tier\/trueup\.yaml:1:25 .*needs tier premium/,
    );
    await mustHaveWrittenNothing();
  });
});
