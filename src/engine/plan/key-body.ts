import type { Spec, Value } from "../../core/json.js";
import { keyParts } from "../../core/kind.js";
import { keyReference } from "../../core/named.js";
import { isSecret, secret } from "../../core/placeholders.js";
import { routeKey } from "../snapshot/index.js";
import type { CallFacts } from "./call-facts.js";
import type { ChangeContent } from "./change-content.js";

/** What a create says of the key. */
export function keyBody(asked: ChangeContent, facts: CallFacts): Spec {
  const { key } = asked.kind;
  if (key?.oneOf !== undefined) {
    const { by = "", name } = keyParts(asked.kind, ownKey(asked));
    return { [by]: name };
  }
  if (key?.write === undefined) return {};
  const { name, scope } = keyParts(asked.kind, ownKey(asked));
  const named = keyReference(asked.kind);
  return {
    [key.write]: named ? facts.resolve(named, name) : withCredentials(asked, name),
    ...(key.scope === undefined ? {} : { [key.scope.field]: scope }),
  };
}

/** The key that a change is about. */
export function ownKey({ kind, path = "", key }: Pick<ChangeContent, "kind" | "path" | "key">): string {
  return routeKey(kind, { path, ...(key === undefined ? {} : { key }) });
}

/** True for an attribute that the key says, so that no call says it beside. */
export function travelsInKey({ kind: { key } }: ChangeContent, name: string): boolean {
  return name === key?.credentials?.username || name === key?.credentials?.password;
}

/** An address with the name and password that the change gives for it: a secret where one of them is. */
function withCredentials({ kind, write }: ChangeContent, address: string): Value {
  const { username = "", password = "" } = kind.key?.credentials ?? {};
  const given = [write[username], write[password]];
  const isHidden = given.some((one) => isSecret(one));
  const [name = "", word = ""] = given.map((one) => (isHidden ? template(one) : typeof one === "string" ? one : ""));
  if (name === "" && word === "") return address;
  const userinfo = word === "" ? name : `${name}:${word}`;
  const whole = address.replace("://", () => `://${userinfo}@`);
  return isHidden ? secret(whole) : whole;
}

/** What stands for a value in a template; empty for what is none. */
function template(value: Value | undefined): string {
  if (isSecret(value)) return value.$secret;
  return typeof value === "string" ? value.replaceAll("${", () => "$${") : "";
}
