import { execFile } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startPlatform } from "../emulator/platform.js";
import { installPacked, type PackedInstall } from "../packed.js";
import { sample } from "../ring.js";

const run = promisify(execFile);
const top = fileURLToPath(new URL("../..", import.meta.url));
let installed: PackedInstall | undefined;
let place = "";

beforeAll(async () => {
  installed = await installPacked(["@types", "undici-types"]);
  place = installed.place;
});
afterAll(() => installed?.remove());

const snippets = [...readFileSync(join(top, "docs/client.md"), "utf8").matchAll(/```ts\n([\s\S]*?)```/g)].map(
  (match) => match[1] ?? "",
);

/** All snippets as one program against a server; imports come first. */
function program(url: string): string {
  const text = snippets.join("\n").replaceAll("https://platform.example.com", url);
  const imports = [...text.matchAll(/import \{ (.*) \} from "trueup\/client";\n/g)].map((match) => match[1] ?? "");
  return `import { ${imports.join(", ")} } from "trueup/client";\n${text.replaceAll(/import .* from "trueup\/client";\n/g, "")}\nawait client.close();\n`;
}

describe("the packed library", () => {
  const resolutions = [
    ["node16", "node16"],
    ["bundler", "preserve"],
  ] as const;

  it.each(sample(resolutions, 1))(
    "has types for programs under moduleResolution %s: the snippets of docs/client.md compile",
    async (moduleResolution, module) => {
      writeFileSync(join(place, "program.ts"), program("https://platform.example.com"));
      const options = { module, moduleResolution, exactOptionalPropertyTypes: false };
      expect(await installed?.compile(["program.ts"], options)).toBe("");
    },
  );

  it("does what the snippets of docs/client.md say, without the command line, the kinds and the program", async () => {
    const { url, token, call } = await startPlatform({ seed: "none" });
    await call("POST", "/groups", { json: { name: "Acme", path: "acme" } });
    const group = (await call("GET", "/groups/acme")).body as { readonly id: number };
    await call("POST", "/projects", { json: { name: "Web", path: "web", namespace_id: group.id, visibility: "private" } });
    for (const name of ["typescript", "b", "c"]) await call("POST", "/topics", { json: { name, title: name } });
    const image = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
    writeFileSync(join(place, "rust.png"), Buffer.from(image, "base64"));
    const text = program(url).replace(
      /createClient\(\{ url: (.*), token: .* \}\)/,
      "createClient({ url: $1, token: process.env.PLATFORM_TOKEN })",
    );
    writeFileSync(join(place, "program.mjs"), text);
    for (const part of ["trueup.js", "checks", "cli", "emulator", "provider"])
      rmSync(join(place, "node_modules/trueup/dist", part), { recursive: true });
    const { stdout } = await run(process.execPath, ["program.mjs"], {
      cwd: place,
      env: { PATH: process.env["PATH"] ?? "", PLATFORM_TOKEN: token },
    });
    expect(stdout.split("\n").slice(0, 3)).toEqual(["private", "deleted true", "typescript"]);
    expect(stdout).toContain("/uploads/");
    expect(stdout).toContain("GET /topics/999999 answered 404 Not Found It is not there");
    expect(stdout).toContain("15.4.0");
  });
});
