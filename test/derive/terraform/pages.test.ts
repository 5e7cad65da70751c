import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { providerPages } from "../../../src/convert/pages.js";
import { importForms } from "../../../src/core/import-forms.js";
import { apiData, desiredState, providerAttributes } from "../../../src/derive/terraform/own.js";
import { terraformResources } from "../../../src/derive/terraform/resources.js";
import type { TerraformAttributes } from "../../../src/derive/terraform/types.js";
import { kinds } from "../../../src/program/kinds.js";

const pages = providerPages(kinds);
const resources = terraformResources(kinds);

/** What each page is about. */
const subjects: ReadonlyMap<string, TerraformAttributes> = new Map([
  ["index.md", providerAttributes],
  ["resources/desired_state.md", desiredState.attributes],
  ["data-sources/api.md", apiData.attributes],
  ...resources.flatMap(({ kind, attributes, data }) => [
    [`resources/${kind.name}.md`, attributes] as const,
    [`data-sources/${kind.name}.md`, data] as const,
  ]),
]);

function count(attributes: TerraformAttributes): number {
  return Object.values(attributes).reduce((sum, { nested }) => sum + 1 + (nested ? count(nested.attributes) : 0), 0);
}

function blocks(page: string, language: string): string[] {
  return [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "gs"))].map(([, text = ""]) => text);
}

describe("the pages of the Terraform provider", () => {
  it("are one for the provider, and one for each resource and data source", () => {
    expect([...pages.keys()].sort()).toEqual([...subjects.keys()].sort());
  });

  it.each([...pages])(
    "%s lists every attribute once, nested ones below an anchor, under a head that the registry reads",
    (name, page) => {
      const [, front = ""] = /^---\n(.*?)\n---\n/s.exec(page) ?? [];
      expect(parse(front)).toMatchObject({
        page_title: expect.stringMatching(/trueup/),
        subcategory: expect.any(String),
        description: expect.stringMatching(/\S/),
      });
      const lines = [...page.matchAll(/^- `([a-z0-9_]+)` \((?:String|Number|Boolean|Dynamic|Attributes|List|Set|Map)/gm)];
      expect(lines).toHaveLength(count(subjects.get(name) ?? {}));
      const targets = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, target]) => target);
      const anchors = [...page.matchAll(/<a id="([^"]+)">/g)].map(([, anchor]) => anchor);
      expect(new Set(targets)).toEqual(new Set(anchors));
      expect(targets).toHaveLength(anchors.length);
    },
  );

  it("show how to import each resource in every form", () => {
    for (const { kind, type } of resources) {
      const page = pages.get(`resources/${kind.name}.md`) ?? "";
      const commands = importForms(kind, kinds).map((form) => `terraform import ${type}.example '${form}'\n`);
      expect(blocks(page, "shell")).toEqual([commands.join("")]);
      expect(page).toContain(`  to = ${type}.example\n`);
    }
  });
});
