import { expect, it, onTestFinished } from "vitest";
import { providerPages } from "../../src/convert/pages.js";
import { kinds } from "../../src/program/kinds.js";
import { json } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { describeTerraform, terraform } from "./command.js";
import { startProviderFor } from "./installation.js";

/** What the pages of the provider show, text by text. */
const shown = [...providerPages(kinds)].map(
  ([name, page]) => [name, [...page.matchAll(/```terraform\n(.*?)```/gs)].map(([, text = ""]) => text)] as const,
);
/** The same, a file each. */
const examples = Object.fromEntries(shown.map(([name, texts]) => [`${name.replaceAll(/[./]/g, "-")}.tf`, texts.join("\n")]));

describeTerraform("the examples of the provider's pages", () => {
  it("are valid, all together, for the real terraform and the built provider", async () => {
    const place = directory(examples);
    const provider = await startProviderFor(place, {});
    onTestFinished(() => provider.close());
    const { stdout } = await terraform(["validate", "-json"], place, provider.env);
    expect(json(stdout)).toMatchObject({ valid: true, diagnostics: [] });
  });

  it("are as terraform fmt leaves them", async () => {
    const texts = shown.flatMap(([, ofPage]) => ofPage);
    expect(texts.length).toBeGreaterThan(shown.length);
    const place = directory(Object.fromEntries(texts.map((text, index) => [`example-${index}.tf`, text])));
    expect(await terraform(["fmt", "-list=true", "-check"], place)).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  });

  it("are there on every page", () => {
    expect(Object.entries(examples).filter(([, text]) => !/^(terraform|resource|data) /.test(text))).toEqual([]);
  });
});
