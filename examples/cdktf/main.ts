/**
 * Acme, the company of examples/acme, in TypeScript: the same groups, projects and settings, as constructs. Start reading here.
 *
 * What is said is made true, what is not mentioned is left alone. `cdktf.json` at the top of the repository says how this is run; the result is in cdktf.out,
 * and Terraform takes it from there.
 */
import { App, TerraformStack } from "cdktn";
import { SecretVariable, TrueupProvider } from "trueup/cdktn";

import { makeGroups } from "./groups.js";
import { makeInstance } from "./instance.js";
import { makeProjects } from "./projects.js";

const app = new App();
const stack = new TerraformStack(app, "acme");

// The server and the token come from the environment (TRUEUP_URL, TRUEUP_TOKEN) or from a login, as for the command line.
new TrueupProvider(stack, "trueup");

// Secrets are ephemeral variables: TF_VAR_spam_key and TF_VAR_chat_webhook. They are sent, and are in no plan and no state.
const spamKey = new SecretVariable(stack, "spam_key");
const chatWebhook = new SecretVariable(stack, "chat_webhook");

const { settings, topics } = makeInstance(stack, { spamKey: spamKey.stringValue });
const groups = makeGroups(stack, settings);
makeProjects(stack, groups, topics, { chatWebhook: chatWebhook.stringValue });

app.synth();
