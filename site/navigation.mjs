// What stands in the bar at the side, by what people do. A page of docs/ that is not named here is found by search and by links alone.
import { readdirSync } from "node:fs";
import { docs } from "./places.mjs";

/** Pages of a folder, by name, but for its own front page. */
function pagesIn(folder) {
  const names = readdirSync(`${docs}/${folder}`).filter((name) => name.endsWith(".md") && !/^(README|index)\.md$/.test(name));
  return names.sort().map((name) => {
    const page = name.slice(0, -".md".length);
    return { text: page, link: `/${folder}/${page}` };
  });
}

const page = (text, link) => ({ text, link });
const folded = (text, link, items) => ({ text, link, collapsed: true, items });
/** A folder without a front page leads to its first page: an entry that only folds is a button inside of a button to who cannot see it. */
function folder(text, path) {
  const pages = pagesIn(path);
  return folded(text, pages[0]?.link, pages);
}

/** The groups of the side bar. */
export function sidebar() {
  return [
    { text: "Start", items: [page("Overview", "/"), page("Tutorial: ten minutes", "/tutorial")] },
    { text: "Guides", items: guides() },
    { text: "Reference", items: reference() },
    { text: "Explanation", items: explanation() },
  ];
}

function guides() {
  return [
    page("Adopt an instance", "/adopting"),
    page("Policies for many projects", "/policies"),
    page("GitOps", "/gitops"),
    page("Run it elsewhere", "/deploying"),
    page("Log in", "/authentication"),
    page("Secrets", "/secrets"),
    page("Rename, move, delete", "/rename-move-delete"),
    page("Who may push and merge", "/protected-branches"),
    page("Where a value comes from", "/explain"),
    folded("Terraform and CDKTF", "/terraform", [page("Terraform", "/terraform"), page("CDKTF and CDKTN", "/cdktf")]),
    page("From gitlabform", "/from-gitlabform"),
    page("From the Terraform provider", "/from-gitlab-provider"),
    page("An emulator for your own tests", "/emulator"),
    page("The client library", "/client"),
    page("When something goes wrong", "/troubleshooting"),
    page("Examine a server", "/doctor"),
  ];
}

function reference() {
  return [
    folded("Commands", "/commands/", pagesIn("commands")),
    page("Exit codes", "/exit-codes"),
    folded("Codes of messages", "/codes/", pagesIn("codes")),
    page("File format", "/files"),
    page("Project file (trueup.yaml)", "/project-file"),
    page("Reading plans", "/reading-plans"),
    page("Plan format", "/plan-format"),
    page("The journal of an apply", "/journal"),
    page("Changes that weaken protection", "/guards"),
    folded("Kinds", "/kinds/", pagesIn("kinds")),
    folded("Terraform resources", "/terraform/", [
      ...pagesIn("terraform/resources"),
      folder("Data sources", "terraform/data-sources"),
    ]),
    page("What the emulator serves", "/emulator-operations"),
    page("Coverage of the API", "/coverage"),
  ];
}

function explanation() {
  return [
    page("How a plan is made", "/how-a-plan-is-made"),
    page("Why there is no state", "/why-no-state"),
    page("Security model", "/security-model"),
    page("Limits: what is left out", "/left-out"),
    page("Differences between servers", "/dialects"),
    page("Conformance", "/conformance"),
    page("Architecture", "/ARCHITECTURE"),
    page("What is promised", "/INVARIANTS"),
    page("Rules of the platform", "/RULES"),
    folder("Decisions", "decisions"),
  ];
}
