// @module-tag slow
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publicKey } from "../emulator/public-key.js";
import { inProcess } from "../harness/command-line.js";
import { openFixture, type Fixture } from "../harness/fixture.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(inProcess, {
    dialect: "vendor",
    serverVersion: "19.0.0-ee",
    tier: "premium",
    seed: "none",
    secrets: ["mirror-4711-live"],
  });
  fixture.write("start/trueup.yaml", "groups: { acme: { name: Acme } }\nprojects: { acme/web: {} }\n");
  expect(await fixture.run(["apply", "start", "--yes"])).toMatchObject({ code: 0 });
});
afterAll(async () => fixture.close());

const at = "/projects/acme%2Fweb/remote_mirrors";
const address = "https://mirror.example.com/acme/web.git";
const run = async (command: string, body: string, ...words: string[]) => {
  fixture.write("files/trueup.yaml", `projects: { acme/web: { push_mirrors: { "${address}": ${body} } } }\n`);
  fixture.server.forget();
  return fixture.run([command, "files", ...words], { M: "mirror-4711-live" });
};
const routes = () =>
  fixture.writes().map((one) => one.replaceAll(/\/\d+/g, "/N").replace("/api/v4/projects/N/remote_mirrors", ""));
const live = async () => (await fixture.platform.call("GET", at)) as { id: number; url: string; enabled: boolean }[];
const firstId = async () => (await live())[0]?.id ?? 0;
const said = (more = "") => `{ enabled: true, username: bot, password: "\${env:M}"${more} }`;

describe("push mirrors", () => {
  it("are made with the credentials in the address, and told apart without them", async () => {
    expect(await run("apply", said(), "--yes")).toMatchObject({ code: 0, stderr: expect.not.stringContaining("did not stick") });
    expect(fixture.server.arrived.find(({ method }) => method === "POST")?.body?.toString()).toContain(
      "https://bot:mirror-4711-live@mirror.example.com/acme/web.git",
    );
    expect(await live()).toMatchObject([{ url: "https://*****:*****@mirror.example.com/acme/web.git", enabled: true }]);
    expect(await run("plan", said(), "--detailed-exitcode")).toMatchObject({ code: 0 });
  });

  it("are changed without a word of credentials", async () => {
    const id = await firstId();
    await fixture.platform.call("PUT", `${at}/${id}`, { enabled: false });
    expect(await run("drift", said())).toMatchObject({ code: 2, stdout: expect.stringMatching(/enabled +false -> true/) });
    expect(await run("apply", said(", keep_divergent_refs: true"), "--yes")).toMatchObject({ code: 0 });
    expect(routes()).toEqual(["PUT /N"]);
    expect(await live()).toMatchObject([{ id, enabled: true, keep_divergent_refs: true }]);
  });

  it("get other credentials by explicit order only: deleted and made again with all that they were", async () => {
    const id = await firstId();
    expect(await run("apply", said(), "--yes", "--resend-secrets", `push_mirror:acme/web:${address}`)).toMatchObject({ code: 0 });
    expect(routes()).toEqual(["DELETE /N", "POST "]);
    const [now] = await live();
    expect(now).toMatchObject({ enabled: true, keep_divergent_refs: true });
    expect(now?.id).not.toBe(id);
  });

  // doc/api/remote_mirrors.md: "host_keys": [{ "fingerprint_sha256": "SHA256:HbW3…" }].
  it("are compared with the fingerprints of the keys that the other side may show, in any order", async () => {
    const [one, other] = [publicKey(), publicKey()];
    const lines = (...keys: readonly { readonly text: string }[]) =>
      said(`, keep_divergent_refs: true, host_keys: [${keys.map(({ text }) => `"mirror.example.com ${text}"`).join(", ")}]`);
    expect(await run("apply", lines(one, other), "--yes")).toMatchObject({
      code: 0,
      stderr: expect.not.stringContaining("stuck"),
    });
    expect(await live()).toMatchObject([
      { host_keys: [{ fingerprint_sha256: one.sha256 }, { fingerprint_sha256: other.sha256 }] },
    ]);
    expect(await run("plan", lines(other, one), "--detailed-exitcode")).toMatchObject({
      code: 0,
      stdout: expect.not.stringContaining("host_keys"),
    });
    await fixture.platform.call("PUT", `${at}/${await firstId()}`, { host_keys: [`mirror.example.com ${other.text}`] });
    expect(await run("drift", lines(one, other))).toMatchObject({ code: 2, stdout: expect.stringContaining("host_keys") });
    expect(await run("apply", lines(one, other), "--yes")).toMatchObject({ code: 0 });
    expect(await run("plan", lines(one, other), "--detailed-exitcode")).toMatchObject({ code: 0 });
  });

  it("leave the keys of hosts out of an export, which says why, and take no fingerprint in their place", async () => {
    const { code, stdout, stderr } = await fixture.run(["export", "--out", "keys"]);
    expect(code).toBe(0);
    expect(await readFile(`${fixture.directory}/keys/acme.yaml`, "utf8")).not.toMatch(/^\s*host_keys:/m);
    const written = await readFile(`${fixture.directory}/keys/acme.yaml`, "utf8");
    expect(`${stdout}${stderr}${written}`).toContain("servers show fingerprints of keys, and a file needs the keys");
    expect(await run("validate", said(', host_keys: ["SHA256:HbW3g8zUjNSksFbqTiUWPWg2Bq1x8xdGUrliXFzSnUw"]'))).toMatchObject({
      code: 1,
    });
  });

  it("are exported without credentials, and plan empty", async () => {
    expect(await fixture.run(["export", "--out", "out"])).toMatchObject({ code: 0 });
    expect(await readFile(`${fixture.directory}/out/acme.yaml`, "utf8")).toContain(`${address}:`);
    expect(await fixture.run(["plan", "out", "--detailed-exitcode"])).toMatchObject({ code: 0 });
  });

  it("do not stand in files with a password in the address, and nothing repeats it", async () => {
    fixture.write(
      "files/trueup.yaml",
      `projects: { acme/web: { push_mirrors: { "https://bot:pw-4713@mirror.example.com/x": {} } } }\n`,
    );
    const ran = await fixture.run(["validate", "files"]);
    expect(ran).toMatchObject({ code: 1 });
    expect(ran.stdout + ran.stderr).toContain("without name and password");
    expect(ran.stdout + ran.stderr).not.toContain("pw-4713");
  });

  it("do not take a pattern beside protected branches alone", async () => {
    expect(await run("validate", said(", only_protected_branches: true, mirror_branch_regex: x"))).toMatchObject({ code: 1 });
  });

  it("of one address are refused, and strays go where the files ask for it", async () => {
    await fixture.platform.call("POST", at, { url: address });
    expect(await run("plan", said())).toMatchObject({ code: 1, stdout: expect.stringContaining("match.ambiguous") });
    const [, twin] = await live();
    await fixture.platform.call("DELETE", `${at}/${twin?.id}`);
    await fixture.platform.call("POST", at, { url: "https://other.example.com/x.git" });
    fixture.write(
      "files/trueup.yaml",
      `projects: { acme/web: { push_mirrors: { "${address}": { ensure: absent } } } }\ndelete_undeclared: { push_mirrors: true }\n`,
    );
    expect(await fixture.run(["apply", "files", "--yes"])).toMatchObject({ code: 0 });
    expect(await live()).toEqual([]);
  });
});
