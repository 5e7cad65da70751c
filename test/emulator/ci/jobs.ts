import { expect } from "vitest";
import { PIPELINES, WEB } from "./delivery.js";

/** The jobs of a pipeline that is done. */
export const jobs = `${WEB}/pipelines/${PIPELINES.done}/jobs`;
/** One job. */
export const one = (id: number): string => `${WEB}/jobs/${id}`;
/** A time as it is shown. */
export const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
/** Dora, as others see her. */
export const summary = { id: expect.any(Number), name: "dora", username: "dora", state: "active", avatar_url: null };
