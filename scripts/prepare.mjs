// Builds after an install, and before npm packs. When npm installs a Git address globally (`npm install --global git+https://…`, the hooks of pre-commit), it
// prepares the clone with `global` in its environment and so without what the build needs: then that is installed first.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const cwd = fileURLToPath(new URL("..", import.meta.url));

function run(program, ...words) {
  const env = { ...process.env, npm_config_global: "false" };
  const { status } = spawnSync(program, words, { cwd, env, stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(`${cwd}node_modules/rolldown`)) run("npm", "ci", "--ignore-scripts", "--include=dev", "--no-audit", "--no-fund");
run("npm", "run", "build");
