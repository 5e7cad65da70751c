/**
 * Acme, the company of examples/acme, in TypeScript: the same groups, projects and settings, as constructs. Start reading here.
 *
 * What is said is made true, what is not mentioned is left alone. `cdktf.json` at the top of the repository says how this is run; the result is in cdktf.out,
 * and Terraform takes it from there.
 */
import { App, TerraformStack, TerraformVariable } from "cdktn";
import { TrueupProvider } from "trueup/cdktn";

import { makeGroups } from "./groups.js";
import { makeInstance } from "./instance.js";
import { makeProjects } from "./projects.js";

const app = new App();
const stack = new TerraformStack(app, "acme");

// The server and the token come from the environment (TRUEUP_URL, TRUEUP_TOKEN) or from a login, as for the command line.
new TrueupProvider(stack, "trueup");

// Secrets are variables: TF_VAR_spam_key and TF_VAR_chat_webhook. They are sent, and are in no plan and no state.
const spamKey = new TerraformVariable(stack, "spam_key", { type: "string", sensitive: true });
const chatWebhook = new TerraformVariable(stack, "chat_webhook", { type: "string", sensitive: true });

const { settings, topics } = makeInstance(stack, { spamKey: spamKey.stringValue });
const groups = makeGroups(stack, settings);
makeProjects(stack, groups, topics, { chatWebhook: chatWebhook.stringValue });

app.synth();
