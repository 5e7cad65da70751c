import type { PlatformState } from "./context.js";
import type { User } from "./records.js";
import type { Store } from "./store.js";
import { defineTable } from "./table.js";

/** The last day on which a user asked for something. */
type Activity = { readonly id: number; readonly user_id: number; readonly day: string };

const activityTable = defineTable<Activity, "user">("user_activities", { user: (activity) => activity.user_id });

/** Notes that a user is there, once a day; on real servers alone, which show it. */
export function noteActivity({ store, instance }: PlatformState, user: User | undefined): void {
  if (user === undefined || instance.dialect === "neutral") return;
  const day = new Date().toISOString().slice(0, 10);
  const known = store.of(activityTable).first("user", user.id);
  if (known === undefined) store.of(activityTable).insert({ user_id: user.id, day });
  else if (known.day !== day) store.of(activityTable).update(known.id, { day });
}

/** The last day on which a user asked for something; null for who never did. */
export function lastActivity(store: Store, userId: number): string | null {
  return store.of(activityTable).first("user", userId)?.day ?? null;
}
