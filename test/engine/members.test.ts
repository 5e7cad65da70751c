import { describe, expect, it } from "vitest";
import { acme, callOf, planned, type Shown, waitsFor, web } from "./in-memory.js";

const member = (key: string, access_level: string, id: number): Shown => ({
  kind: "member",
  parent: "group",
  path: "acme",
  key,
  id,
  spec: { access_level },
});
const ids = { alice: 5, bob: 6, root: 1, carol: 8 };
const live = [acme, web, member("alice", "owner", 5), member("bob", "developer", 6), member("root", "owner", 1)];

describe("members", () => {
  it("rise before others fall, and whose token it is falls last", async () => {
    const members = { alice: "developer", bob: "owner", root: "developer" };
    const plan = await planned({ groups: { acme: { members } } }, live, { ids });
    const [falls, rises, own] = ["5", "6", "1"].map((id) =>
      callOf(plan, "PUT /groups/{group}/members/{member}", `"member":${id}`),
    );
    expect(waitsFor(plan, falls, rises)).toBe(true);
    expect(waitsFor(plan, own, falls)).toBe(true);
    expect(waitsFor(plan, rises, falls)).toBe(false);
    expect(waitsFor(plan, falls, own)).toBe(false);
  });

  it("that go make way only once another one has risen", async () => {
    const members = { alice: { ensure: "absent" }, bob: "owner" };
    const plan = await planned({ groups: { acme: { members } } }, live, { ids, allowDelete: ["member"] });
    const [gone, rises] = [
      callOf(plan, "DELETE /groups/{group}/members/{member}?skip_subresources=true"),
      callOf(plan, "PUT /groups/{group}/members/{member}", '"member":6'),
    ];
    expect(waitsFor(plan, gone, rises)).toBe(true);
    expect(waitsFor(plan, rises, gone)).toBe(false);
  });

  it("may be named only with the role that counts, also where the same plan makes them such", async () => {
    const files = (level: string) => ({
      groups: { acme: { members: { carol: level } } },
      projects: { "acme/web": { protected_environments: { production: { deploy_access_levels: [{ user: "carol" }] } } } },
    });
    const refused = async (level: string) => (await planned(files(level), live, { ids })).refusals.map(({ rule }) => rule);
    expect(await refused("guest")).toEqual(["reference.ineligible"]);
    expect(await refused("developer")).toEqual([]);
  });
});

describe("what somebody else owns", () => {
  const spec = { ref: "refs/heads/main", cron: "0 1 * * *", description: "Nightly" };
  const schedule = (username: string): Shown => ({
    kind: "pipeline_schedule",
    path: "acme/web",
    key: "Nightly",
    id: 9,
    spec,
    marks: { "owner.username": username },
  });
  const files = { projects: { "acme/web": { pipeline_schedules: { Nightly: { ref: "refs/heads/main", cron: "0 2 * * *" } } } } };

  it("is told to be taken over by whoever applies; what is one's own is not", async () => {
    const told = async (username: string) =>
      (await planned(files, [acme, web, schedule(username)], { ids: { main: 1 } })).warnings
        .filter(({ rule }) => rule === "owner.taken")
        .map(({ message }) => message);
    expect(await told("alice")).toEqual([expect.stringContaining("root takes it over from alice")]);
    expect(await told("root")).toEqual([]);
  });
});
