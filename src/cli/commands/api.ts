import { type Command, InvalidArgumentError, Option } from "commander";
import type { CallMethod } from "../../platform/index.js";
import type { RequestField } from "../api/fields.js";
import type { ApiWords } from "../api/send.js";
import { addFormatOptions } from "../format-options.js";
import { addExample, addServerOptions, type ReportFlags, type ServerFlags } from "../options.js";
import type { Session } from "../session.js";
import { withTarget } from "../target.js";
import { usage } from "../usage.js";

/** The methods that the API knows, and HEAD. */
export const apiMethods: readonly CallMethod[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

type Flags = ServerFlags &
  Pick<ReportFlags<string>, "debug"> &
  Pick<ApiWords, "input" | "paginate" | "include" | "showSecrets" | "jq"> & {
    readonly format?: ApiWords["format"];
    readonly list?: string | true;
    readonly method?: string;
  };

/** `trueup api`: any endpoint, with the credentials, repeats and pages of the other commands. */
export function defineApi(program: Command, session: Session): void {
  const command = program
    .command("api")
    .argument("[method]", "the HTTP method; you may leave out GET")
    .argument("[path]", "the path below /api/v4, with its query, such as /projects?owned=true")
    .description("call any endpoint of the server's API, such as trueup api GET /projects")
    .option("-X, --method <method>", "the HTTP method, in place of the first argument")
    .option("--input <file>", "a JSON file that is the body (- is standard input); fields then go into the query")
    .addOption(new Option("--paginate", "read all pages and print one list").conflicts(["include", "input"]))
    .option("-i, --include", "show status and headers too")
    .addOption(new Option("--jq <program>", "print what a jq program makes of the reply, such as '.[].path'").conflicts("format"))
    .option("--show-secrets", "do not mask tokens, passwords and keys in the reply")
    .option("--list [word]", "list the endpoints that mention a word, or all of them")
    .option("--debug", "show each request and stack traces");
  const fields = addFieldOptions(command);
  addFormatOptions(command, ["json", "table", "yaml"], { description: "how to show the reply (default: json)", usual: "" });
  addServerOptions(command);
  addExample(
    command,
    "trueup api /projects --paginate --format table",
    "trueup api POST /topics -F name=rust -F title=Rust -F avatar=@rust.png",
    "trueup api -X PUT /projects/acme%2Fweb -F only_allow_merge_if_pipeline_succeeds=true",
    "trueup api POST /projects/acme%2Fweb/issues/7/notes -F body=@note.md",
    "trueup api GET /projects/acme%2Fweb/jobs -F 'scope[]=failed' -F 'scope[]=canceled'",
    "trueup api /projects --paginate --jq '.[] | select(.archived) | .path_with_namespace'",
    "trueup api --list approval",
  );
  command.action(async (first: string | undefined, second: string | undefined) => {
    const { list, format, method, ...flags } = command.opts<Flags>();
    if (list !== undefined) {
      const { listEndpoints } = await import("../api/list.js");
      session.output.result(await listEndpoints(list === true ? (first ?? "") : list, format ?? "table", session.output.width));
      return;
    }
    session.interrupt.listen();
    const words: ApiWords = { ...flags, ...target(method, first, second), fields, format: format ?? "json" };
    const { send } = await import("../api/send.js");
    await withTarget(flags, session, async (where) => send(words, where, session));
  });
}

/** Adds `-F`, `-f` and `--raw-field`, and gives the list that they fill. */
function addFieldOptions(command: Command): readonly RequestField[] {
  // Both kinds of fields in the order in which they came: in a list of hashes it tells where one ends.
  const fields: RequestField[] = [];
  const take =
    (sort: Omit<RequestField, "text">) =>
    (text: string): readonly RequestField[] => {
      fields.push({ text, ...sort });
      return fields;
    };
  command
    .option(
      "-F, --field <key=value>",
      "a parameter (repeatable); numbers, true, false and null keep their type; key[]=v adds to a list, key[sub]=v to an object, key=@file sends a file or its text",
      take({ raw: false }),
    )
    .option(
      "-f <key=value>",
      "the same as -F until 0.3.0, then the same as --raw-field, as in gh and glab (repeatable)",
      take({ raw: false, changes: true }),
    )
    .option("--raw-field <key=value>", "a parameter that is always sent as text (repeatable)", take({ raw: true }));
  return fields;
}

/** Method and path. `option` is what `--method` gave; then the only argument is the path. */
function target(
  option: string | undefined,
  first: string | undefined,
  second: string | undefined,
): Pick<ApiWords, "method" | "path"> {
  if (option !== undefined && second !== undefined)
    throw usage(`--method ${option} and ${first} both name a method`, "Give one of them.");
  const [method, path] = second === undefined ? [option?.replace(/^=/, "") ?? "GET", first] : [first, second];
  if (path === undefined || (second === undefined && isMethod(path))) {
    throw usage("a path is missing", "For example: trueup api GET /projects. For all endpoints: trueup api --list");
  }
  const known = apiMethods.find((candidate) => candidate === method?.toUpperCase());
  if (known === undefined) {
    if (second?.startsWith(".")) {
      const hint = `gh's -q is --jq here: --jq '${second}'. Here, -q prints only results and errors.`;
      throw usage(`${JSON.stringify(second)} is no path`, hint);
    }
    throw new InvalidArgumentError(`${JSON.stringify(method)} is no method: use one of ${apiMethods.join(", ")}.`);
  }
  return { method: known, path };
}

function isMethod(word: string): boolean {
  return apiMethods.some((method) => method === word.toUpperCase());
}
