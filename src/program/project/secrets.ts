import { type FileDiagnostic, fault } from "../../core/errors.js";
import { type Json, isObject } from "../../core/json.js";
import { pointerStep, pointerSteps } from "../../core/pointer.js";
import { tellsSecret } from "../../core/secret-names.js";
import type { SourceFile } from "../../desired/index.js";

/** What looks like a reference: a project file is read before there is anything that could be looked up. */
const reference = /\$\{\s*(?:env|file|var)\b/i;

/** How the tokens of well-known platforms begin: one of them is not the name of a variable. */
const tokenLike = /^(?:gl[a-z]{2,5}-|gh[pousr]_|github_pat_)/i;

interface Text {
  readonly pointer: string;
  readonly name: string;
  readonly text: string;
}

/** Secrets and references to them in a project file, which holds none. */
export function secretDiagnostics(source: SourceFile): readonly FileDiagnostic[] {
  return textsIn(source.value ?? null, "", "").flatMap(({ pointer, name, text }) => {
    const details = { attribute: pointerSteps(pointer).join(".") };
    const origin = source.valueOrigin(pointer);
    if (reference.test(text)) {
      const message = "the project file holds no ${env:…}, ${file:…} or ${var:…}: it says where values come from";
      return [fault("secret.place", origin, message, { ...details, allowed: "the value itself; token_env for a token" })];
    }
    if (name === "token_env" && tokenLike.test(text)) {
      const allowed = "the name of the environment variable that holds the token";
      return [fault("secret.literal", origin, "a token must not be written in a file", { ...details, allowed })];
    }
    if (!tellsSecret(name) || isUnknownToken(pointer)) return [];
    const message = "what is called like this is a secret, which must not stand in a file";
    const allowed = "${env:NAME} where files of desired state use it; token_env for a token";
    return [fault("secret.literal", origin, message, { ...details, allowed })];
  });
}

/** True for keys of instances that no schema knows, which are refused as such. */
function isUnknownToken(pointer: string): boolean {
  return /^\/instances\/[^/]+\/[^/]+$/.test(pointer);
}

/** Names under which values stand that may be secrets, for masking them in code frames. */
export function secretNamesIn({ value }: SourceFile): ReadonlySet<string> {
  const texts = textsIn(value ?? null, "", "");
  const isHidden = ({ name, text }: Text): boolean =>
    tellsSecret(name) || (name === "token_env" && !/^[A-Z_][A-Z0-9_]*$/.test(text)) || (name === "url" && text.includes("@"));
  return new Set(texts.filter(isHidden).map(({ name }) => name));
}

/** All texts, each with the nearest name that it stands under. */
function textsIn(value: Json, pointer: string, name: string): readonly Text[] {
  if (typeof value === "string") return [{ pointer, name, text: value }];
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => textsIn(item, pointer + pointerStep(index), name));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => textsIn(part ?? null, pointer + pointerStep(key), key));
}
