import { type Need, needKey } from "../snapshot/index.js";
import { readerOf } from "./decide.js";
import type { LiveInstance } from "./instance.js";

/** One of the platform's numbers, and what has it. */
export interface NumberAsked {
  readonly target: string;
  readonly id: number;
}

/** Reads the names behind numbers, each once; what nobody (visible) has is not in the answer. */
export async function namesBehind(
  instance: LiveInstance,
  numbers: readonly NumberAsked[],
): Promise<(target: string, id: number) => string | undefined> {
  const reader = readerOf(instance);
  const need = ({ target, id }: NumberAsked): Need => ({ read: "name", target, id });
  await reader.read(numbers.map(need));
  return (target, id) => {
    const name = reader.snapshot.get(needKey(need({ target, id })));
    return typeof name === "string" ? name : undefined;
  };
}
