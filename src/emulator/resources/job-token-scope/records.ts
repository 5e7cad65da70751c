import { instanceSetting } from "../../core/instance-settings.js";
import { type Instance, isAtLeast } from "../../core/instance.js";
import type { Store } from "../../core/store.js";

/** The setting by which projects cannot let everybody's job tokens in. The emulator acts on it although facts alone know it. */
export const ENFORCED = "enforce_ci_inbound_job_token_scope_enabled";

/** True where it is on: servers begin with it from 18.0 on. */
export function isScopeEnforced(store: Store, { dialect, version }: Instance): boolean {
  const value = instanceSetting(store, ENFORCED);
  return typeof value === "boolean" ? value : dialect === "vendor" && isAtLeast(version, "18.0");
}
