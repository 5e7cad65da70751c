import { TrueupError } from "../core/errors.js";

const noServer = 'Set url in the block provider "trueup", or TRUEUP_URL, GITLAB_URL or CI_SERVER_URL in the environment.';

/** An error in the words of a Terraform configuration, where the engine advises in those of the command line. */
export function forTerraform(error: unknown): unknown {
  if (!(error instanceof TrueupError)) return error;
  const { code, message, where, cause } = error;
  const hint = code === "server.none" ? noServer : error.hint && withArguments(error.hint);
  const text = message.replace(/^--url\b/, "url");
  if (hint === error.hint && text === message) return error;
  return new TrueupError({
    code,
    message: text,
    ...(hint === undefined ? {} : { hint }),
    ...(where === undefined ? {} : { where }),
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Options of the command line as arguments of the provider's block. */
function withArguments(hint: string): string {
  return hint
    .replace(/--allow-http (\S+?)\.?$/, (_, host: string) => `allow_http = [${quoted(host)}] in the block provider "trueup".`)
    .replace(/\bas --url\b/, "as url");
}

/** How a thing that is there is taken over: the block that imports it. */
export function importAdvice(type: string, id: string): string {
  const block = ["import {", `  to = ${type}.NAME`, `  id = ${quoted(id)}`, "}"];
  return [
    "To take it over, write, with the name of this resource for NAME:",
    "",
    ...block,
    "",
    "Or give the new one another name.",
  ].join("\n");
}

/** A text as the configuration language reads it. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(/[$%](?=\{)/g, "$&$&");
}
