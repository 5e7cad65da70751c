// @module-tag nightly
import { it } from "vitest";
import { planAndApplyBeside } from "./failing-company.js";

it("of 1,000 projects three cannot be read: the other 997 are planned and applied", async () => planAndApplyBeside(1000));
