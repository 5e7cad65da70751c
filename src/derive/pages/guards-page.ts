import type { Kind, Kinds } from "../../core/kind.js";
import { code, table } from "./markdown.js";

/** The page that lists which changes weaken protection, of every kind that says so. */
export function guardsPage(kinds: Kinds): string {
  return `${[
    "<!-- Made by `npm run generate` from the kinds. Do not edit. -->",
    "# Changes that weaken protection",
    "A change weakens protection if it lets somebody read, push, merge, deploy or see a secret who could not before. trueup sorts the calls of a plan by this:",
    [
      "1. Calls that tighten come first, for example a deleted member or a new protected branch.",
      "2. Calls that do both, or of which nobody can tell, come next, for example a new value of a variable.",
      "3. Calls that loosen come next, for example public visibility.",
      "4. Calls that let people in come last: a new member, a higher role, or a share.",
    ].join("\n"),
    "The order holds in a project and in the groups above it. If a call that tightens fails, trueup does not send the calls that loosen. An order that the server requires wins, for example a member before the rule that names the member. [Tighten before loosening](decisions/0018-tighten-before-loosening.md) gives the reasons.",
    "## Changes by kind",
    "A dotted name is a part of an entry or a record: `allowed_to_push.access_level` is the role in an entry of `allowed_to_push`. The opposite change tightens. Attributes that are not listed do neither.",
    table(["kind", "this weakens protection", "attributes"], [...kinds.values()].flatMap(rows)),
  ].join("\n\n")}\n`;
}

function rows({ name, weakens }: Kind): (readonly string[])[] {
  const { itself, more = [], less = [], allowed = [], covered = [], other = [] } = weakens ?? {};
  const kind = `[${code(name)}](kinds/${name}.md)`;
  const listed = (names: readonly string[]) => names.map(code).join(", ");
  const changes: (readonly [string | undefined, readonly string[]])[] = [
    [itself === "less" ? "delete it" : itself === "more" ? "create it" : undefined, []],
    [itself === "other" ? "nobody can tell: create or delete it" : undefined, []],
    [more.length === 0 ? undefined : "raise it, switch it on, or add an entry", more],
    [less.length === 0 ? undefined : "lower it, switch it off, empty it, or remove an entry", less],
    [allowed.length === 0 ? undefined : "add an entry, or empty it", allowed],
    [covered.length === 0 ? undefined : "remove an entry, or add the first one", covered],
    [other.length === 0 ? undefined : "nobody can tell: any other value", other],
  ];
  return changes.flatMap(([change, names]) => (change === undefined ? [] : [[kind, change, listed(names)]]));
}
