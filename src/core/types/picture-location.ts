/** sha256 of a picture by its place, which holds it where trueup uploaded it: uploads carry it in their name. */
export function hashOfLocation(location: string): string | undefined {
  return /trueup-([0-9a-f]{64})\.[a-z]+(?:[?#].*)?$/.exec(location)?.[1];
}
