/** The address that a text says; undefined if it says none. URL.canParse is not for this: once it is compiled, Node 20 takes non-ASCII addresses for wrong. */
export function parsedUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
