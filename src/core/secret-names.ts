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

/** Headers as they may be shown: cookies are credentials too, and addresses may hold some. */
export function withoutSecretHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, tellsSecret(name) ? "[secret]" : withoutSecretParameters(value)]),
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
  const plain = withoutUserinfo(address);
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(plain)) return plain;
  const kept = plain.replaceAll(parameter, (pair: string, mark: string, name: string) =>
    tellsSecret(innermost(name)) ? mark : pair,
  );
  return kept === plain
    ? plain
    : kept
        .replaceAll(/([?&#])&+/g, "$1")
        .replaceAll(/[?&]+(?=#|$)/g, "")
        .replace(/#$/, "");
}

/** An address with a name in braces for each secret in it, and what each of these names stands for. */
export interface SplitAddress {
  readonly address: string;
  readonly secrets: ReadonlyMap<string, string>;
}

/** The address with a variable for each secret, as hooks have them: `{username}` and `{password}` before the host, `{NAME}` as the value of a telling parameter. */
export function splitAddress(address: string): SplitAddress {
  const secrets = new Map<string, string>();
  const named = (value: string, name: string): string => {
    if (isVariable(value)) return value;
    secrets.set(name, value);
    return `{${name}}`;
  };
  const plain = address.replace(userinfo, (_, scheme: string, before: string) => {
    const [username = "", ...password] = before.split(":");
    const parts = [named(username, "username"), ...(password.length > 0 ? [named(password.join(":"), "password")] : [])];
    return `${scheme}${parts.join(":")}@`;
  });
  const split = plain.replaceAll(parameter, (pair: string, mark: string, name: string, value: string) => {
    const parameterName = innermost(name);
    if (!tellsSecret(parameterName) || value === "" || isVariable(value)) return pair;
    return `${mark}${name}=${named(value, parameterName.replaceAll(/[^A-Za-z0-9]+/g, "_").toLowerCase())}`;
  });
  return { address: split, secrets };
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

/** Words in the name of a variable that may hold a secret. */
const tellingWords =
  /(?:^|_)(?:api_?)?(?:auth|authorization|bearer|certificates?|certs?|cookies?|credentials?|creds?|dsn|hmac|jwt|keys?|license|otp|pass|passphrase|passwd|passwords?|pat|pin|private|pwd|salt|secrets?|session|signature|tokens?|webhook)(?:_|\d|$)/i;

/** Forms of values that may be secrets. */
const forms: readonly RegExp[] = [
  // Several lines: keys, certificates, whole files of settings.
  /[\r\n]/,
  // Prefixes of tokens.
  /(?:^|[^A-Za-z0-9])(?:gl[a-z]{1,6}-|gh[a-z]_|github_pat_|xox[a-z]-|sk[-_]|pk[-_]|rk_|hv[a-z]\.|npm_|pypi-|dop_v1_|dckr_|AIza|AKIA|ASIA|SG\.|ya29\.|eyJ|ssh-|-----BEGIN)/,
  // A name that tells, before a value.
  /(?:key|pass|passwd|password|pwd|secret|sig|token)["']?\s*[=:]/i,
  /^(?:basic|bearer|digest|negotiate|token)\s/i,
  // Groups of hexadecimal digits.
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/i,
  /[0-9a-f]{2}(?::[0-9a-f]{2}){7}/i,
  // Large and small letters and digits in one word, as in passwords.
  /(?=[A-Za-z0-9]{8})(?=[A-Za-z0-9]*[a-z])(?=[A-Za-z0-9]*[A-Z])[A-Za-z0-9]*[0-9]/,
  // The same in a whole text of base64.
  /^(?=[A-Za-z0-9+/=_-]{24,}$)(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])/,
  // Letters and digits with a sign that no name has, and no address.
  /^(?![a-z][a-z0-9+.-]*:\/\/)(?=\S{8,}$)(?=.*[A-Za-z])(?=.*[0-9])(?=.*[!#%&?^~|<>;'"`\\])/,
  // Letters and digits by turns, or many of both.
  /(?:[a-z]+[0-9]+){3}|(?=[a-z]*[0-9])(?=[0-9]*[a-z])[a-z0-9]{16}/i,
];

/** So many characters of one word, with so many bits in each, are no word of people. */
const longWord = 20;
const bits = 3.3;

/** A longer text is not searched: some of the forms take the square of its length. */
const longestSearched = 2000;

/** True for what may be a secret, by its name, its form or its entropy. In doubt it is one. */
export function looksSecret(name: string, value: string): boolean {
  if (value.length > longestSearched) return true;
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2").replaceAll(/[^A-Za-z0-9]+/g, "_");
  if (tellingWords.test(words) || withoutAddressSecrets(value) !== value || forms.some((form) => form.test(value))) return true;
  return value.split(/[^A-Za-z0-9+=]+/).some((word) => word.length >= longWord && entropyOf(word) >= bits);
}

/** Bits in a character of a text, by how often it has each. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0);
}
