import type { LetIn } from "../../core/behaviour.js";
import { isObject, type Spec } from "../../core/json.js";
import { accessLevelName, accessLevels } from "../../core/types/access-level.js";

/** Whom a protected branch lets push; deploy keys are nobody who has a token. */
export function whoMayPush({ allowed_to_push: entries }: Spec): readonly LetIn[] {
  return (Array.isArray(entries) ? entries : []).flatMap((entry): LetIn[] => {
    if (!isObject(entry) || entry["deploy_key"] !== undefined) return [];
    const { user, group, access_level } = entry;
    if (typeof user === "string") return [{ name: user }];
    if (typeof group === "string") return [{ membersOf: group }];
    const level = accessLevels[accessLevelName(access_level) ?? "no_access"];
    return level === accessLevels.no_access ? [] : [{ level }];
  });
}
