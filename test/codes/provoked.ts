import { onTestFinished } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { type Files, openDirectory } from "../harness/directory.js";

/** A message that a run of trueup prints: with these files, these words and no server but the emulator. */
export interface Provoked {
  readonly code: string;
  /** Runs that go before, in the same directory, each with its files. */
  readonly before?: readonly { readonly files: Files; readonly words: readonly string[] }[];
  readonly files?: Files;
  /** `validate trueup.yaml` without it. */
  readonly words?: readonly string[];
  /** What the run prints of the message, without the excerpt of the file. */
  readonly text: string;
}

/** One file of desired state. */
export const inFile = (text: string): Files => ({ "trueup.yaml": text });
/** One file with a project that has one line. */
export const inProject = (line: string): Files => inFile(`projects:\n  acme/web:\n    ${line}\n`);

/** Runs what provokes a message, and returns what it printed of the message. */
export async function messageBy({ code, before = [], files = {}, words }: Provoked): Promise<string> {
  const { path: cwd, write, close } = openDirectory();
  onTestFinished(close);
  let output = "";
  for (const run of [...before, { files, words: words ?? ["validate", "trueup.yaml"] }]) {
    for (const [file, content] of Object.entries(run.files)) write(file, content);
    // oxlint-disable-next-line no-await-in-loop -- each run sees what the run before it did
    const { stdout, stderr } = await inProcess(run.words, { cwd, now: "2026-11-28T12:00:00Z" });
    output = `${stdout}\n${stderr}`;
  }
  return messageOf(output, code).replaceAll(/(?<=127\.0\.0\.1:)\d+/g, "PORT");
}

/** The line with the code, and of an error or a refusal what belongs to it. */
export function messageOf(output: string, code: string): string {
  const lines = output.split("\n");
  const at = lines.findIndex((line) => line.includes(`[${code}]`));
  const [first = "", ...more] = at < 0 ? [] : lines.slice(at);
  if (!/^(?:Error|Refused|Held back|Warning|\[)/.test(first)) return first;
  const end = more.findIndex((line) => !line.startsWith("  "));
  return [first, ...more.slice(0, end)].join("\n");
}
