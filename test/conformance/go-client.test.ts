import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type EmulatorOptions, startEmulator } from "../../src/emulator/index.js";
import { onPath } from "../needs.js";
import { takesAll } from "../ring.js";

// A client of Go refuses a reply whose types are wrong. The program in go/ walks its services as people's tools do and tells what it stumbles over.

const run = promisify(execFile);
const program = fileURLToPath(new URL("go", import.meta.url));

interface Told {
  readonly calls: number;
  readonly sections: readonly string[];
  readonly faults: readonly { readonly section: string; readonly at: string; readonly status?: number; readonly said: string }[];
}

/** What is walked without a fault on the newest release, and is not there, or not whole, elsewhere. */
const LACKING = {
  free: [
    "approval-rules",
    "approvals",
    "audit-events",
    "boards",
    "epics",
    "group-attributes",
    "group-exports",
    "group-hooks",
    "group-links",
    "group-members",
    "group-milestones",
    "group-protected-branches",
    "group-protected-environments",
    "group-push-rules",
    "group-service-accounts",
    "group-variables",
    "group-wikis",
    "integrations",
    "issue-events",
    "issue-links",
    "issues",
    "iterations",
    "license",
    "member-roles",
    "merge-request-approvals",
    "merge-requests",
    "metadata",
    "project-aliases",
    "project-attributes",
    "project-lists",
    "project-push-rules",
    "project-security",
    "protected-branches",
    "protected-environments",
    "protected-tags",
    "pull-mirrors",
    "runner-controllers",
    "service-accounts",
    "settings",
    "status-checks",
  ],
  older: ["group-attributes", "group-hooks", "project-attributes", "project-security", "runner-controllers"],
};

test("what older and smaller servers lack is named as the typed client's walk names it", () => {
  const texts = readdirSync(program)
    .filter((name) => name.endsWith(".go"))
    .map((name) => readFileSync(join(program, name), "utf8"));
  const unknown = Object.values(LACKING)
    .flat()
    .filter((name) => !texts.some((text) => text.includes(`{"${name}", `)));
  expect(unknown).toEqual([]);
});

const isThere = takesAll && onPath("go").length > 0 && (await isNewEnough());

// Where it cannot run no more is declared: a test that is skipped counts as one that failed.
if (isThere)
  describe("a strictly typed client of Go", { tags: ["nightly"] }, () => {
    const folder = mkdtempSync(join(tmpdir(), "typed-client-"));
    const walk = join(folder, "walk");
    beforeAll(() => run("go", ["build", "-o", walk, "."], { cwd: program }), 300_000);
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    async function walked(options: EmulatorOptions): Promise<Told> {
      const emulator = await startEmulator({
        dialect: "vendor",
        serverVersion: "19.0.0",
        tier: "ultimate",
        seed: "none",
        ...options,
      });
      onTestFinished(() => emulator.close());
      const { stdout } = await run(walk, [emulator.url, emulator.token], { maxBuffer: 2 ** 24 });
      return JSON.parse(stdout) as Told;
    }

    const lacking = ({ faults }: Told): string[] => [...new Set(faults.map(({ section }) => section))].toSorted();

    test("reads every reply of the services that people's tools use, and finds what it sent", async () => {
      const { faults, calls } = await walked({});
      expect(faults).toEqual([]);
      expect(calls).toBeGreaterThan(1000);
    });

    test("lacks on a server without a licence what a licence brings, and nothing else", async () => {
      expect(lacking(await walked({ tier: "free" }))).toEqual(LACKING.free);
    });

    test("lacks on an older release what a later one brought, and nothing else", async () => {
      expect(lacking(await walked({ serverVersion: "17.10.0" }))).toEqual(LACKING.older);
    });
  });

/** The toolchain that go.mod asks for, or a newer one: none is downloaded. */
async function isNewEnough(): Promise<boolean> {
  const { stdout } = await run("go", ["env", "GOVERSION"], { cwd: program, env: { ...process.env, GOTOOLCHAIN: "local" } }).catch(
    () => ({
      stdout: "",
    }),
  );
  const [, minor = "0"] = /^go1\.(\d+)/.exec(stdout.trim()) ?? [];
  return Number(minor) >= 24;
}
