import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { file, secret } from "../../src/core/placeholders.js";
import { describeTerraform, terraform } from "../terraform/command.js";
import { converted, declarations, directoryOf } from "./files.js";

describe("a configuration made of declarations", () => {
  it("refers to what it declares itself, so that Terraform knows the order", () => {
    const { text } = converted(
      declarations({
        application_settings: { signup_enabled: false },
        "topic:typescript": { title: "TypeScript" },
        "group:acme": { name: "Acme" },
        "group:acme/platform": { name: "Platform" },
        "project:acme/platform/web": { topics: ["TypeScript", "other"] },
        "approval_rule:acme/platform/web:Release": { approvals_required: 1, groups: ["acme/platform", "elsewhere"] },
        "protected_environment:acme:production": { deploy_access_levels: [{ group: "acme/platform" }, { access_level: 40 }] },
      }),
    );
    expect(text).toContain(`resource "trueup_group" "acme" {
  full_path = "acme"
  name      = "Acme"

  depends_on = [trueup_application_settings.instance]
}`);
    expect(text).toContain(`resource "trueup_group" "acme_platform" {
  full_path = "\${trueup_group.acme.full_path}/platform"`);
    expect(text).toContain(`topics    = [trueup_topic.typescript.name, "other"]`);
    expect(text).toContain(`resource "trueup_approval_rule" "acme_platform_web_release" {
  project            = trueup_project.acme_platform_web.full_path
  name               = "Release"
  approvals_required = 1
  groups             = [trueup_group.acme_platform.full_path, "elsewhere"]
}`);
    expect(text).toContain(`deploy_access_levels = [{ group = trueup_group.acme_platform.full_path }, { access_level = 40 }]`);
  });

  it("leaves out what would close a circle until all are there, and says so", () => {
    const share = (...groups: string[]) => ({
      name: "Any",
      shared_with_groups: groups.map((group) => ({ group, access_level: "developer" })),
    });
    const things = declarations({ "group:a": share("b"), "group:b": share("a", "c") });
    const { text, gaps } = converted(things);
    expect(text).toContain("[{ group = trueup_group.b.full_path, access_level");
    expect(text).toContain('[{ group = "c", access_level');
    expect(gaps).toEqual([expect.stringContaining("group:b: shared_with_groups.group is left out")]);
    expect(text).toContain("# shared_with_groups.group is left out");
    // What is imported is there.
    expect(converted(things, "hcl-import").text).toContain('[{ group = "a", access_level = "developer" }, { group = "c"');
  });

  it("says what Terraform wants to be told beside what files must say", () => {
    const { gaps, text } = converted(declarations({ "group:a": { visibility: "private" } }));
    expect(gaps).toEqual(["group:a: name must be given to Terraform: add it"]);
    expect(text).toContain("# name must be given to Terraform: add it");
  });

  it("makes settings after the group that they name, and says so", () => {
    const { text, gaps } = converted(
      declarations({
        application_settings: { performance_bar_allowed_group_id: "acme" },
        "group:acme": { name: "A" },
        "group:other": { name: "O" },
      }),
    );
    expect(text).toContain("performance_bar_allowed_group_id = trueup_group.acme.full_path");
    expect(text.match(/depends_on/g)).toHaveLength(1);
    expect(gaps).toEqual([expect.stringContaining("group:acme: is made before application_settings")]);
  });

  it("takes secrets from variables that no plan holds, and sends them anew when their number is raised", () => {
    const { text } = converted(
      declarations({
        "project:a/b": {},
        "integration:a/b:pumble": { webhook: secret("https://x.example/${env:ROOM}?$${a}"), push_events: true },
      }),
    );
    expect(text).toContain('webhook         = "https://x.example/${var.room}?$${a}"');
    expect(text).toContain("webhook_version = 1");
    expect(text).toContain(`variable "room" {
  description = "The variable ROOM of trueup files."
  type        = string
  sensitive   = true
  ephemeral   = true
}`);
  });

  it("names what is unset, and keeps what the schema does not know apart", () => {
    const { text } = converted(declarations({ "project:a/b": { description: null, brand_new: { deep: [1, "x"] } } }));
    expect(text).toContain('unset     = ["description"]');
    expect(text).toContain(`unchecked = {
    brand_new = {
      deep = [1, "x"]
    }
  }`);
  });

  it("puts no secret of an unknown attribute into the state", () => {
    const { text, gaps } = converted(declarations({ "project:a/b": { brand_new: secret("${env:X}") } }));
    expect(text).not.toContain("unchecked =");
    expect(gaps).toEqual([expect.stringContaining("unchecked.brand_new would put a secret into the state")]);
  });

  it("imports by address, without what would change something at once", () => {
    const { files, gaps } = converted(
      declarations({
        "project:a/b": { initialize_with_readme: true, description: null, avatar: file("pictures/b.png", "0") },
        "integration:a/b:pumble": { webhook: secret("${env:ROOM}") },
      }),
      "hcl-import",
    );
    expect(files.get("imports.tf")).toContain(`import {
  to = trueup_integration.a_b_pumble
  id = "integration:a/b:pumble"
}`);
    expect(files.get("a.tf")).toContain("webhook = var.room");
    expect([...files.values()].join("")).not.toMatch(/^ *(?:initialize_with_readme|avatar|unset|webhook_version) /m);
    expect(gaps).toEqual([
      expect.stringContaining("project:a/b: avatar is left as it is"),
      expect.stringContaining("project:a/b: description is left as it is"),
    ]);
  });

  it("imports nothing that Terraform cannot spell, and says so", () => {
    const things = declarations({ "topic:e\u0301": { title: "one" }, "topic:\u00e9": { title: "other" } });
    const { files, gaps } = converted(things, "hcl-import");
    expect(files.get("imports.tf")?.match(/^import/gm)).toHaveLength(1);
    expect(gaps).toEqual([expect.stringContaining("topic:e\u0301 cannot be imported")]);
    expect(converted(things).gaps).toEqual([]);
  });

  it("keeps the names of its resources when others are added", () => {
    const namesOf = (paths: readonly string[]) =>
      [
        ...converted(declarations(Object.fromEntries(paths.map((path) => [`group:${path}`, {}])))).text.matchAll(
          /resource "trueup_group" "(\w+)"/g,
        ),
      ].map(([, name]) => name);
    const [first, second] = namesOf(["a-b", "a_b"]);
    expect(first).toBe("a_b");
    expect(second).toMatch(/^a_b_[0-9a-f]{8}$/);
    expect(namesOf(["a-b", "a.b", "a_b"])).toEqual([first, expect.any(String), second]);
  });

  it("gives no file a name that Terraform reads otherwise", () => {
    const paths = ["main", "variables", "instance", "imports", "override", "my_override", "..", "a/b", "A"];
    const { files } = converted(declarations(Object.fromEntries(paths.map((path) => [`group:${path}`, {}]))));
    const names = [...files.keys()];
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    expect(names.filter((name) => /(?:^|_)override\.tf$|^\.|\//.test(name))).toEqual([]);
    expect(files.get("main.tf")).toContain("required_providers");
    expect(files.get("main-group.tf")).toContain('full_path = "main"');
  });
});

const hostile = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 12 }),
  fc.constantFrom("a-b", "a.b", "a_b", "A_B", "日本", "é", "1st", "_", "${x}", "for", "main", "x".repeat(200), '"', "\n", "//"),
);

describeTerraform("a configuration made of hostile names", () => {
  it("is one that terraform reads and leaves as it is", async () => {
    const paths = fc.sample(fc.array(hostile, { minLength: 1, maxLength: 3 }), { numRuns: 150, seed: 7 });
    const things = declarations({});
    for (const segments of paths) {
      const path = segments.join("/");
      things.push(
        { address: `group:${path}`, kind: "group", path, spec: { name: path }, remarks: [path] },
        { address: `topic:${path}`, kind: "topic", path, spec: { title: path }, remarks: [] },
        { address: `approval_rule:${path}:${path}`, kind: "approval_rule", path, key: path, spec: {}, remarks: [] },
      );
    }
    const directory = directoryOf(converted(things, "hcl-import").files);
    const run = await terraform(["fmt", "-check", "-diff", "-no-color"], directory);
    expect(run).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  });
});
