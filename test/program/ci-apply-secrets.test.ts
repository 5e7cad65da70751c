// @module-tag slow
import { describe, expect, it } from "vitest";
import { gitlabStage, note, topic } from "../harness/gitlab-stage.js";
import { commit, type Contents } from "../harness/repository.js";

const secrets = { A: "value-of-a-1234", B: "value-of-b-5678" };
const variable = (template: string, more = ""): Contents => ({
  "trueup/variables.yaml": `instance_variables:\n  KEY: { value: "\${env:${template}}"${more} }\n`,
});
const hook = (template: string): Contents => ({
  "trueup/hook.yaml": `system_hooks:\n  https://ci.example.com/hook: { token: "\${env:${template}}", push_events: true }\n`,
});

async function stage(first: Contents) {
  const staged = await gitlabStage(first);
  const { fixture, forge } = staged;
  await fixture.platform.call("POST", "/admin/ci/variables", { key: "KEY", value: secrets.A });
  await fixture.platform.call("POST", "/hooks", { url: "https://ci.example.com/hook", token: secrets.A, push_events: true });
  const valueOf = async (name: string) => {
    const { value } = (await fixture.platform.call("GET", `/admin/ci/variables/${name}`)) as { readonly value: string };
    return value;
  };
  const noteOf = async (number: number) => {
    const notes = (await forge.call("alice", "GET", note(number))) as readonly { readonly body: string }[];
    const bodies = notes.map(({ body }) => body).join("\n");
    for (const secret of Object.values(secrets)) expect(bodies).not.toContain(secret);
    return bodies;
  };
  const apply = async (sha: string, words: readonly string[] = []) => {
    const told = await staged.apply(sha, words, secrets);
    for (const secret of Object.values(secrets)) expect(told.stdout + told.stderr).not.toContain(secret);
    return told;
  };
  return { ...staged, apply, valueOf, noteOf };
}

describe("trueup ci apply of values by reference", () => {
  it("makes a change of the template that the note told, though the plan knew no secret", async () => {
    const { open, plan, merge, apply, valueOf, noteOf } = await stage(variable("A"));
    const request = await open("first", variable("B"));
    await plan(request);
    expect(await noteOf(request.number)).toContain("env:B");
    const told = await apply(merge(request));
    expect(told.code, told.stderr + told.stdout).toBe(0);
    expect(await valueOf("KEY")).toBe(secrets.B);
  });

  it("makes a new variable by reference", async () => {
    const { open, plan, merge, apply, valueOf, fixture } = await stage(topic("a", "A"));
    await fixture.platform.call("DELETE", "/admin/ci/variables/KEY");
    const request = await open("first", variable("A"));
    await plan(request);
    const told = await apply(merge(request));
    expect(told.code, told.stderr).toBe(0);
    expect(await valueOf("KEY")).toBe(secrets.A);
  });

  it("makes a change beside a value by reference that is as it was", async () => {
    const { open, plan, merge, apply, fixture } = await stage(variable("A"));
    const request = await open("first", variable("A", ", description: Deploys"));
    await plan(request);
    const told = await apply(merge(request));
    expect(told.code, told.stderr).toBe(0);
    expect(await fixture.platform.call("GET", "/admin/ci/variables/KEY")).toMatchObject({ description: "Deploys" });
  });

  it("sends a secret that the server never shows where its template was changed and approved, and only then", async () => {
    const { open, plan, merge, apply, fixture, noteOf } = await stage(hook("A"));
    const request = await open("first", { ...hook("B"), ...topic("b", "B") });
    await plan(request);
    expect(await noteOf(request.number)).toContain("env:B");
    const sha = merge(request);
    fixture.server.forget();
    const told = await apply(sha);
    expect(told.code, told.stderr).toBe(0);
    expect(fixture.writes().filter((one) => one.includes("/hooks"))).toHaveLength(1);
    fixture.server.forget();
    expect(await apply(sha)).toMatchObject({ code: 0 });
    expect(fixture.writes()).toEqual([]);
  });

  it("sends parts of a record whose names alone the server shows where the template of one was changed and approved", async () => {
    const project = (template: string): Contents => ({
      "trueup/web.yaml": `projects:\n  acme/web:\n    hooks:\n      https://ci.example.com/own: { custom_headers: { X-Kind: plain, X-Key: "\${env:${template}}" } }\n`,
    });
    const { open, plan, merge, apply, fixture, noteOf } = await stage(topic("a", "A"));
    const { id } = (await fixture.platform.call("POST", "/groups", { name: "acme", path: "acme" })) as { readonly id: number };
    await fixture.platform.call("POST", "/projects", { name: "web", path: "web", namespace_id: id });
    const begun = await open("first", project("A"));
    await plan(begun);
    const made = await apply(merge(begun));
    expect(made.code, made.stderr).toBe(0);
    const request = await open("second", project("B"));
    await plan(request);
    expect(await noteOf(request.number)).toContain("env:B");
    const sha = merge(request);
    fixture.server.forget();
    const told = await apply(sha);
    expect(told.code, told.stderr).toBe(0);
    expect(fixture.writes().filter((one) => one.includes("/hooks"))).not.toEqual([]);
  });

  it("leaves a changed template that no note approves", async () => {
    const { open, merge, apply, valueOf } = await stage(variable("A"));
    const told = await apply(merge(await open("first", variable("B"))));
    expect(told.code, told.stderr).toBe(3);
    expect(told.stderr).toContain("update variable:KEY");
    expect(await valueOf("KEY")).toBe(secrets.A);
  });

  it("leaves a template that another push changed after the note", async () => {
    const { open, plan, merge, apply, valueOf, clone, push, at } = await stage(variable("A"));
    const request = await open("first", variable("A", ", description: Deploys"));
    await plan(request);
    merge(request);
    commit(clone, variable("B", ", description: Deploys"));
    push();
    const told = await apply(at("main"));
    expect(told.code, told.stderr).toBe(3);
    expect(await valueOf("KEY")).toBe(secrets.A);
  });

  it("neither makes nor leaves a value that changed behind a template that stays", async () => {
    const { open, plan, merge, apply, valueOf, fixture, titles } = await stage(variable("A"));
    await fixture.platform.call("PUT", "/admin/ci/variables/KEY", { value: "by-hand-9999" });
    const request = await open("first", topic("b", "B"));
    await plan(request);
    const told = await apply(merge(request));
    expect(told.code, told.stderr).toBe(0);
    expect(told.stderr).not.toContain("Left for the manual job");
    expect(await valueOf("KEY")).toBe("by-hand-9999");
    expect(await titles()).toEqual(["B"]);
  });

  it("sends a value that changed behind its template along with another change of the same thing", async () => {
    const { open, plan, merge, apply, valueOf, fixture } = await stage(variable("A"));
    await fixture.platform.call("PUT", "/admin/ci/variables/KEY", { value: "by-hand-9999" });
    const request = await open("first", variable("A", ", description: Deploys"));
    await plan(request);
    const told = await apply(merge(request));
    expect(told.code, told.stderr).toBe(0);
    expect(await valueOf("KEY")).toBe(secrets.A);
  });

  it("leaves the value of what was there and is declared for the first time, which no plan without secrets compares", async () => {
    const { open, plan, merge, apply, valueOf } = await stage(topic("a", "A"));
    const request = await open("first", variable("B"));
    await plan(request);
    const told = await apply(merge(request));
    expect(told.code, told.stderr).toBe(3);
    expect(told.stderr).toContain("update variable:KEY");
    expect(await valueOf("KEY")).toBe(secrets.A);
  });
});
