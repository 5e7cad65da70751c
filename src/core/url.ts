/** The address that a text says; undefined if it says none. URL.canParse is not for this: once it is compiled, Node 20 takes non-ASCII addresses for wrong. */
export function parsedUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** True for the names and addresses of this computer. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Names of the query parameters that carry a credential (document 1, Credentials; the reference of real servers, section A). */
export const credentialParameters = { personal: "private_token", oauth: "access_token", job: "job_token" } as const;
