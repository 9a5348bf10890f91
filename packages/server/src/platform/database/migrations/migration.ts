/**
 * What a migration is. Statements are written once for both engines with SQLite's words; each dialect says them its
 * own way: `TEXT` (compared by bytes), `INTEGER` (64 bits), `BLOB`, `SERIAL_KEY` (a primary key that counts itself),
 * `CLUSTERED` (rows lie in the order of the primary key; for rows under 1,000 bytes alone, since SQLite gives a larger
 * one a page of its own besides).
 */
export interface Migration {
  /** `NNNN-name`; never edited once released. */
  readonly name: string;
  /** Whether nodes of the release before stop working when it has run. */
  readonly breaking: boolean;
  readonly statements: readonly (string | EngineStatements)[];
}

/** A statement that each engine has in words of its own; null where one needs none. */
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
