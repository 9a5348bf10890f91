/** What a migration is in code: a function from the values of an entry to those that change. */
import type { AnyModel, FieldSet, TypeName } from '../types/model.ts';

/** As with types: the program and a project may each have this module. */
const BRAND = Symbol.for('@lectern/client/migration');

type InLocales<S extends FieldSet, F, L extends string, V> = F extends S['localized'] ? { readonly [K in L]?: V } : V;
type ValuesOf<S extends FieldSet, L extends string> = {
  readonly [F in keyof S['fields']]?: InLocales<S, F, L, NonNullable<S['fields'][F]>>;
} & { readonly [F in keyof S['links']]?: InLocales<S, F, L, unknown> };
type ChangesOf<S extends FieldSet, L extends string> = {
  readonly [F in keyof S['fields']]?: InLocales<S, F, L, NonNullable<S['fields'][F]> | null> | null;
} & { readonly [F in keyof S['links']]?: InLocales<S, F, L, unknown> | null };

/** An entry, as it is published or as its draft is. Values of localized fields are by locale, links and texts as the management plane shows them. */
export interface MigratedEntry<Values> {
  readonly id: string;
  readonly key: string;
  /** Each state is changed on its own: an entry with a draft that differs from what is published comes twice. */
  readonly state: 'draft' | 'published';
  readonly fields: Values;
}

interface MigrationOfType<M extends AnyModel, T extends TypeName<M>> {
  /** The `api_id` of the entries. */
  readonly type: T;
  /**
   * @returns the fields that change, with null for what goes; nothing if the entry stays as it is. Of localized fields, locales that are left out stay. It must
   * depend on the entry alone, as it is called again where an entry was changed meanwhile.
   */
  change(
    entry: MigratedEntry<ValuesOf<M['types'][T], M['locale']>>,
  ): ChangesOf<M['types'][T], M['locale']> | undefined | null;
}

/** One for entries of one of the types of a model. */
export type MigrationOf<M extends AnyModel> = { [T in TypeName<M>]: MigrationOfType<M, T> }[TypeName<M>];

/** One whose values are not checked. */
export interface PlainMigration {
  readonly type: string;
  change(entry: MigratedEntry<Readonly<Record<string, unknown>>>): object | undefined | null;
}

/** What a file of migrations exports as its default. */
export interface Migration extends PlainMigration {
  readonly [BRAND]: true;
}

/** A migration. With the model that `lectern types` writes, `defineMigration<Model>(…)`, types and values are checked. */
export function defineMigration(migration: PlainMigration): Migration;
export function defineMigration<M extends AnyModel>(migration: MigrationOf<M>): Migration;
export function defineMigration(migration: PlainMigration): Migration {
  return { [BRAND]: true, type: migration.type, change: (entry) => migration.change(entry) };
}

/** Whether something is a migration. */
export function isMigration(value: unknown): value is Migration {
  return typeof value === 'object' && value !== null && BRAND in value;
}
