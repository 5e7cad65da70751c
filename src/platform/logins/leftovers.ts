import { createHash } from "node:crypto";
import { readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { TrueupError } from "../../core/errors.js";
import { hasCode } from "./file-error.js";
import { type Login, readLogin } from "./login.js";

/** A login that a killed process had written beside its file, and not put in its place yet. */
interface Leftover {
  readonly file: string;
  readonly login: Login;
  readonly time: number;
}

/** Names of drafts of a login's file: with a UUID behind it. */
const draft = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What tells a login from others without being worth anything. */
export function loginMark({ refresh_token, access_token }: Login): string {
  return createHash("sha256")
    .update(refresh_token ?? access_token)
    .digest("hex");
}

/**
 * Puts what a killed process left of a login to use, and removes the rest. Whoever calls holds the lock, so nobody else writes. A draft counts if it was to take the place of the
 * login that is there, whose tokens the server then takes no more; where none is there, the newest does.
 */
export async function recover(file: string, read: () => Promise<Login | undefined>): Promise<void> {
  for (;;) {
    const left = await leftoversOf(file);
    if (left.length === 0) break;
    const there = await unlessUnreadable(read);
    // A file that cannot be read as a login may be one of a later release.
    if (there instanceof TrueupError) break;
    const next = there === undefined ? left.at(-1) : left.find(({ login }) => login.replaces === loginMark(there));
    if (next === undefined) break;
    await rename(next.file, file);
  }
  await removeDrafts(file);
}

/** The newest whole draft of a login that has no file yet. */
export async function newestLeftover(file: string): Promise<Login | undefined> {
  return (await leftoversOf(file)).at(-1)?.login;
}

/** Removes all drafts of a login. */
export async function removeDrafts(file: string): Promise<void> {
  for (const name of await draftsOf(file)) await rm(name, { force: true });
}

/** Files of a directory of which a killed process may have left something: drafts, or a lock. */
export function disturbed(names: readonly string[]): string[] {
  const files = names.map((name) => name.replace(/\.lock(?:\.after-[\w-]+)?$/, "").replace(draft, ""));
  return [...new Set(files.filter((file, index) => file !== names[index] && file.endsWith(".json")))];
}

/** Files of a directory whose drafts are all that is there of them. */
export function orphans(names: readonly string[]): string[] {
  const files = names.filter((name) => draft.test(name)).map((name) => name.replace(draft, ""));
  return [...new Set(files)].filter((file) => file.endsWith(".json") && !names.includes(file));
}

async function draftsOf(file: string): Promise<string[]> {
  const names = await readdir(dirname(file)).catch((error: unknown) => {
    if (hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR")) return [];
    throw error;
  });
  return names
    .filter((name) => draft.test(name) && name.replace(draft, "") === basename(file))
    .map((name) => join(dirname(file), name));
}

/** Oldest first. What was not written to its end is none. */
async function leftoversOf(file: string): Promise<Leftover[]> {
  const found = await Promise.all(
    (await draftsOf(file)).map(async (name): Promise<Leftover | undefined> => {
      try {
        const [text, { mtimeMs: time }] = await Promise.all([readFile(name, "utf8"), stat(name)]);
        return { file: name, login: readLogin(text, name), time };
      } catch (error) {
        // Whoever wrote it is not dead after all, and has put it in its place.
        if (error instanceof TrueupError || hasCode(error, "ENOENT")) return undefined;
        throw error;
      }
    }),
  );
  return found.filter((one) => one !== undefined).toSorted((one, other) => one.time - other.time);
}

async function unlessUnreadable(read: () => Promise<Login | undefined>): Promise<Login | TrueupError | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof TrueupError) return error;
    throw error;
  }
}
