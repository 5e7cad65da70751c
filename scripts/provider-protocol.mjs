// The messages of Terraform's protocol as data, from its published description (src/terraform/plugin/protocol).
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const load = createRequire(import.meta.url);
const file = new URL("../src/terraform/plugin/protocol/tfplugin6.proto", import.meta.url);
const service = "Provider";
/** Types of parts of the protocol that the provider takes no part in: fields of these types are neither read nor sent. */
const unused = /^(Action|Deferred|Ephemeral|Function|ListResource|ResourceIdentity|StateStore|NestedBlock)/;

/**
 * The text of src/terraform/plugin/protocol.gen.ts: the methods that are answered, and the messages that these take and give, as protobufjs reads them.
 * Others stay out, and so do fields without use, since every start of the provider would read them. Throws where a method is not in the protocol.
 * @param {readonly string[]} answered the functions that answer, each called like its method
 */
export function protocolText(answered) {
  const { parse } = load("protobufjs");
  const { root, package: name } = parse(readFileSync(file, "utf8"));
  const protocol = root.toJSON().nested[name];
  const methods = answered.map((one) => methodOf(protocol.nested[service].methods, name, one));
  const messages = withAllNamed(
    used(protocol.nested),
    methods.flatMap(({ request, response }) => [request, response]),
  );
  return [
    "// Made by `npm run build` from src/terraform/plugin/protocol/tfplugin6.proto: Copyright IBM Corp. 2020, 2026, under the Mozilla Public License 2.0. Do not edit.",
    'import type { ProviderService } from "./service.js";',
    "",
    "/** A method on the wire: the function that answers it, and what its messages are called. */",
    "export interface ProtocolMethod {",
    "  readonly name: keyof ProviderService;",
    "  readonly path: string;",
    "  readonly request: string;",
    "  readonly response: string;",
    "}",
    "",
    "/** The methods that are answered. */",
    `export const methods: readonly ProtocolMethod[] = ${JSON.stringify(methods, null, 2)};`,
    "",
    "/** The messages of these methods, as text in the form of protobufjs. */",
    `export const messages = ${JSON.stringify(JSON.stringify(messages))};`,
    "",
  ].join("\n");
}

function methodOf(methods, packageName, name) {
  const own = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const method = methods[own];
  if (method === undefined) throw new Error(`${file.pathname} has no method ${own}`);
  return { name, path: `/${packageName}.${service}/${own}`, request: method.requestType, response: method.responseType };
}

/** Whole messages at the top, by what names them or something in them. */
function withAllNamed(messages, names) {
  const taken = new Set();
  const take = (name) => {
    const [first] = name.split(".");
    if (taken.has(first) || !Object.hasOwn(messages, first)) return;
    taken.add(first);
    for (const type of typesIn(messages[first])) take(type);
  };
  for (const name of names) take(name);
  return Object.fromEntries(Object.entries(messages).filter(([name]) => taken.has(name)));
}

/** Messages without the fields and the messages in them that are not used. */
function used(messages) {
  const kept = Object.entries(messages).filter(([name]) => !unused.test(name));
  return Object.fromEntries(kept.map(([name, message]) => [name, withUsed(message)]));
}

function withUsed({ fields, nested, ...rest }) {
  if (fields === undefined) return rest;
  const kept = Object.entries(fields).filter(([, { type }]) => !unused.test(type));
  return { ...rest, fields: Object.fromEntries(kept), ...(nested === undefined ? {} : { nested: used(nested) }) };
}

function typesIn({ fields = {}, nested = {} }) {
  return [...Object.values(fields).map(({ type }) => type), ...Object.values(nested).flatMap(typesIn)];
}
