import { envelopeProperties } from "./file-schema.js";
import type { JsonObject } from "./json.js";
import { isTopLevel, type Kinds, placedKinds } from "./kind.js";
import type { JsonSchema } from "./schema.js";

const freeze: JsonObject = {
  type: "array",
  description: "When nothing is applied. Plans and drift go on.",
  items: {
    type: "object",
    properties: {
      from: {
        type: "string",
        minLength: 1,
        description: "When it begins: a cron expression of 5 fields, or a date or time such as 2026-12-20 or 2026-12-20T08:00.",
      },
      until: {
        type: "string",
        minLength: 1,
        description: "When it ends: the next time of a cron expression, a time, or a date, of which the whole day belongs to it.",
      },
      timezone: {
        type: "string",
        minLength: 1,
        default: "UTC",
        description: "Time zone of from and until, by its name in the IANA database, such as Europe/Berlin.",
      },
      reason: { type: "string", minLength: 1, description: "Shown to whoever applies meanwhile." },
    },
    required: ["from", "until"],
    additionalProperties: false,
  },
};

const instance: JsonObject = {
  type: "object",
  properties: {
    url: { type: "string", minLength: 1, description: "Address of the server, without /api/v4." },
    ca: {
      type: "string",
      minLength: 1,
      description:
        "File (PEM, relative to this one) with the certificates of the authorities that sign for the server; no others count then.",
    },
    dialect: {
      enum: ["neutral", "vendor"],
      description: "Which names the server uses on the wire, where that cannot be seen.",
    },
    concurrency: { type: "integer", minimum: 1, maximum: 100, description: "Requests in flight at once." },
    max_rps: { type: "number", exclusiveMinimum: 0, description: "Requests per second at most." },
    allow_http: {
      type: ["boolean", "array"],
      items: { type: "string", minLength: 1 },
      description: "true allows plain http to the server; a list names hosts to which it is allowed.",
    },
    token_env: {
      type: "string",
      pattern: "^[A-Za-z_][A-Za-z0-9_]*$",
      "x-pattern-hint": "the name of an environment variable",
      description: "Name of the environment variable that holds the token for this instance. The token itself stands in no file.",
    },
    vars: { type: "object", description: "Values of variables (${var:NAME}) on this instance, by their names." },
    freeze,
  },
  required: ["url"],
  additionalProperties: false,
};

/** What the keys of a project file may say. Option names of `defaults` are known to the command line alone, which checks them. */
export function projectProperties(kinds: Kinds): JsonObject {
  return {
    version: { const: 1, description: "Release of the form of project files." },
    paths: {
      type: "array",
      minItems: 1,
      items: { type: "string", minLength: 1 },
      description: "Files and directories of desired state, relative to this file, where the command line names none.",
    },
    default_instance: { type: "string", minLength: 1, description: "The instance that is meant where nothing says another." },
    instances: { type: "object", description: "The servers, by names of your own.", additionalProperties: instance },
    defaults: {
      type: "object",
      description:
        "Values of options where the command line does not give them: for every command that has the option, or below the name of a command for that one.",
    },
    undeclared: {
      enum: ["report"],
      description:
        "report: drift also tells what no file says and the platform does not give by itself, as with --undeclared, and exits with 2 for it.",
    },
    scopes: {
      type: "object",
      description: `Which file may say what: a glob of files (relative to this one) and what they may say, by words (${scopeWords(kinds).join(", ")}) or globs of full paths of groups and projects. With it, every file needs an entry.`,
      additionalProperties: {
        type: ["array", "object"],
        items: { type: "string", minLength: 1 },
        properties: {
          may: { type: "array", items: { type: "string", minLength: 1 }, description: "What the files may say." },
          env: {
            type: "array",
            items: {
              type: "string",
              pattern: "^[A-Za-z_*][A-Za-z0-9_*]*$",
              "x-pattern-hint": "the name of an environment variable, * allowed",
            },
            description: "The variables that ${env:} may name in the files, such as SHOP_*; none without it.",
          },
        },
        required: ["may"],
        additionalProperties: false,
      },
    },
    freeze,
  };
}

/** The schema of a project file (`trueup.yaml`), for editors and checks. Self-contained. */
export function projectSchema(kinds: Kinds): JsonSchema {
  return { type: ["object", "null"], properties: projectProperties(kinds), additionalProperties: false };
}

/** The word of `scopes` for all that belongs to the instance. */
export const settingsWord = "settings";

/** The words that `scopes` knows: what stands beside bodies in files, all that belongs to the instance, and each part of that by its key in files. */
export function scopeWords(kinds: Kinds): readonly string[] {
  return [...envelopeWords(kinds), settingsWord, ...instanceKeys(kinds)];
}

/** Declared in files by their names. */
const layerWords = ["vars"];

/** Keys at the top of files that hold no bodies, as far as a file may or may not say them. */
export function envelopeWords(kinds: Kinds): readonly string[] {
  return [...new Set([...layerWords, ...Object.keys(envelopeProperties(kinds))])].filter((name) => name !== "version");
}

/** Keys at the top of files for what belongs to the instance: all but groups and projects. */
export function instanceKeys(kinds: Kinds): readonly string[] {
  return placedKinds(kinds)
    .filter((kind) => isTopLevel(kind) && kind.tree === undefined)
    .map(({ file }) => file);
}
