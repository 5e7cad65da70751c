// @module-tag slow
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { openFixture, type Fixture } from "../harness/fixture.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(inProcess, {
    dialect: "vendor",
    serverVersion: "19.0.0-ee",
    tier: "premium",
    seed: "none",
    secrets: ["token-4711-live", "header-4712-live"],
  });
  fixture.write("start/trueup.yaml", "groups: { acme: { name: Acme } }\nprojects: { acme/web: {} }\n");
  expect(await fixture.run(["apply", "start", "--yes"])).toMatchObject({ code: 0 });
});
afterAll(async () => fixture.close());

interface Shown {
  readonly id: number;
  readonly token_present: boolean;
  readonly custom_headers: readonly { readonly key: string }[];
}

const address = "https://ci.example.com/hook";
const places = [
  ["a project", "projects: { acme/web: { hooks: HOOKS } }", "/projects/acme%2Fweb/hooks", "hook:acme/web:"],
  ["a group", "groups: { acme: { hooks: HOOKS } }", "/groups/acme/hooks", "hook:acme:"],
  ["the instance", "system_hooks: HOOKS", "/hooks", "hook:"],
] as const;

describe.each(places)("hooks of %s", (_, form, at) => {
  const run = async (command: string, body: string, ...words: string[]) => {
    fixture.write("files/trueup.yaml", `${form.replace("HOOKS", () => `{ "${address}": ${body} }`)}\n`);
    fixture.server.forget();
    return fixture.run([command, "files", ...words], { T: "token-4711-live", H: "header-4712-live" });
  };
  const sent = () => fixture.server.arrived.filter(({ method }) => method !== "GET");
  const live = async () => (await fixture.platform.call("GET", at)) as Shown[];
  const said = '{ token: "${env:T}", custom_headers: { X-Key: "${env:H}", X-Plain: yes-it-is }, enable_ssl_verification: true }';

  it("are made with what is never shown, and show that it is there", async () => {
    expect(await run("apply", said, "--yes")).toMatchObject({ code: 0, stderr: expect.not.stringContaining("did not stick") });
    expect(await live()).toMatchObject([{ token_present: true, custom_headers: [{ key: "X-Key" }, { key: "X-Plain" }] }]);
    expect(await run("plan", said, "--detailed-exitcode")).toMatchObject({ code: 0 });
  });

  it("have lost their token where somebody took it away: that is drift, and it is set again", async () => {
    const [hook] = await live();
    await fixture.platform.call("PUT", `${at}/${hook?.id}`, { token: "" });
    expect(await run("drift", said)).toMatchObject({ code: 2, stdout: expect.stringContaining("token") });
    expect(await run("apply", said, "--yes")).toMatchObject({ code: 0 });
    expect(await live()).toMatchObject([{ id: hook?.id, token_present: true }]);
  });

  it("carry their token with any change, and warn where the files have none", async () => {
    expect(await run("apply", said.replace("verification: true", "verification: false"), "--yes")).toMatchObject({ code: 0 });
    expect(sent().map(({ body }) => body?.toString())).toEqual([expect.stringContaining("token-4711-live")]);
    expect(await run("plan", "{ enable_ssl_verification: true }")).toMatchObject({
      stdout: expect.stringMatching(/drop token with any change/),
    });
  });

  it("compare headers by name, and take away those that go one by one", async () => {
    const less = '{ token: "${env:T}", custom_headers: { X-Key: "${env:H}" } }';
    expect(await run("drift", less)).toMatchObject({ code: 2, stdout: expect.stringContaining("custom_headers") });
    expect(await run("apply", less, "--yes")).toMatchObject({ code: 0 });
    expect(sent().map(({ method }) => method)).toEqual(["PUT", "DELETE"]);
    expect(await live()).toMatchObject([{ custom_headers: [{ key: "X-Key" }] }]);
    expect(await run("plan", less, "--detailed-exitcode")).toMatchObject({ code: 0 });
  });

  it("of one address are refused by their numbers", async () => {
    const { id } = (await fixture.platform.call("POST", at, { url: address })) as Shown;
    expect(await run("plan", said)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(new RegExp(`match\\.ambiguous[^]*${id}`)),
    });
    await fixture.platform.call("DELETE", `${at}/${id}`);
  });

  it("go where they are absent", async () => {
    expect(await run("apply", "{ ensure: absent }", "--yes")).toMatchObject({ code: 0 });
    expect(await live()).toEqual([]);
  });
});

it("hooks are exported with references for all that is there and not shown, and plan empty with these", async () => {
  await fixture.platform.call("POST", "/projects/acme%2Fweb/hooks", {
    url: address,
    token: "token-4711-live",
    custom_headers: [{ key: "X-Key", value: "header-4712-live" }],
  });
  expect(await fixture.run(["export", "--out", "out"])).toMatchObject({ code: 0 });
  const text = await readFile(`${fixture.directory}/out/acme.yaml`, "utf8");
  expect(text).toMatch(/token: \$\{env:\w+_TOKEN\}[^]*X-Key: \$\{env:\w+_CUSTOM_HEADERS_X_KEY\}/);
  const names = [...text.matchAll(/\$\{env:(\w+)\}/g)].map(([, name = ""]) => [name, `for-${name}`]);
  expect(await fixture.run(["plan", "out", "--detailed-exitcode"], Object.fromEntries(names))).toMatchObject({ code: 0 });
});
