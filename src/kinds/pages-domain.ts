import { flag, onText, partsOfText, secret, text } from "../core/fields.js";
import { isObject, type Json } from "../core/json.js";
import { defineKind } from "../core/kind.js";
import { collection } from "./parts/routes.js";

/** A certificate, of a text or of an object that has it beside what is read out of it; what stands around its lines does not count. */
const certificateOf = (value: Json) => {
  const held = isObject(value) && value["certificate"] !== undefined ? value["certificate"] : value;
  return onText(held, (text) => partsOfText(text, /\r?\n/).join("\n"));
};

/** Names of hosts that a project's site has (the reference of real servers, pages). */
export const pagesDomain = defineKind({
  name: "pages_domain",
  title: "Pages domain",
  description: "A name of a host that the site of a project has beside its own.",
  source: "the reference of real servers, pages",
  oddities: {
    "The server never returns the key of the certificate. trueup sends a declared key with every change.":
      "GitLab lib/api/entities/pages_domain.rb",
    "No other project of the instance can have the same domain.": "GitLab app/models/pages_domain.rb",
    "A domain works after its owner has verified the domain, unless the instance requires no verification. The server returns the verification code.":
      "GitLab app/models/pages_domain.rb",
  },
  dialect: "vendor",
  parents: { project: { file: "pages_domains", routes: collection("/projects/{project}/pages/domains", "{key}") } },
  key: { description: "The name of the host.", write: "domain", read: "domain", max: 255, caseless: true },
  fields: {
    auto_ssl_enabled: flag("The server gets certificates by itself.", { default: false }),
    certificate: text("Certificate in PEM, with those that vouch for it.", {
      nullable: { unset: "" },
      decode: certificateOf,
      normalise: certificateOf,
    }),
    certificate_key: secret("The certificate's key in PEM.", { unreadable: true, carried: true, write: "key" }),
  },
  // The same two for who uses forms.
  ignored: { user_provided_certificate: "read-elsewhere", user_provided_key: "read-elsewhere" },
  example: { auto_ssl_enabled: true },
  exampleKey: "www.example.com",
});
