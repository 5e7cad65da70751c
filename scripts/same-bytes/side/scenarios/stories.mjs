// Desired states that follow each other and ask for what random ones rarely do: moves, shares, visibility, names of what is made along, and what is refused.
const one = (more) => ({ groups: { acme: { name: "Acme" } }, ...more });
const share = (group, access_level = "developer", more = {}) => ({ group, access_level, ...more });
const rule = (spec) => one({ projects: { "acme/web": { approval_rules: { Security: spec } } } });
const tree = (visibility) => ({
  groups: { acme: { name: "Acme", visibility }, "acme/sub": { name: "Sub", visibility } },
  projects: { "acme/sub/web": { visibility }, "acme/site": { visibility } },
});
const shared = (shared_with_groups) => ({
  groups: {
    acme: { name: "Acme" },
    "acme/web": { name: "Web", shared_with_groups },
    zeta: { name: "Zeta" },
    yota: { name: "Yota" },
  },
  projects: { "acme/site": { shared_with_groups } },
});
const environment = (...levels) => ({ production: { deploy_access_levels: [{ access_level: "maintainer" }, ...levels] } });

/** States by the name of the story. */
const told = {
  "renamed-group": [
    { groups: { old: { name: "Team" }, "old/sub": { name: "Sub" } }, projects: { "old/sub/web": { description: "one" } } },
    {
      groups: { team: { name: "Team", moved_from: "old" }, "team/sub": { name: "Sub" } },
      projects: { "team/sub/web": { description: "two" } },
    },
    {
      groups: { team: { name: "Team", moved_from: "old" }, "team/sub": { name: "Sub", moved_from: "old/sub" } },
      projects: { "team/site": { moved_from: "team/sub/web" } },
    },
  ],
  transfers: [
    {
      groups: { one: { name: "One" }, "one/sub": { name: "Sub" } },
      projects: { "one/web": { archived: true }, "one/sub/api": {} },
    },
    {
      groups: { one: { name: "One" }, two: { name: "Two" } },
      projects: { "two/site": { moved_from: "one/web", description: "moved" } },
    },
    {
      groups: { one: { ensure: "absent" }, sub: { name: "Sub", moved_from: "one/sub" } },
      projects: { "sub/api": { moved_from: "one/sub/api", topics: ["new"] } },
    },
  ],
  "moves-in-a-move": [
    { groups: { old: { name: "Old" }, "old/sub": { name: "Sub" } }, projects: { "old/sub/web": {}, "old/api": {} } },
    {
      groups: {
        team: { name: "Old", moved_from: "old" },
        "team/sub": { name: "Sub", moved_from: "old/sub" },
        other: { name: "Other" },
      },
      projects: {
        "team/sub/web": { moved_from: "old/sub/web" },
        "other/api": { moved_from: "old/api", approval_rules: { One: { approvals_required: 1, users: ["root"] } } },
      },
      delete_undeclared: { projects: ["team/**"], approval_rules: ["**"] },
    },
  ],
  "both-exist": [
    { groups: { one: { name: "One" }, two: { name: "Two" } }, topics: { a: { title: "A" }, b: { title: "B" } } },
    { groups: { two: { name: "Two", moved_from: "one" }, lost: { name: "Lost", moved_from: "nowhere" } } },
  ],
  "archived-project": [
    one({ projects: { "acme/web": { archived: true } } }),
    one({ projects: { "acme/web": { archived: true, description: "new" } } }),
    one({
      projects: {
        "acme/web": {
          approval_settings: { reset_approvals_on_push: true },
          integrations: { "external-wiki": { external_wiki_url: "https://w.example" } },
        },
      },
    }),
    one({ projects: { "acme/web": { ensure: "absent" } } }),
    one({ projects: { "acme/web": { description: "again" } } }),
  ],
  visibility: [
    tree("private"),
    tree("public"),
    tree("internal"),
    tree("private"),
    { groups: tree("private").groups, projects: { "acme/site": { visibility: "public" } } },
  ],
  shares: [
    shared([share("zeta")]),
    shared([share("zeta", "reporter", { expires_at: "2035-01-01" }), share("yota", "guest")]),
    shared([]),
  ],
  "shares-of-new-groups": [
    {
      groups: {
        one: {
          name: "One",
          shared_with_groups: [share("two/sub")],
          protected_environments: environment({ group: "one/sub" }, { user: "root" }),
        },
        "one/sub": { name: "Sub" },
        two: { name: "Two", shared_with_groups: [share("one/sub")], protected_environments: environment({ group: "one" }) },
        "two/sub": { name: "Sub" },
      },
    },
    {
      groups: {
        one: { name: "One", protected_environments: { production: { ...environment().production, required_approval_count: 2 } } },
        two: { protected_environments: { production: { ensure: "absent" } } },
      },
    },
  ],
  "names-of-what-is-made": [
    {
      application_settings: {
        file_template_project_id: "acme/templates",
        performance_bar_allowed_group_id: "acme",
        searchengine_namespace_ids: ["acme"],
        default_projects_limit: 7,
      },
      groups: { acme: { name: "Acme", file_template_project_id: "acme/templates" } },
      projects: {
        "acme/templates": {
          initialize_with_readme: true,
          approval_rules: { Security: { approvals_required: 1, users: ["root"], protected_branches: ["main"] } },
        },
      },
    },
    one({ projects: { "acme/imported": { import_url: "https://example.com/web.git", topics: ["fresh"] } } }),
    one({ projects: { "acme/imported": { default_branch: "nowhere" }, "acme/other": { mirror: true } } }),
    one({
      projects: {
        "acme/imported": {
          approval_rules: {
            A: { approvals_required: 1, users: ["nobody-here"] },
            B: { approvals_required: 1, users: ["alice"], groups: ["nowhere"] },
          },
        },
      },
    }),
  ],
  kept: [
    rule({ approvals_required: 1, users: ["root"], groups: ["acme"] }),
    rule({ approvals_required: 2 }),
    rule({ approvals_required: 2, users: [], groups: [] }),
  ],
  undeclared: [
    {
      topics: { kept: { title: "Kept" }, stray: { title: "Stray" } },
      groups: {
        acme: {
          name: "Acme",
          protected_environments: { production: environment().production, staging: environment().production },
        },
        "acme/stray": { name: "Stray" },
      },
      projects: {
        "acme/web": {
          approval_rules: {
            Kept: { approvals_required: 1, users: ["root"] },
            Anybody: { rule_type: "any_approver", approvals_required: 1 },
          },
          integrations: { "emails-on-push": { recipients: "a@example.com" } },
        },
        "acme/lost": {},
        "acme/stray/deep": {},
      },
    },
    {
      topics: { kept: { title: "Kept" } },
      groups: { acme: { name: "Acme", protected_environments: environment() } },
      projects: { "acme/web": { approval_rules: { Kept: { approvals_required: 1, users: ["root"] } } } },
      delete_undeclared: {
        topics: true,
        groups: ["acme/**"],
        projects: ["acme/**"],
        protected_environments: ["acme"],
        approval_rules: ["acme/**"],
        integrations: ["acme/**"],
      },
    },
  ],
  "deletes-with-all-below": [
    { groups: { acme: { name: "Acme" }, "acme/sub": { name: "Sub" } }, projects: { "acme/sub/web": {}, "acme/api": {} } },
    { groups: { acme: { ensure: "absent" } } },
    { groups: { acme: { name: "Acme", description: "back" } } },
  ],
  "parents-missing": [
    { groups: { "nowhere/sub": { name: "Sub" } }, projects: { "nowhere/web": { approval_settings: {} } } },
    { groups: { acme: {} } },
    { projects: { "acme/web": { integrations: { "external-wiki": {} } } } },
  ],
  "instance-by-instance": [
    {
      application_settings: {
        default_project_visibility: "public",
        default_group_visibility: "internal",
        restricted_visibility_levels: ["public"],
      },
    },
    { groups: { acme: { name: "Acme", visibility: "public" } }, projects: { "acme/web": { visibility: "public" } } },
  ],
};
const places = [
  { dialect: "neutral", serverVersion: "15.4.0" },
  { dialect: "vendor", serverVersion: "17.5.0" },
];
const allowed = ["--allow-delete", "group", "--allow-delete", "project", "--max-deletes", "100"];

export function stories() {
  return Object.entries(told).flatMap(([name, states]) =>
    places.map((place) => ({ name: `stories/${name}-${place.dialect}`, run: (kit) => tell(kit, states, place) })),
  );
}

async function tell(kit, states, place) {
  await kit.server({ ...place, seed: { users: [{ username: "alice" }] } });
  for (const [turn, state] of states.entries()) {
    kit.file("trueup.json", state);
    if (turn === 1) await kit.run(`state-${turn}-guarded.plan`, ["plan", "trueup.json", "--unmanaged"]);
    await kit.run(`state-${turn}.plan`, ["plan", "trueup.json", "--json", ...allowed]);
    await kit.run(`state-${turn}.result`, ["apply", "trueup.json", "--yes", "--json", "--concurrency", "1", ...allowed]);
  }
  await kit.run("left.plan", ["plan", "trueup.json", "--json", ...allowed]);
}
