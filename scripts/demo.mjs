// The story of trueup on examples/acme, told by the built command line and the embedded platform, a server of release 19.0. Exits with 1 if any step is not as told.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const top = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const command = join(top, "dist/cli/main.js");
const started = Date.now();

function say(text) {
  console.log(`\n# ${text}`);
}

/** Runs trueup; answers its exit code and what it printed. */
async function trueup(env, ...words) {
  console.log(`$ trueup ${words.join(" ")}`);
  const child = spawn(process.execPath, [command, ...words], { cwd: top, env, stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
  const [code] = await once(child, "close");
  return { code, stdout, stderr };
}

/** Fails the demo, with what was printed, unless the step went as told. */
function expect(step, isSo, { code, stdout, stderr }) {
  if (isSo) return;
  console.error(`\n${stdout}${stderr}\nnot as told: ${step} (exit code ${code})`);
  throw new Error("the demo failed");
}

function show(text) {
  console.log(text.trimEnd().replace(/^/gm, "  "));
}

/** The last line that is not empty: every report ends with a line that says it all. */
function lastLine(text) {
  return text.trimEnd().split("\n").at(-1) ?? "";
}

/** One change by hand: somebody calls the API, past the files. */
async function byHand({ url, token }, method, path, body) {
  const reply = await fetch(`${url}/api/v4${path}`, {
    method,
    headers: { "private-token": token, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
  return reply.status === 204 ? undefined : reply.json();
}

async function story(platform) {
  const env = {
    PATH: process.env.PATH,
    TRUEUP_URL: platform.url,
    TRUEUP_TOKEN: platform.token,
    ACME_SPAM_KEY: randomBytes(9).toString("hex"),
    ACME_CHAT_WEBHOOK: `https://chat.acme.example/hooks/${randomBytes(9).toString("hex")}`,
  };
  const files = "examples/acme";
  // A new server's settings are closer than those of the files in some points: the company means that.
  const meant = ["--ack", "weakening:application_settings"];

  say("A company in 13 files, and a server of release 19.0 with nothing on it. What would be done?");
  const plan = await trueup(env, "plan", files, ...meant);
  expect("the plan creates everything", plan.code === 0 && /[1-9]\d* to create/.test(lastLine(plan.stdout)), plan);
  show(`${plan.stdout.split("\n\n").slice(0, 3).join("\n\n")}\n\n  …\n\n${lastLine(plan.stdout)}`);

  say("Do it.");
  const apply = await trueup(env, "apply", files, "--yes", ...meant);
  expect("apply does it", apply.code === 0, apply);
  show(lastLine(apply.stdout));

  say("Done means done: the next plan is empty.");
  const again = await trueup(env, "plan", files, "--detailed-exitcode");
  expect("the plan is empty", again.code === 0, again);
  show(lastLine(again.stdout));

  say("Somebody changes things by hand, over the API: opens sign-up, lets the shop merge in another way, and empties a rule.");
  await byHand(platform, "PUT", "/application/settings", { signup_enabled: true });
  await byHand(platform, "PUT", "/projects/acme%2Fshop%2Fweb", { merge_method: "merge", description: "Hands off" });
  const rules = await byHand(platform, "GET", "/projects/acme%2Fshop%2Fcheckout/approval_rules");
  const rule = rules.find(({ name }) => name === "Security");
  await byHand(platform, "PUT", `/projects/acme%2Fshop%2Fcheckout/approval_rules/${rule.id}`, {
    name: rule.name,
    approvals_required: 0,
    group_ids: rule.groups.map((one) => one.id),
  });

  say("The nightly job sees it, and says which lines of which files ask for what (exit code 2).");
  const drift = await trueup(env, "drift", files);
  const found = ["instance.yaml:", "projects/shop.yaml:", "signup_enabled", "merge_method", "approvals_required"];
  expect("drift is found", drift.code === 2 && found.every((text) => drift.stdout.includes(text)), drift);
  show(drift.stdout);

  say("Applying the files again puts it right.");
  const heal = await trueup(env, "apply", files, "--yes");
  expect("apply heals it", heal.code === 0, heal);
  show(lastLine(heal.stdout));

  say("And the plan is empty again.");
  const last = await trueup(env, "drift", files);
  expect("nothing is left", last.code === 0, last);
  show(lastLine(last.stdout));

  const secrets = [env.TRUEUP_TOKEN, env.ACME_SPAM_KEY, env.ACME_CHAT_WEBHOOK];
  for (const run of [plan, apply, again, drift, heal, last]) {
    expect("no secret is shown", !secrets.some((secret) => `${run.stdout}${run.stderr}`.includes(secret)), run);
  }
}

const emulator = spawn(process.execPath, [command, "emulator", "--seed", "none", "--json"], {
  stdio: ["ignore", "pipe", "inherit"],
});
const ended = once(emulator, "exit");
try {
  const [line] = await Promise.race([
    once(createInterface({ input: emulator.stdout }), "line"),
    ended.then(() => Promise.reject(new Error("the emulator ended before it was ready"))),
  ]);
  await story(JSON.parse(line));
  console.log(`\nThat is all: ${((Date.now() - started) / 1000).toFixed(1)} seconds, with no server but the embedded one.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  emulator.kill("SIGTERM");
  await ended;
}
