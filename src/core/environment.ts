import { defined } from "./collections.js";

/** Variables with credentials and keys of trueup itself: their values are hidden from the first line on, and files must not refer to them, since such values are sent. */
export const credentialVariables: readonly string[] = [
  "TRUEUP_TOKEN",
  "GITLAB_TOKEN",
  "CI_JOB_TOKEN",
  "TRUEUP_READ_TOKEN",
  "TRUEUP_NOTES_TOKEN",
  "TRUEUP_AUDIT_TOKEN",
  "TRUEUP_CLIENT_SECRET",
  "TRUEUP_PLAN_KEY",
  "TRUEUP_FINGERPRINT_KEY",
];

/** True for the name of one of them, in any letter case: some systems know no other. */
export function isCredentialVariable(name: string): boolean {
  return credentialVariables.includes(name.toUpperCase());
}

/** TRUEUP_BACKOFF_MS shortens the waits between repeats, for tests; TRUEUP_SETTLE_MS is how long a server is given to show what it has accepted. */
export function waitsOf(env: Readonly<Record<string, string | undefined>>): {
  readonly backoff?: number;
  readonly settle?: number;
} {
  const [backoff, settle] = ["TRUEUP_BACKOFF_MS", "TRUEUP_SETTLE_MS"].map((name) => {
    const text = env[name] ?? "";
    return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
  });
  return defined({ backoff, settle });
}
