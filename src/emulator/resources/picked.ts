/** Some attributes of a record, in the order in which they are named. */
export function picked<T, K extends keyof T>(record: T, ...names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, record[name]])) as Pick<T, K>;
}
