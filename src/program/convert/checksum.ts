import { createHash } from "node:crypto";

/** What the first line of a file says that trueup wrote and may write again. */
const words = "Written by trueup, which replaces it as long as nobody changed it:";

/** A text with a first line that tells whether somebody changed it since; `sign` begins a comment. */
export function withChecksum(text: string, sign: "#" | "//"): string {
  return `${sign} ${words} ${digest(text)}\n${text}`;
}

/** True for a text that came from `sealed` and is as it was. */
export function isUnchanged(text: string): boolean {
  const [first = ""] = text.split("\n", 1);
  const rest = text.slice(first.length + 1);
  return first === `# ${words} ${digest(rest)}` || first === `// ${words} ${digest(rest)}`;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
