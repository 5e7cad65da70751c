import { expect } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import { kindOf } from "../../src/core/kind.js";
import { compareVersions } from "../../src/core/names.js";
import type { Outcome, Plan, Result } from "../../src/core/plan.js";
import type { UnknownParameter } from "../../src/emulator/index.js";
import { kinds } from "../../src/program/kinds.js";
import type { CommandLine, Ran } from "../harness/command-line.js";
import { type Directory, openDirectory } from "../harness/directory.js";
import { openEmulator, type RunningEmulator } from "../harness/emulator.js";
import { acknowledged } from "../harness/fixture.js";
import { Hand } from "./by-hand.js";
import { installed } from "./choices.js";
import { type Body, writeBodies, type Written } from "./files.js";
import { makePrerequisites } from "./prerequisites.js";
import { has, type Server } from "./subjects.js";
import { secrets } from "./values.js";

const pictures: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  "./assets/first.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]),
  "./assets/second.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 2]),
};

/** A plan file allows nothing by itself. */
export const deletes = [
  ...[...kinds.values()].filter(({ holdsData }) => holdsData).flatMap(({ name }) => ["--allow-delete", name]),
  "--max-deletes",
  "200",
];
const allowed = ["--yes", ...deletes];

/** A platform with what the matrix refers to, a directory of files, and the command line between them. */
export class MatrixRun {
  lastWritten: Written = { text: "", places: new Map() };

  private constructor(
    private readonly told: readonly UnknownParameter[],
    readonly platform: RunningEmulator,
    readonly hand: Hand,
    readonly server: Server,
    private readonly directory: Directory,
    private readonly commandLine: CommandLine,
  ) {}

  static async open(server: Server, commandLine: CommandLine): Promise<MatrixRun> {
    const files = Object.entries(pictures).map(([path, bytes]) => [`files/${path}`, bytes]);
    const seed = { users: ["alice", "bob", "carol", "dave"].map((username) => ({ username })), ...installedOn(server) };
    const told: UnknownParameter[] = [];
    const platform = await openEmulator({
      seed,
      tier: server.tier,
      dialect: server.dialect,
      serverVersion: server.version,
      onUnknown: (unknown) => void told.push(unknown),
    });
    await makePrerequisites(platform);
    // From 18.0 on the instance insists on what projects say each by itself here.
    if (server.dialect === "vendor" && compareVersions(server.version, "18.0.0") >= 0)
      await platform.call("PUT", "/application/settings", { enforce_ci_inbound_job_token_scope_enabled: false });
    const directory = openDirectory(Object.fromEntries(files));
    return new MatrixRun(told, platform, new Hand(platform, server, pictures), server, directory, commandLine);
  }

  /** What requests had up to now that facts of the release do not know. */
  unknown(): string[] {
    const parts = this.told.map(({ operation, parameter }) => `${operation}${parameter === undefined ? "" : ` ${parameter}`}`);
    return [...new Set(parts)];
  }

  async close(): Promise<void> {
    await this.platform.close();
    this.directory.close();
  }

  call(method: string, path: string, body?: JsonObject): Promise<unknown> {
    return this.platform.call(method, path, body);
  }

  /** Runs a command on these bodies. */
  async run(bodies: readonly Body[], command: string, ...words: readonly string[]) {
    this.lastWritten = writeBodies(bodies, this.server.dialect);
    this.directory.write("files/trueup.yaml", this.lastWritten.text);
    return this.trueup(command, "files", ...words);
  }

  async plan(bodies: readonly Body[], ...words: readonly string[]): Promise<Plan> {
    const { code, stdout, stderr } = await this.run(bodies, "plan", "--json", "--out", "plan.json", ...words);
    if (code !== 0) throw new Error(`plan ended with ${code}: ${refusalsIn(stdout)} ${stderr}`);
    return JSON.parse(stdout) as Plan;
  }

  async drift(bodies: readonly Body[]): Promise<{ plan: Plan; written: Written }> {
    const { code, stdout, stderr } = await this.run(bodies, "drift", "--json");
    if (code !== 2) throw new Error(`drift ended with ${code}: ${refusalsIn(stdout)} ${stderr}`);
    const plan = JSON.parse(stdout) as Plan;
    this.directory.write("plan.json", stdout);
    return { plan, written: this.lastWritten };
  }

  /** Carries out the plan that was written last: every change must be done and stick, with the planned calls and no others. */
  async apply(plan: Plan): Promise<void> {
    await this.platform.reset();
    const { code, stdout, stderr } = await this.trueup("apply", "files", "--plan", "plan.json", ...allowed, "--json");
    if (!stdout.startsWith("{")) throw new Error(`apply ended with ${code}: ${stderr}`);
    expect((JSON.parse(stdout) as Result).outcomes.flatMap(undone)).toEqual([]);
    expect({ code, writes: await this.platform.writes() }).toEqual({ code: 0, writes: plan.calls.length });
  }

  async converged(bodies: readonly Body[]): Promise<void> {
    const { code, stdout, stderr } = await this.run(bodies, "plan", "--json", "--detailed-exitcode");
    const left = planIn({ stdout, stderr }).changes.flatMap(({ address, action, attributes }) =>
      attributes.length === 0
        ? [`${action} ${address}`]
        : attributes.map((one) => `${address} ${one.path}: ${JSON.stringify(one.before)} -> ${JSON.stringify(one.after)}`),
    );
    expect(left, stderr).toEqual([]);
    expect(code, `${refusalsIn(stdout)} ${stderr}`).toBe(0);
  }

  private trueup(...words: readonly string[]) {
    return this.commandLine(acknowledged(words), { cwd: this.directory.path, env: { ...secrets, ...this.platform.env } });
  }
}

/** What a seed says of integrations that calls can change and not make. */
export function installedOn(server: Server): JsonObject {
  const kind = kindOf(kinds, "integration");
  const made = Object.entries(kind.shapes ?? {}).filter(([key, shape]) => shape.made && has(server, undefined, kind, key));
  if (made.length === 0) return {};
  const [group = ""] = installed.split("/");
  return {
    groups: [{ full_path: group }],
    projects: [{ path_with_namespace: installed }],
    integrations: made.map(([slug]) => ({ project: installed, slug })),
  };
}

/** What went wrong with a change, in words. */
function undone({ address, status, error, because, reason, notStuck }: Outcome): string[] {
  if (status === "done") return [];
  if (error) return [`${address}: ${error.method} ${error.path} answered ${error.status}: ${error.message}`];
  const values = (notStuck ?? []).map(
    ({ path, asked, live, cause }) => `${address} ${path}: ${JSON.stringify(asked)} is still ${JSON.stringify(live)}: ${cause}`,
  );
  return values.length > 0 ? values : [`${address}: ${status} because of ${because ?? reason}`];
}

/** The plan that a command printed. */
export function planIn({ stdout, stderr }: Pick<Ran, "stdout" | "stderr">): Plan {
  if (!stdout.startsWith("{")) throw new Error(`there is no plan: ${stderr}`);
  return JSON.parse(stdout) as Plan;
}

function refusalsIn(stdout: string): string {
  if (!stdout.startsWith("{")) return stdout;
  const { refusals } = planIn({ stdout, stderr: "" });
  return refusals.map(({ rule, message, addresses }) => `\n${rule} ${addresses.join(", ")}: ${message}`).join("");
}
