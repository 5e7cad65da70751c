import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** What a command did. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command line in a child process. */
export async function trueup(cwd: string, env: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<Ran> {
  const child = spawn(process.execPath, [program, ...words], {
    cwd,
    env: { PATH: process.env["PATH"], HOME: cwd, NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { code, stdout, stderr };
}

/** What an API call answered. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** What a platform answered instead of doing what it was asked for. */
export class Declined extends Error {
  readonly status: number;

  constructor(method: string, path: string, { status, body }: Answer) {
    super(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
    this.status = status;
  }
}

/** A platform in a process of its own. */
export interface Platform {
  readonly url: string;
  readonly token: string;
  /** Calls the API by hand, as its administrator; throws if it answers an error. */
  call(method: string, path: string, body?: unknown): Promise<unknown>;
  /** The same, as it answers. */
  ask(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Requests by route since the last reset. */
  requests(): Promise<{ readonly total: number; readonly routes: Readonly<Record<string, number>> }>;
  /** Writes since the last reset. */
  writes(): Promise<number>;
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts `trueup emulator` with an empty platform. */
export async function startPlatform(cwd: string, options: Readonly<Record<string, string>> = {}): Promise<Platform> {
  const words = Object.entries({ "--seed": "none", ...options }).flat();
  const child = spawn(process.execPath, [program, "emulator", "--json", ...words], { cwd, stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const line = await new Promise<string>((resolve, reject) => {
    child.once("exit", () => reject(new Error("the emulator ended before it was ready")));
    child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString()));
  });
  const { url, token } = JSON.parse(line) as { url: string; token: string };
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
  };
  return { ...caller(url, token), stop };
}

/** An empty directory that `remove` takes away again. */
export async function scratch(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "trueup-e2e-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Calls to a platform that runs already. */
export function caller(url: string, token: string): Omit<Platform, "stop"> {
  const ask = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}/api/v4${path}`, {
      method,
      headers: { "PRIVATE-TOKEN": token, ...(isForm || body === undefined ? {} : { "Content-Type": "application/json" }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    return { status: response.status, body: isJson && text !== "" ? JSON.parse(text) : text };
  };
  const requests = async () => {
    const response = await fetch(`${url}/-/emulator/stats`);
    return (await response.json()) as { total: number; routes: Record<string, number> };
  };
  return {
    url,
    token,
    ask,
    requests,
    call: async (method, path, body) => {
      const answer = await ask(method, path, body);
      if (answer.status >= 400) throw new Declined(method, path, answer);
      return answer.body;
    },
    writes: async () => {
      const { routes } = await requests();
      return Object.entries(routes).reduce((sum, [route, count]) => (/^(?:GET|HEAD) /.test(route) ? sum : sum + count), 0);
    },
    reset: async () => {
      await fetch(`${url}/-/emulator/stats/reset`, { method: "POST" });
    },
  };
}
