import { describe, expect, it } from "vitest";
import { builtInProcess, shell, trueup } from "../harness/built.js";
import { inProcess, json } from "../harness/command-line.js";
import { directory, write } from "../harness/directory.js";
import { platform } from "../harness/emulator.js";
import { serve } from "./servers.js";

/** A server that shows each request as it arrived. */
async function mirror(): Promise<{ readonly TRUEUP_URL: string; readonly TRUEUP_TOKEN: string }> {
  const url = await serve((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const shown = {
        method: request.method,
        url: request.url,
        type: request.headers["content-type"] ?? null,
        body: Buffer.concat(pieces).toString("latin1"),
      };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(shown));
    });
  });
  return { TRUEUP_URL: url, TRUEUP_TOKEN: "glpat-mirror-0123456789" };
}

interface Shown {
  readonly method: string;
  readonly url: string;
  readonly type: string | null;
  readonly body: string;
}

async function sent(...words: readonly string[]): Promise<Shown> {
  const { code, stdout, stderr } = await inProcess(["api", ...words], { env: await mirror() });
  expect(stderr.replace(/^trueup does not know the endpoint .*\n/, "")).toBe("");
  expect(code).toBe(0);
  return json(stdout) as Shown;
}

describe("fields", () => {
  it("of a read go into the query: lists repeat, hashes have their keys in brackets", async () => {
    const words = ["-F", "scope[]=failed", "-F", "scope[]=canceled", "-F", "not[labels]=a b", "-F", "simple=true"];
    const { method, url, body } = await sent("/projects", ...words);
    expect({ method, url, body }).toEqual({
      method: "GET",
      url: "/api/v4/projects?scope[]=failed&scope[]=canceled&not[labels]=a%20b&simple=true",
      body: "",
    });
  });

  it("of a write are JSON with their types: numbers, booleans, null, lists, the empty list, hashes, lists of hashes", async () => {
    const fields = [
      "n=7",
      "f=-1.5",
      "t=true",
      "z=null",
      "v=1.10",
      "i=007",
      "l[]=1",
      "l[]=b",
      "e[]=",
      "h[a][b]=x",
      "o[][k]=1",
      "o[][v]=2",
      "o[][k]=3",
    ];
    const { method, url, type, body } = await sent(
      "post",
      "topics",
      ...fields.flatMap((field) => ["-F", field]),
      "--raw-field",
      "r=@true",
    );
    expect({ method, url, type }).toEqual({ method: "POST", url: "/api/v4/topics", type: "application/json" });
    expect(json(body)).toEqual({
      n: 7,
      f: -1.5,
      t: true,
      z: null,
      v: "1.10",
      i: "007",
      l: [1, "b"],
      e: [],
      h: { a: { b: "x" } },
      o: [{ k: 1, v: 2 }, { k: 3 }],
      r: "@true",
    });
  });

  it("that are files go as multipart, beside the others", async () => {
    const here = directory();
    write(`${here}/logo.png`, "pretend");
    const env = await mirror();
    const words = ["api", "POST", "/topics", "-F", "name=a", "-F", "avatar=@logo.png"];
    const { type, body } = json((await inProcess(words, { env, cwd: here })).stdout) as Shown;
    expect(type).toMatch(/^multipart\/form-data; boundary=/);
    expect(body).toContain('name="name"\r\n\r\na\r\n');
    expect(body).toContain('name="avatar"; filename="logo.png"\r\nContent-Type: image/png\r\n\r\npretend');
    const missing = await inProcess(["api", "POST", "/topics", "-F", "avatar=@none.png"], { env, cwd: here });
    expect(missing).toMatchObject({ code: 1, stdout: "" });
    expect(missing.stderr).toContain("none.png cannot be read: ENOENT");
  });

  it.each(["/projects/7/issues/3/notes", "/projects/7/merge_requests/3/notes"])(
    "that name a file are its text, with line breaks and all, where the parameter is no file: %s",
    async (path) => {
      const cwd = directory({ "note.md": "# Plan\r\n\n@all 7 é\n" });
      const words = ["api", "POST", path, "-F", "body=@note.md", "-F", "internal=true"];
      const { type, body } = json((await inProcess(words, { env: await mirror(), cwd })).stdout) as Shown;
      expect(type).toBe("application/json");
      expect(json(Buffer.from(body, "latin1").toString())).toEqual({ body: "# Plan\r\n\n@all 7 é\n", internal: true });
    },
  );

  it("that name a file without text are refused where the description has no file, and uploaded where there is no description", async () => {
    const cwd = directory();
    write(`${cwd}/shot.png`, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff]));
    const post = async (path: string, env: Record<string, string>) =>
      inProcess(["api", "POST", path, "-F", "file=@shot.png"], { env, cwd });
    const refused = await post("/projects/7/issues/3/notes", { TRUEUP_URL: "http://127.0.0.1:9" });
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain(
      "The file shot.png is no UTF-8 text, and the parameter file of POST /projects/7/issues/3/notes is no file.",
    );
    const { body } = json((await post("/projects/7/uploads", await mirror())).stdout) as Shown;
    expect(body).toContain('name="file"; filename="shot.png"');
  });

  it("that name a file are stored as the text of the note", async () => {
    const { env } = await platform({ seed: "default" });
    const cwd = directory({ "note.md": "Off by **two**.\n" });
    const path = "/projects/acme-labs%2Fwebsite/issues/1/notes";
    const { code, stdout, stderr } = await inProcess(["api", "POST", path, "-F", "body=@note.md"], { env, cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(json(stdout)).toMatchObject({ body: "Off by **two**.\n" });
  });

  it("that contradict each other, or are none, are refused before anything is sent", async () => {
    const env = { TRUEUP_URL: "http://127.0.0.1:9" };
    for (const [fields, told] of [
      [["a=1", "a[]=2"], "a is no list"],
      [["a=1", "a=2"], "a is given already"],
      [["a"], "has no value"],
      [["a[=1"], "is no name of a field"],
    ] as const) {
      const { code, stderr } = await inProcess(["api", "POST", "/topics", ...fields.flatMap((field) => ["-F", field])], { env });
      expect(code).toBe(1);
      expect(stderr).toContain(told);
    }
  });

  it("named like a prototype are names like others", async () => {
    const { body } = await sent("POST", "/topics", "-F", "__proto__[x]=1", "-F", "name=constructor");
    expect(body).toBe('{"__proto__":{"x":1},"name":"constructor"}');
  });
});

describe("the body", () => {
  it("comes from a file or standard input as JSON; fields then go into the query", async () => {
    const here = directory({ "body.json": '{"name":"a","title":null}' });
    const env = await mirror();
    const words = ["api", "PUT", "/topics/1", "--input", "body.json", "-F", "x=1"];
    expect(json((await inProcess(words, { env, cwd: here })).stdout)).toMatchObject({
      method: "PUT",
      url: "/api/v4/topics/1?x=1",
      body: '{"name":"a","title":null}',
    });
    const piped = await shell(`echo '{"a":[1]}' | trueup api POST /topics --input -`, { env });
    expect(json(piped.stdout)).toMatchObject({ body: '{"a":[1]}' });
    const wrong = await shell("echo nonsense | trueup api POST /topics --input -", { env });
    expect(wrong.stderr).toContain("The input from standard input is no JSON object or list");
  });
});

describe("the path", () => {
  it("may lack its slash, have /api/v4 before it, or be a whole address of the server; OAuth paths lie beside the API", async () => {
    const env = await mirror();
    const ask = async (path: string): Promise<string> => (json((await inProcess(["api", path], { env })).stdout) as Shown).url;
    for (const path of ["version", "/version", "/api/v4/version", `${env.TRUEUP_URL}/api/v4/version`]) {
      expect(await ask(path)).toBe("/api/v4/version");
    }
    expect(await ask("/projects?page=2")).toBe("/api/v4/projects?page=2");
    expect(await ask("/oauth/token/info")).toBe("/oauth/token/info");
  });

  it("of another server is refused, with a placeholder too, and nothing is sent", async () => {
    const env = { TRUEUP_URL: "http://127.0.0.1:9", TRUEUP_TOKEN: "glpat-never-sent-012345" };
    const other = await inProcess(["api", "https://other.example.com/api/v4/projects"], { env });
    expect(other).toMatchObject({ code: 1, stdout: "" });
    expect(other.stderr).toContain("belongs to another server than http://127.0.0.1:9");
    for (const path of ["/projects/{id}/jobs", "/projects/:id/jobs"]) {
      const { code, stderr } = await inProcess(["api", path], { env });
      expect(code).toBe(1);
      expect(stderr).toMatch(/The path still holds (\{id\}|:id)/);
    }
  });

  it("that the documents do not have is sent all the same, with a hint at what may have been meant", async () => {
    const env = await mirror();
    for (const [words, hint] of [
      [["/projcts"], "Did you mean GET /projects?"],
      [["/projects/7/jbos"], "Did you mean GET /projects/{id}/jobs?"],
      [["/projects/acme/web/approvals"], "Encode the slashes of a full path: GET /projects/acme%2Fweb/approvals."],
      [["DELETE", "/application/settings"], "It is described with GET, PUT."],
      [["/projects/7/variabels/KEY"], "Did you mean GET /projects/{id}/variables/{key}?"],
      [["PATCH", "/projects/7/variables/KEY"], "It is described with DELETE, GET, PUT."],
      [["/something/else/entirely/other"], "trueup sends the request anyway."],
    ] as const) {
      const { code, stdout, stderr } = await inProcess(["api", ...words], { env });
      expect(stderr).toContain(hint);
      expect(code).toBe(0);
      expect(json(stdout)).toHaveProperty("url");
    }
  });
});

describe("a path that only real servers have", () => {
  it("is known by the facts of their releases", async () => {
    const env = await mirror();
    for (const words of [["/projects/7/variables/KEY"], ["DELETE", "/projects/7/variables/KEY"]])
      expect(await inProcess(["api", ...words], { env })).toMatchObject({ code: 0, stderr: "" });
  });
});

describe("credentials", () => {
  it("are not needed for what is public", async () => {
    const { url } = await platform({ seed: "default" });
    const { code, stdout } = await inProcess(["api", "/topics"], { env: { TRUEUP_URL: url } });
    expect(code).toBe(0);
    expect(json(stdout)).toContainEqual(
      expect.objectContaining({ name: expect.any(String), total_projects_count: expect.any(Number) }),
    );
  });

  it("of a job are refused off the routes that take them, before anything is sent", async () => {
    const env = { CI_SERVER_URL: "http://127.0.0.1:9", CI_JOB_TOKEN: "job-token-0123456789" };
    const { code, stderr } = await inProcess(["api", "/projects"], { env });
    expect(code).toBe(1);
    expect(stderr).toContain("CI_JOB_TOKEN is a CI job token, which may not call this");
  });
});

describe("--list and completion", () => {
  it("lists the endpoints that mention a word, as a table or JSON", async () => {
    const { code, stdout } = await inProcess(["api", "--list", "topics"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^METHOD +PATH +TIER +SUMMARY\n/);
    expect(stdout).toMatch(/\nDELETE +\/topics\/\{id\} +free +Delete a topic/);
    const all = json((await inProcess(["api", "--list", "--format", "json"])).stdout);
    expect(all).toContainEqual(
      expect.objectContaining({ id: "listTopics", method: "GET", path: "/topics", tier: "free", list: true }),
    );
  });

  it("completes methods and documented paths, keeping what was filled in", async () => {
    const complete = async (...words: readonly string[]): Promise<string[]> =>
      (await trueup(["__complete", "api", ...words])).stdout.split("\n").map((line) => line.split("\t")[0] ?? "");
    expect(await complete("P")).toEqual(["POST", "PUT", "PATCH", ""]);
    expect(await complete("GET", "/projects/acme%2Fweb/approval_r")).toContain("/projects/acme%2Fweb/approval_rules");
    expect(await complete("get", "/top")).toEqual(["/topics", "/topics/{id}", ""]);
    expect(await complete("/applic")).toContain("/application/settings");
  });
});

it("runs against the embedded platform with --emulator, which keeps what was done", async () => {
  const here = directory();
  const created = await inProcess(["api", "POST", "/topics", "-F", "name=a", "-F", "title=A", "--emulator"], { cwd: here });
  expect(created.code).toBe(0);
  const read = await inProcess(["api", "/topics", "--emulator"], { cwd: here });
  expect(json(read.stdout)).toMatchObject([{ name: "a" }]);
});

describe("the flags of gh and glab", () => {
  const sent = async (...words: readonly string[]) => {
    const { env, call } = await platform({ dialect: "vendor", seed: "people" });
    const cwd = directory({ "note.md": "from a file\n" });
    const ran = await builtInProcess(["api", ...words], { cwd, env });
    return { ...ran, topics: await call("GET", "/topics") };
  };

  it("-X names the method, and -F keeps types and reads files", async () => {
    const { code, stderr, topics } = await sent(
      "-X",
      "POST",
      "topics",
      "-F",
      "name=a",
      "-F",
      "title=A",
      "-F",
      "description=@note.md",
    );
    expect([code, stderr]).toEqual([0, ""]);
    expect(topics).toMatchObject([{ name: "a", title: "A", description: "from a file\n" }]);
    const path = "/projects?membership=false";
    expect((await sent("--method=get", path)).code).toBe(0);
  });

  it("-f sends the same until 0.3.0, and warns where gh would send text", async () => {
    const { code, stderr, topics } = await sent("POST", "/topics", "-f", "name=a", "-f", "title=7", "-f", "description=@note.md");
    expect(code).toBe(0);
    expect(topics).toMatchObject([{ description: "from a file\n" }]);
    expect(stderr).toBe(
      "From 0.3.0 on, -f sends text, as in gh and glab. Write -F title=… -F description=… to send the same as now.\n",
    );
    expect((await sent("POST", "/topics", "-f", "name=a", "-f", "title=007")).stderr).toBe("");
  });

  it.each([
    [["-X", "POST", "PUT", "/topics"], "--method POST and PUT both name a method"],
    [["-X", "FETCH", "/topics"], '"FETCH" is no method: use one of GET, HEAD, POST, PUT, PATCH, DELETE.'],
    [["-X", "POST"], "a path is missing"],
    [["/projects", "--jq", ".[.path"], '--jq ".[.path": '],
    [["/projects", "--jq", ".url[]"], '--jq ".url[]": '],
    [
      ["/projects", "--jq", ".url", "--format", "table"],
      "option '--jq <program>' cannot be used with option '--format <format>'",
    ],
  ])("%j is refused with what to type", async (words, message) => {
    const { code, stderr } = await sent(...words);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
  });
});

describe("--jq", () => {
  const jq = async (program: string, ...words: readonly string[]) =>
    inProcess(["api", "/projects", "--jq", program, ...words], { env: await mirror() });

  it("prints texts as such and all else as JSON, a line for each result", async () => {
    expect(await jq(".method, {url, n: (.body|length)}, (.method|ascii_downcase)")).toMatchObject({
      code: 0,
      stdout: 'GET\n{"url":"/api/v4/projects","n":0}\nget\n',
    });
    expect(await jq("empty")).toMatchObject({ code: 0, stdout: "" });
  });

  it("prints no character that a terminal obeys, and no secret", async () => {
    expect((await jq('"a\\u001b[31mb\\u202e\\tc"')).stdout).toBe("a\\u001b[31mb\\u202e\tc\n");
  });
});
