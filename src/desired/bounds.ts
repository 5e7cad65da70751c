import { Lexer } from "yaml";

const deepestFlow = 64;
const widestIndent = 1000;
const mostTokens = 2_000_000;
/** One is allowed; a few more are read for a better message. */
const mostDocuments = 10;
/** Stands before a scalar in the lexer's output: the next token is text, whatever it looks like. */
const scalarFollows = "\u001F";
/** Further marks in the lexer's output that are no text of the file. */
const documentFollows = "\u0002";
const flowBroken = "\u0018";

/**
 * Looks for what would make the parser recurse or fill the memory, token by token: nesting, indentation, number of tokens.
 * Gives the offset and what is too much; undefined for a text that is fit to be parsed.
 */
export function boundsError(text: string): { readonly offset: number; readonly message: string } | undefined {
  let [offset, lineStart, flow, tokens, documents] = [0, 0, 0, 0, 0];
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    if (isScalar) {
      isScalar = false;
    } else if (token === scalarFollows) {
      isScalar = true;
      continue;
    } else if (token === documentFollows || token === flowBroken) continue;
    else if (token === "---") documents++;
    else if (token === "[" || token === "{") flow++;
    else if (token === "]" || token === "}") flow = Math.max(0, flow - 1);
    else if (token === "\n" || token === "\r\n") lineStart = offset + token.length;
    if (!/^\s*$/.test(token) && ++tokens > mostTokens) return { offset, message: "the file holds too many values" };
    if (documents > mostDocuments) return { offset, message: "the file holds too many documents" };
    const isNested = flow > deepestFlow || (opensBlock(token, flow) && offset - lineStart > widestIndent);
    if (isNested) return { offset, message: "this is nested too deeply" };
    offset += token.length;
  }
  return undefined;
}

function opensBlock(token: string, flow: number): boolean {
  return flow === 0 && (token === "-" || token === "?" || token === ":");
}
