import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

interface Mutant {
  readonly name: string;
  readonly area: string;
  readonly behaviour: string;
  readonly patches: readonly { readonly find: string; readonly replace: string }[];
}
interface Source {
  readonly file: string;
  readonly text: string;
}

const scripts = "../scripts/mutants";
const { applied, readMutants, readSurvivors, sourcesOf } = (await import(`${scripts}/catalogue.mjs`)) as {
  readonly applied: (mutant: Mutant, sources: readonly Source[]) => Source;
  readonly readMutants: (directory: string) => readonly Mutant[];
  readonly readSurvivors: (directory: string) => ReadonlyMap<string, { readonly reason?: unknown }>;
  readonly sourcesOf: (top: string) => readonly Source[];
};
const top = fileURLToPath(new URL("..", import.meta.url));
const mutants = readMutants(fileURLToPath(new URL("mutants", import.meta.url)));
const names = mutants.map(({ name }) => name);

describe("mutants", () => {
  it("are at least 120, each with a name of its own", () => {
    expect(names.length).toBeGreaterThanOrEqual(120);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it("say what users would suffer", () => {
    expect(mutants.filter(({ behaviour }) => !/^[A-Z-].{20,}\.$/.test(behaviour)).map(({ name }) => name)).toEqual([]);
  });

  it("each change the sources in one place: where the text of one was rewritten, its patch wants another alternative", () => {
    const sources = sourcesOf(top);
    for (const mutant of mutants) {
      const { file, text } = applied(mutant, sources);
      expect(text, mutant.name).not.toBe(sources.find((source) => source.file === file)?.text);
    }
  });

  it("that survive are among them, each with its reason", () => {
    for (const [name, { reason }] of readSurvivors(fileURLToPath(new URL("mutants", import.meta.url)))) {
      expect(names).toContain(name);
      expect(reason, name).toMatch(/^.{20,}\.$/);
    }
  });
});
