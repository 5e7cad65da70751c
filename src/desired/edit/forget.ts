import type { Body } from "../body.js";
import type { Bodies, Step } from "./bodies.js";

/** Takes all that the files say of a thing out of the sketches; a section that becomes empty goes with it. */
export function forget(body: Body, bodies: Bodies): void {
  for (const { steps } of bodies.parts(body)) takeOut(body, steps, bodies);
}

function takeOut(body: Body, steps: readonly Step[], bodies: Bodies): void {
  const last = steps.at(-1);
  if (!last) return;
  last.holder.remove(last.entry);
  if (last.holder.entries.length > 0) return;
  const { parent, kind } = body;
  const rest = kind.as === "one" ? steps.slice(0, -1) : takeOutSection(steps.slice(0, -1));
  const above = rest.at(-1)?.entry.spot.content;
  // What is left of the parent in this file says nothing any more; where the parent stands elsewhere too, it need not stand here.
  if (parent && above?.form === "map" && above.entries.length === 0 && bodies.parts(parent).length > 1)
    takeOut(parent, rest, bodies);
}

function takeOutSection(steps: readonly Step[]): readonly Step[] {
  const section = steps.at(-1);
  section?.holder.remove(section.entry);
  return steps.slice(0, -1);
}
