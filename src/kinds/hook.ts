import { flag, secret, text } from "../core/fields.js";
import { defineKind } from "../core/kind.js";
import { collection } from "./parts/routes.js";

/** Addresses that are called when something happens (the reference of real servers, hooks). */
export const hook = defineKind({
  name: "hook",
  title: "Hook",
  description: "An address that is called when something happens.",
  source: "the reference of real servers, hooks",
  oddities: [
    "Tokens and values of headers are never shown.",
    "Some releases drop the token with any change that does not carry it.",
    "Two hooks of one address are possible, and cannot be told apart.",
  ],
  as: "map",
  dialect: "vendor",
  parents: {
    project: { file: "hooks", routes: collection("/projects/{project}/hooks", "{hook}") },
    group: { file: "hooks", routes: collection("/groups/{group}/hooks", "{hook}"), tier: "premium" },
    instance: { file: "system_hooks", routes: collection("/hooks", "{hook}") },
  },
  key: { description: "The address that is called.", write: "url", read: "url", repeated: true, max: 2048 },
  fields: {
    token: secret("Sent along, so that the address knows who calls.", { nullable: true, unset: "", unreadable: true, carried: true }),
    push_events: flag("It is called when somebody pushes.", { default: true }),
    tag_push_events: flag("It is called when somebody pushes a tag.", { default: false }),
    merge_requests_events: flag("It is called when merge requests change.", { default: false }),
    enable_ssl_verification: flag("The certificate of the address is checked.", { default: true }),
    name: text("Name that people see.", { nullable: true }),
    description: text("What it is for.", { nullable: true }),
  },
  example: { push_events: true, token: "${env:HOOK_TOKEN}" },
  exampleKey: "https://ci.example.com/hook",
});
