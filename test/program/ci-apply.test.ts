// @module-tag slow
import { describe, expect, it } from "vitest";
import { gitlabStage, note, topic } from "../harness/gitlab-stage.js";
import { commit } from "../harness/repository.js";

describe("trueup ci apply", () => {
  it("applies what the note of the merged request approves, records the commit, and applies nothing twice", async () => {
    const { forge, fixture, open, plan, merge, apply, titles } = await gitlabStage();
    const request = await open("first", topic("b", "B"));
    await plan(request);
    const sha = merge(request);
    const told = await apply(sha);
    expect(told, told.stderr + told.stdout).toMatchObject({ code: 0 });
    expect(await titles()).toEqual(expect.arrayContaining(["B"]));
    const notes = (await forge.call("alice", "GET", note(request.number))) as readonly { readonly body: string }[];
    expect(notes.map(({ body }) => body).join()).toContain(
      `**Applied** at <code>${sha.slice(0, 12)}</code>: 1 of 1 change made.`,
    );
    expect(forge.deployments[0]).toMatchObject({ sha, environment: expect.stringMatching(/^trueup\//) as string });
    fixture.server.forget();
    expect(await apply(sha)).toMatchObject({ code: 0 });
    expect(fixture.writes()).toEqual([]);
  });

  it("names the variable of the job's own token that the forge refuses", async () => {
    const { merge, open, apply } = await gitlabStage();
    const sha = merge(await open("first", topic("b", "B")));
    const { code, stderr } = await apply(sha, [], { CI_JOB_TOKEN: "job-token-of-yesterday" });
    expect(code).toBe(1);
    expect(stderr).toContain("The user of the token from CI_JOB_TOKEN lacks the role");
  });

  it("leaves what nobody approved: a push without a request, a request without a plan, and a value that changed by hand since", async () => {
    const { forge, fixture, clone, open, plan, merge, apply, titles, at, push } = await gitlabStage();
    const request = await open("first", { ...topic("b", "B"), ...topic("c", "C") });
    await plan(request);
    await fixture.platform.call("POST", "/topics", { name: "c", title: "By hand" });
    merge(request);
    commit(clone, topic("d", "D"));
    push();
    const told = await apply(at("main"));
    expect(told.code, told.stderr).toBe(3);
    expect(told.stderr).toContain("Left for the manual job: 2 changes (no note of a merged request approves it as it is now)");
    expect(told.stderr).toMatch(/update topic:c/);
    expect(told.stderr).toMatch(/create topic:d/);
    expect(await titles()).toEqual(expect.arrayContaining(["B", "By hand"]));
    expect(await titles()).not.toContain("D");
    expect(forge.deployments.map(({ sha }) => sha)).not.toContain(at("main"));
    const rest = await apply(at("main"), ["--unapproved"]);
    expect(rest.code, rest.stderr).toBe(0);
    expect(await titles()).toEqual(["B", "C", "D"]);
    expect(forge.deployments[0]?.sha).toBe(at("main"));
  });

  it("makes what is left in the manual job", async () => {
    const { open, merge, apply, titles } = await gitlabStage();
    const sha = merge(await open("first", topic("b", "B")));
    const made = await apply(sha, ["--unapproved"]);
    expect(made.code, made.stderr).toBe(0);
    expect(await titles()).toContain("B");
  });

  it("applies both of two requests that were planned side by side, whichever was merged first", async () => {
    const { open, plan, merge, apply, titles } = await gitlabStage();
    const [one, two] = [await open("first", topic("b", "B")), await open("second", topic("c", "C"))];
    await plan(one);
    await plan(two);
    expect(await apply(merge(two))).toMatchObject({ code: 0 });
    const last = await apply(merge(one));
    expect(last, last.stderr).toMatchObject({ code: 0 });
    expect(await titles()).toEqual(["B", "C"]);
  });

  it("counts no marker that is forged, replayed from another request or commit, or written by somebody else", async () => {
    const { forge, open, plan, merge, apply, titles } = await gitlabStage();
    const [one, two] = [await open("first", topic("b", "B")), await open("second", topic("c", "C"))];
    await plan(one);
    const written = (await forge.call("alice", "GET", note(one.number))) as readonly {
      readonly id: number;
      readonly body: string;
      readonly system: boolean;
    }[];
    const own = written.find(({ system }) => !system);
    await forge.call("mallory", "POST", note(two.number), { body: own?.body ?? "" });
    await forge.call("bot", "POST", note(two.number), { body: own?.body ?? "" });
    const replayed = await apply(merge(two));
    expect(replayed.code, replayed.stderr).toBe(3);
    expect(await titles()).not.toContain("C");
    one.push(topic("e", "E"));
    const moved = await apply(merge(one));
    expect(moved.code).toBe(3);
    const forged = (own?.body ?? "").replace(
      /approval:1 ([\w-])/,
      (_, first: string) => `approval:1 ${first === "A" ? "B" : "A"}`,
    );
    await forge.call("bot", "PUT", `${note(one.number)}/${own?.id}`, { body: forged });
    expect(await titles()).not.toContain("B");
  });

  it("counts a sound marker only in a note of the notes token's own user", async () => {
    const { forge, open, plan, merge, apply, titles } = await gitlabStage();
    const request = await open("first", topic("b", "B"));
    await plan(request);
    type Note = { readonly id: number; readonly body: string; readonly system: boolean };
    const notes = (await forge.call("alice", "GET", note(request.number))) as readonly Note[];
    const own = notes.find(({ system }) => !system);
    await forge.call("bot", "PUT", `${note(request.number)}/${own?.id}`, { body: "Taken back" });
    await forge.call("mallory", "POST", note(request.number), { body: own?.body ?? "" });
    const told = await apply(merge(request));
    expect(told.code, told.stderr).toBe(3);
    expect(await titles()).not.toContain("B");
  });

  it("lets a new plan of an approved commit only take away", async () => {
    const { forge, fixture, open, plan, merge, apply, titles } = await gitlabStage();
    const request = await open("first", topic("b", "B"));
    const made = (await fixture.platform.call("POST", "/topics", { name: "b", title: "B" })) as { readonly id: number };
    await plan(request);
    forge.approve(request.number);
    await fixture.platform.call("DELETE", `/topics/${made.id}`);
    await plan(request);
    const told = await apply(merge(request));
    expect(told.code, told.stderr).toBe(3);
    expect(await titles()).not.toContain("B");
  });

  it("does nothing in the job of an older commit, and nothing by markers where authors define the job or no key is set", async () => {
    const { open, plan, merge, apply, titles, at, clone, push } = await gitlabStage();
    const request = await open("first", topic("b", "B"));
    await plan(request);
    const sha = merge(request);
    expect((await apply(sha, [], { CI_CONFIG_PATH: ".gitlab-ci.yml" })).stderr).toContain(
      "the job is defined where authors can change what notes say",
    );
    expect(await titles()).not.toContain("B");
    commit(clone, { "README.md": "later" });
    push();
    const stale = await apply(sha);
    expect(stale).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`main is at ${at("main").slice(0, 12)} now`) as string,
    });
    const loose = await apply(at("main"), [], { CI_COMMIT_REF_PROTECTED: "false" });
    expect(loose).toMatchObject({ code: 1, stderr: expect.stringContaining("the branch main is not protected") as string });
  });

  it("leaves older differences alone", async () => {
    const { fixture, open, plan, merge, apply, titles } = await gitlabStage();
    await fixture.platform.call("POST", "/topics", { name: "a", title: "By hand" });
    const request = await open("first", topic("b", "B"));
    await plan(request);
    expect(await apply(merge(request))).toMatchObject({ code: 0 });
    expect(await titles()).toEqual(["B", "By hand"]);
  });

  it("makes of what a wildcard in a key matches only what was approved", async () => {
    const { fixture, clone, open, plan, merge, apply, at, push } = await gitlabStage();
    await fixture.platform.call("POST", "/groups", { name: "acme", path: "acme" });
    const { id } = (await fixture.platform.call("GET", "/groups/acme")) as { readonly id: number };
    await fixture.platform.call("POST", "/projects", { name: "web", path: "web", namespace_id: id });
    const branches = (...names: readonly string[]) => ({
      "trueup/web.yaml": `projects:\n  acme/web:\n    protected_branches: { ${names.map((one) => `"${one}": {}`).join(", ")} }\n`,
    });
    const request = await open("first", branches("release/*"));
    await plan(request);
    merge(request);
    commit(clone, branches("release/*", "release/1"));
    push();
    const told = await apply(at("main"));
    expect(told.code, told.stderr).toBe(3);
    expect(told.stderr).toMatch(/Left for the manual job: 1 change .*\n {2}create protected_branch:acme\/web:release\/1\n/);
    const made = (await fixture.platform.call("GET", "/projects/acme%2Fweb/protected_branches")) as { readonly name: string }[];
    expect(made.map(({ name }) => name)).toContain("release/*");
    expect(made.map(({ name }) => name)).not.toContain("release/1");
  });

  it("deletes what nobody declares any more where that was approved, and nothing beside it", async () => {
    const { fixture, clone, open, plan, merge, apply, at, push, titles } = await gitlabStage({
      ...topic("a", "A"),
      ...topic("c", "C"),
      "trueup/all.yaml": "delete_undeclared: { topics: true }\n",
    });
    for (const name of ["a", "c"]) await fixture.platform.call("POST", "/topics", { name, title: name.toUpperCase() });
    const request = await open("first", { "trueup/c.yaml": undefined });
    await plan(request, {}, ["--allow-delete", "topic"]);
    merge(request);
    commit(clone, { "trueup/a.yaml": undefined, ...topic("d", "D") });
    push();
    const told = await apply(at("main"), ["--allow-delete", "topic"]);
    expect(told.code, told.stderr).toBe(3);
    expect(told.stderr).toMatch(/Left for the manual job: 2 changes .*\n {2}create topic:d\n {2}delete topic:a\n/);
    expect(await titles()).toEqual(["A"]);
  });

  it("tells with --then-drift what still differs in the issue of ci drift, heals nothing, and closes it", async () => {
    const { forge, fixture, open, plan, merge, apply, drift, titles } = await gitlabStage();
    const request = await open("first", topic("b", "B"));
    await plan(request);
    const sha = merge(request);
    const told = await apply(sha, ["--then-drift"]);
    expect(told.code, told.stderr).toBe(2);
    expect(await titles()).toEqual(["B"]);
    expect(forge.deployments[0]?.sha).toBe(sha);
    const issues = async () =>
      (await forge.call("alice", "GET", "/projects/platform%2Fdesired/issues")) as readonly {
        readonly state: string;
        readonly description: string;
      }[];
    expect(await issues()).toEqual([expect.objectContaining({ state: "opened" })]);
    expect((await issues())[0]?.description).toMatch(/topic:a/);
    expect((await issues())[0]?.description).not.toMatch(/topic:b/);
    expect(await drift(sha)).toMatchObject({ code: 2, stderr: expect.stringContaining("was left as it is") as string });
    expect(await apply(sha, ["--then-drift"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("was left as it is") as string,
    });
    await fixture.platform.call("POST", "/topics", { name: "a", title: "A" });
    expect(await apply(sha, ["--then-drift"])).toMatchObject({ code: 0 });
    expect(await issues()).toEqual([expect.objectContaining({ state: "closed" })]);
  });

  it("ends with --then-drift as the apply does where that left something", async () => {
    const { forge, open, merge, apply } = await gitlabStage();
    const told = await apply(merge(await open("first", topic("b", "B"))), ["--then-drift"]);
    expect(told.code, told.stderr).toBe(3);
    const [issue] = (await forge.call("alice", "GET", "/projects/platform%2Fdesired/issues")) as { description: string }[];
    expect(issue?.description).toMatch(/topic:b/);
  });

  it("fails before any write in a freeze; the first scheduled run after it makes what was approved, and the next one nothing", async () => {
    const freeze = "freeze: [{ from: 2027-12-20, until: 2027-12-26, timezone: UTC, reason: Year end }]\n";
    const { forge, fixture, open, plan, merge, apply, titles } = await gitlabStage({ ...topic("a", "A"), "trueup.yaml": freeze });
    const request = await open("first", topic("b", "B"));
    await plan(request);
    const sha = merge(request);
    const [frozenDay, lastNight, nextNight] = ["2027-12-24T12:00Z", "2027-12-26T03:17Z", "2027-12-27T03:17Z"];
    const recorded = forge.deployments.length;
    fixture.server.forget();
    for (const [now, source] of [
      [frozenDay, "push"],
      [lastNight, "schedule"],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one run follows the other
      const frozen = await apply(sha, [], { CI_PIPELINE_SOURCE: source }, now);
      expect(frozen.code).toBe(1);
      expect(frozen.stderr).toMatch(/freeze, until .*2027-12-27.*Year end/);
    }
    expect(fixture.writes()).toEqual([]);
    expect(forge.deployments).toHaveLength(recorded);
    await fixture.platform.call("POST", "/topics", { name: "c", title: "By hand" });
    const made = await apply(sha, [], { CI_PIPELINE_SOURCE: "schedule" }, nextNight);
    expect(made.code, made.stderr).toBe(0);
    expect(await titles()).toEqual(["B", "By hand"]);
    expect(forge.deployments[0]?.sha).toBe(sha);
    fixture.server.forget();
    const again = await apply(sha, [], { CI_PIPELINE_SOURCE: "schedule" }, "2027-12-28T03:17Z");
    expect(again.code, again.stderr).toBe(0);
    expect(fixture.writes()).toEqual([]);
    expect(forge.deployments).toHaveLength(recorded + 1);
  });
});
