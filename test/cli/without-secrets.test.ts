// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { mustBeRefused, openFixture, type Fixture } from "../harness/fixture.js";

const live = {
  DEPLOY: "deploy-live-0815-secret",
  HOOK: "hook-live-4711-secret",
  ROOM: "room-live-1234-secret",
  TEXT: "Our shop",
};
const other = {
  DEPLOY: "deploy-other-0816-secret",
  HOOK: "hook-other-4712-secret",
  ROOM: "room-other-1235-secret",
  TEXT: "Other",
};

/** Four references to what is live: a masked variable, a text that is shown, what is in a file, and what a hook never shows. */
const files = (description = "Web", more = ""): string => `version: 1
groups: { acme: { name: Acme, description: "\${env:TEXT}" } }
projects:
  acme/web:
    description: ${description}
    variables:
      DEPLOY: { value: "\${env:DEPLOY}", masked: true }
      FILED: { value: "\${file:secret.txt}" }
    hooks:
      https://ci.example.com/{room}/notify:
        push_events: true
        token: "\${env:HOOK}"
        url_variables: { room: "\${env:ROOM}" }
${more}`;

let fixture: Fixture;
beforeAll(async () => {
  const hidden = [live, other].flatMap(({ DEPLOY, HOOK, ROOM }) => [DEPLOY, HOOK, ROOM]);
  fixture = await openFixture(inProcess, {
    dialect: "vendor",
    serverVersion: "19.0.0-ee",
    secrets: [...hidden, "filed-live-secret", "filed-other-secret"],
  });
  fixture.write("files/company.yaml", files());
  fixture.write("files/secret.txt", "filed-live-secret\n");
  expect(await fixture.run(["apply", "files", "--yes"], live)).toMatchObject({ code: 0 });
});
afterAll(async () => fixture.close());
beforeEach(() => {
  fixture.write("files/company.yaml", files());
  fixture.write("files/secret.txt", "filed-live-secret\n");
});

const words = ["plan", "files", "--without-secrets"];
const said = "Warning [secrets.not-compared]\n  5 values by reference are not compared (--without-secrets)\n\n";

describe("plan --without-secrets", () => {
  it.each([
    ["no variable set", {}],
    ["variables that are set to something else", other],
  ])("changes nothing for what references give, with %s, and says once how many it does not compare", async (_, env) => {
    fixture.write("files/secret.txt", "filed-other-secret\n");
    const { code, stdout, stderr } = await fixture.run([...words, "--detailed-exitcode"], env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(said);
    expect(stdout).toContain("Nothing to do");
    expect(stdout).not.toContain("attribute.unverifiable");
  });

  it("needs no file that a reference names, not even a readable one", async () => {
    fixture.write("lost/company.yaml", files());
    fixture.write("lost/secret.txt/inside", "");
    const { code, stdout, stderr } = await fixture.run(["plan", "lost", "--without-secrets"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(said);
  });

  it("warns in JSON with the addresses, and says the line in Markdown", async () => {
    const { stdout } = await fixture.run([...words, "--json"]);
    const { warnings, changes } = JSON.parse(stdout) as { warnings: unknown; changes: unknown };
    expect(changes).toEqual([]);
    expect(warnings).toEqual([
      {
        rule: "secrets.not-compared",
        message: "5 values by reference are not compared (--without-secrets)",
        addresses: [
          "group:acme",
          "hook:acme/web:https://ci.example.com/{room}/notify",
          "variable:acme/web:DEPLOY",
          "variable:acme/web:FILED",
        ],
      },
    ]);
    const markdown = await fixture.run([...words, "--format", "markdown"]);
    expect(markdown.stdout).toContain("5 values by reference are not compared");
    expect((await fixture.run([...words, "--verbose"])).stdout).toContain("variable:acme/web:DEPLOY");
    expect((await fixture.run([...words, "--summary"])).stdout).toContain("Warning [secrets.not-compared]  1\n");
  });

  it("shows other changes, with what would go along as not compared, and nothing of what would not", async () => {
    const changed = files("Shop")
      .replace("masked: true", "masked: true, description: For deploys")
      .replace("push_events: true", "push_events: false");
    fixture.write("files/company.yaml", changed);
    const { code, stdout } = await fixture.run(words);
    expect(code).toBe(0);
    expect(stdout).toMatch(/description +Web -> Shop/);
    expect(stdout).toMatch(/push_events +true -> false/);
    expect(stdout).toMatch(/token +\(secret from \$\{env:HOOK\}\) \(not compared: --without-secrets\)/);
    expect(stdout).toMatch(/value +.*\(not compared: --without-secrets\)/);
    expect(stdout).toContain("0 to create, 3 to update, 0 to delete");
    const markdown = await fixture.run([...words, "--format", "markdown"]);
    expect(markdown.stdout).toMatch(/Not compared \(--without-secrets\): .*token/);
  });

  it("takes a deploy key whose key it does not read for the one of its title, also where others name it and undeclared ones go", async () => {
    const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJxLh3x1xQ0yHcW0j0iPZ5l7Jm0t0o9yQ2cC8tGzQ3sN ci";
    const keyed = (value: string) => `version: 1
groups: { acme: { name: Acme } }
projects:
  acme/keyed:
    initialize_with_readme: true
    deploy_keys: { Release: { key: "${value}", can_push: true } }
    protected_branches: { main: { allowed_to_push: [{ deploy_key: Release }] } }
delete_undeclared: { deploy_keys: ["acme/keyed"] }
`;
    fixture.write("keyed/company.yaml", keyed(key));
    expect(await fixture.run(["apply", "keyed", "--yes"])).toMatchObject({ code: 0 });
    fixture.write("keyed/company.yaml", keyed("${env:RELEASE_KEY}"));
    const { code, stdout } = await fixture.run(["plan", "keyed", "--without-secrets", "--detailed-exitcode"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("Nothing to do") });
  });

  it("plans what is to be made with its templates", async () => {
    fixture.write(
      "files/company.yaml",
      files("Web", '  acme/new: { variables: { KEY: { value: "${env:NEW}", masked: true } } }\n'),
    );
    const { code, stdout, stderr } = await fixture.run([...words, "--detailed-exitcode"]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: "" });
    expect(stdout).toMatch(/create variable:acme\/new:KEY[^]*value +\(secret from \$\{env:NEW\}\)/);
    expect(stdout).toContain(said);
  });

  it("compares nothing with fingerprints, and needs no key for them", async () => {
    const { code, stdout } = await fixture.run([...words, "--secret-fingerprints", "secrets.fp"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(said) });
  });

  it("makes no plan that can be applied: --out is wrong usage, and its document is refused", async () => {
    mustBeRefused(await fixture.run([...words, "--out", "plan.json"]), /--without-secrets.*cannot be used with.*--out/);
    const absent = await fixture.run(["apply", "--plan", "plan.json", "--yes"]);
    expect(absent.stderr).toMatch(/plan\.json/);
    fixture.write("files/company.yaml", files("Shop"));
    const { stdout } = await fixture.run([...words, "--json"]);
    fixture.write("saved.json", stdout);
    fixture.server.forget();
    const { code, stderr } = await fixture.run(["apply", "--plan", "saved.json", "files", "--yes"], live);
    expect(code).toBe(1);
    expect(stderr).toContain("the plan was made without secrets");
    expect(fixture.writes()).toEqual([]);
  });

  it("is an option of no other command, and no default in a project file", async () => {
    for (const command of ["drift", "apply", "explain", "validate"])
      expect((await fixture.run([command, "--without-secrets"])).stderr, command).toContain("unknown option");
    fixture.write("own/trueup.yaml", "version: 1\ndefaults: { plan: { without_secrets: true } }\n");
    const { code, stderr } = await fixture.run(["plan", "--config", "own/trueup.yaml"]);
    expect(code).toBe(1);
    expect(stderr).toContain("--without-secrets has no default in a file");
  });
});

describe("plan with references that have no value", () => {
  const rest = { HOOK: live.HOOK, ROOM: live.ROOM };
  const lines = [
    "1 value of group is not compared: no value for the reference",
    "2 values of variable are not compared: no value for the reference",
  ];

  it("compares the rest, with one line for each kind, and exits by what it compares", async () => {
    fixture.write("partial/company.yaml", files());
    const same = await fixture.run(["plan", "partial", "--detailed-exitcode"], rest);
    expect({ code: same.code, stderr: same.stderr }).toEqual({ code: 0, stderr: "" });
    for (const line of lines) expect(same.stdout).toContain(line);
    expect(same.stdout).toContain("Nothing to do");
    fixture.write("partial/company.yaml", files("Shop"));
    const changed = await fixture.run(["plan", "partial", "--detailed-exitcode", "--format", "markdown"], rest);
    expect(changed).toMatchObject({ code: 2, stderr: "" });
    for (const line of lines) expect(changed.stdout).toContain(line);
    const { stdout } = await fixture.run(["plan", "partial", "--json"], rest);
    const { warnings, changes } = JSON.parse(stdout) as { warnings: { rule: string }[]; changes: unknown[] };
    expect(changes).toHaveLength(1);
    expect(warnings.filter(({ rule }) => rule === "secrets.not-compared")).toEqual([
      { rule: "secrets.not-compared", message: lines[0], addresses: ["group:acme"] },
      { rule: "secrets.not-compared", message: lines[1], addresses: ["variable:acme/web:DEPLOY", "variable:acme/web:FILED"] },
    ]);
  });

  it("compares each value that it has", async () => {
    const { code, stdout } = await fixture.run(["plan", "files", "--detailed-exitcode"], { ...rest, DEPLOY: other.DEPLOY });
    expect(code).toBe(2);
    expect(stdout).toMatch(/update variable:acme\/web:DEPLOY/);
    expect(stdout).toContain(lines[0]);
    expect(stdout).not.toContain("of variable");
  });

  it("marks what goes along with another change as not compared", async () => {
    fixture.write("files/company.yaml", files().replace("masked: true", "masked: true, description: For deploys"));
    const { stdout } = await fixture.run(["plan", "files"], rest);
    expect(stdout).toMatch(/value +\(secret from \$\{env:DEPLOY\}\) \(not compared: its reference has no value\)/);
  });

  it("is never applied, with the values neither: the files say more than it knows", async () => {
    fixture.write("files/company.yaml", files("Shop"));
    expect(await fixture.run(["plan", "files", "--out", "part.json"], rest)).toMatchObject({ code: 0 });
    fixture.server.forget();
    for (const env of [rest, live]) {
      const { code, stderr } = await fixture.run(["apply", "--plan", "part.json", "files", "--yes"], env);
      expect(code).toBe(1);
      expect(stderr).toContain(`the plan was made without secrets: ${lines[0]}`);
    }
    expect(fixture.writes()).toEqual([]);
  });

  it("is refused for a reference that leads outside of the files", async () => {
    fixture.write("files/company.yaml", files().replace("secret.txt", "../saved.txt"));
    fixture.write("saved.txt", "outside");
    expect(await fixture.run(["plan", "files"], live)).toMatchObject({ code: 1 });
  });
});

describe("plan --require-secrets, drift and apply", () => {
  it("insist on the secrets that they compare", async () => {
    for (const command of [["plan", "--require-secrets"], ["drift"], ["apply", "--yes"]]) {
      const { code, stdout, stderr } = await fixture.run([...command, "files"]);
      expect(code, command[0]).toBe(1);
      for (const name of ["DEPLOY", "TEXT"]) expect(stdout + stderr, command[0]).toContain(`the variable ${name} is not set`);
    }
    for (const words of [["plan", "--require-secrets"], ["drift"]])
      expect(await fixture.run([...words, "files"], live)).toMatchObject({ code: 0 });
    mustBeRefused(await fixture.run([...words, "--require-secrets"]), /--require-secrets.*cannot be used with/);
  });
});
