/** Numbers of the issues that a text may name, in whichever project: so that what names an issue is found without reading everything. */
export function issueNumbers(text: string): number[] {
  return [...new Set([...text.matchAll(/(?:#|issues\/)(\d{1,15})/g)].map(([, iid]) => Number(iid)))];
}
