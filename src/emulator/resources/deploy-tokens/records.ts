import { Buffer } from "node:buffer";
import { canSee, groupChain, projectNamed } from "../../core/access.js";
import { type Entrance, identify } from "../../core/auth.js";
import { type Entry, defineEntries } from "../../core/collection/spec.js";
import type { Context } from "../../core/context.js";
import type { Project } from "../../core/records.js";
import { forbidden, notFound, unauthorized } from "../../core/replies.js";

export const deployTokenTable = defineEntries("deploy_tokens");

/** True for a token whose time is over. */
export function isExpired({ expires_at: expires }: Entry): boolean {
  return typeof expires === "string" && Date.parse(expires) <= Date.now();
}

type Scope = "read_package_registry" | "write_package_registry";

/** Who calls the registry: somebody, as everywhere, or a deploy token, which is nobody and may what its scopes say in its project or group. */
interface RegistryCaller {
  /** As of who calls by HTTP basic authentication, too. */
  readonly context: Context;
  /** The project that the deploy token opens; undefined for every other caller. */
  readonly opened: Project | undefined;
}

/**
 * Reads the credentials that the package registry takes beside those of every operation (the documentation of real servers: deploy tokens): the header
 * `Deploy-Token`, and basic authentication with a deploy token or any other token as the password. Throws 401 for one that is not valid, 403 where its scopes are not
 * enough, and 404 where it is of another project.
 */
export function registryCaller(context: Context, scope: Scope): RegistryCaller {
  if (context.user !== undefined) return { context, opened: undefined };
  const { headers } = context.request;
  const [header, basic] = [headers.get("deploy-token"), basicOf(headers)];
  const token = header === null ? basic && deployToken(context, basic.password, basic.username) : deployToken(context, header);
  if (token !== undefined) return { context, opened: openedBy(context, token, scope) };
  if (header !== null) throw unauthorized();
  if (basic === undefined) return { context, opened: undefined };
  const kinds = basic.username === "gitlab-ci-token" ? (["job"] as const) : (["personal", "oauth"] as const);
  const entrance: Entrance = { method: context.request.method, caller: "user", jobToken: true, scopes: [] };
  const identity = identify(context.store, entrance, { value: basic.password, kinds }, context.adminToken);
  return { context: { ...context, ...identity }, opened: undefined };
}

function basicOf(headers: Headers): { readonly username: string; readonly password: string } | undefined {
  const encoded = /^Basic\s+(\S+)\s*$/i.exec(headers.get("authorization") ?? "")?.[1];
  if (encoded === undefined) return undefined;
  const [username = "", ...rest] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  return { username, password: rest.join(":") };
}

/** The valid deploy token; by basic authentication with its own user name. */
function deployToken({ store }: Context, value: string, username?: string): Entry | undefined {
  const all = store.of(deployTokenTable).all();
  const row = all.find((entry) => entry["token"] === value && (username === undefined || entry["username"] === username));
  return row === undefined || row["revoked"] === true || isExpired(row) ? undefined : row;
}

function openedBy({ store, params }: Context, token: Entry, scope: Scope): Project {
  const project = projectNamed(store, params.requiredText("id"));
  const { kind, id } = token.home;
  const isWithin =
    project !== undefined && (kind === "project" ? project.id === id : groupChain(store, project.namespace_id).includes(id));
  if (!isWithin) throw project !== undefined && canSee(store, undefined, project) ? forbidden() : notFound("Project");
  const scopes = token["scopes"];
  if (!Array.isArray(scopes) || !scopes.includes(scope)) throw forbidden();
  return project;
}
