import type { FieldOptions } from "../../../core/fields.js";
import type { Shape } from "../../../core/kind-data.js";
import type { Tier } from "../../../core/names.js";

/** What a parameter means, in one sentence; more that is true of it, behind it. */
export type ParameterSentence = string | readonly [description: string, options: FieldOptions];

/** The same of an app that is installed at the other service: no call makes it. */
export function installedApp(...parts: Parameters<typeof describedShape>): Shape {
  return { ...describedShape(...parts), made: "elsewhere" };
}

/** An integration whose parameters only facts of releases name: what it does, what its own parameters mean (shared ones stand in parameters.ts), and its tier. */
export function describedShape(
  description: string,
  parameters: Readonly<Record<string, ParameterSentence>> = {},
  tier?: Tier,
): Shape {
  const refined = Object.fromEntries(
    Object.entries(parameters).map(([name, sentence]) => [
      name,
      typeof sentence === "string" ? { description: sentence } : { ...sentence[1], description: sentence[0] },
    ]),
  );
  return { description, fields: {}, refined, dialect: "vendor", ...(tier === undefined ? {} : { tier }) };
}
