// @module-tag slow
import { afterEach, describe, expect, it } from "vitest";
import type { Plan, Result } from "../../src/core/plan.js";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";

let fixture: Fixture | undefined;
afterEach(async () => {
  await fixture?.close();
  fixture = undefined;
});

async function on(serverVersion: string): Promise<Fixture> {
  fixture = await openFixture(inProcess, { dialect: "vendor", tier: "ultimate", serverVersion, seed: "none" });
  return fixture;
}

async function planned(files: string): Promise<Plan> {
  fixture?.write("files/trueup.yaml", files);
  const { stdout } =
    (await fixture?.run(["plan", "files", "--json"], { TOKEN: "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=" })) ?? {};
  return JSON.parse(stdout ?? "") as Plan;
}

const ruled = ({ warnings }: Plan) => warnings.filter(({ rule }) => rule === "release.unsure");
const group = (hooks: string) => `groups:\n  acme:\n    name: Acme\n    hooks:\n      https://a.example/: ${hooks}\n`;

describe.each(["17.10.0", "18.0.0", "18.5.0"])("on a server of %s", (version) => {
  // go-gitlab v0.61 (2022-04) has subgroup_events of group hooks, go-gitlab v0.27 (2020-02) comment_on_event_enabled.
  it("what the history of clients proves known is sent, kept and told of nowhere", async () => {
    const platform = await on(version);
    const jira = "jira: { url: 'https://j.example', password: '${env:TOKEN}', comment_on_event_enabled: true }";
    const files = `${group("{ subgroup_events: true }")}projects:\n  acme/web: { integrations: { ${jira} } }\n`;
    const plan = await planned(files);
    expect({ refusals: plan.refusals, told: ruled(plan) }).toEqual({ refusals: [], told: [] });
    expect(await platform.run(["apply", "files", "--yes"], { TOKEN: "secret-of-jira" })).toMatchObject({ code: 0 });
    expect((await planned(files)).changes).toEqual([]);
  });

  // doc/api/project_webhooks.md: signing_token introduced in 19.0.
  it("what is exactly dated later is refused, a signing token among it", async () => {
    await on(version);
    const { refusals } = await planned(group("{ signing_token: '${env:TOKEN}' }"));
    expect(refusals).toMatchObject([
      {
        rule: "version",
        message: `signing_token needs release 19.0; this server is ${version}-ee`,
        source: "files/trueup.yaml:5:29",
      },
    ]);
  });

  // client-go v2.8 (2026-03-26) has merge_request_title_regex: known of 18.10, and nothing says when it came.
  it("what it may know is sent, told once, and told as not stored where the server drops it", async () => {
    const platform = await on(version);
    const files = "projects:\n  acme/api: { merge_request_title_regex: x }\n  acme/web: { merge_request_title_regex: x }\n";
    const plan = await planned(`groups: { acme: { name: Acme } }\n${files}`);
    expect(plan.refusals).toEqual([]);
    expect(ruled(plan)).toMatchObject([
      {
        message: `this release may not know merge_request_title_regex: it is known for certain from release 18.10 on, and this server is ${version}-ee; it is sent, and apply says so where the server does not keep it`,
        addresses: ["project:acme/api", "project:acme/web"],
      },
    ]);
    const { code, stdout } = await platform.run(["apply", "files", "--yes", "--json"]);
    const { outcomes } = JSON.parse(stdout) as Result;
    const lost = outcomes.filter(({ status }) => status === "not_stuck");
    expect({ code, addresses: lost.map(({ address }) => address).sort() }).toEqual({
      code: 3,
      addresses: ["project:acme/api", "project:acme/web"],
    });
    expect(lost[0]?.notStuck?.[0]).toMatchObject({
      path: "merge_request_title_regex",
      cause: "this release may not know it: it is known for certain from release 18.10 on",
    });
    // The next plan is not refused, and does not say that all is well.
    const again = await planned(`groups: { acme: { name: Acme } }\n${files}`);
    expect({ refusals: again.refusals, told: ruled(again).length }).toEqual({ refusals: [], told: 1 });
    expect(again.changes.map(({ address }) => address).sort()).toEqual(["project:acme/api", "project:acme/web"]);
  });
});
