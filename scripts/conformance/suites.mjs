// The suites of other clients that are run, as data: what is installed, which of its tests, and how they are told where the server is. Other people's code is run, so
// the hash is that of the source package that was looked at.

const GITLABFORM_NEEDS =
  "certifi==2026.10.18 cli-ui==0.19.0 cryptography==50.0.2 jinja2==3.1.6 luddite==1.0.4 markupsafe==3.0.4 mergedeep==1.3.4 packaging==26.3 pytest==9.2.0 requests==2.34.2 rich==15.0.0 ruamel.yaml==0.19.1 xkcdpass==1.30.0 yamlpath==3.9.1".split(
    " ",
  );

/** All suites, in the order of docs/conformance.md. */
export const SUITES = [
  {
    name: "python-gitlab",
    folder: "python_gitlab",
    release: "8.6.0",
    hash: "sha256:d1602164fb58ab280ceef460faf015cec6e7d83bb2d9cbae44ba448adb5568ef",
    /** The oldest Python that it runs with. */
    python: [3, 10],
    /** What is installed, step by step, as words for pip. */
    installs: (source) => [["-r", `${source}/requirements-test.txt`, source]],
    tests: ["tests/functional/api", "tests/functional/cli"],
    prefix: "tests/functional/",
    /** Its commands are started as processes, as its authors do. */
    words: ["--script-launch-mode=subprocess"],
    /** Names of the environment that its tests read the address and the token from. */
    url: "CONFORMANCE_URL",
    token: "CONFORMANCE_TOKEN",
    /** Tests with this fixture wait half a minute before they begin, and go by themselves. */
    slow: "make_merge_request",
    about:
      "The functional tests are those that its authors run against a container of the real server, unchanged, its own waits kept; only the fixtures that start the containers are replaced (`test/conformance/emulator_plugin.py`).",
  },
  {
    name: "gitlabform",
    folder: "gitlabform",
    release: "6.3.1",
    hash: "sha256:0189c014455170c29c4c8c79081994dcf30218b0a870ea26f1e3a728e229e097",
    python: [3, 12],
    // Its own list pins versions that an index may not have; only the client above is what its tests know.
    installs: (source) => [
      [...GITLABFORM_NEEDS, "python-gitlab[graphql]==8.6.0"],
      ["--no-deps", source],
    ],
    tests: ["tests/acceptance"],
    prefix: "tests/acceptance/",
    // Its files are called alike in several folders.
    words: ["--import-mode=importlib"],
    url: "GITLAB_URL",
    token: "GITLAB_TOKEN",
    slow: undefined,
    /** What `--check` runs of it: all takes a quarter of an hour. */
    checked: ["tests/acceptance/ultimate"],
    about:
      "The acceptance tests are those that its authors run against a container of the real server, unchanged, its own waits kept.",
  },
];
