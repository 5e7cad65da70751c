import type { CodeArea } from "./area.js";

/** Messages about the server. */
export const area: CodeArea = {
  name: "server",
  title: "Messages about the server",
  description: "Requests, replies, tokens and logins.",
  entries: {
    "api.conflict": {
      means: "The server answered 409 because the change conflicts with its state.",
      cause: "Another resource has the name, or somebody changed the resource at the same time.",
      remedy: "Plan again, and resolve the conflict that the server names.",
    },
    "api.forbidden": {
      means: "The server answered 403: the token may not do this.",
      cause: "The user lacks the role, or the token lacks the scope.",
      remedy: "Give the user the role or use another token. `trueup token-scope` lists the scopes.",
    },
    "api.interrupted": {
      means: "The run stopped while a request was under way.",
      cause: "The process received an interrupt signal.",
      remedy: "Run the command again. If the reply was lost, look at the server first.",
    },
    "api.list_incomplete": {
      means: "A list shows fewer or more entries than can be right.",
      cause: "The list changed while trueup read it, or something between trueup and the server cut it.",
      remedy: "Run the command again when nobody changes the list.",
    },
    "api.no_reply": {
      means: "The server sent no complete reply to a read.",
      cause: "The network or a proxy cut the connection, or the server was too slow.",
      remedy: "Check the server and the network, then run again.",
    },
    "api.not_found": {
      means: "The server answered 404: the resource does not exist, or the token may not see it.",
      cause: "The path is misspelled, the resource was deleted, or the token has no access.",
      remedy: "Check the path, and use a token that can read the resource.",
    },
    "api.not_the_api": {
      means: "The answer does not come from the GitLab API.",
      cause: "The URL is wrong, or a login page or a proxy answers in place of the server.",
      remedy: "Check the URL and open it in a browser.",
    },
    "api.pages_endless": {
      means: "A list does not end.",
      cause: "Something between trueup and the server repeats or invents pages.",
      remedy: "Check proxies and caches before the server.",
    },
    "api.pages_repeat": {
      means: "A list returns the same page again.",
      cause: "A proxy or cache ignores the page number.",
      remedy: "Check proxies and caches before the server.",
    },
    "api.rate_limited": {
      means: "The server answered 429: there were too many requests.",
      cause: "Other clients, or a high `--concurrency`, use up the limit of the server.",
      remedy: "Run again later, or lower `--concurrency`.",
    },
    "api.redirect": {
      means: "The server redirected the request to another address.",
      cause: "The server moved, or the URL begins with `http` in place of `https`.",
      remedy: "Give the new address as `--url` if it is the server that you mean.",
    },
    "api.refused": {
      means: "The server answered 400 or 422: it does not accept a value.",
      cause: "A rule of the server excludes a value, or a file is too large.",
      remedy: "Read the server's message, and change the value in the files.",
    },
    "api.reply_lost": {
      means: "The reply to a write was lost, so the write may have taken effect.",
      cause: "The network or a proxy cut the connection after the request was sent.",
      remedy: "Plan again. The plan shows whether the change is still needed.",
    },
    "api.run_over": {
      means: "The run reached its time limit.",
      cause: "The server is slow, or the run has very many requests.",
      remedy: "Run it again, which continues from the state of the server, or raise the limit.",
    },
    "api.server_error": {
      means: "The server answered with a status of 500 or more.",
      cause: "The server has a problem of its own.",
      remedy: "Try again later, or read the server's logs.",
    },
    "api.too_large": {
      means: "The reply is larger than the limit of trueup.",
      cause: "The URL is wrong, or the endpoint returns a file.",
      remedy: "Check the URL.",
    },
    "api.too_many": {
      means: "A list has more items than the limit.",
      cause: "The query matches very many items.",
      remedy: "Give parameters of the query that select a part of the list.",
    },
    "api.unauthorized": {
      means: "The server answered 401: it does not accept the token.",
      cause: "The token expired, was revoked, or belongs to another server.",
      remedy: "Make a new token, or run `trueup auth login`.",
    },
    "api.unknown_route": {
      means: "The server does not have this route.",
      cause: "The release or the edition of the server is older or smaller than the route needs.",
      remedy: "Upgrade the server, or remove the resource from the files.",
    },
    "api.unreachable": {
      means: "trueup could not reach the server.",
      cause: "The host name, the port, the network or the certificate is wrong, or the server is down.",
      remedy: "Check the URL and the network. The message names the reason.",
    },
    "credential.invalid": {
      means: "The token contains a character that no token has.",
      cause: "A space, a quote or a line break was copied with the token.",
      remedy: "Copy the token again, without quotes and line breaks.",
    },
    "credential.job_token": {
      means: "A CI job token may not call this endpoint.",
      cause: "The pipeline provides `CI_JOB_TOKEN`, and no other token is set.",
      remedy: "Set `TRUEUP_TOKEN` to a personal, group or project access token.",
    },
    "credential.missing": {
      means: "The variable that holds the token is not set.",
      cause: "`token_env` of the instance names a variable that the environment does not have.",
      remedy: "Set the variable, or run `trueup auth login --url URL`.",
    },
    "internal.oauth_only": {
      means: "A part of trueup tried to reach an endpoint that it must not reach.",
      cause: "The code that logs in may call only the OAuth endpoints.",
      remedy: "Report this error: it is a fault in trueup.",
    },
    "internal.read_only": {
      means: "A part of trueup that only reads tried to write.",
      cause: "Code that plans may send only reads.",
      remedy: "Report this error: it is a fault in trueup.",
    },
    "login.ended": {
      means: "The stored login is no longer valid.",
      cause: "The login expired, or somebody revoked it on the server.",
      remedy: "Run `trueup auth login --url URL`.",
    },
    "login.locked": {
      means: "Another process holds the stored login.",
      cause: "The other process is renewing the login and does not finish.",
      remedy: "End the process that the message names, then run again.",
    },
    "login.no_application": {
      means: "trueup knows no OAuth application of this server.",
      cause: "A login in the browser needs an application that is registered at the server.",
      remedy: "Register the application as the hint says, and give `--client-id`.",
    },
    "login.no_home": {
      means: "There is no directory in which to keep a login.",
      cause: "The environment names no home directory.",
      remedy: "Set `HOME`, `APPDATA` or `XDG_CONFIG_HOME`.",
    },
    "login.none": {
      means: "There is no stored login for this server.",
      cause: "Nobody logged in, or somebody logged out.",
      remedy: "Run `trueup auth login --url URL`.",
    },
    "login.port": {
      means: "The login cannot come back to this computer.",
      cause: "Another program uses the port, or the system does not allow it.",
      remedy: "End the other program, or choose another port as the hint says.",
    },
    "login.storage": {
      means: "trueup cannot use the directory of stored logins.",
      cause: "The directory is not yours, is not writable, or the disk is full.",
      remedy: "Correct its rights, or name another place with `XDG_CONFIG_HOME`.",
    },
    "login.timeout": {
      means: "Nobody approved the login in time.",
      cause: "The page in the browser was not opened or not confirmed.",
      remedy: "Run `trueup auth login` again and open the address that it prints.",
    },
    "login.unreadable": {
      means: "trueup cannot read the stored login.",
      cause: "Somebody changed the file, or another release wrote it.",
      remedy: "Delete the file, then run `trueup auth login`.",
    },
    "oauth.access_denied": {
      means: "The user refused the login.",
      cause: "Somebody chose to deny access on the page in the browser.",
      remedy: "Run `trueup auth login` again and choose Authorize.",
    },
    "oauth.foreign": {
      means: "The endpoint does not answer as OAuth 2.0 requires.",
      cause: "The URL is wrong, a proxy answers, or the server has a problem.",
      remedy: "Check the URL, then try again.",
    },
    "oauth.invalid_client": {
      means: "The server does not accept the application.",
      cause: "The id of the application is wrong, or its secret is missing.",
      remedy: "Check the id, and set `TRUEUP_CLIENT_SECRET` if the application is confidential.",
    },
    "oauth.invalid_grant": {
      means: "The server does not accept the login any more.",
      cause: "The code or the refresh token expired, or was used before.",
      remedy: "Run `trueup auth login` again.",
    },
    "oauth.invalid_scope": {
      means: "The server does not grant the requested scopes.",
      cause: "The application is registered with fewer scopes.",
      remedy: "Ask for the registered scopes with `--scopes`.",
    },
    "oauth.invalid_token": {
      means: "The server does not accept the token of the login.",
      cause: "The token expired or was revoked.",
      remedy: "Run `trueup auth login` again.",
    },
    "oauth.refused": {
      means: "The OAuth endpoint of the server refused the request.",
      cause: "The server gave a reason, which the message and the code repeat.",
      remedy: "Read the server's message, and check the settings of the application.",
    },
    "oauth.unauthorized_client": {
      means: "The application may not use this way to log in.",
      cause: "Its settings on the server do not include the flow.",
      remedy: "Change the settings of the application on the server.",
    },
    "oauth.unreachable": {
      means: "trueup got no complete reply from the OAuth endpoint.",
      cause: "The server is down, or the network cut the connection.",
      remedy: "Check the server and the network, then run again.",
    },
    "reply.type": {
      means: "A reply of the server has a value of an unexpected type.",
      cause: "The release of the server differs from the known releases, or a proxy changed the reply.",
      remedy: "Look at the reply with `trueup api`, and report it if the server is right.",
    },
    "server.lost": {
      means: "trueup did not try a server again after its first failure.",
      cause: "An earlier request of the same run found the server unreachable, or its token invalid.",
      remedy: "Resolve the first error and run again.",
    },
    "server.none": {
      means: "No server is chosen.",
      cause: "Neither an option, the environment, the project file nor a stored login names a server.",
      remedy: "Give `--url`, set `TRUEUP_URL`, or run `trueup auth login --url URL`.",
    },
    "server.url": {
      means: "The address of the server cannot be used.",
      cause: "The URL is malformed, has credentials, or uses `http` without permission.",
      remedy: "Write an address such as `https://gitlab.example.com`.",
    },
  },
};
