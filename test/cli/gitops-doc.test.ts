import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { inProcess, top } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";

const examples = ["external", "trusted"].map((form) => `examples/ci/gitlab/${form}`);
const pages = ["docs/gitops.md", ...examples.map((example) => `${example}/README.md`)];

function textOf(file: string): string {
  return readFileSync(join(top, file), "utf8");
}

/** The variables that a text names as trueup's own, in the table of a page or the comments of a pipeline. */
function variables(text: string, row: RegExp): readonly string[] {
  return [...text.matchAll(row)].map(([, name = ""]) => name).sort();
}

describe.each(pages)("%s", (page) => {
  const text = textOf(page);
  const declared = [...text.matchAll(/^```yaml\n(version: 1\n[\s\S]*?)^```$/gm)].map(([, body = ""]) => body);

  it("shows settings that are valid, and that the built-in platform takes", async () => {
    expect(declared.length).toBeGreaterThan(0);
    for (const body of declared) {
      const around =
        "version: 1\ngroups: { platform: { name: Platform } }\nprojects: { platform/config: { initialize_with_readme: true } }\n";
      const cwd = directory({ "trueup/platform.yaml": around, "trueup/repository.yaml": body });
      // oxlint-disable-next-line no-await-in-loop -- each on a platform of its own
      const { url, token } = await platform({ dialect: "vendor", serverVersion: "19.0.0" });
      for (const words of [["validate"], ["apply", "--yes", "--url", url], ["drift", "--url", url]]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const { code, stdout, stderr } = await inProcess(words, { cwd, env: { TRUEUP_TOKEN: token } });
        expect(code, `${words.join(" ")}: ${stdout}${stderr}`).toBe(0);
      }
    }
  });

  it("has a row for each variable of the pipelines", () => {
    const named = variables(text, /^\| `(TRUEUP_\w+)`[^|]*\|/gm);
    for (const example of page === "docs/gitops.md" ? examples : [dirname(page)]) {
      const asked = variables(textOf(`${example}/.gitlab-ci.yml`), /^# {4}(TRUEUP_\w+) /gm);
      expect(asked, example).toContain("TRUEUP_WRITE_TOKEN");
      expect(named, example).toEqual(page === "docs/gitops.md" ? expect.arrayContaining([...asked]) : asked);
    }
  });

  it("links to files that are there", () => {
    const links = [...text.matchAll(/\]\(([^()\s#]+)[^()\s]*\)/g)].map(([, link = ""]) => link);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((link) => !existsSync(join(top, dirname(page), link)))).toEqual([]);
  });

  it("names only commands and options that trueup has", async () => {
    const said = [...text.matchAll(/\btrueup ((?:init|plan|apply|drift|validate|export)\b[^`\n|&>#]*)/g)].map(([, words = ""]) =>
      words.trim().split(/\s+/),
    );
    for (const [name = "", ...words] of said) {
      // oxlint-disable-next-line no-await-in-loop -- few, and each prints a page
      const { stdout } = await inProcess(["help", name], { cwd: directory() });
      for (const word of words) if (word.startsWith("--")) expect(stdout, `${name} ${word}`).toContain(word);
    }
    expect(said.map(([name]) => name)).toContain("init");
  });
});

it("docs/gitops.md builds the image that the pipelines name", () => {
  const page = textOf("docs/gitops.md");
  for (const example of examples) expect(textOf(`${example}/.gitlab-ci.yml`)).toContain("registry.example.com/trueup@sha256:");
  expect(page).toContain("docker push registry.example.com/trueup:");
});
