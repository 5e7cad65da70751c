import { requireUser } from "../access.js";
import type { PlatformState } from "../context.js";
import { isAtLeast } from "../instance.js";
import type { Instance } from "../instance.js";
import type { Json } from "../json.js";
import { ok } from "../replies.js";
import type { Resource } from "../resource.js";
import { DAY } from "./removal.js";
import { presentSelf } from "./users.js";

/** Release, licence and the caller's own account (beyond the documents; the reference of real servers, sections A and C). */
export const instance: Resource = {
  operations: {
    "GET /version": ({ instance }) => ok(sharesMetadata(instance) ? metadata(instance) : release(instance)),
    "GET /metadata": ({ instance }) => ok(metadata(instance)),
    "GET /license": (context) => ok(presentLicence(context)),
    "GET /user": (context) => ok(presentSelf(context, requireUser(context))),
  },
};

/** The licence, with how far it is used. */
export function presentLicence({ store, instance: own }: PlatformState): Record<string, Json> {
  const active = store.users.all().filter((user) => user.state === "active").length;
  return {
    ...licence(own),
    user_limit: 100,
    maximum_user_count: active,
    historical_max: active,
    active_users: active,
    overage: 0,
  };
}

/** The release as it calls itself. */
export function release(instance: Instance): { version: string; revision: string } {
  const isNamed = !isEnterprise(instance) || instance.version.endsWith("-ee");
  return { version: isNamed ? instance.version : `${instance.version}-ee`, revision: "0000000000a" };
}

/** Later real servers answer both routes alike. */
const sharesMetadata = ({ dialect, version }: Instance): boolean => dialect === "vendor" && isAtLeast(version, "15.5");

function metadata(instance: Instance): Record<string, Json> {
  const kas = { enabled: false, externalUrl: null, externalK8sProxyUrl: null, version: null };
  return { ...release(instance), kas, enterprise: isEnterprise(instance) };
}

const isEnterprise = (instance: Instance): boolean => instance.tier !== "free";

/** A licence that began a month ago and runs for a year, by whole days. */
function licence(instance: Instance): Record<string, Json> {
  const day = (offset: number): string => new Date(Date.now() + offset * DAY).toISOString().slice(0, 10);
  return {
    id: 1,
    plan: instance.tier,
    created_at: `${day(-30)}T00:00:00.000Z`,
    starts_at: day(-30),
    expires_at: day(335),
    expired: false,
    licensee: { Name: "Acme", Company: "Acme", Email: "root@example.com" },
    add_ons: {},
  };
}
