import { afterAll, beforeAll, expect, test } from "vitest";
import { type Vendor, startVendor } from "../config-platform.js";

let vendor: Vendor;

beforeAll(async () => {
  vendor = await startVendor();
});
afterAll(() => vendor.close());

test("links to groups of sign-on are by name, and by provider where there are several", async () => {
  const { id } = await vendor.group();
  const at = `/groups/${id}/saml_group_links`;
  const json = { saml_group_name: "devs", access_level: 30 };
  expect(await vendor.made(at, json)).toEqual({ name: "devs", access_level: 30, member_role_id: null, provider: null });
  expect(await vendor.status("POST", at, json)).toEqual([400, { message: { saml_group_name: ["has already been taken"] } }]);
  await vendor.made(at, { ...json, provider: "other" });
  expect((await vendor.status("GET", `${at}/devs`))[0]).toBe(422);
  expect(await vendor.status("GET", `${at}/devs?provider=other`)).toMatchObject([200, { provider: "other" }]);
  expect((await vendor.status("DELETE", `${at}/devs?provider=other`))[0]).toBe(204);
  expect((await vendor.status("DELETE", `${at}/devs`))[0]).toBe(204);
  expect((await vendor.status("GET", `${at}/devs`))[0]).toBe(404);
  expect(await vendor.list(at)).toEqual([]);
});

test("without a link to LDAP groups the list is 404; a link is by name or by filter", async () => {
  const { id } = await vendor.group();
  const at = `/groups/${id}/ldap_group_links`;
  const none = [404, { message: "No linked LDAP groups found" }];
  expect(await vendor.status("GET", at)).toEqual(none);
  const json = { provider: "LDAP Main", group_access: 30 };
  expect(await vendor.made(at, { ...json, cn: "devs" })).toMatchObject({ cn: "devs", filter: null, group_access: 30 });
  await vendor.made(at, { ...json, filter: "(&(a=b)(c=d))" });
  expect((await vendor.status("POST", at, { ...json, cn: "devs" }))[0]).toBe(409);
  expect((await vendor.status("POST", at, json))[0]).toBe(400);
  expect((await vendor.status("POST", at, { ...json, cn: "a", filter: "(a=b)" }))[0]).toBe(400);
  expect((await vendor.status("POST", at, { ...json, filter: "(a" }))[0]).toBe(409);
  expect((await vendor.list(at)).length).toBe(2);
  expect((await vendor.status("DELETE", `${at}?provider=LDAP%20Main&cn=devs`))[0]).toBe(204);
  expect((await vendor.status("DELETE", `${at}?provider=LDAP%20Main&cn=devs`))[0]).toBe(404);
  expect((await vendor.status("DELETE", `${at}?provider=LDAP%20Main&filter=${encodeURIComponent("(&(a=b)(c=d))")}`))[0]).toBe(
    204,
  );
  expect(await vendor.status("GET", at)).toEqual(none);
  expect((await vendor.status("POST", `/groups/${id}/ldap_sync`))[0]).toBe(404);
});
