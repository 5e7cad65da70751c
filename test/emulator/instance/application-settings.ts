import type { Answer, Platform } from "../platform.js";

/** Settings by their names. */
export type Body = Record<string, unknown>;

/** Where the settings of the instance are read and changed. */
export const path = "/application/settings";

/** Changes settings, as the administrator unless another token is given. */
export const put = (platform: Platform, json: Body, token?: string): Promise<Answer> =>
  platform.call("PUT", path, { json, ...(token === undefined ? {} : { token }) });

/** All settings, as the administrator reads them. */
export const read = async (platform: Platform): Promise<Body> => (await platform.call("GET", path)).body as Body;
