import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { mustNotBeFrozen, noteFreeze, openProject } from "../../src/cli/project.js";
import type { Session } from "../../src/cli/session.js";
import { createRedactor } from "../../src/core/redact.js";
import { directory } from "../harness/directory.js";

/** A project file, opened for a command that takes it. */
async function opened(text: string, words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const notes: string[] = [];
  const output = { note: (note: string) => notes.push(note) };
  const cwd = directory({ "trueup.yaml": text });
  const session = { cwd, env, redactor: createRedactor(), output } as unknown as Session;
  const command = new Command("plan").option("--instance <name>").option("--url <address>").option("--config <file>");
  command.parse(words, { from: "user" });
  await openProject(command, session, async () => command);
  return { session, notes };
}

const frozen = "freeze: [{ from: 2026-12-20, until: 2027-01-02, timezone: UTC }]";
const instances = `instances:\n  a: { url: "https://a.example", token_env: ACCESS_A, ${frozen} }\n  b: { url: "https://b.example", token_env: ACCESS_B }\n`;

describe("an opened project", () => {
  it("hides the tokens of all its instances, also of those that are not meant", async () => {
    const { session } = await opened(instances, ["--instance", "a"], { ACCESS_A: "token-of-a", ACCESS_B: "token-of-b" });
    expect(session.redactor.scrub("token-of-a token-of-b ACCESS_A")).toBe("[secret] [secret] ACCESS_A");
  });

  it.each([
    ["of the instance that is meant", instances, ["--instance", "a"], true],
    ["not of another one", instances, ["--instance", "b"], false],
    ["of the project, whichever is meant", `${frozen}\n${instances}`, ["--instance", "b"], true],
  ] as const)("has the freezes %s", async (_, text, words, holds) => {
    const { session, notes } = await opened(text, words);
    for (const now of ["2026-12-25T12:00Z", "2027-01-02T23:59Z"]) {
      const checked = expect(mustNotBeFrozen(session, new Date(now)));
      await (holds ? checked.rejects.toMatchObject({ code: "frozen" }) : checked.resolves.toBeUndefined());
    }
    await noteFreeze(session, new Date("2026-12-25T12:00Z"));
    expect(notes).toEqual(holds ? [expect.stringContaining("apply is refused")] : []);
    await expect(mustNotBeFrozen(session, new Date("2027-01-03T00:00Z"))).resolves.toBeUndefined();
  });
});
