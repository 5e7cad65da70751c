/** What an API call answered. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** What a platform answered instead of doing what it was asked for. */
export class Declined extends Error {
  readonly status: number;

  constructor(method: string, path: string, { status, body }: Answer) {
    super(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
    this.status = status;
  }
}

/** A platform that runs, as its administrator calls it by hand. */
export interface Administrator {
  readonly url: string;
  readonly token: string;
  /** Variables that lead trueup to it. */
  readonly env: { readonly TRUEUP_URL: string; readonly TRUEUP_TOKEN: string };
  /** Calls the API and answers with the body of the reply, undefined where it has none; throws Declined for an error. Forms are sent as such, all else as JSON. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<unknown>;
  /** The same, as it answers. */
  readonly ask: (method: string, path: string, body?: unknown) => Promise<Answer>;
  /** Requests by method and route since the last reset. */
  requests(): Promise<{ readonly total: number; readonly routes: Readonly<Record<string, number>> }>;
  /** Writes since the last reset. */
  writes(): Promise<number>;
  reset(): Promise<void>;
}

/** The administrator of an emulator that runs, in this process or another one. */
export function administratorOf({ url, token }: { readonly url: string; readonly token: string }): Administrator {
  const ask = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}/api/v4${path}`, {
      method,
      headers: { "PRIVATE-TOKEN": token, ...(isForm || body === undefined ? {} : { "Content-Type": "application/json" }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    return { status: response.status, body: text === "" ? undefined : isJson ? JSON.parse(text) : text };
  };
  const requests: Administrator["requests"] = async () => {
    const response = await fetch(`${url}/-/emulator/stats`);
    return (await response.json()) as Awaited<ReturnType<Administrator["requests"]>>;
  };
  return {
    url,
    token,
    env: { TRUEUP_URL: url, TRUEUP_TOKEN: token },
    ask,
    requests,
    call: async (method, path, body) => {
      const answer = await ask(method, path, body);
      if (answer.status >= 400) throw new Declined(method, path, answer);
      return answer.body;
    },
    writes: async () => {
      const { routes } = await requests();
      return Object.entries(routes).reduce((sum, [route, count]) => (/^(?:GET|HEAD) /.test(route) ? sum : sum + count), 0);
    },
    reset: async () => {
      await fetch(`${url}/-/emulator/stats/reset`, { method: "POST" });
    },
  };
}
