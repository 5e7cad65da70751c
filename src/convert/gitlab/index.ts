import { append, compareTexts, firstNames } from "../../core/collections.js";
import { type Declaration, expressible, type FindInexpressible } from "../../core/declaration.js";
import { glob } from "../../core/glob.js";
import { formOf, kindOf, type Kinds } from "../../core/kind.js";
import { SecretVariables } from "../../core/secret-variables.js";
import { Collector } from "./collect.js";
import { readDocument, type StateResource } from "./document.js";
import { familyOf } from "./families/index.js";
import { declarationOf } from "./without-defaults.js";

/** What a Terraform configuration for the platform's widely used provider says, in our words. */
export interface ConvertedState {
  /** By address. Each stands in a form that files can say. */
  readonly declarations: readonly Declaration[];
  /** What the files do not say, or say otherwise, a sentence each; those of the declarations included, under their address. */
  readonly remarks: readonly string[];
}

const ofState =
  "a state does not tell what the configuration sets: what is the default is left out, and so is 0 and false of what can also be unset. " +
  "A plan tells it: terraform plan -out FILE, and terraform show -json FILE";

/** Resources that are named one by one in a remark; of more, the rest is counted. */
const mostAddresses = 8;

/**
 * Turns what `terraform show -json` prints of resources of the provider gitlabhq/gitlab into declarations. Every resource of the provider is either
 * converted or named in a remark. Secrets become references to the environment; none is in the result. `refuse` finds what no file can say.
 * Throws TrueupError `convert.input` for what is no such document.
 */
export function gitlabDeclarations(text: string, kinds: Kinds, refuse: FindInexpressible): ConvertedState {
  const { resources, known, deposed, isPlan } = readDocument(text);
  const { drafts, lost, cautions } = new Collector(kinds, known, isPlan).collect(resources);
  const variables = new SecretVariables();
  const declarations: Declaration[] = [];
  const remarks: string[] = [];
  const idle: string[] = [];
  for (const draft of [...drafts.all()].sort((a, b) => compareTexts(a.address, b.address))) {
    const { expressed, gaps } = expressible(variables.name(declarationOf(draft, drafts)), refuse);
    remarks.push(...gaps);
    if (expressed === undefined) continue;
    if (isIdle(expressed, kinds)) idle.push(expressed.address);
    else declarations.push(expressed);
  }
  return {
    declarations,
    remarks: [
      ...lost,
      ...leftOut(resources, kinds),
      ...deposed.map((address) => `${address} is not converted: what is left of it is about to be deleted`),
      ...remarks,
      ...(idle.length === 0
        ? []
        : [`not declared, because all of it is as the platform gives it by itself: ${firstNames(idle, mostAddresses)}`]),
      ...cautions,
      ...(isPlan ? [] : [ofState]),
    ],
  };
}

/** What is always there and of which nothing is to be said. */
function isIdle({ kind, spec, remarks }: Declaration, kinds: Kinds): boolean {
  return formOf(kindOf(kinds, kind)) === "one" && Object.keys(spec).length === 0 && remarks.length === 0;
}

/** The resources that have no counterpart, by type: those of the provider with their addresses, all others counted. */
function leftOut(resources: readonly StateResource[], kinds: Kinds): string[] {
  const [ofProvider, others] = [new Map<string, string[]>(), new Map<string, string[]>()];
  for (const { type, address } of resources) {
    if (familyOf(type, kinds) === undefined) append(type.startsWith("gitlab_") ? ofProvider : others, type, address);
  }
  const sorted = [...ofProvider].sort(([a], [b]) => compareTexts(a, b));
  const counts = [...others].sort(([a], [b]) => compareTexts(a, b)).map(([type, { length }]) => `${type} (${length})`);
  return [
    ...sorted.map(
      ([type, addresses]) =>
        `${type} (${addresses.length}): ${whyLeftOut(type)}. Left out: ${firstNames(addresses, mostAddresses)}`,
    ),
    ...(counts.length === 0 ? [] : [`resources of other providers are left out: ${counts.join(", ")}`]),
  ];
}

/** Why resources of the provider have no counterpart. The first row that names the type counts; a star stands for any number of letters. */
const reasons: readonly (readonly [types: readonly string[], why: string])[] = [
  [
    ["gitlab_service_*", "gitlab_integration_*", "gitlab_project_integration_*", "gitlab_group_integration_*"],
    "trueup does not manage this integration",
  ],
  [["gitlab_user_runner", "gitlab_runner", "*_runner_enablement"], "trueup does not manage runners: their tokens are shown once"],
  [["gitlab_user", "gitlab_user_*"], "trueup does not manage users: they come from sign-on, and members refer to them"],
  [["*_service_account"], "trueup does not manage users: members refer to them"],
  [["*_token", "gitlab_pipeline_trigger"], "trueup does not manage tokens, which are shown once and end by themselves"],
  [["gitlab_application"], "trueup does not manage credentials that are shown once"],
  [["gitlab_member_role"], "trueup does not manage custom roles: members refer to them by name"],
  [
    ["*compliance*", "*_security_policy_attachment", "*_target_branch_rule", "*_cicd_catalog"],
    "trueup does not manage what only the other interface of the platform has",
  ],
  [
    ["*_wiki_page", "*_issue", "*_board", "*_milestone", "gitlab_release*", "*_saved_reply", "gitlab_project_tag"],
    "trueup does not manage content",
  ],
  [["gitlab_project_feature_flag_user_list"], "trueup does not manage lists of users: feature flags name them"],
  [
    ["gitlab_group_dependency_proxy*", "*_cluster", "gitlab_cluster_*"],
    "trueup does not manage the proxy of images, clusters and agents",
  ],
];

/** Why trueup does not have what a type of resource stands for. */
function whyLeftOut(type: string): string {
  const row = reasons.find(([types]) => types.some((pattern) => glob(pattern)(type)));
  return row?.[1] ?? "trueup has no counterpart";
}
