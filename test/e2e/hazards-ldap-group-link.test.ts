// @module-tag slow
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture(inProcess, {
    dialect: "vendor",
    serverVersion: "19.0.0-ee",
    tier: "premium",
    seed: { groups: [{ full_path: "acme", name: "Acme" }] },
  });
});
afterEach(async () => fixture.close());

async function settles(links: string, more = ""): Promise<void> {
  fixture.write("files/trueup.yaml", `groups: { acme: { ldap_group_links: ${links} } }\n${more}`);
  expect(await fixture.run(["apply", "files", "--yes"])).toMatchObject({ code: 0 });
  expect(await fixture.run(["plan", "files", "--detailed-exitcode"])).toMatchObject({ code: 0 });
}

async function call(method: string, query = "", body?: object): Promise<unknown> {
  const reply = await fetch(`${fixture.platform.url}/api/v4/groups/acme/ldap_group_links${query}`, {
    method,
    headers: { "private-token": fixture.platform.token, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return method === "GET" && reply.status === 404 ? [] : reply.status === 204 ? undefined : reply.json();
}

describe("links to groups of a directory", () => {
  it("are made by name and by filter, changed by making them again, and taken away by what names them", async () => {
    await settles(
      `{ "cn=devs": { group_access: developer, provider_name: ldapmain }, "filter=(ou=ops)": { group_access: reporter, provider_name: ldapmain } }`,
    );
    expect(await call("GET")).toMatchObject([
      { cn: "devs", filter: null, group_access: 30, provider: "ldapmain" },
      { cn: null, filter: "(ou=ops)", group_access: 20, provider: "ldapmain" },
    ]);
    await settles(
      `{ "cn=devs": { group_access: maintainer, provider_name: ldapmain }, "filter=(ou=ops)": { group_access: reporter, provider_name: other } }`,
    );
    expect(await call("GET")).toMatchObject([
      { cn: "devs", group_access: 40, provider: "ldapmain" },
      { filter: "(ou=ops)", group_access: 20, provider: "other" },
    ]);
    await settles(`{ "cn=devs": { ensure: absent } }`, "delete_undeclared: { ldap_group_links: true }\n");
    expect(await call("GET")).toEqual([]);
  });

  it("that there are none of are no error, and what was changed by hand is set right", async () => {
    await settles("{}", "delete_undeclared: { ldap_group_links: true }\n");
    await settles(`{ "cn=devs": { group_access: developer, provider_name: ldapmain } }`);
    await call("DELETE", "?cn=devs&provider=ldapmain");
    await settles(`{ "cn=devs": { group_access: developer, provider_name: ldapmain } }`);
    expect(await call("GET")).toMatchObject([{ cn: "devs", group_access: 30 }]);
  });

  it("of one name at two servers are not guessed", async () => {
    for (const provider of ["ldapmain", "other"]) await call("POST", "", { cn: "devs", group_access: 30, provider });
    fixture.write(
      "files/trueup.yaml",
      `groups: { acme: { ldap_group_links: { "cn=devs": { group_access: guest, provider_name: ldapmain } } } }\n`,
    );
    expect(await fixture.run(["plan", "files"])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("match.ambiguous") as string,
    });
  });

  it("are exported as they are", async () => {
    await call("POST", "", { filter: "(ou=ops)", group_access: 30, provider: "ldapmain" });
    expect(await fixture.run(["export", "--out", "exported"])).toMatchObject({ code: 0 });
    expect(await fixture.run(["plan", "exported", "--detailed-exitcode"])).toMatchObject({ code: 0 });
  });

  it("begin with cn= or filter=", async () => {
    fixture.write("files/trueup.yaml", `groups: { acme: { ldap_group_links: { devs: { group_access: guest } } } }\n`);
    const { code, stdout, stderr } = await fixture.run(["validate", "files"]);
    expect(code).toBe(1);
    expect(stdout + stderr).toContain("must begin with cn= or filter=");
  });
});
