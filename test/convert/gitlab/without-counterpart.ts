/** Resources of the provider that have no counterpart. */
export const withoutCounterpart =
  `application cluster_agent cluster_agent_token compliance_framework compliance_requirement deploy_token global_level_notifications group_access_token
  group_cluster group_dependency_proxy group_dependency_proxy_image_ttl_policy group_deploy_token group_epic_board 
  group_issue_board group_saved_reply
  group_security_policy_attachment group_service_account group_service_account_access_token instance_cluster instance_service_account managed_license
  member_role personal_access_token pipeline_trigger project_access_token project_cicd_catalog project_cluster project_compliance_framework
  project_compliance_frameworks project_deploy_token project_error_tracking_settings project_feature_flag_user_list project_issue
  project_issue_board project_level_notifications project_milestone project_runner_enablement
  project_security_policy_attachment project_tag project_target_branch_rule project_wiki_page release release_link runner user user_custom_attribute
  user_gpgkey user_impersonation_token user_runner user_sshkey value_stream_analytics`
    .trim()
    .split(/\s+/)
    .map((name) => `gitlab_${name}`);
