// @module-tag slow
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { openFixture, type Fixture } from "../harness/fixture.js";

const signature = [0x89, 0x50, 0x4e, 0x47];
const one = Buffer.from([...signature, 1]);
const other = Buffer.from([...signature, 2]);
const foreign = Buffer.from([...signature, 3]);

let fixture: Fixture;
afterAll(async () => fixture.close());

const files = (avatar: string, visibility = "private"): string =>
  [
    "groups:",
    `  acme: { name: Acme, visibility: ${visibility}, avatar: ${avatar} }`,
    "projects:",
    `  acme/web: { visibility: ${visibility}, avatar: ${avatar} }`,
    "",
  ].join("\n");

const run = async (command: string, text: string, ...words: string[]) => {
  fixture.write("files/trueup.yaml", text);
  return direct([command, "files", ...words]);
};
/** Past the server in front: addresses in replies are those of the platform itself, and no token goes elsewhere. */
const direct = async (words: readonly string[]) => fixture.run(words, { TRUEUP_URL: fixture.platform.url });
const things = ["/groups/acme", "/projects/acme%2Fweb"];
const shown = async (path: string) => (await fixture.platform.call("GET", path)) as { id: number; avatar_url: string | null };

/** As somebody does it in a browser: the name of the file is their own. */
async function byHand(path: string, bytes: Buffer): Promise<void> {
  const { url, token } = fixture.platform;
  const form = new FormData();
  form.set("avatar", new Blob([new Uint8Array(bytes)], { type: "image/png" }), "logo.png");
  const reply = await fetch(`${url}/api/v4${path}`, { method: "PUT", headers: { "private-token": token }, body: form });
  expect(reply.status, await reply.text()).toBe(200);
}

describe.each([
  ["19.0.0-ee", "vendor", "private"],
  ["19.0.0-ee", "vendor", "public"],
  ["15.4.0-ee", "vendor", "public"],
  ["15.4.0-ee", "neutral", "private"],
] as const)("pictures of groups and projects of %s (%s), %s", (serverVersion, dialect, visibility) => {
  const said = (avatar: string) => files(avatar, visibility);
  beforeAll(async () => {
    await fixture?.close();
    fixture = await openFixture(inProcess, { dialect, serverVersion, seed: "none" });
    for (const [name, bytes] of Object.entries({ one, other })) fixture.write(`files/${name}.png`, bytes);
  });

  it("are sent once, and again when their content is another", async () => {
    expect(await run("apply", said("one.png"), "--yes")).toMatchObject({ code: 0, stderr: expect.not.stringContaining("stick") });
    expect(await run("plan", said("one.png"), "--detailed-exitcode")).toMatchObject({ code: 0 });
    fixture.write("files/one.png", other);
    const planned = await run("plan", said("one.png"), "--detailed-exitcode");
    expect(planned).toMatchObject({ code: 2, stdout: expect.stringContaining("2 to update") });
    expect(await run("apply", said("one.png"), "--yes")).toMatchObject({ code: 0, stdout: expect.stringMatching(/2 calls/) });
    fixture.write("files/one.png", one);
  });

  it("that somebody sent by hand are told by their content, and set back", async () => {
    expect(await run("apply", said("one.png"), "--yes")).toMatchObject({ code: 0 });
    for (const path of things) await byHand(path, one);
    // The same picture under another name is no drift.
    expect(await run("drift", said("one.png"))).toMatchObject({ code: 0 });
    for (const path of things) await byHand(path, foreign);
    const found = await run("drift", said("one.png"));
    expect(found).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/group:acme[\s\S]*avatar[\s\S]*project:acme\/web[\s\S]*avatar/),
    });
    expect(await run("apply", said("one.png"), "--yes")).toMatchObject({ code: 0, stdout: expect.stringMatching(/2 calls/) });
    expect(await run("drift", said("one.png"))).toMatchObject({ code: 0 });
  });

  it("are exported as files, and the export plans empty", async () => {
    for (const path of things) await byHand(path, foreign);
    expect(await direct(["export", "--out", "out"])).toMatchObject({ code: 0 });
    for (const name of ["groups/acme.png", "projects/acme/web.png"])
      expect(readFileSync(join(fixture.directory, "out/assets", name)).equals(foreign), name).toBe(true);
    expect(await direct(["plan", "out", "--detailed-exitcode"])).toMatchObject({ code: 0 });
  });

  it("are removed by null, once", async () => {
    expect(await run("apply", said("null"), "--yes")).toMatchObject({ code: 0 });
    for (const path of things) expect((await shown(path)).avatar_url).toBeNull();
    expect(await run("plan", said("null"), "--detailed-exitcode")).toMatchObject({ code: 0 });
  });
});

describe("the picture of a private project by hand, on a server that has no route for it", () => {
  it("cannot be compared, which is told and never taken for drift", async () => {
    await fixture.close();
    fixture = await openFixture(inProcess, { dialect: "vendor", serverVersion: "16.8.0-ee", seed: "none" });
    fixture.write("files/one.png", one);
    expect(await run("apply", files("one.png"), "--yes")).toMatchObject({ code: 0 });
    for (const path of things) await byHand(path, foreign);
    const { stdout, code } = await run("drift", files("one.png"));
    expect(code, stdout).toBe(2);
    expect(stdout).toMatch(/group:acme/);
    expect(stdout).toMatch(/1 attribute cannot be compared: 1 of project/);
  });
});
