// Numbers of what a replay made itself. A request says `/topics/MADE-id` for the topic that the last `POST /topics` made; `1`, if there was none.

/** Remembers what a reply says was made. */
export function rememberMade(made, method, path, { status, body }) {
  if (method !== "POST" || status !== 201 || !body.startsWith("{")) return;
  made.set(path.split("?")[0], JSON.parse(body));
}

/** A path with the numbers of what was made. */
export function withMade(path, made) {
  const [first, ...parts] = path.split(/\/MADE-(?=i?id\b)/);
  return parts.reduce((begun, part) => {
    const [, name, rest] = /^(i?id)(.*)$/.exec(part);
    return `${begun}/${made.get(begun)?.[name] ?? 1}${rest}`;
  }, first);
}
