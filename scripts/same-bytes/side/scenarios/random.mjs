// Random desired states, one after the other on one instance, and changes by hand after them.
import fc from "fast-check";

const instances = 50;
const servers = [
  { dialect: "neutral", tier: "ultimate", version: "15.4.0" },
  { dialect: "vendor", tier: "ultimate", version: "15.4.0" },
  { dialect: "neutral", tier: "ultimate", version: "17.5.0" },
  { dialect: "vendor", tier: "premium", version: "17.5.0" },
  { dialect: "neutral", tier: "free", version: "15.4.0" },
];
const seed = { users: [{ username: "alice" }, { username: "bob" }] };
const stepsByHand = 10;
const allowed = ["--allow-delete", "group", "--allow-delete", "project", "--max-deletes", "100"];
const once = ["--yes", "--json", "--concurrency", "1"];

/** Every fifth instance is of each server, so each of the endings, of which there are three, comes on each server. */
export function random(material) {
  const stories = fc.sample(fc.array(material.states, { minLength: 2, maxLength: 2 }), { numRuns: instances, seed: 12 });
  return stories.map((states, index) => ({
    name: `random/${String(index + 1).padStart(2, "0")}`,
    run: (kit) => story(kit, states, index),
  }));
}

async function story(kit, states, index) {
  const { dialect, tier, version } = servers[index % servers.length];
  const place = { dialect, tier, version };
  const server = await kit.server({ dialect, tier, serverVersion: version, seed });
  for (const [turn, state] of states.entries()) {
    kit.file("trueup.json", state);
    const words = ["trueup.json", "--out", "plan.json", ...allowed];
    await kit.run(`state-${turn}.plan`, [
      "plan",
      ...words,
      ...(turn === 0 ? ["--json"] : index % 2 === 0 ? ["--verbose"] : ["--format", "markdown"]),
    ]);
    if (turn === 0) await kit.run("state-0.result", ["apply", "trueup.json", ...allowed, ...once]);
    else {
      kit.keepFile("saved.plan", "plan.json");
      await kit.run("saved.result", ["apply", "--plan", "plan.json", ...once]);
    }
  }
  const [steps] = fc.sample(fc.array(kit.material.anyStep(place), { minLength: stepsByHand, maxLength: stepsByHand }), {
    numRuns: 1,
    seed: index,
  });
  await kit.walk(server, place, steps);
  await kit.run("drift.plan", ["drift", "trueup.json", "--json", "--unmanaged"]);
  await endings[index % endings.length](kit);
}

const endings = [
  async (kit) => {
    await kit.run("target.plan", [
      "plan",
      "trueup.json",
      "--json",
      "--target",
      "project:**",
      "--target",
      "approval_rule:**",
      ...allowed,
    ]);
    await kit.run("healed.result", ["apply", "trueup.json", ...allowed, ...once]);
  },
  async (kit) => {
    await kit.run("export.text", ["export", "--out", "exported"]);
    kit.keep("exported", "exported");
    kit.fillIn("exported");
    await kit.run("exported.plan", ["plan", "exported", "--json"]);
  },
  async (kit) => {
    await kit.run("adopt.text", ["drift", "trueup.json", "--adopt-all", "--yes", "--json"]);
    kit.keepFile("adopted.text", "trueup.json");
  },
];
