/** The actual tables of a database, for `checkup/schema-check.ts` to compare. */

/** Name, such as `column entries.key` or `index slugs_by_entry` → definition. */
export type Schema = ReadonlyMap<string, string>;

/** The schema of a database, and the schema that this program would create. */
export interface SchemaPair {
  readonly found: Schema;
  readonly wanted: Schema;
}

/** A row of either engine's catalogue. */
export interface SchemaRow {
  readonly name: string;
  readonly definition: string;
}

export function schemaOf(rows: readonly SchemaRow[]): Schema {
  return new Map(rows.map(({ name, definition }) => [name, definition]));
}
