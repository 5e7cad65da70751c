import { mkdtempSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as Core from "cdktf";
import type * as Constructs from "../../src/constructs/index.js";
import { isObject, type JsonObject } from "../../src/core/json.js";
import type { PackedInstall } from "../packed.js";

/** The two cores that there are constructs for. */
export const coreNames = ["cdktf", "cdktn"] as const;
export type CoreName = (typeof coreNames)[number];

/** A core and the constructs for it, as an installed program gets them. */
export interface Loaded {
  readonly core: typeof Core;
  readonly trueup: typeof Constructs;
}

/** What the packages are called that a program with constructs needs beside trueup. */
export function packagesOf(core: CoreName): string[] {
  return [core, "constructs", "yaml", "@types", "undici-types", ...(core === "cdktf" ? ["@cdktf"] : [])];
}

/** Loads them as a program in the directory would. */
export function load({ place }: PackedInstall, name: CoreName): Loaded {
  const requireThere = createRequire(join(place, "program.cjs"));
  return { core: requireThere(name) as Loaded["core"], trueup: requireThere(`trueup/${name}`) as Loaded["trueup"] };
}

/** The JSON of a stack that `build` fills, without what the cores' own names and places make different. */
export function synthesize(loaded: Loaded, place: string, build: (stack: Core.TerraformStack) => void): JsonObject {
  const app = new loaded.core.App({ outdir: mkdtempSync(join(place, "out-")) });
  const stack = new loaded.core.TerraformStack(app, "stack");
  build(stack);
  app.synth();
  const json: unknown = JSON.parse(readFileSync(join(app.outdir, "stacks/stack/cdk.tf.json"), "utf8"));
  if (!isObject(json)) throw new Error("a stack is an object");
  return comparable(json);
}

/** A stack without what the cores' own names and places make different. */
export function comparable(json: JsonObject): JsonObject {
  const about = json["//"];
  const metadata = isObject(about) ? about["metadata"] : undefined;
  const terraform = json["terraform"];
  return {
    ...json,
    "//": { ...(isObject(about) ? about : {}), metadata: { ...(isObject(metadata) ? metadata : {}), version: "" } },
    terraform: { ...(isObject(terraform) ? terraform : {}), backend: {} },
  };
}
