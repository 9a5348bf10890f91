/** Tables as a database has them: what `checkup/schema-check.ts` compares. */

/** Name, such as `column entries.key` or `index slugs_by_entry` → how it is defined. */
export type Schema = ReadonlyMap<string, string>;

/** The schema of a database, and the one that this program would make. */
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
