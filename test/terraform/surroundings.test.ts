// @module-tag slow
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import { unknown } from "../../src/terraform/cty/value.js";
import { blockOf, Core, readData, shown } from "./core.js";
import { made, open, told } from "./on-bench.js";

describe("a directory of files", () => {
  it("shows what it changes, carries that out, and is empty then; what drifts shows again", async () => {
    const bench = await open();
    bench.write("files/trueup.yaml", 'version: 1\ngroups: { acme: { description: "by files" } }\n');
    const core = new Core(bench.provider, "trueup_desired_state");
    const applied = await made(core, { path: "files" });
    expect(shown(applied)).toMatchObject({
      id: "files",
      changes: ["~ update group:acme  files/trueup.yaml:2:11", '    description  "" -> by files  files/trueup.yaml:2:19'],
      summary: "0 to create, 1 to update, 0 to delete; 0 unchanged",
    });
    const read = await core.read(applied);
    expect((await told(core, { path: "files" }, read)).action).toBe("none");
    await bench.call("PUT", "/groups/acme", { description: "" });
    expect((await told(core, { path: "files" }, read)).action).toBe("update");
  });

  it("is refused at plan time for what the files must not say, with the place", async () => {
    const bench = await open();
    bench.write("files/trueup.yaml", "version: 1\ngroups: { acme: { visibility: secret } }\n");
    const core = new Core(bench.provider, "trueup_desired_state");
    const { diagnostics } = await core.plan(core.config({ path: "files" }));
    expect(diagnostics.map(({ severity }) => severity)).toEqual(["ERROR"]);
    expect(diagnostics[0]?.detail).toContain("files/trueup.yaml:2:");
  });

  it("in which one policy changes many things says so at plan time, and is applied once that is acknowledged by name", async () => {
    const bench = await open();
    const { id } = (await bench.call("GET", "/groups/acme")) as { id: number };
    for (let index = 0; index < 51; index++) await bench.call("POST", "/projects", { path: `p${index}`, namespace_id: id });
    const baseline = { projects: ["acme/p*"], undeclared: "include", set: { merge_method: "ff" } };
    bench.write("files/trueup.json", JSON.stringify({ policies: { baseline } }));
    const core = new Core(bench.provider, "trueup_desired_state");
    const lacking = await core.plan(core.config({ path: "files/trueup.json" }));
    expect(lacking.diagnostics.map(({ severity }) => severity)).toEqual(["ERROR"]);
    expect(JSON.stringify(lacking.diagnostics)).toContain("--ack many-updates:baseline");
    const applied = await made(core, { path: "files/trueup.json", acknowledge: ["many-updates:baseline"] });
    expect(shown(applied)).toMatchObject({ summary: "0 to create, 51 to update, 0 to delete; 0 unchanged" });
  });

  it("names its files in one of two ways", async () => {
    const core = new Core((await open()).provider, "trueup_desired_state");
    expect((await core.problems({})).map(({ summary }) => summary)).toEqual(["No files are named"]);
    expect((await core.problems({ path: "a", paths: ["b"] })).map(({ summary }) => summary)).toEqual([
      "path and paths are both given",
    ]);
  });
});

describe("a data source", () => {
  it("gives a thing that something else manages, and says so where it is not there", async () => {
    const { provider } = await open();
    const found = await readData(provider, "trueup_project", { full_path: "acme/base" });
    expect(found).toMatchObject({ full_path: "acme/base", visibility: "public", default_branch: "main" });
    await expect(readData(provider, "trueup_project", { full_path: "acme/none" })).rejects.toThrow(
      /project:acme\/none is not there/,
    );
  });

  it("of the API gives all pages of a list, and neither tokens nor the credentials of addresses are in it", async () => {
    const { provider, call } = await open();
    await call("PUT", "/projects/acme%2Fbase", { description: "https://name:password@example.com/x" });
    const lists = await readData(provider, "trueup_api", { path: "/projects", query: { per_page: "1" } });
    expect(lists["result"]).toHaveLength(2);
    const one = await readData(provider, "trueup_api", { path: "projects/acme%2Fbase" });
    expect(one["result"]).toMatchObject({
      path_with_namespace: "acme/base",
      runners_token: null,
      description: "https://example.com/x",
    });
  });
});

describe("the provider's block", () => {
  it("is checked at its place, and says nothing of what is not known yet", async () => {
    const { provider } = await open();
    const told = async (block: JsonObject) =>
      (await provider.validateProviderConfig({ config: blockOf(block) })).diagnostics?.map(({ attribute }) => attribute?.steps) ??
      [];
    expect(await told({ url: "nonsense", tier: "gold", concurrency: 0 })).toEqual([
      [{ attributeName: "url" }],
      [{ attributeName: "tier" }],
      [{ attributeName: "concurrency" }],
    ]);
    expect(await told({ url: "https://git.example.com", tier: "free", concurrency: 100 })).toEqual([]);
  });

  it("is what advice is about: of an address by plain http, its argument and no option of the command line", async () => {
    const { provider } = await open();
    const config = blockOf({ url: "http://platform.invalid", token: "a-token-of-the-test" });
    const { diagnostics } = await provider.configureProvider({ config });
    const [refused] = diagnostics ?? [];
    expect(refused?.summary).toMatch(/^url: plain http to platform\.invalid/);
    expect(refused?.detail).toContain('allow_http = ["platform.invalid"]');
  });

  it("may name a server that is still to be made: what needs none is planned, all else says what is missing", async () => {
    const { provider } = await open();
    const config = blockOf({ token: "a-token-of-the-test" }, { url: unknown });
    await provider.configureProvider({ config });
    const core = new Core(provider, "trueup_topic");
    expect((await core.planAlso(core.config({ name: "new", title: "T" }))).action).toBe("create");
    await expect(core.apply({ name: "other", title: "T" })).rejects.toThrow(/url is not known yet/);
  });
});
