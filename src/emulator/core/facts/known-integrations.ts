import { variant } from "../instance.js";
import type { Operation } from "../operations.js";
import { type ServedFacts, nameOf } from "./served.js";

const INTEGRATION = /^PUT \/projects\/\{\}\/integrations\/([a-z0-9-]+)$/;

/** Real servers have them in development only. */
const DEVELOPMENT = new Set(["mock-ci", "mock-monitoring"]);

/** Slugs of the integrations that a release has. */
export function slugsOf(facts: ServedFacts): string[] {
  return facts
    .names()
    .flatMap((name) => INTEGRATION.exec(name)?.[1] ?? [])
    .filter((slug) => !DEVELOPMENT.has(slug));
}

/** What changes an integration that only facts know, made after one that is described. */
export function furtherIntegrations(described: readonly Operation[], facts: ServedFacts): Operation[] {
  const known = new Map(described.map((operation) => [nameOf(operation), operation]));
  const pattern = [...known].find(([name]) => INTEGRATION.test(name))?.[1];
  if (pattern === undefined) return [];
  const { id } = pattern.input.properties ?? {};
  return slugsOf(facts)
    .filter((slug) => !known.has(`PUT /projects/{}/integrations/${slug}`))
    .map((slug) =>
      variant(pattern, {
        id: furtherId(slug),
        paths: [`/api/v4/projects/{id}/integrations/${slug}`, `/api/v4/projects/{id}/services/${slug}`],
        tier: undefined,
        since: undefined,
        until: undefined,
        input: { type: "object", properties: id === undefined ? {} : { id }, required: ["id"] },
      }),
    );
}

const FURTHER = "updateFurtherIntegration:";

const furtherId = (slug: string): string => FURTHER + slug;

/** The slug of an integration that only facts know, from the operation that changes it. */
export function furtherSlug({ id }: Operation): string | undefined {
  return id.startsWith(FURTHER) ? id.slice(FURTHER.length) : undefined;
}

const GROUP = "updateGroupIntegration:";

/** What changes the same integration of a group, where the release has that. */
export function ofGroups(operation: Operation, facts: ServedFacts): Operation[] {
  const slug = INTEGRATION.exec(nameOf(operation))?.[1];
  if (slug === undefined || facts.operation(`PUT /groups/{id}/integrations/${slug}`) === undefined) return [];
  return [variant(operation, { id: GROUP + slug, paths: [`/api/v4/groups/{id}/integrations/${slug}`] })];
}

/** The slug of an integration of a group, from the operation that changes it. */
export function groupSlug({ id }: Operation): string | undefined {
  return id.startsWith(GROUP) ? id.slice(GROUP.length) : undefined;
}
