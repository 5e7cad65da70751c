// The mutants of test/mutants: what each changes, and where in a tree of sources that stands.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

const survivorsFile = "survivors.yaml";

/** Reads every mutant below a directory; `area` is the name of its file. Throws for a file that is no list of mutants. */
export function readMutants(directory) {
  return readdirSync(directory)
    .filter((name) => name.endsWith(".yaml") && name !== survivorsFile)
    .sort()
    .flatMap((name) => {
      const mutants = parse(readFileSync(join(directory, name), "utf8"));
      if (!Array.isArray(mutants)) throw new Error(`${name} holds no list of mutants`);
      return mutants.map((mutant) => ({ ...mutant, area: name.replace(/\.yaml$/, ""), patches: [mutant.patch].flat() }));
    });
}

/** Reads the survivors that are known, each with its `reason` and, where a test file outside of the quick ones kills it, that `test`. */
export function readSurvivors(directory) {
  return new Map((parse(readFileSync(join(directory, survivorsFile), "utf8")) ?? []).map((one) => [one.name, one]));
}

/** The hand-written sources of a tree: their paths from its top, and their texts. */
export function sourcesOf(top) {
  return readdirSync(join(top, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".gen.ts"))
    .map((name) => `src/${name.split("\\").join("/")}`)
    .sort()
    .map((file) => ({ file, text: readFileSync(join(top, file), "utf8") }));
}

/** Applies a mutant to sources: the file and its text from then on. Throws, with what was found, where no patch of it is found exactly once. */
export function applied({ name, patches }, sources) {
  const counts = [];
  for (const { find, replace } of patches) {
    const text = flat(find.trim());
    const found = sources.flatMap((source) => Array.from({ length: occurrences(flatText(source), text) }, () => source));
    const [source] = found;
    if (found.length === 1) return { file: source.file, text: source.text.replace(patternOf(text), () => replace.trimEnd()) };
    counts.push(`${found.length} times: ${find.trim()}`);
  }
  throw new Error(`${name} is not found once in the sources, but\n${counts.join("\n")}`);
}

/** A text as it may be laid out: how lines are broken and indented does not count. */
function flat(text) {
  return text.replaceAll(/\s+/g, " ");
}

const flatTexts = new WeakMap();
function flatText(source) {
  const known = flatTexts.get(source) ?? flat(source.text);
  flatTexts.set(source, known);
  return known;
}

function occurrences(text, part) {
  return text.split(part).length - 1;
}

function patternOf(text) {
  return new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(" ", String.raw`\s+`));
}
