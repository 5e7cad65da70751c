import { flag, integer, number, oneOf, reference, text } from "../../core/fields.js";
import type { Json } from "../../core/json.js";

/** A number that real servers return as text. */
const numeric = (value: Json) => (typeof value === "string" && Number.isFinite(Number.parseFloat(value)) ? Number(value) : value);

/** Settings of sizes and rates, of mail and of what pages look like. */
export const limits = {
  diff_max_patch_bytes: integer("Largest diff of one file that is shown, in bytes.", {
    default: 204_800,
    min: 204_800,
    max: 512_000,
  }),
  diff_max_files: integer("Number of files that a diff shows at most.", { default: 1000, min: 1000, max: 3000 }),
  diff_max_lines: integer("Number of lines that a diff shows at most.", { default: 50_000, min: 50_000, max: 100_000 }),
  max_attachment_size: integer("Largest attachment, in MB.", { default: 10, min: 1 }),
  max_export_size: integer("Largest export, in MB; 0 is no limit.", { greatest: [0], default: 0, min: 0 }),
  max_import_size: integer("Largest import, in MB; 0 is no limit.", { greatest: [0], default: 0, min: 0 }),
  snippet_size_limit: integer("Largest snippet, in bytes.", { default: 52_428_800, min: 1 }),
  wiki_page_max_content_bytes: integer("Largest wiki page, in bytes.", {
    default: 52_428_800,
    min: 1024,
    inVendor: { from: "17.10", default: 5_242_880 },
  }),
  issues_create_limit: integer("Issues that a user may create each minute; 0 is no limit.", {
    greatest: [0],
    default: 300,
    min: 0,
    inVendor: { from: "17.10", default: 0 },
  }),
  raw_blob_request_limit: integer("Requests a minute for one raw file; 0 is no limit.", { greatest: [0], default: 300, min: 0 }),
  rate_limiting_response_text: text("Answer to a client that sends too many requests; unset is Retry later.", {
    nullable: true,
    max: 255,
  }),
  terminal_max_session_time: integer("Seconds until a web terminal closes; 0 is never.", { greatest: [0], default: 0, min: 0 }),
  polling_interval_multiplier: number("Factor by which pages poll less often; 0 switches polling off.", {
    greatest: [0],
    default: 1,
    min: 0,
    normalise: numeric,
    decode: numeric,
  }),
  local_markdown_version: integer("Raising it renders all Markdown anew.", { default: 0, min: 0, max: 65_535 }),
  first_day_of_week: oneOf("First day of the week: 0 Sunday, 1 Monday, 6 Saturday.", [0, 1, 6], { default: 0 }),
  performance_bar_allowed_group_id: reference("Group whose members may see the performance bar.", "group", "path", {
    nullable: true,
    vendor: "performance_bar_allowed_group_path",
    read: "performance_bar_allowed_group_id",
  }),
  commit_email_hostname: text("Host name of the private commit addresses of users.", {
    pattern: { like: "^[^@]+$", hint: "a host name without @" },
  }),
  email_additional_text: text("Text at the end of every e-mail.", {
    nullable: true,
    tier: "premium",
    max: 10_000,
    dropped: "without the licence for it the server ignores this setting",
  }),
  email_author_in_body: flag("E-mails name their author in the text, for servers that rewrite the sender.", { default: false }),
};
