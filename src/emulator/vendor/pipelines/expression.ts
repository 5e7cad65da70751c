import { patternTest } from "../configuration/patterns.js";

/** Values of variables by name. */
export type Variables = Readonly<Record<string, string>>;

/** Whether a text fits a pattern. */
type Test = (text: string) => boolean;
type Value = string | Test | boolean | null;

const TOKEN = /\s*(\|\||&&|==|!=|=~|!~|\(|\)|\$\{?\w+\}?|"[^"]*"|'[^']*'|\/(?:\\.|[^/\\])+\/[a-z]*|null\b)/y;

/** Whether the text of a `rules:if` holds. Undefined for what is no such expression. */
export function holds(text: string, variables: Variables): boolean | undefined {
  const tokens = tokensOf(text);
  if (tokens === undefined) return undefined;
  let place = 0;
  const peek = (): string | undefined => tokens[place];
  const take = (): string => tokens[place++] ?? "";

  const value = (): Value => {
    const token = take();
    if (token === "(") {
      const inner = either();
      if (take() !== ")") throw new SyntaxError(text);
      return inner;
    }
    return valueOf(token, variables);
  };
  const comparison = (): Value => {
    const left = value();
    const operator = peek() ?? "";
    if (!["==", "!=", "=~", "!~"].includes(operator)) return left;
    take();
    return compared(left, operator, value());
  };
  const both = (): Value => {
    let left = comparison();
    while (peek() === "&&") {
      take();
      const right = comparison();
      left = isTrue(left) && isTrue(right);
    }
    return left;
  };
  function either(): Value {
    let left = both();
    while (peek() === "||") {
      take();
      const right = both();
      left = isTrue(left) || isTrue(right);
    }
    return left;
  }

  try {
    const result = isTrue(either());
    return place === tokens.length ? result : undefined;
  } catch {
    return undefined;
  }
}

function tokensOf(text: string): string[] | undefined {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const [, token] = TOKEN.exec(text) ?? [];
    if (token === undefined) return undefined;
    tokens.push(token);
  }
  return tokens.length === 0 ? undefined : tokens;
}

function valueOf(token: string, variables: Variables): Value {
  if (token === "null") return null;
  if (token.startsWith("$")) return variables[token.replaceAll(/[${}]/g, "")] ?? null;
  if (/^["']/.test(token)) return token.slice(1, -1);
  const [, body, flags] = /^\/(.*)\/([a-z]*)$/.exec(token) ?? [];
  if (body === undefined) throw new SyntaxError(token);
  return patternTest(body, flags);
}

function compared(left: Value, operator: string, right: Value): boolean {
  if (operator === "==") return left === right;
  if (operator === "!=") return left !== right;
  const fits = typeof right === "string" ? valueOf(right, {}) : right;
  const isMatch = typeof fits === "function" && typeof left === "string" && fits(left);
  return operator === "=~" ? isMatch : !isMatch;
}

function isTrue(value: Value): boolean {
  return value === true || typeof value === "function" || (typeof value === "string" && value !== "");
}
