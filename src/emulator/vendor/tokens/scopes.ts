/** Scopes that tokens of everybody may have. */
const PLAIN = [
  "api",
  "read_api",
  "read_user",
  "read_repository",
  "write_repository",
  "read_registry",
  "write_registry",
  "read_virtual_registry",
  "write_virtual_registry",
  "create_runner",
  "manage_runner",
  "ai_features",
  "k8s_proxy",
  "self_rotate",
  "read_observability",
  "write_observability",
];

/** Every scope of a personal token; the last three are for administrators. */
export const SCOPES: readonly string[] = [...PLAIN, "read_service_ping", "sudo", "admin_mode"];

/** Those of tokens of projects and groups. */
export const BOT_SCOPES: readonly string[] = PLAIN.filter((scope) => scope !== "read_user");
