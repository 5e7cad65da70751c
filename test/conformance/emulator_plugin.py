"""Points python-gitlab's own functional tests at a server that is there, in place of the containers that its fixtures start.

pytest loads it by `-p emulator_plugin`. Nothing else of the suite is changed. It also writes what the runner (scripts/conformance) needs as JSON: which tests
there are (CONFORMANCE_COLLECTED), or how each ended (CONFORMANCE_RESULTS).
"""

import json
import os
import re

import pytest

CONTAINERS = "tests.functional.conftest"


@pytest.fixture(scope="session")
def gitlab_url():
    return os.environ["CONFORMANCE_URL"]


@pytest.fixture(scope="session")
def gitlab_token():
    return os.environ["CONFORMANCE_TOKEN"]


@pytest.hookimpl(tryfirst=True)
def pytest_plugin_registered(plugin):
    """Fixtures of a conftest hide those of a plugin, so ours take their places in it before pytest reads it."""
    if getattr(plugin, "__name__", "") == CONTAINERS:
        plugin.gitlab_url = gitlab_url
        plugin.gitlab_token = gitlab_token


def pytest_collection_finish(session):
    place = os.environ.get("CONFORMANCE_COLLECTED")
    if place:
        write(place, [{"id": item.nodeid, "fixtures": item.fixturenames} for item in session.items])


results = {}


def pytest_runtest_logreport(report):
    """A test is what its worst part is: one whose tidying up fails has failed."""
    if report.failed:
        results[report.nodeid] = {"outcome": "failed", "why": reason(report)}
    elif report.when == "setup" or results.get(report.nodeid, {}).get("outcome") == "passed":
        results[report.nodeid] = outcome(report)


def outcome(report):
    if hasattr(report, "wasxfail"):
        return {"outcome": "xfail", "why": report.wasxfail}
    if report.skipped:
        return {"outcome": "skipped", "why": str(report.longrepr[2]).removeprefix("Skipped: ")}
    return {"outcome": "passed"}


def reason(report):
    """One line: what was raised, or what a command that failed had said before."""
    crash = getattr(report.longrepr, "reprcrash", None)
    said = (crash.message if crash else str(report.longrepr)).split("\n")[0]
    complaints = [line for _, text in report.sections for line in text.split("\n") if re.match(r"#? ?(Impossible|gitlab:|.*\bError\b.*: )", line)]
    return f"{said} ({complaints[0]})" if said.startswith("assert False") and complaints else said


def pytest_sessionfinish():
    place = os.environ.get("CONFORMANCE_RESULTS")
    if place:
        write(place, results)


def write(place, value):
    with open(place, "w", encoding="utf-8") as file:
        json.dump(value, file)
