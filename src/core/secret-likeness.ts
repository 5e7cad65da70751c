import { withoutAddressSecrets } from "./secret-names.js";

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
