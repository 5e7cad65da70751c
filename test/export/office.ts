import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect } from "vitest";
import { compareTexts } from "../../src/core/collections.js";
import { InvalidFilesError } from "../../src/core/errors.js";
import { isObject } from "../../src/core/json.js";
import { isSecret } from "../../src/core/placeholders.js";
import { type Plan } from "../../src/core/plan.js";
import { createRedactor } from "../../src/core/redact.js";
import { kinds } from "../../src/program/kinds.js";
import {
  apply,
  draftAdoption,
  draftExport,
  type ExportRequest,
  type FilesDraft,
  plan,
  type RunContext,
  validate,
  writeDraft,
} from "../../src/trueup.js";
import type { Playground } from "./playground.js";

/** How an export is made, where it is not the whole instance in the usual form. */
export type Wish = Partial<Pick<ExportRequest, "under" | "kinds" | "full" | "layout" | "fold">>;

/** A directory of files, a platform, and the program between them, without a child process. */
export interface Office {
  readonly directory: string;
  /** Exports into the directory; fails if a secret or token is in any file then. */
  export(wish?: Wish): Promise<FilesDraft>;
  /** Writes what is live where it differs from the files, of these addresses or of all. */
  adopt(addresses?: readonly string[]): Promise<FilesDraft>;
  plan(): Promise<Plan>;
  /** Addresses of what the files declare. */
  addresses(): Promise<readonly string[]>;
  /** Fails with what the plan would change or refuses. A secret that files refer to is never replaced, so after changes by hand it may differ. */
  expectEmptyPlan(options?: { readonly secretsMayDiffer?: boolean }): Promise<void>;
  /** Brings a platform to what the files say; every change must be done and stick. With targets only these, and what does not stick may be done later. */
  apply(targets?: readonly string[]): Promise<void>;
  /** Text of every file below the directory by its path; pictures in base64. */
  files(): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
}

const allowed = { allowDelete: ["group", "project"], maxDeletes: 1000 };

/** Opens an office with an empty directory, or a copy of `from`. */
export async function openOffice(ground: Playground, from?: string): Promise<Office> {
  const cwd = await mkdtemp(join(tmpdir(), "trueup-export-"));
  const directory = join(cwd, "files");
  if (from !== undefined) await cp(from, directory, { recursive: true });
  const around = async (): Promise<RunContext> => {
    const own = { TRUEUP_URL: ground.platform.url, TRUEUP_TOKEN: ground.platform.token };
    return { cwd, env: { ...own, ...(await secretsOf(ground, directory)) }, redactor: createRedactor(), now: new Date() };
  };
  const write = async (draft: FilesDraft): Promise<FilesDraft> => {
    await writeDraft(draft);
    await ground.secrets.expectNone(directory);
    return draft;
  };
  const makePlan = async (targets: readonly string[] = []): Promise<Plan> =>
    (await sound(plan(["files"], { ...allowed, targets }, {}, await around()))).plan;
  return {
    directory,
    export: async (wish = {}) => {
      const request = { out: "files", under: [], kinds: [], full: false, layout: "per-group", ...wish } as const;
      return write(await sound(draftExport(request, {}, await around())));
    },
    adopt: async (addresses = []) =>
      write(
        await sound(
          draftAdoption(["files"], addresses, {}, await around(), { place: async (drifts) => drifts.map(() => undefined) }),
        ),
      ),
    plan: () => makePlan(),
    addresses: async () => (await validate(["files"], {}, await around())).state.resources.map(({ address }) => address),
    expectEmptyPlan: async ({ secretsMayDiffer = false } = {}) => {
      const { changes, refusals } = await makePlan();
      const counting = secretsMayDiffer ? changes.filter((change) => !isOnlySecrets(change)) : changes;
      expect({ changes: counting.map(inShort), refusals }).toEqual({ changes: [], refusals: [] });
    },
    apply: async (targets) => {
      const planned = await makePlan(targets);
      expect(planned.refusals).toEqual([]);
      const { outcomes } = await apply(planned, {}, {}, await around());
      const isWell = (status: string) => status === "done" || (targets !== undefined && status === "not_stuck");
      expect(outcomes.filter(({ status }) => !isWell(status))).toEqual([]);
    },
    files: () => filesIn(directory),
    close: () => rm(cwd, { recursive: true, force: true }),
  };
}

/** Files that are not sound fail the test with all that is wrong. */
async function sound<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof InvalidFilesError)) throw error;
    const wrong = error.diagnostics.filter(({ severity }) => severity === "error");
    throw new Error(wrong.map(({ origin, message }) => `${origin.file}:${origin.line} ${message}`).join("; "), { cause: error });
  }
}

function isOnlySecrets({ action, attributes }: Plan["changes"][number]): boolean {
  return action === "update" && attributes.every(({ after }) => isSecret(after));
}

function inShort({ address, action, attributes }: Plan["changes"][number]): string {
  const values = attributes.map(({ path, before, after }) => `${path}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`);
  return `${action} ${address} ${values.join(", ")}`;
}

/** What a user fills in for the names of `.env.example`: the right value of what the platform shows, any for what it does not. */
export async function secretsOf(
  { platform, server, secrets }: Playground,
  directory: string,
): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(join(directory, ".env.example"), "utf8").catch(() => "");
  if (text === "") return {};
  const live = await platform.call("GET", "/application/settings");
  const fields = kinds.get("application_settings")?.fields ?? {};
  const values: Record<string, string> = {};
  for (const group of text.split("\n\n")) {
    const isSettings = group.includes("# application_settings ");
    for (const [, name = ""] of group.matchAll(/^(\w+)=$/gm)) {
      const attribute = isSettings ? name.toLowerCase() : "";
      const word = (server.dialect === "vendor" ? fields[attribute]?.vendor : undefined) ?? attribute;
      const shown = isObject(live) ? live[word] : undefined;
      values[name] = typeof shown === "string" && shown !== "" ? shown : secrets.named(name);
    }
  }
  return values;
}

async function filesIn(directory: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(
    files.sort(compareTexts).map(async (file) => {
      const bytes = await readFile(file);
      return [relative(directory, file), bytes.toString(file.endsWith(".png") ? "base64" : "utf8")] as const;
    }),
  );
  return Object.fromEntries(texts);
}
