// @module-tag slow
import { afterAll, beforeAll, expect, it } from "vitest";
import { type PlacedKind, isLive, placedKinds, topParent } from "../../src/core/kind.js";
import { readCosts } from "../../src/core/read-costs.js";
import { parseRoute } from "../../src/core/route.js";
import { kinds } from "../../src/program/kinds.js";
import { inProcess } from "../harness/command-line.js";
import { openFixture, type Fixture } from "../harness/fixture.js";
import { sample, takesAll } from "../ring.js";

let fixture: Fixture;
beforeAll(async () => {
  const groups = ["aaa", "bbb", "ccc"].map((full_path) => ({ full_path, name: full_path }));
  const projects = groups.map(({ full_path }) => ({ path_with_namespace: `${full_path}/web` }));
  fixture = await openFixture(inProcess, {
    dialect: "vendor",
    serverVersion: "19.0.0",
    tier: "ultimate",
    seed: { groups, projects, users: [{ username: "bob" }] },
  });
});
afterAll(async () => fixture.close());

/** Files in which a thing is declared on two of three parents, none of which are otherwise declared. */
function files(place: PlacedKind): object {
  const body: unknown = place.as === "one" ? place.example : { [place.exampleKey ?? "name"]: place.example };
  if (place.parent === topParent) return { [place.file]: body };
  const paths = place.parent === "group" ? ["aaa", "bbb"] : ["aaa/web", "bbb/web"];
  return { [`${place.parent}s`]: Object.fromEntries(paths.map((path) => [path, { [place.file]: body }])) };
}

/** Requests that fit a route, whatever they are about. */
function requestsOf(route: `GET ${string}`): number {
  const [path = ""] = parseRoute(route as `GET /${string}`).path.split("?");
  const pattern = new RegExp(`^(?:/api/v4)?${path.replaceAll(/\{\w+\}/g, "[^/]+")}(?:\\?|$)`);
  return fixture.server.arrived.filter((one) => one.method === "GET" && pattern.test(one.path)).length;
}

const places = placedKinds(kinds)
  .filter((kind) => isLive(kind) && !kind.tree)
  .map((place) => [place.name, place.parent, place] as const);

it.each(sample(places, 16))(
  "a %s of a %s costs as many requests as its page says, and nothing where none is declared",
  async (_, parent, place) => {
    const declared = parent === topParent ? 1 : 2;
    const text = JSON.stringify(files(place));
    fixture.write("files/trueup.json", text);
    fixture.server.forget();
    const env = [...text.matchAll(/\$\{env:(\w+)\}/g)].map(([, name = ""]) => [name, "some-secret-4711"]);
    await fixture.run(["plan", "files/trueup.json"], Object.fromEntries(env));
    for (const { route, for: unit, attributes, only } of readCosts(place)) {
      if (only || (unit === "each" && attributes)) continue;
      const isSaid = attributes === undefined || attributes.some((name) => Object.hasOwn(place.example, name));
      const isShared = place.routes.everywhere !== undefined && route === place.routes.list;
      expect([route, requestsOf(route)]).toEqual([route, isShared || !isSaid ? 0 : declared]);
      if (isShared) expect(requestsOf(place.routes.everywhere?.list ?? "GET /")).toBe(1);
    }
    fixture.write(
      "none/trueup.json",
      JSON.stringify({ groups: { aaa: {}, bbb: {} }, projects: { "aaa/web": {}, "bbb/web": {} } }),
    );
    fixture.server.forget();
    await fixture.run(["plan", "none/trueup.json"]);
    if (parent !== topParent) for (const { route } of readCosts(place)) expect([route, requestsOf(route)]).toEqual([route, 0]);
  },
);

const projectCount = takesAll ? 1000 : 100;

it(
  "many projects with protected branches, 3 variables and 5 members each take three reads each and no more",
  { tags: ["slow"], timeout: 180_000 },
  async () => {
    const people = ["alice", "bob", "carol", "dave", "erin"];
    const paths = Array.from({ length: projectCount }, (_, index) => `acme/team-${index % 10}/app-${index}`);
    const many = await openFixture(inProcess, {
      dialect: "vendor",
      serverVersion: "19.0.0",
      tier: "ultimate",
      seed: {
        users: people.map((username) => ({ username })),
        groups: ["acme", ...Array.from({ length: 10 }, (_, index) => `acme/team-${index}`)].map((full_path) => ({ full_path })),
        projects: paths.map((path_with_namespace) => ({
          path_with_namespace,
          members: Object.fromEntries(people.map((name) => [name, 30])),
        })),
      },
    });
    const body = {
      protected_branches: { main: {}, "release/*": {} },
      variables: Object.fromEntries(["A", "B", "C"].map((key) => [key, { value: "x" }])),
      members: Object.fromEntries(people.map((name) => [name, "developer"])),
    };
    many.write("files/trueup.json", JSON.stringify({ projects: Object.fromEntries(paths.map((path) => [path, body])) }));
    expect(await many.run(["plan", "files/trueup.json"])).toMatchObject({ code: 0 });
    const reads = many.server.arrived.filter(({ path }) => /\/projects\/\d+\//.test(path));
    expect(reads).toHaveLength(3 * projectCount);
    expect(many.server.arrived.length).toBeLessThan(3 * projectCount + 60);
    await many.close();
  },
);
