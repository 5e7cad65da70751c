/** The variables of a process, or what stands in for them. */
type Variables = Readonly<Record<string, string | undefined>>;

/** Variables that hold credentials of trueup itself: hidden from the first line on. */
export const credentialVariables: readonly string[] = ["TRUEUP_TOKEN", "GITLAB_TOKEN", "CI_JOB_TOKEN", "TRUEUP_CLIENT_SECRET"];

/** TRUEUP_BACKOFF_MS shortens the waits between repeats: for tests against servers that fail for ever. */
export function backoffOf(env: Variables): { readonly backoff?: number } {
  const text = env["TRUEUP_BACKOFF_MS"] ?? "";
  return /^\d{1,6}$/.test(text) ? { backoff: Number(text) } : {};
}
