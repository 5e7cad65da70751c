// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";

const company = `groups:
  acme: { name: Acme }
projects:
  acme/web: { initialize_with_readme: true }
  acme/shop: { name: The Shop, initialize_with_readme: true }
`;
const policies = `policies:
  owners:
    projects: ["acme/*"]
    undeclared: include
    set:
      description: "\${this:name} of \${this:group}"
      repository_files:
        CODEOWNERS: { from: "./owners/\${this:path}" }
        ABOUT: { content: "\${this:full_path} \${HOME} $\${this:path}\\n", template: true }
        SCRIPT: { content: "\${this:full_path}\\n" }
`;

describe("CODEOWNERS by team are one policy", () => {
  let fixture: Fixture;
  const run = (...given: readonly string[]) => fixture.run(given);

  beforeAll(async () => {
    fixture = await openFixture(inProcess, { seed: "none", dialect: "vendor" });
    fixture.write("trueup/company.yaml", company);
    fixture.write("trueup/policies.yaml", policies);
    fixture.write("trueup/owners/web", "* @web\n");
    fixture.write("trueup/owners/shop", "* @shop\n");
  });

  afterAll(() => fixture.close());

  it("each project gets its own texts and files, and the next plan is empty", async () => {
    const plan = await run("plan");
    expect(plan.stdout).toContain(
      '+ create repository_file:acme/web:CODEOWNERS  trueup/policies.yaml:8:9\n    content  "* @web\\n"',
    );
    expect(plan.stdout).toContain('content  "* @shop\\n"  (policy owners, trueup/policies.yaml:8:23)');
    expect(plan.stdout).toContain('content  "acme/web ${HOME} ${this:path}\\n"');
    expect(plan.stdout).toContain('content  "${this:full_path}\\n"');
    expect(plan.stdout).toContain("description             The Shop of acme");
    expect(await run("apply", "--yes")).toMatchObject({ code: 0 });
    expect((await run("plan")).stdout).toContain("Nothing to do");
  });

  it("explain shows the text and what it became, and what only the server tells", async () => {
    const rows = async (...words: readonly string[]) =>
      (await run("explain", ...words)).stdout.split("\n").filter((line) => line.includes("without this line"));
    const text = '"${this:name} of ${this:group}"';
    const end = "  trueup/policies.yaml:6:7  wins; without this line: not given";
    expect(await rows("project:acme/shop", "description")).toEqual([`    policy owners  ${text} -> The Shop of acme${end}`]);
    expect(await rows("project:acme/web", "description")).toEqual([`    policy owners  ${text} -> not known yet${end}`]);
    expect(await rows("project:acme/web", "description", "--live")).toEqual([`    policy owners  ${text} -> web of acme${end}`]);
    expect(await rows("repository_file:acme/web:CODEOWNERS", "content")).toEqual([
      '    policy owners  "./owners/${this:path}" -> "* @web\\n"  trueup/policies.yaml:8:23  wins; without this line: not given',
    ]);
  });

  it("a missing file is an error at the policy that names the project, also of one that no file declares", async () => {
    const missing = (stdout: string) => stdout.split("\n").filter((line) => line.includes("there is no such file"));
    const line = (reading: string) =>
      `trueup/policies.yaml:8:29  policy owners repository_files.CODEOWNERS.content  there is no such file (./owners/\${this:path} is ./owners/${reading})  a path relative to this file  [file.missing]`;
    fixture.write("trueup/company.yaml", `${company}  acme/docs: {}\n`);
    const validate = await run("validate");
    expect(validate.code).toBe(1);
    expect(missing(validate.stdout + validate.stderr)).toEqual([line("docs for project:acme/docs")]);
    fixture.write("trueup/company.yaml", company.replace(/^ {2}acme\/shop.*\n/m, ""));
    fixture.write("trueup/policies.yaml", policies.replace("./owners/", "./gone/"));
    fixture.write("trueup/gone/web", "* @web\n");
    expect(await run("validate")).toMatchObject({ code: 0 });
    const plan = await run("plan");
    expect(plan.code).toBe(1);
    expect(missing(plan.stdout + plan.stderr)).toEqual([line("shop for project:acme/shop").replaceAll("./owners/", "./gone/")]);
  });
});
