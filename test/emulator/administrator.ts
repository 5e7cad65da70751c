import type { JsonObject } from "../../src/core/json.js";

/** Calls an emulator as its administrator, and counts what reaches it. */
export interface Administrator {
  /** Calls the API; throws for everything but a success. */
  call(method: string, path: string, body?: object): Promise<JsonObject>;
  /** Requests by method and route since the last reset. */
  requests(): Promise<{ readonly total: number; readonly routes: Readonly<Record<string, number>> }>;
  reset(): Promise<void>;
}

/** The administrator of an emulator that runs. */
export function administratorOf({ url, token }: { readonly url: string; readonly token: string }): Administrator {
  return {
    call: async (method, path, body) => {
      const response = await fetch(`${url}/api/v4${path}`, {
        method,
        headers: { "PRIVATE-TOKEN": token, "Content-Type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
      return (text === "" ? {} : JSON.parse(text)) as JsonObject;
    },
    requests: async () => {
      const response = await fetch(`${url}/-/emulator/stats`);
      return (await response.json()) as { total: number; routes: Record<string, number> };
    },
    reset: async () => {
      await fetch(`${url}/-/emulator/stats/reset`, { method: "POST" });
    },
  };
}
