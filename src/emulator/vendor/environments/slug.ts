import { createHash } from "node:crypto";

const LONGEST = 24;

/** What an environment is called in host names: of its name when that fits, else of the beginning of it and of a hash. */
export function slugOf(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, "-");
  const slug = (/^[a-z]/.test(plain) ? plain : `env-${plain}`).replaceAll(/-+/g, "-");
  if (slug.length <= LONGEST && slug === name) return slug.replace(/-$/, "");
  const start = slug.slice(0, 17);
  const hash = BigInt(`0x${createHash("sha256").update(name).digest("hex")}`);
  return `${start}${start.endsWith("-") ? "" : "-"}${hash.toString(36).slice(-6)}`;
}
