/** What a pipeline is made of: the variables that it has before its jobs run. */
export type CiVariables = Readonly<Record<string, string | undefined>>;

type Value = string | RegExp | undefined;

/** True if an `if:` of a job's rules holds: `==`, `!=`, `=~`, `!~`, `&&`, `||`, brackets, variables, texts, patterns and null. As on the server, a variable that is not set equals null, and alone it holds where it is not empty. */
export function holds(expression: string, variables: CiVariables): boolean {
  const rest = tokensOf(expression);
  const isTrue = either(rest, variables);
  if (rest.length > 0) throw new Error(`${expression}: nothing is expected at ${rest.join(" ")}`);
  return isTrue;
}

const token = /\s*(&&|\|\||==|!=|=~|!~|[()]|\$\w+|"[^"]*"|'[^']*'|\/(?:\\.|[^/\\])+\/i?|null\b)\s*/y;

function tokensOf(expression: string): string[] {
  const found: string[] = [];
  token.lastIndex = 0;
  for (let end = 0; end < expression.length; end = token.lastIndex) {
    const one = token.exec(expression)?.[1];
    if (one === undefined) throw new Error(`${expression}: this is not known: ${expression.slice(end)}`);
    found.push(one);
  }
  return found;
}

function either(rest: string[], variables: CiVariables): boolean {
  let isTrue = both(rest, variables);
  while (rest[0] === "||") {
    rest.shift();
    const next = both(rest, variables);
    isTrue ||= next;
  }
  return isTrue;
}

function both(rest: string[], variables: CiVariables): boolean {
  let isTrue = compared(rest, variables);
  while (rest[0] === "&&") {
    rest.shift();
    const next = compared(rest, variables);
    isTrue &&= next;
  }
  return isTrue;
}

function compared(rest: string[], variables: CiVariables): boolean {
  if (rest[0] === "(") {
    rest.shift();
    const isTrue = either(rest, variables);
    if (rest.shift() !== ")") throw new Error("a bracket is not closed");
    return isTrue;
  }
  const left = valueOf(rest.shift(), variables);
  if (!["==", "!=", "=~", "!~"].includes(rest[0] ?? "")) return left !== undefined && left !== "";
  const operator = rest.shift();
  const right = valueOf(rest.shift(), variables);
  const isSame = right instanceof RegExp ? typeof left === "string" && right.test(left) : left === right;
  if (operator?.endsWith("~") !== right instanceof RegExp) throw new Error("=~ and !~ are for patterns");
  return operator?.startsWith("!") ? !isSame : isSame;
}

function valueOf(word: string | undefined, variables: CiVariables): Value {
  if (word === undefined || /^(?:[&|=!()])/.test(word)) throw new Error(`a value is expected, not ${word ?? "the end"}`);
  if (word === "null") return undefined;
  if (word.startsWith("$")) return variables[word.slice(1)];
  const [, body = "", flags = ""] = /^\/(.*)\/(i?)$/.exec(word) ?? [];
  return word.startsWith("/") ? new RegExp(body, flags) : word.slice(1, -1);
}
