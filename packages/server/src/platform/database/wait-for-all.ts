/**
 * Runs parts of a write that do not depend on each other: over a network, their first queries then share one round trip
 * instead of taking one each. Of statements that are waited for, those of an earlier part reach the database first.
 */

/**
 * Waits for all parts, even if one fails, so that none is still running when the caller continues or undoes them.
 * @returns their results, in order
 * @throws the error that came first: later ones may only be its consequences
 */
export async function waitForAll<T extends readonly unknown[]>(
  ...parts: { readonly [K in keyof T]: Promise<T[K]> }
): Promise<T> {
  const errors: unknown[] = [];
  await Promise.all(parts.map((part: Promise<unknown>) => part.catch((error: unknown) => errors.push(error))));
  if (errors.length > 0) throw errors[0];
  return (await Promise.all(parts)) as unknown as T;
}
