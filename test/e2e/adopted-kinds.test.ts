// @module-tag slow
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { type Directory, openDirectory } from "../harness/directory.js";
import { openEmulator, type RunningEmulator } from "../harness/emulator.js";
import { acknowledged, mustHide } from "../harness/fixture.js";
import { changeableMembers, companyFiles, companySecrets, otherBody, runPipeline } from "./company-of-all.js";

describe("what people changed by hand of every kind under every parent", { tags: ["slow"] }, () => {
  let platform: RunningEmulator;
  let office: Directory;

  beforeAll(async () => {
    platform = await openEmulator({
      tier: "ultimate",
      dialect: "vendor",
      serverVersion: "19.0.0",
      seed: { users: [{ username: "alice" }, { username: "bob" }] },
    });
    office = openDirectory({ "files/trueup.yaml": companyFiles() });
    await ends(0, "apply", "files", "--yes");
    await runPipeline(platform);
    await ends(0, "apply", "files", "--yes");
  });
  afterAll(async () => {
    await platform?.close();
    office?.close();
  });

  const ends = async (code: number, ...words: readonly string[]) => {
    const ran = await inProcess(acknowledged(words), { cwd: office.path, env: { ...companySecrets, ...platform.env } });
    mustHide(Object.values(companySecrets), `the output of trueup ${words.join(" ")}`, ran.stdout + ran.stderr);
    expect(ran.code, `trueup ${words.join(" ")}\n${ran.stdout}${ran.stderr}`).toBe(code);
    return ran;
  };

  it("is adopted by address, then all at once: the files say what is live, and hold no secret", async () => {
    const all = changeableMembers();
    const changed = all.map((one) => ({ ...one, body: otherBody(one) }));
    expect(
      all.filter((one, index) => JSON.stringify(one.body) === JSON.stringify(changed[index]?.body)).map(({ address }) => address),
    ).toEqual([]);
    office.write("changed/trueup.yaml", companyFiles(changed));
    await ends(0, "apply", "changed", "--yes");
    const { stdout } = await ends(2, "drift", "files", "--json");
    expect(all.filter(({ address }) => !stdout.includes(JSON.stringify(address))).map(({ address }) => address)).toEqual([]);
    const [first] = all.filter(({ kind }) => kind.name === "member");
    await ends(0, "drift", "files", "--adopt", first?.address ?? "", "--yes");
    expect(readFileSync(join(office.path, "files/trueup.yaml"), "utf8")).toContain('"maintainer"');
    await ends(0, "drift", "files", "--adopt-all", "--yes");
    await ends(0, "drift", "files");
    await ends(0, "plan", "files", "--detailed-exitcode");
    mustHide(Object.values(companySecrets), "the files", readFileSync(join(office.path, "files/trueup.yaml"), "utf8"));
  });
});

describe("what is said in short, or under a key of two parts", () => {
  it("is adopted in the form in which it stands", async () => {
    const platform = await openEmulator({
      tier: "ultimate",
      dialect: "vendor",
      serverVersion: "19.0.0",
      seed: { users: [{ username: "bob" }] },
    });
    const office = openDirectory();
    onTestFinished(async () => {
      office.close();
      await platform.close();
    });
    const said = (level: string, center: string, where: string, page: string) => `groups:
  acme:
    name: Acme
    members: { bob: ${level} }
    custom_attributes: { cost_center: "${center}" }
    variables:
      PAGE: { value: here, description: ${page} }
      PAGE@production: { value: there, description: ${where} }
system_hooks:
  https://ci.example.com/hook: { push_events: ${level === "developer"} }
`;
    const ends = async (code: number, ...words: readonly string[]) => {
      const ran = await inProcess(acknowledged(words), { cwd: office.path, env: platform.env });
      expect(ran.code, ran.stdout + ran.stderr).toBe(code);
    };
    office.write("changed/trueup.yaml", said("maintainer", "2", "Berlin", "All"));
    office.write("files/trueup.yaml", said("developer", "1", "Paris", "All"));
    await ends(0, "apply", "files", "--yes");
    await ends(0, "apply", "changed", "--yes");
    await ends(0, "drift", "files", "--adopt", "member:acme:bob", "--adopt", "variable:acme:PAGE@production", "--yes");
    await ends(2, "drift", "files");
    await ends(
      0,
      "drift",
      "files",
      "--adopt",
      "custom_attribute:acme:*",
      "--adopt",
      "hook::https://ci.example.com/hook",
      "--yes",
    );
    await ends(0, "drift", "files");
    expect(readFileSync(join(office.path, "files/trueup.yaml"), "utf8")).toBe(said("maintainer", "2", "Berlin", "All"));
  });
});
