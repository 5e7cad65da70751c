import { TrueupError } from "../core/errors.js";
import type { Kinds } from "../core/kind.js";
import { compareVersions } from "../core/names.js";
import type { FactsTable } from "../core/release-facts.js";
import { compactText } from "./compact.js";
import { correct, readCorrections } from "./corrections.js";
import { readDates } from "./dates-file.js";
import { readEvidence, settledType, type TypeEvidence } from "./evidence.js";
import { describedByName } from "./naming.js";
import { plainField } from "./plain-field.js";
import { readFacts } from "./read-facts.js";
import type { ReleaseFacts } from "./release.js";
import { readSecrecy, secrecyByHand, type Secrecy } from "./secrecy.js";
import { servedFacts } from "./served.js";
import type { SettlingFacts } from "./settle.js";

/** The files of the folder `facts` of the repository, by name. */
export type FactFiles = ReadonlyMap<string, string>;

/** All that is known of releases: their corrected facts, the oldest first, and what settles the rest. */
export interface KnownFacts {
  readonly releases: readonly ReleaseFacts[];
  readonly settling: SettlingFacts;
  readonly evidence: TypeEvidence;
  readonly secrecy: Secrecy;
}

/** Reads all of it. Throws TrueupError with the file where one is missing or cannot be read. */
export function knownFacts(files: FactFiles): KnownFacts {
  const corrections = readCorrections(fileIn(files, "corrections.yaml"));
  const releases = [...files]
    .filter(([name]) => /^\d+\.\d+\.json$/.test(name))
    .map(([name, text]) => correct(readFacts(text, `facts/${name}`), corrections))
    .sort((one, other) => compareVersions(one.release, other.release));
  const newest = releases.at(-1)?.release ?? "0";
  const evidence = readEvidence(fileIn(files, "evidence.yaml"));
  const secrecy = readSecrecy(fileIn(files, "texts.yaml"));
  return {
    releases,
    settling: {
      ...readDates(fileIn(files, "dates.csv"), newest),
      describe: describedByName,
      fieldOf: fieldsBy(evidence, secrecy),
    },
    evidence,
    secrecy,
  };
}

/** The texts of `schemas/facts`, by name: what each known release takes and shows, for readers without evidence. `kinds` are as their files say. */
export function servedFiles({ releases, settling, evidence, secrecy }: KnownFacts, kinds: Kinds): ReadonlyMap<string, string> {
  const { dates } = settling;
  const isSecret: Secrecy["of"] = (kind, key, name) => secrecyByHand(kinds.get(kind), key, name) ?? secrecy.of(kind, key, name);
  const serving = { releases, evidence, dates, isSecret, kinds };
  return new Map(releases.map(({ release }) => [`${release}.json`, compactText(servedFacts(release, serving))]));
}

/** Fields of what facts, corrections or names tell. A text that nobody has decided about is a secret. */
function fieldsBy(evidence: TypeEvidence, secrecy: Secrecy): SettlingFacts["fieldOf"] {
  return ({ kind, key }, { operation, parameter, isTold }, name) => {
    const settled = settledType(operation, name, parameter, evidence, isTold)?.parameter;
    const isText = settled === undefined || (settled.type === "string" && !settled.enum && settled.format !== "binary");
    const isSecret = isText && (secrecy.of(kind, key, name) ?? true);
    return plainField(settled, isSecret ? { secret: true } : {});
  };
}

function fileIn(files: FactFiles, name: string): string {
  const text = files.get(name);
  if (text !== undefined) return text;
  throw new TrueupError({
    code: "facts.missing",
    message: `facts/${name} is missing`,
    hint: "It belongs to the repository: bring it back from its history.",
    where: `facts/${name}`,
  });
}

/** The module that the program reads of it when it is needed. */
export function factsModule(table: FactsTable): string {
  return [
    "// Written by `npm run generate` from facts/ and the kinds: what facts of releases say of kinds beyond their files.",
    "/** A `FactsTable` as JSON: parsed where it is needed, which takes less time than a module of data. */",
    `export const factsText = ${JSON.stringify(JSON.stringify(table))};`,
    "",
  ].join("\n");
}
