import { afterAll, beforeAll, expect, it } from "vitest";
import { inProcess } from "../harness/command-line.js";
import { openFixture, type Fixture } from "../harness/fixture.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(inProcess, { dialect: "vendor", serverVersion: "19.0.0-ee", tier: "ultimate", seed: "none" });
  fixture.write("start/trueup.yaml", `groups: { acme: { name: Acme } }\nprojects: { acme/web: { merge_method: ff } }\n`);
  expect(await fixture.run(["apply", "start", "--yes"])).toMatchObject({ code: 0 });
});
afterAll(async () => fixture.close());

it.each(["gitlab-slack-application", "jira-cloud-app"])(
  "%s that is not there is refused at plan, and may be declared absent",
  async (slug) => {
    fixture.write("files/trueup.yaml", `projects:\n  acme/web:\n    integrations:\n      ${slug}: { }\n`);
    expect(await fixture.run(["plan", "files"])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/Refused \[create\.elsewhere\] +files\/trueup\.yaml:4:7/),
    });
    fixture.write("files/trueup.yaml", `projects: { acme/web: { integrations: { ${slug}: { ensure: absent } } } }\n`);
    expect(await fixture.run(["plan", "files", "--detailed-exitcode"])).toMatchObject({ code: 0 });
  },
);
