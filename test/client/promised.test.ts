// @module-tag slow
import { expect, test } from "vitest";
import { endpointFor } from "../../src/cli/api/known.js";
import { isObject, type JsonObject } from "../../src/core/json.js";
import { startPlatform } from "../emulator/platform.js";

/** The part of the description that types are made of, as far as it says what is always there. */
interface Typed {
  readonly $ref?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Typed>>;
  readonly items?: Typed;
}

interface Description {
  readonly components: { readonly schemas: Readonly<Record<string, Typed>> };
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly responses: Readonly<
              Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Typed }>> }>
            >;
          }
        >
      >
    >
  >;
}

const script = "../../scripts/client-description.mjs";
const { readFileSync } = await import("node:fs");
const { typedDescription } = (await import(script)) as { readonly typedDescription: (description: unknown) => Description };
const description = typedDescription(JSON.parse(readFileSync(new URL("../../schemas/openapi.json", import.meta.url), "utf8")));

/** Where something is missing of what the type says is always there. */
function missing(schema: Typed, value: unknown, where: string): string[] {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split("/").at(-1) ?? "";
    return missing(description.components.schemas[name] ?? {}, value, where);
  }
  if (Array.isArray(value)) return [...new Set(value.flatMap((item) => missing(schema.items ?? {}, item, `${where}[]`)))];
  if (!isObject(value)) return [];
  const own = (schema.required ?? []).filter((name) => !(name in value)).map((name) => `${where}.${name}`);
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, part]) => missing(part, value[name], `${where}.${name}`));
  return [...own, ...inner];
}

const project = "/projects/acme-labs%2Fplatform%2Fapi";
const group = "/groups/acme-labs%2Fplatform";

test("what the types of a reply say is always there is there", async () => {
  const { call } = await startPlatform();
  const first = async (path: string): Promise<JsonObject> => {
    const { body } = await call("GET", path);
    const [item] = Array.isArray(body) ? (body as readonly JsonObject[]) : [];
    return item ?? {};
  };
  const id = async (path: string): Promise<string> => `${path}/${JSON.stringify((await first(path))["id"])}`;
  const paths = [
    "/topics",
    "/topics/1",
    "/application/settings",
    "/application/appearance",
    "/projects",
    project,
    "/users/1/projects",
    "/groups",
    group,
    `/groups/acme-labs/subgroups`,
    `/groups/acme-labs/descendant_groups`,
    `${group}/projects`,
    `${group}/projects/shared`,
    `${group}/protected_environments`,
    `${project}/approvals`,
    `${project}/approval_rules`,
    `${project}/integrations`,
    `${project}/jobs`,
    await id(`${project}/jobs`),
    `${project}/deployments`,
    await id(`${project}/deployments`),
    `${project}/releases`,
    `${project}/packages`,
    `${group}/packages`,
    "/issues",
    `${project}/issues`,
    `${project}/issues/1`,
    `${project}/issues/1/discussions`,
    `${project}/issues/1/participants`,
    `${project}/issues/1/time_stats`,
    "/merge_requests",
    `${project}/merge_requests`,
    `${project}/merge_requests/1`,
    `${project}/merge_requests/1/approvals`,
    `${project}/merge_requests/1/approval_state`,
    "/version",
    "/metadata",
    "/user",
  ];
  const found: string[] = [];
  for (const path of paths) {
    const template = endpointFor("GET", path)?.path;
    if (template === undefined) found.push(`${path} is not described`);
    const { status, body } = await call("GET", path);
    const schema = description.paths[template ?? ""]?.["get"]?.responses[String(status)]?.content?.["application/json"]?.schema;
    if (schema === undefined) found.push(`${path} answered ${status}`);
    else found.push(...missing(schema, body, template ?? ""));
  }
  expect(found).toEqual([]);
});
