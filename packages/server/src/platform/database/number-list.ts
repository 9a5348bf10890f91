/** Lists of numbers as one statement parameter, so that one statement serves lists of every length. */
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from './database.ts';
import { hasRowLocks } from './locks.ts';

/** The value of the parameter. */
export function listOfNumbers(numbers: Float64Array): string {
  return JSON.stringify([...numbers]);
}

/** The numbers as the right-hand side of `in`. @param list the placeholder of the parameter */
export function numbersOf(db: Reader, list: string): RawBuilder<number> {
  return hasRowLocks(db)
    ? sql`(select value::bigint from json_array_elements_text(${list}::json) as listed (value))`
    : sql`(select value from json_each(${list}))`;
}

/** Pairs of numbers, given as JSON lists of two, as the right-hand side of `in` of two columns. */
export function pairsOf(db: Reader, list: string): RawBuilder<number> {
  return hasRowLocks(db)
    ? sql`(select (value->>0)::bigint, (value->>1)::bigint from json_array_elements(${list}::json) as listed (value))`
    : sql`(select value->>0, value->>1 from json_each(${list}))`;
}

/** The texts of a list, given as JSON, as the right-hand side of `in`. */
export function textsOf(db: Reader, list: string): RawBuilder<string> {
  return hasRowLocks(db)
    ? sql`(select value from json_array_elements_text(${list}::json) as listed (value))`
    : sql`(select value from json_each(${list}))`;
}
