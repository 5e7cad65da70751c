// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";
import { deedsOf, hostileTexts, mustBeInert } from "../report/inert.js";

const web = "/projects/acme%2Fweb";
const request = `${web}/merge_requests/1`;
const perPlan = 50;
let fixture: Fixture;

beforeAll(async () => {
  fixture = await openFixture(inProcess, { dialect: "vendor", tier: "ultimate" });
  const { call } = fixture.platform;
  const group = (await call("POST", "/groups", { name: "Acme", path: "acme" })) as { id: number };
  const person = {
    username: "alice",
    name: "Alice",
    email: "alice@example.com",
    password: "correct-horse-battery",
    skip_confirmation: true,
  };
  const { id } = (await call("POST", "/users", person)) as { id: number };
  await call("POST", "/groups/acme/members", { user_id: id, access_level: 40 });
  await call("POST", "/projects", { name: "Web", path: "web", namespace_id: group.id, initialize_with_readme: true });
  for (const branch of ["bait", "other"]) await call("POST", `${web}/repository/branches`, { branch, ref: "main" });
  const file = { branch: "bait", content: "one\n", commit_message: "Add a file" };
  await call("POST", `${web}/repository/files/one`, file);
  await call("POST", `${web}/labels`, { name: "bait", color: "#ff0000" });
  await call("POST", `${web}/milestones`, { title: "bait" });
  await call("POST", `${web}/merge_requests`, { source_branch: "bait", target_branch: "main", title: "Bait" });
});
afterAll(() => fixture.close());

/** All that a note could change: the merge request, but for what any note and any thread does to it, its approvals, who takes part, and what somebody has to do. */
async function state(): Promise<unknown> {
  const { call } = fixture.platform;
  const said = (await call("GET", request)) as Record<string, unknown>;
  const own = ["updated_at", "user_notes_count", "blocking_discussions_resolved", "detailed_merge_status", "merge_status"];
  const shown = Object.fromEntries(Object.entries(said).filter(([name]) => !own.includes(name)));
  const { updated_at: _at, ...approvals } = (await call("GET", `${request}/approvals`)) as Record<string, unknown>;
  return { shown, approvals, participants: await call("GET", `${request}/participants`), todos: todos() };
}

function todos(): unknown {
  return (fixture.platform.state() as readonly unknown[]).filter((row) => Array.isArray(row) && row[0] === "todos");
}

const topic = (index: number): string => `topic-${index}`;

/** Makes things of the platform that say the texts: what they are called, and what they are about. */
async function putLive(texts: readonly string[], first: number): Promise<void> {
  const { ask } = fixture.platform;
  for (const [index, text] of texts.entries()) {
    const made = [
      await ask("POST", "/topics", { name: topic(first + index), title: text, description: text }),
      await ask("POST", "/groups/acme/labels", { name: `live ${text}`, color: "#ff0000", description: text }),
      await ask("POST", `${web}/approval_rules`, { name: text, approvals_required: 1, user_ids: [1] }),
      await ask("POST", `${web}/variables`, { key: `KEY_${first + index}`, value: text, description: text }),
    ];
    expect(made[0], JSON.stringify(text)).toMatchObject({ status: 201 });
  }
  await ask("PUT", "/groups/acme", { name: texts[0], description: texts[1] });
  await ask("PUT", web, { name: texts[2], description: texts[3], topics: texts.slice(0, 5) });
}

/** A name in files begins and ends with no space. */
const nameOf = (word: string, text: string): string => `${word} ${text.replaceAll(",", "")}`.trim();

/** Files that say of the same things the same texts, each about another one. */
function writeFiles(texts: readonly string[], first: number): string {
  // Files hold no NUL and no half of a surrogate pair.
  const turned = [...texts.slice(1), ...texts.slice(0, 1)].map((text) => text.replaceAll(/[\0\p{Surrogate}]/gu, "\uFFFD"));
  const about = <T>(one: (text: string, index: number) => readonly [string, T]) => Object.fromEntries(turned.map(one));
  const file = `plan-${first}/@alice <img src=x> ~bait.yaml`;
  const declared = {
    version: 1,
    topics: about((text, index) => [topic(first + index), { title: text, description: text }]),
    groups: {
      acme: {
        description: `x\n${turned.slice(0, 8).join("\n")}`,
        labels: about((text) => [nameOf("made", text), { color: "#ff0000", description: text }]),
      },
    },
    projects: {
      "acme/web": {
        description: turned.slice(8, 16).join("\n\n"),
        variables: about((text, index) => [`KEY_${first + index}`, { value: text, description: text }]),
        approval_rules: about((text) => [nameOf("rule", text), { approvals_required: 1, users: ["alice"] }]),
      },
    },
  };
  fixture.write(file, JSON.stringify(declared));
  return `plan-${first}`;
}

const batches = Array.from({ length: hostileTexts.length / perPlan }, (_, index) => index * perPlan);

describe("a plan of hostile texts as a note on a merge request", () => {
  it.each(batches)(
    "runs no quick action, mentions nobody and shows nothing but what the report writes (texts from %i on)",
    async (first) => {
      const { ask } = fixture.platform;
      const texts = hostileTexts.slice(first, first + perPlan);
      await putLive(texts, first);
      const before = await state();
      const planned = await fixture.run([
        "plan",
        writeFiles(texts, first),
        "--unmanaged",
        "--format",
        "markdown",
        "--note-limit",
        "1000000",
      ]);
      expect(planned.code, planned.stdout + planned.stderr).toBe(0);
      expect(planned.stdout).toContain(topic(first));
      mustBeInert(planned.stdout);
      for (const path of ["notes", "discussions"]) {
        const said = await ask("POST", `${request}/${path}`, { body: planned.stdout });
        expect(said.status).toBe(201);
        expect(JSON.stringify(said.body)).toContain('"commands_changes":{}');
        expect(JSON.stringify(said.body)).toContain(JSON.stringify(planned.stdout));
      }
      const after = await state();
      expect(after).toEqual(before);
    },
  );

  it("would do much if the texts stood there as they are", async () => {
    const { ask } = fixture.platform;
    expect(hostileTexts.filter((text) => deedsOf(text).length > 0).length).toBeGreaterThan(60);
    for (const body of hostileTexts) await ask("POST", `${request}/notes`, { body });
    const reviewed = {
      title: expect.stringContaining("Owned"),
      draft: true,
      target_branch: "other",
      labels: ["bait"],
      discussion_locked: true,
    };
    expect(await state()).toMatchObject({
      shown: { state: "closed", milestone: { title: "bait" }, assignees: [{}], reviewers: [{}], ...reviewed },
    });
    expect(todos()).not.toEqual([]);
  });
});
