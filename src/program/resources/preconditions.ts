import { formatAddress } from "../../core/address.js";
import { TrueupError } from "../../core/errors.js";
import { isInherent } from "../../core/kind.js";
import type { Observed } from "../../engine/snapshot/index.js";
import type { DesiredResource } from "./resource.js";

/**
 * Throws where the platform is not as the asker thinks: what is to be created is there (unless it `mayCome` by itself), what is to be changed is not, or something
 * else has its path.
 */
export function checkPreconditions(observed: Observed, resource: DesiredResource, create: boolean, mayCome = false): void {
  checkSameNumber(observed, resource);
  const { kind, live } = observed;
  const address = formatAddress(resource);
  if (!live && !create && !kind.slots) {
    throw new TrueupError({
      code: "resource.gone",
      message: `${address} is not there any more`,
      hint: "Something else has deleted or renamed it since it was read: plan again.",
    });
  }
  if (!live || !create || mayCome || live.scheduledForDeletion || kind.as === "one" || isInherent(kind, live.marks)) return;
  throw new TrueupError({
    code: "resource.exists",
    message: `${address} is there already (with the id ${live.id})`,
    hint: `Import it as ${JSON.stringify(address)}, or give the new one another name.`,
  });
}

/** Throws where a number is known and what holds data at the path has another. */
export function checkSameNumber({ kind, live, conflict }: Observed, resource: DesiredResource): void {
  // Where two things have a claim to the path, the plan itself is refused.
  if (!live || conflict || kind.holdsData !== true || resource.id === undefined || String(live.id) === resource.id) return;
  throw new TrueupError({
    code: "resource.other",
    message: `${formatAddress(resource)} is now another one, with the id ${live.id}: the one with the id ${resource.id} has moved away or is gone`,
    hint: "Plan again.",
  });
}
