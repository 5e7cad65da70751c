import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { shell } from "../harness/built.js";
import { inProcess, json } from "../harness/command-line.js";
import { directory } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";
import { testUnless } from "../needs.js";
import { serve } from "./servers.js";

/** A server of lists: each path has its pages, given as JSON. */
async function lists(pages: Readonly<Record<string, readonly (readonly unknown[])[]>>): Promise<Record<string, string>> {
  const url = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://here");
    const number = Number(searchParams.get("page") ?? 1);
    const list = pages[pathname.replace("/api/v4", "")] ?? [];
    const next = number < list.length ? { "x-next-page": String(number + 1) } : {};
    response.writeHead(200, { "content-type": "application/json", ...next }).end(JSON.stringify(list[number - 1] ?? []));
  });
  return { TRUEUP_URL: url };
}

describe("--paginate", () => {
  it("gives every item of any list: texts too, and files of the same content, whose ids are equal", async () => {
    const readme = { id: "e69de29", path: "README.md" };
    const env = await lists({
      "/names": [["a", 1], [null]],
      "/tree": [
        [readme, { id: "e69de29", path: "a.txt" }],
        [{ id: "e69de29", path: "b.txt" }, readme],
      ],
    });
    expect(json((await inProcess(["api", "/names", "--paginate"], { env })).stdout)).toEqual(["a", 1, null]);
    const tree = json((await inProcess(["api", "/tree", "--paginate"], { env })).stdout);
    expect(tree).toMatchObject([{ path: "README.md" }, { path: "a.txt" }, { path: "b.txt" }]);
  });

  it("begins at the page that the path names, with its size of pages", async () => {
    const { env, call } = await platform();
    for (let number = 1; number <= 5; number++) await call("POST", "/topics", { name: `t${number}`, title: `T${number}` });
    const { stdout } = await inProcess(["api", "/topics?page=2&per_page=2", "--paginate"], { env });
    expect(json(stdout)).toMatchObject([{ name: "t3" }, { name: "t4" }, { name: "t5" }]);
  });

  it("is refused before anything is sent where the documents have no list", async () => {
    const { code, stderr } = await inProcess(["api", "/application/settings", "--paginate"], {
      env: { TRUEUP_URL: "http://127.0.0.1:9" },
    });
    expect(code).toBe(1);
    expect(stderr).toContain("GET /application/settings answers no list.");
    expect(stderr).toContain("Leave out --paginate.");
  });
});

describe("secrets", () => {
  it("in headers and addresses that --include shows are masked", async () => {
    const url = await serve((_, response) => {
      const location = "https://other.example.com/?a=1&private_token=tp-1";
      response
        .writeHead(200, { "content-type": "application/json", authorization: "Bearer tp-2", "x-runner-token": "tp-3", location })
        .end("{}");
    });
    const { stdout } = await inProcess(["api", "/version", "--include"], {
      env: { TRUEUP_URL: url },
      secrets: ["tp-1", "tp-2", "tp-3"],
    });
    expect(stdout).toContain("location: https://other.example.com/?a=1&private_token=[secret]\n");
  });

  it("in a query stand neither in the debug log nor in an error", async () => {
    const { env } = await platform();
    const query = "name=a&import_token=qs-1&not[api_password]=qs-2&client%5Bhook_secret%5D=qs-3";
    const how = { env, secrets: ["qs-1", "qs-2", "qs-3"] };
    const { stderr } = await inProcess(["api", `/topics?${query}`, "--debug"], how);
    expect(stderr).toContain("GET /topics?name=a&import_token=[secret]&not[api_password]=[secret]");
    expect((await inProcess(["api", `/topics?${query} `, "--debug"], how)).stderr).toContain("is no path of the API");
  });
});

describe("what is refused before it is sent", () => {
  it("is not said to be sent", async () => {
    const env = { TRUEUP_URL: "http://127.0.0.1:9" };
    for (const path of ["/topics/../users", "/topics/%2e%2e/users", "/topics#a", "/a b"]) {
      const { code, stderr } = await inProcess(["api", path], { env });
      expect(code).toBe(1);
      expect(stderr).toContain("is no path of the API");
      expect(stderr).not.toContain("trueup sends the request anyway");
    }
  });

  it("has the second file of a name, a file beside a value of its name, and one in a list", async () => {
    const here = directory({ "a.png": "a" });
    for (const fields of [
      ["avatar=@a.png", "avatar=@a.png"],
      ["avatar=text", "avatar=@a.png"],
      ["avatar=@a.png", "avatar=text"],
      ["avatar[]=@a.png"],
    ]) {
      const words = fields.flatMap((field) => ["-F", field]);
      const { code, stderr } = await inProcess(["api", "POST", "/topics", ...words], {
        cwd: here,
        env: { TRUEUP_URL: "http://127.0.0.1:9" },
      });
      expect(code).toBe(1);
      expect(stderr).toContain("a file goes alone under its name");
    }
  });
});

it("a full path that is encoded already is not asked to be encoded further", async () => {
  const { env } = await platform();
  const { stderr } = await inProcess(["api", "/projects/acme%2Fweb/nothing/such"], { env });
  expect(stderr).toContain("trueup does not know the endpoint GET /projects/acme%2Fweb/nothing/such.");
  expect(stderr).not.toContain("Encode the slashes");
});

it("a failure says the server's words once", async () => {
  const { env } = await platform();
  const { stderr } = await inProcess(["api", "/topics/999"], { env });
  expect(stderr.match(/404/g)).toHaveLength(1);
});

it("null is a reply like others, with its line break", async () => {
  const url = await serve((_, response) => response.writeHead(200, { "content-type": "application/json" }).end("null"));
  expect((await inProcess(["api", "/version"], { env: { TRUEUP_URL: url } })).stdout).toBe("null\n");
});

const noFullDisk = existsSync("/dev/full") ? undefined : "there is no /dev/full";
testUnless(noFullDisk, "output that a full disk does not take is told in one line, exit 1", async () => {
  const { env } = await platform();
  const { code, stderr } = await shell("trueup api /topics > /dev/full", { env });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^Error: the output could not be written whole: ENOSPC[^\n]*\n$/);
});
