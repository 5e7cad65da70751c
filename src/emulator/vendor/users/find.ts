import type { Context } from "../../context.js";
import { notFound } from "../../errors.js";
import { userNamed } from "../../lookup.js";
import type { User } from "../../records.js";

/** The user whose number a place of the path has. Throws `404 User Not Found`. */
export function findUser({ store, params }: Context, place = "id"): User {
  const user = store.users.get(params.requiredNumber(place));
  if (user === undefined) throw notFound("User");
  return user;
}

/** The user that a path names by number or username. Throws `404 User Not Found`. */
export function userAt({ store, params }: Context, place: string): User {
  const name = params.requiredText(place);
  const user = /^\d+$/.test(name) ? store.users.get(Number(name)) : userNamed(store, name);
  if (user === undefined) throw notFound("User");
  return user;
}
