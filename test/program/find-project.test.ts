import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";

const files = "topics: { one: { title: One } }\n";
/** A project file that is told apart by what it says of instances. */
const project = (name: string) => `version: 1\ninstances: { ${name}: { url: "https://${name}.example.com" } }\n`;

/** The project file that a command goes by: the one whose instances are named where an unknown one is asked for. */
async function usedBy(cwd: string, ...paths: readonly string[]): Promise<string | undefined> {
  const { stdout, stderr } = await inProcess(["validate", ...paths, "--instance", "none"], { cwd });
  return /\b(top|team|here|beside)\b/.exec(`${stdout}${stderr}`)?.[1];
}

describe("the project file", () => {
  it("is found by where the files lie, from the top of their repository down, wherever the user stands", async () => {
    const top = directory({
      "trueup.yaml": project("top"),
      "desired/team/trueup.yaml": project("team"),
      "desired/team/a.yaml": files,
    });
    mkdirSync(join(top, ".git"));
    expect(await usedBy(directory(), join(top, "desired"))).toBe("top");
    expect(await usedBy(directory(), join(top, "desired/team"))).toBe("top");
    expect(await usedBy(join(top, "desired"), "team")).toBe("top");
    expect(await usedBy(join(top, "desired"))).toBe("top");
  });

  it("is the one where the user stands, if the files lie below", async () => {
    const top = directory({ "trueup.yaml": project("top"), "team/trueup.yaml": project("team"), "team/files/a.yaml": files });
    mkdirSync(join(top, ".git"));
    expect(await usedBy(join(top, "team"), "files")).toBe("team");
    expect(await usedBy(join(top, "team"))).toBe("team");
  });

  it("of files elsewhere is never the one where the user stands", async () => {
    const here = directory({ "trueup.yaml": project("here") });
    expect(await usedBy(here, directory({ "a.yaml": files }))).toBe(undefined);
    expect(await usedBy(here, directory({ "trueup.yaml": project("beside"), "a.yaml": files }))).toBe("beside");
    expect(await usedBy(here, join(directory({ "trueup.yaml": project("beside"), "trueup/a.yaml": files }), "trueup"))).toBe(
      "beside",
    );
  });

  it("is not looked for above files that lie in no repository", async () => {
    const above = directory({ "trueup.yaml": project("top"), "files/a.yaml": files });
    expect(await usedBy(directory(), join(above, "files"))).toBe(undefined);
  });
});
