// @module-tag slow
import { describe, expect, it } from "vitest";
import { formatAddress } from "../../../src/core/address.js";
import { type Field, formed } from "../../../src/core/fields.js";
import { isObject, type Json, type JsonObject, textAt } from "../../../src/core/json.js";
import { fieldsOf, kindOf } from "../../../src/core/kind.js";
import { checkDeclaration } from "../../../src/desired/index.js";
import { kinds } from "../../../src/program/kinds.js";
import { twoValues } from "../../e2e/values.js";
import { type ProviderResource, resources } from "./provider.js";
import { convert, plan, shown, type ShownResource, specs, state } from "./states.js";
import { withoutCounterpart } from "./without-counterpart.js";

const numbers: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  user: { alice: 101, bob: 102 },
  group: { acme: 7, "acme/one": 8, "acme/two": 9 },
  project: { "acme/web": 11, "acme/base": 12, "acme/spare": 13 },
  branch: { main: 21, release: 22 },
};

/** Data sources that tell the names of numbers. */
const known: readonly ShownResource[] = [
  shown("data.gitlab_users.all", { users: listed("user", "username") }),
  shown("data.gitlab_groups.all", { groups: listed("group", "full_path", "group_id") }),
  shown("data.gitlab_projects.all", { projects: listed("project", "path_with_namespace") }),
  shown("data.gitlab_project_protected_branches.all", { protected_branches: listed("branch", "name") }),
];

function listed(target: string, name: string, id = "id"): JsonObject[] {
  return Object.entries(numbers[target] ?? {}).map(([text, number]) => ({ [id]: number, [name]: text }));
}

/** The attribute of ours that an attribute of the provider is to become. */
function target({ kind, key, attributes }: ProviderResource, attribute: string): { name: string; field: Field } {
  const fields = fieldsOf(kindOf(kinds, kind), { key });
  const fate = attributes[attribute] ?? "=";
  const desired = fate.startsWith("> ") ? fate.slice(2) : attribute;
  const name = Object.hasOwn(fields, desired) ? desired : Object.keys(fields).find((own) => fields[own]?.vendor === desired);
  const field = name === undefined ? undefined : fields[name];
  if (name === undefined || field === undefined) throw new Error(`${kind} has no ${desired}`);
  return { name, field };
}

/** A value of ours as the provider's state has it. */
function asProvider(field: Field, value: Json, attribute: string): Json {
  if (field.secret) return "hunter2-hunter2";
  if (field.type === "reference")
    return field.target === "topic" ? value : (numbers[field.target ?? ""]?.[textAt({ value }, "value")] ?? value);
  if (/_(?:enabled|builds)$/.test(attribute) && typeof value === "string") return value === "enabled";
  if (/^(?:ip_restriction_ranges|allowed_email_domains_list|elasticsearch_url)$/.test(attribute))
    return textAt({ value }, "value").split(",");
  if (field.type === "record" && isObject(value)) return [parts(field, value)];
  if (!Array.isArray(value)) return value === "no_access" ? "no one" : value;
  if (attribute.startsWith("allowed_to_")) return value.map((one: Json) => (isObject(one) ? asWord(one["access_level"]) : one));
  if (field.type === "entries") return value.map((one: Json) => (isObject(one) ? { id: 5, ...parts(field, one) } : one));
  return value.map((one: Json) => (field.item ? asProvider(field.item, one, "") : one));
}

function asWord(level: Json | undefined): Json {
  return level === "no_access" ? "no one" : (level ?? null);
}

const renamedParts: Readonly<Record<string, string>> = { name_regex: "name_regex_delete", user: "user_id", group: "group_id" };

function parts({ fields = {} }: Field, value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, part = null]) => {
      const field = fields[name];
      return [renamedParts[name] ?? name, field ? asProvider(field, part, name) : part];
    }),
  );
}

const rows = resources.flatMap((resource) =>
  Object.entries(resource.attributes).map(([attribute, fate]) => ({
    resource,
    attribute,
    fate,
    title: `${resource.type}.${attribute}`,
  })),
);
const carried = rows.filter(({ fate }) => fate === "=" || fate.startsWith("> "));

function sample({ resource, attribute }: (typeof carried)[number]): { name: string; ours: Json; theirs: Json; secret: boolean } {
  const { name, field } = target(resource, attribute);
  const at = [resource.kind, ...(resource.kind === "integration" ? [resource.key] : []), name].join(".");
  // What a rule is cannot change, so that the other tests use one value of it.
  const values = name === "rule_type" ? ["any_approver"] : twoValues(field, at);
  const ours = values.find((value) => JSON.stringify(value) !== JSON.stringify(field.default)) ?? values[0];
  const said = { theirs: asProvider(field, ours, attribute), secret: field.secret !== undefined };
  const { deprecated } = field;
  // The other name of an attribute says the same of it, perhaps in other words.
  if (deprecated?.alias) return { name: deprecated.replacement, ours: formed(deprecated.convert, ours), ...said };
  return { name, ours, ...said };
}

describe("every attribute of the provider's resources", () => {
  it.each(carried)("$title becomes the attribute that the documentation of both gives, in a form that files take", (row) => {
    const { resource } = row;
    const { name, ours, theirs, secret } = sample(row);
    const address = formatAddress(resource);
    const converted = convert(
      plan([shown(`${resource.type}.one`, { ...resource.at, [row.attribute]: theirs })], { known }),
      () => [],
    );
    const spec = specs(converted)[address] ?? {};
    expect(spec[name]).toEqual(secret ? { $secret: expect.stringMatching(/^\$\{env:[A-Z][A-Z0-9_]*\}$/) } : ours);
    const declaration = converted.declarations.find((one) => one.address === address);
    const faults = declaration ? checkDeclaration({ ...declaration, spec: { [name]: spec[name] } }, kinds) : [];
    expect(faults.filter((fault) => fault.attribute === name && !/needs|without/.test(fault.message))).toEqual([]);
  });

  it.each(carried)("$title stands in the files also where only a state is known, or is told", (row) => {
    const { name, theirs } = sample(row);
    const { resource } = row;
    const converted = convert(
      state([shown(`${resource.type}.one`, { ...resource.at, [row.attribute]: theirs }), ...known]),
      () => [],
    );
    const spec = specs(converted)[formatAddress(resource)] ?? {};
    const told = converted.remarks.some((remark) => remark.includes(`${name} is left out`));
    expect({ name, isThere: spec[name] !== undefined || told }).toEqual({ name, isThere: true });
  });

  it.each(rows.filter(({ fate }) => fate === "!"))(
    "$title is told where it is set, and nowhere else",
    ({ resource, attribute }) => {
      for (const value of [true, "some text", 17, ["x"], [{ prevent_secrets: true }]]) {
        const { remarks } = convert(
          state([shown(`${resource.type}.one`, { ...resource.at, [attribute]: value }), ...known]),
          () => [],
        );
        expect(remarks.join("\n")).toContain(attribute);
      }
      for (const value of [null, false, "", 0, [], [{ prevent_secrets: false, max_file_size: 0 }]]) {
        const { remarks } = convert(
          state([shown(`${resource.type}.one`, { ...resource.at, [attribute]: value }), ...known]),
          () => [],
        );
        expect(remarks.join("\n")).not.toContain(attribute);
      }
    },
  );

  it.each(rows.filter(({ fate }) => fate === "-"))("$title says nothing of its own", ({ resource, attribute }) => {
    const bare = convert(state([shown(`${resource.type}.one`, resource.at), ...known]), () => []);
    const full = convert(state([shown(`${resource.type}.one`, { ...resource.at, [attribute]: "anything" }), ...known]), () => []);
    expect(full).toEqual(bare);
  });
});

describe("resources of the provider without a counterpart", () => {
  it("are all named with their number, their reason and their addresses", () => {
    const all = withoutCounterpart.flatMap((type) => [shown(`${type}.one`, { name: "x" }), shown(`${type}.two`, { name: "y" })]);
    const { declarations, remarks } = convert(state(all));
    expect(declarations).toEqual([]);
    for (const type of withoutCounterpart) {
      expect(remarks).toContainEqual(
        expect.stringMatching(new RegExp(`^${type} \\(2\\): trueup .*: ${type}\\.one, ${type}\\.two$`)),
      );
    }
  });
});
