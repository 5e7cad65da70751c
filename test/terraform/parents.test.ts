import { describe, expect, it } from "vitest";
import { writeConfiguration } from "../../src/convert/index.js";
import type { Declaration } from "../../src/core/declaration.js";
import type { JsonObject } from "../../src/core/json.js";
import { constructFiles } from "../../src/derive/constructs.js";
import { dataDiagnostics, diagnostics } from "../../src/derive/terraform/check-configuration.js";
import { configOf } from "../../src/derive/terraform/config-of.js";
import { terraformPages } from "../../src/derive/terraform/pages.js";
import { terraformResources } from "../../src/derive/terraform/resources.js";
import { specOf } from "../../src/derive/terraform/spec-of.js";
import { notYetKnown } from "../../src/derive/terraform/written.js";
import { objectValue, type ObjectValue, unknown } from "../../src/terraform/cty/value.js";
import { readThing } from "../../src/terraform/data-sources.js";
import { livePlace, identityChange, isSameAddress } from "../../src/terraform/identity-change.js";
import { bareState, stateIdentity, idOf, resourceType } from "../../src/terraform/resource-type.js";
import { RunMemory } from "../../src/terraform/run-memory.js";
import type { ProviderSession } from "../../src/terraform/session.js";
import type { Resources } from "../../src/trueup.js";
import { kinds } from "../laws/beacons.js";

const resources = terraformResources(kinds);

function resource(name: string) {
  const found = resources.find(({ kind }) => kind.name === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}

const beacon = resourceType(resource("beacon"));
const wrong = (name: string, config: JsonObject) =>
  diagnostics(resource(name), config).map(({ rule, path, message, allowed }) =>
    [rule, path.join("."), message, allowed ?? ""].join(" | "),
  );

describe("a kind with several parents as a resource", () => {
  it("takes the path of each of them, and needs exactly one", () => {
    const { attributes, data } = resource("beacon");
    for (const all of [attributes, data]) {
      expect(all["project"]).toMatchObject({ use: "optional", role: "path", of: "project" });
      expect(all["group"]).toMatchObject({ use: "optional", role: "path", of: "group" });
    }
    expect(attributes["group"]?.description).toContain("Either this or `project`.");
    expect(wrong("beacon", { name: "north", project: "acme/web" })).toEqual([]);
    expect(wrong("beacon", { name: "north", group: notYetKnown })).toEqual([]);
    expect(wrong("beacon", { name: "north" })).toEqual([
      "parent.none |  | it does not say what it belongs to | one of project, group",
    ]);
    expect(wrong("beacon", { name: "north", group: "acme", project: "acme/web" })).toEqual([
      "parent.several | group | project is given too: one resource belongs to one of them | a resource of its own for each",
    ]);
    expect(dataDiagnostics(resource("beacon"), { name: "north" }).map(({ rule }) => rule)).toEqual(["parent.none"]);
  });

  it("is checked as it is under the parent that is given", () => {
    expect(wrong("beacon", { name: "east", project: "acme/web" })).toEqual([]);
    expect(wrong("beacon", { name: "east", group: "acme" })).toEqual([
      'schema.key | name | "east" is no beacon: must be one of north, south | ',
    ]);
    expect(wrong("beacon", { name: "north", group: "acme", inherited: true })).toEqual([]);
    expect(wrong("beacon", { name: "north", project: "acme/web", inherited: true })).toEqual([
      expect.stringMatching(/^schema\.unknown \| inherited/),
    ]);
    expect(wrong("beacon", { name: "north", project: "web" })).toEqual([expect.stringMatching(/^name\.path \| project/)]);
  });

  it("may be of the whole instance where that is among them", () => {
    expect(wrong("harbour", { depth: "9 m" })).toEqual([]);
    expect(wrong("harbour", { group: "acme", project: "acme/web" })).toHaveLength(1);
    expect(specOf(resource("harbour"), { depth: "9 m" })).toMatchObject({ parent: "instance", spec: { depth: "9 m" } });
    expect(resource("harbour").attributes["group"]?.description).toContain(
      "Without it and `project`: what belongs to the whole instance.",
    );
  });

  it("is asked for under the parent that is given, and written back so", () => {
    for (const place of [
      { parent: "project", path: "acme/web", key: "north" },
      { parent: "group", path: "acme", key: "south" },
    ]) {
      const config = configOf(resource("beacon"), place, { colour: "red" }) as JsonObject;
      expect(config).toEqual({ [place.parent]: place.path, name: place.key, colour: "red" });
      expect(specOf(resource("beacon"), config)).toMatchObject({ ...place, spec: { colour: "red" } });
    }
    expect(() => configOf(resource("beacon"), { path: "acme", key: "north" }, {})).toThrow(
      "it is not said what the beacon belongs to",
    );
  });

  it("is shown in its pages with one of them", () => {
    const pages = terraformPages(kinds, (blocks) => JSON.stringify(blocks));
    for (const page of ["resources/beacon.md", "data-sources/beacon.md"])
      expect(pages.get(page)).toContain('"attributes":{"project":"acme/platform/web","name":"north"');
  });

  it("says in its page how it is imported", () => {
    const page = terraformPages(kinds, () => "").get("resources/beacon.md") ?? "";
    expect(page).toContain("terraform import trueup_beacon.example 'project:acme/platform/web:north'");
    expect(page).toContain("terraform import trueup_beacon.example 'group:acme/platform:north'");
    expect(page).toContain('subcategory: "Projects and Groups"');
  });
});

describe("a kind with several parents in a state", () => {
  const state = (parent: string, path: string) =>
    bareState(beacon, { kind: "beacon", parent, path, key: "north", id: `beacon:${path}:north` });

  it("is known by its parent", () => {
    for (const [parent, path] of [
      ["group", "acme"],
      ["project", "acme/web"],
    ] as const) {
      const one = state(parent, path);
      expect(one[parent]).toBe(path);
      expect(stateIdentity(beacon, one)).toEqual({ kind: "beacon", parent, path, key: "north", id: `beacon:${path}:north` });
    }
    expect(idOf(beacon, { kind: "beacon", parent: "group", path: "acme", key: "north", id: 5 })).toBe("beacon:acme:north");
  });

  it("becomes another thing under a parent of another kind", async () => {
    const [before, after] = [state("group", "acme/web"), state("project", "acme/web")];
    const facts = { memory: new RunMemory(), movedPath: async () => undefined };
    expect(await identityChange(beacon, before, after, facts)).toEqual({ replaced: ["project", "group", "id"], isOpen: true });
    const [old, now] = [stateIdentity(beacon, before), stateIdentity(beacon, after)];
    expect(isSameAddress(old, now)).toBe(false);
    const never = { read: async () => Promise.reject(new Error("nothing is to be read")) } as unknown as Resources;
    expect(await livePlace(beacon, old, now, never)).toBeUndefined();
    expect(await livePlace(beacon, old, old, never)).toEqual(old);
  });

  it("cannot be told while its parent is not", () => {
    const open: ObjectValue = objectValue([...Object.entries(state("group", "acme")), ["group", unknown], ["project", unknown]]);
    expect(stateIdentity(beacon, open)).toEqual({ kind: "beacon", key: "north", id: "beacon:acme:north" });
  });

  it("is read by a data source under the parent that it names", async () => {
    const asked: unknown[] = [];
    const read = async (parts: JsonObject) => {
      asked.push(parts);
      return { ...parts, id: 3, spec: { colour: "red", keeper: "maintainer" } };
    };
    const session = { resources: async () => Promise.resolve({ read }) } as unknown as ProviderSession;
    const shown = await readThing(
      beacon,
      objectValue([
        ["project", "acme/web"],
        ["group", null],
        ["name", "north"],
      ]),
      session,
    );
    expect(asked).toEqual([{ kind: "beacon", parent: "project", path: "acme/web", key: "north" }]);
    expect(shown).toMatchObject({ id: "beacon:acme/web:north", project: "acme/web", name: "north", colour: "red" });
    expect(shown["group"] ?? null).toBeNull();
  });
});

describe("a kind with several parents in configurations and programs", () => {
  it("takes exactly one of its parents' properties", () => {
    const text = constructFiles(resources, "1.0.0").get("beacon.gen.ts") ?? "";
    expect(text).toContain("export type BeaconProps = BeaconOwn & ExactlyOne<BeaconParents>;");
    expect(text).toContain("export type DataTrueupBeaconProps = DataTrueupBeaconOwn & ExactlyOne<DataTrueupBeaconParents>;");
    expect(text).toContain('import type { ExactlyOne } from "./exactly-one.js";');
    expect(constructFiles(resources, "1.0.0").get("harbour.gen.ts")).not.toContain("ExactlyOne");
  });

  it("refers to the parent that it has", () => {
    const declared = (one: Omit<Declaration, "remarks">): Declaration => ({ ...one, remarks: [] });
    const { files } = writeConfiguration(
      [
        declared({ kind: "group", address: "group:acme", path: "acme", spec: { name: "Acme" } }),
        declared({ kind: "project", address: "project:acme/web", path: "acme/web", spec: { name: "Web" } }),
        declared({
          kind: "beacon",
          parent: "group",
          address: "beacon:acme:north",
          path: "acme",
          key: "north",
          spec: { colour: "red" },
        }),
        declared({
          kind: "beacon",
          parent: "project",
          address: "beacon:acme/web:north",
          path: "acme/web",
          key: "north",
          spec: { colour: "green" },
        }),
      ],
      { kinds, language: "hcl-import", version: "1.0.0", remarks: [], taken: [] },
    );
    const text = files.map((file) => file.text).join("\n");
    expect(text).toContain(
      `resource "trueup_beacon" "acme_north" {\n  group  = trueup_group.acme.full_path\n  name   = "north"\n  colour = "red"\n}`,
    );
    expect(text).toContain(
      `resource "trueup_beacon" "acme_web_north" {\n  project = trueup_project.acme_web.full_path\n  name    = "north"\n  colour  = "green"\n}`,
    );
    expect(text).toContain(`id = "beacon:acme/web:north"`);
  });
});
