// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { openFixture, type Fixture } from "../harness/fixture.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(inProcess, {
    dialect: "vendor",
    serverVersion: "19.0.0-ee",
    tier: "ultimate",
    seed: { groups: [{ full_path: "acme" }], projects: [{ path_with_namespace: "acme/old" }] },
  });
  await fixture.platform.call("POST", "/groups/acme/push_rule", { commit_message_regex: "^[A-Z]", deny_delete_tag: true });
});
afterAll(async () => fixture.close());

const run = async (command: string, text: string, ...words: string[]) => {
  fixture.write("files/trueup.yaml", text);
  fixture.server.forget();
  return fixture.run([command, "files", ...words]);
};
const isEmpty = async (text: string) => expect(await run("plan", text, "--detailed-exitcode")).toMatchObject({ code: 0 });
const rule = (path: string) => fixture.platform.call("GET", `/projects/${encodeURIComponent(path)}/push_rule`);
const rulesSent = () =>
  fixture
    .writes()
    .filter((one) => one.includes("push_rule"))
    .map((one) => one.split(" ")[0]);

describe("push rules of a project", () => {
  it("are what its group's were when it was made, and are changed from there on by the same plan", async () => {
    const files = "projects: { acme/new: { push_rules: { commit_message_regex: '^[A-Z]+-\\d+ ' } } }\n";
    expect(await run("apply", files, "--yes")).toMatchObject({ code: 0 });
    expect(await rule("acme/new")).toMatchObject({ commit_message_regex: "^[A-Z]+-\\d+ ", deny_delete_tag: true });
    await isEmpty(files);
  });

  it("are as good as none where nothing, null or an empty text stands in an expression", async () => {
    const files = (text: string) => `projects: { acme/old: { push_rules: { author_email_regex: ${text} } } }\n`;
    expect(await run("apply", files("null"), "--yes")).toMatchObject({ code: 0 });
    await isEmpty(files("null"));
    await isEmpty(files("''"));
  });

  it("are made where there are none, which is null, and changed where there are some", async () => {
    const files = (size: number) => `projects: { acme/older: { push_rules: { max_file_size: ${size} } } }\n`;
    await fixture.platform.call("DELETE", "/groups/acme/push_rule");
    expect(await run("apply", "projects: { acme/older: {} }\n", "--yes")).toMatchObject({ code: 0 });
    expect(await rule("acme/older")).toBeNull();
    expect(await run("apply", files(5), "--yes")).toMatchObject({ code: 0 });
    expect(rulesSent()).toEqual(["POST"]);
    expect(await run("apply", files(6), "--yes")).toMatchObject({ code: 0 });
    expect(rulesSent()).toEqual(["PUT"]);
    await isEmpty(files(6));
    expect(await run("apply", "projects: { acme/older: { push_rules: { ensure: absent } } }\n", "--yes")).toMatchObject({
      code: 0,
    });
    expect(rulesSent()).toEqual(["DELETE"]);
    await isEmpty("projects: { acme/older: { push_rules: { ensure: absent } } }\n");
  });

  it("come about by the same plan as the group's, whatever reaches the project first", async () => {
    const files =
      "groups: { acme/team: { name: Team, push_rules: { member_check: true } } }\n" +
      "projects: { acme/team/api: { push_rules: { deny_delete_tag: true } } }\n";
    expect(await run("apply", files, "--yes")).toMatchObject({ code: 0 });
    expect(await rule("acme/team/api")).toMatchObject({ deny_delete_tag: true });
    await isEmpty(files);
  });
});

describe("push rules of a group", () => {
  it("are 404 where there are none, reach new projects alone, and the page says so", async () => {
    const files = "groups: { acme/late: { name: Late, push_rules: { prevent_secrets: true } } }\n";
    expect(await run("apply", files, "--yes")).toMatchObject({ code: 0 });
    await isEmpty(files);
    await fixture.platform.call("DELETE", "/groups/acme%2Flate/push_rule");
    expect(await run("drift", files)).toMatchObject({ code: 2 });
    expect(await run("apply", files, "--yes")).toMatchObject({ code: 0 });
    expect(await rule("acme/old")).toMatchObject({ prevent_secrets: false });
  });

  it("cost one read for each thing that declares some, and none elsewhere", async () => {
    const read = () => fixture.server.arrived.filter(({ path }) => path.includes("push_rule")).length;
    await run("plan", "projects: { acme/old: { push_rules: { member_check: false } }, acme/older: {}, acme/new: {} }\n");
    expect(read()).toBe(1);
  });
});
