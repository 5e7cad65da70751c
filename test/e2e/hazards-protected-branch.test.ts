// @module-tag slow
import { afterEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, type FixtureOptions, openFixture } from "../harness/fixture.js";

let fixture: Fixture;
afterEach(async () => fixture.close());

async function open(tier: FixtureOptions["tier"], more: Pick<FixtureOptions, "workerDelay"> = {}): Promise<void> {
  fixture = await openFixture(inProcess, {
    dialect: "vendor",
    serverVersion: "19.0.0-ee",
    ...(tier === undefined ? {} : { tier }),
    ...more,
    seed: {
      users: [{ username: "alice" }],
      groups: [{ full_path: "acme", members: { alice: 30 } }],
      projects: [{ path_with_namespace: "acme/web" }],
    },
  });
}

/** Applies files, and plans them again: nothing may be left. Returns the bodies of what was sent. */
async function settles(files: string): Promise<readonly string[]> {
  fixture.server.forget();
  fixture.write("files/trueup.yaml", files);
  expect(await fixture.run(["apply", "files", "--yes"])).toMatchObject({ code: 0, stderr: expect.anything() });
  const sent = fixture.server.arrived.filter(({ method }) => method !== "GET");
  expect(await fixture.run(["plan", "files", "--detailed-exitcode"])).toMatchObject({ code: 0 });
  return sent.map(({ method, body }) => `${method} ${body.toString()}`.trim());
}

const web = (branches: string) => `projects: { acme/web: { protected_branches: ${branches} } }\n`;
const rule = (name: string) =>
  fixture.platform.call("GET", `/projects/acme%2Fweb/protected_branches/${name}`) as Promise<JsonObject>;

describe("protected branches without a licence", () => {
  it("are said as with one, and sent as one role for each list; another role makes them again, with the rest as it was", async () => {
    await open("free");
    const [made] = await settles(
      web("{ main: { allowed_to_push: [{ access_level: no_access }], allowed_to_merge: [{ access_level: developer }] } }"),
    );
    expect(made).toBe('POST {"push_access_level":0,"merge_access_level":30,"name":"main"}');
    const sent = await settles(web("{ main: { allowed_to_push: [{ access_level: maintainer }] } }"));
    expect(sent).toEqual(["DELETE", expect.stringMatching(/^POST .*"push_access_level":40/)]);
    expect(sent[1]).toContain('"merge_access_level":30');
    expect(await rule("main")).toMatchObject({
      push_access_levels: [{ access_level: 40 }],
      merge_access_levels: [{ access_level: 30 }],
    });
    expect(await settles(web("{ main: { allowed_to_push: [{ access_level: maintainer }], allow_force_push: true } }"))).toEqual([
      'PATCH {"allow_force_push":true}',
    ]);
  });

  it("changed by hand are healed", async () => {
    await open("free");
    const files = web("{ main: { allowed_to_push: [{ access_level: maintainer }] } }");
    await settles(files);
    await fixture.platform.call("DELETE", "/projects/acme%2Fweb/protected_branches/main");
    await fixture.platform.call("POST", "/projects/acme%2Fweb/protected_branches", { name: "main", push_access_level: 30 });
    expect(await settles(files)).toHaveLength(2);
  });

  it("name nobody by name, and no two roles", async () => {
    await open("free");
    const refused = async (push: string) => {
      fixture.write("files/trueup.yaml", web(`{ main: { allowed_to_push: ${push} } }`));
      const { code, stdout, stderr } = await fixture.run(["plan", "files"]);
      expect(code).toBe(1);
      return `${stdout}${stderr}`;
    };
    expect(await refused("[{ user: alice }]")).toContain("allowed_to_push.0.user needs premium");
    expect(await refused("[{ access_level: developer }, { access_level: admin }]")).toContain("does not take");
  });

  it("are exported with their roles, and the export plans empty", async () => {
    await open("free");
    await settles(web("{ main: { allowed_to_push: [{ access_level: no_access }] } }"));
    expect(await fixture.run(["export", "--out", "exported"])).toMatchObject({ code: 0 });
    expect(await fixture.run(["plan", "exported", "--detailed-exitcode"])).toMatchObject({ code: 0 });
  });
});

describe("protected branches about one branch", () => {
  it("are told where two wildcards meet, and not where they do not", async () => {
    await open("premium");
    const planned = async (files: string) => {
      fixture.write("files/trueup.yaml", files);
      return (await fixture.run(["plan", "files"])).stdout;
    };
    expect(await planned(web('{ "release/*": {}, "*-stable": {}, main: {} }'))).toContain("may be about one name");
    expect(await planned(web('{ "release/*": {}, "feature/*": {}, release: {} }'))).not.toContain("overlap");
  });

  it("are told where a group and a project of it declare one name", async () => {
    await open("premium");
    fixture.write(
      "files/trueup.yaml",
      "groups: { acme: { protected_branches: { main: {} } } }\nprojects: { acme/web: { protected_branches: { main: {} } } }\n",
    );
    const { stdout } = await fixture.run(["plan", "files"]);
    expect(stdout).toContain("are two rules of one name: the looser one counts");
  });
});

describe("the server's own protection", () => {
  it("comes with the first commit of a new project, and is adopted", async () => {
    await open("free");
    const files =
      "projects: { acme/new: { initialize_with_readme: true, protected_branches: { main: { allowed_to_push: [{ access_level: no_access }] } } } }\n";
    await settles(files);
    const [main, ...others] = (await fixture.platform.call("GET", "/projects/acme%2Fnew/protected_branches")) as JsonObject[];
    expect([main, others]).toEqual([
      expect.objectContaining({ name: "main", push_access_levels: [expect.objectContaining({ access_level: 0 })] }),
      [],
    ]);
  });

  it("comes with the first commit of a project that was empty, too, and is adopted", async () => {
    // The protection is there before anything else can be sent.
    await open("premium", { workerDelay: 0 });
    await settles("projects: { acme/empty: {} }\n");
    const files = `projects:
  acme/empty:
    repository_files: { README.md: { content: first } }
    protected_branches: { main: { allowed_to_push: [{ access_level: no_access }] } }
`;
    const sent = await settles(files);
    expect(sent.map((call) => call.split(" ")[0])).toEqual(["POST", "POST", "DELETE", "POST"]);
    expect(await fixture.platform.call("GET", "/projects/acme%2Fempty/protected_branches")).toMatchObject([
      { name: "main", push_access_levels: [{ access_level: 0 }] },
    ]);
  });
});

// doc/api/group_protected_branches.md: "Offering: GitLab Self-Managed". A hosted server has no such list.
describe("protected branches of a group on a hosted server", () => {
  it("are reported as unread, and nothing is sent", async () => {
    await open("premium");
    const answer = {
      status: 404,
      body: JSON.stringify({ error: "404 Not Found" }),
      headers: { "content-type": "application/json" },
    };
    fixture.server.misbehave({ path: /^\/groups\/[^/]+\/protected_branches/, trouble: { answer } });
    fixture.write("files/trueup.yaml", "groups: { acme: { protected_branches: { main: {} } } }\n");
    const { code, stdout } = await fixture.run(["apply", "files", "--yes"]);
    expect({ code, stdout }).toMatchObject({ code: 3, stdout: expect.stringContaining("404") });
    expect(fixture.writes()).toEqual([]);
  });
});
