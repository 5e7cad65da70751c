import { LEVEL, findGroup, findProject, isProject, requireLevel } from "../../../src/emulator/core/access.js";
import { type Context, type Handler, page } from "../../../src/emulator/core/context.js";
import type { Group, Json, Project } from "../../../src/emulator/core/records.js";
import { conflict, created, noContent, notFound, ok } from "../../../src/emulator/core/replies.js";
import type { Resource } from "../../../src/emulator/core/resource.js";
import { defineTable } from "../../../src/emulator/core/table.js";
import { approvalRuleTable } from "../../../src/emulator/resources/approval-rules/records.js";

interface Gate {
  readonly id: number;
  /** What it hangs on: `project 7`. */
  readonly holder: string;
  readonly name: string;
  readonly description: string | null;
  readonly closed: boolean;
  readonly colour: string | null;
  readonly rule_ids: readonly number[];
}

const gates = defineTable<Gate, "holder">("gates", { holder: (row) => row.holder });

/** Gates of projects and groups (made up). */
export default {
  operations: { ...operationsOf("/projects/{id}/gates", findProject), ...operationsOf("/groups/{id}/gates", findGroup) },
} satisfies Resource;

function operationsOf(path: string, holderOf: (context: Context) => Project | Group): Record<string, Handler> {
  const named = (context: Context, name: string): Gate | undefined =>
    context.store
      .of(gates)
      .where("holder", keyOf(holderOf(context)))
      .find((gate) => gate.name === name);
  const found = (context: Context): Gate => {
    requireLevel(context, holderOf(context), LEVEL.maintainer);
    const gate = named(context, context.params.requiredText("name"));
    if (gate === undefined) throw notFound();
    return gate;
  };
  return {
    [`GET ${path}`]: (context) => {
      const rows = context.store.of(gates).where("holder", keyOf(holderOf(context)));
      return page(rows, context, (gate) => present(context, gate));
    },
    [`GET ${path}/{name}`]: (context) => ok(present(context, found(context))),
    [`POST ${path}`]: (context) => {
      const [holder, name] = [holderOf(context), context.params.requiredText("name")];
      requireLevel(context, holder, LEVEL.maintainer);
      if (named(context, name) !== undefined) throw conflict("Gate exists already");
      const fresh = { holder: keyOf(holder), name, description: null, closed: false, colour: null, rule_ids: [] };
      return created(present(context, context.store.of(gates).insert({ ...fresh, ...sent(context) })));
    },
    [`PATCH ${path}/{name}`]: (context) => {
      const gate = found(context);
      return ok(present(context, context.store.of(gates).update(gate.id, sent(context))));
    },
    [`DELETE ${path}/{name}`]: (context) => {
      context.store.of(gates).delete(found(context).id);
      return noContent();
    },
  };
}

function keyOf(holder: Project | Group): string {
  return `${isProject(holder) ? "project" : "group"} ${holder.id}`;
}

function sent({ params }: Context): Partial<Gate> {
  const [closed, rule_ids] = [params.flag("closed"), params.numbers("rule_ids")];
  return {
    ...(params.has("description") ? { description: params.text("description") ?? null } : {}),
    ...(closed === undefined ? {} : { closed }),
    ...(params.has("colour") ? { colour: params.text("colour") ?? null } : {}),
    ...(rule_ids === undefined ? {} : { rule_ids }),
  };
}

function present({ store }: Context, { holder, name, description, closed, colour, rule_ids }: Gate): Record<string, Json> {
  const rules = rule_ids
    .flatMap((id) => store.of(approvalRuleTable).get(id) ?? [])
    .map((rule) => ({ id: rule.id, name: rule.name }));
  return { name, description, closed, colour, ...(holder.startsWith("project") ? { rules } : {}) };
}
