/** Names that tell a secret, whoever uses them: attributes, parameters and, with hyphens, headers. */
const telling =
  /(?:^|_)(?:token|password|passphrase|secret|credentials?|authorization|cookie)$|(?:^|_)(?:api|private|secret|access|signing|encryption)_key$/i;

/** True if what goes by that name is a secret, as far as the name tells. */
export function tellsSecret(name: string): boolean {
  return telling.test(name.replaceAll("-", "_"));
}

/** The text with the secret parameters of every query in it overwritten. */
export function withoutSecretParameters(text: string): string {
  return text.replaceAll(/([?&])([^=&?\s<>]+)=[^&\s<>"#]*/g, (pair: string, mark: string, name: string) =>
    tellsSecret(innermost(name)) ? `${mark}${name}=[secret]` : pair,
  );
}

/** The address without the name and password in it; any other text as it is. */
export function withoutUserinfo(address: string): string {
  return address.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, "$1");
}

/** `a[b]` and `a%5Bb%5D` are called b. */
function innermost(name: string): string {
  return name.replace(/(?:\]|%5D)+$/i, "").replace(/^.*(?:\[|%5B)/i, "");
}
