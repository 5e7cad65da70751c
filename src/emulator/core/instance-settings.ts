import type { Attributes, Json } from "./records.js";
import type { Store } from "./store.js";

/** What the settings that shape groups and projects are before anybody writes them (document 2, Application settings). */
const PRESETS: Readonly<Record<string, Json>> = {
  auto_devops_enabled: true,
  default_branch_name: null,
  default_branch_protection: 2,
  default_ci_config_path: null,
  default_group_visibility: "private",
  default_project_creation: 2,
  default_project_visibility: "private",
  default_projects_limit: 100_000,
  delayed_group_deletion: true,
  delayed_project_deletion: false,
  deletion_adjourned_period: 7,
  keep_latest_artifact: true,
  restricted_visibility_levels: [],
  shared_runners_enabled: true,
};

interface Cache {
  readonly milliseconds: number;
  until: number;
  attributes: Attributes;
}

const caches = new WeakMap<Store, Cache>();

/** From now on what settings do may lag behind what they say, by at most this time (document 1, Limits: settings are cached). Reading and writing them is not cached. */
export function cacheSettings(store: Store, milliseconds: number): void {
  const cache = { milliseconds, until: 0, attributes: {} };
  caches.set(store, cache);
  store.onRestore(() => {
    cache.until = 0;
  });
}

/** The value of an application setting as the platform acts on it, its preset when it was never written. */
export function instanceSetting(store: Store, name: string): Json {
  return inEffect(store)[name] ?? PRESETS[name] ?? null;
}

function inEffect(store: Store): Attributes {
  const cache = caches.get(store);
  if (cache !== undefined && Date.now() < cache.until) return cache.attributes;
  const [settings] = store.settings.scan({});
  const attributes = settings?.attributes ?? {};
  if (cache !== undefined) Object.assign(cache, { until: Date.now() + cache.milliseconds, attributes });
  return attributes;
}

/** A setting that is a number; 0 when it is none. */
export function numberSetting(store: Store, name: string): number {
  const value = instanceSetting(store, name);
  return typeof value === "number" ? value : 0;
}

/** A setting that is on or off. */
export function flagSetting(store: Store, name: string): boolean {
  return instanceSetting(store, name) === true;
}

/** A setting that is a text; undefined when it is unset or blank. */
export function textSetting(store: Store, name: string): string | undefined {
  const value = instanceSetting(store, name);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A setting that is a list of texts. */
export function textsSetting(store: Store, name: string): readonly string[] {
  const value = instanceSetting(store, name);
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
