/**
 * Inserts that name every column. Kysely lets an insert leave out a nullable column, so a forgotten one would be lost
 * silently. Here it does not compile, and the error names the column.
 */
import type { InsertQueryBuilder, InsertResult, InsertType, ValueExpression } from 'kysely';
import type { Tables } from './columns.ts';

/** The start of an insert. The rest is Kysely's. */
export interface Insert<T extends keyof Tables> {
  values(rows: WholeRow<T> | readonly WholeRow<T>[]): InsertQueryBuilder<Tables, T, InsertResult>;
  /** For rows that are selected: their columns, in the order of the selection. */
  columns<const Names extends readonly (keyof Tables[T])[]>(
    names: AllOf<T, Names>,
  ): InsertQueryBuilder<Tables, T, InsertResult>;
}

/** Every column with its value. Only columns that the database fills may be left out. */
export type WholeRow<T extends keyof Tables> = {
  readonly [C in Exclude<keyof Tables[T], Filled<T>>]: Value<T, C>;
} & { readonly [C in Filled<T>]?: Value<T, C> };

type Value<T extends keyof Tables, C extends keyof Tables[T]> = ValueExpression<Tables, T, InsertType<Tables[T][C]>>;

/** Columns that the database fills if they are left out. */
type Filled<T extends keyof Tables> = {
  [C in keyof Tables[T]]: undefined extends InsertType<Tables[T][C]> ? C : never;
}[keyof Tables[T]];

/** Names, if none is missing. */
type AllOf<T extends keyof Tables, Names extends readonly unknown[]> = [Missing<T, Names>] extends [never]
  ? Names
  : { readonly missing: Missing<T, Names> };

type Missing<T extends keyof Tables, Names extends readonly unknown[]> = Exclude<
  keyof Tables[T],
  Names[number] | Filled<T>
>;
