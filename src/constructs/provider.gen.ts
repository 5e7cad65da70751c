// Made by `npm run generate` from the kinds. Do not edit.
import type { IResolvable } from "cdktf";

/** Release of the provider that these constructs are for. */
export const providerVersion = "0.1.0";

/** Where Terraform finds it. */
export const providerSource = "trueup/trueup";

/** What the provider's block takes. */
export interface TrueupProviderOwn {
  /** Address of the server, without /api/v4. Without it: that of the environment (`TRUEUP_URL`, `GITLAB_URL`, `CI_SERVER_URL`), as the command line. */
  readonly url?: string;
  /** Token for the server. Without it: that of the environment (`TRUEUP_TOKEN`, `GITLAB_TOKEN`), the stored login or the job token, as the command line. */
  readonly token?: string;
  /** Tier of the server's licence, where the server does not tell. Allowed: `free`, `premium`, `ultimate`. */
  readonly tier?: string;
  /** Requests in flight at once. Allowed: 1 to 100. Default: `8`. */
  readonly concurrency?: number;
  /** Reads of single things are answered from lists that are fetched once per run and dropped with the first write. Default: `true`. */
  readonly bulkRefresh?: boolean | IResolvable;
  /** Hosts that may be reached without encryption. Loopback needs no permission. */
  readonly allowHttp?: readonly string[] | IResolvable;
}

/** Names in Terraform. */
const providerNames = {
  url: "url",
  token: "token",
  tier: "tier",
  concurrency: "concurrency",
  bulkRefresh: "bulk_refresh",
  allowHttp: "allow_http",
} as const;

export { providerNames };
