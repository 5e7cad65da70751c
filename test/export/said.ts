import { expect } from "vitest";
import { formatAddress } from "../../src/core/address.js";
import { tierIncludes } from "../../src/core/names.js";
import type { Playground } from "./playground.js";

/** Fails with the addresses of live things that neither the files declare nor a sentence tells of. Looks at the platform by itself. */
export async function expectAllSaid(
  ground: Playground,
  declared: readonly string[],
  sentences: readonly string[],
): Promise<void> {
  const known = new Set(declared.map((address) => address.toLowerCase()));
  const isTold = (address: string) => sentences.some((sentence) => sentence.startsWith(`${address} `));
  const live = await liveAddresses(ground);
  expect(live.filter((address) => !known.has(address.toLowerCase()) && !isTold(address))).toEqual([]);
}

/** What lists show of anything. */
interface Row {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly active?: boolean;
  readonly inherited?: boolean;
  readonly rule_type?: string;
  readonly approvals_required?: number;
  readonly full_path: string;
  readonly path_with_namespace: string;
  readonly marked_for_deletion_on?: string | null;
}

async function liveAddresses({ platform, server }: Playground): Promise<string[]> {
  const list = async (path: string) => (await platform.call("GET", `${path}?per_page=100`)) as Row[];
  const groups = await list("/groups");
  const leaving = groups.filter((group) => !isStaying(group)).map(({ full_path }) => `${full_path}/`);
  const stays = (row: Row, path: string) => isStaying(row) && !leaving.some((above) => path.startsWith(above));
  const isLicensed = tierIncludes(server.tier, "premium");
  const addresses = (await list("/topics")).map(({ name }) => formatAddress({ kind: "topic", path: name }));
  for (const { id, full_path: path } of groups.filter((row) => stays(row, row.full_path))) {
    const environments = isLicensed ? await list(`/groups/${id}/protected_environments`) : [];
    addresses.push(`group:${path}`, ...environments.map(({ name }) => `protected_environment:${path}:${name}`));
  }
  for (const project of await list("/projects")) {
    const { id, path_with_namespace: path } = project;
    if (!stays(project, path)) continue;
    const integrations = (await list(`/projects/${id}/integrations`)).filter(
      ({ active, inherited }) => active === true && inherited !== true,
    );
    const rules = (isLicensed ? await list(`/projects/${id}/approval_rules`) : []).filter((rule) => !isIdle(rule));
    const children = [
      ...integrations.map(({ slug }) => `integration:${path}:${slug}`),
      ...rules.map(({ name }) => `approval_rule:${path}:${name}`),
    ];
    addresses.push(`project:${path}`, ...children);
  }
  return addresses;
}

function isStaying({ marked_for_deletion_on: day }: Row): boolean {
  return (day ?? null) === null;
}

/** Every project has it, and it asks for nothing. */
function isIdle({ rule_type, approvals_required }: Row): boolean {
  return rule_type === "any_approver" && approvals_required === 0;
}
