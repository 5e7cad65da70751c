/** Words that stand where a number or a name is due, and belong to the route. */
const words = new Set(["all"]);

/**
 * The route that a request goes by, such as `GET /projects/:id/members/all`, as far as it shows in the path: routes name a collection, then a member of it. What stands at the place of a member, has a digit or an escape is one.
 * It tells apart what has limits and latencies of its own, and is no key to the API description: `/application/settings` is `/application/:id`.
 */
export function routeTemplate(method: string, path: string): string {
  const [route = ""] = path.split("?");
  const segments = route.split("/").slice(1, 8);
  const named = segments.map((segment, place) => {
    const isMember = (place % 2 === 1 && !words.has(segment)) || /[%\d]/.test(segment);
    return isMember ? ":id" : segment;
  });
  return `${method} /${named.join("/")}`;
}
