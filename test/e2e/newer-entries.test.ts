// @module-tag slow
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture(inProcess, {
    dialect: "vendor",
    serverVersion: "19.0.0-ee",
    tier: "premium",
    seed: { groups: [{ full_path: "acme" }], projects: [{ path_with_namespace: "acme/web" }] },
  });
  await fixture.platform.call("POST", "/projects/acme%2Fweb/protected_tags", { name: "v*" });
});
afterEach(async () => fixture.close());

/** A server that shows tags as a later release might: who may make one is told in a way that nobody knows yet. */
function shows(entry: object, more: object = {}): void {
  const body = JSON.stringify([{ name: "v*", create_access_levels: [{ id: 9, access_level: 40, ...entry }], ...more }]);
  fixture.server.misbehave({
    method: "GET",
    path: /\/protected_tags(\?|$)/,
    trouble: { answer: { status: 200, headers: { "content-type": "application/json" }, body } },
  });
}

const tags = (said: string) =>
  fixture.write("files/trueup.yaml", `projects: { acme/web: { protected_tags: { 'v*': ${said} } } }\n`);

it("an entry of a sort that only a newer server has is not taken for the role beside it: the plan shows it as what goes", async () => {
  shows({ runner_id: 7 });
  tags("{ allowed_to_create: [{ access_level: maintainer }] }");
  const { code, stdout } = await fixture.run(["plan", "files", "--detailed-exitcode"]);
  expect({ code, shown: stdout.includes("runner_id") }).toEqual({ code: 2, shown: true });
});

it("it is exported under unchecked, and the files then say what is live", async () => {
  shows({ runner_id: 7 });
  expect(await fixture.run(["export", "--out", "live"])).toMatchObject({ code: 0 });
  const text = readFileSync(join(fixture.directory, "live/acme.yaml"), "utf8");
  expect(text).toMatch(/unchecked:\n\s+allowed_to_create:\n\s+- \{ access_level: maintainer, runner_id: 7 \}/);
  expect(await fixture.run(["plan", "live", "--detailed-exitcode"])).toMatchObject({ code: 0 });
});

it("a setting that only a newer server has is told by an export, and before a thing is made again without it", async () => {
  shows({}, { signed_only: true });
  const exported = await fixture.run(["export", "--out", "live"]);
  expect(`${exported.stdout}${exported.stderr}`).toContain("signed_only");
  tags("{ allowed_to_create: [{ access_level: developer }] }");
  const { stdout } = await fixture.run(["plan", "files"]);
  expect(stdout.replaceAll(/\s+/g, " ")).toContain("signed_only, which this version of trueup does not know, is lost");
});
