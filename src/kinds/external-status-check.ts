import { refs, setOf, text } from "../core/fields.js";
import { defineKind } from "../core/kind.js";
import { publicAddress } from "./parts/public-address.js";
import { unread } from "./parts/routes.js";

/** Services outside that say whether a merge request may be merged (the reference of real servers, external status checks). */
export const externalStatusCheck = defineKind({
  name: "external_status_check",
  title: "External status check",
  description: "A service outside that says whether merge requests of a project may be merged.",
  source: "the reference of real servers, external status checks",
  weakens: { itself: "less", covered: ["protected_branches"], other: ["external_url"] },
  dialect: "vendor",
  parents: {
    project: {
      file: "external_status_checks",
      routes: unread("/projects/{project}/external_status_checks", "{external_status_check}"),
    },
  },
  tier: "ultimate",
  key: { description: "The check's name.", write: "name", read: "name", max: 255, repeated: true },
  fields: {
    external_url: text("Address that is asked.", { required: true, min: 1, max: 255, format: "url", ...publicAddress }),
    protected_branches: setOf("Branches that it is for; none is all.", refs("protected_branch", { cased: true }), {
      default: [],
      write: "protected_branch_ids",
    }),
  },
  refined: {
    shared_secret: { description: "With it the service can tell that it is asked by the platform.", shown: { presence: "hmac" } },
  },
  example: { external_url: "https://checks.example.com/security" },
  exampleKey: "Security",
});
