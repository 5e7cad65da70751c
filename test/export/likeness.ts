import { Around, type Row } from "./around.js";
import { type Playground, seed } from "./playground.js";

const people = new Set(seed.users.map(({ username }) => username));
/** Names that no mapping of a file may have. */
const forbiddenKeys = new Set(["__proto__", "constructor"]);

/** Makes by hand what files cannot: groups with names that no key of theirs can be, and projects in the namespaces of other people. */
export async function makeWhatFilesCannot(from: Playground, to: Playground): Promise<void> {
  const [there, here] = [new Around(from.platform), new Around(to.platform)];
  const known = new Set((await here.all("projects")).map(pathOf));
  for (const { full_path: path = "", name, visibility } of await there.all("groups"))
    if (forbiddenKeys.has(path)) await here.call("POST", "/groups", { path, name, visibility });
  for (const row of await there.all("projects")) {
    const [owner = "", path = "", deeper] = pathOf(row).split("/");
    const isPersonal = deeper === undefined && people.has(owner.toLowerCase());
    if (!isPersonal || known.has(pathOf(row))) continue;
    const { id } = (await here.call("GET", `/namespaces/${owner}`)) as Row;
    await here.call("POST", "/projects", {
      path,
      name: row.name,
      namespace_id: id,
      initialize_with_readme: row.empty_repo === false,
    });
  }
}

/**
 * Makes by hand the rules that name nobody, which files may only find and not make: they would let anybody approve. Those that do so come first, since
 * a project has only one of them.
 */
export async function copyRulesOfNobody(from: Playground, to: Playground): Promise<void> {
  const [there, here] = [new Around(from.platform), new Around(to.platform)];
  const targets = new Map((await here.all("projects")).map((row) => [pathOf(row), row.id]));
  for (const row of await there.all("projects")) {
    const target = targets.get(pathOf(row));
    if (target === undefined) continue;
    const rules = (await there.call("GET", `/projects/${row.id}/approval_rules?per_page=100`)) as Row[];
    for (const { name, approvals_required, rule_type } of rules.filter((rule) => rule.rule_type === "any_approver"))
      await here.attempt("rule", () =>
        here.call("POST", `/projects/${target}/approval_rules`, { name, approvals_required, rule_type }),
      );
    const ofNobody = rules.filter(
      (rule) => rule.rule_type === "regular" && rule.users?.length === 0 && rule.groups?.length === 0,
    );
    for (const { name, approvals_required } of ofNobody) await makeRuleOfNobody(here, target, { name, approvals_required });
  }
}

/**
 * Undoes what hides how a platform became what it is: locks that came after the shares which they forbid, rules whose project has another of the
 * same name, of which files can name only one, groups that who made them has left, projects that moved into a group which has a share of them, and integrations of
 * groups, which hand down what files of projects leave unsaid.
 */
export async function makeRepeatable(ground: Playground, isLicensed: boolean): Promise<void> {
  const { platform, server } = ground;
  const around = new Around(platform);
  const unlocked = { share_with_group_lock: false, prevent_sharing_groups_outside_hierarchy: false };
  const { id: own } = (await around.call("GET", "/user")) as Row;
  for (const { id } of await around.all("groups")) {
    await around.attempt("unlock", () => around.call("PUT", `/groups/${id}`, unlocked));
    await around.attempt("return", () => around.call("POST", `/groups/${id}/members`, { user_id: own, access_level: 50 }));
    if (server.dialect === "vendor")
      for (const { slug } of (await around.call("GET", `/groups/${id}/integrations`)) as Row[])
        await around.attempt("drop", () => around.call("DELETE", `/groups/${id}/integrations/${slug}`));
  }
  for (const { id, namespace } of await around.all("projects"))
    await around.attempt("unshare", () => around.call("DELETE", `/projects/${id}/share/${namespace?.id}`));
  for (const { id } of isLicensed ? await around.all("projects") : []) {
    const names = new Set<string | undefined>();
    for (const rule of (await around.call("GET", `/projects/${id}/approval_rules?per_page=100`)) as Row[]) {
      const name = rule.name?.toLowerCase();
      if (names.has(name)) await around.attempt("drop", () => around.call("DELETE", `/projects/${id}/approval_rules/${rule.id}`));
      names.add(name);
    }
  }
}

/** A rule that names nobody is one whose people have gone. */
async function makeRuleOfNobody(here: Around, project: number, rule: object): Promise<void> {
  const [member] = (await here.call("GET", `/projects/${project}/members/all`)) as Row[];
  const { id } = (await here.call("POST", `/projects/${project}/approval_rules`, { ...rule, user_ids: [member?.id] })) as Row;
  const nobody = { user_ids: [], group_ids: [], protected_branch_ids: [] };
  await here.call("PUT", `/projects/${project}/approval_rules/${id}`, { ...rule, ...nobody });
}

/**
 * Gives the groups and projects of one platform the members and branches that they have on another: what rules refer to and files do not declare. Protections that
 * came by themselves go: files leave alone what they do not name, of those too. An archived project takes none of it, so it is unarchived.
 */
export async function copyPeopleAndBranches(from: Playground, to: Playground): Promise<void> {
  const [there, here] = [new Around(from.platform), new Around(to.platform)];
  for (const kind of ["groups", "projects"] as const) {
    const targets = new Map((await here.all(kind)).map((row) => [pathOf(row), row]));
    for (const row of await there.all(kind)) {
      const target = targets.get(pathOf(row));
      if (!target) continue;
      if (target.archived) await here.call("POST", `/projects/${target.id}/unarchive`);
      await copyMembers(there, here, `/${kind}/${row.id}/members`, `/${kind}/${target.id}/members`);
      if (kind === "projects") await copyBranches(there, here, `/projects/${row.id}`, `/projects/${target.id}`);
    }
  }
}

function pathOf({ full_path, path_with_namespace }: Row): string {
  return full_path ?? path_with_namespace ?? "";
}

async function copyMembers(there: Around, here: Around, from: string, to: string): Promise<void> {
  for (const { username, access_level } of (await there.call("GET", `${from}?per_page=100`)) as Row[]) {
    const [user] = (await here.call("GET", `/users?username=${username}`)) as Row[];
    // Some are there already: whoever made it, and members from above.
    if (user) await here.attempt("member", () => here.call("POST", to, { user_id: user.id, access_level }));
  }
}

async function copyBranches(there: Around, here: Around, from: string, to: string): Promise<void> {
  const names = async (around: Around, path: string) =>
    ((await around.call("GET", `${path}?per_page=100`)) as Row[]).flatMap(({ name = "", inherited }) =>
      inherited ? [] : [name],
    );
  const known = await names(here, `${to}/repository/branches`);
  const [ref] = known;
  if (ref === undefined) return;
  for (const branch of await names(there, `${from}/repository/branches`))
    if (!known.includes(branch)) await here.call("POST", `${to}/repository/branches`, { branch, ref });
  for (const name of await names(here, `${to}/protected_branches`))
    await here.call("DELETE", `${to}/protected_branches/${encodeURIComponent(name)}`);
}
