// @module-tag slow
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";

let fixture: Fixture;

beforeEach(async () => {
  fixture = await openFixture(inProcess, {
    dialect: "vendor",
    serverVersion: "19.0.0-ee",
    tier: "ultimate",
    seed: {
      groups: [{ full_path: "acme" }, { full_path: "acme/team" }, { full_path: "other" }],
      projects: [{ path_with_namespace: "acme/web" }],
    },
  });
});
afterEach(async () => fixture.close());

/** Applies files, and plans them again: nothing may be left. Returns what was sent. */
async function settles(files: string): Promise<readonly string[]> {
  fixture.server.forget();
  fixture.write("files/trueup.yaml", files);
  expect(await fixture.run(["apply", "files", "--yes"])).toMatchObject({ code: 0 });
  const sent = fixture.writes();
  expect(await fixture.run(["plan", "files", "--detailed-exitcode"])).toMatchObject({ code: 0 });
  return sent;
}

async function call(method: string, path: string, body?: object): Promise<Record<string, { readonly value?: unknown }>> {
  const reply = await fetch(`${fixture.platform.url}/api/v4${path}`, {
    method,
    headers: { "private-token": fixture.platform.token, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(reply.status).toBeLessThan(300);
  return (await reply.json()) as Record<string, { readonly value?: unknown }>;
}

const setting = "/groups/acme/merge_request_approval_setting";

describe("approval settings of a group", () => {
  it("are said in the words of a project's, whatever they are called there", async () => {
    const files =
      "groups: { acme: { approval_settings: { merge_requests_author_approval: false, merge_requests_disable_committers_approval: true, reset_approvals_on_push: true } } }\n";
    expect(await settles(files)).toEqual([expect.stringMatching(/^PUT .*\/merge_request_approval_setting$/)]);
    const shown = await call("GET", setting);
    const value = (name: string) => shown[name]?.value;
    expect([value("allow_author_approval"), value("allow_committer_approval"), value("retain_approvals_on_push")]).toEqual([
      false,
      false,
      false,
    ]);
    await call("PUT", setting, { allow_author_approval: true, retain_approvals_on_push: true });
    expect(await fixture.run(["plan", "files", "--detailed-exitcode"])).toMatchObject({ code: 2 });
    await settles(files);
  });

  it("hang on groups at the top alone", async () => {
    fixture.write("files/trueup.yaml", "groups: { acme/team: { approval_settings: { reset_approvals_on_push: true } } }\n");
    const { code, stderr } = await fixture.run(["plan", "files"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("only a group at the top can have approval settings")]);
  });

  it("are read of the groups alone that declare some", async () => {
    fixture.server.forget();
    await settles("groups: { acme: { approval_settings: { reset_approvals_on_push: false } }, other: {} }\n");
    const read = fixture.server.arrived.filter(({ path }) => path.includes("merge_request_approval_setting"));
    expect(new Set(read.map(({ path }) => path)).size).toBe(1);
  });

  it("that the instance has locked are told, and no drift", async () => {
    await call("PUT", "/application/settings", { prevent_merge_requests_author_approval: true });
    fixture.write("files/trueup.yaml", "groups: { acme: { approval_settings: { merge_requests_author_approval: true } } }\n");
    const { code, stdout } = await fixture.run(["plan", "files", "--detailed-exitcode"]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("has locked this setting")]);
  });

  it("are exported, and the export plans empty", async () => {
    await call("PUT", setting, {
      allow_author_approval: false,
      retain_approvals_on_push: false,
      require_password_to_approve: true,
    });
    expect(await fixture.run(["export", "--out", "exported"])).toMatchObject({ code: 0 });
    expect(await fixture.run(["plan", "exported", "--detailed-exitcode"])).toMatchObject({ code: 0 });
    expect(readFileSync(join(fixture.directory, "exported/acme.yaml"), "utf8")).toContain(
      "merge_requests_author_approval: false",
    );
  });
});
