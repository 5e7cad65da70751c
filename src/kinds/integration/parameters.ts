import { type Field, type FieldOptions, type Fields, flag, oneOf, secret, text } from "../../core/fields.js";

/** The platform asks for required parameters on every write, so every write carries them. */
const required = { required: true, carried: true } as const;

/** A required secret; the platform never returns it. */
export function token(description: string): Field {
  return secret(description, { ...required, unreadable: true });
}

/** A required address. */
export function address(description: string, options: Pick<FieldOptions, "vendor" | "pattern"> = {}): Field {
  return text(description, { ...required, ...options, min: 1, format: "url" });
}

/** A required text. */
export function requiredText(description: string, options: Pick<FieldOptions, "normalise"> = {}): Field {
  return text(description, { ...required, ...options, min: 1 });
}

/** A text that may be left out or emptied. */
export function optional(
  description: string,
  options: Pick<FieldOptions, "vendor" | "normalise" | "format" | "default"> = {},
): Field {
  return text(description, { ...options, nullable: { unset: "" } });
}

const kindsOfEvents = {
  push_events: "pushes",
  tag_push_events: "tag pushes",
  issues_events: "changes of issues",
  confidential_issues_events: "changes of confidential issues",
  merge_requests_events: "changes of merge requests",
  note_events: "comments",
  confidential_note_events: "comments on confidential items",
  pipeline_events: "pipelines",
  wiki_page_events: "changes of wiki pages",
} as const;
type EventName = keyof typeof kindsOfEvents;

/** Toggles of the events that an integration reacts to (document 1, Events). */
export function events(...names: readonly EventName[]): Fields {
  return Object.fromEntries(names.map((name) => [name, flag(`Reacts to ${kindsOfEvents[name]}.`, { default: true })]));
}

/** All events that a chat integration reacts to. */
export const chatEvents = events(
  "push_events",
  "issues_events",
  "confidential_issues_events",
  "merge_requests_events",
  "tag_push_events",
  "note_events",
  "confidential_note_events",
  "pipeline_events",
  "wiki_page_events",
);

/** Which branches are told about. */
export function branches(usual: "all" | "default"): Field {
  return oneOf("Branches to report.", ["all", "default", "protected", "default_and_protected"], { default: usual });
}

/** Whether the server's certificate is checked. */
export function checkCertificate(): Field {
  return flag("The certificate of the build server is checked.", { default: true });
}
