import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { acme, planned, project } from "./in-memory.js";

const described = { description: "What customers see", visibility: "internal" };
const storefront = project("acme/storefront", 2, { spec: { ...described, name: "Storefront" } });
const open = { ...acme, spec: { ...acme.spec, visibility: "internal" } };

async function told(files: object, live: Parameters<typeof planned>[1], around = {}): Promise<string[]> {
  const { warnings } = await planned(files, live, around);
  return warnings.filter(({ rule }) => rule === "create.lookalike").map(({ message }) => message);
}

describe("a thing that was given another name in the files alone", () => {
  it("is told of a project, with the line to write", async () => {
    const messages = await told({ projects: { "acme/shop": described } }, [open, storefront]);
    expect(messages).toEqual([
      'project:acme/storefront, which no file declares, looks the same: if it is that one under a new name, write "moved_from: acme/storefront" here; without that a second one is made',
    ]);
  });

  it("is told of a group, a topic and a rule", async () => {
    const team = { kind: "group", path: "team", id: 7, spec: { name: "Team", description: "Those who build" } };
    expect(await told({ groups: { crew: { name: "Crew", description: "Those who build" } } }, [team])).toEqual([
      expect.stringContaining('write "moved_from: team"'),
    ]);
    const topic = { kind: "topic", path: "ts", id: 8, spec: { title: "TypeScript" } };
    expect(await told({ topics: { typescript: { title: "TypeScript" } } }, [topic])).toEqual([
      expect.stringContaining('write "moved_from: ts"'),
    ]);
    const rule = {
      kind: "approval_rule",
      path: "acme/web",
      key: "Security",
      id: 9,
      spec: { approvals_required: 2, users: ["alice"] },
      marks: { rule_type: "regular" },
    };
    const files = { projects: { "acme/web": { approval_rules: { Safety: { approvals_required: 2, users: ["alice"] } } } } };
    expect(await told(files, [acme, project("acme/web", 2), rule], { ids: { alice: 5 }, members: ["alice"] })).toEqual([
      expect.stringContaining('write "moved_from: Security"'),
    ]);
  });

  it("is told where one attribute of four was changed as well, and where nothing is declared but the name is nearly the same", async () => {
    const most = { ...described, merge_method: "ff", squash_option: "always" };
    const live = project("acme/storefront", 2, { spec: most });
    expect(await told({ projects: { "acme/shop": { ...most, squash_option: "never" } } }, [open, live])).toHaveLength(1);
    expect(await told({ projects: { "acme/storefrnt": {} } }, [open, storefront])).toHaveLength(1);
  });

  it("names the one that is called most alike, and how many others there are", async () => {
    const files = { projects: { "acme/storefront-2": described } };
    const others = ["alpha", "storefront-1", "beta"].map((name, index) =>
      project(`acme/${name}`, index + 3, { spec: described }),
    );
    expect(await told(files, [open, ...others])).toEqual([
      expect.stringMatching(/^project:acme\/storefront-1, .* \(and 2 more\)/),
    ]);
  });
});

describe("nothing is told", () => {
  it.each([
    ["of what some file declares", { projects: { "acme/shop": described, "acme/storefront": {} } }, {}],
    [
      "of what some file declares and a target leaves out",
      { projects: { "acme/shop": described, "acme/storefront": {} } },
      { targets: ["project:acme/shop"] },
    ],
    ["of what is different", { projects: { "acme/shop": { ...described, description: "Another" } } }, {}],
    ["where it is to be moved", { projects: { "acme/shop": { ...described, moved_from: "acme/storefront" } } }, {}],
    [
      "of what lies elsewhere",
      {
        groups: { acme: { name: "acme", visibility: "internal" }, "acme/apps": { name: "Apps" } },
        projects: { "acme/apps/shop": described },
      },
      {},
    ],
    ["of a single setting that many have", { projects: { "acme/shop": { visibility: "internal" } } }, {}],
    ["of the next one of a series", { projects: { "acme/storefront2": {} } }, {}],
    ["where somebody else knows what was there", { projects: { "acme/shop": described } }, { isPart: true }],
  ])("%s", async (_, files, around) => {
    expect(await told(files, [open, storefront], around)).toEqual([]);
  });

  it("of a project by whatever differs from it in all that is declared", async () => {
    const texts = fc.uniqueArray(fc.stringMatching(/^[a-z]{20,40}$/), { minLength: 2, maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(texts, async ([one = "", other = ""]) => {
        const live = project(`acme/${other}`, 2, { spec: { description: other } });
        expect(await told({ projects: { [`acme/${one}`]: { description: one } } }, [acme, live])).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});
