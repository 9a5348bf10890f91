/**
 * Row ids of entries and assets: the number of the environment and a number within it, as one integer, so that the rows of
 * an environment are stored together. Invariant: an environment has fewer than 2^32 numbers, and there are fewer than 2^21
 * environments, so ids are exact.
 */

/** How many row ids an environment has. */
export const NUMBERS_AN_ENVIRONMENT = 2 ** 32;

/** The row id for a number in an environment. */
export function rowId(environment: number, number: number): number {
  return environment * NUMBERS_AN_ENVIRONMENT + number;
}

/** The number of a row in its environment. */
export function numberOfRow(id: number): number {
  return id % NUMBERS_AN_ENVIRONMENT;
}

/** The row ids of an environment: from `first` up to, but not including, `end`. */
export function rowIdRange(environment: number): { readonly first: number; readonly end: number } {
  return { first: rowId(environment, 0), end: rowId(environment + 1, 0) };
}

/** The environment to copy from, and the one to copy to. */
export interface RowPair {
  readonly source: number;
  readonly clone: number;
}

/** The difference between the id of a copied row and its original. */
export function rowIdShift({ source, clone }: RowPair): number {
  return rowId(clone - source, 0);
}

/** The environment of a row. */
export function environmentOfRow(id: number): number {
  return Math.floor(id / NUMBERS_AN_ENVIRONMENT);
}
