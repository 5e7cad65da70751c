// Recordings: of each emulator what it began with, and all that it was asked, in order of arrival.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Reads the recordings of a directory, each sequence of requests once. */
export function readRecordings(directory) {
  const all = new Map();
  for (const file of readdirSync(directory).filter((name) => name.endsWith(".jsonl"))) {
    const lines = readFileSync(join(directory, file), "utf8")
      .split("\n")
      .filter((line) => line !== "");
    const [begin, ...events] = lines.map((line) => JSON.parse(line)).toSorted((a, b) => a.n - b.n);
    if (begin?.options === undefined || events.length === 0) continue;
    const name = nameOf(begin, events);
    if (!all.has(name)) all.set(name, { name, begin, events });
  }
  return [...all.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Recordings with equal names ask the same, whatever the time, the port and the random token of the administrator were. */
function nameOf({ url, options }, events) {
  const { token, ...begin } = options;
  const asked = events.map(({ method, path, headers, body, work }) => ({ method, path, headers, body, work }));
  const text = JSON.stringify([begin, asked]).replaceAll(token, "TOKEN").replaceAll(new URL(url).host, "HOST");
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
