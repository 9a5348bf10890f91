/** What projects import from `@lectern/client/schema`: content types as code. */
export { defineComponent, defineType } from './schema/content-type.ts';
export {
  asset,
  blocks,
  boolean,
  component,
  date,
  datetime,
  entry,
  integer,
  json,
  list,
  location,
  number,
  richText,
  slug,
  string,
  text,
} from './schema/fields.ts';
export {
  defineMigration,
  type MigratedEntry,
  type Migration,
  type MigrationOf,
  type PlainMigration,
} from './schema/migration.ts';
export { type ModelField, type ModelType, modelOf } from './schema/model.ts';
export type {
  ComponentSettings,
  ComponentType,
  ContentType,
  EntryType,
  Field,
  TypeLayout,
  TypeSettings,
} from './schema/types.ts';
