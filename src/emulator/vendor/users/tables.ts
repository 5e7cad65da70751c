import { defineTable } from "../../table.js";

/** Who follows whom. */
export type Follow = { readonly id: number; readonly follower_id: number; readonly followee_id: number };

export const followTable = defineTable<Follow, "follower" | "followee">("follows", {
  follower: (follow) => follow.follower_id,
  followee: (follow) => follow.followee_id,
});
