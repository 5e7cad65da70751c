import { formatAddress } from "../../core/address.js";
import { TrueupError } from "../../core/errors.js";
import type { Observed } from "../../engine/world.js";
import type { Wish } from "./wish.js";

/** Throws where the platform is not as the asker thinks: what is to be created is there, what is to be changed is not, or something else has its path. */
export function mustBeAsTold(observed: Observed, wish: Wish, create: boolean): void {
  mustBeTheSame(observed, wish);
  const { kind, live } = observed;
  const address = formatAddress(wish);
  if (!live && !create && kind.routes.create !== undefined) {
    throw new TrueupError({
      code: "resource.gone",
      message: `${address} is not there any more`,
      hint: "Something else has deleted or renamed it since it was read: plan again.",
    });
  }
  if (!live || !create || live.scheduledForDeletion || kind.place.as === "one" || kind.inherent?.(live.reply)) return;
  throw new TrueupError({
    code: "resource.exists",
    message: `${address} is there already (with the id ${live.id})`,
    hint: `Import it as ${JSON.stringify(address)}, or give the new one another name.`,
  });
}

/** Throws where a number is known and what holds data at the path has another. */
export function mustBeTheSame({ kind, live, conflict }: Observed, wish: Wish): void {
  // Where two things have a claim to the path, the plan itself is refused.
  if (!live || conflict || !kind.holdsData || wish.id === undefined || String(live.id) === wish.id) return;
  throw new TrueupError({
    code: "resource.other",
    message: `${formatAddress(wish)} is now another one, with the id ${live.id}: the one with the id ${wish.id} has moved away or is gone`,
    hint: "Plan again.",
  });
}
