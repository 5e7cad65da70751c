import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { extname, join } from "node:path";
import { writeConfiguration } from "../../convert/index.js";
import type { Declaration, Language } from "../../core/declaration.js";
import { type FileDiagnostic, TrueupError } from "../../core/errors.js";
import { displayPath } from "../../desired/index.js";
import { inOrder } from "../../desired/order.js";
import type { FilesDraft } from "../files/draft.js";
import { fileContent, type FileChange } from "../files/write.js";
import { kinds } from "../kinds.js";
import type { RunContext } from "../server/run-context.js";

/** What a configuration is to say. */
export interface ConfigurationContent {
  readonly declarations: readonly Declaration[];
  /** By the path that declarations name. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
  /** What the declarations do not say, a sentence each. */
  readonly gaps: readonly string[];
  /** Warnings about what it was made of. */
  readonly diagnostics: readonly FileDiagnostic[];
  readonly requests: number;
}

/** In what form, and where. */
export interface ConfigurationRequest {
  readonly language: Language;
  /** Directory of the files, absolute; it need not be there. */
  readonly root: string;
  /** Release of trueup. */
  readonly version: string;
  /** The server that the configuration is for. */
  readonly url?: string;
}

/**
 * Drafts the files of a configuration. What trueup wrote there before is replaced; throws TrueupError `file.foreign` where anything else stands in the way.
 */
export async function configurationDraft(
  content: ConfigurationContent,
  request: ConfigurationRequest,
  context: RunContext,
): Promise<FilesDraft> {
  const { pictures, diagnostics, requests } = content;
  const declarations = inOrder(content.declarations, kinds);
  const { files, gaps } = writeConfiguration(declarations, {
    ...request,
    kinds,
    remarks: content.gaps,
    taken: [...pictures.keys()],
  });
  const desired = files.filter(({ path, isAside }) => !isAside || !existsSync(join(request.root, path)));
  const contents: (readonly [string, string | Uint8Array])[] = [
    ...pictures,
    ...desired.map(({ path, text, isAside }) => {
      const sign = extname(path) === ".tf" ? "#" : "//";
      return [path, isAside ? text : `${sign} ${words} ${digest(text)}\n${text}`] as const;
    }),
  ];
  const changes: FileChange[] = [];
  for (const [path, after] of contents) {
    const change = await changeOf(join(request.root, path), after, context.cwd);
    if (change) changes.push(change);
  }
  return {
    root: request.root,
    changes,
    gaps: [...gaps, ...(await leftOver(request.root, new Set(files.map(({ path }) => path)), context.cwd))],
    diagnostics,
    summary: { added: declarations.length, changed: 0, removed: 0 },
    requests,
  };
}

/** What is to be written of one file; undefined where it says that already. */
async function changeOf(absolute: string, after: string | Uint8Array, cwd: string): Promise<FileChange | undefined> {
  const file = displayPath(absolute, cwd);
  const content = await fileContent(absolute, file);
  if (content === undefined) return { file, absolute, after };
  if (content.equals(Buffer.from(after))) return undefined;
  const before = content.toString("utf8");
  if (typeof after === "string" && isUnchanged(before)) return { file, absolute, before, after };
  throw new TrueupError({
    code: "file.foreign",
    where: file,
    message: "somebody else wrote this file, or changed it since trueup wrote it, so nothing was written",
    hint: "Name another directory with --out, or move the file away.",
  });
}

/** Files of an earlier run that are no part of the configuration any more: Terraform would still read them. */
async function leftOver(root: string, written: ReadonlySet<string>, cwd: string): Promise<readonly string[]> {
  const names = existsSync(root) ? readdirSync(root).filter((name) => extname(name) === ".tf" && !written.has(name)) : [];
  const lines: string[] = [];
  for (const name of names.sort()) {
    const file = displayPath(join(root, name), cwd);
    const content = (await fileContent(join(root, name), file))?.toString("utf8") ?? "";
    if (isUnchanged(content)) lines.push(`${file} is of an earlier run and says nothing that is still so: delete it`);
  }
  return lines;
}

/** What the first line of a file says that trueup wrote and may write again; the digest behind it tells whether somebody changed it since. */
const words = "Written by trueup, which replaces it as long as nobody changed it:";

/** True for a text that trueup wrote and that is as it was. */
function isUnchanged(text: string): boolean {
  const [first = ""] = text.split("\n", 1);
  const rest = text.slice(first.length + 1);
  return first === `# ${words} ${digest(rest)}` || first === `// ${words} ${digest(rest)}`;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
