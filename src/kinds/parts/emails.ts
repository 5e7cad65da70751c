import { alias, flag } from "../../core/fields.js";

/** What is on under the one name is off under the other. */
const opposite = [
  [true, false],
  [false, true],
] as const;

/** Servers of the documents, and real ones before the newer name, know whether e-mails are off and not whether they are on. */
export const olderEmails = { older: { name: "emails_disabled", form: opposite } } as const;

/** The older name. */
export function emailsDisabled(what: string) {
  return alias("emails_enabled", flag(`No e-mails are sent about ${what}.`, { nullable: true }), opposite);
}
