// @module-tag slow
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";

const secret = "https://chat.example.com/hooks/whisper";

let fixture: Fixture;

beforeEach(async () => {
  fixture = await openFixture(inProcess, {
    dialect: "vendor",
    serverVersion: "19.0.0-ee",
    tier: "free",
    workerDelay: 0,
    secrets: [secret],
    seed: {
      groups: [{ full_path: "acme" }, { full_path: "acme/team" }],
      projects: [
        { path_with_namespace: "acme/web" },
        { path_with_namespace: "acme/team/api" },
        { path_with_namespace: "acme/own" },
      ],
    },
  });
});
afterEach(async () => fixture.close());

/** Applies files, and plans them again: nothing may be left. Returns what was sent and said. */
async function settles(files: string, ...words: string[]): Promise<{ readonly sent: readonly string[]; readonly said: string }> {
  fixture.server.forget();
  fixture.write("files/trueup.yaml", files);
  const env = { CHAT: secret };
  const { code, stdout, stderr } = await fixture.run(["apply", "files", "--yes", ...words], env);
  expect([code, stderr]).toEqual([0, expect.anything()]);
  const sent = fixture.writes();
  expect(await fixture.run(["plan", "files", "--detailed-exitcode"], env)).toMatchObject({ code: 0 });
  return { sent, said: stdout };
}

interface Shown {
  readonly inherited?: boolean;
  readonly active?: boolean;
  readonly properties?: object;
}

async function shown(of: string, slug = "external-wiki"): Promise<Shown> {
  const reply = await fetch(`${fixture.platform.url}/api/v4${of}/integrations/${slug}`, {
    headers: { "private-token": fixture.platform.token },
  });
  return reply.ok ? ((await reply.json()) as Shown) : {};
}

/** Asks until the background work has made it so. */
async function becomes(of: string, due: object): Promise<void> {
  await expect.poll(() => shown(of)).toMatchObject(due);
}

const wiki = (url: string) => `external-wiki: { external_wiki_url: "https://${url}.example.com" }`;
const api = "/projects/acme%2Fteam%2Fapi";
const web = "/projects/acme%2Fweb";

describe("integrations of a group", () => {
  it("reach what lies below, where they are neither drift, nor exported, nor deleted for not being declared", async () => {
    const files = `groups: { acme: { integrations: { ${wiki("all")} } } }\nprojects: { acme/web: {} }\n`;
    const { sent } = await settles(`${files}delete_undeclared: { integrations: true }\n`);
    expect(sent).toEqual([expect.stringMatching(/^PUT \/api\/v4\/groups\/\w+\/integrations\/external-wiki$/)]);
    await becomes(web, { inherited: true });
    await becomes(api, { inherited: true });
    expect((await settles(`${files}delete_undeclared: { integrations: true }\n`)).sent).toEqual([]);
    expect(await fixture.run(["export", "--out", "exported", "--layout", "single"])).toMatchObject({ code: 0 });
    const { stdout } = await fixture.run(["plan", "exported", "--detailed-exitcode", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ changes: [] });
    const declared = readFileSync(join(fixture.directory, "exported/trueup.yaml"), "utf8");
    expect(declared.match(/external_wiki_url/g)).toHaveLength(1);
  });

  it("are changed, taken back by hand and healed", async () => {
    await settles(`groups: { acme: { integrations: { ${wiki("one")} } } }\n`);
    await settles(`groups: { acme: { integrations: { ${wiki("two")} } } }\n`);
    expect(await shown("/groups/acme")).toMatchObject({ properties: { external_wiki_url: "https://two.example.com" } });
    await fixture.platform.call("DELETE", "/groups/acme/integrations/external-wiki");
    await settles(`groups: { acme: { integrations: { ${wiki("two")} } } }\n`);
    expect(await shown("/groups/acme")).toMatchObject({ active: true });
  });

  it("hold no secret in what is said of them", async () => {
    const { said } = await settles(
      "groups: { acme: { integrations: { pushover: { api_key: '${env:CHAT}', user_key: '${env:CHAT}', priority: '0' } } } }\n",
    );
    expect(said).toContain("pushover");
  });

  it("cease to be inherited with any change in a project, which the plan says, and are inherited again by the word for it", async () => {
    const group = `groups: { acme: { integrations: { ${wiki("all")} } } }\n`;
    await settles(group);
    await becomes(web, { inherited: true });
    const { said } = await settles(`${group}projects: { acme/web: { integrations: { ${wiki("own")} } } }\n`);
    expect(said).toContain("makes it its own");
    expect(await shown(web)).toMatchObject({ inherited: false });
    const back = "external-wiki: { use_inherited_settings: true, external_wiki_url: 'https://own.example.com' }";
    await settles(`${group}projects: { acme/web: { integrations: { ${back} } } }\n`);
    expect(await shown(web)).toMatchObject({ inherited: true, properties: { external_wiki_url: "https://all.example.com" } });
  });

  it("are made before what inherits them in the same plan", async () => {
    await settles(`projects: { acme/web: { integrations: { ${wiki("own")} } } }\n`);
    const inherit = "external-wiki: { use_inherited_settings: true, external_wiki_url: 'https://own.example.com' }";
    const { sent } = await settles(
      `groups: { acme: { integrations: { ${wiki("all")} } } }\nprojects: { acme/web: { integrations: { ${inherit} } } }\n`,
    );
    expect(sent.map((one) => /(groups|projects)/.exec(one)?.[0])).toEqual(["groups", "projects"]);
    expect(await shown(web)).toMatchObject({ inherited: true });
  });

  it("go from all that inherit them, and the plan counts these", async () => {
    await settles(
      `groups: { acme: { integrations: { ${wiki("all")} } } }\nprojects: { acme/own: { integrations: { ${wiki("own")} } } }\n`,
    );
    await becomes(web, { inherited: true });
    await becomes(api, { inherited: true });
    const gone = "groups: { acme: { integrations: { external-wiki: { ensure: absent } } } }\n";
    fixture.write("files/trueup.yaml", gone);
    const { stdout } = await fixture.run(["plan", "files"]);
    expect(stdout).toContain("takes it from 3 more that inherit it: acme/team, acme/team/api, acme/web");
    await settles(gone);
    await becomes(web, {});
    expect(await shown("/projects/acme%2Fown")).toMatchObject({ active: true, inherited: false });
  });
});

// lib/api/integrations.rb: declared_params(include_missing: false), so a change leaves alone what is not sent.
describe("a change of an integration", () => {
  it("sends what a call needs beside it, and leaves alone what nobody declares", async () => {
    const at = "/projects/acme%2Fweb/integrations/emails-on-push";
    await fixture.platform.call("PUT", at, { recipients: "a@example.com", disable_diffs: true });
    const { sent } = await settles(
      "projects: { acme/web: { integrations: { emails-on-push: { recipients: a@example.com, branches_to_be_notified: protected } } } }\n",
    );
    expect(sent).toHaveLength(1);
    const body = fixture.server.arrived.find(({ method }) => method === "PUT")?.body.toString() ?? "{}";
    expect(JSON.parse(body)).toEqual({ recipients: "a@example.com", branches_to_be_notified: "protected" });
    expect(await shown(web, "emails-on-push")).toMatchObject({ properties: { disable_diffs: true } });
  });
});
