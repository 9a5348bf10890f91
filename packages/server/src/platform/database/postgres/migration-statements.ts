/** Translates statements of migrations, written with SQLite's type names, for PostgreSQL. */
export function inPostgres(statement: string): string {
  return statement
    .replaceAll('SERIAL_KEY', 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY')
    .replaceAll(' CLUSTERED', '')
    .replaceAll(/\bINTEGER\b/g, 'bigint')
    .replaceAll(/\bTEXT\b/g, 'text COLLATE "C"')
    .replaceAll(/\bBLOB\b/g, 'bytea');
}
