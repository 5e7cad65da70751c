/** One instruction of a Dockerfile, such as RUN, with the rest of its line. */
export interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** The instructions of a Dockerfile in their order, by stage: lines joined, comments left out, ARG of the top put in. */
export function stagesOf(text: string): readonly (readonly Instruction[])[] {
  const lines = text
    .replaceAll(/^[ \t]*#.*\n/gm, "")
    .replaceAll(/\\\n/g, " ")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const stages: Instruction[][] = [];
  const values = new Map<string, string>();
  for (const line of lines) {
    const [, name = "", written = ""] = /^\s*([A-Z]+)\s+(.*?)\s*$/.exec(line) ?? [];
    if (name === "") throw new Error(`no instruction: ${line}`);
    const rest = written.replaceAll(/\$\{(\w+)\}/g, (whole, key: string) => values.get(key) ?? whole);
    if (name === "FROM") stages.push([]);
    if (name === "ARG" && stages.length === 0) {
      const [key = "", ...value] = rest.split("=");
      values.set(key, value.join("="));
    } else {
      const stage = stages.at(-1);
      if (stage === undefined) throw new Error(`${name} stands before FROM`);
      stage.push({ name, rest });
    }
  }
  return stages;
}

/** What follows the instructions of this name. */
export function all(stage: readonly Instruction[], name: string): readonly string[] {
  return stage.filter((one) => one.name === name).map(({ rest }) => rest);
}
