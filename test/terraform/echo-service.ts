import { setTimeout as sleep } from "node:timers/promises";
import type { Redactor } from "../../src/core/redact.js";
import type { TerraformType } from "../../src/derive/terraform/types.js";
import { readDynamicValue, writeDynamicValue } from "../../src/terraform/cty/dynamic-value.js";
import { isObjectValue, objectValue, unknown, type ObjectValue } from "../../src/terraform/cty/value.js";
import type { Log } from "../../src/terraform/plugin/serve.js";
import type { DynamicValue, ProviderService, WireSchema } from "../../src/terraform/plugin/service.js";
import { bareService } from "./bare-service.js";

/** What an `echo_thing` has: any text and number, and words that make the provider do something. */
const types = {
  id: "string",
  text: "string",
  number: "number",
  any: "dynamic",
  /** Milliseconds that making it takes. */
  wait: "number",
  /** `throw`, `crash` or `print`, with `text` in the words of it; `secret` makes `text` one first. */
  act: "string",
} as const satisfies { readonly [name: string]: TerraformType };
export const thing = ["object", types] as const satisfies TerraformType;

const schema: WireSchema = {
  version: 1,
  block: {
    attributes: Object.entries(types).map(([name, type]) => ({
      name,
      type: Buffer.from(JSON.stringify(type)),
      optional: name !== "id",
      computed: name === "id",
    })),
  },
};

/** Answers everything with what came. */
export function createEcho(log: Log, redactor: Redactor): ProviderService {
  return {
    ...bareService("echo_thing", schema),
    readResource: async ({ currentState, private: kept }) => ({ newState: resent(currentState), private: kept }),
    planResourceChange: async ({ proposedNewState, priorPrivate, config }) => {
      act(objectOf(config), log, redactor);
      const proposed = objectOf(proposedNewState);
      if (proposed === null) return { plannedState: writeDynamicValue(null, thing) };
      const id = proposed["id"] ?? unknown;
      return { plannedState: written({ ...proposed, id }), plannedPrivate: priorPrivate };
    },
    applyResourceChange: async ({ plannedState, plannedPrivate }) => {
      const planned = objectOf(plannedState);
      if (planned === null) return { newState: writeDynamicValue(null, thing) };
      if (typeof planned["wait"] === "number") await sleep(planned["wait"]);
      return { newState: written({ ...planned, id: `echo of ${process.pid}` }), private: plannedPrivate };
    },
    importResourceState: async ({ typeName, id }) => ({ importedResources: [{ typeName, state: written({ id }) }] }),
    stopProvider: async () => {
      log("info", "asked to stop");
      return {};
    },
  };
}

function objectOf(encoded: DynamicValue | null): ObjectValue | null {
  const value = readDynamicValue(encoded, thing);
  return isObjectValue(value) ? value : null;
}

function written(value: ObjectValue): { readonly msgpack: Uint8Array } {
  return writeDynamicValue(objectValue(Object.entries(value)), thing);
}

/** Read and written again, so that nothing of it is passed along unseen. */
function resent(encoded: DynamicValue | null): { readonly msgpack: Uint8Array } {
  return writeDynamicValue(readDynamicValue(encoded, thing), thing);
}

function act(config: ObjectValue | null, log: Log, redactor: Redactor): void {
  const wordsOf = (name: string): string => (typeof config?.[name] === "string" ? config[name] : "");
  const words = wordsOf("text");
  const acts = wordsOf("act").split(" ");
  if (acts.includes("secret")) redactor.add(words);
  if (acts.includes("print")) {
    console.log(`printed ${words}`);
    process.stdout.write("written to standard output\n");
    log("info", `logged ${words}`, { words });
  }
  if (acts.includes("throw")) throw new Error(`thrown: ${words}`);
  if (acts.includes("crash"))
    setImmediate(() => {
      throw new Error(`crashed: ${words}`);
    });
  if (acts.includes("reject")) void Promise.reject(new Error(`rejected: ${words}`));
}
