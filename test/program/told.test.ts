// @module-tag slow
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Address } from "../../src/core/address.js";
import { file, secret as placeholder } from "../../src/core/placeholders.js";
import { parseFault } from "../../src/emulator/index.js";
import { RefusedError } from "../../src/trueup.js";
import { type Bench, openBench, resource } from "./bench.js";

let bench: Bench;
const seed = {
  users: [{ username: "alice" }, { username: "bob", token: "token-of-bob" }],
  groups: [{ full_path: "acme", name: "Acme", members: { alice: 50, bob: 50 } }],
  projects: [{ path_with_namespace: "acme/web", name: "Web" }],
};
beforeEach(async () => {
  bench = await openBench({ tier: "ultimate", seed });
});
afterEach(() => bench.close());

const project = (path: string): Address => ({ kind: "project", path });
const rule = (key: string): Address => ({ kind: "approval_rule", path: "acme/web", key });
const settings: Address = { kind: "application_settings" };
const hook: Address = { kind: "integration", path: "acme/web", key: "assembla" };

describe("what is to be created and is there already", () => {
  it("is refused, with the id and the address to import", async () => {
    const { resources } = bench;
    const live = await resources.read(project("acme/web"));
    await expect(resources.apply(resource(project("ACME/web"), { description: "mine" }), true)).rejects.toMatchObject({
      code: "resource.exists",
      message: `project:ACME/web is there already (with the id ${live?.id ?? ""})`,
      hint: expect.stringContaining('"project:ACME/web"') as string,
    });
    expect((await resources.read(project("acme/web")))?.spec["description"]).toBe(null);
  });

  it("is taken over where it is there without anybody's doing", async () => {
    const { resources } = bench;
    for (const [parts, spec] of [
      [settings, { signup_enabled: false }],
      [{ kind: "appearance" }, { title: "Acme" }],
      [{ kind: "approval_settings", path: "acme/web" }, { reset_approvals_on_push: false }],
    ] as const) {
      await expect(resources.apply(resource(parts, spec), true)).resolves.toMatchObject({ live: { spec } });
    }
  });

  it("is refused for an integration that is active, and not for one that is not", async () => {
    const { resources } = bench;
    const asked = resource(hook, { token: placeholder("token"), subdomain: "acme" }, { secrets: { token: "s3cr3t-value" } });
    await resources.apply(asked, true);
    await expect(resources.apply(asked, true)).rejects.toMatchObject({ code: "resource.exists" });
    await resources.remove(hook);
    await expect(resources.apply(asked, true)).resolves.toMatchObject({ live: { key: "assembla" } });
  });
});

describe("what the platform makes by itself in a new project", () => {
  const branch: Address = { kind: "protected_branch", parent: "project", path: "acme/new", key: "main" };
  const desired = resource(branch, { allowed_to_push: [{ access_level: "no_access" }] });
  const make = () => bench.resources.apply(resource(project("acme/new"), { initialize_with_readme: true }), true);

  it("is taken over where it is to be created, by who made the project", async () => {
    await make();
    await expect(bench.resources.apply(desired, true)).resolves.toMatchObject({ live: { spec: desired.spec } });
    const other = await bench.open();
    await expect(other.apply(desired, true)).rejects.toMatchObject({ code: "resource.exists" });
  });

  it("is taken over also where it comes between", async () => {
    await bench.close();
    const faults = [parseFault("POST /projects/*/protected_branches status=409 times=1")];
    bench = await openBench({ tier: "ultimate", seed, faults });
    const filled = resource(project("acme/new"), {});
    await bench.resources.apply(filled, true);
    await expect(bench.resources.apply(desired, true)).resolves.toMatchObject({ live: { spec: desired.spec } });
  });
});

describe("the values from before", () => {
  it("are those of the attributes that changed, and writing them puts all back", async () => {
    const { resources } = bench;
    const names = [
      "signup_enabled",
      "default_project_visibility",
      "domain_denylist",
      "domain_denylist_enabled",
      "archive_builds_in_human_readable",
    ];
    const first = await resources.read(settings, { attributes: names });
    const { before } = await resources.apply(
      resource(settings, {
        signup_enabled: first?.spec["signup_enabled"] ?? null,
        default_project_visibility: "internal",
        domain_denylist_enabled: true,
        domain_denylist: ["example.org"],
      }),
      true,
    );
    expect(Object.keys(before).sort()).toEqual(["default_project_visibility", "domain_denylist", "domain_denylist_enabled"]);
    await resources.apply(resource(settings, before), false);
    expect(await resources.read(settings, { attributes: names })).toEqual(first);
  });

  it("hold of a record only the parts that changed, and no secret", async () => {
    const { resources } = bench;
    const policy = { enabled: true, cadence: "7d", keep_n: 5 };
    await resources.apply(resource(project("acme/web"), { container_expiration_policy: policy }), false);
    const { before } = await resources.apply(
      resource(project("acme/web"), { container_expiration_policy: { ...policy, keep_n: 10 } }),
      false,
    );
    expect(before).toEqual({ container_expiration_policy: { keep_n: 5 } });
    const secret = { akismet: "k3y-of-before" };
    const asked = (value: string) =>
      resource(settings, { spamfilter_api_key: placeholder("akismet") }, { secrets: { ...secret, akismet: value } });
    await resources.apply(asked("k3y-of-before"), true);
    expect((await resources.apply(asked("k3y-of-now"), false)).before).toEqual({});
  });
});

describe("refusals", () => {
  it("tell tier, release, role and the kind's checks at their attributes, without reading the thing", async () => {
    await bench.close();
    bench = await openBench({ tier: "free", seed });
    const resources = await bench.open({}, "token-of-bob");
    await resources.capabilities();
    await bench.reset();
    const asked = resource(project("acme/new"), { merge_trains_enabled: true, merge_pipelines_enabled: false, description: "x" });
    const told = await resources.refusals(asked, true);
    expect(told.map(({ rule: name, attribute }) => [name, attribute])).toEqual([
      ["tier", "merge_trains_enabled"],
      ["tier", "merge_pipelines_enabled"],
      ["project.merge-trains", "merge_trains_enabled"],
    ]);
    expect((await resources.refusals(resource({ kind: "topic", path: "x" }, {}), true)).map(({ rule: name }) => name)).toEqual([
      "role",
      "create.required",
    ]);
    expect((await resources.refusals(resource({ kind: "topic", path: "x" }, {}), false)).map(({ rule: name }) => name)).toEqual([
      "role",
    ]);
    expect((await bench.requests()).total).toBe(0);
  });

  it("of a resource carry every reason with its attribute, and nothing is changed", async () => {
    const { resources } = bench;
    const refused = await resources
      .apply(resource(rule("Security"), { approvals_required: 1, users: ["alice", "nobody"], groups: ["acme/none"] }), true)
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RefusedError);
    expect(new Set((refused as RefusedError).diagnostics.map(({ attribute }) => attribute))).toEqual(
      new Set(["groups.0", "users.1"]),
    );
    expect((refused as RefusedError).message).toContain("there is no user nobody");
    expect(await resources.read(rule("Security"))).toBeUndefined();
  });

  it("of a child whose parent is missing name the parent", async () => {
    const asked = resource({ kind: "approval_rule", path: "acme/none", key: "A" }, { approvals_required: 1, users: ["alice"] });
    await expect(bench.resources.apply(asked, true)).rejects.toMatchObject({
      code: "parent.missing",
      message: expect.stringContaining("there is no project acme/none") as string,
    });
    expect(await bench.resources.read(asked)).toBeUndefined();
    expect(await bench.resources.remove(asked)).toEqual([]);
  });
});

describe("who is no administrator", () => {
  it("reads, makes and removes what their role allows, and is told of the rest", async () => {
    const resources = await bench.open({}, "token-of-bob");
    await resources.apply(resource(project("acme/api"), { description: "API" }), true);
    expect(await resources.read(project("acme/api"), { attributes: ["description"] })).toMatchObject({
      spec: { description: "API" },
    });
    await resources.remove(project("acme/api"));
    await expect(resources.apply(resource(settings, { signup_enabled: false }), true)).rejects.toMatchObject({
      code: "role",
      message: expect.stringContaining("only an administrator") as string,
    });
    await expect(resources.read(settings)).rejects.toMatchObject({ status: 403 });
  });
});

describe("secrets and pictures", () => {
  it("are sent, are never shown, and stand in no error", async () => {
    await bench.close();
    bench = await openBench({
      tier: "ultimate",
      seed,
      faults: [parseFault("PUT /projects/*/integrations/assembla status=400 skip=1")],
    });
    const { resources } = bench;
    const value = "s3cr3t-value";
    const asked = resource(hook, { token: placeholder("token"), subdomain: "acme" }, { secrets: { token: value } });
    const applied = await resources.apply(asked, true);
    expect(JSON.stringify(applied)).not.toContain("s3cr3t");
    expect(applied.warnings.map(({ rule: name }) => name)).toEqual([]);
    expect(JSON.stringify(await resources.read(hook))).not.toContain("s3cr3t");
    const error: unknown = await resources.apply({ ...asked, resend: true }, false).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "apply.failed" });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain("s3cr3t");
    const missing = resources.apply({ ...asked, resend: true, secrets: {} }, false);
    await expect(missing).rejects.toMatchObject({ code: "secret.missing" });
  });

  it("a picture is sent from its path, and read with its hash", async () => {
    const { resources } = bench;
    const bytes = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(64)]);
    await writeFile(join(bench.cwd, "logo.png"), bytes);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const topic = { kind: "topic", path: "rust" };
    const made = await resources.apply(resource(topic, { title: "Rust", avatar: file("logo.png", sha256) }), true);
    expect(made.live.spec["avatar"]).toMatchObject({ sha256 });
    expect((await resources.read(topic, { attributes: ["avatar"] }))?.spec["avatar"]).toMatchObject({ sha256 });
    const absolute = file(join(bench.cwd, "logo.png"), sha256);
    expect((await resources.apply(resource(topic, { avatar: absolute }), false)).before).toEqual({});
    await writeFile(join(bench.cwd, "logo.png"), "something else");
    await expect(
      resources.apply(resource({ ...topic, path: "go" }, { title: "Go", avatar: absolute }), true),
    ).rejects.toMatchObject({
      code: "apply.file-changed",
    });
    await expect(
      resources.apply(resource({ ...topic, path: "go" }, { title: "Go", avatar: file("none.png", sha256) }), true),
    ).rejects.toMatchObject({ code: "file.missing" });
  });
});

describe("deleting a group", () => {
  it("tells what goes with it, but not what is on its way out already", async () => {
    const { resources } = bench;
    const group = (path: string): Address => ({ kind: "group", path });
    await resources.apply(resource(settings, { delayed_group_deletion: true, deletion_adjourned_period: 7 }), true);
    for (const path of ["acme/one", "acme/one/sub", "acme/two"])
      await resources.apply(resource(group(path), { name: path.replaceAll("/", " ") }), true);
    await resources.apply(resource(project("acme/one/web"), {}), true);
    expect(await resources.remove(group("acme/one"))).toMatchObject([
      { rule: "delete.contents", message: "deleting it also deletes 2 more: group:acme/one/sub, project:acme/one/web" },
    ]);
    expect(await resources.remove(group("acme"))).toMatchObject([
      { rule: "delete.contents", message: "deleting it also deletes 2 more: group:acme/two, project:acme/web" },
    ]);
  });
});

describe("what ends before its end", () => {
  it("a creation that fails halfway answers what is there and why", async () => {
    await bench.close();
    bench = await openBench({ tier: "ultimate", seed, faults: [parseFault("POST /projects/*/share status=400")] });
    const { resources } = bench;
    await resources.apply(resource({ kind: "group", path: "acme/team" }, { name: "Team" }), true);
    const asked = resource(project("acme/api"), { shared_with_groups: [{ group: "acme/team", access_level: "developer" }] });
    const { live, failure } = await resources.apply(asked, true);
    expect(failure).toMatchObject({ code: "apply.failed", message: expect.stringContaining("answered 400") as string });
    expect(live).toMatchObject({ path: "acme/api" });
    expect(await resources.read(project("acme/api"), { attributes: [] })).toMatchObject({ id: live.id });
  });

  it("what fails before anything was changed is thrown, and does not stop what comes after", async () => {
    await bench.close();
    bench = await openBench({ tier: "ultimate", seed, faults: [parseFault("POST /projects status=400 times=1")] });
    const asked = resource(project("acme/api"), {});
    await expect(bench.resources.apply(asked, true)).rejects.toMatchObject({ code: "apply.failed", where: "POST /projects" });
    await expect(bench.resources.apply(asked, true)).resolves.toMatchObject({ live: { path: "acme/api" } });
  });

  it("a failed read is not remembered", async () => {
    await bench.close();
    bench = await openBench({
      seed,
      faults: [parseFault("GET /projects/* status=400 times=1"), parseFault("GET /user status=400 times=1")],
    });
    const { resources } = bench;
    await expect(resources.read(project("acme/web"))).rejects.toMatchObject({ status: 400 });
    await expect(resources.read(project("acme/web"))).rejects.toMatchObject({ status: 400 });
    await expect(resources.read(project("acme/web"))).resolves.toMatchObject({ path: "acme/web" });
  });

  it("nothing starts after a stop, and what is in flight is finished", async () => {
    await bench.close();
    bench = await openBench({ seed, latency: 30 });
    const { resources } = bench;
    await resources.capabilities();
    const running = resources.apply(resource(project("acme/web"), { description: "late" }), false);
    const reading = resources.read(project("acme/web"));
    const waiting = resources.apply(resource(project("acme/web"), { description: "later" }), false);
    const ended = Promise.allSettled([running, waiting, reading]);
    resources.stop();
    expect(await ended).toMatchObject([
      { status: "rejected", reason: { code: "interrupted" } },
      { status: "rejected", reason: { code: "interrupted" } },
      { status: "fulfilled", value: { path: "acme/web" } },
    ]);
    await expect(resources.read(project("acme/web"))).rejects.toMatchObject({ code: "interrupted" });
  });
});

describe("get", () => {
  it("answers what any endpoint does, lists to their end", async () => {
    const { resources } = bench;
    expect(await resources.get("/projects/acme%2Fweb", {})).toMatchObject({ path_with_namespace: "acme/web" });
    for (let index = 0; index < 25; index++)
      await bench.call("POST", "/topics", { name: `topic-${index}`, title: `Topic ${index}` });
    expect(await resources.get("/topics", { per_page: 10 })).toHaveLength(25);
    expect(await resources.get("/topics", { per_page: 10, page: 3 })).toHaveLength(5);
    expect(await resources.get("/topics", { search: "topic-7" })).toHaveLength(1);
    await expect(resources.get("/nonsense", {})).rejects.toMatchObject({ status: 404 });
    await expect(resources.get("/../../etc", {})).rejects.toMatchObject({ code: "path.invalid" });
  });
});
