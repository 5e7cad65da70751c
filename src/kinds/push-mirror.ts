import type { KindCall } from "../core/behaviour.js";
import { flag, oneOf, secret, setOf, text } from "../core/fields.js";
import type { Value } from "../core/json.js";
import { defineKind } from "../core/kind.js";
import { isSecret, secret as secretValue } from "../core/placeholders.js";
import { collection } from "./parts/routes.js";
import { sshFingerprint } from "./parts/ssh-fingerprint.js";

const kept = { carried: "replaced" } as const;

/** Servers show `{ fingerprint_sha256 }` of each (doc/api/remote_mirrors.md). */
const hostKey = text("Line of known hosts: the host, the type of the key, and the key.", {
  pattern: {
    like: String.raw`(?:^|\s)(?:ssh|ecdsa|sk-ssh|sk-ecdsa)-\S+\s+AAAA\S+`,
    hint: "a host, the type of its key, and the key, as ssh-keyscan prints them",
  },
  decode: sshFingerprint,
  normalise: sshFingerprint,
});

/** Repositories that a project is pushed to (the reference of real servers, push mirrors). */
export const pushMirror = defineKind({
  name: "push_mirror",
  title: "Push mirror",
  description: "A repository elsewhere that a project is pushed to.",
  source: "the reference of real servers, push mirrors",
  oddities: {
    "trueup identifies a push mirror by its address without the user name and password. The server never returns the user name and password.":
      "GitLab doc/api/remote_mirrors.md",
    "To change the credentials, the push mirror must be created again. With --resend-secrets, trueup deletes the push mirror and creates it again.":
      "GitLab doc/api/remote_mirrors.md",
    "Without keep_divergent_refs, the server overwrites diverged branches of the other repository.":
      "GitLab doc/user/project/repository/mirror/push.md",
    "The server allows two push mirrors with the same address. trueup cannot tell them apart.":
      "GitLab app/models/remote_mirror.rb",
    "The server returns host keys as SHA-256 fingerprints. trueup compares the fingerprints, in any order.":
      "GitLab doc/api/remote_mirrors.md",
    "An export leaves host keys out, because the server only returns their fingerprints.": "GitLab doc/api/remote_mirrors.md",
    "If auth_method is ssh_public_key, the server creates a key pair and returns the public key. The other side must accept this public key.":
      "GitLab doc/api/remote_mirrors.md",
  },
  weakens: {
    itself: "more",
    more: ["enabled"],
    less: ["only_protected_branches", "host_keys"],
    other: ["mirror_branch_regex"],
  },
  dialect: "vendor",
  parents: {
    project: { file: "push_mirrors", routes: collection("/projects/{project}/remote_mirrors", "{push_mirror}") },
  },
  key: {
    description: "The address, without a name and password.",
    write: "url",
    read: "url",
    form: "without-credentials",
    fixed: true,
    repeatable: true,
    max: 2048,
  },
  fields: {
    username: text("Name in the address, in which what is no letter or digit stands percent-encoded.", {
      on: "create",
      unreadable: true,
    }),
    password: secret("Password or token in the address, in which what is no letter or digit stands percent-encoded.", {
      on: "create",
      unreadable: true,
    }),
    enabled: flag("It is pushed to.", { default: false, ...kept }),
    auth_method: oneOf("How the other side knows who pushes.", ["password", "ssh_public_key"], { default: "password", ...kept }),
    keep_divergent_refs: flag("Branches that have gone their own way there are left alone.", { default: false, ...kept }),
    only_protected_branches: flag("Only protected branches are pushed.", { default: false, ...kept }),
    mirror_branch_regex: text("Only branches whose names match this are pushed.", { nullable: true, format: "re2", ...kept }),
    host_keys: setOf("Keys that the other side may show over SSH; compared by their fingerprints.", hostKey, {
      default: [],
      exported: { never: "servers show fingerprints of keys, and a file needs the keys" },
    }),
  },
  calls: (calls) => calls.map(withCredentials),
  check: ({ only_protected_branches: isLimited, mirror_branch_regex: pattern }) =>
    isLimited === true && typeof pattern === "string" && pattern !== ""
      ? [
          {
            rule: "push-mirror.exclusive",
            attribute: "mirror_branch_regex",
            about: ["only_protected_branches"],
            message: "protected branches alone and those of a pattern exclude each other",
          },
        ]
      : [],
  example: { enabled: true, only_protected_branches: true, username: "mirror", password: "${env:MIRROR_TOKEN}" },
  exampleKey: "https://mirror.example.com/acme/web.git",
});

/** Servers take the name and the password in the address alone: a secret where one of them is. */
function withCredentials(call: KindCall): KindCall {
  const { username, password, ...body } = call.body ?? {};
  const { url } = body;
  const given = [username, password];
  const isHidden = given.some((value) => isSecret(value));
  const [name = "", word = ""] = given.map((value) => (isHidden ? template(value) : typeof value === "string" ? value : ""));
  if (typeof url !== "string" || (name === "" && word === "")) return call.body === undefined ? call : { ...call, body };
  const userinfo = word === "" ? name : `${name}:${word}`;
  const whole = url.replace("://", () => `://${userinfo}@`);
  return { ...call, body: { ...body, url: isHidden ? secretValue(whole) : whole } };
}

/** What stands for a value in a template; empty for what is none. */
function template(value: Value | undefined): string {
  if (isSecret(value)) return value.$secret;
  return typeof value === "string" ? value.replaceAll("${", () => "$${") : "";
}
