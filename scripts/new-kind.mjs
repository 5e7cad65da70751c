// Writes the skeleton of a new kind: npm run new-kind. What is not given as an option is asked on a terminal, and is as usual elsewhere.
import { existsSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const usage = `Usage: npm run new-kind -- [NAME] [options]
  NAME                 in snake_case, singular: milestone
  --title TEXT         what it is, for people: "Milestone"
  --plural NAME        its key in the files: milestones
  --parent PARENT      project, group or instance
  --one                each parent has exactly one, like settings: it has no name of its own
  --list, --read, --create, --update, --delete 'METHOD /path'
                       what the platform has; without any of them, the usual ones
  {project} and {group} in a path are the parent's id, {NAME} the thing's id and {key} its name.
Example:
  npm run new-kind -- milestone --parent group --list 'GET /groups/{group}/milestones' --create 'POST /groups/{group}/milestones'`;

const placesOfParents = { project: "/projects/{project}", group: "/groups/{group}", instance: "" };
const isAmount = (one) => one === "many" || one === "one";
const isRouteOrNone = (one) => one === "-" || /^(GET|POST|PUT|PATCH|DELETE) \/\S*$/.test(one);
const routeHint = "a method and a path, like GET /projects/{project}/milestones";
const text = { type: "string" };
const operations = ["list", "read", "create", "update", "delete"];
const options = { title: text, plural: text, parent: text, one: { type: "boolean" }, help: { type: "boolean", short: "h" } };
for (const operation of operations) options[operation] = text;

try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) console.log(usage);
  else if (positionals.length > 1) throw new Error(`one name is enough: ${positionals.join(", ")}`);
  else await make({ ...values, name: positionals[0] });
} catch (error) {
  console.error(`${error.message}\nFor what it takes: npm run new-kind -- --help`);
  process.exitCode = 1;
}

async function make(given) {
  const terminal = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stdout }) : undefined;
  try {
    const kind = await described(given, terminal);
    const name = `src/kinds/${kind.name.replaceAll("_", "-")}.ts`;
    const file = fileURLToPath(new URL(`../${name}`, import.meta.url));
    if (existsSync(file)) throw new Error(`${name} exists already`);
    writeFileSync(file, kindText(kind));
    console.log(nextSteps(name));
  } finally {
    terminal?.close();
  }
}

/** What the options say and, where there is a terminal, the answers to what they leave open. */
async function described(given, terminal) {
  const ask = async (what, value, usual, isRight, hint) => {
    const answer = value ?? (terminal ? await answerOf(terminal, { what, usual, isRight, hint }) : usual);
    if (answer === undefined || !isRight(answer)) throw new Error(`${what}: it must be ${hint}`);
    return answer;
  };
  const isName = (one) => /^[a-z][a-z0-9_]*$/.test(one);
  const nameHint = "small letters, digits and _, like merge_request";
  const name = await ask("Name, singular", given.name, undefined, isName, nameHint);
  const title = await ask("Title", given.title, titleOf(name), (one) => one !== "", "a few words");
  const parent = await ask(
    "What it hangs on: project, group or instance",
    given.parent,
    "project",
    (one) => Object.hasOwn(placesOfParents, one),
    "project, group or instance",
  );
  const isOne =
    given.one ??
    (terminal !== undefined && (await ask("Many of them, or one", undefined, "many", isAmount, "many or one")) === "one");
  const plural = await ask("Key in the files", given.plural, isOne ? name : `${name}s`, isName, nameHint);
  const usual = usualRoutes({ name, plural, parent, isOne });
  const isAsUsual = operations.every((operation) => given[operation] === undefined);
  const routes = {};
  for (const operation of operations) {
    const route = isAsUsual
      ? await ask(`Route that is its ${operation} (- for none)`, undefined, usual[operation] ?? "-", isRouteOrNone, routeHint)
      : await ask(`Route that is its ${operation}`, given[operation] ?? "-", "-", isRouteOrNone, routeHint);
    if (route !== "-") routes[operation] = route;
  }
  return { name, title, plural, parent, isOne, routes };
}

/** Asks until the answer is right; an empty one is the usual one. */
async function answerOf(terminal, question) {
  const { what, usual, isRight, hint } = question;
  const answer = (await terminal.question(usual ? `${what} [${usual}]: ` : `${what}: `)).trim() || usual;
  if (answer !== undefined && isRight(answer)) return answer;
  console.log(`It must be ${hint}.`);
  return answerOf(terminal, question);
}

function usualRoutes({ name, plural, parent, isOne }) {
  const all = `${placesOfParents[parent]}/${plural}`;
  if (isOne) return { read: `GET ${all}`, update: `PUT ${all}` };
  const single = `${all}/{${name}}`;
  return {
    list: `GET ${all}`,
    read: `GET ${single}`,
    create: `POST ${all}`,
    update: `PUT ${single}`,
    delete: `DELETE ${single}`,
  };
}

function titleOf(name) {
  return name.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());
}

/** The file of a kind. Everything that a kind's form is known by stands here. */
function kindText({ name, title, plural, parent, isOne, routes }) {
  const constant = name.replaceAll(/_(.)/g, (_, letter) => letter.toUpperCase());
  const lines = Object.entries(routes).map(([operation, route]) => `        ${operation}: ${JSON.stringify(route)},`);
  return `import { text } from "../core/fields.js";
import { defineKind } from "../core/kind.js";

/** ${title} (which document and section describe it). */
export const ${constant} = defineKind({
  name: "${name}",
  title: ${JSON.stringify(title)},
  description: "What it is, in one sentence.",
  source: "the document and its section",
  parents: {
    ${parent}: {
      file: "${plural}",
      routes: {
${lines.join("\n")}
      },
    },
  },
${isOne ? "" : `  key: { description: "Its name.", write: "name", read: "name" },\n`}${routes.create === undefined ? "  slots: true,\n" : ""}  fields: {
    description: text("What it is for.", { nullable: true }),
  },
  example: { description: "An example" },
${isOne ? "" : `  exampleKey: "first",\n`}});
`;
}

function nextSteps(name) {
  return `Wrote ${name}. Now:
  1. Fill it in: each attribute with all that is true of it (src/core/fields.ts explains each word), its source and an example.
  2. Say it in CHANGELOG.md, under Unreleased.
  3. npm run generate: the registry, the schemas, the types, the pages of docs/terraform and the constructs follow.
  4. If the emulator does not know the endpoints: describe them in schemas/openapi, write a resource (src/emulator/core/resource.ts says how), and generate again.
  5. npm run types, npm run build, and the laws about all kinds: npx vitest run test/laws test/derive`;
}
