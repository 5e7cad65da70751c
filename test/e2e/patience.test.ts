// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { type Fixture, openFixture } from "../harness/fixture.js";
import type { Trouble } from "../harness/misbehaving-server.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(inProcess);
  fixture.write("trueup.yaml", "topics: { web: { title: Web } }\n");
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.server.misbehave();
  fixture.server.forget();
});

const user = /^\/user$/;
const everything = { connect: 0.3, headers: 0.3, body: 0.3, request: 0.3, run: 0.3 };

describe("what does not come is not waited for longer than --timeout says", () => {
  test.each<[string, Trouble, string, RegExp]>([
    [
      "a reply that never begins",
      { hang: true },
      "headers=0.2,request=0.3",
      /GET \/user got no complete reply.*no reply within 0\.2 s|no complete reply within 0\.3 s/,
    ],
    [
      "a reply that stops",
      { drip: { bytes: 1, every: 5, pause: true } },
      "body=0.2,request=0.3",
      /the reply stopped for 0\.2 s|no complete reply within 0\.3 s/,
    ],
    [
      "a reply that drips",
      { drip: { bytes: 1, every: 20 } },
      "0.3",
      /no complete reply within 0\.3 s.*--timeout request=SECONDS/s,
    ],
    [
      "all requests of a run",
      { hang: true },
      "run=0.3",
      /GET \/user was not done: the run has taken 0\.3 s, which is its limit.*--timeout run=SECONDS/s,
    ],
  ])("%s", async (_, trouble, limits, says) => {
    fixture.server.misbehave({ path: user, trouble });
    const { code, stderr } = await fixture.run(["plan", "--timeout", limits]);
    expect(stderr).toMatch(says);
    expect(code).toBe(1);
  });

  test("repeats of a request count too: a server that drips holds none of them for longer", async () => {
    fixture.server.misbehave({ path: user, trouble: { drip: { bytes: 1, every: 20 } } });
    await fixture.run(["plan", "--timeout", "0.3"]);
    expect(fixture.server.arrived.filter(({ path }) => path.endsWith("/user"))).toHaveLength(1);
  });

  test("an apply that its limit cuts off says what was not done, and the next one goes on", async () => {
    fixture.server.misbehave({ method: "POST", trouble: { hang: true } });
    const { code, stderr, stdout } = await fixture.run(["apply", "--yes", "--timeout", "run=2"]);
    expect(`${stdout}${stderr}`).toMatch(/the run has taken 2 s, which is its limit/);
    expect(code).toBe(1);
    fixture.server.misbehave();
    expect(await fixture.run(["apply", "--yes"])).toMatchObject({ code: 0 });
    expect(await fixture.run(["plan", "--detailed-exitcode"])).toMatchObject({ code: 0 });
  });
});

test.each(["0", "soon", "reply=3", "connect=", "connect=1;run=2", "-1", "1e9", "9999999"])(
  "--timeout %s is refused with its forms",
  async (limits) => {
    const { code, stderr } = await fixture.run(["plan", "--timeout", limits]);
    expect([code, fixture.server.arrived]).toEqual([1, []]);
    for (const name of Object.keys(everything)) expect(stderr).toContain(name);
  },
);
