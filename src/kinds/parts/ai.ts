import { entries, type FieldOptions, flag, record, reference, setOf, text } from "../../core/fields.js";

/** Which ready-made agents are on (facts of 19.0): of a group and of the instance. */
export function agentStatuses<const O extends FieldOptions>(options: O) {
  return entries(
    "Ready-made agents that are on or off.",
    { reference: text("The agent's reference."), enabled: flag("The agent is on.", { required: true }) },
    ["reference"],
    options,
  );
}

/** Which AI features members of a group may use (facts of 19.0): of a group and of the instance. */
export function accessRules<const O extends FieldOptions>(options: O) {
  return entries(
    "AI features by the group that gives access to them.",
    {
      through_namespace: record("The group that gives access.", {
        group: reference("Full path of the group.", "group", "id", { read: "full_path", write: "id" }),
      }),
      features: setOf("Features that its members may use.", text("A feature."), { required: true }),
    },
    ["through_namespace"],
    options,
  );
}
