import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import type { Outcome, Plan, Result } from "../../src/core/plan.js";
import { Hand } from "./by-hand.js";
import { type Body, writeBodies, type Written } from "./files.js";
import { type Platform, type Ran, scratch, startPlatform, trueup } from "./program.js";
import type { Server } from "./subjects.js";
import { secrets } from "./values.js";
import { buildWorld } from "./world.js";

const pictures: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  "./assets/first.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]),
  "./assets/second.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 2]),
};

/** A platform with its world, a directory of files, and the command line between them. */
export class Workbench {
  lastWritten: Written = { text: "", places: new Map() };

  private constructor(
    readonly platform: Platform,
    readonly hand: Hand,
    readonly server: Server,
    private readonly directory: Awaited<ReturnType<typeof scratch>>,
  ) {}

  static async open(server: Server): Promise<Workbench> {
    const directory = await scratch();
    await mkdir(join(directory.path, "files/assets"), { recursive: true });
    for (const [path, bytes] of Object.entries(pictures)) await writeFile(join(directory.path, "files", path), bytes);
    await writeFile(join(directory.path, "seed.yaml"), "users: [{ username: alice }, { username: bob }]\n");
    const platform = await startPlatform(directory.path, {
      "--seed": "seed.yaml",
      "--tier": server.tier,
      "--dialect": server.dialect,
      "--server-version": server.version,
    });
    await buildWorld(platform);
    return new Workbench(platform, new Hand(platform, server, pictures), server, directory);
  }

  async close(): Promise<void> {
    await this.platform.stop();
    await this.directory.remove();
  }

  call(method: string, path: string, body?: JsonObject): Promise<unknown> {
    return this.platform.call(method, path, body);
  }

  /** Runs a command on these bodies. */
  async run(bodies: readonly Body[], command: string, ...words: readonly string[]) {
    this.lastWritten = writeBodies(bodies, this.server.dialect);
    await writeFile(join(this.directory.path, "files/trueup.yaml"), this.lastWritten.text);
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
    await writeFile(join(this.directory.path, "plan.json"), stdout);
    return { plan, written: this.lastWritten };
  }

  /** Carries out the plan that was written last: every change must be done and stick, with the planned calls and no others. */
  async apply(plan: Plan): Promise<void> {
    await this.platform.reset();
    const { code, stdout, stderr } = await this.trueup("apply", "--plan", "plan.json", "--yes", "--json");
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
    const env = { ...secrets, TRUEUP_URL: this.platform.url, TRUEUP_TOKEN: this.platform.token };
    return trueup(this.directory.path, env, ...words);
  }
}

/** What went wrong with a change, in words. */
function undone({ address, status, error, because, notStuck }: Outcome): string[] {
  if (status === "done") return [];
  if (error) return [`${address}: ${error.method} ${error.path} answered ${error.status}: ${error.message}`];
  const values = (notStuck ?? []).map(
    ({ path, asked, live, cause }) => `${address} ${path}: ${JSON.stringify(asked)} is still ${JSON.stringify(live)}: ${cause}`,
  );
  return values.length > 0 ? values : [`${address}: ${status} because of ${because}`];
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
