// What the provider costs beyond Terraform and its protocol: a refresh plan of many projects with it, against one with a provider that echoes the same state through the same schema.
// `node scripts/bench-terraform.mjs [PROJECTS]`; needs terraform on the PATH and `npm run build`.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("..", import.meta.url));
const count = Number(process.argv[2] ?? 1000);
const rounds = 5;
const groups = Math.ceil(count / 100);
const command = join(top, "dist/cli/main.js");
const place = mkdtempSync(join(tmpdir(), "trueup-bench-"));

const emulator = spawn(process.execPath, [command, "emulator", "--json", "--dialect", "neutral", "--seed", "none"], {
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  const [line] = await new Promise((resolve) =>
    createInterface({ input: emulator.stdout }).once("line", (text) => resolve([text])),
  );
  await bench(JSON.parse(line));
} finally {
  emulator.kill("SIGTERM");
  rmSync(place, { recursive: true, force: true });
}

async function bench({ url, token }) {
  const echo = join(place, "echo-provider", "terraform-provider-trueup");
  execFileSync(process.execPath, [
    join(top, "scripts/bundle-provider.mjs"),
    join(top, "test/terraform/same-schema-echo.ts"),
    echo,
  ]);
  const real = stage("real", join(top, "dist/provider"), url, token);
  console.log(`making ${groups} groups and ${count} projects`);
  real.terraform("apply", "-auto-approve", "-parallelism=50");
  const echoing = stage("echo", join(place, "echo-provider"), url, token);
  cpSync(join(real.directory, "terraform.tfstate"), join(echoing.directory, "terraform.tfstate"));
  const times = { real: [], echo: [] };
  // In turns, so that whatever else the machine does falls on both.
  for (let round = 0; round < rounds; round += 1) {
    times.echo.push(echoing.time());
    times.real.push(real.time());
  }
  const [own, bare] = [median(times.real), median(times.echo)];
  console.log(`refresh plan of ${count} projects: ${own} ms; echo of the same state: ${bare} ms; ${(own / bare).toFixed(2)} x`);
}

function stage(name, provider, url, token) {
  const directory = join(place, name);
  mkdirSync(directory);
  const resource = {
    trueup_group: Object.fromEntries(
      numbers(groups).map((group) => [`g${group}`, { full_path: `group-${group}`, name: `Group ${group}` }]),
    ),
    trueup_project: Object.fromEntries(
      numbers(count).map((project) => {
        const group = `\${trueup_group.g${project % groups}.full_path}`;
        return [
          `p${project}`,
          { full_path: `${group}/project-${project}`, description: `Project ${project}`, merge_method: "ff" },
        ];
      }),
    ),
  };
  const source = { required_providers: { trueup: { source: "trueup/trueup" } } };
  writeFileSync(join(directory, "main.tf.json"), JSON.stringify({ terraform: source, resource }));
  const overrides = `provider_installation {\n  dev_overrides { "trueup/trueup" = ${JSON.stringify(provider)} }\n  direct {}\n}\n`;
  writeFileSync(join(directory, "terraform.rc"), overrides);
  const env = {
    PATH: process.env.PATH,
    HOME: directory,
    CHECKPOINT_DISABLE: "1",
    TF_CLI_CONFIG_FILE: join(directory, "terraform.rc"),
    TRUEUP_URL: url,
    TRUEUP_TOKEN: token,
  };
  const terraform = (...words) =>
    execFileSync("terraform", words, { cwd: directory, env, stdio: ["ignore", "ignore", "inherit"] });
  const time = () => {
    const start = performance.now();
    terraform("plan", "-detailed-exitcode", "-lock=false");
    return Math.round(performance.now() - start);
  };
  return { directory, terraform, time };
}

function numbers(length) {
  return Array.from({ length }, (_, index) => index);
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
