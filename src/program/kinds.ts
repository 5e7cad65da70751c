import { type FactsTable, withFacts } from "../core/release-facts.js";
import { factsText } from "../kinds/facts.gen.js";
import { kinds as written } from "../kinds/index.gen.js";

/** What facts of releases say of the kinds beyond their files. */
const facts = JSON.parse(factsText) as FactsTable;

/** The kinds with all that is known of them. Whoever only asks whether files are sound may do with those of `kinds/` alone. */
export const kinds = withFacts(written, facts);

/** The releases that facts are known of, the oldest first. */
export const knownReleases: readonly string[] = facts.releases;
