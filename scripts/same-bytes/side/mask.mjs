// Takes out of what is compared what no two runs have in common. Both sides go through the same functions.

/** Replaces the directory of a scenario, ports, and when things happened by words. Times that people write have no milliseconds. */
export function maskText(text, directory) {
  return text
    .replaceAll(directory, "DIRECTORY")
    .replaceAll(/\b(127\.0\.0\.1|localhost):\d+/g, "$1:PORT")
    .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "WHEN");
}

/** How many requests were made: how often something is looked at until it is ready depends on the clock. */
export function maskRequestCount(text) {
  return text.replaceAll(/("stats": \{[^{}]*"requests": )\d+/g, "$1N").replaceAll(/\b\d+ requests?\b/g, "N requests");
}

/** Lines of a progress that came in any order. */
export function maskOrder(text) {
  return text
    .replaceAll(/^\[\d+\/\d+\]/gm, "[N]")
    .split("\n")
    .toSorted()
    .join("\n");
}

/** One request as a line: method, path with query, and what was sent. The boundary of a form is random. */
export function requestLine({ method, url, type = "", body }) {
  const [, boundary] = /boundary="?([^";]+)/.exec(type) ?? [];
  if (boundary !== undefined) {
    const text = body.toString("latin1").replaceAll(boundary, "BOUNDARY");
    return [method, url, type.replace(boundary, "BOUNDARY"), JSON.stringify(text)].join(" ");
  }
  return [method, url, ...(type === "" ? [] : [type]), ...(body.length === 0 ? [] : [body.toString("utf8")])].join(" ");
}

/**
 * Requests as a text that is the same for the same requests: reads in any order, since they run side by side, and writes in the order in which they came.
 * With `timed` something was waited for by the clock, so a read counts once. With `unordered` writes ran side by side as well: they come in any order, and what
 * they made has any number.
 */
export function requestsText(requests, { timed = false, unordered = false } = {}) {
  const isRead = ({ method }) => method === "GET" || method === "HEAD";
  const lines = (some) =>
    some.map(requestLine).map((line) => (unordered ? line.replaceAll(/(?<=\/|_ids?":\[?)\d+/g, "N") : line));
  const reads = lines(requests.filter(isRead)).toSorted();
  const writes = lines(requests.filter((one) => !isRead(one)));
  const all = [...(timed || unordered ? new Set(reads) : reads), ...(unordered ? writes.toSorted() : writes)];
  return all.map((line) => `${line}\n`).join("");
}
