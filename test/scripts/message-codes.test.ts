import { expect, it } from "vitest";

const script = "../../scripts/message-codes.mjs";
const { areaOf } = (await import(script)) as { readonly areaOf: (name: string, text: string) => unknown };

const part = (code: string) =>
  `<a id="${code}"></a>\n\n## \`${code}\`\n\nIt fails.\n\n- **Cause:** A cause.\n- **Fix:** A fix.\n`;
const head = "# Messages\n\nOf one subject. [All codes](README.md)\n";

it("reads the title, the description and each code of a page", () => {
  expect(areaOf("plan", [head, part("a.b"), part("c")].join("\n"))).toEqual({
    name: "plan",
    title: "Messages",
    description: "Of one subject.",
    codes: ["a.b", "c"].map((code) => ({ code, meaning: "It fails.", cause: "A cause.", fix: "A fix." })),
  });
});

it.each([
  ["a title with nothing below", ["# Messages\n", part("a.b")], 1],
  ["a heading that is not its anchor", [head, part("a.b"), part("c").replace("`c`", "`d`")], 14],
  ["a code without a fix", [head, part("a.b").replace(/- \*\*Fix.*\n/, "")], 5],
])("refuses %s, with the line where the part begins", (_, parts, line) => {
  expect(() => areaOf("plan", parts.join("\n"))).toThrow(
    `docs/codes/plan.md:${line}: write this part in the shape of the others`,
  );
});
