import { appendFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Session } from "../session.js";

/** What GitHub Actions takes of a step at most; of more it shows nothing (docs.github.com, "Workflow commands", "Step isolation and limits"). */
const mostBytes = 1024 * 1024;

/** Appends the note to the job's summary, where the service has one: GITHUB_STEP_SUMMARY names its file. Throws what the file system throws. */
export async function addToSummary(note: string, { cwd, env, output }: Session): Promise<void> {
  const { GITHUB_STEP_SUMMARY: name = "" } = env;
  if (name === "") return;
  const file = resolve(cwd, name);
  const before = await stat(file).catch(() => undefined);
  if ((before?.size ?? 0) + Buffer.byteLength(note) > mostBytes) {
    output.note("The note was not added to the job's summary, which would be longer than 1 MiB\n");
    return;
  }
  await appendFile(file, note);
}
