// What the client library knows of the API, from its description: src/client/api.gen.ts (types), src/platform/endpoints.gen.ts (what a call needs to know when
// it runs) and src/platform/job-routes.gen.ts (what a job token may call).
import { createRequire } from "node:module";
import { flatten, isAnswer, operationsOf, resolve, typedDescription } from "./client-description.mjs";

const load = createRequire(import.meta.url);
const head = "// Made by `npm run generate` from schemas/openapi.json. Do not edit.\n";

/** The types of a bundled description: path from the top of the repository and text. */
export async function clientTypes(description) {
  return ["src/client/api.gen.ts", await typesText(description)];
}

/** What is needed of it when the client runs: path from the top of the repository -> text. */
export function clientData(description) {
  return new Map([
    ["src/platform/endpoints.gen.ts", endpointsText(description)],
    ["src/platform/job-routes.gen.ts", jobRoutesText(description)],
  ]);
}

/** The types of openapi-typescript, and one line for each route, aliases included. */
async function typesText(description) {
  // As CommonJS, because Node would search all of the compiler's text for names that it exports; and late, because only types want it.
  const { default: openapiTypes, astToString } = load("openapi-typescript");
  const { factory } = load("typescript");
  const upload = (type) => factory.createTypeReferenceNode(type);
  const nodes = await openapiTypes(typedDescription(description), {
    defaultNonNullable: false,
    // A picture is taken away by an empty text or null.
    transform: ({ format, type }) =>
      format === "upload"
        ? Array.isArray(type) && type.includes("null")
          ? factory.createUnionTypeNode([
              upload("Upload"),
              factory.createLiteralTypeNode(factory.createStringLiteral("")),
              factory.createLiteralTypeNode(factory.createNull()),
            ])
          : upload("Upload")
        : undefined,
  });
  const all = operationsOf(description).flatMap(({ method, path, aliases, operation }) =>
    [path, ...aliases].map((one) => ({ route: JSON.stringify(`${method} ${one}`), operation })),
  );
  const lines = all.map(({ route, operation }) => `  ${route}: operations[${JSON.stringify(operation.operationId)}];`);
  const lists = all.filter(({ operation }) => replyOf(description, operation).list).map(({ route }) => `  | ${route}`);
  return [
    `${head}import type { Upload } from "./upload.js";\n`,
    astToString(nodes),
    `/** What each route takes and answers. */\nexport interface Routes {\n${lines.join("\n")}\n}\n`,
    `/** The routes that answer lists. */\nexport type ListRoute =\n${lists.join("\n")};\n`,
  ].join("\n");
}

/** One line of data for each operation. */
function endpointsText(description) {
  const lines = operationsOf(description).map((found) => `  ${JSON.stringify(endpointOf(description, found))},`);
  return `${head}import type { Endpoint } from "./endpoint.js";\n\n/** All operations of the API description. */\nexport const endpoints: readonly Endpoint[] = [\n${lines.join("\n")}\n];\n\n/** Names of properties that hold secrets. */\nexport const secretNames: readonly string[] = ${JSON.stringify(secretNames(description))};\n`;
}

/** The properties marked `x-secret`, in both dialects. */
function secretNames(description) {
  const found = new Set();
  const visit = (node) => {
    if (node === null || typeof node !== "object") return;
    for (const [name, property] of Object.entries(node.properties ?? {})) {
      if (property?.["x-secret"] !== true) continue;
      for (const one of [name, property["x-vendor-name"]]) if (one !== undefined) found.add(one);
    }
    for (const inner of Object.values(node)) visit(inner);
  };
  visit(description);
  return [...found].sort((a, b) => (a < b ? -1 : 1));
}

/** One line for each operation that takes a job token. */
function jobRoutesText(description) {
  const routes = operationsOf(description)
    .filter(({ operation }) => operation["x-job-token"] === true)
    .flatMap(({ method, path, aliases }) => [path, ...aliases].map((one) => `${method} ${one}`));
  const lines = routes.map((route) => `  ${JSON.stringify(route)},`);
  return `${head}\n/** The routes that take a CI job token (document 1, Credentials). */\nexport const jobRoutes: readonly string[] = [\n${lines.join("\n")}\n];\n`;
}

function endpointOf(description, { method, path, outside, aliases, operation, parameters }) {
  const reply = replyOf(description, operation);
  const types = Object.keys(resolve(description, operation.requestBody)?.content ?? {});
  const files = filesOf(description, operation);
  const inQuery = parameters.filter((one) => one.in === "query").map((one) => one.name.replace(/\[\]$/, ""));
  return {
    id: operation.operationId,
    method,
    path,
    ...(aliases.length > 0 ? { aliases } : {}),
    summary: operation.summary ?? "",
    tier: operation["x-tier"] ?? "free",
    role: operation["x-role"] ?? "user",
    ...(outside ? { outside } : {}),
    ...(operation["x-beyond-documents"] ? { beyondDocuments: true } : {}),
    ...(reply.list ? { list: true } : {}),
    ...(reply.kind === "json" ? {} : { reply: reply.kind }),
    ...(types.length === 0
      ? {}
      : { body: types.includes("application/json") ? "json" : types.includes("multipart/form-data") ? "multipart" : "form" }),
    ...(method !== "GET" && inQuery.length > 0 ? { query: inQuery } : {}),
    ...(files.length > 0 ? { files } : {}),
  };
}

/** The names of the parameters that are files, in both dialects. */
function filesOf(description, operation) {
  const [content] = Object.values(resolve(description, operation.requestBody)?.content ?? {});
  const { properties = {} } = flatten(description, resolve(description, content?.schema) ?? {}, "request");
  return Object.entries(properties).flatMap(([name, property]) => {
    const { format, "x-vendor-name": vendor } = resolve(description, property);
    return format === "binary" ? [name, ...(vendor === undefined ? [] : [vendor])] : [];
  });
}

/** How the body of a success is to be read. */
function replyOf(description, operation) {
  const [, answer] = Object.entries(operation.responses).find(([status]) => isAnswer(status)) ?? [];
  const [entry] = Object.entries(resolve(description, answer)?.content ?? {});
  if (entry === undefined) return { kind: "json", list: false };
  const [type, { schema }] = entry;
  const kind = type.includes("json") ? "json" : type.startsWith("text/") ? "text" : "bytes";
  return { kind, list: kind === "json" && resolve(description, schema)?.type === "array" };
}
