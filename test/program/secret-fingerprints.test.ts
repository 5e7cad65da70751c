import { createHmac } from "node:crypto";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Outcome, Result } from "../../src/core/plan.js";
import { createRedactor } from "../../src/core/redact.js";
import { sentSecrets } from "../../src/engine/apply/sent-secrets.js";
import { readSecretFingerprints } from "../../src/program/files/secret-fingerprints.js";
import { kinds } from "../../src/program/kinds.js";
import { acme, planned, web } from "../engine/in-memory.js";
import { directory } from "../harness/directory.js";

const key = "a-key-of-thirty-two-characters-00";
const hmac = (text: string) => createHmac("sha256", key).update(text).digest("hex").slice(0, 32);
const [address, path, secret] = ["integration:acme/web:asana", "api_key", '"the-secret-itself"'];

/** Reads a file that remembers one secret, by a fingerprint that is made here. */
async function remembered(fingerprint: string, env: Readonly<Record<string, string>> = { TRUEUP_FINGERPRINT_KEY: key }) {
  const mark = hmac("trueup.secret-fingerprints/1");
  const text = { format: "trueup.secret-fingerprints/1", key: mark, fingerprints: { [address]: { [path]: fingerprint } } };
  const cwd = directory({ "kept.json": JSON.stringify(text) });
  return readSecretFingerprints(join(cwd, "kept.json"), { cwd, env, redactor: createRedactor(), now: new Date() });
}

describe("a fingerprint of a secret", () => {
  it("is made with the key, of the value together with its address and attribute", async () => {
    const { isSame } = await remembered(hmac(JSON.stringify([address, path, secret])));
    expect(isSame(address, path, secret)).toBe(true);
    expect(isSame(address, path, '"another"')).toBe(false);
    const alone = await remembered(hmac(JSON.stringify([secret])));
    expect(alone.isSame(address, path, secret)).toBe(false);
  });

  it("is not made with a key that is too short, nor read with another one", async () => {
    for (const TRUEUP_FINGERPRINT_KEY of [key.slice(0, 31), "", `${key}1`])
      await expect(remembered(hmac("x"), { TRUEUP_FINGERPRINT_KEY })).rejects.toMatchObject({ code: "fingerprints.key" });
    await expect(remembered(hmac("x"), { TRUEUP_FINGERPRINT_KEY: key.slice(0, 31) })).rejects.toThrow("shorter than 32");
  });

  it("is kept of what was done, and of nothing that failed, was skipped, has moved or did not stick", async () => {
    const files = { projects: { "acme/web": { integrations: { asana: { api_key: "${env:SECRET}" } } } } };
    const plan = { ...(await planned(files, [acme, web])), stats: { requests: 0 } };
    const sentWith = (status: Outcome["status"]) => {
      const outcomes = plan.changes.map((change) => ({
        address: change.address,
        kind: change.kind,
        action: change.action,
        status,
      }));
      const result = { outcomes } as unknown as Result;
      return sentSecrets(plan, result, kinds, (template) => template.replace("${env:SECRET}", "the-secret-itself")).sent;
    };
    expect(sentWith("done")).toEqual([{ address, path, text: secret }]);
    for (const status of ["failed", "skipped", "stale", "not_stuck"] as const) expect(sentWith(status), status).toEqual([]);
  });
});
