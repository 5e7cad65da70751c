import { textOf } from "../../core/collection/homes.js";
import { type Columns, type Entry, defineEntries, homeKeyOf } from "../../core/collection/spec.js";
import { type PlatformState, later } from "../../core/context.js";
import { LOOPBACK, decoded, parsedUrl } from "../../core/url.js";

/** Mirrors that projects push to. */
export const mirrorTable = defineEntries("/projects/{id}/remote_mirrors");

/** Whose rights a mirror pushes with, where it is another project of this instance; null where its credentials are nobody's. */
export const PUSHES_AS = "pushes_as";

/** The full path of a project of this instance that an address leads to; undefined where it leads to another server. */
export function ownPath({ instance }: PlatformState, address: string): string | undefined {
  const [url, home] = [parsedUrl(address), parsedUrl(instance.url)];
  if (url === undefined || home === undefined || !/^https?:$/.test(url.protocol) || url.port !== home.port) return undefined;
  const isOwn = url.hostname === home.hostname || (LOOPBACK.includes(url.hostname) && LOOPBACK.includes(home.hostname));
  return isOwn ? decoded(url.pathname).replace(/^\/+|(?:\.git)?\/*$/g, "") : undefined;
}

/** Has a mirror pushed in the background, where it is on this instance: no other server is ever asked. */
export function askMirror(world: PlatformState, mirror: Entry): void {
  if (ownPath(world, textOf(mirror["url"])) === undefined) return;
  const started: Columns = { update_status: "started", last_update_started_at: new Date().toISOString() };
  world.store.of(mirrorTable).update(mirror.id, started);
  later(world, world.instance.workerDelay, "pushMirror", mirror.id);
}

/** Has all enabled mirrors of a project pushed: something was pushed to it. */
export function askMirrors(world: PlatformState, projectId: number): void {
  const home = homeKeyOf({ kind: "project", id: projectId });
  for (const mirror of world.store.of(mirrorTable).where("home", home)) if (mirror["enabled"] === true) askMirror(world, mirror);
}
