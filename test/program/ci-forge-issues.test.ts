import { describe, expect, it, onTestFinished } from "vitest";
import { redactor } from "../../src/core/redact.js";
import { openForge } from "../../src/trueup.js";
import { gitForge } from "../harness/git-forge.js";
import { githubForge } from "../harness/github-forge.js";
