/** Objects with their keys in order, so that equal ones give equal JSON, however they were made. */

/** The same members, by key. */
export function inKeyOrder<T>(members: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1)));
}
