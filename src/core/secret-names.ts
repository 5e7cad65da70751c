/** Names that tell a secret, whoever uses them: attributes, parameters and, with hyphens, headers. */
const telling =
  /(?:^|_)(?:token|password|passphrase|secret|credentials?|authorization|cookie)$|(?:^|_)(?:api|private|secret|access|signing|encryption)_key$/i;

/** True if what goes by that name is a secret, as far as the name tells. */
export function tellsSecret(name: string): boolean {
  return telling.test(name.replaceAll("-", "_"));
}

/** The text with the secret parameters of every query in it overwritten; what stands in braces is the name of a variable. */
export function withoutSecretParameters(text: string): string {
  return text.replaceAll(/([?&])([^=&?\s<>]+)=([^&\s<>"#]*)/g, (pair: string, mark: string, name: string, value: string) =>
    tellsSecret(innermost(name)) && !isVariable(value) ? `${mark}${name}=[secret]` : pair,
  );
}

/** The address without the name and password in it; any other text as it is. */
export function withoutUserinfo(address: string): string {
  return address.replace(userinfo, "$1");
}

/** An address with all that is before its host: names and passwords may hold further @. */
const userinfo = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)@/i;

/** A parameter of a query, or of what stands behind #. */
const parameter = /([?&#])([^=&?#\s<>]+)=([^&\s<>"#]*)/g;

/** The address without the name and password in it, and without parameters whose names tell a secret; any other text as it is. */
export function withoutAddressSecrets(address: string): string {
  const said = withoutUserinfo(address);
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(said)) return said;
  const kept = said.replaceAll(parameter, (pair: string, mark: string, name: string) =>
    tellsSecret(innermost(name)) ? mark : pair,
  );
  return kept === said
    ? said
    : kept
        .replaceAll(/([?&#])&+/g, "$1")
        .replaceAll(/[?&]+(?=#|$)/g, "")
        .replace(/#$/, "");
}

/**
 * The address with a name in braces for each secret in it, as real servers have variables in addresses of hooks: `{username}` and `{password}` before the host, and `{NAME}` as
 * the value of a parameter whose name tells a secret. What stands in braces already stays.
 */
export function withAddressVariables(address: string): string {
  const said = address.replace(userinfo, (_, scheme: string, before: string) => {
    const [username = "", ...password] = before.split(":");
    const parts = [
      [username, "{username}"] as const,
      ...(password.length > 0 ? [[password.join(":"), "{password}"] as const] : []),
    ];
    return `${scheme}${parts.map(([value, name]) => (isVariable(value) ? value : name)).join(":")}@`;
  });
  return said.replaceAll(parameter, (pair: string, mark: string, name: string, value: string) => {
    const own = innermost(name);
    if (!tellsSecret(own) || value === "" || isVariable(value)) return pair;
    return `${mark}${name}={${own.replaceAll(/[^A-Za-z0-9]+/g, "_").toLowerCase()}}`;
  });
}

/** The names that stand in braces in an address. */
export function addressVariables(address: string): readonly string[] {
  return [...new Set([...address.matchAll(/\{([A-Za-z][\w.-]*)\}/g)].map(([, name = ""]) => name))];
}

function isVariable(value: string): boolean {
  return /^\{[A-Za-z][\w.-]*\}$/.test(value);
}

/** `a[b]` and `a%5Bb%5D` are called b. */
function innermost(name: string): string {
  return name.replace(/(?:\]|%5D)+$/i, "").replace(/^.*(?:\[|%5B)/i, "");
}
