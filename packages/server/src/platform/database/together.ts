/**
 * Parts of a write that need not wait for each other: behind a network, the questions that they ask first take one round
 * trip instead of one each. Of statements that are waited for, those of an earlier part reach the database first.
 */

/**
 * Waits for all parts, even if one fails, so that nothing of them is under way when the caller goes on or undoes them.
 * @returns their results, in order
 * @throws the error that came first: later ones may only follow from it
 */
export async function together<T extends readonly unknown[]>(
  ...parts: { readonly [K in keyof T]: Promise<T[K]> }
): Promise<T> {
  const errors: unknown[] = [];
  await Promise.all(parts.map((part: Promise<unknown>) => part.catch((error: unknown) => errors.push(error))));
  if (errors.length > 0) throw errors[0];
  return (await Promise.all(parts)) as unknown as T;
}
