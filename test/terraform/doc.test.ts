import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { startPlatform } from "../emulator/platform.js";
import { top } from "../harness/command-line.js";
import { describeTerraform } from "./command.js";
import { WorkingDirectory } from "./working-directory.js";

/** The pieces of configuration of docs/terraform.md, with the address of a platform that is there. */
async function pieces(url: string): Promise<readonly string[]> {
  const page = await readFile(join(top, "docs/terraform.md"), "utf8");
  const found = [...page.matchAll(/```hcl\n(.*?)```/gs)].map(([, text = ""]) => text);
  return found.map((text) => text.replace("https://platform.example.com", url));
}

describeTerraform("docs/terraform.md", () => {
  it("shows a configuration that applies as it stands, keeps its secret out of the state, and is imported as the page says", async () => {
    const platform = await startPlatform({ seed: "none" });
    const directory = await WorkingDirectory.open(platform);
    onTestFinished(() => directory.close());
    const all = await pieces(platform.url);
    const isImport = (text: string): boolean => text.startsWith("import {");
    const [source = "", ...others] = all.filter((text) => !isImport(text));
    const provider = source.slice(source.indexOf("provider "));
    await mkdir(join(directory.path, "trueup"));
    await writeFile(join(directory.path, "trueup/topics.yaml"), "version: 1\ntopics: { rust: { title: Rust } }\n");
    await directory.write({ "main.tf": [provider, ...others].join("\n") });
    await directory.apply("-var=spam_key=a-secret-of-the-page");
    expect(Object.keys(await directory.states()).sort()).toEqual([
      "data.trueup_api.members",
      "trueup_application_settings.this",
      "trueup_approval_rule.security",
      "trueup_desired_state.company",
      "trueup_group.acme",
      "trueup_integration.wiki",
      "trueup_project.web",
    ]);
    expect((await directory.plan("-var=spam_key=a-secret-of-the-page")).actions).toEqual({});
    expect(await directory.read("terraform.tfstate")).not.toContain("a-secret-of-the-page");
    const importing = await directory.beside("importing");
    await importing.write({ "main.tf": [provider, ...all.filter(isImport)].join("\n") });
    expect((await importing.plan("-generate-config-out=generated.tf")).actions).toEqual({ "trueup_project.web": "import no-op" });
  });
});
