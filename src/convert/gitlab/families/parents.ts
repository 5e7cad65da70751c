import { type AddressRule, all, aside, type ConversionKey, type Family, type Rules } from "../rules.js";

/** Where a resource says which project or group it is in: by number or path. */
const inProject = { of: ["project", "project_id"], thing: "project" } as const;
const inGroup = { of: ["group", "group_id"], thing: "group" } as const;

type Parent = typeof inProject | typeof inGroup;

/** What tells a resource from its siblings; a text alone is the attribute that says it. */
type Key = ConversionKey | string;

/** What resources of a project or group have in common: what says where they are says nothing else. */
function family(types: readonly string[], kind: string, parent: Parent, given: Key | undefined, rules: Rules): Family {
  const key = typeof given === "string" ? { by: given } : given;
  const place: AddressRule = { as: "in", ...parent, ...(key === undefined ? {} : { key }) };
  const names = key === undefined ? [] : "by" in key ? [key.by, key.scope ?? key.by] : "oneOf" in key ? key.oneOf : [];
  return { types, kind, place, rules: { ...all(["id", ...parent.of, ...names], aside), ...rules } };
}

/** Resources of projects; of things that there is one of, `key` is left out. */
export function ofProject(types: readonly string[], kind: string, key?: Key, rules: Rules = {}): Family {
  return family(types, kind, inProject, key, rules);
}

/** Resources of groups; of things that there is one of, `key` is left out. */
export function ofGroup(types: readonly string[], kind: string, key?: Key, rules: Rules = {}): Family {
  return family(types, kind, inGroup, key, rules);
}

/** Resources of the instance that are known by a name. */
export function ofInstance(types: readonly string[], kind: string, by: string, rules: Rules = {}): Family {
  return { types, kind, place: { as: "named", by }, rules: { ...all(["id", by], aside), ...rules } };
}
