// @module-tag slow
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { openFixture, type Fixture } from "../harness/fixture.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(inProcess, {
    dialect: "vendor",
    serverVersion: "19.0.0-ee",
    tier: "premium",
    seed: "none",
    secrets: ["the-key-of-www"],
  });
  fixture.write(
    "start/trueup.yaml",
    "groups: { acme: { name: Acme } }\nprojects: { acme/web: { initialize_with_readme: true }, acme/api: {} }\n",
  );
  expect(await fixture.run(["apply", "start", "--yes"])).toMatchObject({ code: 0 });
});
afterAll(async () => fixture.close());

const run = async (command: string, text: string, ...words: string[]) => {
  fixture.write("files/trueup.yaml", text);
  fixture.server.forget();
  return fixture.run([command, "files", ...words]);
};
const ofProject = (text: string) => `projects: { acme/web: { ${text} } }\n`;
const live = async (what: string) => (await fixture.platform.call("GET", what)) as Record<string, unknown>[];
const isEmpty = async (text: string) =>
  expect(await run("plan", text, "--detailed-exitcode")).toMatchObject({ code: 0, stdout: expect.stringContaining("Nothing") });
const exported = async (file: string, out: string) => {
  expect(await fixture.run(["export", "--out", out])).toMatchObject({ code: 0 });
  expect(await fixture.run(["plan", out, "--detailed-exitcode"])).toMatchObject({ code: 0 });
  return readFile(`${fixture.directory}/${out}/${file}.yaml`, "utf8");
};

describe("broadcast messages", () => {
  const said = (more: string) => `broadcast_messages: { "Maintenance: on Sunday": { ${more} } }\n`;
  const times = "starts_at: 2035-01-07T06:00:00+01:00, ends_at: 2035-01-08";

  it("compare their times as instants, and heal what somebody changed by hand", async () => {
    expect(await run("apply", said(`${times}, theme: red, target_access_levels: [developer]`), "--yes")).toMatchObject({
      code: 0,
    });
    await isEmpty(said(`${times}, theme: red`));
    await isEmpty(said('starts_at: "2035-01-07T05:00:00Z"'));
    const [one] = await live("/broadcast_messages");
    expect(one).toMatchObject({ starts_at: "2035-01-07T05:00:00.000Z", ends_at: "2035-01-08T00:00:00.000Z" });
    await fixture.platform.call("PUT", `/broadcast_messages/${String(one?.["id"])}`, { theme: "dark" });
    expect(await run("drift", said("theme: red"))).toMatchObject({ code: 2, stdout: expect.stringMatching(/dark -> red/) });
  });

  it("are not sent a time that nobody says", async () => {
    expect(await run("apply", said("theme: red"), "--yes")).toMatchObject({ code: 0 });
    const [sent] = fixture.server.arrived.filter(({ method }) => method === "PUT");
    expect(JSON.parse(String(sent?.body))).toEqual({ theme: "red" });
    expect(await live("/broadcast_messages")).toMatchObject([{ starts_at: "2035-01-07T05:00:00.000Z" }]);
  });

  it("are done once their end has passed: neither made nor changed", async () => {
    await isEmpty('broadcast_messages: { Over: { ends_at: "2020-01-01" } }\n');
    await isEmpty(said("ends_at: 2020-01-01T00:00:00Z, theme: blue"));
    expect(await live("/broadcast_messages")).toHaveLength(1);
  });

  it("take no text for a time that is none, and say that a colour is old", async () => {
    expect(await run("validate", said("ends_at: tomorrow"))).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("it is no time"),
    });
    expect(await run("validate", said('color: "#112233"'))).toMatchObject({ stdout: expect.stringContaining("theme") });
  });

  it("are exported, refused where two have one text, and go where nobody declares them", async () => {
    expect(await exported("instance", "messages")).toContain("broadcast_messages:");
    const twin = await fixture.platform.call("POST", "/broadcast_messages", { message: "Maintenance: on Sunday" });
    expect(await run("plan", said("theme: red"))).toMatchObject({ code: 1, stdout: expect.stringContaining("match.ambiguous") });
    await fixture.platform.call("DELETE", `/broadcast_messages/${String((twin as { id: number }).id)}`);
    expect(await run("apply", "delete_undeclared: { broadcast_messages: true }\n", "--yes")).toMatchObject({ code: 0 });
    expect(await live("/broadcast_messages")).toEqual([]);
  });
});

describe("project aliases", () => {
  it("are made, made again for another project, exported, and go by name", async () => {
    expect(await run("apply", "project_aliases: { shop: acme/web }\n", "--yes")).toMatchObject({ code: 0 });
    await isEmpty("project_aliases: { shop: acme/web }\n");
    expect(await exported("instance", "aliases")).toContain("shop: acme/web");
    expect(await run("apply", "project_aliases: { shop: acme/api }\n", "--yes")).toMatchObject({ code: 0 });
    expect(fixture.writes().map((one) => one.split(" ")[0])).toEqual(["DELETE", "POST"]);
    await isEmpty("project_aliases: { shop: acme/api }\n");
    expect(await run("apply", "project_aliases: { shop: { ensure: absent } }\n", "--yes")).toMatchObject({ code: 0 });
    expect(await live("/project_aliases")).toEqual([]);
  });
});

describe("pages of a project", () => {
  const certificate = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
  const said = (more: string) => `projects:\n  acme/web:\n    pages_domains:\n      www.example.com: { ${more} }\n`;

  it("are settings that are changed and never deleted", async () => {
    const settings = ofProject("pages: { https_only: true, unique_domain_enabled: false }");
    expect(await run("apply", settings, "--yes")).toMatchObject({ code: 0 });
    await isEmpty(settings);
    await fixture.platform.call("PATCH", "/projects/acme%2Fweb/pages", { pages_https_only: false });
    expect(await run("drift", settings)).toMatchObject({ code: 2, stdout: expect.stringMatching(/https_only +false -> true/) });
  });

  it("have domains whose key is sent with a certificate and shown nowhere", async () => {
    fixture.write("files/www.pem", certificate);
    const whole = said('certificate: "${file:./www.pem}", certificate_key: "${env:WWW_KEY}"');
    const env = { WWW_KEY: "the-key-of-www" };
    fixture.write("files/trueup.yaml", whole);
    expect(await fixture.run(["apply", "files", "--yes"], env)).toMatchObject({ code: 0 });
    expect(await fixture.run(["plan", "files", "--detailed-exitcode"], env)).toMatchObject({ code: 0 });
    expect(await exported("acme", "domains")).toContain("www.example.com:");
  });

  it("have domains that heal, and go where nobody declares them", async () => {
    expect(await run("apply", said("auto_ssl_enabled: true"), "--yes")).toMatchObject({ code: 0 });
    await isEmpty(said("auto_ssl_enabled: true"));
    expect(await run("apply", "projects: { acme/web: {} }\ndelete_undeclared: { pages_domains: true }\n", "--yes")).toMatchObject(
      {
        code: 0,
      },
    );
    expect(await live("/projects/acme%2Fweb/pages/domains")).toEqual([]);
  });
});

describe("labels", () => {
  it("compare their colours by the digits, whatever these are written as", async () => {
    const said = ofProject('labels: { "devops::create": { color: red }, "a/b: c": { color: "#abc", priority: 1 } }');
    expect(await run("apply", said, "--yes")).toMatchObject({ code: 0 });
    expect(await live("/projects/acme%2Fweb/labels")).toMatchObject([{ color: "#aabbcc" }, { color: "#FF0000" }]);
    await isEmpty(said);
    await isEmpty(ofProject('labels: { "devops::create": { color: "#Ff0000" } }'));
    expect(await run("validate", ofProject("labels: { odd: { color: reddish } }"))).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("it is no colour"),
    });
  });

  // Only a comma is forbidden: /\A[^,]+\z/ in app/models/concerns of the server's source (base_label.rb).
  it("with a comma are an error of the files, and may have any other character", async () => {
    expect(await run("validate", ofProject('labels: { "a,b": { color: red } }'))).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("has no comma"),
    });
    const said = ofProject('labels: { "why? R&D / 100% #1": { color: red } }');
    expect(await run("apply", said, "--yes")).toMatchObject({ code: 0 });
    await isEmpty(said);
    const gone = said.replace("color: red", "ensure: absent");
    expect(await run("apply", gone, "--yes")).toMatchObject({ code: 0 });
  });

  it("of a name that a group above has are refused before anything is sent", async () => {
    const said = `groups: { acme: { labels: { bug: { color: red } } } }\n${ofProject("labels: { bug: { color: blue } }")}`;
    expect(await run("apply", said, "--yes")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("the group acme has a label bug"),
    });
    expect(fixture.writes()).toEqual([]);
    expect(await run("apply", "groups: { acme: { labels: { bug: { color: red } } } }\n", "--yes")).toMatchObject({ code: 0 });
    expect(await run("plan", said)).toMatchObject({ code: 1, stdout: expect.stringContaining("name.above") });
  });

  it("lose their priority by null, are archived, and go", async () => {
    const said = ofProject('labels: { "a/b: c": { priority: null, archived: true } }');
    expect(await run("apply", said, "--yes")).toMatchObject({ code: 0 });
    await isEmpty(said);
    expect(await run("apply", ofProject('labels: { "a/b: c": { ensure: absent } }'), "--yes")).toMatchObject({ code: 0 });
    expect(await live("/projects/acme%2Fweb/labels?include_ancestor_groups=false")).toHaveLength(1);
  });
});

describe("badges", () => {
  const at = "/projects/acme%2Fweb/badges";
  const [link, image] = ["https://ci.example.com/%{project_path}", "https://ci.example.com/first.svg"];

  it("without a name go by the address that they lead to, and two of one name are refused", async () => {
    await fixture.platform.call("POST", at, { link_url: link, image_url: image });
    const said = ofProject(`badges: { "${link}": { image_url: https://ci.example.com/second.svg } }`);
    expect(await run("apply", said, "--yes")).toMatchObject({ code: 0 });
    expect(fixture.writes()).toEqual([expect.stringMatching(/^PUT /)]);
    expect(await live(at)).toMatchObject([{ link_url: link, image_url: "https://ci.example.com/second.svg" }]);
    await isEmpty(said);
    expect(await exported("acme", "badges")).toContain(`"${link}":`);
    for (const which of [1, 2])
      await fixture.platform.call("POST", at, { name: "twin", link_url: `${link}/${which}`, image_url: image });
    const twins = ofProject(`badges: { twin: { image_url: "${image}" } }`);
    expect(await run("plan", twins)).toMatchObject({ code: 1, stdout: expect.stringContaining("match.ambiguous") });
    expect(await exported("acme", "twins")).not.toContain("twin:");
    expect(await fixture.run(["export", "--out", "told"])).toMatchObject({
      stderr: expect.stringContaining("badge:acme/web:twin is there more than once"),
    });
  });
});

describe("topics", () => {
  const said = "topics: { typescript: { title: TypeScript, moved_from: ts } }\n";

  it("are renamed where only the former one is there", async () => {
    await fixture.platform.call("POST", "/topics", { name: "ts", title: "TS" });
    expect(await run("apply", said, "--yes")).toMatchObject({ code: 0 });
    expect(fixture.writes()).toEqual([expect.stringMatching(/^PUT /)]);
    expect(await live("/topics")).toMatchObject([{ name: "typescript" }]);
    await isEmpty(said);
  });

  it("become one where both are there, only if that is allowed, and stay so", async () => {
    await fixture.platform.call("POST", "/topics", { name: "ts", title: "TS" });
    await fixture.platform.call("PUT", "/projects/acme%2Fweb", { topics: ["ts"] });
    expect(await run("plan", said)).toMatchObject({ code: 1, stdout: expect.stringContaining("--allow-delete topic") });
    fixture.server.forget();
    expect(await run("apply", `${said}delete_undeclared: { topics: true }\n`, "--yes", "--allow-delete", "topic")).toMatchObject({
      code: 0,
    });
    expect(fixture.writes()).toEqual(["POST /api/v4/topics/merge"]);
    expect(await live("/topics")).toMatchObject([{ name: "typescript", title: "TypeScript" }]);
    expect(await fixture.platform.call("GET", "/projects/acme%2Fweb")).toMatchObject({ topics: ["typescript"] });
    await isEmpty(said);
  });

  it("become one by a plan that was kept, together with what else differs", async () => {
    await fixture.platform.call("POST", "/topics", { name: "ts", title: "TS" });
    const more = "topics: { typescript: { title: Typed, moved_from: ts } }\n";
    expect(await run("plan", more, "--allow-delete", "topic", "--out", "kept.json")).toMatchObject({ code: 0 });
    expect(await fixture.run(["apply", "--plan", "kept.json", "--yes", "--allow-delete", "topic"])).toMatchObject({ code: 0 });
    expect(fixture.writes()).toEqual(["POST /api/v4/topics/merge", expect.stringMatching(/^PUT /)]);
    expect(await live("/topics")).toMatchObject([{ name: "typescript", title: "Typed" }]);
  });
});

describe("feature flags", () => {
  const at = "/projects/acme%2Fweb/feature_flags";
  const rollout = (percent: string) =>
    `{ name: flexibleRollout, parameters: { groupId: shop, rollout: "${percent}", stickiness: default }, scopes: [production] }`;
  const said = (...strategies: string[]) => ofProject(`feature_flags: { shop: { strategies: [${strategies.join(", ")}] } }`);

  it("have strategies of which two may be of one sort, and whose order does not count", async () => {
    const [first, second] = [
      rollout("25"),
      "{ name: flexibleRollout, parameters: { groupId: shop, rollout: '100', stickiness: default } }",
    ];
    expect(await run("apply", said(first, second), "--yes")).toMatchObject({ code: 0 });
    await isEmpty(said(second, first));
  });

  it("change by what comes and what goes, in one call", async () => {
    const [{ strategies } = { strategies: [] }] = (await live(at)) as { strategies: { id: number; scopes: object[] }[] }[];
    const gone = strategies.find(({ scopes }) => JSON.stringify(scopes).includes("production"));
    const wide = "{ name: flexibleRollout, parameters: { groupId: shop, rollout: '100', stickiness: default }, scopes: ['*'] }";
    expect(await run("apply", said(rollout("50"), wide), "--yes")).toMatchObject({ code: 0 });
    const [sent] = fixture.server.arrived.filter(({ method }) => method === "PUT");
    expect(JSON.parse(String(sent?.body))).toMatchObject({
      strategies: [
        { parameters: { rollout: "50" }, scopes: [{ environment_scope: "production" }] },
        { id: gone?.id, _destroy: true },
      ],
    });
    await isEmpty(said(rollout("50"), wide));
  });

  it("name lists of users, heal, are exported, and go where nobody declares them", async () => {
    await fixture.platform.call("POST", `${at}_user_lists`, { name: "Testers", user_xids: "alice,bob" });
    const listed = said("{ name: gitlabUserList, user_list: Testers }");
    expect(await run("apply", listed, "--yes")).toMatchObject({ code: 0 });
    await isEmpty(listed);
    await fixture.platform.call("PUT", `${at}/shop`, { active: false });
    const on = ofProject("feature_flags: { shop: { active: true } }");
    expect(await run("drift", on)).toMatchObject({ code: 2, stdout: expect.stringMatching(/active +false -> true/) });
    expect(await exported("acme", "flags")).toContain("user_list: Testers");
    expect(await run("plan", said("{ name: gitlabUserList, user_list: Nobody }"))).toMatchObject({ code: 1 });
    const none = "projects: { acme/web: {} }\ndelete_undeclared: { feature_flags: true }\n";
    expect(await run("apply", none, "--yes")).toMatchObject({ code: 0 });
    expect(await live(at)).toEqual([]);
  });
});

describe("texts that the platform reads", () => {
  it("are names of time zones of either kind", async () => {
    const said = (zone: string) =>
      ofProject(`freeze_periods: { "0 23 * * 5": { freeze_end: "0 7 * * 1", cron_timezone: ${zone} } }`);
    for (const zone of ["Europe/Berlin", "Eastern Time (US & Canada)"])
      expect(await run("validate", said(JSON.stringify(zone)))).toMatchObject({ code: 0 });
    expect(await run("validate", said("Mars/Olympus"))).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("no such time zone"),
    });
  });

  it("are expressions that RE2 knows", async () => {
    const said = (regex: string) => ofProject(`push_rules: { commit_message_regex: ${JSON.stringify(regex)} }`);
    for (const regex of ["^[A-Z]+-\\d+ ", "(?i)^(?P<word>fix|add)", "[[:alpha:]]+\\pL", "[](]x", "\\Q(\\E", "a{1000}"])
      expect(await run("validate", said(regex)), regex).toMatchObject({ code: 0 });
    for (const regex of ["^(?!WIP)", "(?<=a)b", "(a)\\1", "a{1001}", "(a", "a++", "[a"])
      expect(await run("validate", said(regex)), regex).toMatchObject({
        code: 1,
        stdout: expect.stringContaining("cannot be read"),
      });
  });
});
