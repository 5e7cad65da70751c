import { oauthError } from "../../oauth-errors.js";

/** Every scope, with what it lets an application do (document 1, Gaps; the reference of real servers, section A). */
export const SCOPES: Readonly<Record<string, string>> = {
  api: "Read and write everything that you can, through the API",
  read_api: "Read everything that you can, through the API",
  read_user: "Read your profile",
  read_repository: "Read your repositories over HTTPS",
  write_repository: "Read and write your repositories over HTTPS",
  read_registry: "Read your container images",
  write_registry: "Write your container images",
  sudo: "Act as any user, if you are an administrator",
  openid: "Know who you are",
  profile: "Read your public profile",
  email: "Read your e-mail address",
};

const DEFAULT = "api";

/**
 * The scopes that a request asks for, separated by spaces; `api` when it asks for none. Throws `invalid_scope` for those that do not exist, or that the
 * application was not registered with.
 */
export function wantedScopes(text: string | undefined, allowed: readonly string[] = Object.keys(SCOPES)): readonly string[] {
  const wanted = [...new Set((text ?? DEFAULT).split(/\s+/).filter((scope) => scope !== ""))];
  const refused = wanted.filter((scope) => !allowed.includes(scope));
  if (wanted.length > 0 && refused.length === 0) return wanted;
  throw oauthError(
    400,
    "invalid_scope",
    `The requested scope is unknown, or not one of the application's: ${allowed.join(" ")}.`,
  );
}
