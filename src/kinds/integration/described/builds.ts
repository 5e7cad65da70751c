import type { Shape } from "../../../core/kind-data.js";
import { describedShape } from "./shape.js";

/** Integrations with builds, registries, shops and other services. */
export const builds: Readonly<Record<string, Shape>> = {
  "apple-app-store": describedShape("Gives jobs what they need to publish in the Apple App Store.", {
    app_store_issuer_id: "Id of the issuer of the key at App Store Connect.",
    app_store_key_id: "Id of the key at App Store Connect.",
    app_store_private_key: "The private key itself.",
    app_store_private_key_file_name: "File name of the private key.",
    app_store_protected_refs: "Only jobs of protected branches and tags get it.",
  }),
  "diffblue-cover": describedShape("Gives jobs what they need to write unit tests with Diffblue Cover.", {
    diffblue_license_key: "Licence key of Diffblue Cover.",
    diffblue_access_token_name: "Name of the access token that Diffblue Cover uses in pipelines.",
    diffblue_access_token_secret: "The access token that Diffblue Cover uses in pipelines.",
  }),
  "git-guardian": describedShape("Has GitGuardian look for secrets in pushes.", { token: "Token for GitGuardian." }, "premium"),
  "google-cloud-platform-artifact-registry": describedShape("Connects the project with a Google Artifact Registry.", {
    artifact_registry_project_id: "Id of the Google Cloud project.",
    artifact_registry_location: "Location of the repository at Google.",
    artifact_registry_repositories: "Name of the repository at Google.",
  }),
  "google-cloud-platform-workload-identity-federation": describedShape("Lets jobs sign in to Google Cloud without keys.", {
    workload_identity_federation_project_id: "Id of the Google Cloud project.",
    workload_identity_federation_project_number: "Number of the Google Cloud project.",
    workload_identity_pool_id: "Id of the workload identity pool.",
    workload_identity_pool_provider_id: "Id of the provider in the workload identity pool.",
  }),
  "google-play": describedShape("Gives jobs what they need to publish at Google Play.", {
    package_name: "Package name of the app.",
    service_account_key: "Key of the service account, as JSON.",
    service_account_key_file_name: "File name of the service account's key.",
    google_play_protected_refs: "Only jobs of protected branches and tags get it.",
  }),
  harbor: describedShape("Gives jobs what they need to use a Harbor registry, and shows it here.", {
    url: "Address of the Harbor server.",
    project_name: "Name of the project in Harbor.",
    username: "User name at Harbor.",
    password: "Password at Harbor.",
  }),
  jenkins: describedShape("Starts builds on a Jenkins server.", {
    jenkins_url: "Address of the Jenkins server.",
    project_name: "Name of the project in Jenkins, as in its address.",
    username: "User name at Jenkins.",
    password: "Password at Jenkins.",
  }),
  "mock-ci": describedShape("Mock CI service on servers for development.", {
    mock_service_url: "Address of the mock service.",
  }),
  "mock-monitoring": describedShape("Mock monitoring service on servers for development."),
  packagist: describedShape("Tells Packagist about new versions.", {
    username: "User name at Packagist.",
    token: "Token for Packagist.",
    server: "Address of another Packagist server; empty is https://packagist.org.",
  }),
  teamcity: describedShape("Starts builds on a TeamCity server.", {
    teamcity_url: "Address of the TeamCity server.",
    build_type: "Id of the build configuration.",
    username: "User who may start builds.",
    password: "Password of that user.",
  }),
};
