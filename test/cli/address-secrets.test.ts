// @module-tag slow
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Plan } from "../../src/core/plan.js";
import { inProcess, json } from "../harness/command-line.js";
import { type Fixture, mustHide, openFixture } from "../harness/fixture.js";
import { twinOf } from "../twin/twins.js";

const user = "hushed-user-name";
const password = "hushed-p@ss-word";
const token = "hushed-token-value";
const clear = (host: string) => `https://${user}:${encodeURIComponent(password)}@${host}/in?kind=a&access_token=${token}`;

/** A project, a group and an instance with every address that may hold credentials, made by hand. */
async function opened(): Promise<Fixture> {
  const fixture = await openFixture(inProcess, {
    tier: "ultimate",
    dialect: "vendor",
    serverVersion: "19.0.0-ee",
    secrets: [user, encodeURIComponent(password), password, token],
    seed: { groups: [{ full_path: "acme" }], projects: [{ path_with_namespace: "acme/web" }] },
  });
  onTestFinished(() => fixture.close());
  const { call } = fixture.platform;
  const web = "/projects/acme%2Fweb";
  await call("POST", `${web}/hooks`, { url: clear("hooks.example"), push_events: true });
  await call("POST", "/groups/acme/hooks", { url: clear("hooks.example"), push_events: true });
  await call("POST", "/hooks", { url: clear("hooks.example"), push_events: true });
  await call("POST", `${web}/external_status_checks`, { name: "check", external_url: clear("checks.example") });
  await call("POST", `${web}/environments`, { name: "live", external_url: clear("live.example") });
  await call("POST", `${web}/badges`, { link_url: clear("a.example"), image_url: clear("b.example") });
  await call("POST", `${web}/remote_mirrors`, { url: `https://${user}:${encodeURIComponent(password)}@git.example/a.git` });
  return fixture;
}

const shown = "https://{username}:{password}@hooks.example/in?kind=a&access_token={access_token}";

describe("credentials in addresses that are live", () => {
  it("reach no export, and each hook that has them in clear is exported with a remark", async () => {
    const fixture = await opened();
    const { code, stderr, stdout } = await fixture.run(["export", "--out", "live"]);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout + stderr).toContain("access_token");
    const text = readFileSync(join(fixture.directory, "live/acme.yaml"), "utf8");
    expect(text).toContain(shown);
    const remark = "# its address has username, password, access_token in clear";
    expect(text).toContain(remark);
    expect(readFileSync(join(fixture.directory, "live/instance.yaml"), "utf8")).toContain(remark);
    expect(text).toContain("https://live.example/in?kind=a");
    expect(text).toContain("https://checks.example/in?kind=a");
    // What was exported plans empty: nothing of them counts as changed.
    expect((await fixture.run(["plan", "live"])).stdout).toContain("Nothing to do");
  });

  it.each(["hcl", "hcl-import"])("reach no export as %s", async (format) => {
    const fixture = await opened();
    expect(await fixture.run(["export", "--format", format, "--out", "live"])).toMatchObject({ code: 0 });
  });

  it("reach no plan, whether things are declared, drift, or go because nobody declares them", async () => {
    const fixture = await opened();
    fixture.write(
      "trueup.yaml",
      JSON.stringify({
        groups: { acme: {} },
        projects: {
          "acme/web": {
            environments: { live: { external_url: "https://live.example/other" } },
            external_status_checks: { check: { external_url: "https://checks.example/in?kind=a" } },
          },
        },
        delete_undeclared: { hooks: ["acme/**"], system_hooks: true, badges: ["acme/**"] },
      }),
    );
    for (const words of [["plan"], ["plan", "--json", "--unmanaged"], ["drift", "--format", "markdown"], ["plan", "--verbose"]]) {
      const { stdout } = await fixture.run(words);
      expect(stdout).toContain("hooks.example");
    }
    const plan = json((await fixture.run(["plan", "--json"])).stdout) as Plan;
    expect(plan.changes.map(({ action, address }) => `${action} ${address}`).sort()).toEqual([
      "delete badge:acme/web:https://a.example/in?kind=a",
      `delete hook::${shown}`,
      `delete hook:acme/web:${shown}`,
      `delete hook:acme:${shown}`,
      "update environment:acme/web:live",
    ]);
    expect(await fixture.run(["apply", "--yes"])).toMatchObject({ code: 0 });
    expect(await fixture.run(["drift"])).toMatchObject({ code: 0 });
  });

  it("are given by url_variables: a hook that had them in clear gets them so, and none is changed without", async () => {
    const fixture = await opened();
    const file = (body: object) => JSON.stringify({ projects: { "acme/web": { hooks: { [shown]: body } } } });
    fixture.write("trueup.yaml", file({ tag_push_events: true }));
    expect(await fixture.run(["plan"])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("its address has {username}, {password}, {access_token}, which nothing gives"),
    });
    const given = { username: "${env:U}", password: "${env:P}", access_token: "${env:T}" };
    fixture.write("trueup.yaml", file({ tag_push_events: true, url_variables: given }));
    const env = { U: user, P: password, T: token };
    expect(await fixture.run(["apply", "--yes"], env)).toMatchObject({ code: 0 });
    expect(await fixture.platform.call("GET", "/projects/acme%2Fweb/hooks")).toMatchObject([
      { url: shown, tag_push_events: true, url_variables: [{ key: "username" }, { key: "password" }, { key: "access_token" }] },
    ]);
    const ofInstance = { system_hooks: { [shown]: { push_events: false, url_variables: given } } };
    fixture.write("trueup.yaml", JSON.stringify(ofInstance));
    expect(await fixture.run(["apply", "--yes"], env)).toMatchObject({ code: 0 });
    expect(await fixture.platform.call("GET", "/hooks")).toMatchObject([{ url: shown, push_events: false }]);
    fixture.write("trueup.yaml", file({ tag_push_events: false }));
    expect(await fixture.run(["apply", "--yes"])).toMatchObject({ code: 0 });
  });
});

it("credentials in addresses reach no twin, which has each hook with others in their place", async () => {
  const fixture = await opened();
  const { url, token: own } = fixture.platform;
  const twin = await twinOf({ url, token: own });
  onTestFinished(() => twin.close());
  mustHide(
    [user, encodeURIComponent(password), password, token],
    "the twin",
    `${twin.text()} ${JSON.stringify(twin.copy)} ${twin.gaps.join()}`,
  );
  expect(twin.text()).toContain(shown);
  expect(twin.gaps.filter((gap) => gap.includes("hook"))).toEqual([]);
});

describe("credentials in addresses of files", () => {
  it.each([
    ["hooks", { [clear("hooks.example")]: {} }],
    ["environments", { live: { external_url: clear("live.example") } }],
    ["external_status_checks", { check: { external_url: clear("checks.example") } }],
    ["badges", { b: { link_url: clear("a.example"), image_url: "https://b.example" } }],
  ])("are refused without being shown, with what to write: %s", async (part, bodies) => {
    const fixture = await openFixture(inProcess, { secrets: [user, encodeURIComponent(password), token] });
    onTestFinished(() => fixture.close());
    fixture.write("trueup.yaml", JSON.stringify({ projects: { "acme/web": { [part]: bodies } } }));
    const { code, stdout } = await fixture.run(["validate"]);
    expect(code).toBe(1);
    expect(stdout).toContain(
      part === "hooks" ? "give what stands in braces by url_variables" : "holds no name, password or token",
    );
  });
});
