// The example company, from nothing to drift and back.
import { join } from "node:path";

const secrets = { ACME_SPAM_KEY: "spam-key-of-the-comparison", ACME_CHAT_WEBHOOK: "https://chat.acme.example/hooks/comparison" };
const servers = [
  { dialect: "neutral", tier: "ultimate", serverVersion: "15.4.0" },
  { dialect: "vendor", tier: "ultimate", serverVersion: "17.5.0" },
  { dialect: "neutral", tier: "premium", serverVersion: "17.5.0" },
  { dialect: "vendor", tier: "free", serverVersion: "15.4.0" },
];

/** How plans are shown, one after the other. */
const looks = [["--json"], ["--verbose"], ["--format", "markdown"]];
const exports = [
  [
    ["hcl", "--format", "hcl-import"],
    ["full", "--full", "--layout", "single"],
  ],
  [
    ["cdktf", "--format", "cdktf"],
    ["under", "--under", "acme/shop/**", "--layout", "per-project"],
  ],
  [
    ["plain-hcl", "--format", "hcl"],
    ["kind", "--kind", "topic", "--kind", "integration"],
  ],
];

export function acme() {
  const told = servers.map((server, index) => ({
    name: `acme/${server.tier}-${server.dialect}`,
    run: (kit) => story(kit, server, index),
  }));
  return [...told, { name: "acme/side-by-side", run: sideBySide }];
}

async function story(kit, options, index) {
  kit.copy(join(kit.base, "examples/acme"), "acme");
  kit.set(secrets);
  const server = await kit.server(options);
  const once = ["--yes", "--json", "--concurrency", "1"];
  await kit.run("new.plan", ["plan", "acme", "--out", "plan.json", ...looks[index % looks.length]]);
  kit.keepFile("saved.plan", "plan.json");
  await kit.run("target.plan", ["plan", "acme", "--json", "--target", "project:acme/shop/**", "--target", "topic:*"]);
  const { code } = await kit.run("new.result", ["apply", "acme", ...once]);
  // Where the licence lacks something the whole is refused.
  if (code !== 0) return;
  await kit.run("stale.result", ["apply", "--plan", "plan.json", ...once]);
  await kit.run("again.plan", ["plan", "acme", "--detailed-exitcode", "--unmanaged"]);
  await byHand(server);
  await kit.run("drift.plan", ["drift", "acme", "--unmanaged", ...looks[(index + 1) % looks.length]]);
  await kit.run("drift-target.plan", ["plan", "acme", "--json", "--target", "project:acme/shop/**", "--target", "topic:*"]);
  await kit.run("drift-target-one.plan", ["plan", "acme", "--json", "--target", "approval_rule:acme/shop/checkout:Security"]);
  await kit.run("resend.plan", ["plan", "acme", "--json", "--resend-secrets", "**"]);
  await kit.run("export.text", ["export", "--out", "exported", "--json"]);
  kit.keep("exported");
  kit.fillIn("exported");
  await kit.run("exported.plan", ["plan", "exported", "--json"]);
  for (const [name, ...words] of exports[index % exports.length]) {
    await kit.run(`export-${name}.text`, ["export", "--out", name, ...words]);
    kit.keep(name);
  }
  kit.copy(kit.at("acme"), "adopted");
  await kit.run("adopt-one.text", ["drift", "adopted", "--adopt", "project:acme/shop/*", "--yes"]);
  kit.keep("adopted-one", "adopted");
  await kit.run("adopt-all.text", ["drift", "adopted", "--adopt-all", "--yes", "--json"]);
  kit.keep("adopted-all", "adopted");
  await kit.run("healed.result", ["apply", "acme", "--yes", "--concurrency", "1"]);
  await kit.run("healed.plan", ["plan", "acme", "--json"]);
}

/** Writes side by side, as they are unless somebody asks otherwise. */
async function sideBySide(kit) {
  kit.copy(join(kit.base, "examples/acme"), "acme");
  kit.set(secrets);
  await kit.server();
  await kit.run("new.result", ["apply", "acme", "--yes", "--json"], { unordered: true });
  await kit.run("again.text", ["plan", "acme"], { unordered: true });
}

/** Somebody changes this and that past the files. */
async function byHand({ call }) {
  const licensed = (work) =>
    work.catch((error) => (error.status === 404 || error.status === 403 ? undefined : Promise.reject(error)));
  await call("PUT", "/application/settings", { signup_enabled: true });
  await call("PUT", "/projects/acme%2Fshop%2Fweb", { merge_method: "merge", description: "Hands off" });
  await call("PUT", "/groups/acme%2Fshop", { description: "Somebody else's" });
  await call("PUT", "/projects/acme%2Fshop%2Fweb/integrations/external-wiki", { external_wiki_url: "https://w.example" });
  const rules = (await licensed(call("GET", "/projects/acme%2Fshop%2Fcheckout/approval_rules"))) ?? [];
  const rule = rules.find(({ name }) => name === "Security");
  if (rule) await call("DELETE", `/projects/acme%2Fshop%2Fcheckout/approval_rules/${rule.id}`);
  if (rule)
    await call("POST", "/projects/acme%2Fshop%2Fcheckout/approval_rules", {
      name: "Stray",
      approvals_required: 1,
      group_ids: rule.groups.map(({ id }) => id),
    });
  await call("POST", "/topics", { name: "stray", title: "Stray" });
}
