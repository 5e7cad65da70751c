// The five reasons of README.md with their numbers, from the measurements that scripts/bench-readme.mjs keeps in docs/assets/measured.json.

export const BEGIN = "<!-- bench:begin -->";
export const END = "<!-- bench:end -->";

const grouped = (number) => number.toLocaleString("en-US");
const times = (more, less) => `${Math.round(more / less)} times`;

/** What stands between the markers. */
export function reasons({ requests, gitlabform, converged, moved, adopted, started }) {
  const { few, many, settings, large, all, sections } = requests;
  const rows = [
    [
      "**A plan asks little of the server.** Settings come from lists of 100 projects. Rules and hooks of a project take one request each.",
      `Settings of ${grouped(few)} projects: ${settings.reads} requests. Of ${grouped(many)}: ${large.reads}. gitlabform's dry run of the ${grouped(few)}: ${gitlabform.dry.reads}, ${times(gitlabform.dry.reads, settings.reads)} as many`,
      "requests",
    ],
    [
      "**A plan shows everything, and planning cannot write.** Every attribute of every kind, with the line that asks for it.",
      `Settings, branches, approval rules and hooks of ${few} projects: ${sections} of ${sections} compared in ${all.reads} reads, ${all.writes} writes. gitlabform's dry run compares ${gitlabform.dry.sections} of ${sections}. Its full run takes ${gitlabform.run.reads} reads`,
      "requests",
    ],
    [
      "**Applied means done.** trueup reads back what it wrote. The next plan is empty.",
      `${converged.empty} of ${converged.kinds} kinds: the plan after one apply has no change`,
      "converged",
    ],
    [
      "**Apply does what you approved, and nothing else.** trueup leaves alone what changed after the plan.",
      `${moved.planned} planned updates, 1 project changed by hand meanwhile: ${moved.done} applied, ${moved.left} left alone and reported`,
      "moved",
    ],
    [
      "**Start from what is there, or from nothing.** `trueup export` writes files; the built-in platform needs no server.",
      `An exported company of ${adopted.resources} resources plans ${adopted.changes} changes. The platform takes ${started.ratio} times as long to start as an empty Node program, and passes ${started.suites.map(({ name, release, passed, all: tests }) => `${passed} of ${tests} tests of ${name} ${release}`).join(", ")}`,
      "adopted started",
    ],
  ];
  const table = rows.map(
    ([reason, measured, only]) =>
      `| ${reason} | ${measured} | ${only
        .split(" ")
        .map((name) => `\`--only ${name}\``)
        .join(", ")} |`,
  );
  return [
    "| reason | measured | `npm run bench -- --readme` |",
    "|---|---|---|",
    ...table,
    "",
    `Made by \`npm run bench -- --readme\` on ${started.date}: ${started.machine}. gitlabform ${gitlabform.release} was measured on ${gitlabform.date} on the same platform, with the configuration from which \`trueup convert --from gitlabform\` made trueup's files. All projects were already as declared. Counts of requests do not depend on the machine. The suites' results are those of [docs/conformance.md](docs/conformance.md).`,
  ].join("\n");
}

/** README.md with these measurements. Throws if it has no markers. */
export function withReasons(page, measured) {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`README.md lacks ${BEGIN} … ${END}`);
  return `${page.slice(0, begin + BEGIN.length)}\n${reasons(measured)}\n${page.slice(end)}`;
}
