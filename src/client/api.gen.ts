// Made by `npm run generate` from schemas/openapi.json. Do not edit.
import type { Upload } from "./upload.js";

export interface paths {
    "/application/appearance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Appearance of the instance */
        get: operations["getAppearance"];
        /** Change the appearance of the instance */
        put: operations["updateAppearance"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/application/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Settings of the instance */
        get: operations["getApplicationSettings"];
        /** Change settings of the instance */
        put: operations["updateApplicationSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/approval_rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Approval rules of a project */
        get: operations["listApprovalRules"];
        put?: never;
        /** Create an approval rule */
        post: operations["createApprovalRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/approval_rules/{approval_rule_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One approval rule */
        get: operations["getApprovalRule"];
        /** Change an approval rule */
        put: operations["updateApprovalRule"];
        post?: never;
        /** Delete an approval rule */
        delete: operations["deleteApprovalRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How merge requests of a project are approved */
        get: operations["getApprovalSettings"];
        put?: never;
        /** Change how merge requests of a project are approved */
        post: operations["updateApprovalSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/repository/branches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Branches */
        get: operations["listBranches"];
        put?: never;
        /** Create a branch */
        post: operations["createBranch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/repository/branches/{branch}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One branch */
        get: operations["getBranch"];
        put?: never;
        post?: never;
        /** Delete a branch */
        delete: operations["deleteBranch"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/deployments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Deployments of a project */
        get: operations["listDeployments"];
        put?: never;
        /** Record a deployment that something else than a job makes */
        post: operations["createDeployment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/deployments/{deployment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One deployment */
        get: operations["getDeployment"];
        /** Give a deployment another status */
        put: operations["updateDeployment"];
        post?: never;
        /** Delete a deployment that neither runs nor is the current one of its environment */
        delete: operations["deleteDeployment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/deployments/{deployment_id}/merge_requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Merge requests that a deployment brought */
        get: operations["listDeploymentMergeRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/deployments/{deployment_id}/approval": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve or reject a blocked deployment */
        post: operations["approveDeployment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/issues/{issue_iid}/discussions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Discussions of an issue, oldest first */
        get: operations["listIssueDiscussions"];
        put?: never;
        /** Begin a thread on an issue */
        post: operations["createIssueDiscussion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/issues/{issue_iid}/discussions/{discussion_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One discussion of an issue */
        get: operations["getIssueDiscussion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/issues/{issue_iid}/discussions/{discussion_id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reply in a discussion of an issue */
        post: operations["replyToDiscussionOfIssue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/issues/{issue_iid}/discussions/{discussion_id}/notes/{note_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change a note of an issue */
        put: operations["updateDiscussionNoteOfIssue"];
        post?: never;
        /** Delete a note of an issue */
        delete: operations["deleteDiscussionNoteOfIssue"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/snippets/{snippet_id}/discussions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Discussions of a snippet, oldest first */
        get: operations["listSnippetDiscussions"];
        put?: never;
        /** Begin a thread on a snippet */
        post: operations["createSnippetDiscussion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/snippets/{snippet_id}/discussions/{discussion_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One discussion of a snippet */
        get: operations["getSnippetDiscussion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/snippets/{snippet_id}/discussions/{discussion_id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reply in a discussion of a snippet */
        post: operations["replyToDiscussionOfSnippet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/snippets/{snippet_id}/discussions/{discussion_id}/notes/{note_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change a note of a snippet */
        put: operations["updateDiscussionNoteOfSnippet"];
        post?: never;
        /** Delete a note of a snippet */
        delete: operations["deleteDiscussionNoteOfSnippet"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}/epics/{epic_id}/discussions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Discussions of an epic, oldest first */
        get: operations["listEpicDiscussions"];
        put?: never;
        /** Begin a thread on an epic */
        post: operations["createEpicDiscussion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}/epics/{epic_id}/discussions/{discussion_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One discussion of an epic */
        get: operations["getEpicDiscussion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}/epics/{epic_id}/discussions/{discussion_id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reply in a discussion of an epic */
        post: operations["replyToDiscussionOfEpic"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}/epics/{epic_id}/discussions/{discussion_id}/notes/{note_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change a note of an epic */
        put: operations["updateDiscussionNoteOfEpic"];
        post?: never;
        /** Delete a note of an epic */
        delete: operations["deleteDiscussionNoteOfEpic"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/merge_requests/{merge_request_iid}/discussions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Discussions of a merge request, oldest first */
        get: operations["listMergeRequestDiscussions"];
        put?: never;
        /** Begin a thread on a merge request */
        post: operations["createMergeRequestDiscussion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/merge_requests/{merge_request_iid}/discussions/{discussion_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One discussion of a merge request */
        get: operations["getMergeRequestDiscussion"];
        /** Resolve or reopen a thread */
        put: operations["resolveMergeRequestDiscussion"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/merge_requests/{merge_request_iid}/discussions/{discussion_id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reply in a discussion of a merge request */
        post: operations["replyToDiscussionOfMergeRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/merge_requests/{merge_request_iid}/discussions/{discussion_id}/notes/{note_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change a note of a merge request */
        put: operations["updateDiscussionNoteOfMergeRequest"];
        post?: never;
        /** Delete a note of a merge request */
        delete: operations["deleteDiscussionNoteOfMergeRequest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Groups */
        get: operations["listGroups"];
        put?: never;
        /** Create a group or subgroup */
        post: operations["createGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Group details */
        get: operations["getGroup"];
        /** Change a group */
        put: operations["updateGroup"];
        post?: never;
        /** Delete a group with all that it holds */
        delete: operations["deleteGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}/subgroups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Direct subgroups */
        get: operations["listSubgroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}/descendant_groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All groups below a group */
        get: operations["listDescendantGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take the mark for deletion off */
        post: operations["restoreGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Move a group below another, or to the top */
        post: operations["transferGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}/projects/{project_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Move a project into a group */
        post: operations["moveProjectIntoGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}/share": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Share a group with another */
        post: operations["shareGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}/share/{group_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End a share */
        delete: operations["unshareGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/namespaces/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A group or a user's own namespace */
        get: operations["getNamespace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Release of the server */
        get: operations["getVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Release and edition of the server */
        get: operations["getMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/license": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The licence */
        get: operations["getLicense"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller */
        get: operations["getOwnUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/integrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Active integrations of a project */
        get: operations["listIntegrations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/integrations/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Settings of an integration */
        get: operations["getIntegration"];
        put?: never;
        post?: never;
        /** Disable an integration */
        delete: operations["deleteIntegration"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/integrations/asana": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Task tracker that receives commit comments */
        put: operations["updateIntegrationAsana"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/integrations/assembla": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Source-commit endpoint */
        put: operations["updateIntegrationAssembla"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/integrations/bamboo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Build server with plan keys */
        put: operations["updateIntegrationBamboo"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/integrations/custom-issue-tracker": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Issue tracker with three URLs */
        put: operations["updateIntegrationCustomIssueTracker"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/integrations/bugzilla": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Issue tracker with three URLs (vendor-named) */
        put: operations["updateIntegrationBugzilla"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/integrations/ewm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Work-item tracker */
        put: operations["updateIntegrationEwm"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/integrations/buildkite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Pipeline trigger with project URL */
        put: operations["updateIntegrationBuildkite"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/integrations/campfire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Chat room notifier */
        put: operations["updateIntegrationCampfire"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/integrations/datadog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Monitoring */
        put: operations["updateIntegrationDatadog"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/integrations/unify-circuit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Webhook chat notifier */
        put: operations["updateIntegrationUnifyCircuit"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/integrations/pumble": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Webhook chat notifier */
        put: operations["updateIntegrationPumble"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/integrations/webex-teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Webhook chat notifier */
        put: operations["updateIntegrationWebexTeams"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/integrations/discord": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Webhook chat notifier (minimal) */
        put: operations["updateIntegrationDiscord"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/integrations/drone-ci": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Pipeline trigger with server URL */
        put: operations["updateIntegrationDroneCi"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/integrations/emails-on-push": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Emails on push */
        put: operations["updateIntegrationEmailsOnPush"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/integrations/confluence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Wiki workspace link */
        put: operations["updateIntegrationConfluence"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/integrations/external-wiki": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** External wiki */
        put: operations["updateIntegrationExternalWiki"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/integrations/flowdock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Chat flow notifier */
        put: operations["updateIntegrationFlowdock"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/integrations/github": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Status-check integration */
        put: operations["updateIntegrationGithub"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/issues/{issue_iid}/subscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get notices of an issue */
        post: operations["subscribeToIssue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/issues/{issue_iid}/unsubscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get no more notices of an issue */
        post: operations["unsubscribeFromIssue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/issues/{issue_iid}/todo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Put an issue on the caller's to-do list */
        post: operations["createIssueTodo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/issues/{issue_iid}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Comment on an issue; /promote at the start of a line makes an epic of it (PREMIUM) */
        post: operations["createIssueNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/issues/{issue_iid}/time_estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set the time estimate */
        post: operations["setIssueTimeEstimate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/issues/{issue_iid}/reset_time_estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set the time estimate to 0 */
        post: operations["resetIssueTimeEstimate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/issues/{issue_iid}/add_spent_time": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add time spent; with a leading minus it is taken back */
        post: operations["addIssueSpentTime"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/issues/{issue_iid}/reset_spent_time": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set the time spent to 0 */
        post: operations["resetIssueSpentTime"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/issues/{issue_iid}/time_stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Time estimate and time spent */
        get: operations["getIssueTimeStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/issues/{issue_iid}/related_merge_requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Merge requests that name the issue or that it names */
        get: operations["listIssueRelatedMergeRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/issues/{issue_iid}/closed_by": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Merge requests that close the issue when they are merged */
        get: operations["listIssueClosedBy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/issues/{issue_iid}/participants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who takes part in the issue */
        get: operations["listIssueParticipants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/issues/{issue_iid}/user_agent_detail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the author's browser said of itself */
        get: operations["getIssueUserAgentDetail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/issues/{issue_iid}/metric_images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Metric images of an incident */
        get: operations["listIssueMetricImages"];
        put?: never;
        /** Add a metric image to an incident */
        post: operations["uploadIssueMetricImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Issues */
        get: operations["listIssues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}/issues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Issues of a group and its subgroups */
        get: operations["listGroupIssues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/issues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Issues of a project */
        get: operations["listProjectIssues"];
        put?: never;
        /** Create an issue */
        post: operations["createIssue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/issues/{issue_iid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One issue */
        get: operations["getIssue"];
        /** Change, close or reopen an issue */
        put: operations["updateIssue"];
        post?: never;
        /** Delete an issue */
        delete: operations["deleteIssue"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Jobs of a project, newest first */
        get: operations["listProjectJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/pipelines/{pipeline_id}/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Jobs of a pipeline and of its child pipelines, newest first */
        get: operations["listPipelineJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/pipelines/{pipeline_id}/bridges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Jobs of a pipeline that start other pipelines, newest first */
        get: operations["listPipelineBridges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/job": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The job that owns the job token */
        get: operations["getOwnJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/job/allowed_agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The cluster agents that the job of the token may use */
        get: operations["listAllowedAgents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/jobs/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One job */
        get: operations["getJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/jobs/{job_id}/trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The log of a job */
        get: operations["getJobTrace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/jobs/{job_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a job */
        post: operations["cancelJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/jobs/{job_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run a finished job again */
        post: operations["retryJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/jobs/{job_id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Remove the artifacts and the log of a job */
        post: operations["eraseJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/jobs/{job_id}/play": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start a manual job */
        post: operations["playJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Direct members of a group */
        get: operations["listGroupMembers"];
        put?: never;
        /** Add a member to a group */
        post: operations["addGroupMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}/members/all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Members of a group, of groups above, and of groups that it is shared with */
        get: operations["listAllGroupMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}/members/all/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One of all members of a group */
        get: operations["getAnyGroupMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One direct member of a group */
        get: operations["getGroupMember"];
        /** Change a member of a group */
        put: operations["updateGroupMember"];
        post?: never;
        /** Remove a member from a group */
        delete: operations["removeGroupMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Direct members of a project */
        get: operations["listProjectMembers"];
        put?: never;
        /** Add a member to a project */
        post: operations["addProjectMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/members/all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Members of a project, of groups above, and of groups that it is shared with */
        get: operations["listAllProjectMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/members/all/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One of all members of a project */
        get: operations["getAnyProjectMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One direct member of a project */
        get: operations["getProjectMember"];
        /** Change a member of a project */
        put: operations["updateProjectMember"];
        post?: never;
        /** Remove a member from a project */
        delete: operations["removeProjectMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/merge_requests/{merge_request_iid}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Merge a merge request */
        put: operations["mergeMergeRequest"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/merge_requests/{merge_request_iid}/merge_ref": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Head of the merge ref, the state that the target branch would have after a regular merge */
        get: operations["getMergeRef"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/merge_requests/{merge_request_iid}/cancel_merge_when_pipeline_succeeds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop waiting for the pipeline to merge */
        post: operations["cancelMergeWhenPipelineSucceeds"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/merge_requests/{merge_request_iid}/rebase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Rebase the source branch, in the background */
        put: operations["rebaseMergeRequest"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/merge_requests/{merge_request_iid}/closes_issues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Issues that close when the merge request is merged */
        get: operations["listIssuesClosedByMergeRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/merge_requests/{merge_request_iid}/subscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get notices of a merge request */
        post: operations["subscribeToMergeRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/merge_requests/{merge_request_iid}/unsubscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get no more notices of a merge request */
        post: operations["unsubscribeFromMergeRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/merge_requests/{merge_request_iid}/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Approval status of a merge request */
        get: operations["getMergeRequestApprovals"];
        put?: never;
        /** Change how many approvals a merge request needs */
        post: operations["updateMergeRequestApprovals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/merge_requests/{merge_request_iid}/approval_state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The rules that hold for a merge request, and what became of them */
        get: operations["getMergeRequestApprovalState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/merge_requests/{merge_request_iid}/approval_rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Approval rules of a merge request alone */
        get: operations["listMergeRequestApprovalRules"];
        put?: never;
        /** Create an approval rule of a merge request */
        post: operations["createMergeRequestApprovalRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/merge_requests/{merge_request_iid}/approval_rules/{approval_rule_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change an approval rule of a merge request */
        put: operations["updateMergeRequestApprovalRule"];
        post?: never;
        /** Delete an approval rule of a merge request */
        delete: operations["deleteMergeRequestApprovalRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/merge_requests/{merge_request_iid}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve a merge request */
        post: operations["approveMergeRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/merge_requests/{merge_request_iid}/unapprove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take back the approval of a merge request */
        post: operations["unapproveMergeRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merge_requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Merge requests */
        get: operations["listMergeRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/merge_requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Merge requests into a project */
        get: operations["listProjectMergeRequests"];
        put?: never;
        /** Create a merge request */
        post: operations["createMergeRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}/merge_requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Merge requests of a group and its subgroups */
        get: operations["listGroupMergeRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/merge_requests/{merge_request_iid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One merge request */
        get: operations["getMergeRequest"];
        /** Change, close or reopen a merge request */
        put: operations["updateMergeRequest"];
        post?: never;
        /** Delete a merge request */
        delete: operations["deleteMergeRequest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Ask a user whether an application may use the account, in a browser */
        get: operations["showAuthorization"];
        put?: never;
        /** The forms of the authorization page */
        post: operations["decideAuthorization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Exchange a code, a refresh token or a password for an access token */
        post: operations["getToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/token/info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What an access token may do, and for how long */
        get: operations["getTokenInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revoke an access or refresh token and the other of its pair */
        post: operations["revokeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/userinfo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who the user of a token with the scope openid is */
        get: operations["getUserInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/packages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Packages of a project */
        get: operations["listProjectPackages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}/packages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Packages of the projects in a group */
        get: operations["listGroupPackages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/packages/{package_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One package, with its other versions */
        get: operations["getPackage"];
        put?: never;
        post?: never;
        /** Delete a package */
        delete: operations["deletePackage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/packages/{package_id}/package_files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Files of a package */
        get: operations["listPackageFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/packages/{package_id}/package_files/{package_file_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a file of a package, which may make the package unusable */
        delete: operations["deletePackageFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/pipelines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Pipelines of a project */
        get: operations["listPipelines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/pipelines/{pipeline_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One pipeline */
        get: operations["getPipeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A runner takes the next job that waits */
        post: operations["takeJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** A runner says how its job ended */
        put: operations["endJob"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Projects */
        get: operations["listProjects"];
        put?: never;
        /** Create a project */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One project */
        get: operations["getProject"];
        /** Change a project */
        put: operations["updateProject"];
        post?: never;
        /** Delete a project */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Projects of a group */
        get: operations["listGroupProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}/projects/shared": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Projects shared into a group */
        get: operations["listSharedProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user_id}/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Projects in a user's own namespace */
        get: operations["listUserProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take the mark for deletion off */
        post: operations["restoreProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Move a project to another namespace */
        put: operations["transferProject"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a project read-only */
        post: operations["archiveProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/unarchive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make an archived project writable */
        post: operations["unarchiveProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/share": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Share a project with a group */
        post: operations["shareProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/share/{group_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End a share */
        delete: operations["unshareProject"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/protected_branches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Protected branches of a project, those of its top-level group included */
        get: operations["listProtectedBranches"];
        put?: never;
        /** Protect a branch, or all whose names a wildcard covers */
        post: operations["protectBranch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/protected_branches/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One protected branch of the project itself */
        get: operations["getProtectedBranch"];
        put?: never;
        post?: never;
        /** Take the protection off */
        delete: operations["unprotectBranch"];
        options?: never;
        head?: never;
        /** Change a protected branch */
        patch: operations["updateProtectedBranch"];
        trace?: never;
    };
    "/groups/{id}/protected_branches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Protected branches of a group */
        get: operations["listGroupProtectedBranches"];
        put?: never;
        /** Protect a branch, or all whose names a wildcard covers, in all projects of a top-level group */
        post: operations["protectGroupBranch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}/protected_branches/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One protected branch of a group */
        get: operations["getGroupProtectedBranch"];
        put?: never;
        post?: never;
        /** Take the protection off in all projects of a group */
        delete: operations["unprotectGroupBranch"];
        options?: never;
        head?: never;
        /** Change a protected branch of a group */
        patch: operations["updateGroupProtectedBranch"];
        trace?: never;
    };
    "/groups/{id}/protected_environments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Protected environments of a group */
        get: operations["listProtectedEnvironments"];
        put?: never;
        /** Protect an environment */
        post: operations["protectEnvironment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}/protected_environments/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One protected environment */
        get: operations["getProtectedEnvironment"];
        /** Change a protected environment */
        put: operations["updateProtectedEnvironment"];
        post?: never;
        /** Take the protection off */
        delete: operations["unprotectEnvironment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/releases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Releases of a project */
        get: operations["listReleases"];
        put?: never;
        /** Create a release, and its tag when there is none */
        post: operations["createRelease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/releases/{tag_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The release of a tag */
        get: operations["getRelease"];
        /** Change a release */
        put: operations["updateRelease"];
        post?: never;
        /** Delete a release; its tag stays */
        delete: operations["deleteRelease"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/releases/{tag_name}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Collect evidence of a release */
        post: operations["collectEvidence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/releases/{tag_name}/assets/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Asset links of a release */
        get: operations["listReleaseLinks"];
        put?: never;
        /** Add an asset link to a release */
        post: operations["createReleaseLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/releases/{tag_name}/assets/links/{link_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One asset link */
        get: operations["getReleaseLink"];
        /** Change an asset link */
        put: operations["updateReleaseLink"];
        post?: never;
        /** Delete an asset link */
        delete: operations["deleteReleaseLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/repository/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tags, the newest first */
        get: operations["listTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/repository/tags/{tag_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One tag */
        get: operations["getTag"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/topics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Topics, by number of projects */
        get: operations["listTopics"];
        put?: never;
        /** Create a topic */
        post: operations["createTopic"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/topics/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One topic */
        get: operations["getTopic"];
        /** Change a topic */
        put: operations["updateTopic"];
        post?: never;
        /** Delete a topic and its assignments to projects */
        delete: operations["deleteTopic"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Users, or the one with a username */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One user */
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        appearance_update: {
            /**
             * @description Title of the sign-in page.
             * @default
             */
            title?: string | null;
            /**
             * @description Text of the sign-in page, in Markdown.
             * @default
             */
            description?: string | null;
            /**
             * Format: upload
             * @description Picture of the sign-in page; it can be replaced but not removed.
             */
            logo?: Upload;
            /**
             * Format: upload
             * @description Picture in the navigation bar; it can be replaced but not removed.
             */
            header_logo?: Upload;
            /**
             * Format: upload
             * @description Icon of browser tabs, .ico or .png; it can be replaced but not removed.
             */
            favicon?: Upload;
            /**
             * @description Text beside the form for new projects, in Markdown.
             * @default
             */
            new_project_guidelines?: string | null;
            /**
             * @description Text beside the form for profile pictures, in Markdown.
             * @default
             */
            profile_image_guidelines?: string | null;
            /**
             * @description Message in a bar at the top of every page.
             * @default
             */
            header_message?: string | null;
            /**
             * @description Message in a bar at the bottom of every page.
             * @default
             */
            footer_message?: string | null;
            message_background_color?: components["schemas"]["appearance_color"];
            message_font_color?: components["schemas"]["appearance_color"];
            /**
             * @description E-mails carry the header and footer messages too.
             * @default false
             */
            email_header_and_footer_enabled?: boolean;
        };
        /** @description A colour such as #E75E40; a blank one stands for the first colour */
        appearance_color: string | null;
        /** @description Settings of real servers that the documents do not have */
        application_settings: {
            /** @description Administrators sign in again before they do administrative tasks. */
            admin_mode: boolean | null;
            /**
             * @deprecated
             * @description Deprecated: use abuse_notification_email.
             */
            admin_notification_email: string | null;
            /** @description Address that abuse reports are sent to. */
            abuse_notification_email: string | null;
            /** @description Address that users are sent to when they sign out. */
            after_sign_out_path: string | null;
            /** @description Text that users see after they have signed up, in Markdown. */
            after_sign_up_text: string | null;
            /** @description Group owners may manage LDAP links. PREMIUM. */
            allow_group_owners_to_manage_ldap?: boolean | null;
            /** @description SSH keys are written to the authorized_keys file. */
            authorized_keys_enabled: boolean | null;
            /** @description The spam filter checks what users write. Real servers call it akismet_enabled. */
            spamfilter_enabled?: boolean | null;
            /** @description The spam filter checks what users write. Real servers call it akismet_enabled. */
            akismet_enabled?: boolean | null;
            /** @description Key of the spam filter's service. Real servers call it akismet_api_key. */
            spamfilter_api_key?: string | null;
            /** @description Key of the spam filter's service. Real servers call it akismet_api_key. */
            akismet_api_key?: string | null;
            /** @description Users who have been away for long are deactivated. */
            deactivate_dormant_users: boolean | null;
            /** @description Days without activity after which a user is deactivated. Since 15.3. */
            deactivate_dormant_users_period?: number | null;
            /** @description Number of projects that a new user may create. */
            default_projects_limit: number | null;
            /** @description Feeds and calendars can no longer be read with a token in the address. Since 13.7. */
            disable_feed_token?: boolean | null;
            /** @description Sign-in providers that are switched off. */
            disabled_oauth_sign_in_sources: unknown[] | null;
            /** @description The list of blocked e-mail domains is in force. */
            domain_denylist_enabled: boolean | null;
            /** @description E-mail domains that may not sign up; wildcards are allowed. */
            domain_denylist: unknown;
            /** @description E-mail domains that may sign up; empty allows all. */
            domain_allowlist: unknown;
            /** @description Smallest DSA key in bits that users may add; 0 allows all, -1 none. */
            dsa_key_restriction: number | null;
            /** @description Smallest ECDSA key in bits that users may add; 0 allows all, -1 none. */
            ecdsa_key_restriction: number | null;
            /** @description Smallest ECDSA_SK key in bits that users may add; 0 allows all, -1 none. Since 14.8. */
            ecdsa_sk_key_restriction?: number | null;
            /** @description Smallest Ed25519 key in bits that users may add; 0 allows all, -1 none. */
            ed25519_key_restriction: number | null;
            /** @description Smallest Ed25519_SK key in bits that users may add; 0 allows all, -1 none. Since 14.8. */
            ed25519_sk_key_restriction?: number | null;
            /** @description The only protocol for Git; null or nil allows both. */
            enabled_git_access_protocol: unknown;
            /** @description Users must accept the terms of service. */
            enforce_terms: boolean | null;
            /** @description The terms of service, in Markdown. */
            terms: string | null;
            /** @description Visitors may sign up. */
            signup_enabled: boolean | null;
            /** @description Users may sign in to the web pages with a password. */
            password_authentication_enabled_for_web: boolean | null;
            /** @description An administrator approves each new user. */
            require_admin_approval_after_user_signup: boolean | null;
            /** @description Minutes until a session ends; takes effect after a restart. */
            session_expire_delay: number | null;
            /** @description Users may register OAuth applications. */
            user_oauth_applications: boolean | null;
            /** @description What every new personal access token begins with. */
            personal_access_token_prefix: string | null;
            /** @description Users without an SSH key are told to add one. */
            user_show_add_ssh_key_message: boolean | null;
            /** @description Avatars come from the external avatar service. Real servers call it gravatar_enabled. */
            avatarservice_enabled?: boolean | null;
            /** @description Avatars come from the external avatar service. Real servers call it gravatar_enabled. */
            gravatar_enabled?: boolean | null;
            /** @description Text on the sign-in page, in Markdown. */
            sign_in_text: string | null;
            /** @description Address that visitors who are not signed in are sent to. */
            home_page_url: string | null;
            /** @description An external service decides who may use a project. */
            external_authorization_service_enabled: boolean | null;
            /** @description Address of the external authorization service. */
            external_authorization_service_url: string | null;
            /** @description Classification label of projects that have none of their own. */
            external_authorization_service_default_label: string | null;
            /** @description Seconds that the authorization service has to answer. */
            external_authorization_service_timeout: number | null;
            /** @description Name of the first branch of new projects; unset is main. */
            default_branch_name: string | null;
            /** @description Protection of new default branches: 0 none, 1 partial, 2 full. */
            default_branch_protection: number | null;
            /** @description Visibility of new groups. */
            default_group_visibility: string | null;
            /** @description Visibility of new projects. */
            default_project_visibility: string | null;
            /** @description Visibility of new snippets. */
            default_snippet_visibility: string | null;
            /** @description Who may create projects in groups: 0 no one, 1 Maintainers, 2 Developers too. */
            default_project_creation: number | null;
            /** @description Visibility levels that only administrators may give. */
            restricted_visibility_levels: unknown[] | null;
            /** @description Projects are deleted after a delay; only with delayed_group_deletion. PREMIUM. Until 16.0. */
            delayed_project_deletion?: boolean | null;
            /** @description Groups are deleted after a delay. PREMIUM. Since 15.0. Until 16.0. */
            delayed_group_deletion?: boolean | null;
            /** @description Days until what was deleted is gone; 0 switches both delayed deletions off. PREMIUM. */
            deletion_adjourned_period?: number | null;
            /** @description Projects that nobody uses are deleted. Since 14.10. */
            delete_inactive_projects?: boolean | null;
            /** @description Project whose files are the templates of the instance. PREMIUM. */
            file_template_project_id?: unknown;
            /**
             * @deprecated
             * @description Storages that take new repositories.
             */
            repository_storages: unknown[] | null;
            /** @description Storages that take new repositories, each with its weight. */
            repository_storages_weighted: Record<string, never> | null;
            /** @description Licensed features follow the plan of each namespace. PREMIUM. */
            check_namespace_plan?: boolean | null;
            /** @description Purchased storage is given to projects by itself. */
            automatic_purchased_storage_allocation: boolean | null;
            /** @description Namespaces may not outgrow their storage limit. */
            enforce_namespace_storage_limit: boolean | null;
            /** @description Projects without a CI configuration get a ready-made pipeline. */
            auto_devops_enabled: boolean | null;
            /** @description Domain under which ready-made pipelines deploy. */
            auto_devops_domain: string | null;
            /** @description Age after which jobs are archived, such as 15 days; unset is never. */
            archive_builds_in_human_readable: string | null;
            /** @description Time after which job artifacts expire; 0 is never. */
            default_artifacts_expire_in: string | null;
            /** @description Path of the CI configuration in new projects; unset is .gitlab-ci.yml. */
            default_ci_config_path: string | null;
            /** @description The latest artifacts of each branch never expire. */
            keep_latest_artifact: boolean | null;
            /** @description Clean-up policies also work in projects of before they existed. */
            container_expiration_policies_enable_historic_entries: boolean | null;
            /** @description Tags that one clean-up run may delete. */
            container_registry_cleanup_tags_service_max_list_size: number | null;
            /** @description Seconds that deleting one batch of tags may take. */
            container_registry_delete_tags_service_timeout: number | null;
            /** @description Clean-up runs cache what they learn of tags. */
            container_registry_expiration_policies_caching: boolean | null;
            /** @description Workers that clean up container images. */
            container_registry_expiration_policies_worker_capacity: number | null;
            /** @description Minutes until a token for the container registry ends. */
            container_registry_token_expire_delay: number | null;
            /** @description Workers that clean up packages. Since 15.0. */
            package_registry_cleanup_policies_worker_capacity?: number | null;
            /** @description Requests for npm packages that are not here go on to the public registry. PREMIUM. */
            npm_package_requests_forwarding?: boolean | null;
            /** @description Requests for PyPI packages that are not here go on to the public index. PREMIUM. */
            pypi_package_requests_forwarding?: boolean | null;
            /**
             * @deprecated
             * @description Deprecated: use allow_local_requests_from_web_hooks_and_services.
             */
            allow_local_requests_from_hooks_and_services: boolean | null;
            /** @description Webhooks and integrations may call addresses of the local network. */
            allow_local_requests_from_web_hooks_and_services: boolean | null;
            /** @description System hooks may call addresses of the local network. */
            allow_local_requests_from_system_hooks: boolean | null;
            /** @description Local addresses and domains that hooks may call all the same. */
            outbound_local_requests_whitelist: unknown[] | null;
            /** @description Addresses that hooks call are checked against DNS rebinding. */
            dns_rebinding_protection_enabled: boolean | null;
            /** @description External images are loaded through a proxy; takes effect after a restart. */
            asset_proxy_enabled: boolean | null;
            /** @description Address of the proxy for external images; takes effect after a restart. */
            asset_proxy_url: string | null;
            /** @description Domains whose images are not proxied; wildcards are allowed. */
            asset_proxy_allowlist: unknown;
            /**
             * @deprecated
             * @description Deprecated: use asset_proxy_allowlist.
             */
            asset_proxy_whitelist: unknown;
            /** @description Clusters can be created in the cloud provider's cluster service. Real servers call it eks_integration_enabled. */
            cluster_service_integration_enabled?: boolean | null;
            /** @description Clusters can be created in the cloud provider's cluster service. Real servers call it eks_integration_enabled. */
            eks_integration_enabled?: boolean | null;
            /** @description Account at the cloud provider, 12 digits. Real servers call it eks_account_id. */
            cluster_service_account_id?: string | null;
            /** @description Account at the cloud provider, 12 digits. Real servers call it eks_account_id. */
            eks_account_id?: string | null;
            /** @description Id of the access key for the cluster service. Real servers call it eks_access_key_id. */
            cluster_service_access_key_id?: string | null;
            /** @description Id of the access key for the cluster service. Real servers call it eks_access_key_id. */
            eks_access_key_id?: string | null;
            /** @description Address of the service that approves each pipeline. */
            external_pipeline_validation_service_url: string | null;
            /** @description Token sent to the service that approves each pipeline. */
            external_pipeline_validation_service_token: string | null;
            /** @description Seconds that the service which approves pipelines has to answer. */
            external_pipeline_validation_service_timeout: number | null;
            /** @description IP addresses and ranges from which secondary sites may connect, comma-separated. PREMIUM. */
            geo_node_allowed_ips?: string | null;
            /** @description Seconds that a secondary site has to tell its status. PREMIUM. */
            geo_status_timeout?: number | null;
            /** @description Addresses of the search engine, comma-separated. PREMIUM. Real servers call it elasticsearch_url. */
            searchengine_url?: unknown;
            /** @description Addresses of the search engine, comma-separated. PREMIUM. Real servers call it elasticsearch_url. */
            elasticsearch_url?: unknown;
            /** @description User name at the search engine. PREMIUM. Real servers call it elasticsearch_username. */
            searchengine_username?: string | null;
            /** @description User name at the search engine. PREMIUM. Real servers call it elasticsearch_username. */
            elasticsearch_username?: string | null;
            /** @description Password at the search engine. PREMIUM. Real servers call it elasticsearch_password. */
            searchengine_password?: string | null;
            /** @description Password at the search engine. PREMIUM. Real servers call it elasticsearch_password. */
            elasticsearch_password?: string | null;
            /** @description What users write is indexed by the search engine. PREMIUM. Real servers call it elasticsearch_indexing. */
            searchengine_indexing?: boolean | null;
            /** @description What users write is indexed by the search engine. PREMIUM. Real servers call it elasticsearch_indexing. */
            elasticsearch_indexing?: boolean | null;
            /** @description Searches use the search engine. PREMIUM. Real servers call it elasticsearch_search. */
            searchengine_search?: boolean | null;
            /** @description Searches use the search engine. PREMIUM. Real servers call it elasticsearch_search. */
            elasticsearch_search?: boolean | null;
            /** @description Only the listed namespaces and projects are indexed. PREMIUM. Real servers call it elasticsearch_limit_indexing. */
            searchengine_limit_indexing?: boolean | null;
            /** @description Only the listed namespaces and projects are indexed. PREMIUM. Real servers call it elasticsearch_limit_indexing. */
            elasticsearch_limit_indexing?: boolean | null;
            /** @description Groups that are indexed when indexing is limited. PREMIUM. Real servers call it elasticsearch_namespace_ids. */
            searchengine_namespace_ids?: unknown[] | null;
            /** @description Groups that are indexed when indexing is limited. PREMIUM. Real servers call it elasticsearch_namespace_ids. */
            elasticsearch_namespace_ids?: unknown[] | null;
            /** @description Projects that are indexed when indexing is limited. PREMIUM. Real servers call it elasticsearch_project_ids. */
            searchengine_project_ids?: unknown[] | null;
            /** @description Projects that are indexed when indexing is limited. PREMIUM. Real servers call it elasticsearch_project_ids. */
            elasticsearch_project_ids?: unknown[] | null;
            /** @description Characters of a text that are indexed; 0 is no limit. PREMIUM. Real servers call it elasticsearch_indexed_field_length_limit. */
            searchengine_indexed_field_length_limit?: number | null;
            /** @description Characters of a text that are indexed; 0 is no limit. PREMIUM. Real servers call it elasticsearch_indexed_field_length_limit. */
            elasticsearch_indexed_field_length_limit?: number | null;
            /** @description Largest file that is indexed, in KB. PREMIUM. Real servers call it elasticsearch_indexed_file_size_limit_kb. */
            searchengine_indexed_file_size_limit_kb?: number | null;
            /** @description Largest file that is indexed, in KB. PREMIUM. Real servers call it elasticsearch_indexed_file_size_limit_kb. */
            elasticsearch_indexed_file_size_limit_kb?: number | null;
            /** @description Bulk requests that may run at once for each indexing operation. PREMIUM. Real servers call it elasticsearch_max_bulk_concurrency. */
            searchengine_max_bulk_concurrency?: number | null;
            /** @description Bulk requests that may run at once for each indexing operation. PREMIUM. Real servers call it elasticsearch_max_bulk_concurrency. */
            elasticsearch_max_bulk_concurrency?: number | null;
            /** @description Largest bulk request, in MB. PREMIUM. Real servers call it elasticsearch_max_bulk_size_mb. */
            searchengine_max_bulk_size_mb?: number | null;
            /** @description Largest bulk request, in MB. PREMIUM. Real servers call it elasticsearch_max_bulk_size_mb. */
            elasticsearch_max_bulk_size_mb?: number | null;
            /** @description The search engine is hosted by the cloud provider. PREMIUM. Real servers call it elasticsearch_aws. */
            searchengine_cloud_hosted?: boolean | null;
            /** @description The search engine is hosted by the cloud provider. PREMIUM. Real servers call it elasticsearch_aws. */
            elasticsearch_aws?: boolean | null;
            /** @description Region of the hosted search engine. PREMIUM. Real servers call it elasticsearch_aws_region. */
            searchengine_cloud_region?: string | null;
            /** @description Region of the hosted search engine. PREMIUM. Real servers call it elasticsearch_aws_region. */
            elasticsearch_aws_region?: string | null;
            /** @description Id of the access key for the hosted search engine. PREMIUM. Real servers call it elasticsearch_aws_access_key. */
            searchengine_cloud_access_key?: string | null;
            /** @description Id of the access key for the hosted search engine. PREMIUM. Real servers call it elasticsearch_aws_access_key. */
            elasticsearch_aws_access_key?: string | null;
            /** @description Secret access key for the hosted search engine. PREMIUM. Real servers call it elasticsearch_aws_secret_access_key. */
            searchengine_cloud_secret_access_key?: string | null;
            /** @description Secret access key for the hosted search engine. PREMIUM. Real servers call it elasticsearch_aws_secret_access_key. */
            elasticsearch_aws_secret_access_key?: string | null;
            /** @description Largest diff of one file that is shown, in bytes. */
            diff_max_patch_bytes: number | null;
            /** @description Number of files that a diff shows at most. */
            diff_max_files: number | null;
            /** @description Number of lines that a diff shows at most. */
            diff_max_lines: number | null;
            /** @description Largest attachment, in MB. */
            max_attachment_size: number | null;
            /** @description Largest export, in MB; 0 is no limit. Since 15.0. */
            max_export_size?: number | null;
            /** @description Largest import, in MB; 0 is no limit. */
            max_import_size: number | null;
            /** @description Largest snippet, in bytes. */
            snippet_size_limit: number | null;
            /** @description Largest wiki page, in bytes. */
            wiki_page_max_content_bytes: number | null;
            /** @description Issues that a user may create each minute; 0 is no limit. */
            issues_create_limit: number | null;
            /** @description Requests a minute for one raw file; 0 is no limit. */
            raw_blob_request_limit: number | null;
            /** @description Answer to a client that sends too many requests; unset is Retry later. */
            rate_limiting_response_text: string | null;
            /** @description Seconds until a web terminal closes; 0 is never. */
            terminal_max_session_time: number | null;
            /** @description Factor by which pages poll less often; 0 switches polling off. */
            polling_interval_multiplier: unknown;
            /** @description Raising it renders all Markdown anew. */
            local_markdown_version: number | null;
            /** @description First day of the week: 0 Sunday, 1 Monday, 6 Saturday. */
            first_day_of_week: number | null;
            /** @description Group whose members may see the performance bar. */
            performance_bar_allowed_group_id: unknown;
            /** @description Host name of the private commit addresses of users. */
            commit_email_hostname: string | null;
            /** @description Text at the end of every e-mail. PREMIUM. */
            email_additional_text?: string | null;
            /** @description E-mails name their author in the text, for servers that rewrite the sender. */
            email_author_in_body: boolean | null;
            /** @enum {integer} */
            rsa_key_restriction: 0 | 1024 | 2048 | 3072 | 4096 | -1;
            max_pages_size: number;
            max_artifacts_size: number;
            shared_runners_enabled: boolean;
            user_default_external: boolean;
            version_check_enabled: boolean;
            mirror_available: boolean;
            project_export_enabled: boolean;
            html_emails_enabled: boolean;
            help_page_url: string | null;
            help_page_text: string | null;
            search_rate_limit: number;
            inactive_projects_min_size_mb: number;
            inactive_projects_delete_after_months: number;
            /** @enum {string} */
            whats_new_variant: "all_tiers" | "current_tier" | "disabled";
            /** @description PREMIUM. */
            prevent_merge_requests_author_approval?: boolean;
            /** @description PREMIUM. */
            prevent_merge_requests_committers_approval?: boolean;
            /** @description PREMIUM. */
            disable_overriding_approvers_per_merge_request?: boolean;
            id: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            signin_enabled?: boolean;
            password_authentication_enabled?: boolean;
            housekeeping_bitmaps_enabled?: boolean;
            container_registry_import_max_tags_count?: number;
            container_registry_import_max_retries?: number;
            container_registry_import_start_max_retries?: number;
            container_registry_import_max_step_duration?: number;
            container_registry_import_target_plan?: string;
            /** Format: date-time */
            container_registry_import_created_before?: string;
        };
        /** @description Settings of real servers that the documents do not have */
        application_settings_update: {
            /**
             * @description Administrators sign in again before they do administrative tasks.
             * @default false
             */
            admin_mode?: boolean;
            /**
             * @deprecated
             * @description Deprecated: use abuse_notification_email.
             */
            admin_notification_email?: string | null;
            /** @description Address that abuse reports are sent to. */
            abuse_notification_email?: string | null;
            /** @description Address that users are sent to when they sign out. */
            after_sign_out_path?: string | null;
            /** @description Text that users see after they have signed up, in Markdown. */
            after_sign_up_text?: string | null;
            /**
             * @description Group owners may manage LDAP links. PREMIUM.
             * @default true
             */
            allow_group_owners_to_manage_ldap?: boolean;
            /**
             * @description SSH keys are written to the authorized_keys file.
             * @default true
             */
            authorized_keys_enabled?: boolean;
            /**
             * @description The spam filter checks what users write. Real servers call it akismet_enabled.
             * @default false
             */
            spamfilter_enabled?: boolean;
            /**
             * @description The spam filter checks what users write. Real servers call it akismet_enabled.
             * @default false
             */
            akismet_enabled?: boolean;
            /** @description Key of the spam filter's service. Real servers call it akismet_api_key. */
            spamfilter_api_key?: string | null;
            /** @description Key of the spam filter's service. Real servers call it akismet_api_key. */
            akismet_api_key?: string | null;
            /**
             * @description Users who have been away for long are deactivated.
             * @default false
             */
            deactivate_dormant_users?: boolean;
            /**
             * @description Days without activity after which a user is deactivated. Since 15.3.
             * @default 90
             */
            deactivate_dormant_users_period?: number;
            /**
             * @description Number of projects that a new user may create.
             * @default 100000
             */
            default_projects_limit?: number;
            /**
             * @description Feeds and calendars can no longer be read with a token in the address. Since 13.7.
             * @default false
             */
            disable_feed_token?: boolean;
            /**
             * @description Sign-in providers that are switched off.
             * @default []
             */
            disabled_oauth_sign_in_sources?: string[] | null;
            /**
             * @description The list of blocked e-mail domains is in force.
             * @default false
             */
            domain_denylist_enabled?: boolean;
            /**
             * @description E-mail domains that may not sign up; wildcards are allowed.
             * @default []
             */
            domain_denylist?: string[] | null;
            /**
             * @description E-mail domains that may sign up; empty allows all.
             * @default []
             */
            domain_allowlist?: string[] | null;
            /**
             * @description Smallest DSA key in bits that users may add; 0 allows all, -1 none.
             * @default 0
             * @enum {integer}
             */
            dsa_key_restriction?: 0 | 1024 | 2048 | 3072 | -1;
            /**
             * @description Smallest ECDSA key in bits that users may add; 0 allows all, -1 none.
             * @default 0
             * @enum {integer}
             */
            ecdsa_key_restriction?: 0 | 256 | 384 | 521 | -1;
            /**
             * @description Smallest ECDSA_SK key in bits that users may add; 0 allows all, -1 none. Since 14.8.
             * @default 0
             * @enum {integer}
             */
            ecdsa_sk_key_restriction?: 0 | 256 | -1;
            /**
             * @description Smallest Ed25519 key in bits that users may add; 0 allows all, -1 none.
             * @default 0
             * @enum {integer}
             */
            ed25519_key_restriction?: 0 | 256 | -1;
            /**
             * @description Smallest Ed25519_SK key in bits that users may add; 0 allows all, -1 none. Since 14.8.
             * @default 0
             * @enum {integer}
             */
            ed25519_sk_key_restriction?: 0 | 256 | -1;
            /**
             * @description The only protocol for Git; nil or blank allows both.
             * @enum {string|null}
             */
            enabled_git_access_protocol?: "ssh" | "http" | "nil" | "" | null;
            /**
             * @description Users must accept the terms of service.
             * @default false
             */
            enforce_terms?: boolean;
            /** @description The terms of service, in Markdown. */
            terms?: string | null;
            /**
             * @description Visitors may sign up.
             * @default true
             */
            signup_enabled?: boolean;
            /**
             * @description Users may sign in to the web pages with a password.
             * @default true
             */
            password_authentication_enabled_for_web?: boolean;
            /**
             * @description An administrator approves each new user.
             * @default true
             */
            require_admin_approval_after_user_signup?: boolean;
            /**
             * @description Minutes until a session ends; takes effect after a restart.
             * @default 10080
             */
            session_expire_delay?: number;
            /**
             * @description Users may register OAuth applications.
             * @default true
             */
            user_oauth_applications?: boolean;
            /**
             * @description What every new personal access token begins with.
             * @default glpat-
             */
            personal_access_token_prefix?: string | null;
            /**
             * @description Users without an SSH key are told to add one.
             * @default true
             */
            user_show_add_ssh_key_message?: boolean;
            /**
             * @description Avatars come from the external avatar service. Real servers call it gravatar_enabled.
             * @default true
             */
            avatarservice_enabled?: boolean;
            /**
             * @description Avatars come from the external avatar service. Real servers call it gravatar_enabled.
             * @default true
             */
            gravatar_enabled?: boolean;
            /** @description Text on the sign-in page, in Markdown. */
            sign_in_text?: string | null;
            /** @description Address that visitors who are not signed in are sent to. */
            home_page_url?: string | null;
            /**
             * @description An external service decides who may use a project.
             * @default false
             */
            external_authorization_service_enabled?: boolean;
            /** @description Address of the external authorization service. */
            external_authorization_service_url?: string | null;
            /** @description Classification label of projects that have none of their own. */
            external_authorization_service_default_label?: string | null;
            /**
             * @description Seconds that the authorization service has to answer.
             * @default 0.5
             */
            external_authorization_service_timeout?: number;
            /** @description Name of the first branch of new projects; unset is main. */
            default_branch_name?: string | null;
            /**
             * @description Protection of new default branches: 0 none, 1 partial, 2 full.
             * @default 2
             * @enum {integer}
             */
            default_branch_protection?: 0 | 1 | 2;
            /**
             * @description Visibility of new groups.
             * @default private
             * @enum {string}
             */
            default_group_visibility?: "private" | "internal" | "public";
            /**
             * @description Visibility of new projects.
             * @default private
             * @enum {string}
             */
            default_project_visibility?: "private" | "internal" | "public";
            /**
             * @description Visibility of new snippets.
             * @default private
             * @enum {string}
             */
            default_snippet_visibility?: "private" | "internal" | "public";
            /**
             * @description Who may create projects in groups: 0 no one, 1 Maintainers, 2 Developers too.
             * @default 2
             * @enum {integer}
             */
            default_project_creation?: 0 | 1 | 2;
            /**
             * @description Visibility levels that only administrators may give.
             * @default []
             */
            restricted_visibility_levels?: ("private" | "internal" | "public")[] | null;
            /**
             * @description Projects are deleted after a delay; only with delayed_group_deletion. PREMIUM. Until 16.0.
             * @default false
             */
            delayed_project_deletion?: boolean;
            /**
             * @description Groups are deleted after a delay. PREMIUM. Since 15.0. Until 16.0.
             * @default true
             */
            delayed_group_deletion?: boolean;
            /**
             * @description Days until what was deleted is gone; 0 switches both delayed deletions off. PREMIUM.
             * @default 7
             */
            deletion_adjourned_period?: number;
            /**
             * @description Projects that nobody uses are deleted. Since 14.10.
             * @default false
             */
            delete_inactive_projects?: boolean;
            /** @description Project whose files are the templates of the instance. PREMIUM. */
            file_template_project_id?: number | null;
            /**
             * @deprecated
             * @description Storages that take new repositories.
             * @default [
             *       "default"
             *     ]
             */
            repository_storages?: string[];
            /**
             * @description Storages that take new repositories, each with its weight.
             * @default {
             *       "default": 100
             *     }
             */
            repository_storages_weighted?: {
                [key: string]: number;
            };
            /**
             * @description Licensed features follow the plan of each namespace. PREMIUM.
             * @default false
             */
            check_namespace_plan?: boolean;
            /**
             * @description Purchased storage is given to projects by itself.
             * @default false
             */
            automatic_purchased_storage_allocation?: boolean;
            /**
             * @description Namespaces may not outgrow their storage limit.
             * @default false
             */
            enforce_namespace_storage_limit?: boolean;
            /**
             * @description Projects without a CI configuration get a ready-made pipeline.
             * @default true
             */
            auto_devops_enabled?: boolean;
            /** @description Domain under which ready-made pipelines deploy. */
            auto_devops_domain?: string | null;
            /** @description Age after which jobs are archived, such as 15 days; unset is never. */
            archive_builds_in_human_readable?: string | null;
            /**
             * @description Time after which job artifacts expire; 0 is never.
             * @default 30 days
             */
            default_artifacts_expire_in?: string;
            /** @description Path of the CI configuration in new projects; unset is .gitlab-ci.yml. */
            default_ci_config_path?: string | null;
            /**
             * @description The latest artifacts of each branch never expire.
             * @default true
             */
            keep_latest_artifact?: boolean;
            /**
             * @description Clean-up policies also work in projects of before they existed.
             * @default false
             */
            container_expiration_policies_enable_historic_entries?: boolean;
            /**
             * @description Tags that one clean-up run may delete.
             * @default 200
             */
            container_registry_cleanup_tags_service_max_list_size?: number;
            /**
             * @description Seconds that deleting one batch of tags may take.
             * @default 250
             */
            container_registry_delete_tags_service_timeout?: number;
            /**
             * @description Clean-up runs cache what they learn of tags.
             * @default true
             */
            container_registry_expiration_policies_caching?: boolean;
            /**
             * @description Workers that clean up container images.
             * @default 4
             */
            container_registry_expiration_policies_worker_capacity?: number;
            /**
             * @description Minutes until a token for the container registry ends.
             * @default 5
             */
            container_registry_token_expire_delay?: number;
            /**
             * @description Workers that clean up packages. Since 15.0.
             * @default 2
             */
            package_registry_cleanup_policies_worker_capacity?: number;
            /**
             * @description Requests for npm packages that are not here go on to the public registry. PREMIUM.
             * @default true
             */
            npm_package_requests_forwarding?: boolean;
            /**
             * @description Requests for PyPI packages that are not here go on to the public index. PREMIUM.
             * @default true
             */
            pypi_package_requests_forwarding?: boolean;
            /**
             * @deprecated
             * @description Deprecated: use allow_local_requests_from_web_hooks_and_services.
             * @default false
             */
            allow_local_requests_from_hooks_and_services?: boolean;
            /**
             * @description Webhooks and integrations may call addresses of the local network.
             * @default false
             */
            allow_local_requests_from_web_hooks_and_services?: boolean;
            /**
             * @description System hooks may call addresses of the local network.
             * @default true
             */
            allow_local_requests_from_system_hooks?: boolean;
            /**
             * @description Local addresses and domains that hooks may call all the same.
             * @default []
             */
            outbound_local_requests_whitelist?: string[] | null;
            /**
             * @description Addresses that hooks call are checked against DNS rebinding.
             * @default true
             */
            dns_rebinding_protection_enabled?: boolean;
            /**
             * @description External images are loaded through a proxy; takes effect after a restart.
             * @default false
             */
            asset_proxy_enabled?: boolean;
            /** @description Address of the proxy for external images; takes effect after a restart. */
            asset_proxy_url?: string | null;
            /** @description Key shared with the proxy for external images; takes effect after a restart. */
            asset_proxy_secret_key?: string | null;
            /**
             * @description Domains whose images are not proxied; wildcards are allowed.
             * @default []
             */
            asset_proxy_allowlist?: string[] | null;
            /**
             * @deprecated
             * @description Deprecated: use asset_proxy_allowlist.
             * @default []
             */
            asset_proxy_whitelist?: string[] | null;
            /**
             * @description Clusters can be created in the cloud provider's cluster service. Real servers call it eks_integration_enabled.
             * @default false
             */
            cluster_service_integration_enabled?: boolean;
            /**
             * @description Clusters can be created in the cloud provider's cluster service. Real servers call it eks_integration_enabled.
             * @default false
             */
            eks_integration_enabled?: boolean;
            /** @description Account at the cloud provider, 12 digits. Real servers call it eks_account_id. */
            cluster_service_account_id?: string | null;
            /** @description Account at the cloud provider, 12 digits. Real servers call it eks_account_id. */
            eks_account_id?: string | null;
            /** @description Id of the access key for the cluster service. Real servers call it eks_access_key_id. */
            cluster_service_access_key_id?: string | null;
            /** @description Id of the access key for the cluster service. Real servers call it eks_access_key_id. */
            eks_access_key_id?: string | null;
            /** @description Secret access key for the cluster service. Real servers call it eks_secret_access_key. */
            cluster_service_secret_access_key?: string | null;
            /** @description Secret access key for the cluster service. Real servers call it eks_secret_access_key. */
            eks_secret_access_key?: string | null;
            /** @description Address of the service that approves each pipeline. */
            external_pipeline_validation_service_url?: string | null;
            /** @description Token sent to the service that approves each pipeline. */
            external_pipeline_validation_service_token?: string | null;
            /** @description Seconds that the service which approves pipelines has to answer. */
            external_pipeline_validation_service_timeout?: number | null;
            /**
             * @description IP addresses and ranges from which secondary sites may connect, comma-separated. PREMIUM.
             * @default 0.0.0.0/0, ::/0
             */
            geo_node_allowed_ips?: string;
            /**
             * @description Seconds that a secondary site has to tell its status. PREMIUM.
             * @default 10
             */
            geo_status_timeout?: number;
            /**
             * @description Addresses of the search engine, comma-separated. PREMIUM. Real servers call it elasticsearch_url.
             * @default http://localhost:9200
             */
            searchengine_url?: string;
            /**
             * @description Addresses of the search engine, comma-separated. PREMIUM. Real servers call it elasticsearch_url.
             * @default http://localhost:9200
             */
            elasticsearch_url?: string;
            /** @description User name at the search engine. PREMIUM. Real servers call it elasticsearch_username. */
            searchengine_username?: string | null;
            /** @description User name at the search engine. PREMIUM. Real servers call it elasticsearch_username. */
            elasticsearch_username?: string | null;
            /** @description Password at the search engine. PREMIUM. Real servers call it elasticsearch_password. */
            searchengine_password?: string | null;
            /** @description Password at the search engine. PREMIUM. Real servers call it elasticsearch_password. */
            elasticsearch_password?: string | null;
            /**
             * @description What users write is indexed by the search engine. PREMIUM. Real servers call it elasticsearch_indexing.
             * @default false
             */
            searchengine_indexing?: boolean;
            /**
             * @description What users write is indexed by the search engine. PREMIUM. Real servers call it elasticsearch_indexing.
             * @default false
             */
            elasticsearch_indexing?: boolean;
            /**
             * @description Searches use the search engine. PREMIUM. Real servers call it elasticsearch_search.
             * @default false
             */
            searchengine_search?: boolean;
            /**
             * @description Searches use the search engine. PREMIUM. Real servers call it elasticsearch_search.
             * @default false
             */
            elasticsearch_search?: boolean;
            /**
             * @description Only the listed namespaces and projects are indexed. PREMIUM. Real servers call it elasticsearch_limit_indexing.
             * @default false
             */
            searchengine_limit_indexing?: boolean;
            /**
             * @description Only the listed namespaces and projects are indexed. PREMIUM. Real servers call it elasticsearch_limit_indexing.
             * @default false
             */
            elasticsearch_limit_indexing?: boolean;
            /**
             * @description Groups that are indexed when indexing is limited. PREMIUM. Real servers call it elasticsearch_namespace_ids.
             * @default []
             */
            searchengine_namespace_ids?: number[] | null;
            /**
             * @description Groups that are indexed when indexing is limited. PREMIUM. Real servers call it elasticsearch_namespace_ids.
             * @default []
             */
            elasticsearch_namespace_ids?: number[] | null;
            /**
             * @description Projects that are indexed when indexing is limited. PREMIUM. Real servers call it elasticsearch_project_ids.
             * @default []
             */
            searchengine_project_ids?: number[] | null;
            /**
             * @description Projects that are indexed when indexing is limited. PREMIUM. Real servers call it elasticsearch_project_ids.
             * @default []
             */
            elasticsearch_project_ids?: number[] | null;
            /**
             * @description Characters of a text that are indexed; 0 is no limit. PREMIUM. Real servers call it elasticsearch_indexed_field_length_limit.
             * @default 0
             */
            searchengine_indexed_field_length_limit?: number;
            /**
             * @description Characters of a text that are indexed; 0 is no limit. PREMIUM. Real servers call it elasticsearch_indexed_field_length_limit.
             * @default 0
             */
            elasticsearch_indexed_field_length_limit?: number;
            /**
             * @description Largest file that is indexed, in KB. PREMIUM. Real servers call it elasticsearch_indexed_file_size_limit_kb.
             * @default 1024
             */
            searchengine_indexed_file_size_limit_kb?: number;
            /**
             * @description Largest file that is indexed, in KB. PREMIUM. Real servers call it elasticsearch_indexed_file_size_limit_kb.
             * @default 1024
             */
            elasticsearch_indexed_file_size_limit_kb?: number;
            /**
             * @description Bulk requests that may run at once for each indexing operation. PREMIUM. Real servers call it elasticsearch_max_bulk_concurrency.
             * @default 10
             */
            searchengine_max_bulk_concurrency?: number;
            /**
             * @description Bulk requests that may run at once for each indexing operation. PREMIUM. Real servers call it elasticsearch_max_bulk_concurrency.
             * @default 10
             */
            elasticsearch_max_bulk_concurrency?: number;
            /**
             * @description Largest bulk request, in MB. PREMIUM. Real servers call it elasticsearch_max_bulk_size_mb.
             * @default 10
             */
            searchengine_max_bulk_size_mb?: number;
            /**
             * @description Largest bulk request, in MB. PREMIUM. Real servers call it elasticsearch_max_bulk_size_mb.
             * @default 10
             */
            elasticsearch_max_bulk_size_mb?: number;
            /**
             * @description The search engine is hosted by the cloud provider. PREMIUM. Real servers call it elasticsearch_aws.
             * @default false
             */
            searchengine_cloud_hosted?: boolean;
            /**
             * @description The search engine is hosted by the cloud provider. PREMIUM. Real servers call it elasticsearch_aws.
             * @default false
             */
            elasticsearch_aws?: boolean;
            /**
             * @description Region of the hosted search engine. PREMIUM. Real servers call it elasticsearch_aws_region.
             * @default us-east-1
             */
            searchengine_cloud_region?: string | null;
            /**
             * @description Region of the hosted search engine. PREMIUM. Real servers call it elasticsearch_aws_region.
             * @default us-east-1
             */
            elasticsearch_aws_region?: string | null;
            /** @description Id of the access key for the hosted search engine. PREMIUM. Real servers call it elasticsearch_aws_access_key. */
            searchengine_cloud_access_key?: string | null;
            /** @description Id of the access key for the hosted search engine. PREMIUM. Real servers call it elasticsearch_aws_access_key. */
            elasticsearch_aws_access_key?: string | null;
            /** @description Secret access key for the hosted search engine. PREMIUM. Real servers call it elasticsearch_aws_secret_access_key. */
            searchengine_cloud_secret_access_key?: string | null;
            /** @description Secret access key for the hosted search engine. PREMIUM. Real servers call it elasticsearch_aws_secret_access_key. */
            elasticsearch_aws_secret_access_key?: string | null;
            /**
             * @description Largest diff of one file that is shown, in bytes.
             * @default 204800
             */
            diff_max_patch_bytes?: number;
            /**
             * @description Number of files that a diff shows at most.
             * @default 1000
             */
            diff_max_files?: number;
            /**
             * @description Number of lines that a diff shows at most.
             * @default 50000
             */
            diff_max_lines?: number;
            /**
             * @description Largest attachment, in MB.
             * @default 10
             */
            max_attachment_size?: number;
            /**
             * @description Largest export, in MB; 0 is no limit. Since 15.0.
             * @default 0
             */
            max_export_size?: number;
            /**
             * @description Largest import, in MB; 0 is no limit.
             * @default 0
             */
            max_import_size?: number;
            /**
             * @description Largest snippet, in bytes.
             * @default 52428800
             */
            snippet_size_limit?: number;
            /**
             * @description Largest wiki page, in bytes.
             * @default 52428800
             */
            wiki_page_max_content_bytes?: number;
            /**
             * @description Issues that a user may create each minute; 0 is no limit.
             * @default 300
             */
            issues_create_limit?: number;
            /**
             * @description Requests a minute for one raw file; 0 is no limit.
             * @default 300
             */
            raw_blob_request_limit?: number;
            /** @description Answer to a client that sends too many requests; unset is Retry later. */
            rate_limiting_response_text?: string | null;
            /**
             * @description Seconds until a web terminal closes; 0 is never.
             * @default 0
             */
            terminal_max_session_time?: number;
            /**
             * @description Factor by which pages poll less often; 0 switches polling off.
             * @default 1
             */
            polling_interval_multiplier?: number;
            /**
             * @description Raising it renders all Markdown anew.
             * @default 0
             */
            local_markdown_version?: number;
            /**
             * @description First day of the week: 0 Sunday, 1 Monday, 6 Saturday.
             * @default 0
             * @enum {integer}
             */
            first_day_of_week?: 0 | 1 | 6;
            /** @description Group whose members may see the performance bar. */
            performance_bar_allowed_group_id?: string | null;
            /** @description Host name of the private commit addresses of users. */
            commit_email_hostname?: string;
            /** @description Text at the end of every e-mail. PREMIUM. */
            email_additional_text?: string | null;
            /**
             * @description E-mails name their author in the text, for servers that rewrite the sender.
             * @default false
             */
            email_author_in_body?: boolean;
            /** @enum {integer} */
            rsa_key_restriction?: 0 | 1024 | 2048 | 3072 | 4096 | -1;
            max_pages_size?: number;
            max_artifacts_size?: number;
            shared_runners_enabled?: boolean;
            user_default_external?: boolean;
            version_check_enabled?: boolean;
            mirror_available?: boolean;
            project_export_enabled?: boolean;
            html_emails_enabled?: boolean;
            help_page_url?: string | null;
            help_page_text?: string | null;
            search_rate_limit?: number;
            inactive_projects_min_size_mb?: number;
            inactive_projects_delete_after_months?: number;
            /** @enum {string} */
            whats_new_variant?: "all_tiers" | "current_tier" | "disabled";
            /** @description PREMIUM. */
            prevent_merge_requests_author_approval?: boolean;
            /** @description PREMIUM. */
            prevent_merge_requests_committers_approval?: boolean;
            /** @description PREMIUM. */
            disable_overriding_approvers_per_merge_request?: boolean;
            performance_bar_allowed_group_path?: string | null;
            signin_enabled?: boolean;
            password_authentication_enabled?: boolean;
        };
        approval_rule: {
            id: number;
            /** @description The rule's name. */
            name: string;
            approvals_required: number;
            /** @enum {string} */
            rule_type: "regular" | "any_approver" | "report_approver";
            /** @enum {string|null} */
            report_type: "license_scanning" | "code_coverage" | null;
            users: components["schemas"]["user_summary"][];
            groups: components["schemas"]["group_summary"][];
            protected_branches: components["schemas"]["protected_branch"][];
            applies_to_all_protected_branches: boolean;
            eligible_approvers: components["schemas"]["user_summary"][];
            contains_hidden_groups: boolean;
        };
        /** @description User (summary), document 2, Shared objects */
        user_summary: {
            id: number;
            name: string;
            username: string;
            state: string;
            avatar_url: string | null;
            web_url: string;
        };
        /** @description Group (summary), document 2, Shared objects */
        group_summary: {
            id: number;
            name: string;
            path: string;
            description: string | null;
            visibility: string;
            lfs_enabled: boolean;
            avatar_url: string | null;
            web_url: string;
            request_access_enabled: boolean;
            full_name: string;
            full_path: string;
            parent_id: number | null;
            ldap_cn: string | null;
            ldap_access: number | null;
        };
        protected_branch: {
            /** @description A new one after each protection, by which approval rules name it */
            id: number;
            /** @description The name of a branch or a wildcard */
            name: string;
            /** @description Who may push */
            push_access_levels: components["schemas"]["branch_access"][];
            /** @description Who may merge */
            merge_access_levels: components["schemas"]["branch_access"][];
            /** @description Who may change the protection and take it off; Maintainers if it is empty PREMIUM. */
            unprotect_access_levels?: components["schemas"]["branch_access"][];
            /** @description Who may push may also overwrite history */
            allow_force_push: boolean;
            /** @description What CODEOWNERS names is not pushed past its owners PREMIUM. */
            code_owner_approval_required?: boolean;
            /** @description It comes from the top-level group and is changed there PREMIUM. */
            inherited?: boolean;
        };
        branch_access: {
            /** @description By which an update names the entry; it stays as long as the entry does */
            id: number;
            /** @description The role from which on people may; 40 beside a user or a group */
            access_level: number;
            /** @description The name of the role, of the user or of the group */
            access_level_description: string;
            /** @description The deploy key that may push Since 16.0. Only of who may push. */
            deploy_key_id?: number | null;
            /** @description The user who may PREMIUM. */
            user_id?: number | null;
            /** @description The group whose Developers may PREMIUM. */
            group_id?: number | null;
        };
        approval_rule_create: {
            /** @description The rule's name. */
            name: string;
            /** @description Number of approvals needed; 0 makes them optional. */
            approvals_required: number;
            /**
             * @description Whether named users approve, anybody, or those of a report.
             * @default regular
             * @enum {string}
             */
            rule_type?: "regular" | "any_approver" | "report_approver";
            /**
             * @description The report that asks for approval.
             * @enum {string}
             */
            report_type?: "license_scanning" | "code_coverage";
            /**
             * @description Users who may approve; they must be members of the project.
             * @default []
             */
            user_ids?: number[];
            /**
             * @description Groups whose members may approve.
             * @default []
             */
            group_ids?: number[];
            /**
             * @description Protected branches that the rule is for; none is all branches.
             * @default []
             */
            protected_branch_ids?: number[];
            /**
             * @description The rule is for all protected branches.
             * @default false
             */
            applies_to_all_protected_branches?: boolean;
        };
        /** @description What the neutral dialect requires is checked by the handler, since real servers require nothing */
        approval_rule_update: {
            name?: string;
            approvals_required?: number;
            user_ids?: number[];
            group_ids?: number[];
            protected_branch_ids?: number[];
            applies_to_all_protected_branches?: boolean;
            /** @description Real servers keep groups that the caller may not see unless this is sent. */
            remove_hidden_groups?: boolean;
        };
        approval_settings: {
            /** @description A push to the source branch removes all approvals. */
            reset_approvals_on_push: boolean | null;
            /** @description Approval rules cannot be changed in a merge request. */
            disable_overriding_approvers_per_merge_request: boolean | null;
            /** @description Authors may approve their own merge requests. */
            merge_requests_author_approval: boolean | null;
            /** @description Users who added commits may not approve. */
            merge_requests_disable_committers_approval: boolean | null;
            /** @description Approving takes the user's password. Until 20.0. */
            require_password_to_approve?: boolean | null;
            /**
             * @deprecated
             * @description Number of approvals that a merge request needs.
             */
            approvals_before_merge: number | null;
            approvers?: Record<string, never>[];
            approver_groups?: Record<string, never>[];
            selective_code_owner_removals?: boolean;
        };
        approval_settings_update: {
            /**
             * @description A push to the source branch removes all approvals.
             * @default true
             */
            reset_approvals_on_push?: boolean;
            /**
             * @description Approval rules cannot be changed in a merge request.
             * @default false
             */
            disable_overriding_approvers_per_merge_request?: boolean;
            /**
             * @description Authors may approve their own merge requests.
             * @default false
             */
            merge_requests_author_approval?: boolean;
            /**
             * @description Users who added commits may not approve.
             * @default false
             */
            merge_requests_disable_committers_approval?: boolean;
            /**
             * @description Approving takes the user's password. Until 20.0.
             * @default false
             */
            require_password_to_approve?: boolean;
            /**
             * @deprecated
             * @description Number of approvals that a merge request needs.
             * @default 0
             */
            approvals_before_merge?: number;
            /** @description Only with reset_approvals_on_push off; the neutral dialect ignores it. */
            selective_code_owner_removals?: boolean;
        };
        branch: {
            name: string;
            merged: boolean;
            protected: boolean;
            default: boolean;
            can_push: boolean;
            developers_can_push: boolean;
            developers_can_merge: boolean;
            commit: components["schemas"]["release_commit"];
            web_url: string;
        };
        /** @description Release commit, document 2, Shared objects */
        release_commit: {
            id: string;
            short_id: string;
            title: string;
            message: string;
            author_name: string;
            author_email: string;
            /** Format: date-time */
            created_at: string;
            parent_ids: string[];
            /** Format: date-time */
            authored_date: string;
            committer_name: string;
            committer_email: string;
            /** Format: date-time */
            committed_date: string;
        };
        branch_create: {
            branch: string;
            ref: string;
        };
        /** @enum {string} */
        deployment_status_input: "created" | "running" | "success" | "failed" | "canceled" | "blocked";
        /** @description Deployment, document 2 */
        deployment: {
            id: number;
            iid: number;
            ref: string;
            sha: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            status: components["schemas"]["deployment_status"];
            user: components["schemas"]["user_summary"];
            environment: {
                id: number;
                name: string;
                external_url: string | null;
            };
            deployable: components["schemas"]["deployable"];
            /** @description There when the environment requires a number of approvals PREMIUM. */
            pending_approval_count?: number;
            /** @description There when the environment requires a number of approvals PREMIUM. */
            approvals?: components["schemas"]["deployment_approval"][];
            /** @description There when the environment has approval rules PREMIUM. */
            approval_summary?: {
                rules: components["schemas"]["deployment_approval_rule"][];
            };
        };
        /** @enum {string} */
        deployment_status: "created" | "running" | "success" | "failed" | "canceled" | "blocked";
        /** @description The job that makes the deployment; null when it was made by a request */
        deployable: {
            id: number;
            status: string;
            stage: string;
            name: string;
            ref: string;
            tag: boolean;
            coverage: number | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            finished_at: string | null;
            user: components["schemas"]["user_extended_or_null"];
            commit: components["schemas"]["commit_summary"];
            pipeline: components["schemas"]["downstream_pipeline"];
            runner: components["schemas"]["runner"];
        } | null;
        /** @description User (extended), document 2, Shared objects; null when nobody started it */
        user_extended_or_null: {
            id: number;
            name: string;
            username: string;
            state: string;
            avatar_url: string | null;
            web_url: string;
            /** Format: date-time */
            created_at: string;
            bio: string;
            location: string | null;
            public_email: string;
            skype: string;
            linkedin: string;
            twitter: string;
            website_url: string;
            organization: string | null;
        } | null;
        /** @description Commit (summary), document 2, Shared objects */
        commit_summary: {
            /** @description 40 hex characters */
            id: string;
            /** @description 8 characters */
            short_id: string;
            title: string;
            message: string;
            author_name: string;
            author_email: string;
            /** Format: date-time */
            created_at: string;
        };
        /** @description The pipeline that a bridge job started; null before it has */
        downstream_pipeline: {
            id: number;
            sha: string;
            ref: string;
            status: components["schemas"]["pipeline_status"];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            web_url: string;
        } | null;
        /** @enum {string} */
        pipeline_status: "created" | "pending" | "running" | "failed" | "success" | "canceled" | "skipped" | "waiting_for_resource" | "manual";
        /** @description The keys come from the reference of real servers */
        runner: {
            id: number;
            description: string;
            ip_address: string | null;
            active: boolean;
            is_shared: boolean;
            runner_type: string;
            name: string | null;
            online: boolean;
            status: string;
        } | null;
        /** @description Approval, document 2, Deployment */
        deployment_approval: {
            user: components["schemas"]["user_summary"];
            /** @enum {string} */
            status: "approved" | "rejected";
            /** Format: date-time */
            created_at: string;
            comment: string | null;
        };
        deployment_approval_rule: {
            user_id: number | null;
            group_id: number | null;
            access_level: number | null;
            access_level_description: string;
            required_approvals: number;
            deployment_approvals: components["schemas"]["deployment_approval"][];
        };
        deployment_create: {
            /** @description Name of the environment, which is made when it is not there yet */
            environment: string;
            /** @description Hash of a commit of the project */
            sha: string;
            /** @description A branch or tag of the project */
            ref: string;
            /** @description Whether ref is a tag */
            tag: boolean;
            status: components["schemas"]["deployment_given_status"];
        };
        /** @enum {string} */
        deployment_given_status: "running" | "success" | "failed" | "canceled";
        deployment_update: {
            status: components["schemas"]["deployment_given_status"];
        };
        deployment_deletion: {
            /** @description The status and its text */
            message: string;
        };
        /** @description Merge request, document 3, Resources; lists leave out what stands after approvals_before_merge */
        merge_request: {
            id: number;
            iid: number;
            project_id: number;
            source_project_id: number;
            target_project_id: number;
            title: string;
            description: string;
            /** @enum {string} */
            state: "opened" | "closed" | "locked" | "merged";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            merged_at: string | null;
            /** Format: date-time */
            closed_at: string | null;
            /** @deprecated */
            merged_by: components["schemas"]["user_summary"] | null;
            merge_user: components["schemas"]["user_summary"] | null;
            closed_by: components["schemas"]["user_summary"] | null;
            target_branch: string;
            source_branch: string;
            upvotes: number;
            downvotes: number;
            user_notes_count: number;
            author: components["schemas"]["user_summary"];
            /** @deprecated */
            assignee: components["schemas"]["user_summary"] | null;
            assignees: components["schemas"]["user_summary"][];
            reviewers: components["schemas"]["user_summary"][];
            labels: (string | components["schemas"]["label_details"])[];
            draft: boolean;
            /** @deprecated */
            work_in_progress: boolean;
            milestone: components["schemas"]["milestone"] | null;
            merge_when_pipeline_succeeds: boolean;
            merge_status: string;
            sha: string | null;
            merge_commit_sha: string | null;
            squash_commit_sha: string | null;
            discussion_locked: boolean | null;
            should_remove_source_branch: boolean | null;
            force_remove_source_branch: boolean | null;
            squash: boolean;
            allow_collaboration: boolean | null;
            allow_maintainer_to_push: boolean | null;
            has_conflicts: boolean;
            blocking_discussions_resolved: boolean;
            web_url: string;
            references: components["schemas"]["references"];
            /** @deprecated */
            reference: string;
            time_stats: components["schemas"]["time_stats"];
            task_completion_status: components["schemas"]["task_completion_status"];
            /**
             * @deprecated
             * @description PREMIUM.
             */
            approvals_before_merge?: number | null;
            /** @description Only in the reply to a single read. */
            subscribed?: boolean;
            /** @description Only in the reply to a single read. */
            merge_error?: string | null;
            /** @description Only in the reply to a single read. */
            changes_count?: string | null;
            /**
             * Format: date-time
             * @description Only in the reply to a single read.
             */
            latest_build_started_at?: string | null;
            /**
             * Format: date-time
             * @description Only in the reply to a single read.
             */
            latest_build_finished_at?: string | null;
            /**
             * Format: date-time
             * @description Only in the reply to a single read.
             */
            first_deployed_to_production_at?: string | null;
            /** @description Only in the reply to a single read. */
            pipeline?: components["schemas"]["merge_request_pipeline"] | null;
            /** @description Only in the reply to a single read. */
            head_pipeline?: components["schemas"]["merge_request_head_pipeline"] | null;
            /** @description Only in the reply to a single read. */
            diff_refs?: {
                base_sha: string;
                head_sha: string;
                start_sha: string;
            } | null;
            /** @description Only if asked for. */
            diverged_commits_count?: number;
            /** @description Only if asked for. */
            rebase_in_progress?: boolean;
            /** @description Only in the reply to a single read. */
            user?: {
                can_merge: boolean;
            };
        };
        /** @description Label detail, document 3, User and label objects */
        label_details: {
            name: string;
            color: string;
            description: string | null;
            description_html: string | null;
            text_color: string;
        };
        /** @description Milestone, document 3; group_id in place of project_id for a group's */
        milestone: {
            id: number;
            iid: number;
            /** @description Only of a project's milestone. */
            project_id?: number | null;
            /** @description Only of a group's milestone. */
            group_id?: number;
            title: string;
            description: string;
            state: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: date */
            due_date: string | null;
            /** Format: date */
            start_date: string | null;
            web_url: string;
        };
        references: {
            short: string;
            /** @description Relative to the group or project of the request */
            relative: string;
            full: string;
        };
        time_stats: {
            /** @description Seconds */
            time_estimate: number;
            /** @description Seconds */
            total_time_spent: number;
            human_time_estimate: string | null;
            human_total_time_spent: string | null;
        };
        task_completion_status: {
            count: number;
            completed_count: number;
        };
        /** @description pipeline of a merge request, document 3 */
        merge_request_pipeline: {
            id: number;
            sha: string;
            ref: string;
            status: string;
            web_url: string;
        };
        /** @description head_pipeline of a merge request, document 3 */
        merge_request_head_pipeline: {
            id: number;
            sha: string;
            ref: string;
            status: string;
            web_url: string;
            before_sha: string;
            tag: boolean;
            yaml_errors: string | null;
            user: components["schemas"]["user_summary"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            finished_at: string | null;
            /** Format: date-time */
            committed_at: string | null;
            duration: number | null;
            coverage: string | null;
            detailed_status: {
                icon: string;
                text: string;
                label: string;
                group: string;
                tooltip: string;
                has_details: boolean;
                details_path: string;
                illustration: Record<string, never> | null;
                favicon: string;
            };
        };
        deployment_approval_create: {
            /** @enum {string} */
            status: "approved" | "rejected";
            comment?: string | null;
            /** @description Name of the user, group or role to approve as, for who belongs to several approval rules */
            represented_as?: string | null;
        };
        /** @description Discussion, document 3 */
        discussion: {
            id: string;
            /** @description True for a single comment */
            individual_note: boolean;
            notes: components["schemas"]["note"][];
        };
        /** @description Note, document 3 */
        note: {
            id: number;
            /** @enum {string|null} */
            type: "DiscussionNote" | null;
            body: string;
            attachment: null;
            author: components["schemas"]["user_summary"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description True for notes of the platform itself */
            system: boolean;
            noteable_id: number;
            /** @description Null for snippets and epics */
            noteable_iid: number | null;
            /** @enum {string} */
            noteable_type: "Issue" | "Snippet" | "Epic" | "Merge request" | "MergeRequest";
            resolvable: boolean;
            /** @description Of resolvable notes */
            resolved: boolean;
            resolved_by: components["schemas"]["user_summary"] | null;
            /** Format: date-time */
            resolved_at: string | null;
            /** @description What the quick actions in the body did */
            commands_changes: Record<string, never>;
            confidential?: boolean;
            internal?: boolean;
        };
        discussion_create: {
            body: components["schemas"]["note_body"];
            created_at?: components["schemas"]["note_created_at"];
        };
        /** @description Markdown */
        note_body: string;
        /**
         * Format: date-time
         * @description Only administrators and owners of the project or group set it; of others it is ignored
         */
        note_created_at: string;
        discussion_reply: {
            /** @description A note of the discussion; required in the neutral dialect */
            note_id?: number;
            body: components["schemas"]["note_body"];
            created_at?: components["schemas"]["note_created_at"];
        };
        note_update: {
            body: components["schemas"]["note_body"];
        };
        discussion_resolve: {
            resolved: boolean;
        };
        /** @description Exactly one of the two */
        merge_request_note_update: {
            body?: components["schemas"]["note_body"];
            resolved?: boolean;
        };
        group: {
            id: number;
            /** @description Full path. */
            full_path: string;
            /** @description Last segment of the full path. */
            path: string;
            /** @description Name that people see. */
            name: string | null;
            /** @description What the group is about. */
            description: string | null;
            /** @description Who can see the group; not more than can see its parent. */
            visibility: string | null;
            /** @description Picture of the group; null removes it. */
            avatar_url: string | null;
            /** @description Number of the organization that the group belongs to. Since 16.0. */
            organization_id?: number | null;
            /** @description Projects of the group cannot be shared with other groups. */
            share_with_group_lock: boolean | null;
            /** @description All members need two-factor authentication. */
            require_two_factor_authentication: boolean | null;
            /** @description Hours until two-factor authentication is enforced. */
            two_factor_grace_period: number | null;
            /** @description Who may create projects in the group. */
            project_creation_level: string | null;
            /** @description Who may create subgroups. */
            subgroup_creation_level: string | null;
            /** @description Projects without a CI configuration get a ready-made pipeline; null inherits. */
            auto_devops_enabled: boolean | null;
            /** @description No e-mails are sent about the group. */
            emails_disabled: boolean | null;
            /** @description E-mails are sent about the group. Since 16.5. */
            emails_enabled?: boolean | null;
            /** @description E-mails about comments on code show the code. Since 16.0. */
            show_diff_preview_in_email?: boolean | null;
            /** @description The group cannot be mentioned as a whole. */
            mentions_disabled: boolean | null;
            /** @description Projects of the group may use Git LFS. */
            lfs_enabled: boolean | null;
            /** @description Users may ask to become members. */
            request_access_enabled: boolean | null;
            /** @description Name of the first branch of new projects in the group. Since 16.0. */
            default_branch?: string | null;
            /** @description Protection of default branches: 0 none, 1 partial, 2 full, 3 against pushes, 4 full after the first push. */
            default_branch_protection: number | null;
            /** @description Protection of default branches in detail. Since 17.0. */
            default_branch_protection_defaults?: Record<string, never> | null;
            /** @description Protocols for Git. Since 16.0. */
            enabled_git_access_protocol?: string | null;
            /** @description Whether shared runners work below this group, and whether subgroups may decide otherwise. */
            shared_runners_setting?: string | null;
            /** @description Groups below this one cannot be shared with groups outside. */
            prevent_sharing_groups_outside_hierarchy?: boolean | null;
            /** @description Sign-in provider that members must have signed in with anew. Since 16.0. */
            step_up_auth_required_oauth_provider?: string | null;
            /** @description Formulas are rendered up to a limit only. Since 16.0. */
            math_rendering_limits_enabled?: boolean | null;
            /** @description Subgroups cannot change the limit of formulas. Since 16.0. */
            lock_math_rendering_limits_enabled?: boolean | null;
            /** @description Largest artifact of a job, in MB. Since 16.0. */
            max_artifacts_size?: number | null;
            /** @description Commits made on the web pages are signed. Since 16.0. */
            web_based_commit_signing_enabled?: boolean | null;
            /** @description Members may have personal snippets. Since 16.0. */
            allow_personal_snippets?: boolean | null;
            /** @description Projects can be created from the built-in templates. Since 16.0. */
            built_in_project_templates_enabled?: boolean | null;
            /** @description Subgroups cannot change the setting of built-in templates. Since 16.0. */
            lock_built_in_project_templates_enabled?: boolean | null;
            /** @description Projects that a user may download before being banned; 0 is no limit. ULTIMATE. */
            unique_project_download_limit?: number | null;
            /** @description Seconds over which downloads are counted. ULTIMATE. */
            unique_project_download_limit_interval_in_seconds?: number | null;
            /** @description Usernames that the download limit spares. ULTIMATE. */
            unique_project_download_limit_allowlist?: unknown[] | null;
            /** @description Users who are told when somebody exceeds the limit. ULTIMATE. Since 16.0. */
            unique_project_download_limit_alertlist?: unknown[] | null;
            /** @description Users who exceed the download limit are banned. ULTIMATE. */
            auto_ban_user_on_excessive_projects_download?: boolean | null;
            /** @description IP ranges from which the group can be reached, comma-separated. PREMIUM. */
            ip_restriction_ranges?: string | null;
            /** @description E-mail domains whose users may become members, comma-separated. PREMIUM. Since 16.0. */
            allowed_email_domains_list?: string | null;
            /** @description Project whose files are the templates of the group. PREMIUM. */
            file_template_project_id?: unknown;
            /** @description Members can be added to projects only through the group. PREMIUM. */
            membership_lock?: boolean | null;
            /** @description Common name of the LDAP group that is linked. PREMIUM. */
            ldap_cn?: string | null;
            /** @description Access level that members of the LDAP group get. PREMIUM. */
            ldap_access?: number | null;
            /** @description Minutes a month on shared runners; null is the default, 0 no limit. PREMIUM. */
            shared_runners_minutes_limit?: number | null;
            /** @description Minutes on shared runners beyond the monthly ones. PREMIUM. */
            extra_shared_runners_minutes_limit?: number | null;
            /** @description Who may use the group's wiki. PREMIUM. Since 16.0. */
            wiki_access_level?: string | null;
            /** @description Projects cannot be forked to outside of the group. PREMIUM. */
            prevent_forking_outside_group?: boolean | null;
            /** @description Tokens of service accounts must end. PREMIUM. Since 16.0. */
            service_access_tokens_expiration_enforced?: boolean | null;
            /** @description Merge requests are merged only after a successful pipeline. PREMIUM. Since 16.0. */
            only_allow_merge_if_pipeline_succeeds?: boolean | null;
            /** @description A skipped pipeline counts as successful. PREMIUM. Since 16.0. */
            allow_merge_on_skipped_pipeline?: boolean | null;
            /** @description Merge requests are merged only with all threads resolved. PREMIUM. Since 16.0. */
            only_allow_merge_if_all_discussions_are_resolved?: boolean | null;
            /** @description Experimental features are on. PREMIUM. Since 16.0. */
            experiment_features_enabled?: boolean | null;
            /** @description The basic AI features are on. PREMIUM. Since 16.0. */
            duo_core_features_enabled?: boolean | null;
            /** @description AI features may be used in the group. PREMIUM. Since 16.0. */
            duo_features_enabled?: boolean | null;
            /** @description Subgroups cannot change whether AI features may be used. PREMIUM. Since 16.0. */
            lock_duo_features_enabled?: boolean | null;
            /** @description Merge requests are reviewed by AI. PREMIUM. Since 16.0. */
            auto_duo_code_review_enabled?: boolean | null;
            /** @description AI features by the group that gives access to them. PREMIUM. Since 16.0. */
            duo_namespace_access_rules?: unknown[] | null;
            /** @description Groups whose members may use this group. */
            shared_with_groups?: unknown[] | null;
            web_url: string;
            full_name: string;
            /** Format: date-time */
            created_at: string;
            parent_id: number | null;
            /** Format: date */
            marked_for_deletion_on: string | null;
            /** @description Only for administrators and owners of the group. */
            runners_token?: string;
            statistics?: components["schemas"]["sizes"];
            /** @description Only for administrators who ask for them. */
            custom_attributes?: components["schemas"]["custom_attribute"][];
            /** @deprecated */
            projects?: components["schemas"]["project"][];
            /** @deprecated */
            shared_projects?: components["schemas"]["project"][];
        };
        /** @description Statistics, in bytes (document 3, Group and Project) */
        sizes: {
            storage_size: number;
            repository_size: number;
            wiki_size: number;
            lfs_objects_size: number;
            job_artifacts_size: number;
            pipeline_artifacts_size: number;
            packages_size: number;
            snippets_size: number;
            uploads_size: number;
        };
        custom_attribute: {
            key: string;
            value: string;
        };
        project: {
            id: number;
            /** @description Full path. */
            path_with_namespace: string;
            /** @description Last segment of the full path. */
            path: string;
            /** @description Name that people see; without it, the last part of the path. */
            name: string | null;
            /** @description What the project is about. */
            description: string | null;
            /** @description Who can see the project; not more than can see its group. */
            visibility: string | null;
            /** @description Topics by which the project is found. */
            topics: unknown[] | null;
            /**
             * @deprecated
             * @description Deprecated: use topics.
             */
            tag_list: unknown[] | null;
            /** @description Picture of the project; null removes it. */
            avatar_url: string | null;
            /** @description Branch that clones and merge requests start from. */
            default_branch: string | null;
            /** @description The project is read-only. */
            archived: boolean | null;
            /** @description Address that the repository is imported from; credentials in it are never returned. */
            import_url: string | null;
            /** @description How the repository names its objects. Since 16.0. */
            repository_object_format?: string | null;
            /** @description Storage that holds the repository; only administrators may see and change it. */
            repository_storage: string | null;
            /** @description Git LFS may be used. */
            lfs_enabled: boolean | null;
            /** @description Users may ask to become members. */
            request_access_enabled: boolean | null;
            /** @description No e-mails are sent about the project. */
            emails_disabled: boolean | null;
            /** @description E-mails are sent about the project. Since 16.5. */
            emails_enabled?: boolean | null;
            /** @description Since 16.0. */
            show_diff_preview_in_email?: boolean;
            /** @description Since 16.0. */
            warn_about_potentially_unwanted_characters?: boolean;
            /** @description Uploaded files are shown only to those who may see the project. */
            enforce_auth_checks_on_uploads: boolean | null;
            /** @description The package registry is on. */
            packages_enabled: boolean | null;
            /** @description Which container images are deleted by themselves, and when. */
            container_expiration_policy: Record<string, never> | null;
            /** @description Label by which the external service decides who may use the project. PREMIUM. */
            external_authorization_classification_label?: string | null;
            /** @description The repository is pulled from import_url again and again. PREMIUM. */
            mirror?: boolean | null;
            /** @description User in whose name the mirror is updated. PREMIUM. */
            mirror_user_id?: unknown;
            /** @description Updates of the mirror start pipelines. PREMIUM. */
            mirror_trigger_builds?: boolean | null;
            /** @description Only protected branches are mirrored. PREMIUM. */
            only_mirror_protected_branches?: boolean | null;
            /** @description The mirror overwrites branches that went another way. PREMIUM. */
            mirror_overwrites_diverged_branches?: boolean | null;
            /** @description Commits made on the web pages are signed. Since 16.0. */
            web_based_commit_signing_enabled?: boolean | null;
            /** @description AI flows may run on the server. Since 16.0. */
            duo_remote_flows_enabled?: boolean | null;
            /** @description AI looks for false alarms of code scanning. Since 16.0. */
            duo_sast_fp_detection_enabled?: boolean | null;
            /** @description AI looks for false alarms of secret detection. Since 16.0. */
            duo_secret_detection_fp_enabled?: boolean | null;
            /** @description AI proposes how to mend what code scanning found. Since 16.0. */
            duo_sast_vr_workflow_enabled?: boolean | null;
            /** @description Who may use issues. */
            issues_access_level: string | null;
            /** @description Who may use the repository. */
            repository_access_level: string | null;
            /** @description Who may use merge requests. */
            merge_requests_access_level: string | null;
            /** @description Who may use forks. */
            forking_access_level: string | null;
            /** @description Who may use the wiki. */
            wiki_access_level: string | null;
            /** @description Who may use pipelines and jobs. */
            builds_access_level: string | null;
            /** @description Who may use snippets. */
            snippets_access_level: string | null;
            /** @description Who may use the package registry. Since 16.0. */
            package_registry_access_level?: string | null;
            /** @description Who may see the project's pages. */
            pages_access_level: string | null;
            /** @description Who may use analytics. */
            analytics_access_level: string | null;
            /** @description Who may use the container registry. */
            container_registry_access_level: string | null;
            /** @description Who may use security and compliance. */
            security_and_compliance_access_level: string | null;
            /** @description Who may use releases. */
            releases_access_level: string | null;
            /** @description Who may use environments. */
            environments_access_level: string | null;
            /** @description Who may use feature flags. */
            feature_flags_access_level: string | null;
            /** @description Who may use infrastructure. */
            infrastructure_access_level: string | null;
            /** @description Who may use monitoring. */
            monitor_access_level: string | null;
            /** @description Who may use model experiments. Since 16.0. */
            model_experiments_access_level?: string | null;
            /** @description Who may use the model registry. Since 16.0. */
            model_registry_access_level?: string | null;
            /** @description Who may use requirements. ULTIMATE. */
            requirements_access_level?: string | null;
            /** @description Who may use operations; newer servers have a level for each part. Until 16.0. */
            operations_access_level?: string | null;
            /** @description Issues can be opened by e-mail. */
            service_desk_enabled: boolean | null;
            /**
             * @deprecated
             * @description Deprecated: use issues_access_level.
             */
            issues_enabled: boolean | null;
            /**
             * @deprecated
             * @description Deprecated: use merge_requests_access_level.
             */
            merge_requests_enabled: boolean | null;
            /**
             * @deprecated
             * @description Deprecated: use wiki_access_level.
             */
            wiki_enabled: boolean | null;
            /**
             * @deprecated
             * @description Deprecated: use builds_access_level.
             */
            jobs_enabled: boolean | null;
            /**
             * @deprecated
             * @description Deprecated: use snippets_access_level.
             */
            snippets_enabled: boolean | null;
            /**
             * @deprecated
             * @description Deprecated: use container_registry_access_level.
             */
            container_registry_enabled: boolean | null;
            /** @description How merge requests are merged. */
            merge_method: string | null;
            /** @description Whether commits are squashed. */
            squash_option: string | null;
            /** @description Merge requests are merged only after a successful pipeline. */
            only_allow_merge_if_pipeline_succeeds: boolean | null;
            /** @description A skipped pipeline counts as successful. */
            allow_merge_on_skipped_pipeline: boolean | null;
            /** @description Merge requests are merged only with all threads resolved. */
            only_allow_merge_if_all_discussions_are_resolved: boolean | null;
            /** @description Merge requests are merged only after all status checks have passed. ULTIMATE. Since 15.5. */
            only_allow_merge_if_all_status_checks_passed?: boolean | null;
            /** @description Threads on lines that change are resolved. */
            resolve_outdated_diff_discussions: boolean | null;
            /** @description The source branch is deleted after the merge. */
            remove_source_branch_after_merge: boolean | null;
            /** @description A push answers with a link to open a merge request. */
            printing_merge_request_link_enabled: boolean | null;
            /** @description Merging closes the issues that the merge request names. */
            autoclose_referenced_issues: boolean | null;
            /** @description Merge requests of this fork aim at the fork itself. */
            mr_default_target_self?: boolean | null;
            /** @description Template of the title of merge requests. Since 16.0. */
            mr_default_title_template?: string | null;
            /** @description Commit message of applied suggestions. */
            suggestion_commit_message: string | null;
            /** @description Template of the message of merge commits. */
            merge_commit_template: string | null;
            /** @description Template of the message of squashed commits. */
            squash_commit_template: string | null;
            /** @description Template of the name of branches made from issues. */
            issue_branch_template: string | null;
            /** @description Regular expression that titles of merge requests must match. Since 16.0. */
            merge_request_title_regex?: string | null;
            /** @description What people are told about the titles of merge requests. Since 16.0. */
            merge_request_title_regex_description?: string | null;
            /** @description Template of new issues. PREMIUM. */
            issues_template?: string | null;
            /** @description Template of new merge requests. PREMIUM. */
            merge_requests_template?: string | null;
            /**
             * @deprecated
             * @description Number of approvals that a merge request needs. PREMIUM.
             */
            approvals_before_merge?: number | null;
            /** @description Merge requests must name an issue of the external tracker. PREMIUM. Since 16.0. */
            prevent_merge_without_jira_issue?: boolean | null;
            /** @description Pipelines run on the merged result. PREMIUM. */
            merge_pipelines_enabled?: boolean | null;
            /** @description Merge requests are merged one after the other, each tested with those before it. PREMIUM. */
            merge_trains_enabled?: boolean | null;
            /** @description A merge request may be merged past the train. PREMIUM. Since 16.0. */
            merge_trains_skip_train_allowed?: boolean | null;
            /** @description Pipelines that a merge train runs at once. PREMIUM. Since 16.0. */
            max_pipelines_per_merge_train?: number | null;
            /** @description Merge requests are reviewed by AI. ULTIMATE. Since 16.0. */
            auto_duo_code_review_enabled?: boolean | null;
            /** @description How jobs get the repository. */
            build_git_strategy: string | null;
            /** @description Seconds that a job may take. */
            build_timeout: number | null;
            /** @description Whether a push cancels the pipelines of older commits. */
            auto_cancel_pending_pipelines: string | null;
            /** @description Path of the CI configuration; unset is .gitlab-ci.yml. */
            ci_config_path: string | null;
            /** @description Commits that jobs fetch; null or 0 fetches all. */
            ci_default_git_depth: number | null;
            /** @description The latest artifacts of each branch never expire. */
            keep_latest_artifact: boolean | null;
            /** @description Jobs may run on the runners of the instance. */
            shared_runners_enabled: boolean | null;
            /** @description Jobs may run on the runners of the group. */
            group_runners_enabled: boolean | null;
            /** @description Everybody who sees the project sees its jobs. */
            public_jobs: boolean | null;
            /** @description Order in which jobs of a resource group run. Since 16.0. */
            resource_group_default_process_mode?: string | null;
            /** @description The project gets a ready-made pipeline without a CI configuration. */
            auto_devops_enabled: boolean | null;
            /** @description How the ready-made pipeline deploys. */
            auto_devops_deploy_strategy: string | null;
            /** @description Deployments of older commits are stopped. */
            ci_forward_deployment_enabled: boolean | null;
            /** @description Older deployments may be run again. Since 16.0. */
            ci_forward_deployment_rollback_allowed?: boolean | null;
            /** @description Pipelines of forks may run in this project. */
            ci_allow_fork_pipelines_to_run_in_parent_project: boolean | null;
            /** @description Protected branches have a cache of their own. */
            ci_separated_caches: boolean | null;
            /** @description Only Maintainers may give variables to a pipeline. */
            restrict_user_defined_variables: boolean | null;
            /** @description Who may give variables to a pipeline. Since 16.0. */
            ci_pipeline_variables_minimum_override_role?: string | null;
            /** @description Jobs may push with their token. Since 16.0. */
            ci_push_repository_for_job_token_allowed?: boolean | null;
            /** @description Parts of the subject of ID tokens. Since 16.0. */
            ci_id_token_sub_claim_components?: unknown[] | null;
            /** @description Age in seconds at which pipelines are deleted; null is never. Since 16.0. */
            ci_delete_pipelines_in_seconds?: number | null;
            /** @description Largest artifact of a job, in MB; null inherits. Since 16.0. */
            max_artifacts_size?: number | null;
            /** @description Pipelines of merge requests may use protected variables and runners. Since 16.0. */
            protect_merge_request_pipelines?: boolean | null;
            /** @description Variables given to a pipeline are shown. Since 16.0. */
            ci_display_pipeline_variables?: boolean | null;
            /** @description Lowest role that may cancel pipelines. PREMIUM. Since 16.0. */
            ci_restrict_pipeline_cancellation_role?: string | null;
            /** @description Who starts a pipeline may approve its deployments. PREMIUM. */
            allow_pipeline_trigger_approve_deployment?: boolean | null;
            /** @description Pipelines of security policies must succeed. ULTIMATE. Since 16.0. */
            security_policy_pipeline_must_succeed?: boolean | null;
            /** @description Pipelines may read the repository that holds the security policies. ULTIMATE. Since 16.0. */
            spp_repository_pipeline_access?: boolean | null;
            /**
             * @deprecated
             * @description Deprecated: use public_jobs.
             */
            public_builds?: boolean | null;
            /** @description Groups whose members may use this project. */
            shared_with_groups: unknown[] | null;
            name_with_namespace: string;
            web_url: string;
            ssh_url_to_repo: string;
            http_url_to_repo: string;
            readme_url: string | null;
            forks_count: number;
            star_count: number;
            open_issues_count: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_activity_at: string;
            creator_id: number;
            namespace: components["schemas"]["namespace"];
            owner?: components["schemas"]["user_summary"];
            empty_repo: boolean;
            /** @enum {string} */
            import_status: "none" | "scheduled" | "started" | "finished" | "failed";
            import_error: string | null;
            runners_token?: string | null;
            /**
             * Format: date
             * @deprecated
             */
            marked_for_deletion_at: string | null;
            /** Format: date */
            marked_for_deletion_on: string | null;
            /** @description PREMIUM. */
            service_desk_address?: string | null;
            /** @description ULTIMATE. */
            requirements_enabled?: boolean;
            /** @description PREMIUM. */
            compliance_frameworks?: string[];
            can_create_merge_request_in: boolean;
            ci_job_token_scope_enabled: boolean;
            security_and_compliance_enabled: boolean | null;
            runner_token_expiration_interval: number | null;
            container_registry_image_prefix: string;
            import_type?: string | null;
            permissions: {
                project_access: components["schemas"]["project_permission"];
                group_access: components["schemas"]["project_permission"];
            };
            /** @description Statistics, in bytes (document 3, Group and Project) Only if asked for. */
            statistics?: {
                commit_count: number;
                storage_size: number;
                repository_size: number;
                wiki_size: number;
                lfs_objects_size: number;
                job_artifacts_size: number;
                pipeline_artifacts_size: number;
                packages_size: number;
                snippets_size: number;
                uploads_size: number;
            };
            /** @description Only for administrators who ask for them. */
            custom_attributes?: components["schemas"]["custom_attribute"][];
            _links: {
                self: string;
                issues: string;
                merge_requests: string;
                repo_branches: string;
                labels: string;
                events: string;
                members: string;
                cluster_agents: string;
            };
        };
        /** @description The namespace of a project (document 3, Project) */
        namespace: {
            id: number;
            name: string;
            path: string;
            /** @enum {string} */
            kind: "group" | "user";
            full_path: string;
            parent_id: number | null;
            avatar_url: string | null;
            web_url: string;
        };
        project_permission: {
            access_level: number;
            notification_level: number;
        } | null;
        group_create: {
            /** @description Last segment of the full path. */
            path: string;
            /** @description Number of the group that holds it. */
            parent_id?: number | null;
            /** @description Name that people see. */
            name: string;
            /**
             * @description What the group is about.
             * @default
             */
            description?: string | null;
            /**
             * @description Who can see the group; not more than can see its parent.
             * @enum {string}
             */
            visibility?: "private" | "internal" | "public";
            /**
             * Format: upload
             * @description Picture of the group; null removes it.
             */
            avatar?: Upload | "" | null;
            /**
             * @description Number of the organization that the group belongs to. Since 16.0.
             * @default 1
             */
            organization_id?: number;
            /**
             * @description Projects of the group cannot be shared with other groups.
             * @default false
             */
            share_with_group_lock?: boolean;
            /**
             * @description All members need two-factor authentication.
             * @default false
             */
            require_two_factor_authentication?: boolean;
            /**
             * @description Hours until two-factor authentication is enforced.
             * @default 48
             */
            two_factor_grace_period?: number;
            /**
             * @description Who may create projects in the group.
             * @default developer
             * @enum {string}
             */
            project_creation_level?: "noone" | "owner" | "maintainer" | "developer" | "administrator";
            /**
             * @description Who may create subgroups.
             * @default maintainer
             * @enum {string}
             */
            subgroup_creation_level?: "owner" | "maintainer";
            /** @description Projects without a CI configuration get a ready-made pipeline; null inherits. */
            auto_devops_enabled?: boolean | null;
            /** @description No e-mails are sent about the group. */
            emails_disabled?: boolean | null;
            /**
             * @description E-mails are sent about the group. Since 16.5.
             * @default true
             */
            emails_enabled?: boolean;
            /**
             * @description E-mails about comments on code show the code. Since 16.0.
             * @default true
             */
            show_diff_preview_in_email?: boolean;
            /** @description The group cannot be mentioned as a whole. */
            mentions_disabled?: boolean | null;
            /**
             * @description Projects of the group may use Git LFS.
             * @default true
             */
            lfs_enabled?: boolean;
            /**
             * @description Users may ask to become members.
             * @default true
             */
            request_access_enabled?: boolean;
            /** @description Name of the first branch of new projects in the group. Since 16.0. */
            default_branch?: string | null;
            /**
             * @description Protection of default branches: 0 none, 1 partial, 2 full, 3 against pushes, 4 full after the first push.
             * @default 2
             * @enum {integer}
             */
            default_branch_protection?: 0 | 1 | 2 | 3 | 4;
            /** @description Protection of default branches in detail. Since 17.0. */
            default_branch_protection_defaults?: {
                /** @description Who may push. */
                allowed_to_push?: {
                    /**
                     * @description Access level that may push.
                     * @enum {integer}
                     */
                    access_level?: 0 | 30 | 40 | 60;
                }[];
                /** @description Who may merge. */
                allowed_to_merge?: {
                    /**
                     * @description Access level that may merge.
                     * @enum {integer}
                     */
                    access_level?: 0 | 30 | 40 | 60;
                }[];
                /**
                 * @description Those who may push may also force it.
                 * @default false
                 */
                allow_force_push?: boolean;
                /**
                 * @description Developers may make the first push.
                 * @default false
                 */
                developer_can_initial_push?: boolean;
            };
            /**
             * @description Protocols for Git. Since 16.0.
             * @default all
             * @enum {string}
             */
            enabled_git_access_protocol?: "ssh" | "http" | "all";
            /**
             * @description Members can be added to projects only through the group. PREMIUM.
             * @default false
             */
            membership_lock?: boolean;
            /** @description Common name of the LDAP group that is linked. PREMIUM. */
            ldap_cn?: string;
            /**
             * @description Access level that members of the LDAP group get. PREMIUM.
             * @enum {integer}
             */
            ldap_access?: 10 | 20 | 30 | 40 | 50;
            /** @description Minutes a month on shared runners; null is the default, 0 no limit. PREMIUM. */
            shared_runners_minutes_limit?: number | null;
            /** @description Minutes on shared runners beyond the monthly ones. PREMIUM. */
            extra_shared_runners_minutes_limit?: number | null;
            /**
             * @description Who may use the group's wiki. PREMIUM. Since 16.0.
             * @default enabled
             * @enum {string}
             */
            wiki_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Whether AI features are on. PREMIUM. Since 16.0.
             * @enum {string}
             */
            duo_availability?: "default_on" | "default_off" | "never_on";
            /** @description AI flows may run on the server. PREMIUM. Since 16.0. */
            duo_remote_flows_availability?: boolean;
            /** @description Ready-made AI flows are on. PREMIUM. Since 16.0. */
            duo_foundational_flows_availability?: boolean;
            /** @description Agents of one's own are on. PREMIUM. Since 16.0. */
            duo_custom_agents_availability?: boolean;
            /** @description Flows of one's own are on. PREMIUM. Since 16.0. */
            duo_custom_flows_availability?: boolean;
            /** @description External agents are on. PREMIUM. Since 16.0. */
            duo_external_agents_availability?: boolean;
            /**
             * @description Whether tools may be approved for a whole session. PREMIUM. Since 16.0.
             * @enum {string}
             */
            tool_approval_for_session_availability?: "default_on" | "default_off" | "never_on";
            /** @description Merge requests are reviewed by the external AI service. PREMIUM. Since 16.0. */
            amazon_q_auto_review_enabled?: boolean;
            /**
             * @description Experimental features are on. PREMIUM. Since 16.0.
             * @default false
             */
            experiment_features_enabled?: boolean;
            /** @description Models may cache prompts. PREMIUM. Since 16.0. */
            model_prompt_cache_enabled?: boolean;
            /** @description Ready-made agents that are on or off. PREMIUM. Since 16.0. */
            foundational_agents_statuses?: {
                /** @description The agent's reference. */
                reference?: string;
                /** @description The agent is on. */
                enabled: boolean;
            }[];
            /** @description Settings of AI features in detail. PREMIUM. Since 16.0. */
            ai_settings_attributes?: {
                /** @description The agent platform is on. */
                duo_agent_platform_enabled?: boolean;
                /** @description Agents may use the Model Context Protocol. */
                duo_workflow_mcp_enabled?: boolean;
                /** @description Data on the use of AI features is collected. */
                ai_usage_data_collection_enabled?: boolean;
                /** @description New ready-made agents are on. */
                foundational_agents_default_enabled?: boolean;
                /**
                 * @description What happens when a prompt looks forged.
                 * @enum {string}
                 */
                prompt_injection_protection_level?: "no_checks" | "log_only" | "interrupt";
            };
        };
        group_update: {
            /** @description Last segment of the full path. */
            path?: string;
            /** @description Name that people see. */
            name?: string;
            /**
             * @description What the group is about.
             * @default
             */
            description?: string | null;
            /**
             * @description Who can see the group; not more than can see its parent.
             * @enum {string}
             */
            visibility?: "private" | "internal" | "public";
            /**
             * Format: upload
             * @description Picture of the group; null removes it.
             */
            avatar?: Upload | "" | null;
            /**
             * @description Projects of the group cannot be shared with other groups.
             * @default false
             */
            share_with_group_lock?: boolean;
            /**
             * @description All members need two-factor authentication.
             * @default false
             */
            require_two_factor_authentication?: boolean;
            /**
             * @description Hours until two-factor authentication is enforced.
             * @default 48
             */
            two_factor_grace_period?: number;
            /**
             * @description Who may create projects in the group.
             * @default developer
             * @enum {string}
             */
            project_creation_level?: "noone" | "owner" | "maintainer" | "developer" | "administrator";
            /**
             * @description Who may create subgroups.
             * @default maintainer
             * @enum {string}
             */
            subgroup_creation_level?: "owner" | "maintainer";
            /** @description Projects without a CI configuration get a ready-made pipeline; null inherits. */
            auto_devops_enabled?: boolean | null;
            /** @description No e-mails are sent about the group. */
            emails_disabled?: boolean | null;
            /**
             * @description E-mails are sent about the group. Since 16.5.
             * @default true
             */
            emails_enabled?: boolean;
            /**
             * @description E-mails about comments on code show the code. Since 16.0.
             * @default true
             */
            show_diff_preview_in_email?: boolean;
            /** @description The group cannot be mentioned as a whole. */
            mentions_disabled?: boolean | null;
            /**
             * @description Projects of the group may use Git LFS.
             * @default true
             */
            lfs_enabled?: boolean;
            /**
             * @description Users may ask to become members.
             * @default true
             */
            request_access_enabled?: boolean;
            /** @description Name of the first branch of new projects in the group. Since 16.0. */
            default_branch?: string | null;
            /**
             * @description Protection of default branches: 0 none, 1 partial, 2 full, 3 against pushes, 4 full after the first push.
             * @default 2
             * @enum {integer}
             */
            default_branch_protection?: 0 | 1 | 2 | 3 | 4;
            /** @description Protection of default branches in detail. Since 17.0. */
            default_branch_protection_defaults?: {
                /** @description Who may push. */
                allowed_to_push?: {
                    /**
                     * @description Access level that may push.
                     * @enum {integer}
                     */
                    access_level?: 0 | 30 | 40 | 60;
                }[];
                /** @description Who may merge. */
                allowed_to_merge?: {
                    /**
                     * @description Access level that may merge.
                     * @enum {integer}
                     */
                    access_level?: 0 | 30 | 40 | 60;
                }[];
                /**
                 * @description Those who may push may also force it.
                 * @default false
                 */
                allow_force_push?: boolean;
                /**
                 * @description Developers may make the first push.
                 * @default false
                 */
                developer_can_initial_push?: boolean;
            };
            /**
             * @description Protocols for Git. Since 16.0.
             * @default all
             * @enum {string}
             */
            enabled_git_access_protocol?: "ssh" | "http" | "all";
            /**
             * @description Whether shared runners work below this group, and whether subgroups may decide otherwise.
             * @default enabled
             * @enum {string}
             */
            shared_runners_setting?: "enabled" | "disabled_with_override" | "disabled_and_overridable" | "disabled_and_unoverridable";
            /**
             * @description Groups below this one cannot be shared with groups outside.
             * @default false
             */
            prevent_sharing_groups_outside_hierarchy?: boolean;
            /** @description Sign-in provider that members must have signed in with anew. Since 16.0. */
            step_up_auth_required_oauth_provider?: string | null;
            /**
             * @description Formulas are rendered up to a limit only. Since 16.0.
             * @default true
             */
            math_rendering_limits_enabled?: boolean;
            /**
             * @description Subgroups cannot change the limit of formulas. Since 16.0.
             * @default false
             */
            lock_math_rendering_limits_enabled?: boolean;
            /** @description Largest artifact of a job, in MB. Since 16.0. */
            max_artifacts_size?: number;
            /**
             * @description Commits made on the web pages are signed. Since 16.0.
             * @default false
             */
            web_based_commit_signing_enabled?: boolean;
            /**
             * @description Members may have personal snippets. Since 16.0.
             * @default true
             */
            allow_personal_snippets?: boolean;
            /**
             * @description Projects can be created from the built-in templates. Since 16.0.
             * @default true
             */
            built_in_project_templates_enabled?: boolean;
            /**
             * @description Subgroups cannot change the setting of built-in templates. Since 16.0.
             * @default false
             */
            lock_built_in_project_templates_enabled?: boolean;
            /**
             * @description Projects that a user may download before being banned; 0 is no limit. ULTIMATE.
             * @default 0
             */
            unique_project_download_limit?: number;
            /**
             * @description Seconds over which downloads are counted. ULTIMATE.
             * @default 0
             */
            unique_project_download_limit_interval_in_seconds?: number;
            /**
             * @description Usernames that the download limit spares. ULTIMATE.
             * @default []
             */
            unique_project_download_limit_allowlist?: string[];
            /**
             * @description Users who are told when somebody exceeds the limit. ULTIMATE. Since 16.0.
             * @default []
             */
            unique_project_download_limit_alertlist?: number[];
            /**
             * @description Users who exceed the download limit are banned. ULTIMATE.
             * @default false
             */
            auto_ban_user_on_excessive_projects_download?: boolean;
            /** @description IP ranges from which the group can be reached, comma-separated. PREMIUM. */
            ip_restriction_ranges?: string | null;
            /** @description E-mail domains whose users may become members, comma-separated. PREMIUM. Since 16.0. */
            allowed_email_domains_list?: string | null;
            /** @description Project whose files are the templates of the group. PREMIUM. */
            file_template_project_id?: number | null;
            /**
             * @description Members can be added to projects only through the group. PREMIUM.
             * @default false
             */
            membership_lock?: boolean;
            /** @description Common name of the LDAP group that is linked. PREMIUM. */
            ldap_cn?: string;
            /**
             * @description Access level that members of the LDAP group get. PREMIUM.
             * @enum {integer}
             */
            ldap_access?: 10 | 20 | 30 | 40 | 50;
            /** @description Minutes a month on shared runners; null is the default, 0 no limit. PREMIUM. */
            shared_runners_minutes_limit?: number | null;
            /** @description Minutes on shared runners beyond the monthly ones. PREMIUM. */
            extra_shared_runners_minutes_limit?: number | null;
            /**
             * @description Who may use the group's wiki. PREMIUM. Since 16.0.
             * @default enabled
             * @enum {string}
             */
            wiki_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Projects cannot be forked to outside of the group. PREMIUM.
             * @default false
             */
            prevent_forking_outside_group?: boolean;
            /**
             * @description Tokens of service accounts must end. PREMIUM. Since 16.0.
             * @default true
             */
            service_access_tokens_expiration_enforced?: boolean;
            /**
             * @description Merge requests are merged only after a successful pipeline. PREMIUM. Since 16.0.
             * @default false
             */
            only_allow_merge_if_pipeline_succeeds?: boolean;
            /**
             * @description A skipped pipeline counts as successful. PREMIUM. Since 16.0.
             * @default false
             */
            allow_merge_on_skipped_pipeline?: boolean;
            /**
             * @description Merge requests are merged only with all threads resolved. PREMIUM. Since 16.0.
             * @default false
             */
            only_allow_merge_if_all_discussions_are_resolved?: boolean;
            /**
             * @description Whether AI features are on. PREMIUM. Since 16.0.
             * @enum {string}
             */
            duo_availability?: "default_on" | "default_off" | "never_on";
            /** @description AI flows may run on the server. PREMIUM. Since 16.0. */
            duo_remote_flows_availability?: boolean;
            /** @description Ready-made AI flows are on. PREMIUM. Since 16.0. */
            duo_foundational_flows_availability?: boolean;
            /** @description Agents of one's own are on. PREMIUM. Since 16.0. */
            duo_custom_agents_availability?: boolean;
            /** @description Flows of one's own are on. PREMIUM. Since 16.0. */
            duo_custom_flows_availability?: boolean;
            /** @description External agents are on. PREMIUM. Since 16.0. */
            duo_external_agents_availability?: boolean;
            /**
             * @description Whether tools may be approved for a whole session. PREMIUM. Since 16.0.
             * @enum {string}
             */
            tool_approval_for_session_availability?: "default_on" | "default_off" | "never_on";
            /** @description Merge requests are reviewed by the external AI service. PREMIUM. Since 16.0. */
            amazon_q_auto_review_enabled?: boolean;
            /**
             * @description Experimental features are on. PREMIUM. Since 16.0.
             * @default false
             */
            experiment_features_enabled?: boolean;
            /** @description Models may cache prompts. PREMIUM. Since 16.0. */
            model_prompt_cache_enabled?: boolean;
            /** @description Ready-made agents that are on or off. PREMIUM. Since 16.0. */
            foundational_agents_statuses?: {
                /** @description The agent's reference. */
                reference?: string;
                /** @description The agent is on. */
                enabled: boolean;
            }[];
            /** @description Settings of AI features in detail. PREMIUM. Since 16.0. */
            ai_settings_attributes?: {
                /** @description The agent platform is on. */
                duo_agent_platform_enabled?: boolean;
                /** @description Agents may use the Model Context Protocol. */
                duo_workflow_mcp_enabled?: boolean;
                /** @description Data on the use of AI features is collected. */
                ai_usage_data_collection_enabled?: boolean;
                /** @description New ready-made agents are on. */
                foundational_agents_default_enabled?: boolean;
                /**
                 * @description What happens when a prompt looks forged.
                 * @enum {string}
                 */
                prompt_injection_protection_level?: "no_checks" | "log_only" | "interrupt";
            };
            /** @description The basic AI features are on. PREMIUM. Since 16.0. */
            duo_core_features_enabled?: boolean;
            /**
             * @description AI features may be used in the group. PREMIUM. Since 16.0.
             * @default true
             */
            duo_features_enabled?: boolean;
            /**
             * @description Subgroups cannot change whether AI features may be used. PREMIUM. Since 16.0.
             * @default false
             */
            lock_duo_features_enabled?: boolean;
            /**
             * @description Merge requests are reviewed by AI. PREMIUM. Since 16.0.
             * @default false
             */
            auto_duo_code_review_enabled?: boolean;
            /** @description Ready-made AI flows that are on. PREMIUM. Since 16.0. */
            enabled_foundational_flows?: string[];
            /** @description Project that holds the AI templates. PREMIUM. Since 16.0. */
            duo_template_project_id?: number | null;
            /**
             * @description AI features by the group that gives access to them. PREMIUM. Since 16.0.
             * @default []
             */
            duo_namespace_access_rules?: {
                /** @description The group that gives access. */
                through_namespace?: {
                    /** @description Full path of the group. */
                    id?: number;
                };
                /** @description Features that its members may use. */
                features: string[];
            }[];
        };
        /** @description An outcome in words */
        message: {
            message: string;
        };
        group_transfer: {
            /** @description The new parent; without it the group comes to the top. */
            group_id?: number | null;
        };
        share_create: {
            group_id: number;
            /** @enum {integer} */
            group_access: 10 | 15 | 20 | 30 | 40 | 50;
            /** Format: date */
            expires_at?: string | null;
        };
        server_release: {
            version: string;
            revision: string;
        };
        metadata: {
            version: string;
            revision: string;
            kas: {
                enabled: boolean;
                externalUrl: string | null;
                version: string | null;
            };
            /** @description Since 15.6. */
            enterprise?: boolean;
        };
        license: {
            id: number;
            /** @enum {string} */
            plan: "premium" | "ultimate";
            /** Format: date-time */
            created_at: string;
            /** Format: date */
            starts_at: string;
            /** Format: date */
            expires_at: string | null;
            expired: boolean;
            user_limit: number;
            active_users: number;
            maximum_user_count: number;
            historical_max: number;
            overage: number;
            licensee: {
                [key: string]: string;
            };
            add_ons: {
                [key: string]: number;
            };
        };
        /** @description User (extended), document 2, Shared objects */
        user: {
            id: number;
            name: string;
            username: string;
            state: string;
            avatar_url: string | null;
            web_url: string;
            /** Format: date-time */
            created_at: string;
            bio: string;
            location: string | null;
            public_email: string;
            skype: string;
            linkedin: string;
            twitter: string;
            website_url: string;
            organization: string | null;
            email: string;
            is_admin: boolean;
            namespace_id: number;
        };
        /** @description Integration list entry, document 2 */
        integration_entry: {
            id: number;
            title: string;
            slug: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            active: boolean;
            commit_events: boolean;
            push_events: boolean;
            issues_events: boolean;
            confidential_issues_events: boolean;
            merge_requests_events: boolean;
            tag_push_events: boolean;
            note_events: boolean;
            confidential_note_events: boolean;
            pipeline_events: boolean;
            wiki_page_events: boolean;
            job_events: boolean;
            comment_on_event_enabled: boolean;
            inherited?: boolean;
        };
        /** @description Integration list entry, document 2 */
        integration: {
            id: number;
            title: string;
            slug: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            active: boolean;
            commit_events: boolean;
            push_events: boolean;
            issues_events: boolean;
            confidential_issues_events: boolean;
            merge_requests_events: boolean;
            tag_push_events: boolean;
            note_events: boolean;
            confidential_note_events: boolean;
            pipeline_events: boolean;
            wiki_page_events: boolean;
            job_events: boolean;
            comment_on_event_enabled: boolean;
            inherited?: boolean;
            /** @description Real servers give these two as text */
            properties: {
                id: number;
                /**
                 * @description The integration's slug.
                 * @enum {string}
                 */
                slug: "asana" | "assembla" | "bamboo" | "custom-issue-tracker" | "bugzilla" | "ewm" | "buildkite" | "campfire" | "datadog" | "unify-circuit" | "pumble" | "webex-teams" | "discord" | "drone-ci" | "emails-on-push" | "confluence" | "external-wiki" | "flowdock" | "github";
                /** @description Branches whose commits are looked at, comma-separated; unset is all. */
                restrict_to_branch: string | null;
                /** @description Subdomain of the endpoint. */
                subdomain: string | null;
                /** @description Address of the build server. Real servers call it bamboo_url. */
                buildserver_url?: string | null;
                /** @description Address of the build server. Real servers call it bamboo_url. */
                bamboo_url?: string | null;
                /** @description The certificate of the build server is checked. */
                enable_ssl_verification: boolean | null;
                /** @description Key of the build plan. */
                build_key: string | null;
                /** @description User who may start the build. */
                username: string | null;
                /** @description Address of the form for a new issue. */
                new_issue_url: string | null;
                /** @description Address of an issue; :id stands for its number. */
                issues_url: string | null;
                /** @description Address of the project in the tracker. */
                project_url: string | null;
                /** @description Reacts to pushes. */
                push_events: boolean | null;
                /** @description Reacts to changes of merge requests. */
                merge_requests_events: boolean | null;
                /** @description Reacts to tag pushes. */
                tag_push_events: boolean | null;
                /** @description Id of the room, the last part of its address. */
                room: string | null;
                /** @description Address of the service, instead of the site. */
                api_url: string | null;
                /** @description Environment that data is tagged with. Real servers call it datadog_env. */
                monitoring_env?: string | null;
                /** @description Environment that data is tagged with. Real servers call it datadog_env. */
                datadog_env?: string | null;
                /** @description Service that data is tagged with. Real servers call it datadog_service. */
                monitoring_service?: string | null;
                /** @description Service that data is tagged with. Real servers call it datadog_service. */
                datadog_service?: string | null;
                /** @description Site of the service that data is sent to. Real servers call it datadog_site. */
                monitoring_site?: string | null;
                /** @description Site of the service that data is sent to. Real servers call it datadog_site. */
                datadog_site?: string | null;
                /** @description Further tags, one key:value on each line. Real servers call it datadog_tags. */
                monitoring_tags?: string | null;
                /** @description Further tags, one key:value on each line. Real servers call it datadog_tags. */
                datadog_tags?: string | null;
                /** @description Job logs are sent too. Since 15.3. */
                archive_trace_events?: boolean | null;
                /** @description Only failed pipelines are told about. */
                notify_only_broken_pipelines: boolean | null;
                /** @description Branches that are told about. */
                branches_to_be_notified: string | null;
                /** @description Reacts to changes of issues. */
                issues_events: boolean | null;
                /** @description Reacts to changes of confidential issues. */
                confidential_issues_events: boolean | null;
                /** @description Reacts to comments. */
                note_events: boolean | null;
                /** @description Reacts to comments on confidential items. */
                confidential_note_events: boolean | null;
                /** @description Reacts to pipelines. */
                pipeline_events: boolean | null;
                /** @description Reacts to changes of wiki pages. */
                wiki_page_events: boolean | null;
                /** @description Address of the CI server. Real servers call it drone_url. */
                ciserver_url?: string | null;
                /** @description Address of the CI server. Real servers call it drone_url. */
                drone_url?: string | null;
                /** @description Addresses that e-mails go to, separated by blanks. */
                recipients: string | null;
                disable_diffs: boolean | string | null;
                send_from_committer_email: boolean | string | null;
                /** @description Address of the workspace. Real servers call it confluence_url. */
                workspace_url?: string | null;
                /** @description Address of the workspace. Real servers call it confluence_url. */
                confluence_url?: string | null;
                /** @description Address of the external wiki. */
                external_wiki_url: string | null;
                /** @description Address of the external repository. */
                repository_url: string | null;
                /** @description The instance's name, not the branch, is added to the name of the check. */
                static_context: boolean | null;
            };
        };
        /** @description Issue, document 3, Resources */
        issue: {
            id: number;
            iid: number;
            project_id: number;
            title: string;
            description: string;
            /** @enum {string} */
            state: "opened" | "closed";
            type: string;
            /** @enum {string} */
            issue_type: "issue" | "incident" | "test_case";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            closed_at: string | null;
            closed_by: components["schemas"]["user_summary"] | null;
            moved_to_id: number | null;
            author: components["schemas"]["user_summary"];
            assignees: components["schemas"]["user_summary"][];
            /** @deprecated */
            assignee: components["schemas"]["user_summary"] | null;
            milestone: components["schemas"]["milestone"] | null;
            labels: (string | components["schemas"]["label_details"])[];
            upvotes: number;
            downvotes: number;
            merge_requests_count: number;
            user_notes_count: number;
            /** Format: date */
            due_date: string | null;
            confidential: boolean;
            discussion_locked: boolean | null;
            web_url: string;
            references: components["schemas"]["references"];
            /** @deprecated */
            reference: string;
            time_stats: components["schemas"]["time_stats"];
            has_tasks: boolean;
            task_status: string | null;
            task_completion_status: components["schemas"]["task_completion_status"];
            severity: string;
            subscribed: boolean;
            _links: {
                self: string;
                notes: string;
                award_emoji: string;
                project: string;
                closed_as_duplicate_of: string | null;
            };
            /** @description PREMIUM. */
            weight?: number | null;
            /** @description PREMIUM. */
            epic?: {
                id: number;
                iid: number;
                title: string;
                url: string;
                group_id: number;
            } | null;
            /**
             * @deprecated
             * @description PREMIUM.
             */
            epic_iid?: number | null;
            /** @description PREMIUM. */
            iteration?: {
                id: number;
                iid: number;
                sequence: number;
                group_id: number;
                title: string | null;
                description: string | null;
                state: number;
                /** Format: date-time */
                created_at: string;
                /** Format: date-time */
                updated_at: string;
                /** Format: date */
                start_date: string;
                /** Format: date */
                due_date: string;
                web_url: string;
            } | null;
            /** @description ULTIMATE. */
            health_status?: string | null;
        };
        /** @description To-do item, document 3 */
        todo_item: {
            id: number;
            project: {
                id: number;
                name: string;
                name_with_namespace: string;
                path: string;
                path_with_namespace: string;
            };
            author: components["schemas"]["user_summary"];
            /** @enum {string} */
            action_name: "marked";
            /** @enum {string} */
            target_type: "Issue";
            target: components["schemas"]["issue"];
            target_url: string;
            body: string;
            /** @enum {string} */
            state: "pending";
            /** Format: date-time */
            created_at: string;
        };
        issue_note_create: {
            body: components["schemas"]["note_body"];
            created_at?: components["schemas"]["note_created_at"];
        };
        note_commands: {
            commands_changes: Record<string, never>;
            summary: string[];
        };
        time_estimate_set: {
            /** @description Such as 3h30m; 1mo = 4w, 1w = 5d, 1d = 8h */
            duration: string;
        };
        spent_time_add: {
            /** @description Such as 3h30m; 1mo = 4w, 1w = 5d, 1d = 8h; a leading minus takes time back */
            duration: string;
            /** @description What the time was spent on */
            summary?: string;
        };
        user_agent_detail: {
            user_agent: string;
            ip_address: string;
            akismet_submitted: boolean;
        };
        /** @description Metric image, document 3 */
        metric_image: {
            id: number;
            /** Format: date-time */
            created_at: string;
            filename: string;
            file_path: string;
            url: string | null;
            url_text: string | null;
        };
        metric_image_create: {
            /** Format: upload */
            file: Upload;
            /** @description Where more is known of the measurement */
            url?: string | null;
            /** @description What the picture shows, or the text of the link */
            url_text?: string | null;
        };
        issue_create: {
            description?: string | null;
            /** @description 0 for nobody. */
            assignee_id?: number;
            assignee_ids?: number[];
            /** @description Names; a comma-separated text too. */
            labels?: string[];
            /** @description 0 for none. */
            milestone_id?: number | null;
            /** Format: date */
            due_date?: string | null;
            confidential?: boolean;
            /** @enum {string} */
            issue_type?: "issue" | "incident" | "test_case";
            /** @description PREMIUM. */
            weight?: number | null;
            title: string;
            /**
             * Format: date-time
             * @description For administrators and owners only.
             */
            created_at?: string;
        };
        issue_update: {
            description?: string | null;
            /** @description 0 for nobody. */
            assignee_id?: number;
            assignee_ids?: number[];
            /** @description Names; a comma-separated text too. */
            labels?: string[];
            /** @description 0 for none. */
            milestone_id?: number | null;
            /** Format: date */
            due_date?: string | null;
            confidential?: boolean;
            /** @enum {string} */
            issue_type?: "issue" | "incident" | "test_case";
            /** @description PREMIUM. */
            weight?: number | null;
            title?: string;
            add_labels?: string[];
            remove_labels?: string[];
            /** @enum {string} */
            state_event?: "close" | "reopen";
            discussion_locked?: boolean | null;
        };
        /** @description Job, document 2 */
        job: {
            id: number;
            name: string;
            stage: string;
            /** @enum {string} */
            status: "created" | "pending" | "running" | "failed" | "success" | "canceled" | "skipped" | "waiting_for_resource" | "manual";
            ref: string;
            tag: boolean;
            coverage: number | null;
            allow_failure: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            finished_at: string | null;
            /** @description Seconds */
            duration: number | null;
            /** @description Seconds */
            queued_duration: number;
            user: components["schemas"]["user_extended_or_null"];
            commit: components["schemas"]["commit_summary"];
            web_url: string;
            /** Format: date-time */
            artifacts_expire_at: string | null;
            tag_list: string[];
            artifacts: components["schemas"]["artifact"][];
            /** @description Only when an archive exists. */
            artifacts_file?: {
                filename: string;
                size: number;
            };
            /** @description Only when the job failed. */
            failure_reason?: string;
            runner: components["schemas"]["runner"];
            pipeline: components["schemas"]["pipeline_summary"];
            /** @description Only in the reply to an erase. */
            download_url?: null;
        };
        artifact: {
            /** @enum {string} */
            file_type: "archive" | "metadata" | "trace" | "junit";
            /** @description Bytes */
            size: number;
            filename: string;
            /** @enum {string|null} */
            file_format: "zip" | "gzip" | "raw" | null;
        };
        /** @description Pipeline (summary), document 2, Shared objects */
        pipeline_summary: {
            id: number;
            project_id: number;
            ref: string;
            sha: string;
            status: components["schemas"]["pipeline_status"];
        };
        /** @description Bridge job, document 2 */
        bridge_job: {
            id: number;
            name: string;
            stage: string;
            /** @enum {string} */
            status: "created" | "pending" | "running" | "failed" | "success" | "canceled" | "skipped" | "waiting_for_resource" | "manual";
            ref: string;
            tag: boolean;
            coverage: number | null;
            allow_failure: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            finished_at: string | null;
            /** @description Seconds */
            duration: number | null;
            /** @description Seconds */
            queued_duration: number;
            user: components["schemas"]["user_extended_or_null"];
            commit: components["schemas"]["commit_summary"];
            web_url: string;
            pipeline: components["schemas"]["pipeline"];
            downstream_pipeline: components["schemas"]["downstream_pipeline"];
        };
        /** @description Pipeline (summary), extended variant, document 2, Shared objects */
        pipeline: {
            id: number;
            project_id: number;
            ref: string;
            sha: string;
            status: components["schemas"]["pipeline_status"];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            web_url: string;
        };
        /** @description Allowed-agents result, document 2 */
        allowed_agents: {
            allowed_agents: {
                id: number;
                config_project: components["schemas"]["agent_project"];
            }[];
            job: {
                id: number;
                name: string;
                stage: string;
                project_id: number;
                project_name: string;
            };
            pipeline: components["schemas"]["pipeline"];
            project: components["schemas"]["agent_project"];
            user: components["schemas"]["user_summary"];
        };
        agent_project: {
            id: number;
            description: string | null;
            name: string;
            name_with_namespace: string;
            path: string;
            path_with_namespace: string;
            /** Format: date-time */
            created_at: string;
        };
        /** @description User (summary), document 2, Shared objects */
        member: {
            id: number;
            name: string;
            username: string;
            state: string;
            avatar_url: string | null;
            web_url: string;
            access_level: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date */
            expires_at: string | null;
            membership_state: string;
        };
        member_create: {
            /** @enum {integer} */
            access_level: 5 | 10 | 15 | 20 | 30 | 40 | 50;
            /** Format: date */
            expires_at?: string | null;
            user_id: number;
        };
        member_update: {
            /** @enum {integer} */
            access_level: 5 | 10 | 15 | 20 | 30 | 40 | 50;
            /** Format: date */
            expires_at?: string | null;
        };
        /** @description An issue, or one of an external tracker with a text as id (document 3, closes_issues) */
        closed_issue: components["schemas"]["issue"] | {
            id: string;
            title: string;
        };
        /** @description Merge request approval status, document 2 */
        merge_request_approval_status: {
            id: number;
            iid: number;
            project_id: number;
            title: string;
            description: string | null;
            state: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            merge_status: string;
            approvals_required: number;
            approvals_left: number;
            approved_by: {
                user: components["schemas"]["user_summary"];
            }[];
            approved?: boolean;
            require_password_to_approve?: boolean;
            suggested_approvers?: components["schemas"]["user_summary"][];
            approvers?: {
                user: components["schemas"]["user_summary"];
            }[];
            approver_groups?: {
                group: components["schemas"]["group_summary"];
            }[];
            user_has_approved?: boolean;
            user_can_approve?: boolean;
            approval_rules_left?: {
                id: number;
                name: string;
                rule_type: string;
            }[];
            has_approval_rules?: boolean;
            merge_request_approvers_available?: boolean;
            multiple_approval_rules_available?: boolean;
        };
        /** @description Approval rule of a merge request, document 2 */
        merge_request_approval_rule: {
            id: number;
            name: string;
            /** @enum {string} */
            rule_type: "regular" | "any_approver" | "report_approver";
            eligible_approvers: components["schemas"]["user_summary"][];
            approvals_required: number;
            users: components["schemas"]["user_summary"][];
            groups: components["schemas"]["group_summary"][];
            contains_hidden_groups: boolean;
            applies_to_all_protected_branches: boolean;
            protected_branches: components["schemas"]["protected_branch"][];
            /** @description The rule of the project that it was made from. */
            source_rule: {
                approvals_required: number;
            } | null;
            approved_by: components["schemas"]["user_summary"][];
            approved: boolean;
            /** @description True when it differs from the rule that it was made from. */
            overridden: boolean;
            section?: string | null;
            code_owner?: boolean;
        };
        merge_request_create: {
            description?: string;
            /** @description 0 for nobody. */
            assignee_id?: number;
            assignee_ids?: number[];
            reviewer_ids?: number[];
            /** @description Names; a comma-separated text too. */
            labels?: string[];
            /** @description 0 for none. */
            milestone_id?: number | null;
            /** @description Remove the source branch after the merge. */
            remove_source_branch?: boolean;
            allow_collaboration?: boolean;
            /** @deprecated */
            allow_maintainer_to_push?: boolean;
            squash?: boolean;
            /**
             * @deprecated
             * @description PREMIUM.
             */
            approvals_before_merge?: number;
            title: string;
            source_branch: string;
            target_branch: string;
            target_project_id?: number;
        };
        merge_request_update: {
            description?: string;
            /** @description 0 for nobody. */
            assignee_id?: number;
            assignee_ids?: number[];
            reviewer_ids?: number[];
            /** @description Names; a comma-separated text too. */
            labels?: string[];
            /** @description 0 for none. */
            milestone_id?: number | null;
            /** @description Remove the source branch after the merge. */
            remove_source_branch?: boolean;
            allow_collaboration?: boolean;
            /** @deprecated */
            allow_maintainer_to_push?: boolean;
            squash?: boolean;
            /**
             * @deprecated
             * @description PREMIUM.
             */
            approvals_before_merge?: number;
            title?: string;
            target_branch?: string;
            /** @enum {string} */
            state_event?: "close" | "reopen";
            add_labels?: string[];
            remove_labels?: string[];
            discussion_locked?: boolean | null;
        };
        oauth_token_request: {
            /** @enum {string} */
            grant_type: "authorization_code" | "refresh_token" | "password";
            client_id?: string;
            /** @description Without PKCE */
            client_secret?: string;
            code?: string;
            /** @description The one of the authorization request */
            redirect_uri?: string;
            /** @description PKCE: 43 to 128 characters of A-Z a-z 0-9 - . _ ~ */
            code_verifier?: string;
            refresh_token?: string;
            username?: string;
            password?: string;
            /** @description Password grant: scopes separated by spaces; api by default */
            scope?: string;
        };
        oauth_token: {
            access_token: string;
            /** @enum {string} */
            token_type: "bearer";
            /** @description Seconds */
            expires_in: number;
            refresh_token?: string;
            /** @description Unix time */
            created_at?: number;
        };
        oauth_token_info: {
            resource_owner_id: number;
            scope: string[];
            /** @description Seconds */
            expires_in: number | null;
            application: {
                uid: string | null;
            };
            /** @description Unix time */
            created_at: number;
            /**
             * @deprecated
             * @description scope
             */
            scopes: string[];
            /**
             * @deprecated
             * @description expires_in
             */
            expires_in_seconds: number | null;
        };
        oauth_revocation: {
            client_id: string;
            client_secret: string;
            token: string;
        };
        oauth_claims: {
            sub: string;
            sub_legacy?: string;
            /** @description Unix time of the sign-in */
            auth_time?: number;
            name?: string;
            /** @description Username */
            nickname?: string;
            preferred_username?: string;
            /** @description With the scope email */
            email?: string;
            /** @description With the scope email */
            email_verified?: boolean;
            website?: string;
            profile?: string;
            picture?: string | null;
            /** @description Full paths */
            groups?: string[];
        };
        /** @description Package, document 2 */
        package: {
            id: number;
            name: string;
            /** @description Only of conan packages. */
            conan_package_name?: string;
            version: string | null;
            /** @enum {string} */
            package_type: "conan" | "maven" | "npm" | "pypi" | "composer" | "nuget" | "helm" | "terraform_module" | "golang";
            /** @enum {string} */
            status: "default" | "hidden" | "processing" | "error" | "pending_destruction";
            _links: {
                web_path: string;
                /** @description Only for who may delete the package */
                delete_api_path: string;
            };
            /** Format: date-time */
            created_at: string;
            tags: components["schemas"]["package_tag"][];
            pipeline?: components["schemas"]["package_pipeline"];
            /**
             * @deprecated
             * @description Only if a pipeline made it.
             */
            build_info?: {
                pipeline: components["schemas"]["package_pipeline"];
            };
            pipelines: components["schemas"]["package_pipeline"][];
        };
        /** @description The documents give tags no shape */
        package_tag: {
            package_id: number;
            name: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** @description Package pipeline, document 2, Shared objects */
        package_pipeline: {
            id: number;
            status: string;
            ref: string;
            sha: string;
            web_url: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            user: {
                name: string;
                avatar_url: string | null;
            } | null;
        };
        /** @description Package, document 2 */
        package_of_group: {
            id: number;
            name: string;
            /** @description Only of conan packages. */
            conan_package_name?: string;
            version: string | null;
            /** @enum {string} */
            package_type: "conan" | "maven" | "npm" | "pypi" | "composer" | "nuget" | "helm" | "terraform_module" | "golang";
            /** @enum {string} */
            status: "default" | "hidden" | "processing" | "error" | "pending_destruction";
            _links: {
                web_path: string;
                /** @description Only for who may delete the package */
                delete_api_path: string;
            };
            /** Format: date-time */
            created_at: string;
            tags: components["schemas"]["package_tag"][];
            pipeline?: components["schemas"]["package_pipeline"];
            /**
             * @deprecated
             * @description Only if a pipeline made it.
             */
            build_info?: {
                pipeline: components["schemas"]["package_pipeline"];
            };
            pipelines: components["schemas"]["package_pipeline"][];
            project_id?: number;
            project_path?: string;
        };
        /** @description Package, document 2 */
        package_detail: {
            id: number;
            name: string;
            /** @description Only of conan packages. */
            conan_package_name?: string;
            version: string | null;
            /** @enum {string} */
            package_type: "conan" | "maven" | "npm" | "pypi" | "composer" | "nuget" | "helm" | "terraform_module" | "golang";
            /** @enum {string} */
            status: "default" | "hidden" | "processing" | "error" | "pending_destruction";
            _links: {
                web_path: string;
                /** @description Only for who may delete the package */
                delete_api_path: string;
            };
            /** Format: date-time */
            created_at: string;
            tags: components["schemas"]["package_tag"][];
            pipeline?: components["schemas"]["package_pipeline"];
            /**
             * @deprecated
             * @description Only if a pipeline made it.
             */
            build_info?: {
                pipeline: components["schemas"]["package_pipeline"];
            };
            pipelines: components["schemas"]["package_pipeline"][];
            versions: components["schemas"]["package_version"][];
        };
        package_version: {
            id: number;
            version: string;
            /** Format: date-time */
            created_at: string;
            tags?: components["schemas"]["package_tag"][];
            pipelines: components["schemas"]["package_pipeline"][];
        };
        /** @description Package file, document 2 */
        package_file: {
            id: number;
            package_id: number;
            /** Format: date-time */
            created_at: string;
            file_name: string;
            size: number;
            file_md5: string;
            file_sha1: string;
            file_sha256: string;
            pipelines: components["schemas"]["package_pipeline"][];
        };
        /** @enum {string} */
        pipeline_status_input: "created" | "pending" | "running" | "failed" | "success" | "canceled" | "skipped" | "waiting_for_resource" | "manual";
        /** @description Pipeline (summary), extended variant, document 2, Shared objects */
        pipeline_single: {
            id: number;
            project_id: number;
            ref: string;
            sha: string;
            status: components["schemas"]["pipeline_status"];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            web_url: string;
            tag: boolean;
            source: string;
            user: components["schemas"]["user_summary"];
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            finished_at: string | null;
            /** @description Seconds */
            duration: number | null;
        };
        taken_job: {
            id: number;
            token: string;
            job_info: {
                id: number;
                name: string;
                stage: string;
                project_id: number;
                project_name: string;
            };
            git_info: {
                ref: string;
                /** @enum {string} */
                ref_type: "branch" | "tag";
                sha: string;
            };
        };
        project_create: {
            /** @description Last segment of the full path. */
            path?: string;
            /** @description Number of the group that holds it. */
            namespace_id?: number | null;
            /** @description Name that people see; without it, the last part of the path. */
            name?: string;
            /** @description What the project is about. */
            description?: string | null;
            /**
             * @description Who can see the project; not more than can see its group.
             * @enum {string}
             */
            visibility?: "private" | "internal" | "public";
            /**
             * @description Topics by which the project is found.
             * @default []
             */
            topics?: string[];
            /**
             * @deprecated
             * @description Deprecated: use topics.
             * @default []
             */
            tag_list?: string[];
            /**
             * Format: upload
             * @description Picture of the project; null removes it.
             */
            avatar?: Upload | "" | null;
            /**
             * @description Branch that clones and merge requests start from.
             * @default main
             */
            default_branch?: string;
            /**
             * @description The project starts with a README file.
             * @default false
             */
            initialize_with_readme?: boolean;
            /** @description Address that the repository is imported from; credentials in it are never returned. */
            import_url?: string;
            /** @description Built-in template that the project starts from. */
            template_name?: string;
            /** @description Project whose content the project starts from. PREMIUM. */
            template_project_id?: number;
            /** @description The template is one of the instance or of a group. PREMIUM. */
            use_custom_template?: boolean;
            /** @description Group that holds the template. PREMIUM. */
            group_with_project_templates_id?: number;
            /**
             * @description How the repository names its objects. Since 16.0.
             * @default sha1
             * @enum {string}
             */
            repository_object_format?: "sha1" | "sha256";
            /**
             * @description Storage that holds the repository; only administrators may see and change it.
             * @default default
             */
            repository_storage?: string;
            /**
             * @description Git LFS may be used.
             * @default true
             */
            lfs_enabled?: boolean;
            /**
             * @description Users may ask to become members.
             * @default true
             */
            request_access_enabled?: boolean;
            /**
             * @description No e-mails are sent about the project.
             * @default false
             */
            emails_disabled?: boolean;
            /**
             * @description E-mails are sent about the project. Since 16.5.
             * @default true
             */
            emails_enabled?: boolean;
            /**
             * @description The usual reactions are offered.
             * @default true
             */
            show_default_award_emojis?: boolean;
            /**
             * @description E-mails about comments on code show the code.
             * @default true
             */
            show_diff_preview_in_email?: boolean;
            /**
             * @description Code with characters that may deceive is marked.
             * @default true
             */
            warn_about_potentially_unwanted_characters?: boolean;
            /**
             * @description Uploaded files are shown only to those who may see the project.
             * @default true
             */
            enforce_auth_checks_on_uploads?: boolean;
            /**
             * @description The package registry is on.
             * @default true
             */
            packages_enabled?: boolean;
            /** @description Which container images are deleted by themselves, and when. */
            container_expiration_policy_attributes?: {
                /**
                 * @description Images are cleaned up.
                 * @default false
                 */
                enabled?: boolean;
                /**
                 * @description How often images are cleaned up.
                 * @default 1d
                 * @enum {string}
                 */
                cadence?: "1d" | "7d" | "14d" | "1month" | "3month";
                /**
                 * @description Tags of each image that are kept at least; null keeps all.
                 * @default 10
                 */
                keep_n?: number | null;
                /**
                 * @description Age at which tags are deleted; null deletes all.
                 * @default 90d
                 * @enum {string|null}
                 */
                older_than?: "7d" | "14d" | "30d" | "60d" | "90d" | null;
                /**
                 * @description Tags that are deleted, as a regular expression.
                 * @default .*
                 */
                name_regex?: string | null;
                /** @description Tags that are kept, as a regular expression. */
                name_regex_keep?: string | null;
            };
            /** @description Label by which the external service decides who may use the project. PREMIUM. */
            external_authorization_classification_label?: string | null;
            /**
             * @description The repository is pulled from import_url again and again. PREMIUM.
             * @default false
             */
            mirror?: boolean;
            /**
             * @description Updates of the mirror start pipelines. PREMIUM.
             * @default false
             */
            mirror_trigger_builds?: boolean;
            /** @description AI flows may run on the server. Since 16.0. */
            duo_remote_flows_enabled?: boolean;
            /** @description AI looks for false alarms of code scanning. Since 16.0. */
            duo_sast_fp_detection_enabled?: boolean;
            /** @description AI looks for false alarms of secret detection. Since 16.0. */
            duo_secret_detection_fp_enabled?: boolean;
            /** @description AI proposes how to mend what code scanning found. Since 16.0. */
            duo_sast_vr_workflow_enabled?: boolean;
            /**
             * @description Who may use issues.
             * @default enabled
             * @enum {string}
             */
            issues_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use the repository.
             * @default enabled
             * @enum {string}
             */
            repository_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use merge requests.
             * @default enabled
             * @enum {string}
             */
            merge_requests_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use forks.
             * @default enabled
             * @enum {string}
             */
            forking_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use the wiki.
             * @default enabled
             * @enum {string}
             */
            wiki_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use pipelines and jobs.
             * @default enabled
             * @enum {string}
             */
            builds_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use snippets.
             * @default enabled
             * @enum {string}
             */
            snippets_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use the package registry. Since 16.0.
             * @default enabled
             * @enum {string}
             */
            package_registry_access_level?: "disabled" | "private" | "enabled" | "public";
            /**
             * @description Who may see the project's pages.
             * @default private
             * @enum {string}
             */
            pages_access_level?: "disabled" | "private" | "enabled" | "public";
            /**
             * @description Who may use analytics.
             * @default enabled
             * @enum {string}
             */
            analytics_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use the container registry.
             * @default enabled
             * @enum {string}
             */
            container_registry_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use security and compliance.
             * @default private
             * @enum {string}
             */
            security_and_compliance_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use releases.
             * @default enabled
             * @enum {string}
             */
            releases_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use environments.
             * @default enabled
             * @enum {string}
             */
            environments_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use feature flags.
             * @default enabled
             * @enum {string}
             */
            feature_flags_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use infrastructure.
             * @default enabled
             * @enum {string}
             */
            infrastructure_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use monitoring.
             * @default enabled
             * @enum {string}
             */
            monitor_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use model experiments. Since 16.0.
             * @default enabled
             * @enum {string}
             */
            model_experiments_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use the model registry. Since 16.0.
             * @default enabled
             * @enum {string}
             */
            model_registry_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use requirements. ULTIMATE.
             * @default enabled
             * @enum {string}
             */
            requirements_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use operations; newer servers have a level for each part. Until 16.0.
             * @default enabled
             * @enum {string}
             */
            operations_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Issues can be opened by e-mail.
             * @default true
             */
            service_desk_enabled?: boolean;
            /**
             * @deprecated
             * @description Deprecated: use issues_access_level.
             */
            issues_enabled?: boolean;
            /**
             * @deprecated
             * @description Deprecated: use merge_requests_access_level.
             */
            merge_requests_enabled?: boolean;
            /**
             * @deprecated
             * @description Deprecated: use wiki_access_level.
             */
            wiki_enabled?: boolean;
            /**
             * @deprecated
             * @description Deprecated: use builds_access_level.
             */
            jobs_enabled?: boolean;
            /**
             * @deprecated
             * @description Deprecated: use snippets_access_level.
             */
            snippets_enabled?: boolean;
            /**
             * @deprecated
             * @description Deprecated: use container_registry_access_level.
             */
            container_registry_enabled?: boolean;
            /**
             * @description How merge requests are merged.
             * @default merge
             * @enum {string}
             */
            merge_method?: "merge" | "rebase_merge" | "ff";
            /**
             * @description Whether commits are squashed.
             * @default default_off
             * @enum {string}
             */
            squash_option?: "never" | "always" | "default_on" | "default_off";
            /**
             * @description Merge requests are merged only after a successful pipeline.
             * @default false
             */
            only_allow_merge_if_pipeline_succeeds?: boolean;
            /**
             * @description A skipped pipeline counts as successful.
             * @default false
             */
            allow_merge_on_skipped_pipeline?: boolean;
            /**
             * @description Merge requests are merged only with all threads resolved.
             * @default false
             */
            only_allow_merge_if_all_discussions_are_resolved?: boolean;
            /**
             * @description Merge requests are merged only after all status checks have passed. ULTIMATE. Since 15.5.
             * @default false
             */
            only_allow_merge_if_all_status_checks_passed?: boolean;
            /**
             * @description Threads on lines that change are resolved.
             * @default false
             */
            resolve_outdated_diff_discussions?: boolean;
            /**
             * @description The source branch is deleted after the merge.
             * @default true
             */
            remove_source_branch_after_merge?: boolean;
            /**
             * @description A push answers with a link to open a merge request.
             * @default true
             */
            printing_merge_request_link_enabled?: boolean;
            /**
             * @description Merging closes the issues that the merge request names.
             * @default true
             */
            autoclose_referenced_issues?: boolean;
            /**
             * @description Merge requests of this fork aim at the fork itself.
             * @default false
             */
            mr_default_target_self?: boolean;
            /** @description Template of the title of merge requests. Since 16.0. */
            mr_default_title_template?: string | null;
            /** @description Commit message of applied suggestions. */
            suggestion_commit_message?: string | null;
            /** @description Template of the message of merge commits. */
            merge_commit_template?: string | null;
            /** @description Template of the message of squashed commits. */
            squash_commit_template?: string | null;
            /** @description Template of the name of branches made from issues. */
            issue_branch_template?: string | null;
            /** @description Regular expression that titles of merge requests must match. Since 16.0. */
            merge_request_title_regex?: string | null;
            /** @description What people are told about the titles of merge requests. Since 16.0. */
            merge_request_title_regex_description?: string | null;
            /**
             * @deprecated
             * @description Number of approvals that a merge request needs. PREMIUM.
             * @default 0
             */
            approvals_before_merge?: number;
            /**
             * @description Merge requests must name an issue of the external tracker. PREMIUM. Since 16.0.
             * @default false
             */
            prevent_merge_without_jira_issue?: boolean;
            /**
             * @description Merge requests are reviewed by AI. ULTIMATE. Since 16.0.
             * @default false
             */
            auto_duo_code_review_enabled?: boolean;
            /**
             * @description How jobs get the repository.
             * @default fetch
             * @enum {string}
             */
            build_git_strategy?: "fetch" | "clone";
            /**
             * @description Seconds that a job may take.
             * @default 3600
             */
            build_timeout?: number;
            /**
             * @description Whether a push cancels the pipelines of older commits.
             * @default enabled
             * @enum {string}
             */
            auto_cancel_pending_pipelines?: "enabled" | "disabled";
            /** @description Path of the CI configuration; unset is .gitlab-ci.yml. */
            ci_config_path?: string | null;
            /**
             * @description Jobs may run on the runners of the instance.
             * @default true
             */
            shared_runners_enabled?: boolean;
            /**
             * @description Jobs may run on the runners of the group.
             * @default true
             */
            group_runners_enabled?: boolean;
            /**
             * @description Everybody who sees the project sees its jobs.
             * @default true
             */
            public_builds?: boolean;
            /**
             * @description Order in which jobs of a resource group run. Since 16.0.
             * @default unordered
             * @enum {string}
             */
            resource_group_default_process_mode?: "unordered" | "oldest_first" | "newest_first" | "newest_ready_first";
            /**
             * @description The project gets a ready-made pipeline without a CI configuration.
             * @default true
             */
            auto_devops_enabled?: boolean;
            /**
             * @description How the ready-made pipeline deploys.
             * @default continuous
             * @enum {string}
             */
            auto_devops_deploy_strategy?: "continuous" | "manual" | "timed_incremental";
            /** @description Pipelines may read the repository that holds the security policies. ULTIMATE. Since 16.0. */
            spp_repository_pipeline_access?: boolean;
            /** @description Since 16.0. */
            public_jobs?: boolean;
            /** @description Until 16.0. */
            ci_default_git_depth?: number | null;
            /** @description Until 16.0. */
            keep_latest_artifact?: boolean;
        };
        project_update: {
            /** @description Last segment of the full path. */
            path?: string;
            /** @description Name that people see; without it, the last part of the path. */
            name?: string;
            /** @description What the project is about. */
            description?: string | null;
            /**
             * @description Who can see the project; not more than can see its group.
             * @enum {string}
             */
            visibility?: "private" | "internal" | "public";
            /**
             * @description Topics by which the project is found.
             * @default []
             */
            topics?: string[];
            /**
             * @deprecated
             * @description Deprecated: use topics.
             * @default []
             */
            tag_list?: string[];
            /**
             * Format: upload
             * @description Picture of the project; null removes it.
             */
            avatar?: Upload | "" | null;
            /**
             * @description Branch that clones and merge requests start from.
             * @default main
             */
            default_branch?: string;
            /** @description Address that the repository is imported from; credentials in it are never returned. */
            import_url?: string;
            /**
             * @description Storage that holds the repository; only administrators may see and change it.
             * @default default
             */
            repository_storage?: string;
            /**
             * @description Git LFS may be used.
             * @default true
             */
            lfs_enabled?: boolean;
            /**
             * @description Users may ask to become members.
             * @default true
             */
            request_access_enabled?: boolean;
            /**
             * @description No e-mails are sent about the project.
             * @default false
             */
            emails_disabled?: boolean;
            /**
             * @description E-mails are sent about the project. Since 16.5.
             * @default true
             */
            emails_enabled?: boolean;
            /**
             * @description The usual reactions are offered.
             * @default true
             */
            show_default_award_emojis?: boolean;
            /**
             * @description E-mails about comments on code show the code.
             * @default true
             */
            show_diff_preview_in_email?: boolean;
            /**
             * @description Code with characters that may deceive is marked.
             * @default true
             */
            warn_about_potentially_unwanted_characters?: boolean;
            /**
             * @description Uploaded files are shown only to those who may see the project.
             * @default true
             */
            enforce_auth_checks_on_uploads?: boolean;
            /**
             * @description The package registry is on.
             * @default true
             */
            packages_enabled?: boolean;
            /** @description Which container images are deleted by themselves, and when. */
            container_expiration_policy_attributes?: {
                /**
                 * @description Images are cleaned up.
                 * @default false
                 */
                enabled?: boolean;
                /**
                 * @description How often images are cleaned up.
                 * @default 1d
                 * @enum {string}
                 */
                cadence?: "1d" | "7d" | "14d" | "1month" | "3month";
                /**
                 * @description Tags of each image that are kept at least; null keeps all.
                 * @default 10
                 */
                keep_n?: number | null;
                /**
                 * @description Age at which tags are deleted; null deletes all.
                 * @default 90d
                 * @enum {string|null}
                 */
                older_than?: "7d" | "14d" | "30d" | "60d" | "90d" | null;
                /**
                 * @description Tags that are deleted, as a regular expression.
                 * @default .*
                 */
                name_regex?: string | null;
                /** @description Tags that are kept, as a regular expression. */
                name_regex_keep?: string | null;
            };
            /** @description Label by which the external service decides who may use the project. PREMIUM. */
            external_authorization_classification_label?: string | null;
            /**
             * @description The repository is pulled from import_url again and again. PREMIUM.
             * @default false
             */
            mirror?: boolean;
            /** @description User in whose name the mirror is updated. PREMIUM. */
            mirror_user_id?: number;
            /**
             * @description Updates of the mirror start pipelines. PREMIUM.
             * @default false
             */
            mirror_trigger_builds?: boolean;
            /**
             * @description Only protected branches are mirrored. PREMIUM.
             * @default false
             */
            only_mirror_protected_branches?: boolean;
            /** @description Branches that are mirrored, as a regular expression. PREMIUM. Since 16.0. */
            mirror_branch_regex?: string;
            /**
             * @description The mirror overwrites branches that went another way. PREMIUM.
             * @default false
             */
            mirror_overwrites_diverged_branches?: boolean;
            /**
             * @description Commits made on the web pages are signed. Since 16.0.
             * @default false
             */
            web_based_commit_signing_enabled?: boolean;
            /** @description AI flows may run on the server. Since 16.0. */
            duo_remote_flows_enabled?: boolean;
            /** @description AI looks for false alarms of code scanning. Since 16.0. */
            duo_sast_fp_detection_enabled?: boolean;
            /** @description AI looks for false alarms of secret detection. Since 16.0. */
            duo_secret_detection_fp_enabled?: boolean;
            /** @description AI proposes how to mend what code scanning found. Since 16.0. */
            duo_sast_vr_workflow_enabled?: boolean;
            /**
             * @description Who may use issues.
             * @default enabled
             * @enum {string}
             */
            issues_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use the repository.
             * @default enabled
             * @enum {string}
             */
            repository_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use merge requests.
             * @default enabled
             * @enum {string}
             */
            merge_requests_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use forks.
             * @default enabled
             * @enum {string}
             */
            forking_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use the wiki.
             * @default enabled
             * @enum {string}
             */
            wiki_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use pipelines and jobs.
             * @default enabled
             * @enum {string}
             */
            builds_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use snippets.
             * @default enabled
             * @enum {string}
             */
            snippets_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use the package registry. Since 16.0.
             * @default enabled
             * @enum {string}
             */
            package_registry_access_level?: "disabled" | "private" | "enabled" | "public";
            /**
             * @description Who may see the project's pages.
             * @default private
             * @enum {string}
             */
            pages_access_level?: "disabled" | "private" | "enabled" | "public";
            /**
             * @description Who may use analytics.
             * @default enabled
             * @enum {string}
             */
            analytics_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use the container registry.
             * @default enabled
             * @enum {string}
             */
            container_registry_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use security and compliance.
             * @default private
             * @enum {string}
             */
            security_and_compliance_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use releases.
             * @default enabled
             * @enum {string}
             */
            releases_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use environments.
             * @default enabled
             * @enum {string}
             */
            environments_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use feature flags.
             * @default enabled
             * @enum {string}
             */
            feature_flags_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use infrastructure.
             * @default enabled
             * @enum {string}
             */
            infrastructure_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use monitoring.
             * @default enabled
             * @enum {string}
             */
            monitor_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use model experiments. Since 16.0.
             * @default enabled
             * @enum {string}
             */
            model_experiments_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use the model registry. Since 16.0.
             * @default enabled
             * @enum {string}
             */
            model_registry_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use requirements. ULTIMATE.
             * @default enabled
             * @enum {string}
             */
            requirements_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Who may use operations; newer servers have a level for each part. Until 16.0.
             * @default enabled
             * @enum {string}
             */
            operations_access_level?: "disabled" | "private" | "enabled";
            /**
             * @description Issues can be opened by e-mail.
             * @default true
             */
            service_desk_enabled?: boolean;
            /**
             * @deprecated
             * @description Deprecated: use issues_access_level.
             */
            issues_enabled?: boolean;
            /**
             * @deprecated
             * @description Deprecated: use merge_requests_access_level.
             */
            merge_requests_enabled?: boolean;
            /**
             * @deprecated
             * @description Deprecated: use wiki_access_level.
             */
            wiki_enabled?: boolean;
            /**
             * @deprecated
             * @description Deprecated: use builds_access_level.
             */
            jobs_enabled?: boolean;
            /**
             * @deprecated
             * @description Deprecated: use snippets_access_level.
             */
            snippets_enabled?: boolean;
            /**
             * @deprecated
             * @description Deprecated: use container_registry_access_level.
             */
            container_registry_enabled?: boolean;
            /**
             * @description How merge requests are merged.
             * @default merge
             * @enum {string}
             */
            merge_method?: "merge" | "rebase_merge" | "ff";
            /**
             * @description Whether commits are squashed.
             * @default default_off
             * @enum {string}
             */
            squash_option?: "never" | "always" | "default_on" | "default_off";
            /**
             * @description Merge requests are merged only after a successful pipeline.
             * @default false
             */
            only_allow_merge_if_pipeline_succeeds?: boolean;
            /**
             * @description A skipped pipeline counts as successful.
             * @default false
             */
            allow_merge_on_skipped_pipeline?: boolean;
            /**
             * @description Merge requests are merged only with all threads resolved.
             * @default false
             */
            only_allow_merge_if_all_discussions_are_resolved?: boolean;
            /**
             * @description Merge requests are merged only after all status checks have passed. ULTIMATE. Since 15.5.
             * @default false
             */
            only_allow_merge_if_all_status_checks_passed?: boolean;
            /**
             * @description Threads on lines that change are resolved.
             * @default false
             */
            resolve_outdated_diff_discussions?: boolean;
            /**
             * @description The source branch is deleted after the merge.
             * @default true
             */
            remove_source_branch_after_merge?: boolean;
            /**
             * @description A push answers with a link to open a merge request.
             * @default true
             */
            printing_merge_request_link_enabled?: boolean;
            /**
             * @description Merging closes the issues that the merge request names.
             * @default true
             */
            autoclose_referenced_issues?: boolean;
            /**
             * @description Merge requests of this fork aim at the fork itself.
             * @default false
             */
            mr_default_target_self?: boolean;
            /** @description Template of the title of merge requests. Since 16.0. */
            mr_default_title_template?: string | null;
            /** @description Commit message of applied suggestions. */
            suggestion_commit_message?: string | null;
            /** @description Template of the message of merge commits. */
            merge_commit_template?: string | null;
            /** @description Template of the message of squashed commits. */
            squash_commit_template?: string | null;
            /** @description Template of the name of branches made from issues. */
            issue_branch_template?: string | null;
            /** @description Regular expression that titles of merge requests must match. Since 16.0. */
            merge_request_title_regex?: string | null;
            /** @description What people are told about the titles of merge requests. Since 16.0. */
            merge_request_title_regex_description?: string | null;
            /** @description Template of new issues. PREMIUM. */
            issues_template?: string | null;
            /** @description Template of new merge requests. PREMIUM. */
            merge_requests_template?: string | null;
            /**
             * @deprecated
             * @description Number of approvals that a merge request needs. PREMIUM.
             * @default 0
             */
            approvals_before_merge?: number;
            /** @description Approvals needed where no rule applies. PREMIUM. */
            fallback_approvals_required?: number;
            /**
             * @description Merge requests must name an issue of the external tracker. PREMIUM. Since 16.0.
             * @default false
             */
            prevent_merge_without_jira_issue?: boolean;
            /**
             * @description Pipelines run on the merged result. PREMIUM.
             * @default false
             */
            merge_pipelines_enabled?: boolean;
            /**
             * @description Merge requests are merged one after the other, each tested with those before it. PREMIUM.
             * @default false
             */
            merge_trains_enabled?: boolean;
            /**
             * @description A merge request may be merged past the train. PREMIUM. Since 16.0.
             * @default false
             */
            merge_trains_skip_train_allowed?: boolean;
            /** @description Pipelines that a merge train runs at once. PREMIUM. Since 16.0. */
            max_pipelines_per_merge_train?: number;
            /**
             * @description Merge requests are reviewed by AI. ULTIMATE. Since 16.0.
             * @default false
             */
            auto_duo_code_review_enabled?: boolean;
            /**
             * @description How jobs get the repository.
             * @default fetch
             * @enum {string}
             */
            build_git_strategy?: "fetch" | "clone";
            /**
             * @description Seconds that a job may take.
             * @default 3600
             */
            build_timeout?: number;
            /**
             * @description Whether a push cancels the pipelines of older commits.
             * @default enabled
             * @enum {string}
             */
            auto_cancel_pending_pipelines?: "enabled" | "disabled";
            /** @description Path of the CI configuration; unset is .gitlab-ci.yml. */
            ci_config_path?: string | null;
            /**
             * @description Commits that jobs fetch; null or 0 fetches all.
             * @default 20
             */
            ci_default_git_depth?: number | null;
            /**
             * @description The latest artifacts of each branch never expire.
             * @default true
             */
            keep_latest_artifact?: boolean;
            /**
             * @description Jobs may run on the runners of the instance.
             * @default true
             */
            shared_runners_enabled?: boolean;
            /**
             * @description Jobs may run on the runners of the group.
             * @default true
             */
            group_runners_enabled?: boolean;
            /**
             * @description Everybody who sees the project sees its jobs.
             * @default true
             */
            public_builds?: boolean;
            /**
             * @description Order in which jobs of a resource group run. Since 16.0.
             * @default unordered
             * @enum {string}
             */
            resource_group_default_process_mode?: "unordered" | "oldest_first" | "newest_first" | "newest_ready_first";
            /**
             * @description The project gets a ready-made pipeline without a CI configuration.
             * @default true
             */
            auto_devops_enabled?: boolean;
            /**
             * @description How the ready-made pipeline deploys.
             * @default continuous
             * @enum {string}
             */
            auto_devops_deploy_strategy?: "continuous" | "manual" | "timed_incremental";
            /**
             * @description Deployments of older commits are stopped.
             * @default true
             */
            ci_forward_deployment_enabled?: boolean;
            /**
             * @description Older deployments may be run again. Since 16.0.
             * @default true
             */
            ci_forward_deployment_rollback_allowed?: boolean;
            /**
             * @description Pipelines of forks may run in this project.
             * @default true
             */
            ci_allow_fork_pipelines_to_run_in_parent_project?: boolean;
            /**
             * @description Protected branches have a cache of their own.
             * @default true
             */
            ci_separated_caches?: boolean;
            /**
             * @description Only Maintainers may give variables to a pipeline.
             * @default false
             */
            restrict_user_defined_variables?: boolean;
            /**
             * @description Who may give variables to a pipeline. Since 16.0.
             * @enum {string}
             */
            ci_pipeline_variables_minimum_override_role?: "no_one_allowed" | "developer" | "maintainer" | "owner";
            /**
             * @description Jobs may push with their token. Since 16.0.
             * @default false
             */
            ci_push_repository_for_job_token_allowed?: boolean;
            /**
             * @description Parts of the subject of ID tokens. Since 16.0.
             * @default [
             *       "project_path",
             *       "ref_type",
             *       "ref"
             *     ]
             */
            ci_id_token_sub_claim_components?: string[];
            /** @description Age in seconds at which pipelines are deleted; null is never. Since 16.0. */
            ci_delete_pipelines_in_seconds?: number | null;
            /** @description Largest artifact of a job, in MB; null inherits. Since 16.0. */
            max_artifacts_size?: number | null;
            /** @description Pipelines of merge requests may use protected variables and runners. Since 16.0. */
            protect_merge_request_pipelines?: boolean;
            /**
             * @description Variables given to a pipeline are shown. Since 16.0.
             * @default false
             */
            ci_display_pipeline_variables?: boolean;
            /**
             * @description Lowest role that may cancel pipelines. PREMIUM. Since 16.0.
             * @default developer
             */
            ci_restrict_pipeline_cancellation_role?: string;
            /**
             * @description Who starts a pipeline may approve its deployments. PREMIUM.
             * @default false
             */
            allow_pipeline_trigger_approve_deployment?: boolean;
            /** @description Pipelines of security policies must succeed. ULTIMATE. Since 16.0. */
            security_policy_pipeline_must_succeed?: boolean;
            /** @description Pipelines may read the repository that holds the security policies. ULTIMATE. Since 16.0. */
            spp_repository_pipeline_access?: boolean;
            /** @description Since 16.0. */
            public_jobs?: boolean;
        };
        project_transfer: {
            /** @description Number or full path of the new namespace. */
            namespace: string;
        };
        project_share: {
            id: number;
            project_id: number;
            group_id: number;
            group_access: number;
            /** Format: date */
            expires_at: string | null;
        };
        protected_branch_create: {
            /** @description Who may push may also overwrite history; at first false */
            allow_force_push?: boolean;
            /** @description What CODEOWNERS names is not pushed past its owners; at first false PREMIUM. */
            code_owner_approval_required?: boolean;
            /**
             * @description The role from which on people may change the protection and take it off: 30 Developers, 40 Maintainers, 60 administrators. It is added to allowed_to_unprotect; a new protected branch without either has 40 PREMIUM.
             * @enum {integer}
             */
            unprotect_access_level?: 30 | 40 | 60;
            /** @description The name of a branch, which need not exist, or a wildcard in which `*` stands for any text */
            name: string;
            /**
             * @description The role from which on people may push: 0 nobody, 30 Developers, 40 Maintainers, 60 administrators. It is added to allowed_to_push; without either it is 40
             * @enum {integer}
             */
            push_access_level?: 0 | 30 | 40 | 60;
            /**
             * @description The role from which on people may merge, as push_access_level. It is added to allowed_to_merge; without either it is 40
             * @enum {integer}
             */
            merge_access_level?: 0 | 30 | 40 | 60;
            /** @description Who may push; an empty list is as none PREMIUM. */
            allowed_to_push?: components["schemas"]["branch_entry_push"][];
            /** @description Who may merge; an empty list is as none PREMIUM. */
            allowed_to_merge?: components["schemas"]["branch_entry_merge"][];
            /** @description Who may change the protection and take it off; an empty list is as none PREMIUM. */
            allowed_to_unprotect?: components["schemas"]["branch_entry_unprotect"][];
        };
        /** @description Whom an entry lets through: a user, else a group, else everybody from a level on */
        branch_entry_push: {
            /** @description A member of the project; a group's protected branches take none */
            user_id?: number | null;
            /** @description A group that the project is shared with, for Developers or more; a group's protected branches take none */
            group_id?: number | null;
            /**
             * @description The role from which on people may: 0 nobody, 30 Developers, 40 Maintainers (also if left out), 60 administrators
             * @enum {integer|null}
             */
            access_level?: 0 | 30 | 40 | 60 | null;
            /** @description A deploy key of the project that may write Since 17.5. */
            deploy_key_id?: number | null;
        };
        /** @description Whom an entry lets through: a user, else a group, else everybody from a level on */
        branch_entry_merge: {
            /** @description A member of the project; a group's protected branches take none */
            user_id?: number | null;
            /** @description A group that the project is shared with, for Developers or more; a group's protected branches take none */
            group_id?: number | null;
            /**
             * @description The role from which on people may: 0 nobody, 30 Developers, 40 Maintainers (also if left out), 60 administrators
             * @enum {integer|null}
             */
            access_level?: 0 | 30 | 40 | 60 | null;
        };
        /** @description Whom an entry lets through: a user, else a group, else everybody from a level on */
        branch_entry_unprotect: {
            /** @description A member of the project; a group's protected branches take none */
            user_id?: number | null;
            /** @description A group that the project is shared with, for Developers or more; a group's protected branches take none */
            group_id?: number | null;
            /**
             * @description The role from which on people may: 30 Developers, 40 Maintainers (also if left out), 60 administrators
             * @enum {integer|null}
             */
            access_level?: 30 | 40 | 60 | null;
        };
        protected_branch_update: {
            /** @description Who may push may also overwrite history; at first false */
            allow_force_push?: boolean;
            /** @description What CODEOWNERS names is not pushed past its owners; at first false PREMIUM. */
            code_owner_approval_required?: boolean;
            /**
             * @description The role from which on people may change the protection and take it off: 30 Developers, 40 Maintainers, 60 administrators. It is added to allowed_to_unprotect; a new protected branch without either has 40 PREMIUM.
             * @enum {integer}
             */
            unprotect_access_level?: 30 | 40 | 60;
            /** @description What changes of who may push; entries that are not named stay PREMIUM. */
            allowed_to_push?: {
                /** @description A member of the project; a group's protected branches take none */
                user_id?: number | null;
                /** @description A group that the project is shared with, for Developers or more; a group's protected branches take none */
                group_id?: number | null;
                /**
                 * @description The role from which on people may: 0 nobody, 30 Developers, 40 Maintainers (also if left out), 60 administrators
                 * @enum {integer|null}
                 */
                access_level?: 0 | 30 | 40 | 60 | null;
                /** @description A deploy key of the project that may write Since 17.5. */
                deploy_key_id?: number | null;
                /** @description The entry of the list that is meant */
                id?: number | null;
                /** @description The entry is removed */
                _destroy?: boolean | null;
            }[];
            /** @description What changes of who may merge; entries that are not named stay PREMIUM. */
            allowed_to_merge?: {
                /** @description A member of the project; a group's protected branches take none */
                user_id?: number | null;
                /** @description A group that the project is shared with, for Developers or more; a group's protected branches take none */
                group_id?: number | null;
                /**
                 * @description The role from which on people may: 0 nobody, 30 Developers, 40 Maintainers (also if left out), 60 administrators
                 * @enum {integer|null}
                 */
                access_level?: 0 | 30 | 40 | 60 | null;
                /** @description The entry of the list that is meant */
                id?: number | null;
                /** @description The entry is removed */
                _destroy?: boolean | null;
            }[];
            /** @description What changes of who may change the protection and take it off; entries that are not named stay PREMIUM. */
            allowed_to_unprotect?: {
                /** @description A member of the project; a group's protected branches take none */
                user_id?: number | null;
                /** @description A group that the project is shared with, for Developers or more; a group's protected branches take none */
                group_id?: number | null;
                /**
                 * @description The role from which on people may: 30 Developers, 40 Maintainers (also if left out), 60 administrators
                 * @enum {integer|null}
                 */
                access_level?: 30 | 40 | 60 | null;
                /** @description The entry of the list that is meant */
                id?: number | null;
                /** @description The entry is removed */
                _destroy?: boolean | null;
            }[];
        };
        group_protected_branch: {
            /** @description A new one after each protection, by which approval rules name it */
            id: number;
            /** @description The name of a branch or a wildcard */
            name: string;
            /** @description Who may push */
            push_access_levels: components["schemas"]["branch_access"][];
            /** @description Who may merge */
            merge_access_levels: components["schemas"]["branch_access"][];
            /** @description Who may change the protection and take it off; Maintainers if it is empty PREMIUM. */
            unprotect_access_levels?: components["schemas"]["branch_access"][];
            /** @description Who may push may also overwrite history */
            allow_force_push: boolean;
            /** @description What CODEOWNERS names is not pushed past its owners PREMIUM. */
            code_owner_approval_required?: boolean;
        };
        /** @description Protected environment, document 2; ids of entries and approval_rules come from the reference of real servers */
        protected_environment: {
            name: string;
            deploy_access_levels: components["schemas"]["protected_environment_access"][];
            required_approval_count: number;
            approval_rules: components["schemas"]["protected_environment_approval"][];
        };
        protected_environment_access: {
            id?: number;
            access_level: number | null;
            access_level_description: string;
            user_id: number | null;
            group_id: number | null;
            group_inheritance_type?: number;
        };
        protected_environment_approval: {
            id?: number;
            access_level: number | null;
            access_level_description: string;
            user_id: number | null;
            group_id: number | null;
            group_inheritance_type?: number;
            required_approvals: number;
        };
        protected_environment_create: {
            name: string;
            deploy_access_levels: components["schemas"]["protected_environment_entry"][];
            required_approval_count?: number;
            approval_rules?: components["schemas"]["protected_environment_rule"][];
        };
        protected_environment_entry: {
            /** @enum {integer|null} */
            access_level?: 30 | 40 | 60 | null;
            user_id?: number | null;
            group_id?: number | null;
        };
        protected_environment_rule: {
            /** @enum {integer|null} */
            access_level?: 30 | 40 | 60 | null;
            user_id?: number | null;
            group_id?: number | null;
            required_approvals?: number;
        };
        protected_environment_update: {
            deploy_access_levels?: {
                /** @enum {integer|null} */
                access_level?: 30 | 40 | 60 | null;
                user_id?: number | null;
                group_id?: number | null;
                id?: number;
                _destroy?: boolean;
            }[];
            required_approval_count?: number;
            approval_rules?: {
                /** @enum {integer|null} */
                access_level?: 30 | 40 | 60 | null;
                user_id?: number | null;
                group_id?: number | null;
                required_approvals?: number;
                id?: number;
                _destroy?: boolean;
            }[];
        };
        /** @description Release, document 2 */
        release: {
            tag_name: string;
            name: string;
            description: string | null;
            /** @description With include_html_description; the name is the reference's Only if asked for. */
            description_html?: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            released_at: string;
            author: components["schemas"]["user_summary"];
            commit: components["schemas"]["release_commit"];
            upcoming_release?: boolean;
            milestones: components["schemas"]["release_milestone"][];
            commit_path: string;
            tag_path: string;
            assets: {
                count: number;
                sources: {
                    /** @enum {string} */
                    format: "zip" | "tar.gz" | "tar.bz2" | "tar";
                    url: string;
                }[];
                links: components["schemas"]["release_link"][];
                evidence_file_path: string | null;
            };
            evidences: {
                sha: string;
                filepath: string;
                /** Format: date-time */
                collected_at: string;
            }[];
            _links?: {
                self: string;
                edit_url: string;
            };
        };
        /** @description Milestone, document 3; group_id in place of project_id for a group's */
        release_milestone: {
            id: number;
            iid: number;
            /** @description Only of a project's milestone. */
            project_id?: number | null;
            /** @description Only of a group's milestone. */
            group_id?: number;
            title: string;
            description: string;
            state: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: date */
            due_date: string | null;
            /** Format: date */
            start_date: string | null;
            web_url: string;
            issue_stats: {
                total: number;
                closed: number;
            };
        };
        release_link: {
            id: number;
            name: string;
            url: string;
            direct_asset_url?: string;
            external: boolean;
            /** @enum {string} */
            link_type: "other" | "runbook" | "image" | "package";
        };
        release_create: {
            name?: string | null;
            /** @description Markdown */
            description?: string | null;
            /** @description Titles; an empty list removes all. Milestones of the project's own group from PREMIUM on. */
            milestones?: string[];
            /** Format: date-time */
            released_at?: string | null;
            tag_name: string;
            /** @description Message of the annotated tag that is created */
            tag_message?: string | null;
            /** @description Commit, tag or branch; required when the tag is new */
            ref?: string | null;
            assets?: {
                links?: components["schemas"]["release_link_create"][];
            };
        };
        release_link_create: {
            name: string;
            url: string;
            /** @description Where the asset is found below the release */
            filepath?: string | null;
            /**
             * @default other
             * @enum {string}
             */
            link_type?: "other" | "runbook" | "image" | "package";
        };
        /** @description Release, document 2 */
        release_created: {
            tag_name: string;
            name: string;
            description: string | null;
            /** @description With include_html_description; the name is the reference's Only if asked for. */
            description_html?: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            released_at: string;
            author: components["schemas"]["user_summary"];
            commit: components["schemas"]["release_commit"];
            upcoming_release?: boolean;
            milestones: components["schemas"]["release_milestone"][];
            commit_path: string;
            tag_path: string;
            assets: {
                count: number;
                sources: {
                    /** @enum {string} */
                    format: "zip" | "tar.gz" | "tar.bz2" | "tar";
                    url: string;
                }[];
                links: components["schemas"]["release_link"][];
                evidence_file_path: string | null;
            };
            evidences: {
                sha: string;
                filepath: string;
                /** Format: date-time */
                collected_at: string;
            }[];
            _links?: {
                self: string;
                edit_url: string;
            };
            evidence_sha: string | null;
        };
        release_update: {
            name?: string | null;
            /** @description Markdown */
            description?: string | null;
            /** @description Titles; an empty list removes all. Milestones of the project's own group from PREMIUM on. */
            milestones?: string[];
            /** Format: date-time */
            released_at?: string | null;
        };
        release_link_update: {
            name?: string;
            url?: string;
            /** @description Where the asset is found below the release */
            filepath?: string | null;
            /**
             * @default other
             * @enum {string}
             */
            link_type?: "other" | "runbook" | "image" | "package";
        };
        tag: {
            name: string;
            /** @description Of an annotated tag */
            message: string;
            target: string;
            commit: components["schemas"]["release_commit"];
            release: {
                tag_name: string;
                description: string | null;
            } | null;
            protected: boolean;
        };
        topic: {
            id: number;
            name: string;
            title: string;
            description: string | null;
            total_projects_count: number;
            avatar_url: string | null;
        };
        topic_create: {
            name: string;
            title: string;
            description?: string | null;
            /**
             * Format: upload
             * @description A file; a blank value removes it
             */
            avatar?: Upload | "" | null;
        };
        topic_update: {
            name?: string;
            title?: string;
            description?: string | null;
            /**
             * Format: upload
             * @description A file; a blank value removes it
             */
            avatar?: Upload | "" | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAppearance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The appearance */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Title of the sign-in page. */
                        title: string | null;
                        /** @description Text of the sign-in page, in Markdown. */
                        description: string | null;
                        /** @description Picture of the sign-in page; it can be replaced but not removed. */
                        logo: string | null;
                        /** @description Picture in the navigation bar; it can be replaced but not removed. */
                        header_logo: string | null;
                        /** @description Icon of browser tabs, .ico or .png; it can be replaced but not removed. */
                        favicon: string | null;
                        /** @description Text beside the form for new projects, in Markdown. */
                        new_project_guidelines: string | null;
                        /** @description Text beside the form for profile pictures, in Markdown. */
                        profile_image_guidelines: string | null;
                        /** @description Message in a bar at the top of every page. */
                        header_message: string | null;
                        /** @description Message in a bar at the bottom of every page. */
                        footer_message: string | null;
                        /** @description Colour of the bars that hold messages. */
                        message_background_color: string | null;
                        /** @description Colour of the text in the bars that hold messages. */
                        message_font_color: string | null;
                        /** @description E-mails carry the header and footer messages too. */
                        email_header_and_footer_enabled: boolean | null;
                    };
                };
            };
        };
    };
    updateAppearance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["appearance_update"];
            };
        };
        responses: {
            /** @description The appearance */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Title of the sign-in page. */
                        title: string | null;
                        /** @description Text of the sign-in page, in Markdown. */
                        description: string | null;
                        /** @description Picture of the sign-in page; it can be replaced but not removed. */
                        logo: string | null;
                        /** @description Picture in the navigation bar; it can be replaced but not removed. */
                        header_logo: string | null;
                        /** @description Icon of browser tabs, .ico or .png; it can be replaced but not removed. */
                        favicon: string | null;
                        /** @description Text beside the form for new projects, in Markdown. */
                        new_project_guidelines: string | null;
                        /** @description Text beside the form for profile pictures, in Markdown. */
                        profile_image_guidelines: string | null;
                        /** @description Message in a bar at the top of every page. */
                        header_message: string | null;
                        /** @description Message in a bar at the bottom of every page. */
                        footer_message: string | null;
                        /** @description Colour of the bars that hold messages. */
                        message_background_color: string | null;
                        /** @description Colour of the text in the bars that hold messages. */
                        message_font_color: string | null;
                        /** @description E-mails carry the header and footer messages too. */
                        email_header_and_footer_enabled: boolean | null;
                    };
                };
            };
        };
    };
    getApplicationSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All settings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["application_settings"];
                };
            };
        };
    };
    updateApplicationSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["application_settings_update"];
            };
        };
        responses: {
            /** @description All settings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["application_settings"];
                };
            };
        };
    };
    listApprovalRules: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Approval rules */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["approval_rule"][];
                };
            };
        };
    };
    createApprovalRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["approval_rule_create"];
            };
        };
        responses: {
            /** @description The approval rule */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["approval_rule"];
                };
            };
        };
    };
    getApprovalRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                approval_rule_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The approval rule */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["approval_rule"];
                };
            };
        };
    };
    updateApprovalRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                approval_rule_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["approval_rule_update"];
            };
        };
        responses: {
            /** @description The approval rule */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["approval_rule"];
                };
            };
        };
    };
    deleteApprovalRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                approval_rule_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getApprovalSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The approval configuration, with the values that hold */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["approval_settings"];
                };
            };
        };
    };
    updateApprovalSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["approval_settings_update"];
            };
        };
        responses: {
            /** @description The approval configuration, with the values that hold */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["approval_settings"];
                };
            };
        };
    };
    listBranches: {
        parameters: {
            query?: {
                search?: string;
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Branches */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["branch"][];
                };
            };
        };
    };
    createBranch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["branch_create"];
            };
        };
        responses: {
            /** @description The branch */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["branch"];
                };
            };
        };
    };
    getBranch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                branch: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The branch */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["branch"];
                };
            };
        };
    };
    deleteBranch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                branch: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listDeployments: {
        parameters: {
            query?: {
                order_by?: "id" | "iid" | "created_at" | "updated_at" | "ref";
                sort?: "asc" | "desc";
                updated_after?: string;
                updated_before?: string;
                /** @description Name of the environment */
                environment?: string;
                status?: components["schemas"]["deployment_status_input"];
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deployments */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["deployment"][];
                };
            };
        };
    };
    createDeployment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["deployment_create"];
            };
        };
        responses: {
            /** @description The deployment */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["deployment"];
                };
            };
        };
    };
    getDeployment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                deployment_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deployment */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["deployment"];
                };
            };
        };
    };
    updateDeployment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                deployment_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["deployment_update"];
            };
        };
        responses: {
            /** @description The deployment */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["deployment"];
                };
            };
        };
    };
    deleteDeployment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                deployment_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It will be deleted (neutral) */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["deployment_deletion"];
                };
            };
            /** @description Deleted (vendor) */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listDeploymentMergeRequests: {
        parameters: {
            query?: {
                state?: "opened" | "closed" | "locked" | "merged" | "all";
                order_by?: "created_at" | "title" | "updated_at";
                sort?: "asc" | "desc";
                /** @description Title; None or Any, which are deprecated where the list has milestone_id. Exclusive with milestone_id. */
                milestone?: string;
                /** @description simple reduces the fields. */
                view?: "simple";
                /** @description Names joined by comma, all of which must be there; None, Any, or the deprecated No+Label. */
                labels?: string | string[];
                /** @description Label details in place of names. */
                with_labels_details?: boolean;
                /** @description Asks for merge_status to be worked out anew, in the background, without guarantee. */
                with_merge_status_recheck?: boolean;
                created_after?: string;
                created_before?: string;
                updated_after?: string;
                updated_before?: string;
                /** @description Whose; all when left out */
                scope?: "created_by_me" | "assigned_to_me" | "all";
                /** @description Exclusive with author_username. */
                author_id?: number;
                /** @description Exclusive with author_id. */
                author_username?: string;
                /** @description Id of a user, None or Any. Exclusive with assignee_username. */
                assignee_id?: number | string;
                /** @description Id of a user, None or Any. Exclusive with reviewer_username. */
                reviewer_id?: number | string;
                /** @description Username, None or Any. Exclusive with reviewer_id. */
                reviewer_username?: string;
                /** @description Users who are all named by an approval rule, None or Any. PREMIUM. */
                approver_ids?: (number | string)[];
                /** @description Users who all approved it, None or Any. PREMIUM. */
                approved_by_ids?: (number | string)[];
                /** @description Name of a reaction of the caller, None or Any. */
                my_reaction_emoji?: string;
                source_branch?: string;
                target_branch?: string;
                /** @description Words in the title or the description. */
                search?: string;
                /** @description yes for drafts only, no for the others only. */
                wip?: "yes" | "no";
                /** @description Deployed to it. */
                environment?: string;
                /** @description Where search looks. */
                in?: string;
                deployed_before?: string;
                deployed_after?: string;
                /** @description What merge requests must not be. */
                not?: {
                    labels?: string | string[];
                    milestone?: string;
                    author_id?: number;
                    author_username?: string;
                    assignee_id?: number | string;
                    assignee_username?: string[];
                    reviewer_id?: number | string;
                    reviewer_username?: string;
                    my_reaction_emoji?: string;
                };
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                deployment_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Merge requests, in the format of their list; not every deployment brings some */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["merge_request"][];
                };
            };
        };
    };
    approveDeployment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                deployment_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["deployment_approval_create"];
            };
        };
        responses: {
            /** @description The approval */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["deployment_approval"];
                };
            };
        };
    };
    listIssueDiscussions: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the issue in its project. */
                issue_iid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Discussions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["discussion"][];
                };
            };
        };
    };
    createIssueDiscussion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the issue in its project. */
                issue_iid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["discussion_create"];
            };
        };
        responses: {
            /** @description The discussion */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["discussion"];
                };
            };
        };
    };
    getIssueDiscussion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the issue in its project. */
                issue_iid: number;
                discussion_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The discussion */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["discussion"];
                };
            };
        };
    };
    replyToDiscussionOfIssue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the issue in its project. */
                issue_iid: number;
                discussion_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["discussion_reply"];
            };
        };
        responses: {
            /** @description The note */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["note"];
                };
            };
        };
    };
    updateDiscussionNoteOfIssue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the issue in its project. */
                issue_iid: number;
                discussion_id: string;
                note_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["note_update"];
            };
        };
        responses: {
            /** @description The note */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["note"];
                };
            };
        };
    };
    deleteDiscussionNoteOfIssue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the issue in its project. */
                issue_iid: number;
                discussion_id: string;
                note_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listSnippetDiscussions: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                snippet_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Discussions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["discussion"][];
                };
            };
        };
    };
    createSnippetDiscussion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                snippet_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["discussion_create"];
            };
        };
        responses: {
            /** @description The discussion */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["discussion"];
                };
            };
        };
    };
    getSnippetDiscussion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                snippet_id: number;
                discussion_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The discussion */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["discussion"];
                };
            };
        };
    };
    replyToDiscussionOfSnippet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                snippet_id: number;
                discussion_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["discussion_reply"];
            };
        };
        responses: {
            /** @description The note */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["note"];
                };
            };
        };
    };
    updateDiscussionNoteOfSnippet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                snippet_id: number;
                discussion_id: string;
                note_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["note_update"];
            };
        };
        responses: {
            /** @description The note */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["note"];
                };
            };
        };
    };
    deleteDiscussionNoteOfSnippet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                snippet_id: number;
                discussion_id: string;
                note_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listEpicDiscussions: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
                /** @description The global id of the epic */
                epic_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Discussions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["discussion"][];
                };
            };
        };
    };
    createEpicDiscussion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
                /** @description The global id of the epic */
                epic_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["discussion_create"];
            };
        };
        responses: {
            /** @description The discussion */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["discussion"];
                };
            };
        };
    };
    getEpicDiscussion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
                /** @description The global id of the epic */
                epic_id: number;
                discussion_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The discussion */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["discussion"];
                };
            };
        };
    };
    replyToDiscussionOfEpic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
                /** @description The global id of the epic */
                epic_id: number;
                discussion_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["discussion_reply"];
            };
        };
        responses: {
            /** @description The note */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["note"];
                };
            };
        };
    };
    updateDiscussionNoteOfEpic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
                /** @description The global id of the epic */
                epic_id: number;
                discussion_id: string;
                note_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["note_update"];
            };
        };
        responses: {
            /** @description The note */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["note"];
                };
            };
        };
    };
    deleteDiscussionNoteOfEpic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
                /** @description The global id of the epic */
                epic_id: number;
                discussion_id: string;
                note_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listMergeRequestDiscussions: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the merge request in its project. */
                merge_request_iid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Discussions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["discussion"][];
                };
            };
        };
    };
    createMergeRequestDiscussion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the merge request in its project. */
                merge_request_iid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["discussion_create"];
            };
        };
        responses: {
            /** @description The discussion */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["discussion"];
                };
            };
        };
    };
    getMergeRequestDiscussion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the merge request in its project. */
                merge_request_iid: number;
                discussion_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The discussion */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["discussion"];
                };
            };
        };
    };
    resolveMergeRequestDiscussion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the merge request in its project. */
                merge_request_iid: number;
                discussion_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["discussion_resolve"];
            };
        };
        responses: {
            /** @description The discussion */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["discussion"];
                };
            };
        };
    };
    replyToDiscussionOfMergeRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the merge request in its project. */
                merge_request_iid: number;
                discussion_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["discussion_reply"];
            };
        };
        responses: {
            /** @description The note */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["note"];
                };
            };
        };
    };
    updateDiscussionNoteOfMergeRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the merge request in its project. */
                merge_request_iid: number;
                discussion_id: string;
                note_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["merge_request_note_update"];
            };
        };
        responses: {
            /** @description The note */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["note"];
                };
            };
        };
    };
    deleteDiscussionNoteOfMergeRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the merge request in its project. */
                merge_request_iid: number;
                discussion_id: string;
                note_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listGroups: {
        parameters: {
            query?: {
                skip_groups?: number[];
                /** @description False by default for users, true for administrators; owned and min_access_level take precedence. */
                all_available?: boolean;
                search?: string;
                order_by?: "name" | "path" | "id" | "similarity";
                sort?: "asc" | "desc";
                /** @description Sizes. Of groups for administrators, of projects for Reporters and above. */
                statistics?: boolean;
                /** @description For administrators. */
                with_custom_attributes?: boolean;
                owned?: boolean;
                min_access_level?: 10 | 15 | 20 | 30 | 40 | 50;
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
                top_level_only?: boolean;
                /** @description Values by key, written custom_attributes[key]=value; for administrators. */
                custom_attributes?: Record<string, never>;
                pagination?: "keyset" | "legacy";
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Groups */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["group"][];
                };
            };
        };
    };
    createGroup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["group_create"];
            };
        };
        responses: {
            /** @description The group */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["group"];
                };
            };
        };
    };
    getGroup: {
        parameters: {
            query?: {
                /** @description For administrators. */
                with_custom_attributes?: boolean;
                /** @description Embeds projects and shared projects; they have lists of their own. */
                with_projects?: boolean;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The group */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["group"];
                };
            };
        };
    };
    updateGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["group_update"];
            };
        };
        responses: {
            /** @description The group */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["group"];
                };
            };
        };
    };
    deleteGroup: {
        parameters: {
            query?: {
                permanently_remove?: boolean;
                full_path?: string;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted; what is left to do happens in the background */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["message"];
                };
            };
        };
    };
    listSubgroups: {
        parameters: {
            query?: {
                skip_groups?: number[];
                /** @description False by default for users, true for administrators; owned and min_access_level take precedence. */
                all_available?: boolean;
                search?: string;
                order_by?: "name" | "path" | "id";
                sort?: "asc" | "desc";
                /** @description Sizes. Of groups for administrators, of projects for Reporters and above. */
                statistics?: boolean;
                /** @description For administrators. */
                with_custom_attributes?: boolean;
                owned?: boolean;
                min_access_level?: 10 | 15 | 20 | 30 | 40 | 50;
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Groups */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["group"][];
                };
            };
        };
    };
    listDescendantGroups: {
        parameters: {
            query?: {
                skip_groups?: number[];
                /** @description False by default for users, true for administrators; owned and min_access_level take precedence. */
                all_available?: boolean;
                search?: string;
                order_by?: "name" | "path" | "id";
                sort?: "asc" | "desc";
                /** @description Sizes. Of groups for administrators, of projects for Reporters and above. */
                statistics?: boolean;
                /** @description For administrators. */
                with_custom_attributes?: boolean;
                owned?: boolean;
                min_access_level?: 10 | 15 | 20 | 30 | 40 | 50;
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Groups */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["group"][];
                };
            };
        };
    };
    restoreGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The group */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["group"];
                };
            };
        };
    };
    transferGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["group_transfer"];
            };
        };
        responses: {
            /** @description The group */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["group"];
                };
            };
        };
    };
    moveProjectIntoGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The group */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["group"];
                };
            };
        };
    };
    shareGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["share_create"];
            };
        };
        responses: {
            /** @description The group */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["group"];
                };
            };
        };
    };
    unshareGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
                group_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getNamespace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The namespace */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["namespace"];
                };
            };
        };
    };
    getVersion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Release */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["server_release"];
                };
            };
        };
    };
    getMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Release and edition */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["metadata"];
                };
            };
        };
    };
    getLicense: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The licence */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["license"];
                };
            };
        };
    };
    getOwnUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user"];
                };
            };
        };
    };
    listIntegrations: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Integrations */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["integration_entry"][];
                };
            };
        };
    };
    getIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                slug: "asana" | "assembla" | "bamboo" | "custom-issue-tracker" | "bugzilla" | "ewm" | "buildkite" | "campfire" | "datadog" | "unify-circuit" | "pumble" | "webex-teams" | "discord" | "drone-ci" | "emails-on-push" | "confluence" | "external-wiki" | "flowdock" | "github";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The integration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["integration"];
                };
            };
        };
    };
    deleteIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                slug: "asana" | "assembla" | "bamboo" | "custom-issue-tracker" | "bugzilla" | "ewm" | "buildkite" | "campfire" | "datadog" | "unify-circuit" | "pumble" | "webex-teams" | "discord" | "drone-ci" | "emails-on-push" | "confluence" | "external-wiki" | "flowdock" | "github";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The integration, disabled (documents) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["integration"];
                };
            };
            /** @description Disabled (real servers) */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateIntegrationAsana: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Token of the user in whose name comments are made. */
                    api_key: string;
                    /** @description Branches whose commits are looked at, comma-separated; unset is all. */
                    restrict_to_branch?: string | null;
                };
            };
        };
        responses: {
            /** @description The integration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["integration"];
                };
            };
        };
    };
    updateIntegrationAssembla: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Token for the endpoint. */
                    token: string;
                    /** @description Subdomain of the endpoint. */
                    subdomain?: string | null;
                };
            };
        };
        responses: {
            /** @description The integration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["integration"];
                };
            };
        };
    };
    updateIntegrationBamboo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Address of the build server. Real servers call it bamboo_url. */
                    buildserver_url?: string;
                    /** @description Address of the build server. Real servers call it bamboo_url. */
                    bamboo_url?: string;
                    /**
                     * @description The certificate of the build server is checked.
                     * @default true
                     */
                    enable_ssl_verification?: boolean;
                    /** @description Key of the build plan. */
                    build_key: string;
                    /** @description User who may start the build. */
                    username: string;
                    /** @description Password of that user. */
                    password: string;
                };
            };
        };
        responses: {
            /** @description The integration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["integration"];
                };
            };
        };
    };
    updateIntegrationCustomIssueTracker: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Address of the form for a new issue. */
                    new_issue_url: string;
                    /** @description Address of an issue; :id stands for its number. */
                    issues_url: string;
                    /** @description Address of the project in the tracker. */
                    project_url: string;
                };
            };
        };
        responses: {
            /** @description The integration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["integration"];
                };
            };
        };
    };
    updateIntegrationBugzilla: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Address of the form for a new issue. */
                    new_issue_url: string;
                    /** @description Address of an issue; :id stands for its number. */
                    issues_url: string;
                    /** @description Address of the project in the tracker. */
                    project_url: string;
                };
            };
        };
        responses: {
            /** @description The integration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["integration"];
                };
            };
        };
    };
    updateIntegrationEwm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Address of the form for a new issue. */
                    new_issue_url: string;
                    /** @description Address of a work item; :id stands for its number. */
                    issues_url: string;
                    /** @description Address of the project in the tracker. */
                    project_url: string;
                };
            };
        };
        responses: {
            /** @description The integration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["integration"];
                };
            };
        };
    };
    updateIntegrationBuildkite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Token that the service gave for the project. */
                    token: string;
                    /** @description Address of the pipeline at the service. */
                    project_url: string;
                    /**
                     * @deprecated
                     * @description Has no effect: certificates are always checked.
                     */
                    enable_ssl_verification?: boolean;
                    /**
                     * @description Reacts to pushes.
                     * @default true
                     */
                    push_events?: boolean;
                    /**
                     * @description Reacts to changes of merge requests.
                     * @default true
                     */
                    merge_requests_events?: boolean;
                    /**
                     * @description Reacts to tag pushes.
                     * @default true
                     */
                    tag_push_events?: boolean;
                };
            };
        };
        responses: {
            /** @description The integration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["integration"];
                };
            };
        };
    };
    updateIntegrationCampfire: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Token for the chat service. */
                    token: string;
                    /** @description Subdomain of the chat service. */
                    subdomain?: string | null;
                    /** @description Id of the room, the last part of its address. */
                    room?: string | null;
                };
            };
        };
        responses: {
            /** @description The integration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["integration"];
                };
            };
        };
    };
    updateIntegrationDatadog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Key for the monitoring service. */
                    api_key: string;
                    /** @description Address of the service, instead of the site. */
                    api_url?: string | null;
                    /** @description Environment that data is tagged with. Real servers call it datadog_env. */
                    monitoring_env?: string | null;
                    /** @description Environment that data is tagged with. Real servers call it datadog_env. */
                    datadog_env?: string | null;
                    /** @description Service that data is tagged with. Real servers call it datadog_service. */
                    monitoring_service?: string | null;
                    /** @description Service that data is tagged with. Real servers call it datadog_service. */
                    datadog_service?: string | null;
                    /**
                     * @description Site of the service that data is sent to. Real servers call it datadog_site.
                     * @default datadoghq.com
                     */
                    monitoring_site?: string | null;
                    /**
                     * @description Site of the service that data is sent to. Real servers call it datadog_site.
                     * @default datadoghq.com
                     */
                    datadog_site?: string | null;
                    /** @description Further tags, one key:value on each line. Real servers call it datadog_tags. */
                    monitoring_tags?: string | null;
                    /** @description Further tags, one key:value on each line. Real servers call it datadog_tags. */
                    datadog_tags?: string | null;
                    /**
                     * @description Job logs are sent too. Since 15.3.
                     * @default false
                     */
                    archive_trace_events?: boolean;
                };
            };
        };
        responses: {
            /** @description The integration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["integration"];
                };
            };
        };
    };
    updateIntegrationUnifyCircuit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Address that messages are posted to; it is a secret. */
                    webhook: string;
                    /**
                     * @description Only failed pipelines are told about.
                     * @default true
                     */
                    notify_only_broken_pipelines?: boolean;
                    /**
                     * @description Branches that are told about.
                     * @default default
                     * @enum {string}
                     */
                    branches_to_be_notified?: "all" | "default" | "protected" | "default_and_protected";
                    /**
                     * @description Reacts to pushes.
                     * @default true
                     */
                    push_events?: boolean;
                    /**
                     * @description Reacts to changes of issues.
                     * @default true
                     */
                    issues_events?: boolean;
                    /**
                     * @description Reacts to changes of confidential issues.
                     * @default true
                     */
                    confidential_issues_events?: boolean;
                    /**
                     * @description Reacts to changes of merge requests.
                     * @default true
                     */
                    merge_requests_events?: boolean;
                    /**
                     * @description Reacts to tag pushes.
                     * @default true
                     */
                    tag_push_events?: boolean;
                    /**
                     * @description Reacts to comments.
                     * @default true
                     */
                    note_events?: boolean;
                    /**
                     * @description Reacts to comments on confidential items.
                     * @default true
                     */
                    confidential_note_events?: boolean;
                    /**
                     * @description Reacts to pipelines.
                     * @default true
                     */
                    pipeline_events?: boolean;
                    /**
                     * @description Reacts to changes of wiki pages.
                     * @default true
                     */
                    wiki_page_events?: boolean;
                };
            };
        };
        responses: {
            /** @description The integration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["integration"];
                };
            };
        };
    };
    updateIntegrationPumble: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Address that messages are posted to; it is a secret. */
                    webhook: string;
                    /**
                     * @description Only failed pipelines are told about.
                     * @default true
                     */
                    notify_only_broken_pipelines?: boolean;
                    /**
                     * @description Branches that are told about.
                     * @default default
                     * @enum {string}
                     */
                    branches_to_be_notified?: "all" | "default" | "protected" | "default_and_protected";
                    /**
                     * @description Reacts to pushes.
                     * @default true
                     */
                    push_events?: boolean;
                    /**
                     * @description Reacts to changes of issues.
                     * @default true
                     */
                    issues_events?: boolean;
                    /**
                     * @description Reacts to changes of confidential issues.
                     * @default true
                     */
                    confidential_issues_events?: boolean;
                    /**
                     * @description Reacts to changes of merge requests.
                     * @default true
                     */
                    merge_requests_events?: boolean;
                    /**
                     * @description Reacts to tag pushes.
                     * @default true
                     */
                    tag_push_events?: boolean;
                    /**
                     * @description Reacts to comments.
                     * @default true
                     */
                    note_events?: boolean;
                    /**
                     * @description Reacts to comments on confidential items.
                     * @default true
                     */
                    confidential_note_events?: boolean;
                    /**
                     * @description Reacts to pipelines.
                     * @default true
                     */
                    pipeline_events?: boolean;
                    /**
                     * @description Reacts to changes of wiki pages.
                     * @default true
                     */
                    wiki_page_events?: boolean;
                };
            };
        };
        responses: {
            /** @description The integration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["integration"];
                };
            };
        };
    };
    updateIntegrationWebexTeams: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Address that messages are posted to; it is a secret. */
                    webhook: string;
                    /**
                     * @description Only failed pipelines are told about.
                     * @default true
                     */
                    notify_only_broken_pipelines?: boolean;
                    /**
                     * @description Branches that are told about.
                     * @default default
                     * @enum {string}
                     */
                    branches_to_be_notified?: "all" | "default" | "protected" | "default_and_protected";
                    /**
                     * @description Reacts to pushes.
                     * @default true
                     */
                    push_events?: boolean;
                    /**
                     * @description Reacts to changes of issues.
                     * @default true
                     */
                    issues_events?: boolean;
                    /**
                     * @description Reacts to changes of confidential issues.
                     * @default true
                     */
                    confidential_issues_events?: boolean;
                    /**
                     * @description Reacts to changes of merge requests.
                     * @default true
                     */
                    merge_requests_events?: boolean;
                    /**
                     * @description Reacts to tag pushes.
                     * @default true
                     */
                    tag_push_events?: boolean;
                    /**
                     * @description Reacts to comments.
                     * @default true
                     */
                    note_events?: boolean;
                    /**
                     * @description Reacts to comments on confidential items.
                     * @default true
                     */
                    confidential_note_events?: boolean;
                    /**
                     * @description Reacts to pipelines.
                     * @default true
                     */
                    pipeline_events?: boolean;
                    /**
                     * @description Reacts to changes of wiki pages.
                     * @default true
                     */
                    wiki_page_events?: boolean;
                };
            };
        };
        responses: {
            /** @description The integration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["integration"];
                };
            };
        };
    };
    updateIntegrationDiscord: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Address that messages are posted to; it is a secret. */
                    webhook: string;
                };
            };
        };
        responses: {
            /** @description The integration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["integration"];
                };
            };
        };
    };
    updateIntegrationDroneCi: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Token for the CI server. */
                    token: string;
                    /** @description Address of the CI server. Real servers call it drone_url. */
                    ciserver_url?: string;
                    /** @description Address of the CI server. Real servers call it drone_url. */
                    drone_url?: string;
                    /**
                     * @description The certificate of the build server is checked.
                     * @default true
                     */
                    enable_ssl_verification?: boolean;
                    /**
                     * @description Reacts to pushes.
                     * @default true
                     */
                    push_events?: boolean;
                    /**
                     * @description Reacts to changes of merge requests.
                     * @default true
                     */
                    merge_requests_events?: boolean;
                    /**
                     * @description Reacts to tag pushes.
                     * @default true
                     */
                    tag_push_events?: boolean;
                };
            };
        };
        responses: {
            /** @description The integration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["integration"];
                };
            };
        };
    };
    updateIntegrationEmailsOnPush: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Addresses that e-mails go to, separated by blanks. */
                    recipients: string;
                    /**
                     * @description E-mails leave out the code that changed.
                     * @default false
                     */
                    disable_diffs?: boolean;
                    /**
                     * @description E-mails come from the address of the committer.
                     * @default false
                     */
                    send_from_committer_email?: boolean;
                    /**
                     * @description Reacts to pushes.
                     * @default true
                     */
                    push_events?: boolean;
                    /**
                     * @description Reacts to tag pushes.
                     * @default true
                     */
                    tag_push_events?: boolean;
                    /**
                     * @description Branches that are told about.
                     * @default all
                     * @enum {string}
                     */
                    branches_to_be_notified?: "all" | "default" | "protected" | "default_and_protected";
                };
            };
        };
        responses: {
            /** @description The integration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["integration"];
                };
            };
        };
    };
    updateIntegrationConfluence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Address of the workspace. Real servers call it confluence_url. */
                    workspace_url?: string;
                    /** @description Address of the workspace. Real servers call it confluence_url. */
                    confluence_url?: string;
                };
            };
        };
        responses: {
            /** @description The integration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["integration"];
                };
            };
        };
    };
    updateIntegrationExternalWiki: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Address of the external wiki. */
                    external_wiki_url: string;
                };
            };
        };
        responses: {
            /** @description The integration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["integration"];
                };
            };
        };
    };
    updateIntegrationFlowdock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Token of the flow. */
                    token: string;
                };
            };
        };
        responses: {
            /** @description The integration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["integration"];
                };
            };
        };
    };
    updateIntegrationGithub: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Token for the external repository, with the scope for commit statuses. */
                    token: string;
                    /** @description Address of the external repository. */
                    repository_url: string;
                    /**
                     * @description The instance's name, not the branch, is added to the name of the check.
                     * @default true
                     */
                    static_context?: boolean;
                };
            };
        };
        responses: {
            /** @description The integration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["integration"];
                };
            };
        };
    };
    subscribeToIssue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the issue in its project. */
                issue_iid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The issue (neutral) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["issue"];
                };
            };
            /** @description The issue (vendor) */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["issue"];
                };
            };
            /** @description Subscribed already */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    unsubscribeFromIssue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the issue in its project. */
                issue_iid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The issue (neutral) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["issue"];
                };
            };
            /** @description The issue (vendor) */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["issue"];
                };
            };
            /** @description Not subscribed */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createIssueTodo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the issue in its project. */
                issue_iid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The to-do item */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["todo_item"];
                };
            };
            /** @description There is one already */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createIssueNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the issue in its project. */
                issue_iid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["issue_note_create"];
            };
        };
        responses: {
            /** @description The note */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["note"];
                };
            };
            /** @description What the quick actions did, when the text held nothing else (vendor) */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["note_commands"];
                };
            };
        };
    };
    setIssueTimeEstimate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the issue in its project. */
                issue_iid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["time_estimate_set"];
            };
        };
        responses: {
            /** @description Time stats */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["time_stats"];
                };
            };
        };
    };
    resetIssueTimeEstimate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the issue in its project. */
                issue_iid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Time stats */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["time_stats"];
                };
            };
        };
    };
    addIssueSpentTime: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the issue in its project. */
                issue_iid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["spent_time_add"];
            };
        };
        responses: {
            /** @description Time stats */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["time_stats"];
                };
            };
            /** @description Time stats */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["time_stats"];
                };
            };
        };
    };
    resetIssueSpentTime: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the issue in its project. */
                issue_iid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Time stats */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["time_stats"];
                };
            };
        };
    };
    getIssueTimeStats: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the issue in its project. */
                issue_iid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Time stats */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["time_stats"];
                };
            };
        };
    };
    listIssueRelatedMergeRequests: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the issue in its project. */
                issue_iid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Merge requests */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["merge_request"][];
                };
            };
        };
    };
    listIssueClosedBy: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the issue in its project. */
                issue_iid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Merge requests */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["merge_request"][];
                };
            };
        };
    };
    listIssueParticipants: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the issue in its project. */
                issue_iid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Users */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_summary"][];
                };
            };
        };
    };
    getIssueUserAgentDetail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the issue in its project. */
                issue_iid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Browser and address */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_agent_detail"];
                };
            };
        };
    };
    listIssueMetricImages: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the issue in its project. */
                issue_iid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Metric images */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["metric_image"][];
                };
            };
        };
    };
    uploadIssueMetricImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the issue in its project. */
                issue_iid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["metric_image_create"];
            };
        };
        responses: {
            /** @description The metric image */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["metric_image"];
                };
            };
        };
    };
    listIssues: {
        parameters: {
            query?: {
                state?: "opened" | "closed" | "all";
                /** @description Names joined by comma, all of which must be there; None, Any, or the deprecated No+Label. */
                labels?: string | string[];
                /** @description Label details in place of names. */
                with_labels_details?: boolean;
                /** @description Title; None or Any, which are deprecated where the list has milestone_id. Exclusive with milestone_id. */
                milestone?: string;
                /** @description Exclusive with milestone. */
                milestone_id?: "None" | "Any" | "Upcoming" | "Started";
                /** @description Whose; what the caller wrote, what is assigned to the caller, or all. */
                scope?: "created_by_me" | "assigned_to_me" | "all";
                /** @description Exclusive with author_username. */
                author_id?: number;
                /** @description Exclusive with author_id. */
                author_username?: string;
                /** @description Id of a user, None or Any. Exclusive with assignee_username. */
                assignee_id?: number | string;
                /** @description All of them are assigned; a single value on the free tier. Exclusive with assignee_id. */
                assignee_username?: string[];
                /** @description Name of a reaction of the caller, None or Any. */
                my_reaction_emoji?: string;
                confidential?: boolean;
                issue_type?: "issue" | "incident" | "test_case";
                /** @description 0 is no due date. */
                due_date?: "0" | "any" | "today" | "tomorrow" | "overdue" | "week" | "month" | "next_month_and_previous_two_weeks";
                iids?: number[];
                /** @description Words in the title or the description. */
                search?: string;
                /** @description Where search looks. */
                in?: string;
                /** @description Leaves out what lies in archived projects. */
                non_archived?: boolean;
                created_after?: string;
                created_before?: string;
                updated_after?: string;
                updated_before?: string;
                /** @description Id of an epic, None or Any. PREMIUM. */
                epic_id?: number | string;
                /** @description Id of an iteration, None or Any. Exclusive with iteration_title. PREMIUM. */
                iteration_id?: number | string;
                /** @description Exclusive with iteration_id. PREMIUM. */
                iteration_title?: string;
                /** @description A number, None or Any. PREMIUM. */
                weight?: number | string;
                /** @description What issues must not be. */
                not?: {
                    assignee_id?: number | string;
                    assignee_username?: string[];
                    author_id?: number;
                    author_username?: string;
                    iids?: number[];
                    /** @description PREMIUM. */
                    iteration_id?: number | string;
                    /** @description PREMIUM. */
                    iteration_title?: string;
                    labels?: string | string[];
                    milestone?: string;
                    /** @enum {string} */
                    milestone_id?: "None" | "Any" | "Upcoming" | "Started";
                    /** @description PREMIUM. */
                    weight?: number | string;
                };
                order_by?: "created_at" | "updated_at" | "due_date" | "label_priority" | "milestone_due" | "popularity" | "priority" | "relative_position" | "title" | "weight";
                sort?: "asc" | "desc";
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Issues */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["issue"][];
                };
            };
        };
    };
    listGroupIssues: {
        parameters: {
            query?: {
                state?: "opened" | "closed" | "all";
                /** @description Names joined by comma, all of which must be there; None, Any, or the deprecated No+Label. */
                labels?: string | string[];
                /** @description Label details in place of names. */
                with_labels_details?: boolean;
                /** @description Title; None or Any, which are deprecated where the list has milestone_id. Exclusive with milestone_id. */
                milestone?: string;
                /** @description Whose; what the caller wrote, what is assigned to the caller, or all. */
                scope?: "created_by_me" | "assigned_to_me" | "all";
                /** @description Exclusive with author_username. */
                author_id?: number;
                /** @description Exclusive with author_id. */
                author_username?: string;
                /** @description Id of a user, None or Any. Exclusive with assignee_username. */
                assignee_id?: number | string;
                /** @description All of them are assigned; a single value on the free tier. Exclusive with assignee_id. */
                assignee_username?: string[];
                /** @description Name of a reaction of the caller, None or Any. */
                my_reaction_emoji?: string;
                confidential?: boolean;
                issue_type?: "issue" | "incident" | "test_case";
                /** @description 0 is no due date. */
                due_date?: "0" | "any" | "today" | "tomorrow" | "overdue" | "week" | "month" | "next_month_and_previous_two_weeks";
                iids?: number[];
                /** @description Words in the title or the description. */
                search?: string;
                /** @description Leaves out what lies in archived projects. */
                non_archived?: boolean;
                created_after?: string;
                created_before?: string;
                updated_after?: string;
                updated_before?: string;
                /** @description Id of an epic, None or Any. PREMIUM. */
                epic_id?: number | string;
                /** @description Id of an iteration, None or Any. Exclusive with iteration_title. PREMIUM. */
                iteration_id?: number | string;
                /** @description Exclusive with iteration_id. PREMIUM. */
                iteration_title?: string;
                /** @description A number, None or Any. PREMIUM. */
                weight?: number | string;
                /** @description What issues must not be. */
                not?: {
                    labels?: string | string[];
                    milestone?: string;
                    author_id?: number;
                    author_username?: string;
                    assignee_id?: number | string;
                    assignee_username?: string[];
                    my_reaction_emoji?: string;
                    search?: string;
                    in?: string;
                };
                order_by?: "created_at" | "updated_at" | "due_date" | "label_priority" | "milestone_due" | "popularity" | "priority" | "relative_position" | "weight";
                sort?: "asc" | "desc";
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Issues of a group and its subgroups */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["issue"][];
                };
            };
        };
    };
    listProjectIssues: {
        parameters: {
            query?: {
                state?: "opened" | "closed" | "all";
                /** @description Names joined by comma, all of which must be there; None, Any, or the deprecated No+Label. */
                labels?: string | string[];
                /** @description Label details in place of names. */
                with_labels_details?: boolean;
                /** @description Title; None or Any, which are deprecated where the list has milestone_id. Exclusive with milestone_id. */
                milestone?: string;
                /** @description Exclusive with milestone. */
                milestone_id?: "None" | "Any" | "Upcoming" | "Started";
                /** @description Whose; what the caller wrote, what is assigned to the caller, or all. */
                scope?: "created_by_me" | "assigned_to_me" | "all";
                /** @description Exclusive with author_username. */
                author_id?: number;
                /** @description Exclusive with author_id. */
                author_username?: string;
                /** @description Id of a user, None or Any. Exclusive with assignee_username. */
                assignee_id?: number | string;
                /** @description All of them are assigned; a single value on the free tier. Exclusive with assignee_id. */
                assignee_username?: string[];
                /** @description Name of a reaction of the caller, None or Any. */
                my_reaction_emoji?: string;
                confidential?: boolean;
                issue_type?: "issue" | "incident" | "test_case";
                /** @description 0 is no due date. */
                due_date?: "0" | "any" | "today" | "tomorrow" | "overdue" | "week" | "month" | "next_month_and_previous_two_weeks";
                iids?: number[];
                /** @description Words in the title or the description. */
                search?: string;
                /** @description Where search looks. */
                in?: string;
                created_after?: string;
                created_before?: string;
                updated_after?: string;
                updated_before?: string;
                /** @description Id of an epic, None or Any. PREMIUM. */
                epic_id?: number | string;
                /** @description Id of an iteration, None or Any. Exclusive with iteration_title. PREMIUM. */
                iteration_id?: number | string;
                /** @description Exclusive with iteration_id. PREMIUM. */
                iteration_title?: string;
                /** @description A number, None or Any. PREMIUM. */
                weight?: number | string;
                /** @description What issues must not be. */
                not?: {
                    assignee_id?: number | string;
                    assignee_username?: string[];
                    author_id?: number;
                    author_username?: string;
                    iids?: number[];
                    /** @description PREMIUM. */
                    iteration_id?: number | string;
                    /** @description PREMIUM. */
                    iteration_title?: string;
                    labels?: string | string[];
                    milestone?: string;
                    /** @enum {string} */
                    milestone_id?: "None" | "Any" | "Upcoming" | "Started";
                    /** @description PREMIUM. */
                    weight?: number | string;
                };
                order_by?: "created_at" | "updated_at" | "due_date" | "label_priority" | "milestone_due" | "popularity" | "priority" | "relative_position" | "title" | "weight";
                sort?: "asc" | "desc";
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Issues of a project */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["issue"][];
                };
            };
        };
    };
    createIssue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["issue_create"];
            };
        };
        responses: {
            /** @description The issue */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["issue"];
                };
            };
        };
    };
    getIssue: {
        parameters: {
            query?: {
                /** @description Label details in place of names. */
                with_labels_details?: boolean;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the issue in its project. */
                issue_iid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The issue */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["issue"];
                };
            };
        };
    };
    updateIssue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the issue in its project. */
                issue_iid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["issue_update"];
            };
        };
        responses: {
            /** @description The issue */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["issue"];
                };
            };
        };
    };
    deleteIssue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the issue in its project. */
                issue_iid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listProjectJobs: {
        parameters: {
            query?: {
                /** @description One status, or several as scope[]; all jobs when left out */
                scope?: ("created" | "pending" | "running" | "failed" | "success" | "canceled" | "skipped" | "waiting_for_resource" | "manual")[];
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Jobs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["job"][];
                };
            };
        };
    };
    listPipelineJobs: {
        parameters: {
            query?: {
                /** @description One status, or several as scope[]; all jobs when left out */
                scope?: ("created" | "pending" | "running" | "failed" | "success" | "canceled" | "skipped" | "waiting_for_resource" | "manual")[];
                /** @description Also the jobs that a later one took the place of */
                include_retried?: boolean;
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                pipeline_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Jobs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["job"][];
                };
            };
        };
    };
    listPipelineBridges: {
        parameters: {
            query?: {
                /** @description One status, or several as scope[]; all jobs when left out */
                scope?: ("created" | "pending" | "running" | "failed" | "success" | "canceled" | "skipped" | "waiting_for_resource" | "manual")[];
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                pipeline_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Bridge jobs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["bridge_job"][];
                };
            };
        };
    };
    getOwnJob: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["job"];
                };
            };
        };
    };
    listAllowedAgents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agents, with the job, its pipeline, project and user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["allowed_agents"];
                };
            };
        };
    };
    getJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                job_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["job"];
                };
            };
        };
    };
    getJobTrace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                job_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The log as it was written */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    cancelJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                job_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job (neutral) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["job"];
                };
            };
            /** @description The job (vendor) */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["job"];
                };
            };
        };
    };
    retryJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                job_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job (neutral) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["job"];
                };
            };
            /** @description The job (vendor) */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["job"];
                };
            };
        };
    };
    eraseJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                job_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job (neutral) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["job"];
                };
            };
            /** @description The job (vendor) */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["job"];
                };
            };
        };
    };
    playJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                job_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["job"];
                };
            };
        };
    };
    listGroupMembers: {
        parameters: {
            query?: {
                /** @description Part of name, username or e-mail */
                query?: string;
                user_ids?: number[];
                skip_users?: number[];
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Members */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["member"][];
                };
            };
        };
    };
    addGroupMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["member_create"];
            };
        };
        responses: {
            /** @description The member */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["member"];
                };
            };
        };
    };
    listAllGroupMembers: {
        parameters: {
            query?: {
                /** @description Part of name, username or e-mail */
                query?: string;
                user_ids?: number[];
                skip_users?: number[];
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Members */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["member"][];
                };
            };
        };
    };
    getAnyGroupMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
                user_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["member"];
                };
            };
        };
    };
    getGroupMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
                user_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["member"];
                };
            };
        };
    };
    updateGroupMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
                user_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["member_update"];
            };
        };
        responses: {
            /** @description The member */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["member"];
                };
            };
        };
    };
    removeGroupMember: {
        parameters: {
            query?: {
                skip_subresources?: boolean;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
                user_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listProjectMembers: {
        parameters: {
            query?: {
                /** @description Part of name, username or e-mail */
                query?: string;
                user_ids?: number[];
                skip_users?: number[];
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Members */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["member"][];
                };
            };
        };
    };
    addProjectMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["member_create"];
            };
        };
        responses: {
            /** @description The member */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["member"];
                };
            };
        };
    };
    listAllProjectMembers: {
        parameters: {
            query?: {
                /** @description Part of name, username or e-mail */
                query?: string;
                user_ids?: number[];
                skip_users?: number[];
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Members */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["member"][];
                };
            };
        };
    };
    getAnyProjectMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                user_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["member"];
                };
            };
        };
    };
    getProjectMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                user_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["member"];
                };
            };
        };
    };
    updateProjectMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                user_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["member_update"];
            };
        };
        responses: {
            /** @description The member */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["member"];
                };
            };
        };
    };
    removeProjectMember: {
        parameters: {
            query?: {
                skip_subresources?: boolean;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                user_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    mergeMergeRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the merge request in its project. */
                merge_request_iid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    merge_commit_message?: string;
                    squash_commit_message?: string;
                    squash?: boolean;
                    should_remove_source_branch?: boolean;
                    /** @description Merge when the pipeline succeeds; until then the merge request stays open. */
                    merge_when_pipeline_succeeds?: boolean;
                    /** @description Must equal the head of the source branch. */
                    sha?: string;
                };
            };
        };
        responses: {
            /** @description The merge request */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["merge_request"];
                };
            };
        };
    };
    getMergeRef: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the merge request in its project. */
                merge_request_iid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hash of the commit */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        commit_id: string;
                    };
                };
            };
        };
    };
    cancelMergeWhenPipelineSucceeds: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the merge request in its project. */
                merge_request_iid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The merge request */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["merge_request"];
                };
            };
            /** @description The merge request, on real servers */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["merge_request"];
                };
            };
        };
    };
    rebaseMergeRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the merge request in its project. */
                merge_request_iid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description No pipeline for the rebased commits.
                     * @default false
                     */
                    skip_ci?: boolean;
                };
            };
        };
        responses: {
            /** @description The rebase is on its way */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rebase_in_progress: boolean;
                    };
                };
            };
        };
    };
    listIssuesClosedByMergeRequest: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the merge request in its project. */
                merge_request_iid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Issues; those of an external tracker have a text as id, and a title. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["closed_issue"][];
                };
            };
        };
    };
    subscribeToMergeRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the merge request in its project. */
                merge_request_iid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The merge request */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["merge_request"];
                };
            };
            /** @description The merge request, on real servers */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["merge_request"];
                };
            };
            /** @description Already subscribed */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    unsubscribeFromMergeRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the merge request in its project. */
                merge_request_iid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The merge request */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["merge_request"];
                };
            };
            /** @description The merge request, on real servers */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["merge_request"];
                };
            };
            /** @description Not subscribed */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getMergeRequestApprovals: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the merge request in its project. */
                merge_request_iid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The approval status */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["merge_request_approval_status"];
                };
            };
        };
    };
    updateMergeRequestApprovals: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the merge request in its project. */
                merge_request_iid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    approvals_required: number;
                };
            };
        };
        responses: {
            /** @description The approval status */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["merge_request_approval_status"];
                };
            };
        };
    };
    getMergeRequestApprovalState: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the merge request in its project. */
                merge_request_iid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The approval state */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True when merge-request-level rules exist. */
                        approval_rules_overwritten: boolean;
                        rules: components["schemas"]["merge_request_approval_rule"][];
                    };
                };
            };
        };
    };
    listMergeRequestApprovalRules: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the merge request in its project. */
                merge_request_iid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Approval rules */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["merge_request_approval_rule"][];
                };
            };
        };
    };
    createMergeRequestApprovalRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the merge request in its project. */
                merge_request_iid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    approvals_required: number;
                    /** @description A rule of the project, from which name, users and groups are taken. */
                    approval_project_rule_id?: number;
                    user_ids?: number[];
                    group_ids?: number[];
                };
            };
        };
        responses: {
            /** @description The approval rule */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["merge_request_approval_rule"];
                };
            };
        };
    };
    updateMergeRequestApprovalRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the merge request in its project. */
                merge_request_iid: number;
                approval_rule_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    approvals_required?: number;
                    user_ids?: number[];
                    group_ids?: number[];
                    remove_hidden_groups?: boolean;
                };
            };
        };
        responses: {
            /** @description The approval rule */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["merge_request_approval_rule"];
                };
            };
        };
    };
    deleteMergeRequestApprovalRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the merge request in its project. */
                merge_request_iid: number;
                approval_rule_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    approveMergeRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the merge request in its project. */
                merge_request_iid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Must equal the head of the source branch. */
                    sha?: string;
                };
            };
        };
        responses: {
            /** @description The approval status */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["merge_request_approval_status"];
                };
            };
        };
    };
    unapproveMergeRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the merge request in its project. */
                merge_request_iid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The approval status */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["merge_request_approval_status"];
                };
            };
        };
    };
    listMergeRequests: {
        parameters: {
            query?: {
                state?: "opened" | "closed" | "locked" | "merged" | "all";
                order_by?: "created_at" | "title" | "updated_at";
                sort?: "asc" | "desc";
                /** @description Title; None or Any, which are deprecated where the list has milestone_id. Exclusive with milestone_id. */
                milestone?: string;
                /** @description simple reduces the fields. */
                view?: "simple";
                /** @description Names joined by comma, all of which must be there; None, Any, or the deprecated No+Label. */
                labels?: string | string[];
                /** @description Label details in place of names. */
                with_labels_details?: boolean;
                /** @description Asks for merge_status to be worked out anew, in the background, without guarantee. */
                with_merge_status_recheck?: boolean;
                created_after?: string;
                created_before?: string;
                updated_after?: string;
                updated_before?: string;
                /** @description Whose; what the caller wrote, what is assigned to the caller, or all. */
                scope?: "created_by_me" | "assigned_to_me" | "all";
                /** @description Exclusive with author_username. */
                author_id?: number;
                /** @description Exclusive with author_id. */
                author_username?: string;
                /** @description Id of a user, None or Any. Exclusive with assignee_username. */
                assignee_id?: number | string;
                /** @description Id of a user, None or Any. Exclusive with reviewer_username. */
                reviewer_id?: number | string;
                /** @description Username, None or Any. Exclusive with reviewer_id. */
                reviewer_username?: string;
                /** @description Users who are all named by an approval rule, None or Any. PREMIUM. */
                approver_ids?: (number | string)[];
                /** @description Users who all approved it, None or Any. PREMIUM. */
                approved_by_ids?: (number | string)[];
                /** @description Name of a reaction of the caller, None or Any. */
                my_reaction_emoji?: string;
                source_branch?: string;
                target_branch?: string;
                /** @description Words in the title or the description. */
                search?: string;
                /** @description yes for drafts only, no for the others only. */
                wip?: "yes" | "no";
                /** @description Deployed to it. */
                environment?: string;
                /** @description Where search looks. */
                in?: string;
                deployed_before?: string;
                deployed_after?: string;
                /** @description What merge requests must not be. */
                not?: {
                    labels?: string | string[];
                    milestone?: string;
                    author_id?: number;
                    author_username?: string;
                    assignee_id?: number | string;
                    assignee_username?: string[];
                    reviewer_id?: number | string;
                    reviewer_username?: string;
                    my_reaction_emoji?: string;
                };
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Merge requests */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["merge_request"][];
                };
            };
        };
    };
    listProjectMergeRequests: {
        parameters: {
            query?: {
                iids?: number[];
                state?: "opened" | "closed" | "locked" | "merged" | "all";
                order_by?: "created_at" | "title" | "updated_at";
                sort?: "asc" | "desc";
                /** @description Title; None or Any, which are deprecated where the list has milestone_id. Exclusive with milestone_id. */
                milestone?: string;
                /** @description simple reduces the fields. */
                view?: "simple";
                /** @description Names joined by comma, all of which must be there; None, Any, or the deprecated No+Label. */
                labels?: string | string[];
                /** @description Label details in place of names. */
                with_labels_details?: boolean;
                /** @description Asks for merge_status to be worked out anew, in the background, without guarantee. */
                with_merge_status_recheck?: boolean;
                created_after?: string;
                created_before?: string;
                updated_after?: string;
                updated_before?: string;
                /** @description Whose; what the caller wrote, what is assigned to the caller, or all. */
                scope?: "created_by_me" | "assigned_to_me" | "all";
                /** @description Exclusive with author_username. */
                author_id?: number;
                /** @description Exclusive with author_id. */
                author_username?: string;
                /** @description Id of a user, None or Any. Exclusive with assignee_username. */
                assignee_id?: number | string;
                /** @description Id of a user, None or Any. Exclusive with reviewer_username. */
                reviewer_id?: number | string;
                /** @description Username, None or Any. Exclusive with reviewer_id. */
                reviewer_username?: string;
                /** @description Users who are all named by an approval rule, None or Any. PREMIUM. */
                approver_ids?: (number | string)[];
                /** @description Users who all approved it, None or Any. PREMIUM. */
                approved_by_ids?: (number | string)[];
                /** @description Name of a reaction of the caller, None or Any. */
                my_reaction_emoji?: string;
                source_branch?: string;
                target_branch?: string;
                /** @description Words in the title or the description. */
                search?: string;
                /** @description yes for drafts only, no for the others only. */
                wip?: "yes" | "no";
                /** @description Deployed to it. */
                environment?: string;
                /** @description What merge requests must not be. */
                not?: {
                    labels?: string | string[];
                    milestone?: string;
                    author_id?: number;
                    author_username?: string;
                    assignee_id?: number | string;
                    assignee_username?: string[];
                    reviewer_id?: number | string;
                    reviewer_username?: string;
                    my_reaction_emoji?: string;
                };
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Merge requests into a project */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["merge_request"][];
                };
            };
        };
    };
    createMergeRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["merge_request_create"];
            };
        };
        responses: {
            /** @description The merge request */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["merge_request"];
                };
            };
        };
    };
    listGroupMergeRequests: {
        parameters: {
            query?: {
                state?: "opened" | "closed" | "locked" | "merged" | "all";
                order_by?: "created_at" | "title" | "updated_at";
                sort?: "asc" | "desc";
                /** @description Title; None or Any, which are deprecated where the list has milestone_id. Exclusive with milestone_id. */
                milestone?: string;
                /** @description simple reduces the fields. */
                view?: "simple";
                /** @description Names joined by comma, all of which must be there; None, Any, or the deprecated No+Label. */
                labels?: string | string[];
                /** @description Label details in place of names. */
                with_labels_details?: boolean;
                /** @description Asks for merge_status to be worked out anew, in the background, without guarantee. */
                with_merge_status_recheck?: boolean;
                created_after?: string;
                created_before?: string;
                updated_after?: string;
                updated_before?: string;
                /** @description Whose; what the caller wrote, what is assigned to the caller, or all. */
                scope?: "created_by_me" | "assigned_to_me" | "all";
                /** @description Exclusive with author_username. */
                author_id?: number;
                /** @description Exclusive with author_id. */
                author_username?: string;
                /** @description Id of a user, None or Any. Exclusive with assignee_username. */
                assignee_id?: number | string;
                /** @description Id of a user, None or Any. Exclusive with reviewer_username. */
                reviewer_id?: number | string;
                /** @description Username, None or Any. Exclusive with reviewer_id. */
                reviewer_username?: string;
                /** @description Users who are all named by an approval rule, None or Any. PREMIUM. */
                approver_ids?: (number | string)[];
                /** @description Users who all approved it, None or Any. PREMIUM. */
                approved_by_ids?: (number | string)[];
                /** @description Name of a reaction of the caller, None or Any. */
                my_reaction_emoji?: string;
                source_branch?: string;
                target_branch?: string;
                /** @description Words in the title or the description. */
                search?: string;
                /** @description yes for drafts only, no for the others only. */
                wip?: "yes" | "no";
                /** @description Deployed to it. */
                environment?: string;
                /** @description Leaves out what lies in archived projects. */
                non_archived?: boolean;
                /** @description What merge requests must not be. */
                not?: {
                    labels?: string | string[];
                    milestone?: string;
                    author_id?: number;
                    author_username?: string;
                    assignee_id?: number | string;
                    assignee_username?: string[];
                    reviewer_id?: number | string;
                    reviewer_username?: string;
                    my_reaction_emoji?: string;
                };
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Merge requests of a group and its subgroups */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["merge_request"][];
                };
            };
        };
    };
    getMergeRequest: {
        parameters: {
            query?: {
                /** @description Label details in place of names. */
                with_labels_details?: boolean;
                /** @description Adds rebase_in_progress. */
                include_rebase_in_progress?: boolean;
                /** @description Adds diverged_commits_count. */
                include_diverged_commits_count?: boolean;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the merge request in its project. */
                merge_request_iid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The merge request */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["merge_request"];
                };
            };
        };
    };
    updateMergeRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the merge request in its project. */
                merge_request_iid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["merge_request_update"];
            };
        };
        responses: {
            /** @description The merge request */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["merge_request"];
                };
            };
        };
    };
    deleteMergeRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description Number of the merge request in its project. */
                merge_request_iid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    showAuthorization: {
        parameters: {
            query: {
                /** @description Application ID */
                client_id: string;
                /** @description One that the application is registered with; the token endpoint wants the same */
                redirect_uri: string;
                response_type: "code";
                /** @description Unpredictable value that is returned unchanged; recommended */
                state?: string;
                /** @description Scopes separated by spaces; api by default */
                scope?: string;
                /** @description PKCE: URL-safe base64 without padding of the SHA-256 of the code verifier */
                code_challenge?: string;
                code_challenge_method?: "S256";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description To redirect_uri with error, error_description and state */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    decideAuthorization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    form_token: string;
                    /** @enum {string} */
                    decision: "sign_in" | "switch" | "approve" | "deny";
                    username?: string;
                    password?: string;
                    client_id: string;
                    redirect_uri: string;
                    response_type: string;
                    state?: string;
                    scope?: string;
                    code_challenge?: string;
                    code_challenge_method?: string;
                };
            };
        };
        responses: {
            /** @description To redirect_uri with code and state or with an error; after signing in to the page itself */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["oauth_token_request"];
            };
        };
        responses: {
            /** @description The token. Of a password grant only access_token, token_type and expires_in */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["oauth_token"];
                };
            };
        };
    };
    getTokenInfo: {
        parameters: {
            query?: {
                /** @description Unless the token comes as Bearer */
                access_token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description About the token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["oauth_token_info"];
                };
            };
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["oauth_revocation"];
            };
        };
        responses: {
            /** @description An empty object, also for a token that is unknown */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    getUserInfo: {
        parameters: {
            query?: {
                /** @description Unless the token comes as Bearer */
                access_token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Claims of OpenID Connect */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["oauth_claims"];
                };
            };
        };
    };
    listProjectPackages: {
        parameters: {
            query?: {
                order_by?: "created_at" | "name" | "version" | "type";
                sort?: "asc" | "desc";
                package_type?: "conan" | "maven" | "npm" | "pypi" | "composer" | "nuget" | "helm" | "terraform_module" | "golang";
                /** @description Words that the name must contain. */
                package_name?: string;
                include_versionless?: boolean;
                /** @description Without it, packages with the status default or error. */
                status?: "default" | "hidden" | "processing" | "error" | "pending_destruction";
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Packages */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["package"][];
                };
            };
        };
    };
    listGroupPackages: {
        parameters: {
            query?: {
                order_by?: "created_at" | "name" | "version" | "type" | "project_path";
                sort?: "asc" | "desc";
                package_type?: "conan" | "maven" | "npm" | "pypi" | "composer" | "nuget" | "helm" | "golang";
                /** @description Words that the name must contain. */
                package_name?: string;
                include_versionless?: boolean;
                /** @description Without it, packages with the status default or error. */
                status?: "default" | "hidden" | "processing" | "error" | "pending_destruction";
                exclude_subgroups?: boolean;
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Packages, with pipelines and projects */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["package_of_group"][];
                };
            };
        };
    };
    getPackage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                package_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The package */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["package_detail"];
                };
            };
        };
    };
    deletePackage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                package_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Marked for destruction */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listPackageFiles: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                package_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Files */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["package_file"][];
                };
            };
        };
    };
    deletePackageFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                package_id: number;
                package_file_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listPipelines: {
        parameters: {
            query?: {
                status?: components["schemas"]["pipeline_status_input"];
                ref?: string;
                sha?: string;
                username?: string;
                order_by?: "id" | "status" | "ref" | "updated_at";
                sort?: "asc" | "desc";
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Pipelines; child pipelines are not among them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["pipeline"][];
                };
            };
        };
    };
    getPipeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                pipeline_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pipeline */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["pipeline_single"];
                };
            };
        };
    };
    takeJob: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Token of the runner */
                    token: string;
                };
            };
        };
        responses: {
            /** @description The job, with its token */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["taken_job"];
                };
            };
            /** @description No job waits */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    endJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                job_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Token of the running job */
                    token: string;
                    /** @enum {string} */
                    state: "success" | "failed";
                    failure_reason?: string | null;
                    /** @description The whole log */
                    trace?: string | null;
                };
            };
        };
        responses: {
            /** @description Noted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": boolean;
                };
            };
        };
    };
    listProjects: {
        parameters: {
            query?: {
                archived?: boolean;
                visibility?: "public" | "internal" | "private";
                search?: string;
                simple?: boolean;
                sort?: "asc" | "desc";
                starred?: boolean;
                with_issues_enabled?: boolean;
                with_merge_requests_enabled?: boolean;
                min_access_level?: 10 | 15 | 20 | 30 | 40 | 50;
                /** @description For administrators. */
                with_custom_attributes?: boolean;
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
                owned?: boolean;
                id_after?: number;
                id_before?: number;
                membership?: boolean;
                /** @description Sizes. Of groups for administrators, of projects for Reporters and above. */
                statistics?: boolean;
                /** @description similarity only when searching, among the caller's projects; sizes for administrators. */
                order_by?: "id" | "name" | "path" | "created_at" | "updated_at" | "last_activity_at" | "similarity" | "repository_size" | "storage_size" | "packages_size" | "wiki_size";
                imported?: boolean;
                last_activity_after?: string;
                last_activity_before?: string;
                /** @description PREMIUM. */
                repository_checksum_failed?: boolean;
                /** @description PREMIUM. */
                wiki_checksum_failed?: boolean;
                /** @description For administrators. */
                repository_storage?: string;
                search_namespaces?: boolean;
                /** @description Names joined by comma; all must match */
                topic?: string;
                topic_id?: number;
                with_programming_language?: string;
                /** @description Values by key, written custom_attributes[key]=value; for administrators. */
                custom_attributes?: Record<string, never>;
                pagination?: "keyset" | "legacy";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Projects */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["project"][];
                };
            };
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["project_create"];
            };
        };
        responses: {
            /** @description The project */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["project"];
                };
            };
        };
    };
    getProject: {
        parameters: {
            query?: {
                /** @description Sizes. Of groups for administrators, of projects for Reporters and above. */
                statistics?: boolean;
                /** @description For administrators. */
                with_custom_attributes?: boolean;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["project"];
                };
            };
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["project_update"];
            };
        };
        responses: {
            /** @description The project */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["project"];
                };
            };
        };
    };
    deleteProject: {
        parameters: {
            query?: {
                permanently_remove?: boolean;
                full_path?: string;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted; what is left to do happens in the background */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["message"];
                };
            };
        };
    };
    listGroupProjects: {
        parameters: {
            query?: {
                archived?: boolean;
                visibility?: "public" | "internal" | "private";
                search?: string;
                simple?: boolean;
                sort?: "asc" | "desc";
                starred?: boolean;
                with_issues_enabled?: boolean;
                with_merge_requests_enabled?: boolean;
                min_access_level?: 10 | 15 | 20 | 30 | 40 | 50;
                /** @description For administrators. */
                with_custom_attributes?: boolean;
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
                owned?: boolean;
                order_by?: "id" | "name" | "path" | "created_at" | "updated_at" | "last_activity_at" | "similarity";
                with_shared?: boolean;
                include_subgroups?: boolean;
                /** @description ULTIMATE. */
                with_security_reports?: boolean;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Projects */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["project"][];
                };
            };
        };
    };
    listSharedProjects: {
        parameters: {
            query?: {
                archived?: boolean;
                visibility?: "public" | "internal" | "private";
                search?: string;
                simple?: boolean;
                sort?: "asc" | "desc";
                starred?: boolean;
                with_issues_enabled?: boolean;
                with_merge_requests_enabled?: boolean;
                min_access_level?: 10 | 15 | 20 | 30 | 40 | 50;
                /** @description For administrators. */
                with_custom_attributes?: boolean;
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
                order_by?: "id" | "name" | "path" | "created_at" | "updated_at" | "last_activity_at";
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Projects */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["project"][];
                };
            };
        };
    };
    listUserProjects: {
        parameters: {
            query?: {
                archived?: boolean;
                visibility?: "public" | "internal" | "private";
                search?: string;
                simple?: boolean;
                sort?: "asc" | "desc";
                starred?: boolean;
                with_issues_enabled?: boolean;
                with_merge_requests_enabled?: boolean;
                min_access_level?: 10 | 15 | 20 | 30 | 40 | 50;
                /** @description For administrators. */
                with_custom_attributes?: boolean;
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
                owned?: boolean;
                id_after?: number;
                id_before?: number;
                membership?: boolean;
                /** @description Sizes. Of groups for administrators, of projects for Reporters and above. */
                statistics?: boolean;
                order_by?: "id" | "name" | "path" | "created_at" | "updated_at" | "last_activity_at";
                with_programming_language?: string;
            };
            header?: never;
            path: {
                /** @description Number or username */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Projects */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["project"][];
                };
            };
        };
    };
    restoreProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["project"];
                };
            };
        };
    };
    transferProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["project_transfer"];
            };
        };
        responses: {
            /** @description The project */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["project"];
                };
            };
        };
    };
    archiveProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["project"];
                };
            };
        };
    };
    unarchiveProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["project"];
                };
            };
        };
    };
    shareProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["share_create"];
            };
        };
        responses: {
            /** @description The share */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["project_share"];
                };
            };
        };
    };
    unshareProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                group_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listProtectedBranches: {
        parameters: {
            query?: {
                /** @description A part of the name, in any letter case */
                search?: string;
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Protected branches */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["protected_branch"][];
                };
            };
        };
    };
    protectBranch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["protected_branch_create"];
            };
        };
        responses: {
            /** @description The protected branch */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["protected_branch"];
                };
            };
        };
    };
    getProtectedBranch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description The name of a branch, or a wildcard such as `release/*`, URL-encoded. It is the text itself that counts, in its letter case */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The protected branch */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["protected_branch"];
                };
            };
        };
    };
    unprotectBranch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description The name of a branch, or a wildcard such as `release/*`, URL-encoded. It is the text itself that counts, in its letter case */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Unprotected */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateProtectedBranch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description The name of a branch, or a wildcard such as `release/*`, URL-encoded. It is the text itself that counts, in its letter case */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["protected_branch_update"];
            };
        };
        responses: {
            /** @description The protected branch */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["protected_branch"];
                };
            };
        };
    };
    listGroupProtectedBranches: {
        parameters: {
            query?: {
                /** @description A part of the name, in any letter case */
                search?: string;
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Protected branches */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["group_protected_branch"][];
                };
            };
        };
    };
    protectGroupBranch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["protected_branch_create"];
            };
        };
        responses: {
            /** @description The protected branch */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["group_protected_branch"];
                };
            };
        };
    };
    getGroupProtectedBranch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
                /** @description The name of a branch, or a wildcard such as `release/*`, URL-encoded. It is the text itself that counts, in its letter case */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The protected branch */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["group_protected_branch"];
                };
            };
        };
    };
    unprotectGroupBranch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
                /** @description The name of a branch, or a wildcard such as `release/*`, URL-encoded. It is the text itself that counts, in its letter case */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was the protected branch (vendor) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["group_protected_branch"];
                };
            };
            /** @description Unprotected (neutral) */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateGroupProtectedBranch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
                /** @description The name of a branch, or a wildcard such as `release/*`, URL-encoded. It is the text itself that counts, in its letter case */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["protected_branch_update"];
            };
        };
        responses: {
            /** @description The protected branch */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["group_protected_branch"];
                };
            };
        };
    };
    listProtectedEnvironments: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Protected environments */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["protected_environment"][];
                };
            };
        };
    };
    protectEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["protected_environment_create"];
            };
        };
        responses: {
            /** @description The protected environment */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["protected_environment"];
                };
            };
        };
    };
    getProtectedEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
                /** @description The deployment tier */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The protected environment */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["protected_environment"];
                };
            };
        };
    };
    updateProtectedEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
                /** @description The deployment tier */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["protected_environment_update"];
            };
        };
        responses: {
            /** @description The protected environment */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["protected_environment"];
                };
            };
        };
    };
    unprotectEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the group. */
                id: number | string;
                /** @description The deployment tier */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Unprotected (neutral) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Unprotected (vendor) */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listReleases: {
        parameters: {
            query?: {
                order_by?: "released_at" | "created_at";
                sort?: "asc" | "desc";
                /** @description Adds description_html, the description as HTML. */
                include_html_description?: boolean;
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Releases */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["release"][];
                };
            };
        };
    };
    createRelease: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["release_create"];
            };
        };
        responses: {
            /** @description The release */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["release_created"];
                };
            };
        };
    };
    getRelease: {
        parameters: {
            query?: {
                /** @description Adds description_html, the description as HTML. */
                include_html_description?: boolean;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description URL-encoded */
                tag_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The release */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["release"];
                };
            };
        };
    };
    updateRelease: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description URL-encoded */
                tag_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["release_update"];
            };
        };
        responses: {
            /** @description The release */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["release"];
                };
            };
        };
    };
    deleteRelease: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description URL-encoded */
                tag_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The release that was */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["release"];
                };
            };
        };
    };
    collectEvidence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description URL-encoded */
                tag_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The release with its evidences (neutral) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["release"];
                };
            };
            /** @description The release with its evidences (vendor) */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["release"];
                };
            };
        };
    };
    listReleaseLinks: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description URL-encoded */
                tag_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Links */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["release_link"][];
                };
            };
        };
    };
    createReleaseLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description URL-encoded */
                tag_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["release_link_create"];
            };
        };
        responses: {
            /** @description The link */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["release_link"];
                };
            };
        };
    };
    getReleaseLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description URL-encoded */
                tag_name: string;
                link_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["release_link"];
                };
            };
        };
    };
    updateReleaseLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description URL-encoded */
                tag_name: string;
                link_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["release_link_update"];
            };
        };
        responses: {
            /** @description The link */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["release_link"];
                };
            };
        };
    };
    deleteReleaseLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description URL-encoded */
                tag_name: string;
                link_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link that was */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["release_link"];
                };
            };
        };
    };
    listTags: {
        parameters: {
            query?: {
                search?: string;
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Tags */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tag"][];
                };
            };
        };
    };
    getTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number or URL-encoded full path of the project. */
                id: number | string;
                /** @description URL-encoded */
                tag_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tag */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["tag"];
                };
            };
        };
    };
    listTopics: {
        parameters: {
            query?: {
                search?: string;
                without_projects?: boolean;
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Topics */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["topic"][];
                };
            };
        };
    };
    createTopic: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["topic_create"];
            };
        };
        responses: {
            /** @description The topic */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["topic"];
                };
            };
        };
    };
    getTopic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The topic */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["topic"];
                };
            };
        };
    };
    updateTopic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["topic_update"];
            };
        };
        responses: {
            /** @description The topic */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["topic"];
                };
            };
        };
    };
    deleteTopic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Exact but for letter case; the only form open to anonymous callers */
                username?: string;
                search?: string;
                active?: boolean;
                page?: number;
                /** @description Above 100 the server takes 100. */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Users, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user_summary"][];
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["user"];
                };
            };
        };
    };
}

/** What each route takes and answers. */
export interface Routes {
  "GET /application/appearance": operations["getAppearance"];
  "GET /application/appearence": operations["getAppearance"];
  "PUT /application/appearance": operations["updateAppearance"];
  "PUT /application/appearence": operations["updateAppearance"];
  "GET /application/settings": operations["getApplicationSettings"];
  "PUT /application/settings": operations["updateApplicationSettings"];
  "GET /projects/{id}/approval_rules": operations["listApprovalRules"];
  "POST /projects/{id}/approval_rules": operations["createApprovalRule"];
  "GET /projects/{id}/approval_rules/{approval_rule_id}": operations["getApprovalRule"];
  "PUT /projects/{id}/approval_rules/{approval_rule_id}": operations["updateApprovalRule"];
  "DELETE /projects/{id}/approval_rules/{approval_rule_id}": operations["deleteApprovalRule"];
  "GET /projects/{id}/approvals": operations["getApprovalSettings"];
  "POST /projects/{id}/approvals": operations["updateApprovalSettings"];
  "GET /projects/{id}/repository/branches": operations["listBranches"];
  "POST /projects/{id}/repository/branches": operations["createBranch"];
  "GET /projects/{id}/repository/branches/{branch}": operations["getBranch"];
  "DELETE /projects/{id}/repository/branches/{branch}": operations["deleteBranch"];
  "GET /projects/{id}/deployments": operations["listDeployments"];
  "POST /projects/{id}/deployments": operations["createDeployment"];
  "GET /projects/{id}/deployments/{deployment_id}": operations["getDeployment"];
  "PUT /projects/{id}/deployments/{deployment_id}": operations["updateDeployment"];
  "DELETE /projects/{id}/deployments/{deployment_id}": operations["deleteDeployment"];
  "GET /projects/{id}/deployments/{deployment_id}/merge_requests": operations["listDeploymentMergeRequests"];
  "POST /projects/{id}/deployments/{deployment_id}/approval": operations["approveDeployment"];
  "GET /projects/{id}/issues/{issue_iid}/discussions": operations["listIssueDiscussions"];
  "POST /projects/{id}/issues/{issue_iid}/discussions": operations["createIssueDiscussion"];
  "GET /projects/{id}/issues/{issue_iid}/discussions/{discussion_id}": operations["getIssueDiscussion"];
  "POST /projects/{id}/issues/{issue_iid}/discussions/{discussion_id}/notes": operations["replyToDiscussionOfIssue"];
  "PUT /projects/{id}/issues/{issue_iid}/discussions/{discussion_id}/notes/{note_id}": operations["updateDiscussionNoteOfIssue"];
  "DELETE /projects/{id}/issues/{issue_iid}/discussions/{discussion_id}/notes/{note_id}": operations["deleteDiscussionNoteOfIssue"];
  "GET /projects/{id}/snippets/{snippet_id}/discussions": operations["listSnippetDiscussions"];
  "POST /projects/{id}/snippets/{snippet_id}/discussions": operations["createSnippetDiscussion"];
  "GET /projects/{id}/snippets/{snippet_id}/discussions/{discussion_id}": operations["getSnippetDiscussion"];
  "POST /projects/{id}/snippets/{snippet_id}/discussions/{discussion_id}/notes": operations["replyToDiscussionOfSnippet"];
  "PUT /projects/{id}/snippets/{snippet_id}/discussions/{discussion_id}/notes/{note_id}": operations["updateDiscussionNoteOfSnippet"];
  "DELETE /projects/{id}/snippets/{snippet_id}/discussions/{discussion_id}/notes/{note_id}": operations["deleteDiscussionNoteOfSnippet"];
  "GET /groups/{id}/epics/{epic_id}/discussions": operations["listEpicDiscussions"];
  "POST /groups/{id}/epics/{epic_id}/discussions": operations["createEpicDiscussion"];
  "GET /groups/{id}/epics/{epic_id}/discussions/{discussion_id}": operations["getEpicDiscussion"];
  "POST /groups/{id}/epics/{epic_id}/discussions/{discussion_id}/notes": operations["replyToDiscussionOfEpic"];
  "PUT /groups/{id}/epics/{epic_id}/discussions/{discussion_id}/notes/{note_id}": operations["updateDiscussionNoteOfEpic"];
  "DELETE /groups/{id}/epics/{epic_id}/discussions/{discussion_id}/notes/{note_id}": operations["deleteDiscussionNoteOfEpic"];
  "GET /projects/{id}/merge_requests/{merge_request_iid}/discussions": operations["listMergeRequestDiscussions"];
  "POST /projects/{id}/merge_requests/{merge_request_iid}/discussions": operations["createMergeRequestDiscussion"];
  "GET /projects/{id}/merge_requests/{merge_request_iid}/discussions/{discussion_id}": operations["getMergeRequestDiscussion"];
  "PUT /projects/{id}/merge_requests/{merge_request_iid}/discussions/{discussion_id}": operations["resolveMergeRequestDiscussion"];
  "POST /projects/{id}/merge_requests/{merge_request_iid}/discussions/{discussion_id}/notes": operations["replyToDiscussionOfMergeRequest"];
  "PUT /projects/{id}/merge_requests/{merge_request_iid}/discussions/{discussion_id}/notes/{note_id}": operations["updateDiscussionNoteOfMergeRequest"];
  "DELETE /projects/{id}/merge_requests/{merge_request_iid}/discussions/{discussion_id}/notes/{note_id}": operations["deleteDiscussionNoteOfMergeRequest"];
  "GET /groups": operations["listGroups"];
  "POST /groups": operations["createGroup"];
  "GET /groups/{id}": operations["getGroup"];
  "PUT /groups/{id}": operations["updateGroup"];
  "DELETE /groups/{id}": operations["deleteGroup"];
  "GET /groups/{id}/subgroups": operations["listSubgroups"];
  "GET /groups/{id}/descendant_groups": operations["listDescendantGroups"];
  "POST /groups/{id}/restore": operations["restoreGroup"];
  "POST /groups/{id}/transfer": operations["transferGroup"];
  "POST /groups/{id}/projects/{project_id}": operations["moveProjectIntoGroup"];
  "POST /groups/{id}/share": operations["shareGroup"];
  "DELETE /groups/{id}/share/{group_id}": operations["unshareGroup"];
  "GET /namespaces/{id}": operations["getNamespace"];
  "GET /version": operations["getVersion"];
  "GET /metadata": operations["getMetadata"];
  "GET /license": operations["getLicense"];
  "GET /user": operations["getOwnUser"];
  "GET /projects/{id}/integrations": operations["listIntegrations"];
  "GET /projects/{id}/services": operations["listIntegrations"];
  "GET /projects/{id}/integrations/{slug}": operations["getIntegration"];
  "GET /projects/{id}/services/{slug}": operations["getIntegration"];
  "DELETE /projects/{id}/integrations/{slug}": operations["deleteIntegration"];
  "DELETE /projects/{id}/services/{slug}": operations["deleteIntegration"];
  "PUT /projects/{id}/integrations/asana": operations["updateIntegrationAsana"];
  "PUT /projects/{id}/services/asana": operations["updateIntegrationAsana"];
  "PUT /projects/{id}/integrations/assembla": operations["updateIntegrationAssembla"];
  "PUT /projects/{id}/services/assembla": operations["updateIntegrationAssembla"];
  "PUT /projects/{id}/integrations/bamboo": operations["updateIntegrationBamboo"];
  "PUT /projects/{id}/services/bamboo": operations["updateIntegrationBamboo"];
  "PUT /projects/{id}/integrations/custom-issue-tracker": operations["updateIntegrationCustomIssueTracker"];
  "PUT /projects/{id}/services/custom-issue-tracker": operations["updateIntegrationCustomIssueTracker"];
  "PUT /projects/{id}/integrations/bugzilla": operations["updateIntegrationBugzilla"];
  "PUT /projects/{id}/services/bugzilla": operations["updateIntegrationBugzilla"];
  "PUT /projects/{id}/integrations/ewm": operations["updateIntegrationEwm"];
  "PUT /projects/{id}/services/ewm": operations["updateIntegrationEwm"];
  "PUT /projects/{id}/integrations/buildkite": operations["updateIntegrationBuildkite"];
  "PUT /projects/{id}/services/buildkite": operations["updateIntegrationBuildkite"];
  "PUT /projects/{id}/integrations/campfire": operations["updateIntegrationCampfire"];
  "PUT /projects/{id}/services/campfire": operations["updateIntegrationCampfire"];
  "PUT /projects/{id}/integrations/datadog": operations["updateIntegrationDatadog"];
  "PUT /projects/{id}/services/datadog": operations["updateIntegrationDatadog"];
  "PUT /projects/{id}/integrations/unify-circuit": operations["updateIntegrationUnifyCircuit"];
  "PUT /projects/{id}/services/unify-circuit": operations["updateIntegrationUnifyCircuit"];
  "PUT /projects/{id}/integrations/pumble": operations["updateIntegrationPumble"];
  "PUT /projects/{id}/services/pumble": operations["updateIntegrationPumble"];
  "PUT /projects/{id}/integrations/webex-teams": operations["updateIntegrationWebexTeams"];
  "PUT /projects/{id}/services/webex-teams": operations["updateIntegrationWebexTeams"];
  "PUT /projects/{id}/integrations/discord": operations["updateIntegrationDiscord"];
  "PUT /projects/{id}/services/discord": operations["updateIntegrationDiscord"];
  "PUT /projects/{id}/integrations/drone-ci": operations["updateIntegrationDroneCi"];
  "PUT /projects/{id}/services/drone-ci": operations["updateIntegrationDroneCi"];
  "PUT /projects/{id}/integrations/emails-on-push": operations["updateIntegrationEmailsOnPush"];
  "PUT /projects/{id}/services/emails-on-push": operations["updateIntegrationEmailsOnPush"];
  "PUT /projects/{id}/integrations/confluence": operations["updateIntegrationConfluence"];
  "PUT /projects/{id}/services/confluence": operations["updateIntegrationConfluence"];
  "PUT /projects/{id}/integrations/external-wiki": operations["updateIntegrationExternalWiki"];
  "PUT /projects/{id}/services/external-wiki": operations["updateIntegrationExternalWiki"];
  "PUT /projects/{id}/integrations/flowdock": operations["updateIntegrationFlowdock"];
  "PUT /projects/{id}/services/flowdock": operations["updateIntegrationFlowdock"];
  "PUT /projects/{id}/integrations/github": operations["updateIntegrationGithub"];
  "PUT /projects/{id}/services/github": operations["updateIntegrationGithub"];
  "POST /projects/{id}/issues/{issue_iid}/subscribe": operations["subscribeToIssue"];
  "POST /projects/{id}/issues/{issue_iid}/unsubscribe": operations["unsubscribeFromIssue"];
  "POST /projects/{id}/issues/{issue_iid}/todo": operations["createIssueTodo"];
  "POST /projects/{id}/issues/{issue_iid}/notes": operations["createIssueNote"];
  "POST /projects/{id}/issues/{issue_iid}/time_estimate": operations["setIssueTimeEstimate"];
  "POST /projects/{id}/issues/{issue_iid}/reset_time_estimate": operations["resetIssueTimeEstimate"];
  "POST /projects/{id}/issues/{issue_iid}/add_spent_time": operations["addIssueSpentTime"];
  "POST /projects/{id}/issues/{issue_iid}/reset_spent_time": operations["resetIssueSpentTime"];
  "GET /projects/{id}/issues/{issue_iid}/time_stats": operations["getIssueTimeStats"];
  "GET /projects/{id}/issues/{issue_iid}/related_merge_requests": operations["listIssueRelatedMergeRequests"];
  "GET /projects/{id}/issues/{issue_iid}/closed_by": operations["listIssueClosedBy"];
  "GET /projects/{id}/issues/{issue_iid}/participants": operations["listIssueParticipants"];
  "GET /projects/{id}/issues/{issue_iid}/user_agent_detail": operations["getIssueUserAgentDetail"];
  "GET /projects/{id}/issues/{issue_iid}/metric_images": operations["listIssueMetricImages"];
  "POST /projects/{id}/issues/{issue_iid}/metric_images": operations["uploadIssueMetricImage"];
  "GET /issues": operations["listIssues"];
  "GET /groups/{id}/issues": operations["listGroupIssues"];
  "GET /projects/{id}/issues": operations["listProjectIssues"];
  "POST /projects/{id}/issues": operations["createIssue"];
  "GET /projects/{id}/issues/{issue_iid}": operations["getIssue"];
  "PUT /projects/{id}/issues/{issue_iid}": operations["updateIssue"];
  "DELETE /projects/{id}/issues/{issue_iid}": operations["deleteIssue"];
  "GET /projects/{id}/jobs": operations["listProjectJobs"];
  "GET /projects/{id}/pipelines/{pipeline_id}/jobs": operations["listPipelineJobs"];
  "GET /projects/{id}/pipelines/{pipeline_id}/bridges": operations["listPipelineBridges"];
  "GET /job": operations["getOwnJob"];
  "GET /job/allowed_agents": operations["listAllowedAgents"];
  "GET /projects/{id}/jobs/{job_id}": operations["getJob"];
  "GET /projects/{id}/jobs/{job_id}/trace": operations["getJobTrace"];
  "POST /projects/{id}/jobs/{job_id}/cancel": operations["cancelJob"];
  "POST /projects/{id}/jobs/{job_id}/retry": operations["retryJob"];
  "POST /projects/{id}/jobs/{job_id}/erase": operations["eraseJob"];
  "POST /projects/{id}/jobs/{job_id}/play": operations["playJob"];
  "GET /groups/{id}/members": operations["listGroupMembers"];
  "POST /groups/{id}/members": operations["addGroupMember"];
  "GET /groups/{id}/members/all": operations["listAllGroupMembers"];
  "GET /groups/{id}/members/all/{user_id}": operations["getAnyGroupMember"];
  "GET /groups/{id}/members/{user_id}": operations["getGroupMember"];
  "PUT /groups/{id}/members/{user_id}": operations["updateGroupMember"];
  "DELETE /groups/{id}/members/{user_id}": operations["removeGroupMember"];
  "GET /projects/{id}/members": operations["listProjectMembers"];
  "POST /projects/{id}/members": operations["addProjectMember"];
  "GET /projects/{id}/members/all": operations["listAllProjectMembers"];
  "GET /projects/{id}/members/all/{user_id}": operations["getAnyProjectMember"];
  "GET /projects/{id}/members/{user_id}": operations["getProjectMember"];
  "PUT /projects/{id}/members/{user_id}": operations["updateProjectMember"];
  "DELETE /projects/{id}/members/{user_id}": operations["removeProjectMember"];
  "PUT /projects/{id}/merge_requests/{merge_request_iid}/merge": operations["mergeMergeRequest"];
  "GET /projects/{id}/merge_requests/{merge_request_iid}/merge_ref": operations["getMergeRef"];
  "POST /projects/{id}/merge_requests/{merge_request_iid}/cancel_merge_when_pipeline_succeeds": operations["cancelMergeWhenPipelineSucceeds"];
  "PUT /projects/{id}/merge_requests/{merge_request_iid}/rebase": operations["rebaseMergeRequest"];
  "GET /projects/{id}/merge_requests/{merge_request_iid}/closes_issues": operations["listIssuesClosedByMergeRequest"];
  "POST /projects/{id}/merge_requests/{merge_request_iid}/subscribe": operations["subscribeToMergeRequest"];
  "POST /projects/{id}/merge_requests/{merge_request_iid}/unsubscribe": operations["unsubscribeFromMergeRequest"];
  "GET /projects/{id}/merge_requests/{merge_request_iid}/approvals": operations["getMergeRequestApprovals"];
  "POST /projects/{id}/merge_requests/{merge_request_iid}/approvals": operations["updateMergeRequestApprovals"];
  "GET /projects/{id}/merge_requests/{merge_request_iid}/approval_state": operations["getMergeRequestApprovalState"];
  "GET /projects/{id}/merge_requests/{merge_request_iid}/approval_rules": operations["listMergeRequestApprovalRules"];
  "POST /projects/{id}/merge_requests/{merge_request_iid}/approval_rules": operations["createMergeRequestApprovalRule"];
  "PUT /projects/{id}/merge_requests/{merge_request_iid}/approval_rules/{approval_rule_id}": operations["updateMergeRequestApprovalRule"];
  "DELETE /projects/{id}/merge_requests/{merge_request_iid}/approval_rules/{approval_rule_id}": operations["deleteMergeRequestApprovalRule"];
  "POST /projects/{id}/merge_requests/{merge_request_iid}/approve": operations["approveMergeRequest"];
  "POST /projects/{id}/merge_requests/{merge_request_iid}/unapprove": operations["unapproveMergeRequest"];
  "GET /merge_requests": operations["listMergeRequests"];
  "GET /projects/{id}/merge_requests": operations["listProjectMergeRequests"];
  "POST /projects/{id}/merge_requests": operations["createMergeRequest"];
  "GET /groups/{id}/merge_requests": operations["listGroupMergeRequests"];
  "GET /projects/{id}/merge_requests/{merge_request_iid}": operations["getMergeRequest"];
  "PUT /projects/{id}/merge_requests/{merge_request_iid}": operations["updateMergeRequest"];
  "DELETE /projects/{id}/merge_requests/{merge_request_iid}": operations["deleteMergeRequest"];
  "GET /oauth/authorize": operations["showAuthorization"];
  "POST /oauth/authorize": operations["decideAuthorization"];
  "POST /oauth/token": operations["getToken"];
  "GET /oauth/token/info": operations["getTokenInfo"];
  "POST /oauth/revoke": operations["revokeToken"];
  "GET /oauth/userinfo": operations["getUserInfo"];
  "GET /projects/{id}/packages": operations["listProjectPackages"];
  "GET /groups/{id}/packages": operations["listGroupPackages"];
  "GET /projects/{id}/packages/{package_id}": operations["getPackage"];
  "DELETE /projects/{id}/packages/{package_id}": operations["deletePackage"];
  "GET /projects/{id}/packages/{package_id}/package_files": operations["listPackageFiles"];
  "DELETE /projects/{id}/packages/{package_id}/package_files/{package_file_id}": operations["deletePackageFile"];
  "GET /projects/{id}/pipelines": operations["listPipelines"];
  "GET /projects/{id}/pipelines/{pipeline_id}": operations["getPipeline"];
  "POST /jobs/request": operations["takeJob"];
  "PUT /jobs/{job_id}": operations["endJob"];
  "GET /projects": operations["listProjects"];
  "POST /projects": operations["createProject"];
  "GET /projects/{id}": operations["getProject"];
  "PUT /projects/{id}": operations["updateProject"];
  "DELETE /projects/{id}": operations["deleteProject"];
  "GET /groups/{id}/projects": operations["listGroupProjects"];
  "GET /groups/{id}/projects/shared": operations["listSharedProjects"];
  "GET /users/{user_id}/projects": operations["listUserProjects"];
  "POST /projects/{id}/restore": operations["restoreProject"];
  "PUT /projects/{id}/transfer": operations["transferProject"];
  "POST /projects/{id}/archive": operations["archiveProject"];
  "POST /projects/{id}/unarchive": operations["unarchiveProject"];
  "POST /projects/{id}/share": operations["shareProject"];
  "DELETE /projects/{id}/share/{group_id}": operations["unshareProject"];
  "GET /projects/{id}/protected_branches": operations["listProtectedBranches"];
  "POST /projects/{id}/protected_branches": operations["protectBranch"];
  "GET /projects/{id}/protected_branches/{name}": operations["getProtectedBranch"];
  "PATCH /projects/{id}/protected_branches/{name}": operations["updateProtectedBranch"];
  "DELETE /projects/{id}/protected_branches/{name}": operations["unprotectBranch"];
  "GET /groups/{id}/protected_branches": operations["listGroupProtectedBranches"];
  "POST /groups/{id}/protected_branches": operations["protectGroupBranch"];
  "GET /groups/{id}/protected_branches/{name}": operations["getGroupProtectedBranch"];
  "PATCH /groups/{id}/protected_branches/{name}": operations["updateGroupProtectedBranch"];
  "DELETE /groups/{id}/protected_branches/{name}": operations["unprotectGroupBranch"];
  "GET /groups/{id}/protected_environments": operations["listProtectedEnvironments"];
  "POST /groups/{id}/protected_environments": operations["protectEnvironment"];
  "GET /groups/{id}/protected_environments/{name}": operations["getProtectedEnvironment"];
  "PUT /groups/{id}/protected_environments/{name}": operations["updateProtectedEnvironment"];
  "DELETE /groups/{id}/protected_environments/{name}": operations["unprotectEnvironment"];
  "GET /projects/{id}/releases": operations["listReleases"];
  "POST /projects/{id}/releases": operations["createRelease"];
  "GET /projects/{id}/releases/{tag_name}": operations["getRelease"];
  "PUT /projects/{id}/releases/{tag_name}": operations["updateRelease"];
  "DELETE /projects/{id}/releases/{tag_name}": operations["deleteRelease"];
  "POST /projects/{id}/releases/{tag_name}/evidence": operations["collectEvidence"];
  "GET /projects/{id}/releases/{tag_name}/assets/links": operations["listReleaseLinks"];
  "POST /projects/{id}/releases/{tag_name}/assets/links": operations["createReleaseLink"];
  "GET /projects/{id}/releases/{tag_name}/assets/links/{link_id}": operations["getReleaseLink"];
  "PUT /projects/{id}/releases/{tag_name}/assets/links/{link_id}": operations["updateReleaseLink"];
  "DELETE /projects/{id}/releases/{tag_name}/assets/links/{link_id}": operations["deleteReleaseLink"];
  "GET /projects/{id}/repository/tags": operations["listTags"];
  "GET /projects/{id}/repository/tags/{tag_name}": operations["getTag"];
  "GET /topics": operations["listTopics"];
  "POST /topics": operations["createTopic"];
  "GET /topics/{id}": operations["getTopic"];
  "PUT /topics/{id}": operations["updateTopic"];
  "DELETE /topics/{id}": operations["deleteTopic"];
  "GET /users": operations["listUsers"];
  "GET /users/{id}": operations["getUser"];
}

/** The routes that answer lists. */
export type ListRoute =
  | "GET /projects/{id}/approval_rules"
  | "GET /projects/{id}/repository/branches"
  | "GET /projects/{id}/deployments"
  | "GET /projects/{id}/deployments/{deployment_id}/merge_requests"
  | "GET /projects/{id}/issues/{issue_iid}/discussions"
  | "GET /projects/{id}/snippets/{snippet_id}/discussions"
  | "GET /groups/{id}/epics/{epic_id}/discussions"
  | "GET /projects/{id}/merge_requests/{merge_request_iid}/discussions"
  | "GET /groups"
  | "GET /groups/{id}/subgroups"
  | "GET /groups/{id}/descendant_groups"
  | "GET /projects/{id}/integrations"
  | "GET /projects/{id}/services"
  | "GET /projects/{id}/issues/{issue_iid}/related_merge_requests"
  | "GET /projects/{id}/issues/{issue_iid}/closed_by"
  | "GET /projects/{id}/issues/{issue_iid}/participants"
  | "GET /projects/{id}/issues/{issue_iid}/metric_images"
  | "GET /issues"
  | "GET /groups/{id}/issues"
  | "GET /projects/{id}/issues"
  | "GET /projects/{id}/jobs"
  | "GET /projects/{id}/pipelines/{pipeline_id}/jobs"
  | "GET /projects/{id}/pipelines/{pipeline_id}/bridges"
  | "GET /groups/{id}/members"
  | "GET /groups/{id}/members/all"
  | "GET /projects/{id}/members"
  | "GET /projects/{id}/members/all"
  | "GET /projects/{id}/merge_requests/{merge_request_iid}/closes_issues"
  | "GET /projects/{id}/merge_requests/{merge_request_iid}/approval_rules"
  | "GET /merge_requests"
  | "GET /projects/{id}/merge_requests"
  | "GET /groups/{id}/merge_requests"
  | "GET /projects/{id}/packages"
  | "GET /groups/{id}/packages"
  | "GET /projects/{id}/packages/{package_id}/package_files"
  | "GET /projects/{id}/pipelines"
  | "GET /projects"
  | "GET /groups/{id}/projects"
  | "GET /groups/{id}/projects/shared"
  | "GET /users/{user_id}/projects"
  | "GET /projects/{id}/protected_branches"
  | "GET /groups/{id}/protected_branches"
  | "GET /groups/{id}/protected_environments"
  | "GET /projects/{id}/releases"
  | "GET /projects/{id}/releases/{tag_name}/assets/links"
  | "GET /projects/{id}/repository/tags"
  | "GET /topics"
  | "GET /users";
