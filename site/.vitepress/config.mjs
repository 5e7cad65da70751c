// The site of the pages in docs/. Its build fails on a link that leads to no page; ../anchors.mjs looks at anchors afterwards.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { drawnDiagrams } from "../diagrams.mjs";
import { plainMarkdown, slug } from "../markdown.mjs";
import { sidebar } from "../navigation.mjs";
import { repositoryAddress, rewrites } from "../places.mjs";
import { miniSearch } from "../search.mjs";

const repository = repositoryAddress();
const searchLabel = "Search (Ctrl K)";
const here = fileURLToPath(import.meta.url);

/** Pages are compiled to modules that import Vue. When they are rendered in Node it stays a package, which is then found from the site. */
const vueOfSite = {
  name: "vue-of-site",
  enforce: "pre",
  async resolveId(id, importer, { ssr }) {
    if (id !== "vue" && id !== "vue/server-renderer") return undefined;
    return ssr ? { id, external: true } : this.resolve(id, here, { skipSelf: true });
  },
};

export default defineConfig({
  title: "trueup",
  description:
    "Infrastructure as code for platforms that speak the /api/v4 REST API: YAML files in, an exact plan, ordered calls out.",
  lang: "en",
  // A path such as /trueup/ where the site does not have a host of its own.
  base: process.env.DOCS_BASE ?? "/",
  srcDir: "../docs",
  outDir: "./dist",
  cacheDir: "./node_modules/.cache/vitepress",
  rewrites,
  cleanUrls: false,
  metaChunk: true,
  markdown: {
    config: (md) => {
      plainMarkdown(md);
      drawnDiagrams(md);
    },
    anchor: { slugify: slug },
    // Emoji, containers and components are not plain Markdown.
    attrs: { disable: true },
    component: {},
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  // The pages lie outside of this folder, where no installed package is found from.
  vite: {
    plugins: [vueOfSite],
    server: { fs: { allow: [".."] } },
    build: { chunkSizeWarningLimit: 4000 },
  },
  themeConfig: {
    nav: [
      { text: "Tutorial", link: "/tutorial" },
      { text: "Guides", link: "/adopting" },
      { text: "Commands", link: "/commands/" },
      { text: "Kinds", link: "/kinds/" },
    ],
    sidebar: sidebar(),
    outline: [2, 3],
    search: {
      provider: "local",
      options: {
        detailedView: true,
        miniSearch,
        translations: { button: { buttonText: searchLabel, buttonAriaLabel: searchLabel } },
      },
    },
    ...(repository === undefined ? {} : { editLink: { pattern: `${repository}/edit/main/docs/:path` } }),
  },
});
