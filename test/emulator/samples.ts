import { generateKeyPairSync } from "node:crypto";
import type { ServedParameter } from "../../src/emulator/core/facts/served.js";

/** Things that samples may name. */
export interface Things {
  readonly userId: number;
  readonly groupId: number;
  readonly projectId: number;
}

/** An SSH key of its own for each number. */
function sshKey(): string {
  const { publicKey } = generateKeyPairSync("ed25519");
  const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  const part = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes]);
  const blob = Buffer.concat([part(Buffer.from("ssh-ed25519")), part(raw)]);
  return `ssh-ed25519 ${blob.toString("base64")} someone@example.com`;
}

const pgpBlock = (turn: number): string =>
  `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQEN${turn}\n-----END PGP PUBLIC KEY BLOCK-----`;

const later = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

/** What a parameter of that name may be, where its type alone does not tell; `turn` makes another one. */
const byName: Readonly<Record<string, (turn: number, things: Things, row: string) => unknown>> = {
  access_level: () => 30,
  group_access: () => 30,
  base_access_level: () => 30,
  color: (turn) => `#${(turn + 4096).toString(16).padStart(6, "0")}`,
  cron: (turn) => `${turn % 60} 4 * * *`,
  cron_timezone: () => "UTC",
  due_date: (turn) => later(10 + turn).slice(0, 10),
  email: (turn) => `someone-${turn}@example.com`,
  ends_at: (turn) => later(10 + turn),
  environment_scope: () => "*",
  expires_at: (turn) => later(20 + turn).slice(0, 10),
  external_url: (turn) => `https://example.com/${turn}`,
  freeze_end: (turn) => `${turn % 60} 8 * * *`,
  freeze_start: (turn) => `${turn % 60} 23 * * *`,
  group_id: (_, { groupId }) => groupId,
  image_url: (turn) => `https://example.com/${turn}.svg`,
  key: (turn, _, row) => (row.includes("gpg") ? pgpBlock(turn) : /keys|ssh/.test(row) ? sshKey() : `KEY_${turn}`),
  link_url: (turn) => `https://example.com/${turn}`,
  project_id: (_, { projectId }) => projectId,
  ref: () => "main",
  scopes: (_, __, row) => (row.includes("deploy") ? ["read_repository"] : ["api"]),
  repository_path_pattern: (turn) => `acme/web/image-${turn}`,
  domain: (turn) => `pages-${turn}.example.com`,
  start_date: (turn) => later(turn).slice(0, 10),
  starts_at: (turn) => later(turn),
  target_group_id: (_, { groupId }) => groupId,
  target_project_id: (_, { projectId }) => projectId,
  url: (turn) => `https://example.com/${turn}`,
  user_id: (_, { userId }) => userId,
  variable_type: (turn) => (turn % 2 === 0 ? "env_var" : "file"),
};

/** A value that the parameter takes. */
export function sampleOf(name: string, parameter: ServedParameter, turn: number, things: Things, row: string): unknown {
  const words = parameter.enum?.filter((word) => word !== null) ?? [];
  if (words.length > 0) return parameter.type.startsWith("array") ? [words[0]] : words[turn % words.length];
  const own = byName[name]?.(turn, things, row);
  if (own !== undefined) return own;
  const [type = "string"] = parameter.type.split("|");
  switch (type) {
    case "boolean":
      return turn % 2 === 0;
    case "integer":
    case "number":
      return turn + 1;
    case "array":
      return parameter.items === undefined ? [] : [sampleOf(name, parameter.items, turn, things, row)];
    case "object":
      return Object.fromEntries(
        Object.entries(parameter.properties ?? {}).map(([inner, one]) => [inner, sampleOf(inner, one, turn, things, row)]),
      );
    default:
      return `${name.replaceAll("_", "-")}-${turn}`;
  }
}

/** True where a value of a reply is of a type that facts name; null is of any. */
export function isOfType(value: unknown, { type }: ServedParameter): boolean {
  if (value === null || value === undefined) return true;
  const is = Array.isArray(value)
    ? "array"
    : typeof value === "number"
      ? Number.isInteger(value)
        ? "integer"
        : "number"
      : typeof value;
  const types = type.split("|");
  return types.includes(is) || (is === "integer" && types.includes("number")) || !types.every((one) => KNOWN.has(one));
}

const KNOWN = new Set(["array", "boolean", "integer", "number", "object", "string"]);
