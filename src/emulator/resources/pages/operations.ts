import { randomBytes } from "node:crypto";
import { LEVEL, projectFor } from "../../core/access.js";
import { findEntry, textOf } from "../../core/collection/homes.js";
import { type Collection, type Columns, type Entry, collection, defineEntries, homeKeyOf } from "../../core/collection/spec.js";
import { type Context, page } from "../../core/context.js";
import type { Json, Project } from "../../core/records.js";
import { badRequest, invalid, noContent, ok } from "../../core/replies.js";
import type { Resource } from "../../core/resource.js";

const domains: Collection = collection("pages/domains", {
  at: "/projects/{id}",
  read: "maintainer",
  key: "domain",
  fixed: ["domain"],
  filled: ["domain"],
  passing: ["user_provided_certificate", "user_provided_key"],
  defaults: { auto_ssl_enabled: false, verified: false, enabled_until: null },
  never: ["key"],
  settle: settleDomain,
  shows: (_, entry) => ({ url: urlOf(entry), certificate: certificateOf(entry) }),
});

const settings = defineEntries("pages_settings");

/** What a project publishes as a site: its settings, and names of hosts that are its own. */
export default {
  operations: {
    "GET /pages/domains": {
      role: "administrator",
      handler: (context) => {
        const wanted = context.params.text("domain");
        const matchingDomains = context.store
          .of(domains.table)
          .all()
          .filter((candidate) => wanted === undefined || candidate["domain"] === wanted);
        return page(matchingDomains, context, presentBare);
      },
    },
    "PUT /projects/{id}/pages/domains/{domain}/verify": (context) => {
      const { id } = projectFor(context, LEVEL.maintainer);
      const entry = findEntry(context, domains, { kind: "project", id }, "domain");
      // Nobody can be asked for the code here: no name of a host is ever proven.
      throw badRequest(`Couldn't verify ${textOf(entry["domain"])}`);
    },
    "GET /projects/{id}/pages": (context) => ok(presentPages(context, projectFor(context, LEVEL.maintainer))),
    "PATCH /projects/{id}/pages": (context) => {
      const project = projectFor(context, LEVEL.maintainer);
      const sent = context.params.sent(["id", "page", "per_page"]);
      const before = settingsOf(context, project);
      const home = { kind: "project", id: project.id };
      if (before === undefined) context.store.of(settings).insert({ ...sent, home });
      else context.store.of(settings).update(before.id, sent);
      return ok(presentPages(context, project));
    },
    "DELETE /projects/{id}/pages": (context) => {
      projectFor(context, LEVEL.maintainer);
      // What was published goes, of which there is nothing here; settings stay.
      return noContent();
    },
  },
  collections: [domains],
} satisfies Resource;

function settleDomain({ store, params }: Context, columns: Columns, before: Entry | undefined): Columns {
  const { domain, certificate, key, ...rest } = columns;
  if (before === undefined) {
    const name = textOf(domain);
    if (!/^(?=.{1,255}$)([a-z0-9_]([a-z0-9_-]*[a-z0-9_])?\.)+[a-z][a-z0-9-]*$/i.test(name))
      throw invalid({ domain: ["is invalid"] });
    const isTaken = store
      .of(domains.table)
      .all()
      .some((entry) => textOf(entry["domain"]).toLowerCase() === name.toLowerCase());
    if (isTaken) throw invalid({ domain: ["has already been taken"] });
  }
  const sent = params.has("user_provided_certificate") ? params.text("user_provided_certificate") : certificate;
  const text = typeof sent === "string" ? sent : undefined;
  if (text !== undefined && text !== "" && !text.includes("-----BEGIN CERTIFICATE-----"))
    throw invalid({ certificate: ["must be a certificate in PEM format"] });
  void key;
  return {
    ...rest,
    ...(before === undefined ? { domain: textOf(domain).toLowerCase(), verification_code: randomBytes(16).toString("hex") } : {}),
    ...(text === undefined ? {} : { certificate: text === "" ? null : text }),
  };
}

function urlOf({ domain, certificate }: Entry): string {
  return `${typeof certificate === "string" ? "https" : "http"}://${textOf(domain)}`;
}

function certificateOf({ certificate }: Entry): Json {
  return typeof certificate === "string" ? { subject: null, expired: null, certificate, certificate_text: null } : null;
}

function presentBare(entry: Entry): Record<string, Json> {
  const { domain = null, auto_ssl_enabled = null, verified = null, verification_code = null, enabled_until = null } = entry;
  return { domain, url: urlOf(entry), project_id: entry.home.id, verified, verification_code, enabled_until, auto_ssl_enabled };
}

function settingsOf({ store }: Context, project: Project): Entry | undefined {
  return store.of(settings).where("home", homeKeyOf({ kind: "project", id: project.id }))[0];
}

function presentPages(context: Context, project: Project): Record<string, Json> {
  const known = settingsOf(context, project);
  return {
    url: null,
    deployments: [],
    is_unique_domain_enabled: known?.["pages_unique_domain_enabled"] ?? true,
    force_https: known?.["pages_https_only"] ?? false,
    primary_domain: known?.["pages_primary_domain"] ?? null,
  };
}
