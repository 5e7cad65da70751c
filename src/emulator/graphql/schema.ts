/** What people are asked about by; the caller and any other user have the same. */
const USER = `
  id: ID!
  username: String!
  name: String!
  state: UserState!
  active: Boolean
  bot: Boolean!
  publicEmail: String
  avatarUrl: String
  webUrl: String!`;

/** Where a connection begins and ends. */
const PAGE = "after: String, before: String, first: Int, last: Int";

const connection = (type: string): string => `
type ${type}Connection { count: Int! edges: [${type}Edge] nodes: [${type}] pageInfo: PageInfo! }
type ${type}Edge { cursor: String! node: ${type} }`;

/** The part of the schema of real servers that is answered, by the names that it has there. A query for anything else is told that there is no such field. */
export const SCHEMA = `
scalar Time
scalar UserID
enum UserState { active banned blocked blocked_pending_approval deactivated ldap_blocked }
enum MemberAccessLevel { MINIMAL_ACCESS GUEST PLANNER REPORTER SECURITY_MANAGER DEVELOPER MAINTAINER OWNER ADMIN }

type Query {
  currentUser: CurrentUser
  echo(text: String!): String!
  group(fullPath: ID!): Group
  memberRoles(${PAGE}): MemberRoleConnection
  metadata: Metadata
  project(fullPath: ID!): Project
  user(id: UserID, username: String): UserCore
  users(ids: [ID!], usernames: [String!], ${PAGE}): UserCoreConnection
}

type CurrentUser {${USER}
}

type UserCore {${USER}
}

type Metadata { enterprise: Boolean! revision: String! version: String! }

type Group {
  id: ID!
  name: String!
  path: String!
  fullName: String!
  fullPath: ID!
  description: String
  visibility: String
  webUrl: String!
  createdAt: Time
  parent: Group
  memberRoles(${PAGE}): MemberRoleConnection
}

type Project {
  id: ID!
  name: String!
  path: String!
  fullPath: ID!
  nameWithNamespace: String!
  description: String
  visibility: String
  archived: Boolean
  webUrl: String
  createdAt: Time
  group: Group
}

type MemberRole { id: ID! name: String! description: String baseAccessLevel: AccessLevel! createdAt: Time }
type AccessLevel { integerValue: Int stringValue: MemberAccessLevel }
type PageInfo { endCursor: String hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String }
${["MemberRole", "UserCore"].map(connection).join("\n")}
`;
