// @module-tag slow
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inProcess, type Ran } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";
import { environment, prize } from "./world.js";

/** What somebody may call a thing on the platform, or write into it: references of files, of Terraform and of programs, and what ends a line or a comment. */
const variable = "${env:AWS_SECRET_ACCESS_KEY}";
const expression = `%{ for x in y }\${file("/proc/self/environ")} \`\${process.env.AWS_SECRET_ACCESS_KEY}\` */ ${variable}`;
const lines = `one ${variable}\n## two | three |\n::error::four\n- [ ] five`;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(inProcess, { tier: "ultimate", dialect: "vendor", secrets: [prize] });
  const { call } = fixture.platform;
  const group = (await call("POST", "/groups", { name: variable, path: "acme", description: lines })) as { id: number };
  const project = (await call("POST", "/projects", {
    name: "Web",
    path: "web",
    namespace_id: group.id,
    description: `$${variable} ${expression}`,
    initialize_with_readme: true,
  })) as { id: number };
  await call("POST", `/projects/${project.id}/approval_rules`, { name: lines, approvals_required: 1, user_ids: [1] });
  await call("POST", `/projects/${project.id}/approval_rules`, {
    name: `rule ${expression}`,
    approvals_required: 2,
    user_ids: [1],
  });
  await call("POST", `/projects/${project.id}/protected_branches`, { name: `release/${variable}` });
  await call("POST", "/topics", { name: `topic ${variable}`, title: lines, description: expression });
  await call("PUT", "/application/settings", { after_sign_up_text: expression, domain_denylist: [variable, "example.com"] });
  await call("PUT", "/application/appearance", { title: variable, description: lines });
  await call("PUT", `/projects/${project.id}/integrations/emails-on-push`, { recipients: `${variable} a@example.com` });
});
afterAll(() => fixture.close());

async function run(...words: string[]): Promise<Ran> {
  const ran = await fixture.run(words, environment);
  expect(ran.code, `${ran.stdout}${ran.stderr}`).toBe(0);
  expect(ran.stdout + ran.stderr).not.toMatch(/^(?:## two|::error|- \[ \])/m);
  return ran;
}

/** Texts of all files below a directory that hold what the server said. */
function filesIn(directory: string): readonly string[] {
  const top = join(fixture.directory, directory);
  const names = readdirSync(top, { recursive: true, encoding: "utf8" }).filter((name) => statSync(join(top, name)).isFile());
  const own = names.filter((name) => !name.endsWith("schema.json"));
  return own.map((name) => readFileSync(join(top, name), "utf8"));
}

/** No file says what would be filled in. */
function mustReferToNothing(texts: readonly string[]): void {
  for (const text of texts) expect(text.replaceAll("$${", "")).not.toMatch(/\$\{(?:env|file):[\w/]/);
}

describe("values of the platform that look like references", () => {
  it("stand escaped in an export, which plans empty, and come to another platform as they are", async () => {
    await run("export", "--full", "--out", "full");
    mustReferToNothing(filesIn("full"));
    expect((await run("plan", "full")).stdout).toContain("Nothing to do");
    const other = await openFixture(inProcess, { tier: "ultimate", dialect: "vendor", secrets: [prize] });
    const applied = await fixture.run(["apply", "full", "--yes", "--url", other.server.url], {
      ...environment,
      TRUEUP_TOKEN: other.platform.token,
    });
    expect(applied.code, applied.stdout + applied.stderr).toBe(0);
    for (const { path, body } of other.server.arrived) expect(`${path} ${String(body)}`).not.toContain(prize);
    const states = [fixture, other].map(({ platform }) => JSON.stringify(platform.state()));
    expect(states[1]).toContain(JSON.stringify(expression).slice(1, -1));
    for (const state of states) expect(state).not.toContain(prize);
    await other.close();
  });

  it("are escaped where drift is adopted, whatever the file says there", async () => {
    const { call } = fixture.platform;
    await run("export", "--out", "adopted");
    await call("PUT", "/projects/acme%2Fweb", { description: `again ${expression}` });
    await call("PUT", "/application/settings", { domain_denylist: [`more ${variable}`] });
    await run("drift", "adopted", "--adopt-all", "--yes");
    mustReferToNothing(filesIn("adopted"));
    expect((await run("plan", "adopted")).stdout).toContain("Nothing to do");
  });

  it.each(["hcl", "hcl-import", "cdktf"])("are texts in an export as %s", async (format) => {
    await run("export", "--format", format, "--out", `out-${format}`);
    mustReferToNothing(filesIn(`out-${format}`));
  });

  it.each(["text", "markdown", "json"])("add no line to a plan as %s", async (format) => {
    fixture.write(
      "plain.yaml",
      "version: 1\ngroups: { acme: { description: Plain } }\nprojects: { acme/web: { description: Plain } }\n",
    );
    const { stdout } = await run("plan", "plain.yaml", "--unmanaged", "--verbose", "--format", format);
    expect(stdout).toContain("Plain");
  });
});
