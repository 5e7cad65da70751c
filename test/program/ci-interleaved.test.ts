// @module-tag slow
import { expect, test } from "vitest";
import { approvalMarker, approvalOf, markOf } from "../../src/program/ci/approval.js";
import { gitlabStage, note, topic } from "../harness/gitlab-stage.js";
import { commit } from "../harness/repository.js";

type Stage = Awaited<ReturnType<typeof gitlabStage>>;

interface Note {
  readonly id: number;
  readonly body: string;
  readonly system: boolean;
}

async function ownNote({ forge }: Stage, number: number): Promise<Note> {
  const notes = (await forge.call("alice", "GET", note(number))) as readonly Note[];
  const [own] = notes.filter(({ system }) => !system);
  if (!own) throw new Error(`request ${number} has no note`);
  return own;
}

/** A marker that approves the creation of a topic, by another key. */
function forged(number: number, head: string, hosting: string, instance: string): string {
  const change = {
    address: "topic:forged",
    kind: "topic",
    parent: "instance",
    action: "create" as const,
    attributes: [{ path: "title", after: "Forged" }],
    kept: [],
    unverifiable: [],
    fingerprint: "",
  };
  const marks = [markOf(change, instance, "another key")];
  return approvalMarker(approvalOf({ hosting, request: number, head, instance }, marks, "another key"), "another key");
}

test(
  "whatever happens between, exactly what was approved is applied, and nothing approved is lost",
  { timeout: 120_000 },
  async () => {
    const stage = await gitlabStage();
    const { forge, fixture, clone, open, plan, merge, apply, titles, at, push } = stage;
    const instance = fixture.server.url;
    const nightly = { CI_PIPELINE_SOURCE: "schedule" };
    /** Runs a job, and answers how it ended, what it wrote, and the topics there are. */
    const ran = async (job: () => Promise<{ readonly code: number | null; readonly stderr: string }>) => {
      fixture.server.forget();
      const { code, stderr } = await job();
      return { code, stderr, writes: fixture.writes(), topics: await titles() };
    };

    const one = await open("first", { ...topic("b", "B"), ...topic("hand", "Approved") });
    const two = await open("second", topic("c", "C"));
    const three = await open("third", topic("d", "D"));
    const replayed = await open("replayed", topic("replayed", "Replayed"));
    const edited = await open("edited", topic("edited", "Edited"));
    const made = await open("forged", topic("forged", "Forged"));
    for (const request of [one, two, three, edited]) {
      await plan(request);
      forge.approve(request.number);
    }
    const { body } = await ownNote(stage, two.number);
    await forge.call("bot", "POST", note(replayed.number), { body });
    const before = await ownNote(stage, edited.number);
    const other = (_: string, first: string) => `approval:1 ${first === "A" ? "B" : "A"}`;
    await forge.call("bot", "PUT", `${note(edited.number)}/${before.id}`, {
      body: before.body.replace(/approval:1 ([\w-])/, other),
    });
    const [head = ""] = body.split("<!-- trueup:approval");
    const marker = forged(made.number, at("forged"), "1", instance);
    await forge.call("bot", "POST", note(made.number), { body: `${head}${marker}` });

    // The second one is merged first.
    const second = merge(two);
    expect(await ran(() => apply(second))).toMatchObject({ code: 0, writes: ["POST /api/v4/topics"], topics: ["C"] });

    // Somebody changes by hand what the first one creates. Its job comes late: the third one is merged by then.
    await fixture.platform.call("POST", "/topics", { name: "hand", title: "By hand" });
    const first = merge(one);
    const third = merge(three);
    const stale = await ran(() => apply(first));
    expect(stale).toMatchObject({ code: 0, writes: [] });
    expect(stale.stderr).toContain(`main is at ${third.slice(0, 12)} now`);
    const tip = await ran(() => apply(third));
    expect(tip).toMatchObject({
      code: 3,
      writes: ["POST /api/v4/topics", "POST /api/v4/topics"],
      topics: ["B", "By hand", "C", "D"],
    });
    expect(tip.stderr).toContain("update topic:hand");

    // An old job runs again, and a night passes.
    expect(await ran(() => apply(second))).toMatchObject({ code: 0, writes: [] });
    expect(await ran(() => apply(third, [], nightly))).toMatchObject({ code: 3, writes: [] });

    // Three markers that count for nothing, and a request that is merged in a freeze.
    for (const request of [replayed, edited, made]) merge(request);
    const fourth = await open("fourth", topic("e", "E"));
    await plan(fourth);
    merge(fourth);
    commit(clone, { "trueup.yaml": "freeze: [{ from: 2027-12-20, until: 2027-12-26, timezone: UTC, reason: Year end }]\n" });
    push();
    for (const [more, now] of [
      [{}, "2027-12-24T12:00Z"],
      [nightly, "2027-12-25T03:17Z"],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one run follows the other
      const frozen = await ran(() => apply(at("main"), [], more, now));
      expect(frozen).toMatchObject({ code: 1, writes: [] });
      expect(frozen.stderr).toMatch(/freeze, until .*Year end/);
    }

    // Somebody pushes directly. After the freeze, the night makes the fourth one, and nothing else.
    commit(clone, topic("pushed", "Pushed"));
    push();
    const thawed = await ran(() => apply(at("main"), [], nightly, "2027-12-27T03:17Z"));
    expect(thawed).toMatchObject({ code: 3, writes: ["POST /api/v4/topics"], topics: ["B", "By hand", "C", "D", "E"] });
    for (const left of [
      "create topic:replayed",
      "create topic:edited",
      "create topic:forged",
      "create topic:pushed",
      "update topic:hand",
    ])
      expect(thawed.stderr).toContain(left);
    expect(forge.deployments[0]?.sha).toBe(second);

    // Somebody looks at what is left, and makes it.
    const rest = await ran(() => apply(at("main"), ["--unapproved"]));
    expect(rest.code, rest.stderr).toBe(0);
    expect(rest.topics).toEqual(["Approved", "B", "C", "D", "E", "Edited", "Forged", "Pushed", "Replayed"]);
    expect(forge.deployments[0]?.sha).toBe(at("main"));
    expect(await ran(() => apply(at("main"), [], nightly))).toMatchObject({ code: 0, writes: [] });
  },
);
