/**
 * What a migration is. Statements are written once for both engines with SQLite's type names; each dialect translates
 * them: `TEXT` (compared by bytes), `INTEGER` (64 bits), `BLOB`, `SERIAL_KEY` (an auto-incrementing primary key),
 * `CLUSTERED` (rows stored in primary key order; only for rows under 1,000 bytes, since SQLite gives a larger one an
 * overflow page).
 */
export interface Migration {
  /** `NNNN-name`; never edited once released. */
  readonly name: string;
  /** Whether programs that do not know it must not work on the database once it has run. */
  readonly breaking: boolean;
  readonly statements: readonly (string | EngineStatements)[];
}

/** A statement written separately for each engine; null if one needs none. */
export interface EngineStatements {
  readonly sqlite: string | null;
  readonly postgres: string | null;
}

/** The statements of a migration for one engine. */
export function statementsFor(engine: keyof EngineStatements, { statements }: Migration): string[] {
  return statements
    .map((statement) => (typeof statement === 'string' ? statement : statement[engine]))
    .filter((statement) => statement !== null);
}
