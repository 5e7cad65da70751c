/**
 * A plan, carried out: its calls and no others.
 *
 * - `apply.ts`: calls, outcomes and what to do after a failure
 * - `call-log.ts`: what is kept of each call, before it is sent and after
 * - `carry-out.ts`: a plan, looked at and then carried out
 * - `cause.ts`: why the platform did not store what it accepted, by what it says of groups above and members
 * - `last-look.ts`: what is about to be written to, looked at once more
 * - `locks.ts`: plans of single resources side by side, one after the other where they touch the same
 * - `patience.ts`: asking again for as long as an answer may still come
 * - `read-back.ts`: whether what was written is there
 * - `rights.ts`: whether the token has the roles and the scope that the calls ask for
 * - `schedule.ts`: each call as early as edges and chains allow
 * - `sent-secrets.ts`: which secrets a plan that was carried out has sent
 * - `values.ts`: placeholders, filled in at the last moment
 * - `wait.ts`: what is asynchronous, waited for
 *
 * The only way into the room.
 * @module
 */

export type { CallLog, SentEnd } from "./call-log.js";
export { carryOut, type CarryOutOptions } from "./carry-out.js";
export { keysOf, Locks } from "./locks.js";
export { untilAnswered, usualSettle } from "./patience.js";
export { ReadBacks } from "./read-back.js";
export { sentSecrets } from "./sent-secrets.js";
