import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { command } from "../harness/built.js";
import { top } from "../harness/command-line.js";

/** Why there is no terminal on this machine for tests; undefined where there is one. */
export const noTerminal = /util-linux/.test(spawnSync("script", ["--version"], { encoding: "utf8" }).stdout ?? "")
  ? undefined
  : "there is no script of util-linux on the PATH, which makes a terminal";

/** How a run on a terminal ended, and all that stood on the screen. */
export interface OnTerminal {
  readonly code: number | null;
  readonly screen: string;
}

/** What the test does at the keyboard. */
export interface Keyboard {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What runs; the built command without it. */
  readonly program?: string;
  /** Told of the whole screen whenever it grows; `type` presses keys. */
  readonly onScreen?: (screen: string, type: (keys: string) => void) => void;
}

/** The keys Control and C. */
export const controlC = "\u0003";

/** Runs the built command, or another program, on a terminal of its own (`script` of util-linux makes it), so that it asks and may open a browser. */
export async function onTerminal(
  words: readonly string[],
  { cwd = top, env, program = command, onScreen }: Keyboard = {},
): Promise<OnTerminal> {
  const line = [process.execPath, program, ...words].map((word) => `'${word}'`).join(" ");
  const child = spawn("script", ["--quiet", "--return", "--flush", "--command", line, "/dev/null"], {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", SHELL: "/bin/sh", TERM: "xterm", NO_COLOR: "1", ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  // Keys that were pressed when the program had already ended are nobody's.
  child.stdin.on("error", () => undefined);
  let screen = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    screen += text.replaceAll("\r", "");
    onScreen?.(screen, (keys) => child.stdin.write(keys));
  });
  await once(child, "close");
  return { code: child.exitCode, screen };
}
