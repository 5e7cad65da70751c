import { fold } from "../core/address.js";
import { flag, text } from "../core/fields.js";
import { defineKind } from "../core/kind.js";

/** How the site of a project is published (the reference of real servers, pages). */
export const pagesSettings = defineKind({
  name: "pages_settings",
  title: "Pages settings",
  description: "How the site of a project is published.",
  source: "the reference of real servers, pages",
  oddities: {
    "A change of these settings never removes the published site.": null,
    "The primary domain is one of the domains of the project.": null,
    "trueup creates a domain before the domain becomes primary. trueup deletes a domain only when the domain is no longer primary.":
      null,
  },
  weakens: { less: ["https_only"] },
  dialect: "vendor",
  parents: {
    project: {
      file: "pages",
      routes: { read: "GET /projects/{project}/pages", update: "PATCH /projects/{project}/pages" },
    },
  },
  slots: true,
  // It may name a domain.
  order: (changes, nearby) =>
    changes
      .filter(({ action }) => action !== "delete")
      .flatMap((change) => {
        const domains = nearby(change).filter(({ kind, path }) => kind === "pages_domain" && fold(path) === fold(change.path));
        return domains.map((domain) =>
          domain.action === "delete" ? { later: domain, earlier: change } : { later: change, earlier: domain },
        );
      }),
  fields: {
    unique_domain_enabled: flag("The site has a name of a host of its own.", {
      default: true,
      write: "pages_unique_domain_enabled",
      read: "is_unique_domain_enabled",
    }),
    https_only: flag("Who asks without encryption is led to it.", {
      default: false,
      write: "pages_https_only",
      read: "force_https",
    }),
    primary_domain: text("Address of the domain that all others lead to; null is none.", {
      nullable: { unset: "" },
      write: "pages_primary_domain",
    }),
  },
  example: { unique_domain_enabled: true, https_only: true },
});
