import { expect } from "vitest";
import { noBrowser, openPage } from "../browser.js";
import { trueup } from "../harness/built.js";
import { testUnless } from "../needs.js";
import { logIn, placeToLogIn, storedLogin } from "./login.js";

testUnless(
  noBrowser,
  "a person logs in with a browser: signs in, approves, and lands on a page that says it is done",
  async () => {
    const place = await placeToLogIn();
    const page = await openPage();
    const { code, stdout } = await logIn(place, {
      browse: async (address) => {
        await page.goto(address);
        await page.getByLabel("Username or e-mail").fill("alice");
        await page.getByLabel("Password").fill("password-of-alice");
        await page.getByRole("button", { name: "Sign in" }).click();
        await page.getByRole("button", { name: "Authorize" }).click();
        await page.waitForURL(`http://127.0.0.1:${place.port}/callback**`);
        return "";
      },
    });
    expect(code).toBe(0);
    expect(stdout).toContain("alice (Alice Archer)");
    expect(await page.getByRole("heading").textContent()).toBe("Logged in");
    expect(await page.getByRole("main").textContent()).toContain("You can close this window.");
    expect(await page.content()).not.toContain(String(storedLogin(place)["access_token"]));
    expect((await trueup(["auth", "status", "--url", place.server.url], { env: place.env })).code).toBe(0);
  },
);

testUnless(noBrowser, "a person who denies lands on a page that says so", async () => {
  const place = await placeToLogIn();
  const page = await openPage();
  const { code } = await logIn(place, {
    browse: async (address) => {
      await page.goto(address);
      await page.getByLabel("Username or e-mail").fill("alice");
      await page.getByLabel("Password").fill("password-of-alice");
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("button", { name: "Deny" }).click();
      await page.waitForURL(`http://127.0.0.1:${place.port}/callback**`);
      return "";
    },
  });
  expect(code).toBe(1);
  expect(await page.getByRole("heading").textContent()).toBe("Not logged in");
});
