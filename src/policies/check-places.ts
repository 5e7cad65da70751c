import { formatAddress } from "../core/address.js";
import type { Field, Fields } from "../core/fields.js";
import { type Value, canonicalJson } from "../core/json.js";
import { type Kinds, type PlacedKind, addressIn, fieldsOf, kindIn, kindOf, topKind } from "../core/kind.js";
import type { Statement } from "../core/layer.js";
import { isSecret } from "../core/placeholders.js";
import { fieldAt } from "../core/steps.js";
import { childKey } from "./held.js";
import type { Child } from "./patterns.js";

/** What layers speak of: a kind of things, what hangs on them, and their attributes. */
export class LayerPlaces {
  constructor(readonly kinds: Kinds) {}

  /** The kind of the thing itself, or of what hangs on it. */
  kind(top: string, child: Child): PlacedKind {
    return child ? kindIn(kindOf(this.kinds, child.kind), top) : topKind(this.kinds, top);
  }

  fields(top: string, child: Child): Fields {
    return fieldsOf(this.kind(top, child), { key: child?.key });
  }

  field(top: string, child: Child, path: readonly string[]): Field | undefined {
    return fieldAt(this.fields(top, child), path);
  }

  /** Equal for all that is said of one attribute of one kind of things, or of its parts. */
  attributeKey(top: string, child: Child, [name = ""]: readonly string[]): string {
    return JSON.stringify([top, childKey(child, this.kinds), name]);
  }

  /** As files and explanations spell it: `approval_rules.Two eyes.approvals_required`. */
  text(top: string, child: Child, path: readonly string[]): string {
    const steps = child ? [this.kind(top, child).file, ...(child.key === undefined ? [] : [child.key])] : [];
    return [...steps, ...path].join(".");
  }

  /** The address of a thing, or of what hangs on it. */
  address(top: string, path: string | undefined, child: Child): string {
    return formatAddress(addressIn(this.kind(top, child), path, child?.key));
  }
}

const mostLetters = 60;

/** What a statement says, short enough for one line: `ff`, `at_least 2`, `add ["shop"]`. Secrets are their templates. */
export function saidText({ word, value }: Pick<Statement, "word" | "value">): string {
  return word === "is" ? valueText(value) : `${word} ${valueText(value)}`;
}

function valueText(value: Value): string {
  const text = isSecret(value) ? value.$secret : typeof value === "string" && /^\S+$/.test(value) ? value : canonicalJson(value);
  return text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text;
}
