/** Numbers of the access levels (document 1, Roles; names from the reference of real servers). */
export const accessLevels = {
  no_access: 0,
  minimal: 5,
  guest: 10,
  planner: 15,
  reporter: 20,
  security_manager: 25,
  developer: 30,
  maintainer: 40,
  owner: 50,
  admin: 60,
} as const;
/**
 * From which release on people can have a role that was not always there: planner by the release notes of 17.7; security_manager is in no list of roles of the description of 19.0, and
 * clients have it since the release after that (client-go !2908, gitlabform #1329, the server's epic 16399).
 */
export const rolesSince: { readonly [role: string]: string | undefined } = { planner: "17.7", security_manager: "19.1" };

/** The name of an access level. */
export type AccessLevel = keyof typeof accessLevels;

/** The name of an access level given by number or by name; undefined if there is none. */
export function accessLevelName(value: unknown): AccessLevel | undefined {
  for (const [name, number] of Object.entries(accessLevels)) {
    if (value === number || value === name) return name as AccessLevel;
  }
  return undefined;
}
