import { type PlatformState, later } from "../../core/context.js";
import { covers } from "../../core/path-pattern.js";
import type { Json, JsonObject, Project } from "../../core/records.js";
import type { Change } from "../../core/table.js";
import { rulesOver } from "../protected-branches/access.js";
import { SHAPES, TOGGLES } from "./attributes.js";
import { type ProjectEvent, eventsOf } from "./events.js";
import { type Integration, integrationsOf } from "./records.js";

/** The name under which the sending of a message is scheduled. */
export const SEND_WEBHOOK = "sendWebhook";

/** A message on its way out, to the address that the integration had when it happened. It is kept with the scheduled work, so it is plain data. */
export type WebhookMessage = {
  readonly url: string;
  readonly body: Json;
  readonly headers?: Readonly<Record<string, string>>;
  /** Who is told what became of it: the work of this name gets the message, its delivery, and what it is about. */
  readonly tells?: string;
  readonly about?: Json;
};

/**
 * From now on every change that webhooks are told of schedules a message to each of them; it goes out after the change is committed. Where that cannot
 * be done the change stands all the same.
 */
export function announceChanges(world: PlatformState): void {
  world.store.onCommit((changes) => {
    try {
      const messages = messagesFor(world, changes);
      if (messages.length === 0) return;
      world.store.transaction(() => {
        for (const message of messages) later(world, world.instance.workerDelay, SEND_WEBHOOK, message);
      });
    } catch (error) {
      process.emitWarning(
        `The emulator could not tell webhooks of a change: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  });
}

function messagesFor(world: PlatformState, changes: readonly Change[]): WebhookMessage[] {
  return eventsOf(world, changes).flatMap((event) => {
    const project = world.store.projects.get(event.project_id);
    if (project === undefined) return [];
    return integrationsOf(world, project).flatMap((integration) => {
      const url = hears(world, project, integration, event) ? integration.attributes["webhook"] : undefined;
      return typeof url === "string" ? [{ url, body: bodyFor(integration.slug, project, event) }] : [];
    });
  });
}

/** True when an integration is told of an event: it is on, and its toggles and its choice of branches and pipelines say so (document 2). */
function hears(world: PlatformState, project: Project, { slug, active, attributes }: Integration, event: ProjectEvent): boolean {
  if (!active) return false;
  const setting = (name: string): Json => attributes[name] ?? SHAPES[slug]?.properties[name] ?? TOGGLES[name] ?? null;
  if (setting(event.toggle) !== true) return false;
  if (event.isFine === true && setting("notify_only_broken_pipelines") === true) return false;
  return event.branch === undefined || isChosen(world, project, setting("branches_to_be_notified"), event.branch);
}

function isChosen({ store }: PlatformState, project: Project, choice: Json, branch: string): boolean {
  const isDefault = project.attributes["default_branch"] === branch;
  if (choice === "default") return isDefault;
  const isProtected = (): boolean => rulesOver(store, project).some(({ name }) => covers(name, branch));
  if (choice === "protected") return isProtected();
  return choice !== "default_and_protected" || isDefault || isProtected();
}

/** What some kinds of chat read beside the text. */
const FURTHER: Readonly<Record<string, (text: string, path: string) => JsonObject>> = {
  discord: (content) => ({ content }),
  "webex-teams": (markdown) => ({ markdown }),
  "unify-circuit": (_, subject) => ({ subject, markdown: true }),
};

function bodyFor(slug: string, { path_with_namespace: path }: Project, event: ProjectEvent): Json {
  const text = `${path}: ${event.text}`;
  return { text, ...FURTHER[slug]?.(text, path) };
}
