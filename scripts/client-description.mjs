// Turns the API description into one that openapi-typescript makes good types of: the emulator's description says what a server checks, the types say what a
// caller may rely on.
//
// - allOf is flattened, so that an editor shows properties and not intersections.
// - What a reply has is there: its properties are required, but for those that depend on tier, release, dialect or a condition (x-conditional of a property,
//   x-conditional-properties for those of the parts of an allOf), or where the schema lists `required` itself.
// - A name with x-vendor-name has a twin under that name, and neither is required: a server knows one of the two.
// - Files are marked with the format `upload`, the ids of projects and groups may be numbers, and replies that are failures are left out: they are thrown.

const methods = ["get", "post", "put", "patch", "delete", "options"];

/** Follows a reference into the description; gives everything else as it is. */
export function resolve(description, node) {
  if (node?.$ref === undefined) return node;
  const found = node.$ref
    .slice(2)
    .split("/")
    .reduce((at, part) => at?.[part.replaceAll("~1", "/").replaceAll("~0", "~")], description);
  if (found === undefined) throw new Error(`the API description has no ${node.$ref}`);
  return resolve(description, found);
}

/** Every operation with its method, path (from the base address of the API, or of the server if `outside`), aliases and parameters. */
export function operationsOf(description) {
  return Object.entries(description.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method] !== undefined)
      .map((method) => ({
        method: method.toUpperCase(),
        path,
        outside: item.servers?.[0]?.url === "/",
        aliases: item["x-aliases"] ?? [],
        operation: item[method],
        parameters: [...(item.parameters ?? []), ...(item[method].parameters ?? [])].map((one) => resolve(description, one)),
      })),
  );
}

/** True for a status that a call answers with; the others are thrown. */
export const isAnswer = (status) => status.startsWith("2") || status === "304" || status === "302";

/** The description that types are made of. */
export function typedDescription(description) {
  const schemas = {};
  const replies = schemaNames(description, "reply");
  const convert = converter(description, schemas, replies);
  const paths = {};
  for (const { method, path, operation, parameters } of operationsOf(description)) {
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = {
      operationId: operation.operationId,
      summary: operation.summary,
      parameters: parameters.flatMap((one) => typedParameters(one, convert)),
      ...typedBody(resolve(description, operation.requestBody), convert),
      responses: typedReplies(description, operation.responses, convert),
    };
  }
  return { openapi: "3.1.0", info: { title: "Platform REST API", version: "v4" }, paths, components: { schemas } };
}

function typedParameters({ name: written, in: place, required, description, schema = {} }, convert) {
  const name = written.replace(/\[\]$/, "");
  const vendor = schema["x-vendor-name"];
  const type =
    place === "path" && name === "id" && schema.type === "string" ? { ...schema, type: ["integer", "string"] } : schema;
  const made = {
    in: place,
    description: noteOf({ ...schema, description: description ?? schema.description }),
    schema: convert(type, "request"),
  };
  const own = { name, ...made, ...(required && vendor === undefined ? { required: true } : {}) };
  return vendor === undefined ? [own] : [own, { name: vendor, ...made }];
}

function typedBody(body, convert) {
  const [content] = Object.values(body?.content ?? {});
  if (content === undefined) return {};
  const schema = convert(content.schema ?? {}, "request");
  return { requestBody: { required: true, content: { "application/json": { schema } } } };
}

function typedReplies(description, responses, convert) {
  const answers = Object.entries(responses).filter(([status]) => isAnswer(status));
  return Object.fromEntries(
    answers.map(([status, node]) => {
      const { description: text, content = {} } = resolve(description, node);
      const typed = Object.entries(content).map(([type, { schema }]) => [type, { schema: convert(schema ?? {}, "reply") }]);
      return [status, { description: text, ...(typed.length > 0 ? { content: Object.fromEntries(typed) } : {}) }];
    }),
  );
}

/** Names of the schemas that replies refer to, also from afar. */
function schemaNames(description) {
  const found = new Set();
  const visit = (node) => {
    if (node === null || typeof node !== "object") return;
    const name = node.$ref?.match(/^#\/components\/schemas\/(.+)$/)?.[1];
    if (name !== undefined && !found.has(name)) {
      found.add(name);
      visit(description.components.schemas[name]);
    }
    for (const inner of Object.values(node)) visit(inner);
  };
  for (const { operation } of operationsOf(description)) {
    for (const [status, node] of Object.entries(operation.responses)) if (isAnswer(status)) visit(resolve(description, node));
  }
  return found;
}

/** A schema used both ways is two types: what a reply has is not what a request must have. */
function converter(description, schemas, replies) {
  const nameFor = (name, mode) => {
    const own = mode === "request" && replies.has(name) ? `${name}_input` : name;
    if (schemas[own] === undefined) {
      schemas[own] = {};
      schemas[own] = convert(description.components.schemas[name], mode);
    }
    return own;
  };
  const convert = (schema, mode) => {
    const name = schema.$ref?.match(/^#\/components\/schemas\/(.+)$/)?.[1];
    if (name !== undefined) return { $ref: `#/components/schemas/${nameFor(name, mode)}` };
    if (schema.$ref !== undefined) return convert(resolve(description, schema), mode);
    const { properties, required, items, additionalProperties, anyOf, oneOf, ...rest } = flatten(description, schema, mode);
    const inner = (one) => convert(one, mode);
    return {
      ...plain(rest),
      description: noteOf(rest),
      ...(rest.format === "binary" && mode === "request" ? { format: "upload" } : {}),
      ...(properties === undefined ? {} : typedProperties(properties, required, mode, inner)),
      ...(items === undefined ? {} : { items: inner(items) }),
      ...(anyOf === undefined ? {} : { anyOf: anyOf.map(inner) }),
      ...(oneOf === undefined ? {} : { oneOf: oneOf.map(inner) }),
      ...(additionalProperties === undefined || additionalProperties === false
        ? {}
        : { additionalProperties: additionalProperties === true ? true : inner(additionalProperties) }),
    };
  };
  return convert;
}

function typedProperties(properties, required, mode, inner) {
  const typed = Object.entries(properties).flatMap(([name, property]) => {
    const vendor = property["x-vendor-name"];
    const type = inner(property);
    return vendor === undefined || vendor in properties
      ? [[name, type]]
      : [
          [name, type],
          [vendor, type],
        ];
  });
  const always = Object.keys(properties).filter(
    (name) => required?.includes(name) && properties[name]["x-vendor-name"] === undefined,
  );
  return { properties: Object.fromEntries(typed), ...(always.length > 0 ? { required: always } : {}) };
}

/** One object schema of an allOf; in a reply each part that lists no required names has all of its names, but for those that depend on something. */
export function flatten(description, schema, mode) {
  const { allOf, ...own } = schema;
  const parts = [...(allOf ?? []).map((part) => flatten(description, resolve(description, part), mode)), withRequired(own, mode)];
  if (allOf === undefined) return parts[0];
  const conditional = new Set(parts.flatMap((part) => part["x-conditional-properties"] ?? []));
  const properties = Object.assign({}, ...parts.map((part) => part.properties));
  const required = new Set(parts.flatMap((part) => part.required ?? []));
  const always = [...required].filter((name) => !conditional.has(name) && !isConditional(properties[name]));
  return { ...Object.assign({}, ...parts), properties, required: mode === "reply" ? always : [...required] };
}

const conditions = [
  "x-tier",
  "x-dialect",
  "x-since",
  "x-until",
  "x-vendor-name",
  "x-unreadable",
  "x-conditional",
  "x-beyond-documents",
];

function isConditional(property = {}) {
  return conditions.some((one) => one in property);
}

function withRequired(schema, mode) {
  if (mode === "request" || schema.required !== undefined || schema.properties === undefined) return schema;
  const always = Object.entries(schema.properties).filter(([, property]) => !isConditional(property));
  return { ...schema, required: always.map(([name]) => name) };
}

/** A description with what the tier, the release or a condition adds to it. */
function noteOf(schema) {
  const notes = [
    schema.description,
    schema["x-dialect"] === "vendor" && "Only real servers know it.",
    schema["x-tier"] && `${schema["x-tier"].toUpperCase()}.`,
    schema["x-since"] && `Since ${schema["x-since"]}.`,
    schema["x-until"] && `Until ${schema["x-until"]}.`,
    typeof schema["x-conditional"] === "string" && `Only ${schema["x-conditional"]}.`,
    schema["x-vendor-name"] && `Real servers call it ${schema["x-vendor-name"]}.`,
  ];
  const text = notes.filter((one) => typeof one === "string" && one !== "").join(" ");
  return text === "" ? undefined : text;
}

function plain(schema) {
  return Object.fromEntries(
    Object.entries(schema).filter(([name]) => !name.startsWith("x-") && name !== "description" && name !== "title"),
  );
}
