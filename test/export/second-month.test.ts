import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { type Directory, openDirectory } from "../harness/directory.js";
import { type Company, setUp } from "./month-company.js";

const mostLines = 60;

const baseline = `policies:
  house-style:
    projects: ["acme/**"]
    set: { resolve_outdated_diff_discussions: true, build_timeout: { at_most: 3600 } }
  open-to-all:
    projects: ["acme/**"]
    where: { visibility: internal }
    set: { build_timeout: { at_most: 1800 } }
exceptions:
  - { policy: house-style, match: acme/data/app-2, attribute: resolve_outdated_diff_discussions, value: false, reason: Long reviews, until: 2099-12-31 }
presets:
  service: { labels: { incident: "#cc0000" }, ci_forward_deployment_enabled: false }
`;
const owners = `policies:
  owners:
    projects: ["acme/**"]
    set:
      repository_files: { CODEOWNERS: { content: "* @\${this:group}\\n", template: true } }
      repository_commit: { through: merge_request, title: Who owns what }
`;
const leavers = `policies:
  leavers: { groups: ["acme/**"], set: { members: { heidi: { ensure: absent } } } }
  leavers-of-projects: { projects: ["acme/**"], set: { members: { heidi: { ensure: absent } } } }
`;

/** The second month of a company of so many projects, whose files are an export. */
function month(count: number): void {
  let company: Company;
  let office: Directory;
  beforeAll(async () => {
    company = await setUp(count);
    office = openDirectory();
    await ends("export", "--out", "files", "--plain-variables");
  });
  afterAll(async () => {
    await company?.server.close();
    office?.close();
  });

  const run = (...words: readonly string[]) =>
    inProcess(words, {
      cwd: office.path,
      env: { ...company.values, ...company.server.env },
      secrets: Object.values(company.values),
    });
  const ends = async (...words: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(...words);
    expect(code, stdout + stderr).toBe(0);
    return stdout;
  };
  /** Plans what the files say, in few lines, and makes it true, so that nothing is left to do. */
  const made = async (...more: readonly string[]): Promise<string> => {
    const planned = await run("plan", "files", ...more);
    expect(planned.code, planned.stdout + planned.stderr).toBeLessThan(1);
    expect(planned.stdout.split("\n").length, planned.stdout).toBeLessThanOrEqual(mostLines);
    await ends("apply", "files", "--yes", ...more);
    expect(await ends("plan", "files", "--detailed-exitcode")).toContain("Nothing to do");
    return planned.stdout;
  };
  const write = (name: string, text: string) => writeFileSync(join(office.path, "files", name), text);
  const rewrite = (change: (text: string) => string) => {
    for (const name of readdirSync(join(office.path, "files")).filter((file) => file.endsWith(".yaml"))) {
      const text = readFileSync(join(office.path, "files", name), "utf8");
      write(name, change(text));
    }
  };
  const at = (path: string) => `/projects/${encodeURIComponent(path)}`;

  it("policies, stricter ones for projects that all may see, an exception and a preset", async () => {
    write("baseline.yaml", baseline);
    rewrite((text) => text.replace(/^( {2})(acme\/shop\/app-1:)$/m, "$1$2\n    extends: [service]"));
    expect(await made("--ack", "weakening", "--ack", "many-updates:house-style")).toContain("policy house-style");
  });

  it("CODEOWNERS of each team through merge requests, which are proposed in one run", async () => {
    write("owners.yaml", owners);
    expect(await made("--ack", "many-updates:owners")).toContain("(by merge requests into main)");
    expect(await ends("drift", "files")).toContain("proposed in !1");
  });

  it("a colleague's merge meanwhile begins that proposal anew, and one that is merged is done", async () => {
    const commit = {
      branch: "main",
      commit_message: "Ours",
      actions: [{ action: "create", file_path: "CODEOWNERS", content: "* @alice\n" }],
    };
    await company.server.call("POST", `${at("acme/platform/app-0")}/repository/commits`, commit);
    expect(await made()).toContain("(in !1 into main)");
    const same = { ...commit, actions: [{ ...commit.actions[0], content: "* @acme/data\n" }] };
    await company.server.call("POST", `${at("acme/data/app-2")}/repository/commits`, same);
    expect(await made()).toContain("delete branch:acme/data/app-2:trueup/files/main (closes !1: nothing is left to propose)");
  });

  it("a rename and a transfer between teams", async () => {
    rewrite((text) =>
      text
        .replace(/^ {2}acme\/mobile\/app-3:$/m, "  acme/mobile/app:\n    moved_from: acme/mobile/app-3")
        .replace(/^ {2}acme\/shop\/app-1:$/m, "  acme/data/app-1:\n    moved_from: acme/shop/app-1"),
    );
    const planned = await made();
    expect(planned).toContain("project:acme/mobile/app");
    expect(planned).toContain("project:acme/data/app-1");
    rewrite((text) => text.replaceAll(/^ {4}moved_from: .*\n/gm, ""));
    expect(await ends("plan", "files", "--detailed-exitcode")).toContain("Nothing to do");
  });

  it("five new projects", async () => {
    const names = ["one", "two", "three", "four", "five"].map(
      (name) => `  acme/data/${name}: { extends: [service], initialize_with_readme: true }\n`,
    );
    write("new.yaml", `projects:\n${names.join("")}`);
    expect(await made()).toContain("5 projects");
  });

  it("somebody who leaves", async () => {
    const { stdout } = await run("report", "person", "heidi", "files");
    expect(stdout).toContain("member:acme/mobile:heidi");
    write("leavers.yaml", leavers);
    rewrite((text) => text.replaceAll(/^ +heidi: .*\n/gm, ""));
    expect(await made("--ack", "lockout")).toContain("1 to delete");
  });
}

describe("the second month of a company of 6 projects", { tags: ["slow"] }, () => month(6));
describe("the second month of a company of 60 projects", { tags: ["nightly"] }, () => month(60));
