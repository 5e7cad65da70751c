import type { SecretValue } from "../core/placeholders.js";
import { type SecretReference, templateParts } from "../core/secret-template.js";
import { type Expression, referenceTo } from "./expression.js";
import { UniqueNames } from "./names.js";
import type { Variable } from "./resource.js";

/** Names that Terraform keeps for itself among variables. */
const reserved = ["source", "version", "providers", "count", "for_each", "lifecycle", "depends_on", "locals"];

/** Whether a variable is ephemeral shows once all that refers to it is met. */
type Known = Omit<Variable, "ephemeral"> & { ephemeral: boolean };

/** The variables of a configuration: one for each secret that declarations take from the environment or a file. */
export class Variables {
  private readonly names = new UniqueNames(reserved);
  private readonly known = new Map<string, Known>();

  /** The expression for a secret; `writeOnly` tells that no plan and no state holds what it is put into. */
  expression({ $secret }: SecretValue, writeOnly: boolean): Expression {
    const parts = templateParts($secret).map((part) =>
      typeof part === "string" ? part : referenceTo("var", this.name(part, writeOnly)),
    );
    const [only] = parts;
    return parts.length === 1 && typeof only === "object" ? only : { is: "template", parts };
  }

  /** All of them, by name. */
  list(): readonly Variable[] {
    return [...this.known.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  private name(from: SecretReference, writeOnly: boolean): string {
    const key = `${from.from}:${from.name}`;
    const known = this.known.get(key) ?? {
      name: this.names.claim([from.name], "secret"),
      description: from.from === "env" ? `The variable ${from.name} of trueup files.` : `The content of the file ${from.name}.`,
      ephemeral: true,
    };
    known.ephemeral &&= writeOnly;
    this.known.set(key, known);
    return known.name;
  }
}
