import { describe, expect, it, onTestFinished } from "vitest";
import { createRedactor } from "../../src/core/redact.js";
import { openForge } from "../../src/trueup.js";
import { directory } from "../harness/directory.js";
import { gitForge } from "../harness/git-forge.js";
import { githubForge } from "../harness/github-forge.js";

type Place = Parameters<typeof openForge>[0];

async function opened(place: Place, token: string) {
  const forge = await openForge(
    place,
    { notes: token },
    { cwd: directory(), env: {}, redactor: createRedactor(), now: new Date() },
  );
  onTestFinished(async () => forge.close());
  return forge;
}

/** A forge of each service, with one issue that mallory made under the label. */
const services = {
  gitlab: async () => {
    const standIn = await gitForge();
    const { url } = standIn;
    const call: typeof standIn.call = async (...asked) => standIn.call(...asked);
    await call("mallory", "POST", "/projects/platform%2Fdesired/issues", {
      title: "Mine",
      description: "No drift",
      labels: "drift",
    });
    await call("alice", "POST", "/projects/platform%2Fdesired/issues", { title: "Another label", labels: "bug" });
    const commentsOf = async (number: number) => {
      const notes = await call("alice", "GET", `/projects/platform%2Fdesired/issues/${number}/notes`);
      return (notes as { body: string; system: boolean }[]).filter(({ system }) => !system).map(({ body }) => body);
    };
    return { forge: await opened({ service: "gitlab", url }, "token-of-bot"), hosting: "platform/desired", commentsOf };
  },
  github: async () => {
    const standIn = await githubForge();
    const stored = { by: "mallory", state: "open", labels: ["drift"] } as const;
    standIn.issues.push(
      { ...stored, id: 98, number: 98, title: "Mine", body: "No drift", isRequest: false },
      { ...stored, id: 99, number: 99, title: "A pull request", body: "No issue", isRequest: true },
    );
    const forge = await opened({ service: "github", url: `${standIn.url}/api/v3` }, "token-of-github-actions[bot]");
    return { forge, hosting: "acme/desired", commentsOf: async () => standIn.comments.map(({ body }) => body) };
  },
};

describe.each(["gitlab", "github"] as const)("the issues of a forge: %s", (service) => {
  it("are made, found again by their label, changed, closed, opened again and commented on", async () => {
    const { forge, hosting, commentsOf } = await services[service]();
    expect(await forge.issues(hosting, "drift")).toMatchObject([{ title: "Mine", isOwn: false, isOpen: true }]);
    const made = await forge.makeIssue(hosting, { title: "Drift", body: "Two things", labelName: "drift" });
    expect(made).toMatchObject({ title: "Drift", body: "Two things", isOpen: true, isOwn: true });
    expect(made.url).toMatch(/\/issues\/\d+$|\/work_items\/\d+$/);
    const own = async () => (await forge.issues(hosting, "drift")).filter(({ isOwn }) => isOwn);
    expect(await own()).toEqual([made]);
    await forge.changeIssue(hosting, made.number, { body: "One thing", isOpen: false });
    expect(await own()).toEqual([{ ...made, body: "One thing", isOpen: false }]);
    await forge.changeIssue(hosting, made.number, { title: "Drift again", isOpen: true });
    expect(await own()).toEqual([{ ...made, title: "Drift again", body: "One thing" }]);
    await forge.comment(hosting, made.number, "Since yesterday: topic:a");
    expect(await commentsOf(made.number)).toEqual(["Since yesterday: topic:a"]);
    expect(await forge.issues(hosting, "drift")).toHaveLength(2);
  });
});

it("an issue that the service leaves without its label is closed, because no later run would find it", async () => {
  const standIn = await githubForge();
  standIn.dropsLabels = true;
  const forge = await opened({ service: "github", url: `${standIn.url}/api/v3` }, "token-of-alice");
  const made = forge.makeIssue("acme/desired", { title: "Drift", body: "Two things", labelName: "drift" });
  await expect(made).rejects.toMatchObject({ code: "forge.label" });
  expect(standIn.issues.map(({ state }) => state)).toEqual(["closed"]);
});
