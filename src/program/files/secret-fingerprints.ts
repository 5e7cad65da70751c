import { createHmac, randomBytes } from "node:crypto";
import { rename, rm, stat, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { reasonOf, TrueupError } from "../../core/errors.js";
import { canonicalJson, isObject, type Json } from "../../core/json.js";
import type { Plan, Result } from "../../core/plan.js";
import { sentSecrets } from "../../engine/apply/index.js";
import type { AppliedSecret, AppliedSecrets } from "../../engine/plan/index.js";
import { kinds } from "../kinds.js";
import type { RunContext } from "../server/run-context.js";
import { readNamed, secrets } from "./outside.js";
import { targetFile } from "./target-file.js";

const format = "trueup.secret-fingerprints/1";
const keyVariable = "TRUEUP_FINGERPRINT_KEY";
/** What a generator prints: a password that people think of could be guessed from the file. */
const shortestKey = 32;
const largestFile = 64 * 1024 * 1024;

/** Fingerprints by attribute, by address. */
type Fingerprints = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * The file that remembers which secrets were last applied: of each attribute of each thing an HMAC-SHA256 over address, attribute and value, cut to 128 bits. So
 * equal secrets do not look equal, and without the key nothing can be guessed. Throws TrueupError `fingerprints.key`, `.missing` or `.form`.
 */
export async function readSecretFingerprints(file: string, context: RunContext): Promise<AppliedSecrets> {
  const key = keyOf(context);
  const known = read(file, key, context.cwd);
  const kept = (address: string, path: string) => known.get(address)?.get(path);
  return {
    isKept: (address, path) => kept(address, path) !== undefined,
    isSame: (address, path, text) => kept(address, path) === fingerprintOf({ address, path, text }, key),
  };
}

/** Writes down which secrets a plan has sent: those of changes that were done, and no others. Throws as reading does, and `fingerprints.write`. */
export async function keepSecretFingerprints(file: string, plan: Plan, result: Result, context: RunContext): Promise<void> {
  const key = keyOf(context);
  const { sent, gone } = sentSecrets(plan, result, kinds, secrets(plan.root, context));
  if (sent.length + gone.length === 0) return;
  const known = new Map([...read(file, key, context.cwd)].filter(([address]) => !gone.includes(address)));
  for (const secret of sent)
    known.set(secret.address, new Map([...(known.get(secret.address) ?? []), [secret.path, fingerprintOf(secret, key)]]));
  await replace(file, written(known, key), context.cwd);
}

function fingerprintOf({ address, path, text }: AppliedSecret, key: string): string {
  return createHmac("sha256", key)
    .update(canonicalJson([address, path, text]))
    .digest("hex")
    .slice(0, 32);
}

function keyOf({ env }: RunContext): string {
  const key = env[keyVariable] ?? "";
  if (key.length >= shortestKey) return key;
  throw new TrueupError({
    code: "fingerprints.key",
    message: key === "" ? `the variable ${keyVariable} is not set` : `${keyVariable} is shorter than ${shortestKey} characters`,
    hint: "Make one with `openssl rand -hex 32`, and keep it where the secrets are kept: whoever has it can guess secrets from the fingerprints.",
  });
}

function read(file: string, key: string, cwd: string): Fingerprints {
  const text = readNamed({ file, cwd, largest: largestFile }, (isGone) => ({
    code: isGone ? "fingerprints.missing" : "fingerprints.form",
    hint: takeAgain,
  }));
  if (text.trim() === "") return new Map();
  const known = parsed(text);
  if (known === undefined)
    throw new TrueupError({
      code: "fingerprints.form",
      where: file,
      message: "it does not hold fingerprints of secrets",
      hint: takeAgain,
    });
  if (known.key === keyMark(key)) return known.fingerprints;
  throw new TrueupError({
    code: "fingerprints.key",
    where: file,
    message: `it was made with another ${keyVariable}`,
    hint: `Set the key that it was made with. ${howToBegin}`,
  });
}

const howToBegin =
  "To begin anew, make it an empty file, and send all secrets once: trueup apply --resend-secrets '**' --secret-fingerprints FILE.";
const takeAgain = `Take it from your repository again. ${howToBegin}`;

function parsed(text: string): { readonly key: Json | undefined; readonly fingerprints: Fingerprints } | undefined {
  try {
    const document = JSON.parse(text) as Json;
    if (!isObject(document) || document["format"] !== format || !isObject(document["fingerprints"])) return undefined;
    const fingerprints = Object.entries(document["fingerprints"]).map(([address, prints]) => [address, texts(prints)] as const);
    return { key: document["key"], fingerprints: new Map(fingerprints) };
  } catch {
    return undefined;
  }
}

/** Throws for what are no fingerprints. */
function texts(prints: Json | undefined): ReadonlyMap<string, string> {
  if (!isObject(prints)) throw new Error("no fingerprints");
  return new Map(
    Object.entries(prints).map(([path, print]) => {
      if (typeof print !== "string" || !/^[0-9a-f]{32}$/.test(print)) throw new Error("no fingerprint");
      return [path, print];
    }),
  );
}

/** Tells keys apart, lest every secret looks changed with a wrong one. */
function keyMark(key: string): string {
  return createHmac("sha256", key).update(format).digest("hex").slice(0, 32);
}

/** In one order, so that equal fingerprints give equal text and a commit shows what was sent. */
function written(known: Fingerprints, key: string): string {
  const fingerprints = sorted([...known].map(([address, prints]): [string, Json] => [address, sorted([...prints])]));
  return `${JSON.stringify({ format, key: keyMark(key), fingerprints }, null, 2)}\n`;
}

function sorted(entries: readonly (readonly [string, Json])[]): Record<string, Json> {
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

async function replace(file: string, text: string, cwd: string): Promise<void> {
  const target = await targetFile(resolve(cwd, file));
  const fresh = `${target}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await writeFile(fresh, text, { flag: "wx", mode: (await stat(target)).mode });
    await rename(fresh, target);
  } catch (error) {
    await rm(fresh, { force: true }).catch(() => undefined);
    throw new TrueupError({
      code: "fingerprints.write",
      where: file,
      message: `it cannot be written, so it does not know of the secrets that were just sent: ${reasonOf(error)}`,
      hint: "Make it writable, and apply again: what it does not know of is sent once more.",
      cause: error,
    });
  }
}
