import { findGroup, findProject } from "../../core/access.js";
import { type Context, page } from "../../core/context.js";
import type { Json } from "../../core/records.js";
import { noContent, ok, orNotFound } from "../../core/replies.js";
import type { OperationDeclaration, Resource } from "../../core/resource.js";
import { type CustomAttribute, customAttributeTable } from "../projects/statistics.js";
import { attributesOf } from "./records.js";

type Home = CustomAttribute["home"];

const PLACES: Readonly<Record<string, (context: Context) => Home>> = {
  projects: (context) => ({ kind: "project", id: findProject(context).id }),
  groups: (context) => ({ kind: "group", id: findGroup(context).id }),
  users: ({ store, params }) => {
    const user = orNotFound(store.users.get(Number(params.requiredText("id"))), "User");
    return { kind: "user", id: user.id };
  },
};

/** What administrators note about users, groups and projects. A PUT makes what is not there. */
export default {
  operations: Object.fromEntries(
    Object.entries(PLACES).flatMap(([kind, find]) => operationsOf(`/${kind}/{id}/custom_attributes`, find)),
  ),
} satisfies Resource;

function operationsOf(path: string, find: (context: Context) => Home): [string, OperationDeclaration][] {
  const operation = (handler: OperationDeclaration["handler"]): OperationDeclaration => ({ role: "administrator", handler });
  return [
    [`GET ${path}`, operation((context) => page(attributesOf(context.store, find(context)), context, present))],
    [`GET ${path}/{key}`, operation((context) => ok(present(findAttribute(context, find(context)))))],
    [`PUT ${path}/{key}`, operation((context) => ok(present(write(context, find(context)))))],
    [
      `DELETE ${path}/{key}`,
      operation((context) => {
        context.store.of(customAttributeTable).delete(findAttribute(context, find(context)).id);
        return noContent();
      }),
    ],
  ];
}

function present({ key, value }: CustomAttribute): Record<string, Json> {
  return { key, value };
}

function known({ store, params }: Context, home: Home): CustomAttribute | undefined {
  const key = params.requiredText("key");
  return attributesOf(store, home).find((customAttribute) => customAttribute.key === key);
}

function findAttribute(context: Context, home: Home): CustomAttribute {
  return orNotFound(known(context, home));
}

function write(context: Context, home: Home): CustomAttribute {
  const table = context.store.of(customAttributeTable);
  const value = context.params.requiredText("value");
  const before = known(context, home);
  if (before !== undefined) return table.update(before.id, { value });
  return table.insert({ home, key: context.params.requiredText("key"), value });
}
