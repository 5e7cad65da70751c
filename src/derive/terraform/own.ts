import type { JsonObject } from "../../core/json.js";
import { tiers } from "../../core/names.js";
import { code } from "./describe.js";
import type { TerraformAttribute, TerraformAttributes } from "./types.js";

/** A resource or data source that stands for no kind. */
export interface OwnSchema {
  /** For example `trueup_api`. */
  readonly type: string;
  readonly description: string;
  readonly attributes: TerraformAttributes;
  /** A configuration, for its page. */
  readonly example: JsonObject;
}

type Given = Pick<TerraformAttribute, "description" | "type">;

function given(type: Given["type"], description: string, more: Partial<TerraformAttribute> = {}): TerraformAttribute {
  return { description, use: "optional", ...(type === undefined ? {} : { type }), ...more };
}

function made(type: Given["type"], description: string): TerraformAttribute {
  return { description, use: "computed", ...(type === undefined ? {} : { type }) };
}

/** The block `provider "trueup"`. */
export const providerAttributes: TerraformAttributes = {
  url: given(
    "string",
    "Address of the server, without /api/v4. Without it: that of the environment (`TRUEUP_URL`, `GITLAB_URL`, `CI_SERVER_URL`), as the command line.",
  ),
  token: given(
    "string",
    "Token for the server. Without it: that of the environment (`TRUEUP_TOKEN`, `GITLAB_TOKEN`), the stored login or the job token, as the command line.",
    {
      sensitive: true,
    },
  ),
  tier: given("string", `Tier of the server's licence, where the server does not tell. Allowed: ${tiers.map(code).join(", ")}.`),
  concurrency: given(
    "number",
    "Requests in flight at once. Allowed: 1 to 100. Without it: as many as the server bears, 8 at first and 64 at most.",
  ),
  timeout: given(
    "string",
    "How long is waited for what does not come, as `--timeout` of the command line: seconds for one request, or some of `connect`, `headers`, `body`, `request` and `run`, such as `connect=5,run=3600`.",
  ),
  bulk_refresh: given(
    "bool",
    "Reads of single things are answered from lists that are fetched once per run and dropped with the first write. Default: `true`.",
  ),
  deletion_protection: given(
    "bool",
    "Groups and projects that do not say it themselves are deleted by no destroy and no replacement. Default: `true`.",
  ),
  allow_http: given(["set", "string"], "Hosts that may be reached without encryption. Loopback needs no permission."),
};

/** A directory of files as one resource. */
export const desiredState: OwnSchema = {
  type: "trueup_desired_state",
  description:
    "A directory of trueup files as one resource: the plan shows every change as a readable list, and apply runs the same engine as the command line. " +
    "Destroying it leaves everything on the platform as it is.",
  attributes: {
    id: made("string", "Where the files are."),
    path: given("string", "Directory or file to read, relative to where Terraform runs. Either this or `paths`."),
    paths: given(["list", "string"], "Directories and files to read, relative to where Terraform runs. Either this or `path`."),
    targets: given(
      ["set", "string"],
      "Addresses of what is to be looked at, such as `project:acme/web`. Without it: everything.",
    ),
    allow_delete: given(["set", "string"], "Kinds that hold people's work and may be deleted: `group`, `project`."),
    allow_restore: given(
      ["set", "string"],
      "Kinds of which deletions that are only scheduled may be taken back: `group`, `project`. Without it what the files declare and somebody deleted stays so, with a warning.",
    ),
    max_deletes: given("number", "How many things of one kind may be deleted at most."),
    acknowledge: given(
      ["set", "string"],
      "What is allowed although a rule holds it back, as `--ack` of the command line takes it: `weakening:ADDRESS` for a change that weakens protection, which waits else, with a warning; `many-updates:NAME` for a policy or preset that changes many resources, or the plan is an error.",
    ),
    resend_secrets: given(["set", "string"], "Addresses whose secrets are sent again though nothing shows that they differ."),
    changes: made(
      ["list", "string"],
      "What is to be changed, or was changed by this apply: a line for each thing and attribute. Empty once the platform is as the files say.",
    ),
    summary: made("string", "How many things the plan creates, updates, moves and deletes."),
    digest: made("string", "Fingerprint of the plan: apply refuses if the plan is another one by then."),
  },
  example: { path: "trueup" },
};

/** Any endpoint that can be read. */
export const apiData: OwnSchema = {
  type: "trueup_api",
  description: "What any GET endpoint of the API returns, as typed values.",
  attributes: {
    path: given("string", "Path below /api/v4, such as `/projects/acme%2Fweb/branches`.", { use: "required" }),
    query: given(["map", "string"], "Parameters of the query."),
    paginate: given("bool", "Reads all pages of a list. Default: `true`."),
    result: made(
      "dynamic",
      "The reply, as an object or list. What the API calls a token, a password or the like is null, and addresses are without their credentials: they would stand in the state.",
    ),
  },
  example: { path: "/projects/acme%2Fplatform%2Fweb/branches", query: { search: "release" } },
};
