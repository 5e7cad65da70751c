// docs/emulator-operations.md: what the emulator serves of a release of real servers, and why it lacks the rest.

/** The text of the page. `accounts` are those of `src/emulator/account.ts`, by release; the newest release comes last. */
export function operationsPage(accounts) {
  const [release, newest] = [...accounts].at(-1);
  const paths = grouped(newest);
  const collections = [...paths].filter(([, all]) => has(all, "GET") && has(all, "POST"));
  return [
    "# What the emulator serves of real servers",
    "",
    `Every operation of release ${release}, in the vendor dialect. A **collection** is only stored and listed and made from facts of the release (\`src/emulator/core/collection\`), an **operation** has code of its own (\`src/emulator/resources\`), a **described** one is in the API description ([emulator.md](emulator.md)). An **absent** one answers 501 with its name.`,
    "Made by `npm run generate`.",
    "",
    ...summary(accounts),
    "",
    `## Collections (${collections.length})`,
    "",
    "Paths with a list and a POST.",
    "",
    "| path | served by | why not |",
    "|---|---|---|",
    ...collections.toSorted(byName).map(([path, all]) => `| \`${path}\` | ${servicesOf(all)} | ${reasonsOf(all)} |`),
    "",
    `## All operations (${newest.length})`,
    "",
    "| path | collection | operation | described | absent | why absent |",
    "|---|---|---|---|---|---|",
    ...[...paths]
      .toSorted(byName)
      .map(
        ([path, all]) =>
          `| \`${path}\` | ${["collection", "operation", "described", "absent"].map((service) => methodsOf(all, service)).join(" | ")} | ${reasonsOf(all)} |`,
      ),
    "",
  ].join("\n");
}

function grouped(all) {
  const groups = new Map();
  for (const one of all) groups.set(one.path, [...(groups.get(one.path) ?? []), one]);
  return groups;
}

const byName = ([one], [other]) => (one < other ? -1 : 1);
const has = (all, method) => all.some((one) => one.method === method);

function summary(accounts) {
  const counts = [...accounts].map(([release, all]) => {
    const count = (service) => all.filter((one) => one.service === service).length;
    return `| ${release} | ${all.length} | ${count("collection")} | ${count("operation")} | ${count("described")} | ${count("absent")} |`;
  });
  return [
    "| release | operations | collections | operations with code | described | absent |",
    "|---|---|---|---|---|---|",
    ...counts,
  ];
}

/** The services of the list and of the creation. */
function servicesOf(all) {
  const services = all.filter(({ method }) => method === "GET" || method === "POST").map(({ service }) => service);
  return [...new Set(services)].join(", ");
}

function methodsOf(all, service) {
  return all
    .filter((one) => one.service === service)
    .map(({ method }) => method)
    .toSorted()
    .join(" ");
}

function reasonsOf(all) {
  return [...new Set(all.flatMap(({ service, reason }) => (service === "absent" ? [reason] : [])))].join("; ");
}

/** The same in short, for who runs `npm run coverage`: counts of each release, and what is absent from the newest, by reason. */
export function operationsSummary(accounts) {
  const [release, newest] = [...accounts].at(-1);
  const paths = [...grouped(newest)].filter(([, all]) => has(all, "GET") && has(all, "POST"));
  const served = paths.filter(([, all]) => !servicesOf(all).includes("absent"));
  const absent = new Map();
  for (const one of newest.filter(({ service }) => service === "absent"))
    absent.set(one.reason, [...(absent.get(one.reason) ?? []), one]);
  return [
    ...summary(accounts),
    `${served.length} of the ${paths.length} collections of ${release} are served, the others not or in part`,
    ...[...absent]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .flatMap(([reason, all]) => [`absent, ${reason}: ${all.length}`, ...all.map(({ method, path }) => `  ${method} ${path}`)]),
  ].join("\n");
}
