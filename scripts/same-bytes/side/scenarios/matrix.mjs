// Every attribute of every kind: created, changed, drifted by hand, unset, deleted.
const servers = [
  { tier: "free", dialect: "vendor", version: "15.4.0" },
  { tier: "premium", dialect: "neutral", version: "17.5.0" },
  { tier: "ultimate", dialect: "vendor", version: "17.5.0" },
  { tier: "ultimate", dialect: "neutral", version: "15.4.0" },
];
const png = (last) => new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, last]);
const pictures = { "./assets/first.png": png(1), "./assets/second.png": png(2) };

export function matrix(material) {
  return servers.map((server) => ({
    name: `matrix/${server.tier}-${server.dialect}`,
    run: (kit) => story(kit, material, server),
  }));
}

async function story(kit, material, place) {
  const { tier, dialect, version } = place;
  const { subjects, offers, takesFixed, specAt, unsets, writeBodies, buildWorld, Hand, secrets } = material;
  // The id of a commit has the time in it, which differs from run to run.
  const offered = subjects((field, kind, key) => offers(place, field, kind, key)).filter(
    (subject) => subject.turn === 1 && !subject.kind.committed && takesFixed(place, subject),
  );
  const bodies = (spec) => offered.map((subject) => ({ subject, spec: spec(subject) }));
  for (const [path, bytes] of Object.entries(pictures)) kit.file(`files/${path}`, bytes);
  kit.set(secrets);
  const server = await kit.server({
    tier,
    dialect,
    serverVersion: version,
    seed: { users: ["alice", "bob", "carol", "dave"].map((username) => ({ username })) },
  });
  await buildWorld(server);
  const allowed = ["--allow-delete", "group", "--allow-delete", "project", "--max-deletes", "50"];
  const meant = ["--ack", "weakening"];
  const become = async (name, all) => {
    kit.file("files/trueup.yaml", writeBodies(all, dialect).text);
    await kit.run(`${name}.plan`, ["plan", "files", "--out", "plan.json", ...allowed, ...meant]);
    kit.keepFile(`${name}-saved.plan`, "plan.json");
    // The lines of progress come in the order of read-backs, which several requests at once decide.
    const quiet = ["-q", "--yes", "--json", "--concurrency", "1"];
    await kit.run(`${name}.result`, ["apply", "--plan", "plan.json", "files", ...meant, ...quiet]);
  };
  const everything = subjects(() => true).map((subject) => ({ subject, spec: specAt(subject, 0) }));
  kit.file("files/trueup.yaml", writeBodies(everything, dialect).text);
  await kit.run("lacking.plan", ["plan", "files", "--json"]);
  await kit.run("lacking.text", ["validate", "files", "--tier", tier, "--server-version", version, "--json"]);
  await become(
    "created",
    bodies((subject) => specAt(subject, 0)),
  );
  await server.call("POST", "/projects/acme%2Fweb/repository/branches", { branch: "release", ref: "main" });
  await become(
    "changed",
    bodies((subject) => specAt(subject, 1)),
  );
  const hand = new Hand(server, place, pictures);
  for (const { subject, spec } of bodies((one) => specAt(one, 0))) {
    const own = Object.fromEntries(Object.entries(spec).filter(([name]) => subject.fields[name]?.on !== "create"));
    // Some attributes only go together with others: what is declined one way is declined for both sides.
    await hand.change(subject, own).catch(() => undefined);
  }
  await kit.run("drift.plan", ["drift", "files", "--json"]);
  await kit.run("export.text", ["export", "--out", "exported", "--full"]);
  kit.keep("exported", "exported");
  await kit.run("adopt.text", ["drift", "files", "--adopt-all", "--yes"]);
  kit.keep("adopted", "files");
  await become(
    "healed",
    bodies((subject) => specAt(subject, 1)),
  );
  await become(
    "unset",
    bodies((subject) => ({ ...specAt(subject, 1), ...unsets(subject) })),
  );
  const gone = offered.filter(({ kind }) =>
    (kind.parents ? Object.values(kind.parents) : [kind]).some(({ routes }) => routes.delete !== undefined),
  );
  await become(
    "deleted",
    gone.map((subject) => ({ subject, spec: { ensure: "absent" } })),
  );
}
