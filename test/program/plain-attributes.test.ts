// @module-tag slow
import { expect, test } from "vitest";
import type { UnknownParameter } from "../../src/emulator/index.js";
import { openProgram } from "../harness/program.js";

const files = {
  version: 1,
  application_settings: { throttle_authenticated_api_enabled: true, gitlab_shell_operation_limit: 7 },
  appearance: { pwa_name: "Acme" },
  groups: { acme: { name: "Acme", max_artifacts_size: 8, math_rendering_limits_enabled: false } },
  projects: {
    "acme/api": {
      name: "API",
      ci_pipeline_variables_minimum_override_role: "maintainer",
      integrations: {
        redmine: {
          new_issue_url: "https://a.example/new",
          issues_url: "https://a.example/:id",
          project_url: "https://a.example",
        },
      },
    },
  },
};

test.each(["19.0.0", "17.10.0"])(
  "attributes that facts alone know converge on a server of %s, by requests that it knows",
  async (serverVersion) => {
    const told: UnknownParameter[] = [];
    const program = await openProgram({
      dialect: "vendor",
      serverVersion,
      seed: "none",
      onUnknown: (unknown) => void told.push(unknown),
    });
    try {
      const planned = await program.settle(files);
      expect(planned.changes.map(({ address }) => address)).toContain("integration:acme/api:redmine");
      expect(told).toEqual([]);
    } finally {
      await program.close();
    }
  },
);
