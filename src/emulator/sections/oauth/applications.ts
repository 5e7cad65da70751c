import type { SeedPart, PlatformState } from "../../context.js";
import type { Json } from "../../json.js";
import { digest } from "../../secrets.js";
import type { Store } from "../../store.js";
import { defineTable } from "../../table.js";
import { parsedUrl } from "../../url.js";
import { SCOPES } from "./scopes.js";

/** A registered application (document 1, OAuth 2.0 provider). One without a secret is public: it can only use PKCE. */
export type Application = {
  readonly id: number;
  /** Its client id. */
  readonly uid: string;
  readonly name: string;
  readonly secret_digest: string | null;
  readonly redirect_uris: readonly string[];
  readonly scopes: readonly string[];
};

type SeedApplication = {
  name: string;
  client_id: string;
  client_secret?: string;
  redirect_uris: string[];
  scopes: string[];
};

export const applicationTable = defineTable<Application, "uid">("oauth_applications", { uid: (application) => application.uid });

/** What can run a script when a browser is led to it. */
const SCRIPTS = /^(?:javascript|data|vbscript):/i;

/** Registered applications; they come from the seed alone (document 1: registration happens outside the API). */
export const applicationSeed: SeedPart = {
  key: "oauth_applications",
  about: "Applications registered with the OAuth provider; one without a secret is public and must use PKCE.",
  entry: {
    type: "object",
    required: ["name", "client_id", "redirect_uris", "scopes"],
    additionalProperties: false,
    properties: {
      name: { type: "string" },
      client_id: { type: "string" },
      client_secret: { type: "string" },
      redirect_uris: { type: "array", items: { type: "string" } },
      scopes: { type: "array", items: { type: "string", enum: Object.keys(SCOPES) } },
    },
  },
  load: (world, entries) => {
    for (const entry of entries) register(world, entry as SeedApplication);
  },
};

/** The application with a client id. */
export function applicationNamed(store: Store, uid: string): Application | undefined {
  return store.of(applicationTable).first("uid", uid);
}

/** The application with an id of its own row. */
export function application(store: Store, id: number | null): Application | undefined {
  return id === null ? undefined : store.of(applicationTable).get(id);
}

function register({ store }: PlatformState, { name, client_id, client_secret, redirect_uris, scopes }: SeedApplication): void {
  if (applicationNamed(store, client_id) !== undefined) throw new Error(`the seed has two applications named ${client_id}`);
  const bad = redirect_uris.find((uri) => !isRedirectUri(uri));
  if (bad !== undefined || redirect_uris.length === 0)
    throw new Error(
      `the seed's application ${client_id} needs redirect_uris that are absolute and have no fragment: ${bad ?? "[]"}`,
    );
  const secret_digest = client_secret === undefined ? null : digest(client_secret);
  store.of(applicationTable).insert({ uid: client_id, name, secret_digest, redirect_uris, scopes });
}

/** True for an address that codes may be sent to: absolute, without a fragment, and nothing that a browser runs. */
export function isRedirectUri(uri: Json): boolean {
  return typeof uri === "string" && parsedUrl(uri) !== undefined && !uri.includes("#") && !SCRIPTS.test(uri.trim());
}
