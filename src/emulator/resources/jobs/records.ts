import { randomBytes } from "node:crypto";
import { isProject } from "../../core/access.js";
import type { Context } from "../../core/context.js";
import { type GroupOrProject, type Source, sourceKey } from "../../core/records.js";
import { notFound, unauthorized } from "../../core/replies.js";
import type { Store } from "../../core/store.js";
import { defineTable } from "../../core/table.js";
import { type Job, type RegisteredRunner, type Runner, jobTable } from "../pipelines/records.js";

/** Gives a running job its token, which acts for the user who started the job. */
export function giveJobToken(store: Store, job: Job, value: string): void {
  if (job.user_id === null) return;
  const token = { value, kind: "job", scopes: [], expires_at: null, revoked: false, job_id: job.id } as const;
  store.tokens.insert({ user_id: job.user_id, ...token });
}

/** Takes the token of a job away: it is usable from inside the running job only (document 1, Credentials). */
export function revokeJobToken(store: Store, job: Job): void {
  const tokens = job.user_id === null ? [] : store.tokens.where("user", job.user_id);
  for (const token of tokens) if (token.kind === "job" && token.job_id === job.id) store.tokens.delete(token.id);
}

/** The job whose token the caller came with. Throws 404 for any other credential, as real servers do, and 401 when the job does not run. */
export function ownJob({ store, token }: Context): Job {
  if (token?.kind !== "job") throw notFound("Job");
  const job = store.of(jobTable).get(token.job_id ?? 0);
  if (job?.status !== "running") throw unauthorized();
  return job;
}

/** What a job shows of a runner: everything but its token and what it is registered for. */
export function shownRunner(runner: RegisteredRunner): Runner {
  const { token: _, registration: __, ...shown } = runner;
  return shown;
}

/** A token that registers runners, in the place of the one that its project or group had first. */
type RegistrationToken = { readonly id: number; readonly source: Source | null; readonly token: string };

const table = defineTable<RegistrationToken, "home">("registration_tokens", {
  home: ({ source }) => (source === null ? "instance:0" : sourceKey(source)),
});

/** The token that registers runners of a project or group, or of the instance, which has none until it is reset. */
export function registrationToken(store: Store, holder: GroupOrProject): string {
  const { id, created_at } = holder;
  const kind = isProject(holder) ? "project" : "group";
  const preset = `GR1348941${isProject(holder) ? "p" : "-"}${id}-${created_at.replaceAll(/\D/g, "")}`;
  return store.of(table).first("home", sourceKey({ kind, id }))?.token ?? preset;
}

/** Gives a project or group, or the instance, another token for runners. */
export function resetRegistrationToken(store: Store, source: Source | null): string {
  const token = `GR1348941${randomBytes(15).toString("base64url")}`;
  const before = store.of(table).first("home", source === null ? "instance:0" : sourceKey(source));
  if (before === undefined) store.of(table).insert({ source, token });
  else store.of(table).update(before.id, { token });
  return token;
}

/** What a token registers runners for: null for the instance, undefined where it registers none. */
export function registeredFor(store: Store, token: string): Source | null | undefined {
  const known = store
    .of(table)
    .all()
    .find((candidate) => candidate.token === token);
  if (known !== undefined) return known.source;
  const [, mark, id] = /^GR1348941([p-])(\d+)-/.exec(token) ?? [];
  if (mark === undefined) return undefined;
  const kind = mark === "p" ? "project" : "group";
  const holder = (kind === "project" ? store.projects : store.groups).get(Number(id));
  return holder !== undefined && registrationToken(store, holder) === token ? { kind, id: holder.id } : undefined;
}
