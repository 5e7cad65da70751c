// @module-tag slow
import { readFile } from "node:fs/promises";
import { afterEach, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";

let fixture: Fixture;
afterEach(async () => fixture.close());

async function open(options: Parameters<typeof openFixture>[1]): Promise<void> {
  fixture = await openFixture(inProcess, { tier: "ultimate", ...options });
}
const run = async (...words: string[]) => fixture.run(words, {});
const fileText = async (name: string) => readFile(`${fixture.directory}/${name}`, "utf8");
const shown = async (path: string) => (await fixture.platform.call("GET", path)) as Record<string, unknown>;

describe("two names of one value", () => {
  it("said by different layers are told with both places", async () => {
    await open({ dialect: "vendor", serverVersion: "19.0.0" });
    fixture.write(
      "files/trueup.yaml",
      [
        "policies:",
        "  packages:",
        "    projects: [acme/**]",
        "    set:",
        "      package_registry_access_level: private",
        "groups: { acme: { name: Acme } }",
        "projects:",
        "  acme/web:",
        "    packages_enabled: true",
        "",
      ].join("\n"),
    );
    const { code, stdout } = await run("validate", "files");
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^files\/trueup\.yaml:9:5 .*packages_enabled and package_registry_access_level are two names of the same value/m,
    );
    expect(stdout).toContain("files/trueup.yaml:5:7");
  });

  it("are exported as one, which plans empty, and an adoption changes the one that files say", async () => {
    await open({ dialect: "vendor", serverVersion: "19.0.0" });
    fixture.write(
      "files/trueup.yaml",
      "groups: { acme: { name: Acme } }\nprojects:\n  acme/web:\n    package_registry_access_level: private\n",
    );
    expect(await run("apply", "files", "--yes")).toMatchObject({ code: 0 });
    expect(await run("export", "--full", "--out", "out")).toMatchObject({ code: 0 });
    const exported = await fileText("out/acme.yaml");
    expect(exported).toMatch(/^ +package_registry_access_level: private$/m);
    expect(exported).not.toContain("packages_enabled");
    expect(await run("plan", "out", "--detailed-exitcode")).toMatchObject({ code: 0 });
    await fixture.platform.call("PUT", "/projects/acme%2Fweb", { package_registry_access_level: "public" });
    expect(await run("drift", "files", "--adopt-all", "--yes")).toMatchObject({ code: 0 });
    expect(await fileText("files/trueup.yaml")).toMatch(/^ {4}package_registry_access_level: public$/m);
    expect(await fileText("files/trueup.yaml")).not.toContain("packages_enabled");
    expect(await run("plan", "files", "--detailed-exitcode")).toMatchObject({ code: 0 });
  });
});

describe("a name whose newer twin the server does not have", () => {
  it("is exported where it is not usual, and plans empty", async () => {
    await open({ dialect: "neutral", serverVersion: "15.4.0" });
    const text = "groups: { acme: { name: Acme } }\nprojects: { acme/web: { packages_enabled: false } }\n";
    fixture.write("files/trueup.yaml", text);
    expect(await run("apply", "files", "--yes")).toMatchObject({ code: 0 });
    expect(await run("export", "--out", "out")).toMatchObject({ code: 0 });
    expect(await fileText("out/acme.yaml")).toMatch(/^ +packages_enabled: false$/m);
    expect(await run("plan", "out", "--detailed-exitcode")).toMatchObject({ code: 0 });
    await fixture.platform.call("PUT", "/projects/acme%2Fweb", { packages_enabled: true });
    expect(await run("drift", "files", "--adopt-all", "--yes")).toMatchObject({ code: 0 });
    expect(await fileText("files/trueup.yaml")).toBe(text.replace("false", "true"));
  });
});

describe("an attribute with an older name", () => {
  const servers = [
    ["neutral", "15.4.0", "emails_disabled"],
    ["vendor", "16.3.0", "emails_disabled"],
    ["vendor", "17.5.0", "emails_enabled"],
    ["vendor", "19.0.0", "emails_enabled"],
  ] as const;

  it.each(servers)(
    "on a %s server of %s is sent as %s, exported so that it plans empty, and adopted",
    async (dialect, serverVersion, wire) => {
      await open({ dialect, serverVersion });
      const text = "groups:\n  acme:\n    name: Acme\n    emails_enabled: false\n";
      fixture.write("files/trueup.yaml", text);
      expect(await run("apply", "files", "--yes")).toMatchObject({ code: 0 });
      const sent = fixture.server.arrived.flatMap(({ method, body }) => (method === "POST" ? [String(body)] : []));
      expect(sent.join("\n")).toContain(`"${wire}":${String(wire === "emails_disabled")}`);
      expect(await run("export", "--out", "out")).toMatchObject({ code: 0 });
      expect(await fileText("out/acme.yaml")).toMatch(/^ +emails_(?:enabled: false|disabled: true)$/m);
      expect(await run("plan", "out", "--detailed-exitcode")).toMatchObject({ code: 0 });
      await fixture.platform.call("PUT", "/groups/acme", { [wire]: wire === "emails_enabled" });
      expect(await run("drift", "files", "--adopt-all", "--yes")).toMatchObject({ code: 0 });
      expect(await fileText("files/trueup.yaml")).toBe(text.replace("emails_enabled: false", "emails_enabled: true"));
      expect(await run("plan", "files", "--detailed-exitcode")).toMatchObject({ code: 0 });
    },
  );

  it("that a policy says by the one and a project by the other is one attribute, and the project wins", async () => {
    await open({ dialect: "vendor", serverVersion: "19.0.0" });
    fixture.write(
      "files/trueup.yaml",
      "policies: { quiet: { projects: [acme/**], set: { emails_disabled: true } } }\ngroups: { acme: { name: Acme } }\nprojects: { acme/web: { emails_enabled: true }, acme/api: {} }\n",
    );
    const applied = await run("apply", "files", "--yes");
    expect(applied, applied.stdout + applied.stderr).toMatchObject({ code: 0 });
    expect(await shown("/projects/acme%2Fweb")).toMatchObject({ emails_enabled: true });
    expect(await shown("/projects/acme%2Fapi")).toMatchObject({ emails_enabled: false });
    expect(await run("plan", "files", "--detailed-exitcode")).toMatchObject({ code: 0 });
  });
});
