import { oncePer } from "./collections.js";
import type { JsonObject } from "./json.js";
import { type Kinds, type PlacedKind, isTopLevel, kindsUnder, topParent } from "./kind.js";
import type { JsonSchema } from "./types/type-definition.js";

/** The kinds whose members stand under full paths, which is what globs of policies name. */
export function globbedKinds(kinds: Kinds): PlacedKind[] {
  return kindsUnder(kinds, topParent).filter((kind) => kind.tree !== undefined);
}

/** The schema of what policies and presets say of things of a kind. */
export type LayerBodySchemas = (kind: PlacedKind) => JsonSchema;

/** What stands at the top of files for many things at once: `policies`, `presets` and `exceptions`; with `bodies` also what policies and presets say. */
export function layersProperties(kinds: Kinds, bodies?: LayerBodySchemas): JsonObject {
  return {
    policies: {
      type: ["object", "null"],
      description: "What holds for all things that a glob names, by the name of the policy.",
      additionalProperties: policySchema(globbedKinds(kinds), bodies),
    },
    presets: {
      type: ["object", "null"],
      description: "What a thing takes by naming it in extends, by the name of the preset.",
      additionalProperties: bodies ? { anyOf: kindsUnder(kinds, topParent).map(bodies) } : anyMapping,
    },
    exceptions: {
      type: ["array", "null"],
      description: "What is otherwise for some things than a policy says, until when, and why.",
      items: exceptionSchema,
    },
  };
}

/** What a body at the top of a file may say of layers, beside its attributes. */
export const layeringProperties = oncePer((kind: PlacedKind): JsonObject =>
  !isTopLevel(kind)
    ? {}
    : {
        extends: {
          ...oneOrMore(nameSchema),
          description: "Presets that it takes, each stronger than the one before; what stands here itself is stronger than all.",
        },
        ignore: list(
          "Attributes that are not managed here, whatever else is said: its own, or those of what hangs on it, as in integrations.jenkins.",
        ),
        ...(kind.tree
          ? {
              inherit: {
                type: "boolean",
                default: true,
                description: "false: policies do not hold for it, except for what they enforce, and bounds.",
              },
            }
          : {}),
      },
);

const anyMapping: JsonSchema = { type: ["object", "null"] };
const nameSchema: JsonSchema = { type: "string", minLength: 1 };

function oneOrMore(item: JsonSchema): JsonSchema {
  return { type: ["string", "array"], minLength: 1, items: item, minItems: 1 };
}

function list(description: string): JsonSchema {
  return { type: "array", items: nameSchema, minItems: 1, description };
}

function policySchema(kinds: readonly PlacedKind[], bodies: LayerBodySchemas | undefined): JsonSchema {
  const globs = Object.fromEntries(
    kinds.map(({ file }) => [
      file,
      list(`The ${file} that it holds for: globs of full paths (* is one segment or a part of one, ** any number).`),
    ]),
  );
  return {
    type: "object",
    properties: {
      ...globs,
      except: list("Globs of full paths that it does not hold for."),
      undeclared: {
        enum: ["include", "ignore"],
        default: "ignore",
        description: "include: it holds also for what exists and no file declares.",
      },
      where: { type: "object", description: "It holds only where these attributes are so: as declared, else as they are live." },
      over: list("Policies of equal depth that this one overrides."),
      rollout: {
        description: "The share of what exists that it is in force for, such as 10%; for the rest it is only reported.",
        default: "100%",
      },
      set: { ...anyMapping, description: "What it says: a body as under the kind, with what hangs on it." },
      enforce: list("Attributes that nothing more specific may say otherwise."),
      initial: { ...anyMapping, description: "Attributes in the create that trueup makes; never compared." },
      ignore: list("Attributes that are not managed, whatever else is said."),
    },
    additionalProperties: false,
    ...(bodies ? { allOf: kinds.map((kind) => ofKind(kind, bodies(kind))) } : {}),
  };
}

/** What a policy may say once it is known for which kind it is. */
function ofKind({ file }: PlacedKind, body: JsonSchema): JsonSchema {
  return { if: { not: { required: [file] } }, else: { properties: { set: body, initial: body } } };
}

const exceptionSchema: JsonSchema = {
  type: "object",
  properties: {
    policy: { ...nameSchema, description: "The policy that it is an exception of." },
    match: { ...nameSchema, description: "Glob of the full paths that it is for." },
    attribute: { ...nameSchema, description: "One attribute, as in approval_rules.Two eyes.approvals_required." },
    value: { description: "What holds there instead; left out, the policy says nothing there." },
    reason: { type: "string", description: "Why, for who reads it later." },
    until: { type: "string", format: "date", description: "The last day on which it holds (UTC); left out, it has no end." },
  },
  additionalProperties: false,
  required: ["policy", "match", "attribute"],
};
