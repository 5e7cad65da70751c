// @module-tag slow
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { directory } from "./harness/directory.js";

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
const { shardOf } = (await import(`${scripts}/shard.mjs`)) as {
  readonly shardOf: <T>(list: readonly T[], shard: string) => readonly T[];
};
const { ringsOf } = (await import(`${scripts}/rings.mjs`)) as {
  readonly ringsOf: (
    copy: { readonly directory: string },
    isGate: boolean,
  ) => Readonly<Record<string, readonly string[] | undefined>>;
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

describe("a run of mutants", () => {
  it("takes a shard of them: all shards together are all of them, each once, and none is much longer", () => {
    const shards = [1, 2, 3, 4].map((number) => shardOf(names, `${number}/4`));
    expect(shards.flat().toSorted()).toEqual(names.toSorted());
    for (const { length } of shards) expect(Math.abs(length - names.length / 4)).toBeLessThan(1);
    expect(shardOf(["a", "b", "c", "d", "e"], "2/3")).toEqual(["b", "e"]);
    expect(shardOf(["a"], "1/1")).toEqual(["a"]);
  });

  it.each(["0/3", "4/3", "1/0", "1.5/2", "-1/2", "1/2/3", "1", "a/b", "", " 1/2", "01/2"])("refuses %j as a shard", (shard) => {
    expect(() => shardOf(names, shard)).toThrow("--shard wants N/M");
  });

  it("meets last what only `npm run test:all` runs, never for the gate, and only where the copy knows such tests", () => {
    const [older = "", newer = ""] = ['tags: [{ name: "slow" }]', 'tags: [{ name: "slow" }, { name: "nightly" }]'].map((text) =>
      directory({ "vitest.config.ts": text }),
    );
    const inProcess = (filter: string) => ["--project", "in-process", `--tags-filter=${filter}`];
    for (const isGate of [false, true]) {
      expect(ringsOf({ directory: older }, isGate)).toEqual({
        quick: inProcess("!slow"),
        slow: inProcess("slow"),
        programs: ["--project", "programs"],
      });
      expect(ringsOf({ directory: newer }, isGate)).toEqual({
        quick: inProcess("!slow and !nightly"),
        slow: inProcess("slow and !nightly"),
        programs: ["--project", "programs", "--tags-filter=!nightly"],
        ...(isGate ? {} : { nightly: ["--tags-filter=nightly"] }),
      });
    }
  });
});
