// What a run of the tests comes to: which files are run once more, what counts, and which line CI reads.

/** Tests about concurrency, kills and races: what flickers there is a fault of the product, so they are never run twice. */
const race = "race";
/** More failing files than these are no flicker. */
const mostAgain = 5;

const failing = ({ cases }) => cases.filter(({ state }) => state === "failed");
const nameOf = (file, title) => `${file} › ${title}`;

/** The tests that a file's failure is about: all of them where a hook failed, or none of them ran. */
const blamed = (one) => (failing(one).length > 0 ? failing(one) : one.cases);

/** The files that are run once more, each alone. None where a failure may not be repeated, or where many fail. */
export function filesToRepeat({ files }) {
  const failed = files.filter(({ ok }) => !ok);
  if (failed.length > mostAgain) return [];
  return failed.filter((one) => blamed(one).every(({ tags }) => !tags.includes(race))).map(({ file }) => file);
}

/**
 * What a run comes to. `again` has the second report of each file that was repeated; `known` names the tests that flickered before, as `FILE › TEST`;
 * `leftOut` are tags of tests that this ring does not run; with `noSkips` a skipped test counts as failed.
 * Answers counts, the tests that flickered for the first time, and lines to print.
 */
export function verdict({ report, again, known, leftOut, noSkips }) {
  const lines = [];
  const flaky = [];
  let [passed, failed, skipped] = [0, 0, 0];
  for (const one of report.files) {
    const repeated = again.get(one.file)?.files[0];
    const names = failing(one).map(({ name }) => nameOf(one.file, name));
    // A file that does not even load has no test that failed.
    if (!one.ok && names.length === 0) names.push(nameOf(one.file, "the file itself"));
    const second = names.filter((name) => known.includes(name));
    const isFlaky = repeated?.ok === true && second.length === 0;
    for (const name of isFlaky ? names : []) lines.push(`flaky: ${name}`);
    for (const name of repeated?.ok === true ? second : [])
      lines.push(`flaky for the second time, which counts as failed: ${name}`);
    if (isFlaky) flaky.push(...names);
    failed += isFlaky ? 0 : names.length;
    const { cases } = isFlaky ? repeated : one;
    passed += cases.filter(({ state }) => state === "passed").length;
    for (const { name, state, tags } of cases) {
      if (state !== "skipped" || tags.some((tag) => leftOut.includes(tag))) continue;
      skipped += 1;
      if (noSkips) lines.push(`not run, which counts as failed: ${nameOf(one.file, name)}`);
    }
  }
  if (report.errors > 0) lines.push(`errors outside of tests: ${report.errors}`);
  failed += report.errors + (noSkips ? skipped : 0);
  return { passed, failed, skipped: noSkips ? 0 : skipped, flaky, lines };
}

/** The line that CI reads. */
export function counts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
