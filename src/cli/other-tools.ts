/** What people type out of habit from Terraform, GitLab's own tools, decK or gitlabform, and what to type here. */
const commands: Readonly<Record<string, string>> = {
  import: "trueup export writes what is live into files. For the Terraform provider: terraform import.",
  destroy: "Write ensure: absent under what is to go, then trueup apply.",
  diff: "trueup plan shows what apply would change.",
  preview: "trueup plan shows what apply would change.",
  sync: "trueup apply makes the platform as the files say.",
  up: "trueup apply makes the platform as the files say.",
  dump: "trueup export writes what is live into files.",
  refresh: "trueup keeps no state: trueup plan reads the server each time.",
  state: "trueup keeps no state: trueup plan reads the server each time. trueup list shows what the files declare.",
  lint: "trueup validate checks the files, without any network.",
  check: "trueup validate checks the files; trueup drift compares them with the platform.",
  ping: "trueup doctor looks at the server and the token.",
  login: "trueup auth login",
  logout: "trueup auth logout",
  whoami: "trueup auth status",
  version: "trueup --version",
};

const options: Readonly<Record<string, string>> = {
  "--auto-approve": "--yes applies without a question.",
  "-auto-approve": "--yes applies without a question.",
  "--parallelism": "--concurrency N is the number of requests in flight.",
  "-parallelism": "--concurrency N is the number of requests in flight.",
  "-target": "--target ADDRESS, such as --target project:acme/web",
  "-out": "--out FILE",
  "-var": "--var NAME=VALUE",
  "-var-file": "--vars FILE",
  "--var-file": "--vars FILE",
  "-destroy": "Write ensure: absent under what is to go.",
  "--hostname": "--url URL, such as --url https://platform.example.com",
  "--noop": "trueup plan changes nothing.",
  "--refresh": "trueup keeps no state: it reads the server each time.",
  "-refresh": "trueup keeps no state: it reads the server each time.",
  "--state": "Give the file or directory as it is: trueup plan ./trueup. trueup keeps no state.",
  "-s": "Give the file or directory as it is: trueup plan ./trueup",
  "-f": "Give the file or directory as it is: trueup plan ./trueup",
  "--file": "Give the file or directory as it is: trueup plan ./trueup",
  "-c": "--config FILE is the project file. Give files of desired state as they are: trueup plan ./trueup",
  "--token": "Set TRUEUP_TOKEN, or log in: trueup auth login. A token is never an option, because others could read it.",
  "--headers": "Set TRUEUP_TOKEN, or log in: trueup auth login. A token is never an option, because others could read it.",
};

/** What to type in place of a command or an option that another tool has; undefined for any other word. `message` is commander's: `unknown option '--auto-approve'`. */
export function inPlaceOf(message: string): string | undefined {
  const [, sort = "", word = ""] = /^unknown (command|option) '([^'=]+)/.exec(message) ?? [];
  const known = sort === "command" ? commands : options;
  return Object.hasOwn(known, word) ? known[word] : undefined;
}
