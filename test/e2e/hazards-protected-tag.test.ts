// @module-tag slow
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, type FixtureOptions, openFixture } from "../harness/fixture.js";

let fixture: Fixture;
afterEach(async () => fixture.close());

async function open(tier: NonNullable<FixtureOptions["tier"]>): Promise<void> {
  fixture = await openFixture(inProcess, {
    dialect: "vendor",
    serverVersion: "19.0.0-ee",
    tier,
    seed: {
      users: ["alice", "bob"].map((username) => ({ username })),
      groups: [{ full_path: "acme", members: { alice: 30 } }, { full_path: "crew" }],
      projects: [{ path_with_namespace: "acme/web" }],
    },
  });
}

const files = (tags: string) => `projects: { acme/web: { protected_tags: ${tags} } }\n`;

/** Applies files, and plans them again: nothing may be left. Returns the bodies of what was sent. */
async function settles(tags: string): Promise<readonly string[]> {
  fixture.server.forget();
  fixture.write("files/trueup.yaml", files(tags));
  expect(await fixture.run(["apply", "files", "--yes"])).toMatchObject({ code: 0 });
  const sent = fixture.server.arrived.filter(({ method }) => method !== "GET");
  expect(await fixture.run(["plan", "files", "--detailed-exitcode"])).toMatchObject({ code: 0 });
  return sent.map(({ method, body }) => `${method} ${body.toString()}`.trim());
}

async function refused(tags: string): Promise<string> {
  fixture.server.forget();
  fixture.write("files/trueup.yaml", files(tags));
  const { code, stdout, stderr } = await fixture.run(["apply", "files", "--yes"]);
  expect({ code, sent: fixture.writes() }).toEqual({ code: 1, sent: [] });
  return `${stdout}${stderr}`;
}

const live = () => fixture.platform.call("GET", "/projects/acme%2Fweb/protected_tags");

describe.each(["free", "premium"] as const)("protected tags on a %s server", (tier) => {
  it("are for maintainers where nobody is named, and are made anew to be changed, one call right behind the other", async () => {
    await open(tier);
    await settles("{ 'v*': {} }");
    expect(await live()).toMatchObject([{ name: "v*", create_access_levels: [{ access_level: 40 }] }]);
    const sent = await settles("{ 'v*': { allowed_to_create: [{ access_level: developer }] }, other: {} }");
    expect(sent.filter((one) => !one.includes("other"))).toEqual([
      "DELETE",
      tier === "free"
        ? 'POST {"create_access_level":30,"name":"v*"}'
        : 'POST {"allowed_to_create":[{"access_level":30}],"name":"v*"}',
    ]);
    await settles("{ 'v*': { allowed_to_create: [{ access_level: no_access }] } }");
    expect(await live()).toMatchObject([{ create_access_levels: [{ access_level: 0 }] }, {}].toReversed());
  });

  it("changed by hand are healed, exported, and go where nobody declares them", async () => {
    await open(tier);
    const said = "{ 'v*': { allowed_to_create: [{ access_level: no_access }] } }";
    await settles(said);
    await fixture.platform.call("DELETE", "/projects/acme%2Fweb/protected_tags/v%2A");
    expect(await settles(said)).toHaveLength(1);
    await fixture.platform.call("DELETE", "/projects/acme%2Fweb/protected_tags/v%2A");
    await fixture.platform.call("POST", "/projects/acme%2Fweb/protected_tags", { name: "v*", create_access_level: 30 });
    expect((await settles(said)).map((one) => one.split(" ")[0])).toEqual(["DELETE", "POST"]);
    expect(await fixture.run(["export", "--out", "exported"])).toMatchObject({ code: 0 });
    expect(await fixture.run(["plan", "exported", "--detailed-exitcode"])).toMatchObject({ code: 0 });
    fixture.write("none/trueup.yaml", "projects: { acme/web: {} }\ndelete_undeclared: { protected_tags: true }\n");
    expect(await fixture.run(["apply", "none", "--yes"])).toMatchObject({ code: 0 });
    expect(await live()).toEqual([]);
  });

  it("whose second call fails are told to be unprotected, loudly", async () => {
    await open(tier);
    await settles("{ 'v*': { allowed_to_create: [{ access_level: no_access }] } }");
    fixture.server.misbehave({
      method: "POST",
      path: /\/protected_tags$/,
      trouble: { answer: { status: 422, headers: { "content-type": "application/json" }, body: '{"message":["no"]}' } },
    });
    fixture.write("files/trueup.yaml", files("{ 'v*': { allowed_to_create: [{ access_level: developer }] } }"));
    const { code, stdout, stderr } = await fixture.run(["apply", "files", "--yes"]);
    expect(code).not.toBe(0);
    expect(`${stdout}${stderr}`.replaceAll(/\s+/g, " ")).toContain("IS GONE now");
    fixture.server.misbehave();
    expect((await settles("{ 'v*': { allowed_to_create: [{ access_level: developer }] } }")).length).toBe(1);
  });
});

describe("who is named in a protected tag", () => {
  it("has access to the project, or nothing is sent", async () => {
    await open("premium");
    expect(await refused("{ 'v*': { allowed_to_create: [{ user: bob }] } }")).toContain("bob");
    expect(await refused("{ 'v*': { allowed_to_create: [{ group: crew }] } }")).toContain("crew");
    await settles("{ 'v*': { allowed_to_create: [{ user: alice }, { access_level: maintainer }] } }");
  });

  it("needs a licence", async () => {
    await open("free");
    expect(await refused("{ 'v*': { allowed_to_create: [{ user: alice }] } }")).toContain("premium");
    expect(
      await refused("{ 'v*': { allowed_to_create: [{ access_level: developer }, { access_level: no_access }] } }"),
    ).toContain("v*");
  });
});

// Entries of deploy keys are {access_level: 40, deploy_key_id} (doc/api/protected_tags.md of the server's source; writable since 17.5).
it("a protected tag that only a deploy key may make is told from one that maintainers may make, and keeps the key", async () => {
  await open("premium");
  const key = (await fixture.platform.call("POST", "/projects/acme%2Fweb/deploy_keys", {
    title: "robot",
    key: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJPKWQXiXCVvTkUBWSMAxDbAXPXBEVRsS5yOjWtbDTRc",
    can_push: true,
  })) as { id: number };
  const at = "/projects/acme%2Fweb/protected_tags";
  await fixture.platform.call("POST", at, { name: "v*", allowed_to_create: [{ deploy_key_id: key.id }] });
  const shown = () => fixture.platform.call("GET", at);
  expect(await shown()).toMatchObject([{ create_access_levels: [{ access_level: 40, deploy_key_id: key.id }] }]);
  fixture.write("files/trueup.yaml", files("{ 'v*': { allowed_to_create: [{ access_level: maintainer }] } }"));
  expect(await fixture.run(["plan", "files", "--detailed-exitcode"])).toMatchObject({ code: 2 });
  await settles(`{ 'v*': { allowed_to_create: [{ deploy_key: ${key.id} }, { access_level: admin }] } }`);
  expect(await shown()).toMatchObject([
    {
      create_access_levels: expect.arrayContaining([
        expect.objectContaining({ deploy_key_id: key.id }),
        expect.objectContaining({ access_level: 60 }),
      ]) as unknown,
    },
  ]);
  expect(await fixture.run(["export", "--out", "live"])).toMatchObject({ code: 0 });
  expect(readFileSync(join(fixture.directory, "live/acme.yaml"), "utf8")).toContain("deploy_key: robot");
});

describe("a deploy key in a protected tag or branch", () => {
  const robot = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJPKWQXiXCVvTkUBWSMAxDbAXPXBEVRsS5yOjWtbDTRc";
  const keys = `deploy_keys: { robot: { key: "${robot} of CI", can_push: true } }`;
  const made = async (title: string, key: string) =>
    (await fixture.platform.call("POST", "/projects/acme%2Fweb/deploy_keys", { title, key, can_push: true })) as {
      id: number;
      fingerprint_sha256: string;
    };
  const project = (body: string) => `projects: { acme/web: { ${body} } }\n`;
  const keyed = (name: string | number) =>
    `protected_tags: { 'v*': { allowed_to_create: [{ deploy_key: ${name} }] } }, protected_branches: { main: { allowed_to_push: [{ deploy_key: ${name} }] } }`;

  it("goes by the title under which the project's own deploy_keys declares it, made by the same plan or there already", async () => {
    await open("premium");
    fixture.write("files/trueup.yaml", project(`${keys}, ${keyed("robot")}`));
    expect(await fixture.run(["apply", "files", "--yes"])).toMatchObject({ code: 0 });
    expect(await fixture.run(["plan", "files", "--detailed-exitcode"])).toMatchObject({ code: 0 });
    const [key] = (await fixture.platform.call("GET", "/projects/acme%2Fweb/deploy_keys")) as { id: number }[];
    expect(await live()).toMatchObject([{ create_access_levels: [{ deploy_key_id: key?.id }] }]);
    await fixture.platform.call("DELETE", "/projects/acme%2Fweb/protected_tags/v%2A");
    expect(await fixture.run(["apply", "files", "--yes"])).toMatchObject({ code: 0 });
    expect(await live()).toMatchObject([{ create_access_levels: [{ deploy_key_id: key?.id }] }]);
  });

  it("goes by its fingerprint or number where nobody declares it, and never by a title that anybody may have used twice", async () => {
    await open("premium");
    const { id, fingerprint_sha256 } = await made("robot", robot);
    await made("robot", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJxLh3x1xQ0yHcW0j0iPZ5l7Jm0t0o9yQ2cC8tGzQ3sN");
    fixture.write("files/trueup.yaml", project(keyed("robot")));
    const refused = await fixture.run(["apply", "files", "--yes"]);
    expect(refused).toMatchObject({ code: 1 });
    expect(`${refused.stdout}${refused.stderr}`.replaceAll(/\s+/g, " ")).toContain("its fingerprint (SHA256:…), or its number");
    for (const name of [fingerprint_sha256, id]) {
      fixture.write("files/trueup.yaml", project(keyed(name)));
      expect(await fixture.run(["apply", "files", "--yes"])).toMatchObject({ code: 0 });
      expect(await fixture.run(["plan", "files", "--detailed-exitcode"])).toMatchObject({ code: 0 });
      expect(await live()).toMatchObject([{ create_access_levels: [{ deploy_key_id: id }] }]);
    }
  });

  it("is another one where another key of the same title is declared", async () => {
    await open("premium");
    const { id } = await made("robot", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJxLh3x1xQ0yHcW0j0iPZ5l7Jm0t0o9yQ2cC8tGzQ3sN");
    await fixture.platform.call("POST", "/projects/acme%2Fweb/protected_tags", {
      name: "v*",
      allowed_to_create: [{ deploy_key_id: id }],
    });
    fixture.write("files/trueup.yaml", project(`${keys}, ${keyed("robot")}`));
    expect(await fixture.run(["plan", "files", "--detailed-exitcode"])).toMatchObject({ code: 2 });
    expect(await fixture.run(["apply", "files", "--yes"])).toMatchObject({ code: 0 });
    const shown = (await live()) as { create_access_levels: { deploy_key_id: number }[] }[];
    expect(shown[0]?.create_access_levels.map((one) => one.deploy_key_id)).not.toContain(id);
  });
});
