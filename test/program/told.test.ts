import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AddressParts } from "../../src/core/address.js";
import { parseFault } from "../../src/emulator/index.js";
import { Refused } from "../../src/trueup.js";
import { type Bench, openBench, wish } from "./bench.js";

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

const project = (path: string): AddressParts => ({ kind: "project", path });
const rule = (key: string): AddressParts => ({ kind: "approval_rule", path: "acme/web", key });
const settings: AddressParts = { kind: "application_settings" };
const hook: AddressParts = { kind: "integration", path: "acme/web", key: "assembla" };

describe("what is to be created and is there already", () => {
  it("is refused, with the id and the address to import", async () => {
    const { resources } = bench;
    const seen = await resources.read(project("acme/web"));
    await expect(resources.grant(wish(project("ACME/web"), { description: "mine" }), true)).rejects.toMatchObject({
      code: "resource.exists",
      message: `project:ACME/web is there already (with the id ${seen?.id ?? ""})`,
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
      await expect(resources.grant(wish(parts, spec), true)).resolves.toMatchObject({ seen: { spec } });
    }
  });

  it("is refused for an integration that is active, and not for one that is not", async () => {
    const { resources } = bench;
    const asked = wish(hook, { token: { $secret: "token" }, subdomain: "acme" }, { secrets: { token: "s3cr3t-value" } });
    await resources.grant(asked, true);
    await expect(resources.grant(asked, true)).rejects.toMatchObject({ code: "resource.exists" });
    await resources.remove(hook);
    await expect(resources.grant(asked, true)).resolves.toMatchObject({ seen: { key: "assembla" } });
  });
});

describe("the values from before", () => {
  it("are those of the attributes that changed, and granting them puts all back", async () => {
    const { resources } = bench;
    const names = [
      "signup_enabled",
      "default_project_visibility",
      "domain_denylist",
      "domain_denylist_enabled",
      "archive_builds_in_human_readable",
    ];
    const first = await resources.read(settings, { attributes: names });
    const { before } = await resources.grant(
      wish(settings, {
        signup_enabled: first?.spec["signup_enabled"] ?? null,
        default_project_visibility: "internal",
        domain_denylist_enabled: true,
        domain_denylist: ["example.org"],
      }),
      true,
    );
    expect(Object.keys(before).sort()).toEqual(["default_project_visibility", "domain_denylist", "domain_denylist_enabled"]);
    await resources.grant(wish(settings, before), false);
    expect(await resources.read(settings, { attributes: names })).toEqual(first);
  });

  it("hold of a record only the parts that changed, and no secret", async () => {
    const { resources } = bench;
    const policy = { enabled: true, cadence: "7d", keep_n: 5 };
    await resources.grant(wish(project("acme/web"), { container_expiration_policy: policy }), false);
    const { before } = await resources.grant(
      wish(project("acme/web"), { container_expiration_policy: { ...policy, keep_n: 10 } }),
      false,
    );
    expect(before).toEqual({ container_expiration_policy: { keep_n: 5 } });
    const secret = { akismet: "k3y-of-before" };
    const asked = (value: string) =>
      wish(settings, { spamfilter_api_key: { $secret: "akismet" } }, { secrets: { ...secret, akismet: value } });
    await resources.grant(asked("k3y-of-before"), true);
    expect((await resources.grant(asked("k3y-of-now"), false)).before).toEqual({});
  });
});

describe("refusals", () => {
  it("tell tier, release, role and the kind's checks at their attributes, without reading the thing", async () => {
    await bench.close();
    bench = await openBench({ tier: "free", seed });
    const resources = await bench.open({}, "token-of-bob");
    await resources.capabilities();
    await bench.reset();
    const asked = wish(project("acme/new"), { merge_trains_enabled: true, merge_pipelines_enabled: false, description: "x" });
    const told = await resources.refusals(asked, true);
    expect(told.map(({ rule: name, attribute }) => [name, attribute])).toEqual([
      ["tier", "merge_trains_enabled"],
      ["tier", "merge_pipelines_enabled"],
      ["project.merge-trains", "merge_trains_enabled"],
    ]);
    expect((await resources.refusals(wish({ kind: "topic", path: "x" }, {}), true)).map(({ rule: name }) => name)).toEqual([
      "role",
      "create.required",
    ]);
    expect((await resources.refusals(wish({ kind: "topic", path: "x" }, {}), false)).map(({ rule: name }) => name)).toEqual([
      "role",
    ]);
    expect((await bench.requests()).total).toBe(0);
  });

  it("of a wish carry every reason with its attribute, and nothing is changed", async () => {
    const { resources } = bench;
    const refused = await resources
      .grant(wish(rule("Security"), { approvals_required: 1, users: ["alice", "nobody"], groups: ["acme/none"] }), true)
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refused);
    expect(new Set((refused as Refused).remarks.map(({ attribute }) => attribute))).toEqual(new Set(["groups.0", "users.1"]));
    expect((refused as Refused).message).toContain("there is no user nobody");
    expect(await resources.read(rule("Security"))).toBeUndefined();
  });

  it("of a child whose parent is missing name the parent", async () => {
    const asked = wish({ kind: "approval_rule", path: "acme/none", key: "A" }, { approvals_required: 1, users: ["alice"] });
    await expect(bench.resources.grant(asked, true)).rejects.toMatchObject({
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
    await resources.grant(wish(project("acme/api"), { description: "API" }), true);
    expect(await resources.read(project("acme/api"), { attributes: ["description"] })).toMatchObject({
      spec: { description: "API" },
    });
    await resources.remove(project("acme/api"));
    await expect(resources.grant(wish(settings, { signup_enabled: false }), true)).rejects.toMatchObject({
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
    const asked = wish(hook, { token: { $secret: "token" }, subdomain: "acme" }, { secrets: { token: value } });
    const granted = await resources.grant(asked, true);
    expect(JSON.stringify(granted)).not.toContain("s3cr3t");
    expect(granted.warnings.map(({ rule: name }) => name)).toEqual([]);
    expect(JSON.stringify(await resources.read(hook))).not.toContain("s3cr3t");
    const error: unknown = await resources.grant({ ...asked, resend: true }, false).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "apply.failed" });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain("s3cr3t");
    const missing = resources.grant({ ...asked, resend: true, secrets: {} }, false);
    await expect(missing).rejects.toMatchObject({ code: "secret.missing" });
  });

  it("a picture is sent from its path, and read with its hash", async () => {
    const { resources } = bench;
    const bytes = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(64)]);
    await writeFile(join(bench.cwd, "logo.png"), bytes);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const topic = { kind: "topic", path: "rust" };
    const made = await resources.grant(wish(topic, { title: "Rust", avatar: { $file: "logo.png", sha256 } }), true);
    expect(made.seen.spec["avatar"]).toMatchObject({ sha256 });
    expect((await resources.read(topic, { attributes: ["avatar"] }))?.spec["avatar"]).toMatchObject({ sha256 });
    const absolute = { $file: join(bench.cwd, "logo.png"), sha256 };
    expect((await resources.grant(wish(topic, { avatar: absolute }), false)).before).toEqual({});
    await writeFile(join(bench.cwd, "logo.png"), "something else");
    await expect(resources.grant(wish({ ...topic, path: "go" }, { title: "Go", avatar: absolute }), true)).rejects.toMatchObject({
      code: "apply.file-changed",
    });
    await expect(
      resources.grant(wish({ ...topic, path: "go" }, { title: "Go", avatar: { $file: "none.png", sha256 } }), true),
    ).rejects.toMatchObject({ code: "file.missing" });
  });
});

describe("deleting a group", () => {
  it("tells what goes with it, but not what is on its way out already", async () => {
    const { resources } = bench;
    const group = (path: string): AddressParts => ({ kind: "group", path });
    await resources.grant(wish(settings, { delayed_group_deletion: true, deletion_adjourned_period: 7 }), true);
    for (const path of ["acme/one", "acme/one/sub", "acme/two"])
      await resources.grant(wish(group(path), { name: path.replaceAll("/", " ") }), true);
    await resources.grant(wish(project("acme/one/web"), {}), true);
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
    await resources.grant(wish({ kind: "group", path: "acme/team" }, { name: "Team" }), true);
    const asked = wish(project("acme/api"), { shared_with_groups: [{ group: "acme/team", access_level: "developer" }] });
    const { seen, failure } = await resources.grant(asked, true);
    expect(failure).toMatchObject({ code: "apply.failed", message: expect.stringContaining("answered 400") as string });
    expect(seen).toMatchObject({ path: "acme/api" });
    expect(await resources.read(project("acme/api"), { attributes: [] })).toMatchObject({ id: seen.id });
  });

  it("what fails before anything was changed is thrown, and does not stop what comes after", async () => {
    await bench.close();
    bench = await openBench({ tier: "ultimate", seed, faults: [parseFault("POST /projects status=400 times=1")] });
    const asked = wish(project("acme/api"), {});
    await expect(bench.resources.grant(asked, true)).rejects.toMatchObject({ code: "apply.failed", where: "POST /projects" });
    await expect(bench.resources.grant(asked, true)).resolves.toMatchObject({ seen: { path: "acme/api" } });
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
    const running = resources.grant(wish(project("acme/web"), { description: "late" }), false);
    const reading = resources.read(project("acme/web"));
    const waiting = resources.grant(wish(project("acme/web"), { description: "later" }), false);
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
