import type { Shape } from "../../../core/kind-data.js";
import { describedShape, installedApp } from "./shape.js";

const teamChat = {
  username: "Name under which messages are posted.",
};

/** Integrations that tell people of events. */
export const chats: Readonly<Record<string, Shape>> = {
  "gitlab-slack-application": installedApp(
    "Tells Slack channels about events through the server's own app; it is installed in Slack first.",
  ),
  "hangouts-chat": describedShape("Tells a Google Chat space about events."),
  irker: describedShape("Tells IRC channels about pushes through an irker gateway.", {
    server_host: "Host of the irker gateway; empty is localhost.",
    server_port: "Port of the irker gateway; empty is 6659.",
    default_irc_uri: "Prefix of recipients that are not complete addresses, such as irc://irc.example.com:6697/.",
    recipients: ["Channels and users that get messages, separated by blanks.", { normalise: "words" }],
    colorize_messages: "Messages have colours.",
  }),
  matrix: describedShape("Tells a Matrix room about events.", {
    hostname: "Address of the Matrix server; empty is https://matrix.org.",
    token: "Access token of the Matrix user who posts.",
    room: "Id of the room, such as !room:matrix.org.",
  }),
  mattermost: describedShape("Tells Mattermost channels about events.", teamChat),
  "mattermost-slash-commands": describedShape("Lets people give commands from Mattermost.", {
    token: "Token that Mattermost gave for the command.",
  }),
  "microsoft-teams": describedShape("Tells a Microsoft Teams channel about events."),
  "pipelines-email": describedShape("Sends e-mails about pipelines.", {
    recipients: ["Addresses that e-mails go to, separated by commas or blanks.", { normalise: "words" }],
    notify_child_pipelines: "Reports child pipelines too.",
  }),
  pushover: describedShape("Sends messages about pushes to devices through Pushover.", {
    api_key: "Key of the application at Pushover.",
    user_key: "Key of the user at Pushover.",
    device: "Device that gets messages; empty is all of the user's.",
    priority: "Priority of messages: -2 lowest, -1 low, 0 normal, 1 high, 2 must be confirmed.",
    sound: "Sound of messages; empty is the user's own.",
  }),
  slack: describedShape("Tells Slack channels about events.", teamChat),
  "slack-slash-commands": describedShape("Lets people give commands from Slack.", {
    token: "Token that Slack gave for the command.",
  }),
  telegram: describedShape("Tells a Telegram chat about events.", {
    hostname: "Address of the Telegram API; empty is https://api.telegram.org.",
    token: "Token of the bot that posts.",
    room: "Id of the chat or @name of the channel.",
    thread: "Id of the topic in a group that has topics; empty is none.",
  }),
};
