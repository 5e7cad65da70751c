// Instances that many random changes by hand made what they are: exported, declared, and exported again after more of them.
import fc from "fast-check";

const layouts = ["single", "per-project", "per-group"];
const [stepsBefore, stepsAfter] = [75, 20];

export function walked({ servers, coveringSteps, anyStep }) {
  return servers.map((server, index) => {
    const story = fc.record({
      first: coveringSteps(server),
      more: fc.array(anyStep(server), { minLength: stepsAfter, maxLength: stepsAfter }),
    });
    const draw = () => fc.sample(story, { numRuns: 1, seed: 40 + index })[0];
    return {
      name: `walked/${server.tier}-${server.dialect}`,
      run: (kit) => run(kit, server, draw(), layouts[index % layouts.length]),
    };
  });
}

async function run(kit, place, { first, more }, layout) {
  const { tier, dialect, version } = place;
  const server = await kit.server({ seed: kit.material.seed, tier, dialect, serverVersion: version });
  await kit.walk(server, place, first.covering.slice(0, stepsBefore));
  await kit.run("export.text", ["export", "--out", "files", "--layout", layout, "--json"]);
  kit.keep("files", "files");
  kit.fillIn("files");
  await kit.run("exported.plan", ["plan", "files", "--json"]);
  await kit.run("export-full.text", ["export", "--out", "full", "--full", "--under", "acme/**"]);
  kit.keep("full", "full");
  await kit.run("export-hcl.text", ["export", "--out", "hcl", "--format", "hcl-import"]);
  kit.keep("hcl", "hcl");
  await kit.walk(server, place, more);
  await kit.run("drift.plan", ["drift", "files", "--json", "--unmanaged"]);
  kit.copy(kit.at("files"), "adopted");
  await kit.run("adopt-all.text", ["drift", "adopted", "--adopt-all", "--yes"]);
  kit.keep("adopted", "adopted");
  await kit.run("export-again.text", ["export", "--out", "adopted", "--yes"]);
  kit.keep("exported-again", "adopted");
  await kit.run("apply.result", ["apply", "files", "--yes", "--json", "--concurrency", "1"]);
}
