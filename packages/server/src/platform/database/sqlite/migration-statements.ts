/** Statements of migrations for SQLite, whose names of types they have. */
export function inSqlite(statement: string): string {
  return statement
    .replaceAll('SERIAL_KEY', 'INTEGER PRIMARY KEY AUTOINCREMENT')
    .replaceAll('CLUSTERED', 'WITHOUT ROWID');
}
