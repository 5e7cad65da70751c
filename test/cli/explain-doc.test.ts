import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";

const page = readFileSync(new URL("../../docs/explain.md", import.meta.url), "utf8");
const files = /^```yaml\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? "";
const runs = [...page.matchAll(/^```console\n\$ trueup ([^\n]+)\n([\s\S]*?)^```$/gm)].map(
  ([, words = "", shown = ""]) => [words, shown] as const,
);

test("the page about explain shows commands", () => {
  expect(runs).toHaveLength(3);
});

test.each(runs)("docs/explain.md: trueup %s prints what the page shows", async (words, shown) => {
  const { code, stdout } = await inProcess(words.split(" "), { cwd: directory({ "policies.yaml": files }) });
  expect({ code, stdout }).toEqual({ code: 0, stdout: shown });
});
