import { describe, expect, it } from "vitest";
import { readProject } from "../../src/program/project/read-project.js";
import { directory } from "../harness/directory.js";

/** What is wrong with a project file, and its text as errors show it. */
async function read(text: string) {
  const project = await readProject(undefined, directory({ "trueup.yaml": text }));
  return { rules: project?.diagnostics.map(({ rule }) => rule) ?? [], shown: [...(project?.texts.values() ?? [])].join("") };
}

const instance = (text: string) => `instances: { a: { ${text} } }\n`;

describe("a secret in a project file", () => {
  it.each(["glpat-0123456789", "ghp_0123456789", "ghs_0123456789", "github_pat_0123456789", "GLDT-0123456789"])(
    "is refused in the place of a variable's name: %s",
    async (token) => {
      const { rules, shown } = await read(instance(`url: https://a.example, token_env: ${token}`));
      expect(rules).toContain("secret.literal");
      expect(shown).toContain("token_env: ***");
      expect(shown).not.toContain("0123456789");
    },
  );

  it("that an address holds is not shown", async () => {
    const { rules, shown } = await read(instance("url: 'https://me:hunter2@a.example'"));
    expect(rules).not.toEqual([]);
    expect(shown).toContain("url: ***");
    expect(shown).not.toContain("hunter2");
  });

  it("is not seen where there is none: names of variables and addresses are shown", async () => {
    const text = instance("url: https://a.example, token_env: GITHUB_ACCESS");
    expect(await read(text)).toEqual({ rules: [], shown: text });
  });
});
