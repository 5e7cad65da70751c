// Made by `npm run generate` from the files beside it. Do not edit.
import type { Kind, Kinds } from "../core/kind.js";
import { appearance } from "./appearance.js";
import { applicationSettings } from "./application-settings.js";
import { approvalRule } from "./approval-rule.js";
import { approvalSettings } from "./approval-settings.js";
import { badge } from "./badge.js";
import { branch } from "./branch.js";
import { broadcastMessage } from "./broadcast-message.js";
import { containerProtectionRule } from "./container-protection-rule.js";
import { containerTagProtectionRule } from "./container-tag-protection-rule.js";
import { customAttribute } from "./custom-attribute.js";
import { deployKey } from "./deploy-key.js";
import { environment } from "./environment.js";
import { externalStatusCheck } from "./external-status-check.js";
import { featureFlag } from "./feature-flag.js";
import { freezePeriod } from "./freeze-period.js";
import { group } from "./group.js";
import { hook } from "./hook.js";
import { integration } from "./integration.js";
import { jobTokenScope } from "./job-token-scope.js";
import { label } from "./label.js";
import { ldapGroupLink } from "./ldap-group-link.js";
import { member } from "./member.js";
import { packageProtectionRule } from "./package-protection-rule.js";
import { pagesDomain } from "./pages-domain.js";
import { pagesSettings } from "./pages-settings.js";
import { pipelineSchedule } from "./pipeline-schedule.js";
import { projectAlias } from "./project-alias.js";
import { project } from "./project.js";
import { protectedBranch } from "./protected-branch.js";
import { protectedEnvironment } from "./protected-environment.js";
import { protectedTag } from "./protected-tag.js";
import { pushMirror } from "./push-mirror.js";
import { pushRules } from "./push-rules.js";
import { repositoryCommit } from "./repository-commit.js";
import { repositoryFile } from "./repository-file.js";
import { resourceGroup } from "./resource-group.js";
import { samlGroupLink } from "./saml-group-link.js";
import { topic } from "./topic.js";
import { variable } from "./variable.js";

/** All kinds by name, in the order in which they are applied. */
export const kinds: Kinds = new Map<string, Kind>([
  [applicationSettings.name, applicationSettings],
  [appearance.name, appearance],
  [broadcastMessage.name, broadcastMessage],
  [projectAlias.name, projectAlias],
  [topic.name, topic],
  [group.name, group],
  [project.name, project],
  [ldapGroupLink.name, ldapGroupLink],
  [samlGroupLink.name, samlGroupLink],
  [approvalSettings.name, approvalSettings],
  [jobTokenScope.name, jobTokenScope],
  [pagesSettings.name, pagesSettings],
  [pushRules.name, pushRules],
  [repositoryCommit.name, repositoryCommit],
  [approvalRule.name, approvalRule],
  [badge.name, badge],
  [branch.name, branch],
  [containerProtectionRule.name, containerProtectionRule],
  [containerTagProtectionRule.name, containerTagProtectionRule],
  [customAttribute.name, customAttribute],
  [deployKey.name, deployKey],
  [environment.name, environment],
  [externalStatusCheck.name, externalStatusCheck],
  [featureFlag.name, featureFlag],
  [freezePeriod.name, freezePeriod],
  [hook.name, hook],
  [integration.name, integration],
  [label.name, label],
  [member.name, member],
  [packageProtectionRule.name, packageProtectionRule],
  [pagesDomain.name, pagesDomain],
  [pipelineSchedule.name, pipelineSchedule],
  [protectedBranch.name, protectedBranch],
  [protectedEnvironment.name, protectedEnvironment],
  [protectedTag.name, protectedTag],
  [pushMirror.name, pushMirror],
  [repositoryFile.name, repositoryFile],
  [resourceGroup.name, resourceGroup],
  [variable.name, variable],
]);
